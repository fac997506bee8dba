/**
 * Standard input of a user or script: lines, and secrets without echo. Secrets are never arguments,
 * which every user of the machine can see.
 */
import { CommandError } from "./command_error.ts";

/** Standard input, as it is read. */
export interface InputStream {
  read(into: Uint8Array): Promise<number | null>;
  /** Turns echo and line editing of the terminal off or on. */
  setRaw(raw: boolean): void;
  isTerminal(): boolean;
}

/** Maximum number of bytes of a line. */
const LONGEST = 4096;
const ENTER = new Set([0x0a, 0x0d]);
const ERASE = new Set([0x08, 0x7f]);
const INTERRUPT = 0x03;
const END = 0x04;
const CLEAR = 0x15;

/** Reads standard input line by line; surplus input is kept for the next line. */
export class Input {
  readonly #stream: InputStream;
  #ahead: number[] = [];

  constructor(stream: InputStream) {
    this.#stream = stream;
  }

  /** Whether standard input is a terminal. */
  get interactive(): boolean {
    return this.#stream.isTerminal();
  }

  /** The next line without its end; undefined = there is none. */
  async line(): Promise<string | undefined> {
    const bytes: number[] = [];
    for (;;) {
      const byte = await this.#next();
      if (byte === undefined) return bytes.length === 0 ? undefined : text(bytes);
      if (byte === 0x0a) return text(bytes).replace(/\r$/, "");
      if (bytes.push(byte) > LONGEST) throw new CommandError(`A line may have ${LONGEST} bytes`);
    }
  }

  /**
   * A line typed without echo; undefined if it is cancelled. `ask` prints the prompt once echo is
   * off.
   */
  async hidden(ask: () => void): Promise<string | undefined> {
    let bytes: number[] = [];
    this.#stream.setRaw(true);
    try {
      ask();
      for (;;) {
        const byte = await this.#next();
        if (byte === undefined || byte === INTERRUPT) return undefined;
        if (byte === END && bytes.length === 0) return undefined;
        if (ENTER.has(byte)) return text(bytes);
        if (ERASE.has(byte)) {
          // Removes the whole character, however many bytes it has.
          while (bytes.length > 0 && (bytes.pop()! & 0xc0) === 0x80);
        } else if (byte === CLEAR) bytes = [];
        else if (byte >= 0x20 && bytes.push(byte) > LONGEST) {
          throw new CommandError(`A line may have ${LONGEST} bytes`);
        }
      }
    } finally {
      this.#stream.setRaw(false);
    }
  }

  async #next(): Promise<number | undefined> {
    if (this.#ahead.length === 0) {
      const buffer = new Uint8Array(1024);
      const length = await this.#stream.read(buffer);
      if (length === null) return undefined;
      this.#ahead = [...buffer.subarray(0, length)];
    }
    return this.#ahead.shift();
  }
}

function text(bytes: readonly number[]): string {
  return new TextDecoder().decode(new Uint8Array(bytes));
}
