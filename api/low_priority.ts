/** A thread that gives way to all others: on one core, what nobody waits for must not hold up answers (DESIGN 3, 8). */

const PRIO_PROCESS = 0;
/** The lowest priority that still gets its share when the machine is busy. */
const LOWEST = 19;

/**
 * Gives the thread that calls it the lowest priority, and takes from it the right to call other native code. Where the C library
 * cannot do it the thread goes on as it was.
 */
export function giveWay(): void {
  try {
    const libc = Deno.dlopen("libc.so.6", {
      gettid: { parameters: [], result: "i32" },
      setpriority: { parameters: ["i32", "u32", "i32"], result: "i32" },
    }).symbols;
    // For Linux a thread has a priority of its own, under its own number.
    libc.setpriority(PRIO_PROCESS, libc.gettid(), LOWEST);
  } catch {
    // Another C library, or no right to call it: answers come a little later while lists compile.
  }
  Deno.permissions.revokeSync({ name: "ffi" });
}
