/**
 * Parses zone files entry by entry (RFC 1035 5.1): parentheses, quotes, comments, `$ORIGIN`,
 * `$TTL`, omitted owners.
 */
import { typeFromText } from "./record_types.ts";

/** One resource record; owner as an absolute name with the final dot. */
export interface ZoneRecord {
  readonly owner: string;
  readonly type: number;
  readonly ttl: number;
  /** RDATA fields, without quotes but with escapes. */
  readonly fields: readonly string[];
  /** Names in RDATA without the final dot are relative to this. */
  readonly origin: string;
}

/**
 * The result of a line: a record, nothing, a directive, a part of an entry, or an invalid entry.
 */
export type ZoneLine =
  | ZoneRecord
  | "empty"
  | "comment"
  | "header"
  | "open"
  | "zone-directive"
  | "bad-record";

/** Longer entries in parentheses are refused, so that a missing `)` cannot exhaust memory. */
const MAX_ENTRY_TOKENS = 2048;
/** TTL in seconds if neither the record nor `$TTL` gives one. */
const DEFAULT_TTL = 3600;
const MAX_TTL = 0x7fffffff;
const CLASSES = /^(?:IN|CH|HS|CS|ANY)$/i;
/**
 * Directives that add other records: $INCLUDE reads files of the machine, $GENERATE creates
 * unlimited records.
 */
const REFUSED = /^\$(?:INCLUDE|GENERATE)$/i;

/** Parses a zone line by line. */
export class ZoneFileParser {
  #origin = ".";
  #isOriginGiven = false;
  #ttl = DEFAULT_TTL;
  #owner: string | undefined;
  #tokens: string[] = [];
  #depth = 0;
  #leadingBlank = false;

  /** Whether an entry lacks its `)`. */
  get open(): boolean {
    return this.#depth > 0;
  }

  /** The origin from a directive, an absolute name; undefined = no directive. */
  get givenOrigin(): string | undefined {
    return this.#isOriginGiven ? this.#origin : undefined;
  }

  /** Sets the zone name, which is the origin until a directive gives another (RFC 1035, 5.1). */
  nameZone(apex: string): void {
    if (!this.#isOriginGiven) this.#origin = apex;
  }

  /** Parses a line without its line end. */
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

  /** Splits a line into tokens; false if quotes or parentheses do not match. */
  #tokenize(line: string): boolean {
    const token = /;.*|[()]|"((?:[^"\\]|\\.)*)"|((?:[^\s;()"\\]|\\.)+)|\s+|(.)/gsy;
    for (let match = token.exec(line); match !== null; match = token.exec(line)) {
      if (match[3] !== undefined) return false;
      if (match[0] === "(") this.#depth++;
      else if (match[0] === ")" && --this.#depth < 0) return false;
      // `key="value"` of SVCB is one token with the text before it.
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
      this.#origin = toAbsoluteName(tokens[1], this.#origin);
      this.#isOriginGiven = true;
      return "header";
    }
    if (name === "$TTL" && tokens.length === 2) {
      const ttl = ttlFromText(tokens[1]);
      if (ttl === undefined) return "bad-record";
      this.#ttl = ttl;
      return "header";
    }
    return REFUSED.test(name) ? "zone-directive" : "bad-record";
  }

  #record(tokens: readonly string[]): ZoneLine {
    let at = 0;
    if (!this.#leadingBlank) this.#owner = toAbsoluteName(tokens[at++], this.#origin);
    let ttl = this.#ttl;
    // TTL and class may be in either order (RFC 1035 5.1).
    for (let seen = 0; seen < 2 && at < tokens.length; seen++) {
      const seconds = ttlFromText(tokens[at]);
      if (seconds !== undefined) ttl = seconds;
      else if (!CLASSES.test(tokens[at])) break;
      at++;
    }
    const type = at < tokens.length ? typeFromText(tokens[at]) : undefined;
    if (this.#owner === undefined || type === undefined) return "bad-record";
    return { owner: this.#owner, type, ttl, fields: tokens.slice(at + 1), origin: this.#origin };
  }
}

/**
 * Converts a name of a zone file to an absolute name, lower case: `@` is the origin, names without
 * the final dot are relative to it.
 */
export function toAbsoluteName(name: string, origin: string): string {
  if (name === "@") return origin;
  const lower = name.toLowerCase();
  if (lower.endsWith(".") && !lower.endsWith("\\.")) return lower;
  return origin === "." ? lower + "." : `${lower}.${origin}`;
}

/** Seconds, or BIND's `1h30m`; undefined if invalid. */
function ttlFromText(text: string): number | undefined {
  if (!/^(?:\d{1,10}|(?:\d{1,10}[smhdw])+)$/i.test(text)) return undefined;
  let total = 0;
  for (const [, digits, unit] of text.toLowerCase().matchAll(/(\d+)([smhdw]?)/g)) {
    total += Number(digits) *
      { "": 1, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }[unit as "" | "s"];
  }
  return total > MAX_TTL ? undefined : total;
}
