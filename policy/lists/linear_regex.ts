/**
 * Converts regular expressions for the linear engine of V8. This engine takes over when an
 * expression would backtrack excessively (packaging/runtime_flags.ts). It supports neither the flag
 * `i` nor nested repetitions of more than 16 in total, so expressions with either would block a
 * thread. Letters are therefore lower-cased, as names are, and large repetitions are expanded.
 */

/**
 * Maximum product of nested repetitions in the engine; `+` counts twice (kMaxReplicationFactor of
 * V8).
 */
const MOST_REPEATED = 16;
/** Maximum length in characters of an expanded expression, three times the longest in use. */
const LONGEST = 32_768;
const A = 0x41;
const Z = 0x5a;

/**
 * A parsed part of an expression: its unchanged form, its expanded form, and how often the engine
 * would repeat its content.
 */
interface Part {
  readonly kept: string;
  readonly flat: string;
  readonly repeated: number;
}

/**
 * Converts an expression to a case-insensitive one for the linear engine; undefined if it would be
 * too long. The source must compile and contain no look-around.
 */
export function toLinearRegex(source: string): string | undefined {
  const { kept, flat, repeated } = new Reader(source).alternatives();
  const regex = repeated <= MOST_REPEATED ? kept : flat;
  return regex.length > LONGEST ? undefined : regex;
}

class Reader {
  #at = 0;

  constructor(private readonly source: string) {}

  /** Parses up to the end, or to the bracket that closes the group. */
  alternatives(): Part {
    let all: Part = { kept: "", flat: "", repeated: 1 };
    while (this.#at < this.source.length && this.source[this.#at] !== ")") {
      const part = this.source[this.#at] === "|" ? this.#plain(1) : this.#repetition(this.#atom());
      all = {
        kept: all.kept + part.kept,
        flat: all.flat.length > LONGEST ? all.flat : all.flat + part.flat,
        repeated: Math.max(all.repeated, part.repeated),
      };
    }
    return all;
  }

  #plain(length: number, fold = (text: string) => text): Part {
    const text = fold(this.source.slice(this.#at, this.#at + length));
    this.#at += length;
    return { kept: text, flat: text, repeated: 1 };
  }

  #atom(): Part {
    const rest = this.source.slice(this.#at);
    if (rest[0] === "\\") return this.#plain(escapeLength(rest), foldEscape);
    if (rest[0] === "[") {
      return this.#plain(/^\[\^?(?:\\[^]|[^\]\\])*\]?/.exec(rest)![0].length, foldClass);
    }
    if (rest[0] !== "(") return this.#plain(1, (text) => text.toLowerCase());
    const open = rest.startsWith("(?:") ? "(?:" : "(";
    this.#at += open.length;
    const { kept, flat, repeated } = this.alternatives();
    this.#at++;
    return { kept: `(?:${kept})`, flat: `(?:${flat})`, repeated };
  }

  /** Applies the quantifier that follows an atom. */
  #repetition({ kept, flat, repeated }: Part): Part {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.#at));
    if (found === null) return { kept, flat, repeated };
    this.#at += found[0].length;
    const { least, most } = boundsOf(found);
    return {
      kept: kept + found[0],
      flat: writtenOut(flat, least, most),
      repeated: repeated * Math.max(1, most === Infinity ? least + 1 : most),
    };
  }
}

/** The minimum and maximum of a quantifier: `*`, `+`, `?`, `{n}`, `{n,}` or `{n,m}`. */
function boundsOf([sign, first, comma, last]: RegExpExecArray): { least: number; most: number } {
  switch (sign[0]) {
    case "*":
      return { least: 0, most: Infinity };
    case "+":
      return { least: 1, most: Infinity };
    case "?":
      return { least: 0, most: 1 };
    default: {
      const least = Number(first);
      return { least, most: comma === "" ? least : Number(last || Infinity) };
    }
  }
}

/** Expands a repetition. Optional copies are nested, so that there is only one way to match. */
function writtenOut(text: string, least: number, most: number): string {
  if (text.length * Math.max(least, most === Infinity ? 0 : most) > LONGEST) {
    return "x".repeat(LONGEST + 1);
  }
  const first = text.repeat(least);
  if (most === Infinity) return `${first}${text}*`;
  return first + `(?:${text}`.repeat(most - least) + ")?".repeat(most - least);
}

/** Number of characters in the escape at the start of a text. */
export function escapeLength(rest: string): number {
  return /^\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|c[a-z]|[^])/i.exec(rest)?.[0].length ?? 1;
}

/**
 * The character code that a character of a class or an escape denotes; undefined = it denotes
 * several, or is not a letter.
 */
function codeOf(token: string): number | undefined {
  const digits = /^\\[xu]([0-9a-f]{2}|[0-9a-f]{4})$/i.exec(token)?.[1];
  if (digits !== undefined) return parseInt(digits, 16);
  if (token[0] !== "\\" || token.length === 1) return token.charCodeAt(0);
  return /[a-z0-9]/.test(token[1]) || "BDSW".includes(token[1]) ? undefined : token.charCodeAt(1);
}

/** Converts an escaped or numeric capital letter to lower case. */
function foldEscape(escape: string): string {
  const code = codeOf(escape);
  return code !== undefined && code >= A && code <= Z ? String.fromCharCode(code + 32) : escape;
}

/** Adds the lower-case forms of its capital letters to a class. */
function foldClass(text: string): string {
  const [, open, body] = /^(\[\^?)([^]*)\]$/.exec(text) ?? [];
  if (body === undefined) return text;
  const tokens = body.match(/\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|[^])|[^]/gi) ?? [];
  let small = "";
  for (let at = 0; at < tokens.length; at++) {
    const from = codeOf(tokens[at]);
    if (from === undefined) continue;
    const end = tokens[at + 1] === "-" && at + 2 < tokens.length
      ? codeOf(tokens[at + 2])
      : undefined;
    if (end !== undefined) at += 2;
    const least = Math.max(from, A);
    const most = Math.min(end ?? from, Z);
    if (least <= most) {
      small += `${String.fromCharCode(least + 32)}-${String.fromCharCode(most + 32)}`;
    }
  }
  return `${open}${small}${body}]`;
}
