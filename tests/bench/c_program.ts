/** What of the benches is in C, so that it costs less than what it measures, and stops for nothing. */

/** Compiles `name`.c into a folder; the path of the program. */
export async function compileProgram(folder: string, name: "answerer" | "pinger"): Promise<string> {
  const program = `${folder}/${name}`;
  const source = new URL(`${name}.c`, import.meta.url).pathname;
  const compiled = await new Deno.Command("gcc", { args: ["-O2", "-o", program, source] }).output();
  if (compiled.code !== 0) {
    throw new Error(`${name}.c does not compile: ${new TextDecoder().decode(compiled.stderr)}`);
  }
  return program;
}
