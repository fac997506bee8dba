/**
 * Restarts the box in place: the process executes itself with the same arguments and environment
 * (execv).
 * It keeps its process id, so it works under systemd, as process 1 of a container and in a shell.
 * All descriptors are close-on-exec; threads end with the old program.
 */
import { encodeCString, errno, SystemError } from "../../../../resolver/net/libc.ts";
import { kernelBytes } from "../../../system/proc_files.ts";

/**
 * The exit code when the box could not restart itself (EX_TEMPFAIL); a supervisor may start it
 * again.
 */
export const RESTART_FAILED = 75;

/**
 * Executes the program of this process again. Does not return on success; returns the reason of a
 * failure.
 */
export function reexecute(): string {
  try {
    const words = argumentsOf("/proc/self/cmdline");
    const pointers = new BigUint64Array(words.length + 1);
    words.forEach((word, i) => pointers[i] = Deno.UnsafePointer.value(Deno.UnsafePointer.of(word)));
    const { symbols } = Deno.dlopen("libc.so.6", {
      execv: { parameters: ["buffer", "buffer"], result: "i32" },
    });
    symbols.execv(encodeCString("/proc/self/exe"), new Uint8Array(pointers.buffer));
    return new SystemError("execute the program", errno()).message;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the arguments in a file of /proc as C strings. */
function argumentsOf(path: string): Uint8Array<ArrayBuffer>[] {
  const bytes = kernelBytes(path);
  const words: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0, at) + 1 || bytes.length;
    words.push(bytes.slice(at, end));
    at = end;
  }
  return words;
}
