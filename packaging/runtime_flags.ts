/** The flags of V8 under which the box runs, from source and packaged alike (deno.json repeats them for its tasks). */

/** The linear engine as a fallback for regular expressions of users and lists. */
const LINEAR = "--enable-experimental-regexp-engine-on-excessive-backtracks";

/**
 * The smallest young generations and a heap that grows by a third only: after a flood of new names the box holds far less, and
 * answers no slower. Code made for size would save 9 MB more, and cost a fifth of a forwarded answer; V8's mode that saves memory
 * 10 MB, and cost a third of the forwarded answers. V8's own functions stay where they are in the runtime: near the code of each
 * thread they would be 2 MB again for each, and a decision takes as long (173 to 188 ns, 182 to 191 with them near). A thread may
 * ask for its garbage to be collected (api/system/garbage.ts).
 */
export const RUNTIME_FLAGS =
  `--v8-flags=${LINEAR},--max-semi-space-size=1,--heap-growing-percent=30,--no-short-builtin-calls,--expose-gc`;

/**
 * Those of the test runner, with young generations of the usual size: it ends a thread with its isolate after each file, and
 * libSQL's native code (0.5.29) may then release objects of an isolate that is gone. With those of the box that always ends the
 * process, with four megabytes in a fifth of the runs. Threads that are terminated, as those of the box, do not meet it: some 130
 * of them ended well, with 3,000 connections open and closed in them.
 */
export const TEST_FLAGS = `--v8-flags=${LINEAR}`;
