/**
 * The long run, `deno task long`: a million fuzzed packets, hundreds of kills, big lists, the whole
 * box under pressure, every page in every look, and the arm64 executable under qemu. `deno task
 * long kills fuzzing` runs only these parts; environment variables named in SIZES change the sizes.
 * Prints figures during the run; the last line has the counts.
 */
import { add, type Counts, finish, NOTHING, runCheck, runTests } from "./support/run.ts";
import { TARGETS } from "../packaging/target.ts";
import { sourceFiles, textOf } from "./support/source_files.ts";

const deno = Deno.execPath();

/** Timeout of one part in seconds. */
const LIMIT = 3600;

/** Sizes, unless the environment sets others. */
const SIZES: Readonly<Record<string, string>> = {
  FUZZ_PACKETS: "1000000",
  FUZZ_RUNS: "20000",
  // For tests that go through all routes, forms or imports in each run.
  BOX_FUZZ_RUNS: "2000",
  LOOPS: "200",
  LIST_LINES: "10000000",
  JOURNAL_ROWS: "10000000",
};

const TESTS = sourceFiles().filter((path) => path.endsWith("_test.ts"));
const named = (pattern: RegExp) => TESTS.filter((path) => pattern.test(path));
/** The tests that read a size from one of these variables. */
const taking = (...sizes: readonly string[]) =>
  TESTS.filter((path) => sizes.some((size) => textOf(path).includes(`"${size}"`)));

/**
 * The parts by name, each a set of files. The executables are built before their part, and other
 * parts use them too.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  "executables": named(/^tests\/whole\/(executable|alone|arm64|reproducible)_test\.ts$/),
  // Clean Debian systems that boot with systemd.
  "debian": named(/^tests\/whole\/debian\w*_test\.ts$/),
  "fuzzing": [
    ...new Set([
      ...named(/^tests\/fuzz\//),
      ...taking("FUZZ_PACKETS", "FUZZ_RUNS", "BOX_FUZZ_RUNS"),
    ]),
  ],
  "kills": [...taking("LOOPS"), "resolver/threads/worker_crash_test.ts"],
  "big": named(/\/big\w*_test\.ts$/),
  "memory": ["tests/bench/memory_test.ts"],
  "scale": ["tests/bench/scale_test.ts"],
  "tunnels": ["tests/bench/tunnels_test.ts"],
  // Boots the image that BOX_IMAGE names.
  "image": ["tests/whole/image_test.ts"],
  "whole": named(/^tests\/whole\//).filter((path) =>
    !/\/(kill|big\w*|executable|alone|arm64|reproducible|debian\w*|image)_test\.ts$/.test(path)
  ),
  "browser": named(/^tests\/e2e\//),
};

/** Builds the executables in the form of a release, which the emulator can run. */
async function makeExecutables(): Promise<Counts> {
  let counts: Counts = NOTHING;
  for (const { name } of TARGETS) {
    const command = [deno, "task", "compile", "--target", name, "--by", "launcher"];
    counts = add(counts, await runCheck(`executable for ${name}`, command, LIMIT));
  }
  return counts;
}

async function main(chosen: readonly string[]): Promise<never> {
  Deno.chdir(new URL("..", import.meta.url));
  const unknown = chosen.filter((name) => PARTS[name] === undefined);
  if (unknown.length > 0) {
    console.error(
      `There is no such part: ${unknown.join(", ")}. The parts are: ${
        Object.keys(PARTS).join(", ")
      }.`,
    );
    Deno.exit(2);
  }
  const sizes = Object.fromEntries(
    Object.entries(SIZES).map(([name, size]) => [name, Deno.env.get(name) ?? size]),
  );
  let counts: Counts = NOTHING;
  for (const [name, args] of Object.entries(PARTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    if (name === "executables") counts = add(counts, await makeExecutables());
    counts = add(
      counts,
      await runTests({ name, args, env: { ...sizes, BOX_LONG: "1" }, limit: LIMIT, shown: true }),
    );
  }
  finish(counts);
}

await main(Deno.args);
