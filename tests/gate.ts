/**
 * The gate, `deno task ok` and `deno task test`: format, lint, types, then every quick test. The last line alone holds the
 * counts. BOX_CI=1 or CI=true turns skipped tests into failures (tests/support/tool.ts).
 */
import { add, type Counts, finish, NOTHING, runCheck, runTests, type TestRun } from "./support/run.ts";

const deno = Deno.execPath();

/** Tests that start the whole box, and those in a browser: both mostly wait. */
const WHOLE = "tests/whole/", BROWSER = "tests/e2e/";
/** Those of the whole box that measure time, in two groups that leave each other alone: they run after all the others. */
const QUIET = [["front_test.ts"], ["pressure_test.ts", "upstreams_test.ts"]].map((names) =>
  names.map((name) => WHOLE + name)
);

/** The tests in a folder, by name. */
function testsIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => folder + name).filter((path) => path.endsWith("_test.ts"))
    .sort();
}

/**
 * Runs tests side by side, each group as a process with ports of its own. Inside of a group one file follows the other: files
 * side by side are threads of one process, and share its descriptors.
 */
async function beside(groups: readonly TestRun[]): Promise<Counts> {
  const all = groups.map((group, at) => runTests({ ...group, env: { TEST_PORTS: `${20_000 + at * 3000}+3000` } }));
  return (await Promise.all(all)).reduce(add, NOTHING);
}

async function main(): Promise<never> {
  Deno.chdir(new URL("..", import.meta.url));
  let counts: Counts = NOTHING;
  counts = add(counts, await runCheck("format", [deno, "fmt", "--check", "--quiet"], 60));
  counts = add(counts, await runCheck("lint", [deno, "lint", "--quiet"], 60));
  counts = add(counts, await runCheck("types", [deno, "check", "--quiet", "."], 180));
  const ignored = [WHOLE, BROWSER].map((folder) => `--ignore=${folder}`), browser = testsIn(BROWSER);
  const every = (rest: number) => browser.filter((_, at) => at % 2 === rest);
  const waiting = testsIn(WHOLE).filter((path) => !QUIET.flat().includes(path));
  // More groups than two processors, since most of them wait half of the time. Those in a browser have the patience to yield.
  const limit = 600;
  const groups = [
    { name: "tests", args: ["--permit-no-files", ...ignored], limit },
    { name: "tests of the whole box", args: waiting, limit },
    { name: "tests in a browser, one half", args: every(0), limit, yields: true },
    { name: "tests in a browser, the other", args: every(1), limit, yields: true },
  ];
  counts = add(counts, await beside(groups));
  const quiet = QUIET.map((args, at) => ({ name: `tests that measure time, ${at + 1}`, args, limit: 240 }));
  finish(add(counts, await beside(quiet)));
}

await main();
