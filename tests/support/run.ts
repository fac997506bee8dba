/** Runs the steps of a gate one after another and adds up the results. */

import { TEST_FLAGS } from "../../packaging/runtime_flags.ts";

/** The result of a step: every test counts one, a check (format, lint, types) counts one. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Names of the tests skipped and failed. */
  readonly skippedNames: readonly string[];
  readonly failedNames: readonly string[];
  /** How long each test took. */
  readonly durations: readonly Duration[];
}

/** The duration of a test in seconds. */
export interface Duration {
  readonly name: string;
  readonly seconds: number;
}

/** The sum of two counts. */
export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    skippedNames: [...a.skippedNames, ...b.skippedNames],
    failedNames: [...a.failedNames, ...b.failedNames],
    durations: [...a.durations, ...b.durations],
  };
}

/** No results yet. */
export const NOTHING: Counts = {
  passed: 0,
  failed: 0,
  skipped: 0,
  skippedNames: [],
  failedNames: [],
  durations: [],
};

/** How a program ended: its exit code (124 after a timeout) and its output, when captured. */
interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a program, ends it after `limit` seconds, and either shows or captures its output. */
async function runProgram(
  args: readonly string[],
  limit: number,
  keep: boolean,
  env = {},
): Promise<Ended> {
  const io = keep ? "piped" : "inherit";
  const child = new Deno.Command(args[0]!, {
    args: args.slice(1),
    env,
    stdin: "null",
    stdout: io,
    stderr: io,
  }).spawn();
  let ended = false;
  const timer = setTimeout(() => {
    ended = true;
    for (const pid of processesBelow(child.pid)) killProcess(pid);
  }, limit * 1000);
  const texts = keep ? [new Response(child.stdout).text(), new Response(child.stderr).text()] : [];
  const { code } = await child.status;
  clearTimeout(timer);
  return { code: ended ? 124 : code, output: (await Promise.all(texts)).join("") };
}

/** A process and all that it started, itself first. */
function processesBelow(pid: number): number[] {
  const found = [pid];
  for (const parent of found) {
    try {
      for (const { name } of Deno.readDirSync(`/proc/${parent}/task`)) {
        const text = Deno.readTextFileSync(`/proc/${parent}/task/${name}/children`);
        found.push(...text.split(" ").filter((each) => each !== "").map(Number));
      }
    } catch {
      // It has ended.
    }
  }
  return found;
}

function killProcess(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** A check that passes when the program ends with code 0. */
export async function runCheck(
  name: string,
  args: readonly string[],
  limit: number,
): Promise<Counts> {
  const start = performance.now();
  const { code } = await runProgram(args, limit, false);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s${
      code === 124 ? ", out of time" : ""
    })`,
  );
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1, failedNames: [name] };
}

/** Checks format, lint and types, which run no code of the box. */
export async function runStaticChecks(): Promise<Counts> {
  const deno = Deno.execPath();
  const format = await runCheck("format", [deno, "fmt", "--check", "--quiet"], 1200);
  const lint = await runCheck("lint", [deno, "lint", "--quiet"], 1200);
  const types = await runCheck("types", [deno, "check", "--quiet", "."], 1200);
  return [format, lint, types].reduce(add);
}

/** Parses a report of `deno test --junit-path`. */
export function countsOfReport(xml: string): Counts {
  const counts = {
    passed: 0,
    failed: 0,
    skipped: 0,
    skippedNames: [] as string[],
    failedNames: [] as string[],
    durations: [] as Duration[],
  };
  for (
    const [, attributes, body] of xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)
  ) {
    const name = unescapeXml(/\bname="([^"]*)"/.exec(attributes!)?.[1] ?? "");
    const seconds = Number(/\btime="([\d.]+)"/.exec(attributes!)?.[1] ?? 0);
    counts.durations.push({ name, seconds });
    if (body !== undefined && /<(failure|error)\b/.test(body)) {
      counts.failed++;
      counts.failedNames.push(name);
    } else if (body !== undefined && /<skipped\b/.test(body)) {
      counts.skipped++;
      counts.skippedNames.push(name);
    } else counts.passed++;
  }
  return counts;
}

function unescapeXml(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&apos;", "'").replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** The options for a group of tests. */
export interface TestRun {
  readonly name: string;
  /** Arguments after `deno test`: files, folders and flags. */
  readonly args: readonly string[];
  /** Seconds. */
  readonly limit: number;
  readonly env?: Record<string, string>;
  /** Whether it runs at low priority, using otherwise idle processors. */
  readonly yields?: boolean;
  /**
   * Shows the output of the tests, for runs that print figures; otherwise it is shown only on
   * failure.
   */
  readonly shown?: boolean;
}

/** The exit code of a process that a segmentation fault ended: 128 + SIGSEGV. */
const SEGMENTATION_FAULT = 139;

/**
 * Runs `deno test` and counts. A run that ends before its tests counts as one more failure. After a
 * segmentation fault of the runtime it runs once more (docs/decisions/0175).
 */
export async function runTests(run: TestRun): Promise<Counts> {
  const first = await runTestsOnce(run);
  if (first.code !== SEGMENTATION_FAULT) return first.counts;
  console.log(`again  ${run.name}: the runtime ended with a segmentation fault`);
  return (await runTestsOnce(run)).counts;
}

async function runTestsOnce(run: TestRun): Promise<{ code: number; counts: Counts }> {
  const report = await Deno.makeTempFile({ suffix: ".xml" });
  const start = performance.now();
  const args = [
    ...(run.yields ? ["nice", "-n", "5"] : []),
    Deno.execPath(),
    "test",
    "-A",
    "--no-check",
    TEST_FLAGS,
    "--reporter=dot",
    `--junit-path=${report}`,
    ...run.args,
  ];
  const { code, output } = await runProgram(args, run.limit, !run.shown, {
    NO_COLOR: "1",
    ...run.env,
  });
  let counts = countsOfReport(await Deno.readTextFile(report));
  await Deno.remove(report);
  if (code !== 0 && counts.failed === 0) {
    const why = code === 124 ? "out of time" : `exit code ${code}`;
    counts = { ...counts, failed: 1, failedNames: [`${run.name}: ${why}`] };
  }
  if (counts.failed > 0) console.log(failurePart(output));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${
      counts.failed === 0 ? "ok    " : "FAILED"
    } ${run.name}: ${counts.passed} passed (${seconds} s)`,
  );
  return { code, counts };
}

/** The part of the output that explains a failure: from the list of errors on, or else its end. */
function failurePart(output: string): string {
  const errors = output.search(/^ ?ERRORS ?$/m);
  return errors >= 0 ? output.slice(errors) : output.split("\n").slice(-60).join("\n");
}

/** Number of the slowest tests that are printed, and the seconds from which a test is slow. */
const SLOWEST = 15;
const SLOW = 5;

/**
 * Prints the slowest, skipped and failed tests by name, then a line with only the counts, and exits
 * accordingly.
 */
export function finish(counts: Counts): never {
  const slow = counts.durations.filter(({ seconds }) => seconds >= SLOW);
  const slowest = slow.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  for (const { name, seconds } of slowest) console.log(`slow: ${name} (${seconds.toFixed(1)} s)`);
  for (const name of counts.skippedNames) console.log(`skipped: ${name}`);
  for (const name of counts.failedNames) console.log(`failed: ${name}`);
  const skipped = counts.skipped === 0 ? "" : `, ${counts.skipped} skipped`;
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
  Deno.exit(counts.failed === 0 ? 0 : 1);
}
