/** Programs that packaging runs: compilers, npm and the runtime itself. */

/** The result of a program; `reason` is the last meaningful line it wrote. */
export interface ToolResult {
  /** Exit code; 124 = it ran out of time. */
  readonly code: number;
  /** What it wrote to standard output. */
  readonly output: string;
  /** Standard output, then standard error. */
  readonly transcript: string;
  readonly reason: string;
}

/** Runs a program, keeps its output and ends it after `limit` seconds. */
export async function runTool(
  command: readonly string[],
  options: {
    readonly cwd?: string;
    readonly limit: number;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<ToolResult> {
  const signal = AbortSignal.timeout(options.limit * 1000);
  const where = options.cwd === undefined ? {} : { cwd: options.cwd };
  const env = { NO_COLOR: "1", ...options.env };
  const settings = {
    args: command.slice(1),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal,
    env,
    ...where,
  } as const;
  const { code, stdout, stderr } = await new Deno.Command(command[0]!, settings).output();
  const output = new TextDecoder().decode(stdout);
  const transcript = output + new TextDecoder().decode(stderr);
  const lines = transcript.split("\n").map((line) => line.trim()).filter((line) =>
    /[a-z]/i.test(line) && !/^at |Stack backtrace|<unknown>/.test(line)
  );
  const reason = signal.aborted
    ? `not done after ${options.limit} seconds`
    : lines.at(-1) ?? `exit code ${code}`;
  return { code: signal.aborted ? 124 : code, output, transcript, reason };
}

/**
 * The first of several programs that is in the search path. Throws an Error that names what is
 * needed.
 */
export function findTool(names: readonly string[], needed: string): string {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    for (const name of names) {
      try {
        if (Deno.statSync(`${folder}/${name}`).isFile) return `${folder}/${name}`;
      } catch {
        continue;
      }
    }
  }
  throw new Error(`A program is missing: ${needed}`);
}
