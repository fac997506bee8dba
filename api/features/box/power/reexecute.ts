/**
 * Starting the box anew in the place of the running one: the process executes itself with the same arguments and environment
 * (execv). It keeps its process id, so that it works under systemd, as the first process of a container and by hand alike,
 * whatever they would do with a process that ended. Descriptors are all close-on-exec; threads end with the old program.
 */
import { cString } from "../../../../resolver/net/libc.ts";

/** The exit code of a box that wanted to start anew and could not (EX_TEMPFAIL): a supervisor may start it again. */
export const RESTART_FAILED = 75;

/** Executes the program of this process again; returns the reason when that failed, and nothing otherwise. */
export function reexecute(): string {
  const libc = Deno.dlopen("libc.so.6", { execv: { parameters: ["buffer", "buffer"], result: "i32" } });
  try {
    const words = Deno.readTextFileSync("/proc/self/cmdline").split("\0").slice(0, -1).map(cString);
    const pointers = new BigUint64Array(words.length + 1);
    words.forEach((word, i) => pointers[i] = Deno.UnsafePointer.value(Deno.UnsafePointer.of(word)));
    libc.symbols.execv(cString(Deno.execPath()), new Uint8Array(pointers.buffer));
    return `the program ${Deno.execPath()} cannot be executed`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    libc.close();
  }
}
