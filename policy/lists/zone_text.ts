/** Zone files entry by entry (RFC 1035 5.1): parentheses, quotes, comments, `$ORIGIN`, `$TTL`, owners left out. */
import { typeFromText } from "./record_types.ts";

/** One resource record; owner as an absolute name with final dot. */
export interface ZoneRecord {
  readonly owner: string;
  readonly type: number;
  readonly ttl: number;
  /** RDATA fields, quotes taken off, escapes left in. */
  readonly fields: readonly string[];
  /** Names in RDATA that lack the final dot are relative to this. */
  readonly origin: string;
}

/** What a line gave: a record, nothing of its own, a directive, the middle of an entry, or an entry that is wrong. */
export type ZoneLine = ZoneRecord | "empty" | "comment" | "header" | "open" | "bad-record";

/** Entries in parentheses that grow longer are refused, so that a missing `)` cannot eat memory. */
const MAX_ENTRY_TOKENS = 2048;
/** TTL when neither the record nor `$TTL` says one, in seconds. */
const DEFAULT_TTL = 3600;
const MAX_TTL = 0x7fffffff;
const CLASSES = /^(?:IN|CH|HS|CS|ANY)$/i;

/** Reads a zone line by line. */
export class ZoneText {
  #origin = ".";
  #ttl = DEFAULT_TTL;
  #owner: string | undefined;
  #tokens: string[] = [];
  #depth = 0;
  #leadingBlank = false;

  /** Whether an entry waits for its `)`. */
  get open(): boolean {
    return this.#depth > 0;
  }

  /** The origin in force, an absolute name. */
  get origin(): string {
    return this.#origin;
  }

  /** Takes a line without its line end. */
  take(line: string): ZoneLine {
    const wasOpen = this.open;
    if (!wasOpen) {
      this.#tokens = [];
      this.#leadingBlank = /^[ \t]/.test(line);
    }
    if (!this.#tokenize(line) || this.#tokens.length > MAX_ENTRY_TOKENS) {
      this.#depth = 0;
      this.#tokens = [];
      return "bad-record";
    }
    if (this.open) return "open";
    if (this.#tokens.length === 0) return line.trim() === "" ? "empty" : "comment";
    const tokens = this.#tokens;
    this.#tokens = [];
    return tokens[0].startsWith("$") && !this.#leadingBlank
      ? this.#directive(tokens)
      : this.#record(tokens);
  }

  /** Splits a line into tokens; false when quotes or parentheses do not match. */
  #tokenize(line: string): boolean {
    const token = /;.*|[()]|"((?:[^"\\]|\\.)*)"|((?:[^\s;()"\\]|\\.)+)|\s+|(.)/gsy;
    for (let match = token.exec(line); match !== null; match = token.exec(line)) {
      if (match[3] !== undefined) return false;
      if (match[0] === "(") this.#depth++;
      else if (match[0] === ")" && --this.#depth < 0) return false;
      // `key="value"` of SVCB is one token with what stands before it.
      else if (match[1] !== undefined) {
        const before = line[match.index - 1] === "=" ? this.#tokens.pop() ?? "" : "";
        this.#tokens.push(before + match[1]);
      } else if (match[2] !== undefined) this.#tokens.push(match[2]);
    }
    return true;
  }

  #directive(tokens: readonly string[]): ZoneLine {
    const name = tokens[0].toUpperCase();
    if (name === "$ORIGIN" && tokens.length === 2) {
      this.#origin = absolute(tokens[1], this.#origin);
      return "header";
    }
    if (name === "$TTL" && tokens.length === 2) {
      const ttl = ttlFromText(tokens[1]);
      if (ttl === undefined) return "bad-record";
      this.#ttl = ttl;
      return "header";
    }
    // $INCLUDE would read files, $GENERATE makes records without bound.
    return "bad-record";
  }

  #record(tokens: readonly string[]): ZoneLine {
    let at = 0;
    if (!this.#leadingBlank) this.#owner = absolute(tokens[at++], this.#origin);
    let ttl = this.#ttl;
    // TTL and class may stand in either order (RFC 1035 5.1).
    for (let seen = 0; seen < 2 && at < tokens.length; seen++) {
      const given = ttlFromText(tokens[at]);
      if (given !== undefined) ttl = given;
      else if (!CLASSES.test(tokens[at])) break;
      at++;
    }
    const type = at < tokens.length ? typeFromText(tokens[at]) : undefined;
    if (this.#owner === undefined || type === undefined) return "bad-record";
    return { owner: this.#owner, type, ttl, fields: tokens.slice(at + 1), origin: this.#origin };
  }
}

/** A name of a zone file as an absolute name, lower case: `@` is the origin, names without final dot are relative to it. */
export function absolute(name: string, origin: string): string {
  if (name === "@") return origin;
  const lower = name.toLowerCase();
  if (lower.endsWith(".") && !lower.endsWith("\\.")) return lower;
  return origin === "." ? lower + "." : `${lower}.${origin}`;
}

/** Seconds, or BIND's `1h30m`; undefined when it is none. */
function ttlFromText(text: string): number | undefined {
  if (!/^(?:\d{1,10}|(?:\d{1,10}[smhdw])+)$/i.test(text)) return undefined;
  let total = 0;
  for (const [, digits, unit] of text.toLowerCase().matchAll(/(\d+)([smhdw]?)/g)) {
    total += Number(digits) *
      { "": 1, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }[unit as "" | "s"];
  }
  return total > MAX_TTL ? undefined : total;
}
