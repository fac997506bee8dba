/** Prompts for secrets and answers. */
import { CommandError, usageError } from "./command_error.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Reads a secret: without echo from a terminal, as a line from a script. On a terminal, a new
 * secret must be typed twice.
 */
export async function readSecret(terminal: Terminal, what: string, isNew = false): Promise<string> {
  const { input, err } = terminal;
  if (input === undefined) throw usageError(`${what} cannot be read: there is no input`);
  if (!input.interactive) {
    const line = await input.line();
    if (line === undefined) {
      throw usageError(`Give it on standard input, as a line of its own: ${what}`);
    }
    return line;
  }
  const read = async (prompt: string) => {
    const typed = await input.hidden(() => err(`${prompt}: `));
    err("\n");
    if (typed === undefined) throw new CommandError("Nothing is changed.", 130);
    return typed;
  };
  const first = await read(what);
  if (isNew && await read(`${what} again`) !== first) {
    throw new CommandError("The two are not the same; nothing is changed.");
  }
  return first;
}

/** Prompts the user for a line, with a default for empty input; a script is not prompted. */
export async function readAnswer(
  terminal: Terminal,
  question: string,
  usual: string,
): Promise<string> {
  const { input, err } = terminal;
  if (input?.interactive !== true) return usual;
  err(`${question}${usual === "" ? "" : ` [${usual}]`}: `);
  const line = await input.line();
  if (line === undefined) throw new CommandError("Nothing is changed.", 130);
  return line.trim() === "" ? usual : line.trim();
}
