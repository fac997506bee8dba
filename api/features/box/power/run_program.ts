/** Programs of the machine that the box asks for something, without a shell. */
import type { ProgramOutcome } from "./service.ts";

/** Octets of what a program said that are kept. */
const LONGEST = 4096;

/** Runs a program to its end, ten seconds at most; rejects when there is none of that name. */
export async function runProgram(program: string, args: readonly string[]): Promise<ProgramOutcome> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(10_000),
  }).output();
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout.slice(0, LONGEST)) + decoder.decode(stderr.slice(0, LONGEST)) };
}
