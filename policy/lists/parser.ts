/**
 * Parses block lists from the network or a disk in chunks; see rule-syntax E1 to E9 for the
 * formats.
 */
import type { ListFormat, RuleSink } from "../model/rule.ts";
import { parseComplexLine, plainMeaningIn } from "./complex_line.ts";
import { isIgnored } from "./describe.ts";
import type { LineOutcome } from "./line_outcome.ts";
import { parsePlainLine, type PlainMeaning } from "./plain_line.ts";
import { RpzReader } from "./rpz.ts";

/**
 * The maximum line length in bytes, without the line feed. Longer lines are refused and never
 * buffered.
 */
export const MAX_LINE_BYTES = 65_536;
/** Characters of a refused line that the report contains. */
const SHOWN = 200;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const HASH = 0x23;
const BANG = 0x21;
const decoder = new TextDecoder();

/**
 * Reads a list of the given format chunk by chunk and passes the content of each line to the sink.
 * Never throws because of the content. It buffers one line (and in zones one owner's records) at a
 * time. Every line counts once: used, ignored or refused.
 */
export class ListParser {
  readonly #sink: RuleSink;
  readonly #format: ListFormat;
  readonly #meaning: PlainMeaning;
  readonly #plain: boolean;
  readonly #zone: RpzReader | undefined;
  /** The incomplete last line of the previous chunk, with space for its line feed. */
  readonly #held = new Uint8Array(MAX_LINE_BYTES + 1);
  #heldLength = 0;
  #tooLong = false;
  #utf16 = false;
  #lines = 0;
  #ignored = 0;
  #refused = 0;

  /** Reads a list of this format into the sink. */
  constructor(format: ListFormat, sink: RuleSink) {
    this.#format = format;
    this.#sink = sink;
    this.#meaning = plainMeaningIn(format);
    this.#plain = format !== "regex" && format !== "rpz" && format !== "sha256";
    this.#zone = format === "rpz"
      ? new RpzReader(sink, (outcome, line, text) => this.#tell(outcome, line, text))
      : undefined;
  }

  /** Lines read so far; after `end`, the sum of used, ignored and refused. */
  get lines(): number {
    return this.#lines;
  }

  /** Lines passed to the sink. */
  get used(): number {
    return this.#lines - this.#ignored - this.#refused;
  }

  /** Ignored lines. */
  get ignored(): number {
    return this.#ignored;
  }

  /** Wrong or unwanted lines. */
  get refused(): number {
    return this.#refused;
  }

  /** Reads the next chunk. Lines may span chunks. The chunk is not retained. */
  push(chunk: Uint8Array): void {
    if (this.#utf16) return;
    let at = 0;
    if (this.#heldLength > 0 || this.#tooLong) {
      const lineFeed = chunk.indexOf(LF);
      this.#hold(chunk, 0, lineFeed < 0 ? chunk.length : lineFeed);
      if (lineFeed < 0) return;
      this.#takeHeld();
      at = lineFeed + 1;
    }
    at = this.#takeLines(chunk, at, chunk.lastIndexOf(LF) + 1);
    if (at < chunk.length) this.#hold(chunk, at, chunk.length);
  }

  /** Ends the list. Its last line may lack a line feed. */
  end(): void {
    if (this.#heldLength > 0 || this.#tooLong) this.#takeHeld();
    this.#zone?.end();
  }

  #takeLines(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to && !this.#utf16) {
      this.#sink.line = this.#lines + 1;
      const next = this.#plain ? parsePlainLine(bytes, at, this.#meaning, this.#sink) : -1;
      if (next > 0) {
        this.#lines++;
        at = next;
        continue;
      }
      const end = bytes.indexOf(LF, at);
      this.#takeLine(bytes, at, end, end - at > MAX_LINE_BYTES);
      at = end + 1;
    }
    return this.#utf16 ? bytes.length : at;
  }

  #hold(chunk: Uint8Array, from: number, to: number): void {
    const room = MAX_LINE_BYTES - this.#heldLength;
    if (to - from > room) this.#tooLong = true;
    const piece = chunk.subarray(from, Math.min(to, from + room));
    this.#held.set(piece, this.#heldLength);
    this.#heldLength += piece.length;
  }

  #takeHeld(): void {
    const length = this.#heldLength;
    const tooLong = this.#tooLong;
    this.#heldLength = 0;
    this.#tooLong = false;
    this.#held[length] = LF;
    if (tooLong) this.#takeLine(this.#held, 0, length, true);
    else this.#takeLines(this.#held, 0, length + 1);
  }

  /** Parses a line that is not plain; `end` is the position of its line feed. */
  #takeLine(bytes: Uint8Array, from: number, end: number, tooLong: boolean): void {
    const line = ++this.#lines;
    let start = from;
    if (line === 1) {
      const mark = bytes[start] << 8 | bytes[start + 1];
      this.#utf16 = end - start > 1 && (mark === 0xfffe || mark === 0xfeff);
      if (this.#utf16) return this.#tell("nul-byte", line, "UTF-16");
      if (end - start > 2 && mark === 0xefbb && bytes[start + 2] === 0xbf) start += 3;
    }
    while (end > start && (bytes[end - 1] === CR || bytes[end - 1] === SPACE)) end--;
    if (tooLong) return this.#tell("line-too-long", line, shown(bytes, start, end));
    if (end === start && this.#zone === undefined) return this.#tell("empty", line, "");
    const first = bytes[start];
    if (this.#plain && (first === BANG || first === HASH && bytes[start + 1] === SPACE)) {
      return this.#tell("comment", line, "");
    }
    const content = bytes.subarray(start, end);
    if (content.includes(0)) return this.#tell("nul-byte", line, shown(bytes, start, end));
    const text = decoder.decode(content);
    if (this.#zone !== undefined) return this.#zone.take(text, line);
    this.#tell(parseComplexLine(text.trim(), this.#format, this.#sink), line, text);
  }

  #tell(outcome: LineOutcome, line: number, text: string): void {
    if (outcome === "used") return;
    if (isIgnored(outcome)) {
      this.#ignored++;
      this.#sink.ignored(outcome, line);
    } else {
      this.#refused++;
      this.#sink.refused(outcome, line, text.slice(0, SHOWN));
    }
  }
}

function shown(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, Math.min(to, from + SHOWN)));
}
