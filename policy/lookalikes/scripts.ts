/**
 * The alphabets of letters, and whether a label mixes such as are never written together: the
 * "highly restrictive" level of UTS #39. One alphabet is accepted, and Latin with Japanese, Chinese
 * or Korean (A 7.5.2).
 */

/** Alphabets of UAX #24; letters of others count as one more. */
const SCRIPTS: readonly string[] = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Syriac",
  "Thaana",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Thai",
  "Lao",
  "Tibetan",
  "Myanmar",
  "Georgian",
  "Ethiopic",
  "Cherokee",
  "Khmer",
];
const PATTERNS = SCRIPTS.map((name) => new RegExp(`\\p{scx=${name}}`, "u"));
const ANY = /[\p{scx=Common}\p{scx=Inherited}]/u;
const HAN = /\p{scx=Han}/u;
const KANA = /[\p{scx=Hiragana}\p{scx=Katakana}]/u;
const BOPOMOFO = /\p{scx=Bopomofo}/u;
const HANGUL = /\p{scx=Hangul}/u;

const LATIN = 1;
const OTHER = 1 << SCRIPTS.length;
const CHINESE = 1 << SCRIPTS.length + 1;
const JAPANESE = 1 << SCRIPTS.length + 2;
const KOREAN = 1 << SCRIPTS.length + 3;
const EAST_ASIAN = CHINESE | JAPANESE | KOREAN;
const ALL = -1;

/** The sets of letters met so far. */
const known = new Map<number, number>();
const MOST_KNOWN = 4096;

/** Whether the code points of a label mix alphabets. */
export function mixesAlphabets(codes: readonly number[]): boolean {
  let all = ALL;
  let others = ALL;
  for (const code of codes) {
    const set = scriptsOf(code);
    all &= set;
    if ((set & LATIN) === 0) others &= set;
  }
  return all === 0 && (others & EAST_ASIAN) === 0;
}

/** The alphabets that use a letter, as bits. */
function scriptsOf(code: number): number {
  if (code < 0x80) return code >= 0x61 && code <= 0x7a ? LATIN : ALL;
  let set = known.get(code);
  if (set === undefined) {
    set = readScripts(String.fromCodePoint(code));
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(code, set);
  }
  return set;
}

function readScripts(letter: string): number {
  if (ANY.test(letter)) return ALL;
  let set = 0;
  PATTERNS.forEach((pattern, bit) => {
    if (pattern.test(letter)) set |= 1 << bit;
  });
  if (HAN.test(letter)) set |= EAST_ASIAN;
  if (KANA.test(letter)) set |= JAPANESE;
  if (BOPOMOFO.test(letter)) set |= CHINESE;
  if (HANGUL.test(letter)) set |= KOREAN;
  return set === 0 ? OTHER : set;
}
