/** The flags of V8 under which the box runs, from source and packaged alike (deno.json repeats them for its tasks). */

/**
 * The linear engine as a fallback for regular expressions of users and lists (DESIGN 11); small young generations and a heap
 * that grows by a third only. Smaller ones (1) end the process in libSQL's native code (0.5.29) when its objects are collected,
 * and code made for size costs a fifth of a forwarded answer.
 */
export const RUNTIME_FLAGS =
  "--v8-flags=--enable-experimental-regexp-engine-on-excessive-backtracks,--max-semi-space-size=4,--heap-growing-percent=30";
