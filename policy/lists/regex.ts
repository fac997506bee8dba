/**
 * Converts regular expressions of lists, written for RE2 (adblock) or POSIX and TRE (Pi-hole), to
 * JavaScript sources. Only expressions that a linear-time engine can run are accepted: no
 * look-around, no back-reference (rule-syntax E2, E8).
 */

import { escapeLength, toLinearRegex } from "./linear_regex.ts";

/**
 * A regular expression ready to compile; `literal` is lower-case text that every match contains,
 * for prefiltering.
 */
export interface RegexSource {
  readonly regex: string;
  readonly literal?: string;
}

/** Maximum length of an expression in characters. */
const MAX_REGEX = 1000;
/**
 * RE2's limit on the product of nested repetitions: `(x{100}){100}` would unroll to 10,000 states.
 */
const MAX_REPEAT = 1000;
/** POSIX character classes in a bracket expression, case-insensitive. */
const POSIX: ReadonlyMap<string, string> = new Map([
  ["alpha", "a-z"],
  ["digit", "0-9"],
  ["alnum", "a-z0-9"],
  ["upper", "a-z"],
  ["lower", "a-z"],
  ["xdigit", "0-9a-f"],
  ["space", "\\s"],
  ["blank", " \\t"],
  ["punct", "!-\\/:-@\\[-`{-~"],
  ["word", "\\w"],
  ["print", " -~"],
  ["graph", "!-~"],
  ["cntrl", "\\x00-\\x1f"],
]);
/** Escapes that have another meaning, or none, in RE2, POSIX or TRE. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["A", "^"],
  ["z", "$"],
  ["Z", "$"],
  ["<", "\\b"],
  [">", "\\b"],
  [
    "a",
    "\\x07",
  ],
]);

/** Converts an expression, or returns the reason why it is invalid or unsupported. */
export function translateRegex(source: string): RegexSource | "bad-regex" | "unsupported-regex" {
  if (source.length === 0 || source.length > MAX_REGEX) return "bad-regex";
  const regex = new Translation(source).run();
  if (regex === undefined) return "unsupported-regex";
  try {
    new RegExp(regex, "i");
  } catch {
    return "bad-regex";
  }
  if (toLinearRegex(regex) === undefined) return "unsupported-regex";
  const literal = literalOf(regex);
  return literal === "" ? { regex } : { regex, literal };
}

class Translation {
  #out = "";
  #at = 0;
  #supported = true;
  /** The largest repetition inside each open group, and of the last atom. */
  readonly #open: number[] = [];
  #inside = 1;
  #atom = 1;

  constructor(private readonly source: string) {}

  run(): string | undefined {
    while (this.#at < this.source.length && this.#supported) this.#step();
    return this.#supported ? this.#out : undefined;
  }

  #step(): void {
    const char = this.source[this.#at];
    if (char === "\\") this.#escape();
    else if (char === "[") this.#bracket();
    else if (char === "(") this.#group();
    else if (char === "{") this.#repeat();
    else {
      if (char === ")") {
        this.#atom = this.#inside;
        this.#inside = Math.max(this.#open.pop() ?? 1, this.#atom);
      } else if (!"*+?".includes(char)) this.#atom = 1;
      this.#put(char, 1);
    }
  }

  #put(text: string, read: number): void {
    this.#out += text;
    this.#at += read;
  }

  #escape(): void {
    const char = this.source[this.#at + 1] ?? "";
    const hex = /^\\x\{0*([0-9a-f]{1,2})\}/i.exec(this.source.slice(this.#at));
    this.#atom = 1;
    if (hex !== null) this.#put(`\\x${hex[1].padStart(2, "0")}`, hex[0].length);
    else if (/[1-9kQEpPCXRG]/.test(char)) this.#supported = false;
    else this.#put(ESCAPES.get(char) ?? "\\" + char, 2);
  }

  #group(): void {
    const rest = this.source.slice(this.#at);
    const comment = /^\(\?#[^)]*\)/.exec(rest) ?? /^\(\?[ims]+\)/.exec(rest);
    if (comment !== null) return this.#put("", comment[0].length);
    const named = /^\(\?P?<([A-Za-z_]\w*)>/.exec(rest);
    const opening = named ?? /^\(\?i?:/.exec(rest) ?? /^\((?!\?)/.exec(rest);
    if (opening === null) {
      this.#supported = false;
      return;
    }
    this.#open.push(this.#inside);
    this.#inside = 1;
    this.#put(named !== null || opening[0] === "(" ? "(" : "(?:", opening[0].length);
  }

  /**
   * `{n}`, `{n,}`, `{n,m}`; any other brace is a literal, except that `{~1}` is approximate
   * matching (TRE).
   */
  #repeat(): void {
    const rest = this.source.slice(this.#at);
    const count = /^\{(\d+)(?:,(\d*))?\}/.exec(rest);
    if (count === null) {
      this.#atom = 1;
      this.#supported = !/^\{[~+#<-]/.test(rest);
      return this.#put("\\{", 1);
    }
    const times = Math.max(Number(count[1]), Number(count[2] ?? 0), 1) * this.#atom;
    this.#inside = Math.max(this.#inside, times);
    this.#supported = times <= MAX_REPEAT;
    this.#put(count[0], count[0].length);
  }

  #bracket(): void {
    this.#atom = 1;
    let i = this.#at + 1;
    let out = "[";
    if (this.source[i] === "^") [out, i] = [out + "^", i + 1];
    // In POSIX and RE2, a bracket in first position is a literal.
    if (this.source[i] === "]") [out, i] = [out + "\\]", i + 1];
    for (; i < this.source.length && this.source[i] !== "]"; i++) {
      const named = /^\[:(\^?)([a-z]+):\]/.exec(this.source.slice(i, i + 14));
      if (named !== null) {
        const set = named[1] === "" ? POSIX.get(named[2]) : undefined;
        if (set === undefined) this.#supported = false;
        out += set ?? "";
        i += named[0].length - 1;
      } else if (this.source[i] === "\\") out += "\\" + (this.source[++i] ?? "");
      else out += this.source[i] === "[" ? "\\[" : this.source[i];
    }
    this.#put(out + (i < this.source.length ? "]" : ""), i + 1 - this.#at);
  }
}

/**
 * The longest run of characters that every match contains, lower case, or "". Groups are not
 * examined.
 */
function literalOf(regex: string): string {
  let longest = "";
  let run = "";
  let depth = 0;
  const close = () => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  for (let i = 0; i < regex.length; i++) {
    const char = regex[i];
    if (char === "[") i = endOfBracket(regex, i);
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    if (char === "|" && depth === 0) return "";
    if (char === "{") i = regex.indexOf("}", i);
    if ("*?{".includes(char)) run = run.slice(0, -1);
    const plain = char === "\\" ? /[.\-_]/.test(regex[i + 1] ?? "") : /[a-z0-9_-]/i.test(char);
    if (char === "\\") i += escapeLength(regex.slice(i, i + 6)) - 1;
    if (plain && depth === 0) run += regex[i].toLowerCase();
    else close();
  }
  close();
  return longest;
}

function endOfBracket(regex: string, from: number): number {
  for (let i = from + 1; i < regex.length; i++) {
    if (regex[i] === "\\") i++;
    else if (regex[i] === "]") return i;
  }
  return regex.length - 1;
}
