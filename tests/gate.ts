/**
 * The gate, `deno task ok` and `deno task test`: format, lint, types, then every quick test. The last line alone holds the
 * counts. BOX_CI=1 or CI=true turns skipped tests into failures (tests/support/tool.ts).
 */
import { add, type Counts, finish, NOTHING, runCheck, runTests, type TestRun } from "./support/run.ts";

const deno = Deno.execPath();

/** Those of what the box keeps and serves, those that start the whole box, and those in a browser; the last two mostly wait. */
const API = "api/", WHOLE = "tests/whole/", BROWSER = "tests/e2e/";
/** Those of the whole box that measure time, in two groups that leave each other alone: they run after all the others. */
const QUIET = [["front_test.ts", "kill_test.ts"], ["pressure_test.ts", "upstreams_test.ts"]].map((names) =>
  names.map((name) => WHOLE + name)
);
/** The ports of all tests, which groups side by side share out: below those that the kernel gives to connections. */
const FIRST_PORT = 20_000, PORTS = 12_000;

/** The tests in a folder, by name. */
function testsIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => folder + name).filter((path) => path.endsWith("_test.ts"))
    .sort();
}

/** Two halves of the tests in a folder, as groups: every other file, without those that run apart. */
function halvesOf(folder: string, run: Omit<TestRun, "args">, apart: readonly string[] = []): TestRun[] {
  const files = testsIn(folder).filter((path) => !apart.includes(path));
  return ["one half", "the other"].map((half, rest) => ({
    ...run,
    name: `${run.name}, ${half}`,
    args: files.filter((_, at) => at % 2 === rest),
  }));
}

/**
 * Runs tests side by side, each group as a process with ports of its own. Inside of a group one file follows the other: files
 * side by side are threads of one process, and share its descriptors.
 */
async function beside(groups: readonly TestRun[]): Promise<Counts> {
  const ports = Math.floor(PORTS / groups.length);
  const all = groups.map((group, at) =>
    runTests({ ...group, env: { TEST_PORTS: `${FIRST_PORT + at * ports}+${ports}` } })
  );
  return (await Promise.all(all)).reduce(add, NOTHING);
}

/** What is looked at without being run. */
async function checks(): Promise<Counts> {
  const types = runCheck("types", [deno, "check", "--quiet", "."], 180);
  const format = await runCheck("format", [deno, "fmt", "--check", "--quiet"], 120);
  const lint = await runCheck("lint", [deno, "lint", "--quiet"], 120);
  return [format, lint, await types].reduce(add);
}

async function main(): Promise<never> {
  Deno.chdir(new URL("..", import.meta.url));
  const limit = 900, checked = await checks();
  // More groups than two processors, since most of them wait half of the time. Those in a browser have the patience to yield.
  const tested = await beside([
    { name: `tests of ${API}`, args: [API], limit },
    {
      name: "other tests",
      args: ["--permit-no-files", ...[API, WHOLE, BROWSER].map((path) => `--ignore=${path}`)],
      limit,
    },
    ...halvesOf(WHOLE, { name: "tests of the whole box", limit }, QUIET.flat()),
    ...halvesOf(BROWSER, { name: "tests in a browser", limit, yields: true }),
  ]);
  const quiet = await beside(
    QUIET.map((args, at) => ({ name: `tests that measure time, ${at + 1}`, args, limit: 240 })),
  );
  finish([checked, tested, quiet].reduce(add));
}

await main();
