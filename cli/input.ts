/** What a person or a script types: lines, and secrets that are not echoed. Secrets never come as arguments, which everybody sees. */
import { CommandError, usageError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** Standard input, as it is read. */
export interface InputStream {
  read(into: Uint8Array): Promise<number | null>;
  /** Turns echo and line editing of the terminal off or on. */
  setRaw(raw: boolean): void;
  isTerminal(): boolean;
}

/** Octets of a line that are taken at most. */
const LONGEST = 4096;
const ENTER = new Set([0x0a, 0x0d]),
  ERASE = new Set([0x08, 0x7f]),
  INTERRUPT = 0x03,
  END = 0x04,
  CLEAR = 0x15;

/** Reads lines of standard input one by one, with what came too early kept for the next. */
export class Input {
  readonly #stream: InputStream;
  #ahead: number[] = [];

  constructor(stream: InputStream) {
    this.#stream = stream;
  }

  /** Whether a person types. */
  get interactive(): boolean {
    return this.#stream.isTerminal();
  }

  /** The next line without its end; undefined = there is none. */
  async line(): Promise<string | undefined> {
    const octets: number[] = [];
    for (;;) {
      const octet = await this.#next();
      if (octet === undefined) return octets.length === 0 ? undefined : text(octets);
      if (octet === 0x0a) return text(octets).replace(/\r$/, "");
      if (octets.push(octet) > LONGEST) throw new CommandError(`A line may have ${LONGEST} octets`);
    }
  }

  /** A line typed without echo; undefined when it is broken off. `ask` says what is wanted, once nothing is echoed any more. */
  async hidden(ask: () => void): Promise<string | undefined> {
    let octets: number[] = [];
    this.#stream.setRaw(true);
    try {
      ask();
      for (;;) {
        const octet = await this.#next();
        if (octet === undefined || octet === INTERRUPT) return undefined;
        if (octet === END && octets.length === 0) return undefined;
        if (ENTER.has(octet)) return text(octets);
        if (ERASE.has(octet)) {
          // The whole character goes, whatever its octets.
          while (octets.length > 0 && (octets.pop()! & 0xc0) === 0x80);
        } else if (octet === CLEAR) octets = [];
        else if (octet >= 0x20 && octets.push(octet) > LONGEST) {
          throw new CommandError(`A line may have ${LONGEST} octets`);
        }
      }
    } finally {
      this.#stream.setRaw(false);
    }
  }

  async #next(): Promise<number | undefined> {
    if (this.#ahead.length === 0) {
      const buffer = new Uint8Array(1024), length = await this.#stream.read(buffer);
      if (length === null) return undefined;
      this.#ahead = [...buffer.subarray(0, length)];
    }
    return this.#ahead.shift();
  }
}

function text(octets: readonly number[]): string {
  return new TextDecoder().decode(new Uint8Array(octets));
}

/** Reads a secret: without echo from a person, as a line from a script. A new one is typed twice by a person. */
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
  const asked = async (prompt: string) => {
    const typed = await input.hidden(() => err(`${prompt}: `));
    err("\n");
    if (typed === undefined) throw new CommandError("Nothing is changed.", 130);
    return typed;
  };
  const first = await asked(what);
  if (isNew && await asked(`${what} again`) !== first) {
    throw new CommandError("The two are not the same; nothing is changed.");
  }
  return first;
}

/** Asks a person for a line, with what holds when nothing is typed; a script is asked nothing. */
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
