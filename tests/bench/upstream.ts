/** The upstream of the benchmarks: answers at once, in C (answerer.c), on the core of the load. */
import { freePort } from "../support/box_process.ts";

/** Starts the compiled program on a free port of the loopback. */
export function startUpstream(
  program: string,
): { readonly port: number; readonly stop: () => void } {
  const port = freePort();
  const child = new Deno.Command("taskset", {
    args: ["-c", "1", program, String(port)],
    stdout: "null",
  }).spawn();
  return { port, stop: () => child.kill("SIGKILL") };
}
