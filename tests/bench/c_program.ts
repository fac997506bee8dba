/**
 * Parts of the benchmarks are written in C, so that they cost less than what they measure and never
 * pause.
 */

/** Compiles `name`.c into a folder; returns the path of the program. */
export async function compileProgram(folder: string, name: "answerer" | "pinger"): Promise<string> {
  const program = `${folder}/${name}`;
  const source = new URL(`${name}.c`, import.meta.url).pathname;
  const compiled = await new Deno.Command("gcc", { args: ["-O2", "-o", program, source] }).output();
  if (compiled.code !== 0) {
    throw new Error(`${name}.c does not compile: ${new TextDecoder().decode(compiled.stderr)}`);
  }
  return program;
}
