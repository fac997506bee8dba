/**
 * Regular expressions as the linear engine of V8 takes them. It steps in where an expression would go through every way to match
 * (packaging/runtime_flags.ts), but knows neither the flag `i` nor repetitions that come to more than 16, one inside the other:
 * what has either would hang a thread. So letters become lower case, as the names are, and large repetitions are written out.
 */

/** Repetitions, one inside the other, that the engine takes; `+` counts twice (kMaxReplicationFactor of V8). */
const MOST_REPEATED = 16;
/** Characters of an expression that is written out; three times the longest that anybody writes. */
const LONGEST = 32_768;
const A = 0x41, Z = 0x5a;

/** What was read of an expression: as it may stay, written out, and how often the engine would repeat what is in it. */
interface Part {
  readonly kept: string;
  readonly flat: string;
  readonly repeated: number;
}

/** The expression without case for the linear engine; undefined when it would be too long. The source compiles, without look-around. */
export function linearRegex(source: string): string | undefined {
  const { kept, flat, repeated } = new Reader(source).alternatives();
  const regex = repeated <= MOST_REPEATED ? kept : flat;
  return regex.length > LONGEST ? undefined : regex;
}

class Reader {
  #at = 0;

  constructor(private readonly source: string) {}

  /** Everything up to the end, or to the bracket that closes the group. */
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

  /** The atom with the quantifier that follows it. */
  #repetition({ kept, flat, repeated }: Part): Part {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.#at));
    if (found === null) return { kept, flat, repeated };
    this.#at += found[0].length;
    const sign = found[0][0];
    const least = sign === "{" ? Number(found[1]) : sign === "+" ? 1 : 0;
    const most = sign === "{"
      ? (found[2] === "" ? least : Number(found[3] || Infinity))
      : sign === "?"
      ? 1
      : Infinity;
    return {
      kept: kept + found[0],
      flat: writtenOut(flat, least, most),
      repeated: repeated * Math.max(1, most === Infinity ? least + 1 : most),
    };
  }
}

/** So many times the same, one after the other; those that may be missing stand inside each other, so that there is one way to match. */
function writtenOut(text: string, least: number, most: number): string {
  if (text.length * Math.max(least, most === Infinity ? 0 : most) > LONGEST) {
    return "x".repeat(LONGEST + 1);
  }
  const first = text.repeat(least);
  if (most === Infinity) return `${first}${text}*`;
  return first + `(?:${text}`.repeat(most - least) + ")?".repeat(most - least);
}

/** Characters of the escape that a text begins with. */
export function escapeLength(rest: string): number {
  return /^\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|c[a-z]|[^])/i.exec(rest)?.[0].length ?? 1;
}

/** The character that a character of a class, or an escape, means; undefined = it means several, or none that is a letter. */
function codeOf(token: string): number | undefined {
  const told = /^\\[xu]([0-9a-f]{2}|[0-9a-f]{4})$/i.exec(token)?.[1];
  if (told !== undefined) return parseInt(told, 16);
  if (token[0] !== "\\" || token.length === 1) return token.charCodeAt(0);
  return /[a-z0-9]/.test(token[1]) || "BDSW".includes(token[1]) ? undefined : token.charCodeAt(1);
}

/** A capital letter that is escaped, or told by its number, as the small one. */
function foldEscape(escape: string): string {
  const code = codeOf(escape);
  return code !== undefined && code >= A && code <= Z ? String.fromCharCode(code + 32) : escape;
}

/** A class with the small letters of the capital ones that it has. */
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
    const least = Math.max(from, A), most = Math.min(end ?? from, Z);
    if (least <= most) {
      small += `${String.fromCharCode(least + 32)}-${String.fromCharCode(most + 32)}`;
    }
  }
  return `${open}${small}${body}]`;
}
