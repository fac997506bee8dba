/**
 * The V8 flags of the box, from source and packaged alike. deno.json repeats them for its tasks.
 */

/** The linear engine as a fallback for regular expressions of users and lists. */
const LINEAR = "--enable-experimental-regexp-engine-on-excessive-backtracks";

/**
 * The smallest young generations and a heap that grows by a third only: after a flood of new names
 * the box uses far less memory and is as fast.
 * Rejected: larger young generations make a change of the largest household 4 % cheaper, and take
 * 80 MB more after its bench.
 * Code optimised for size saves 9 MB more, but makes a forwarded response a fifth slower.
 * V8's memory saver saves 10 MB, but makes it a third slower.
 * Built-in functions stay in the runtime. Copies near the code of each thread take 2 MB per thread,
 * and a decision takes as long (173 to 188 ns without, 182 to 191 ns with them).
 * Threads may request a garbage collection (api/system/garbage.ts).
 */
export const RUNTIME_FLAGS =
  `--v8-flags=${LINEAR},--max-semi-space-size=1,--heap-growing-percent=30,--no-short-builtin-calls,--expose-gc`;

/**
 * The flags of the test runner, with young generations of the default size. The runner terminates a
 * thread with its isolate after each file, and libSQL's native code (0.5.29) may then release
 * objects of a destroyed isolate.
 * With the flags of the box this always ends the process; with four megabytes it does so in a fifth
 * of the runs. Threads that the box terminates are not affected: some 130 of them ended without it,
 * with 3,000 connections opened and closed in them.
 */
export const TEST_FLAGS = `--v8-flags=${LINEAR}`;
