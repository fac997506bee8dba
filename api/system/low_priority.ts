/** Lowers the priority of a thread: on a single core, background work must not delay responses. */

const PRIO_PROCESS = 0;
/** The lowest priority that still gets CPU time when the machine is busy. */
const LOWEST = 19;

/**
 * Gives the calling thread the lowest priority, and revokes its permission to call native code.
 * Where the C library does not support it, the thread continues unchanged.
 */
export function lowerThreadPriority(): void {
  try {
    const libc = Deno.dlopen("libc.so.6", {
      gettid: { parameters: [], result: "i32" },
      setpriority: { parameters: ["i32", "u32", "i32"], result: "i32" },
    }).symbols;
    // On Linux a thread has its own priority, under its thread id.
    libc.setpriority(PRIO_PROCESS, libc.gettid(), LOWEST);
  } catch {
    // Another C library, or no permission: responses are slightly slower while lists compile.
  }
  Deno.permissions.revokeSync({ name: "ffi" });
}
