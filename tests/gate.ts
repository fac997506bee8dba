/**
 * The gate, `deno task ok` and `deno task test`: format, lint, types, then every quick test.
 * `--all` or BOX_CI=1 runs the thorough tests too. `deno task test FILE…` runs only these files or
 * folders. The last line has the counts. BOX_CI=1 or CI=true turns skipped tests into failures
 * (tests/support/tool.ts).
 */
import {
  add,
  type Counts,
  finish,
  NOTHING,
  runCheck,
  runStaticChecks,
  runTests,
  type TestRun,
} from "./support/run.ts";
import { sizeAdvice } from "./architecture/shape.ts";
import { sourceFiles, textOf } from "./support/source_files.ts";

const deno = Deno.execPath();

/**
 * Folders: tests of the API, which compute; tests of the whole box and in a browser, which mostly
 * wait.
 */
const API = "api/";
const WHOLE = "tests/whole/";
const BROWSER = "tests/e2e/";
/**
 * Thorough tests of the whole box that measure time, in two groups that do not disturb each other.
 * They run after all the others.
 */
const QUIET = [["kill_test.ts", "upstreams_test.ts"], ["pressure_test.ts"]].map((names) =>
  names.map((name) => WHOLE + name)
);
/**
 * The browser tests of the quick set: the journeys of a new household. The others walk through
 * every state of a page and are thorough.
 */
const JOURNEYS = ["setup", "why", "requests"].map((name) => `${BROWSER}${name}_test.ts`);
/** Tests that take more than about fifteen seconds each. */
const THOROUGH = [
  "account_rights",
  "accounts",
  "arm64",
  "backup_secrets",
  "block_page",
  "breach_states",
  "breaches",
  "client_faults",
  "clock",
  "companion",
  "data_faults",
  "disk",
  "dns_services",
  "domain_certificate",
  "evening",
  "events",
  "family",
  "front",
  "hostile_answers",
  "https",
  "https_redirect",
  "import",
  "lists",
  "network",
  "packages",
  "records",
  "restore",
  "restricted",
  "rules",
  "secret_addresses",
  "setup",
  "signals",
  "threat_kinds",
  "time_known",
  "tunnels",
  "update_interrupted",
  "update_unit",
  "updates",
].map((name) => `${WHOLE}${name}_test.ts`).concat(
  "api/store/transfer/transfer_test.ts",
  "resolver/upstream/late_test.ts",
  "tests/demo/demo_test.ts",
  "tests/demo/transfer_test.ts",
);
/** The longest tests, which start first so that nothing waits for them at the end. */
const LONGEST = ["layout", "keyboard", "queries", "choices", "home", "settings"].map((name) =>
  `${BROWSER}${name}_test.ts`
);
/** Concurrent processes: more than the two processors, because most tests wait half of the time. */
const WORKERS = 4;
/**
 * Seconds after which a process is ended. Many, because a busy machine is slow; they end only what
 * hangs.
 */
const LIMIT = 1200;
/** Maximum number of quick test files for one process. */
const MANY = 12;
/**
 * The ports of all tests, divided between the processes. They are below the kernel's ephemeral
 * ports.
 */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** A process for each of these files. */
function separateRuns(files: readonly string[], run: Omit<TestRun, "name" | "args">): TestRun[] {
  return files.map((path) => ({ ...run, name: path, args: [path] }));
}

/** The longest tests first, the others in their order. */
function longestFirst(files: readonly string[]): string[] {
  return files.toSorted((a, b) => Number(LONGEST.includes(b)) - Number(LONGEST.includes(a)));
}

/**
 * Processes for groups of files of equal size. Each takes files from all folders, because files of
 * one folder tend to have similar durations.
 */
function groupedRuns(
  name: string,
  files: readonly string[],
  run: Omit<TestRun, "name" | "args">,
): TestRun[] {
  const count = Math.ceil(files.length / MANY);
  return Array.from({ length: count }, (_, part) => ({
    ...run,
    name: `${name}, ${part + 1} of ${count}`,
    args: files.filter((_, at) => at % count === part),
  }));
}

/** Whether a test belongs to the quick set. */
function isQuick(path: string): boolean {
  return path.startsWith(BROWSER) ? JOURNEYS.includes(path) : !THOROUGH.includes(path);
}

/** All concurrent runs, mixed, so that waiting and computing tests overlap. */
function scheduledRuns(isThorough: boolean): TestRun[] {
  const files = sourceFiles().filter((path) =>
    path.endsWith("_test.ts") && !QUIET.flat().includes(path) && (isThorough || isQuick(path))
  );
  const [browser, whole, api] = [BROWSER, WHOLE, API].map((folder) =>
    files.filter((path) => path.startsWith(folder))
  );
  const others = files.filter((path) =>
    ![BROWSER, WHOLE, API].some((folder) => path.startsWith(folder))
  );
  const groups = [
    // Browser tests take longest and finish first; they tolerate a low priority.
    {
      until: 0.8,
      runs: separateRuns(longestFirst(browser), { limit: LIMIT, yields: true }),
    },
    { until: 0.9, runs: separateRuns(whole, { limit: LIMIT }) },
    { until: 1, runs: groupedRuns("other tests", others, { limit: LIMIT }) },
    { until: 1, runs: groupedRuns(`tests of ${API}`, api, { limit: LIMIT }) },
  ];
  const placed = groups.flatMap(({ until, runs }) =>
    runs.map((run, at) => ({ run, place: until * at / runs.length }))
  );
  return placed.sort((a, b) => a.place - b.place).map(({ run }) => run);
}

/**
 * Runs tests in a number of concurrent processes, each with its own ports; a process that ends
 * takes the next run. Within a process the files run one after another, because concurrent files
 * would be threads of one process and share its descriptors.
 */
async function runSideBySide(runs: readonly TestRun[], workers: number): Promise<Counts> {
  const turn = runs.values();
  const ports = Math.floor(PORTS / workers);
  const work = async (_: unknown, at: number) => {
    let counts = NOTHING;
    const env = { TEST_PORTS: `${FIRST_PORT + at * ports}+${ports}` };
    for (const run of turn) counts = add(counts, await runTests({ ...run, env }));
    return counts;
  };
  return (await Promise.all(Array.from({ length: workers }, work))).reduce(add);
}

/** Prints the long files; this never fails the gate. */
function printSizeAdvice(): void {
  const advice = sourceFiles().flatMap((path) => sizeAdvice(path, textOf(path)));
  for (const each of advice) console.log(`advice: ${each}`);
}

async function main(args: readonly string[]): Promise<never> {
  Deno.chdir(new URL("..", import.meta.url));
  const isThorough = args.includes("--all") || Deno.env.get("BOX_CI") === "1";
  const files = args.filter((arg) => arg !== "--all");
  if (files.length > 0) {
    finish(await runTests({ name: files.join(" "), args: files, limit: 1800, shown: true }));
  }
  // Install packages before boxes start concurrently, because they would wait for each other's
  // lock.
  const packages = await runCheck("packages", [deno, "install", "--quiet"], 300);
  const [checked, tested] = await Promise.all([
    runStaticChecks(),
    runSideBySide(scheduledRuns(isThorough), WORKERS),
  ]);
  const quietRuns = QUIET.map((args, at) => ({
    name: `tests that measure time, ${at + 1}`,
    args,
    limit: LIMIT,
  }));
  const quiet = isThorough ? await runSideBySide(quietRuns, QUIET.length) : NOTHING;
  printSizeAdvice();
  if (!isThorough) console.log("The thorough tests did not run; --all runs them too.");
  finish([packages, checked, tested, quiet].reduce(add));
}

await main(Deno.args);
