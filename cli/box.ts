/** `runBox`: runs the service or a command, and turns errors into a message and an exit code. */
import { CommandError } from "./command_error.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs `box ARGUMENTS` and returns the exit code (0 success, 1 failed, 2 usage error, 3 the service
 * does not run).
 */
export async function runBox(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    terminal.err(`box: ${error.message}\n`);
    return error.exit;
  }
}

/** Options that select a command. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["--help", "help"],
  ["-h", "help"],
  ["--version", "version"],
  ["-V", "version"],
]);

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [word = "help", ...rest] = argv;
  const name = ALIASES.get(word) ?? word;
  // The options of `box serve` are the settings; main reads them (cli/flags.ts).
  if (name === "serve") return await terminal.serve(rest);
  // Programs of units, which are in no help: people use `box update` and `custom.toml`.
  if (name === "update-apply" && terminal.updateApply !== undefined) {
    return await terminal.updateApply(rest);
  }
  if (name === "image-setup" && terminal.imageSetup !== undefined) {
    return await terminal.imageSetup(rest);
  }
  // Loaded on demand: the service itself must answer as soon as possible, runs for months and does
  // not need the commands.
  const { runCommand } = await import("./call.ts");
  return await runCommand(name, rest, terminal);
}
