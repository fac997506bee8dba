/** The upstream of the benches: answers at once, in C, on the core of the load. */
import { freePort } from "../support/box_process.ts";

/** Compiles it into a folder; its path. */
export async function compileAnswerer(folder: string): Promise<string> {
  const program = `${folder}/answerer`;
  const source = new URL("answerer.c", import.meta.url).pathname;
  const compiled = await new Deno.Command("gcc", { args: ["-O2", "-o", program, source] }).output();
  if (compiled.code !== 0) {
    throw new Error(`The upstream does not compile: ${new TextDecoder().decode(compiled.stderr)}`);
  }
  return program;
}

/** Starts it on a free port. */
export function startUpstream(program: string): { port: number; stop: () => void } {
  const port = freePort();
  const child = new Deno.Command("taskset", { args: ["-c", "1", program, String(port)], stdout: "null" }).spawn();
  return { port, stop: () => child.kill("SIGKILL") };
}
