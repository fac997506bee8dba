/**
 * `deno run -A tests/bench/lookalikes.ts [FILE…]`: what the check for look-alike names catches and
 * what it stops wrongly, as the table of docs/benchmarks.md. Files hold further real names, one a
 * line.
 */
import { domainToASCII } from "node:url";
import { HEALING_NAMES } from "../../policy/catalogue/healing.ts";
import { TRAP_WORDS } from "../../policy/catalogue/lookalike_words.ts";
import { POPULAR_NAMES } from "../../policy/catalogue/popular_names.ts";
import { PROTECTED_NAMES } from "../../policy/catalogue/protected_names.ts";
import { SCHOOL_SITES } from "../../policy/catalogue/school_sites.ts";
import { SERVICES } from "../../policy/catalogue/services.ts";
import { LookalikeIndex, type LookalikeKind } from "../../policy/lookalikes/index.ts";
import { nameFromText } from "../../policy/model/name.ts";

/** A look-alike that a rule made, and the name that it was made from. */
export interface MadeLookalike {
  readonly name: string;
  readonly from: string;
}

/** What was found among some names. */
export interface Detection {
  readonly names: number;
  readonly found: number;
  /** The names that were not found, or were found wrongly. */
  readonly wrong: readonly string[];
}

/** The index of a box that has not seen a query yet. */
export const INDEX: LookalikeIndex = new LookalikeIndex({ visited: [], allowed: [] });

/** Letters of other alphabets that look like Latin ones, as attackers use them. */
const CYRILLIC: Readonly<Record<string, string>> = {
  a: "а",
  c: "с",
  d: "ԁ",
  e: "е",
  h: "һ",
  i: "і",
  j: "ј",
  l: "ӏ",
  o: "о",
  p: "р",
  q: "ԛ",
  s: "ѕ",
  w: "ԝ",
  x: "х",
  y: "у",
};
const GREEK: Readonly<Record<string, string>> = { a: "α", o: "ο", v: "ν", k: "κ", t: "τ", u: "υ" };
const MARKED: Readonly<Record<string, string>> = {
  a: "á",
  c: "ç",
  e: "ė",
  g: "ğ",
  i: "ı",
  l: "ł",
  n: "ñ",
  o: "ọ",
  s: "ş",
  u: "ū",
  y: "ỵ",
};
/** Neighbours on a keyboard. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  a: "s",
  b: "n",
  c: "v",
  d: "f",
  e: "r",
  g: "h",
  i: "u",
  k: "j",
  l: "k",
  m: "n",
  n: "m",
  o: "i",
  p: "o",
  r: "t",
  s: "d",
  t: "y",
  u: "y",
};
const SHAPES: readonly (readonly [string, string])[] = [
  ["l", "1"],
  ["o", "0"],
  ["i", "1"],
  ["s", "5"],
  ["e", "3"],
  ["m", "rn"],
  ["w", "vv"],
];
const ENDINGS = ["com", "net", "xyz"];

/** Look-alikes of all protected names, by kind. */
export function makeLookalikes(): Readonly<Record<LookalikeKind, readonly MadeLookalike[]>> {
  const own = new Set(PROTECTED_NAMES.flatMap(({ domains }) => domains));
  const labels = new Set([...own].map((domain) => domain.split(".")[0]));
  const made = { homograph: [], typosquat: [], brandsub: [], combosquat: [] } as Record<
    LookalikeKind,
    MadeLookalike[]
  >;
  PROTECTED_NAMES.forEach(({ name: from }, number) => {
    const [label] = from.split(".");
    const ending = from.slice(label.length + 1);
    const word = TRAP_WORDS[number * 7 % TRAP_WORDS.length];
    const add = (kind: LookalikeKind, name: string) => {
      const ascii = domainToASCII(name);
      if (ascii !== "" && !own.has(ascii)) made[kind].push({ name: ascii, from });
    };
    for (const text of homographsOf(label)) add("homograph", `${text}.${ENDINGS[number % 3]}`);
    for (const text of typosOf(label, number)) {
      if (!labels.has(text)) add("typosquat", `${text}.${number % 2 === 0 ? ending : "com"}`);
    }
    add("brandsub", `${from}.${word}-${number}.net`);
    add("brandsub", `www.${from}.id${number}.example-host.com`);
    for (const text of [`${label}-${word}`, `${word}-${label}24`, `${label}${word}`]) {
      add("combosquat", `${text}.${ENDINGS[number % 3]}`);
    }
  });
  return made;
}

function homographsOf(label: string): string[] {
  const letters = [...label];
  const replaced = (table: Readonly<Record<string, string>>, most: number) => {
    let left = most;
    return letters.map((letter) =>
      table[letter] !== undefined && left-- > 0 ? table[letter] : letter
    )
      .join("");
  };
  const whole = letters.every((letter) => CYRILLIC[letter] !== undefined);
  return [
    replaced(CYRILLIC, 1),
    replaced(GREEK, 1),
    replaced(MARKED, 1),
    replaced(MARKED, 2),
    ...(whole ? [replaced(CYRILLIC, Infinity)] : []),
  ].filter((text) => text !== label);
}

function typosOf(label: string, number: number): string[] {
  const shapes = label.length < 5
    ? []
    : SHAPES.flatMap(([from, to]) => label.includes(from) ? [label.replace(from, to)] : []);
  if (label.length < 6 || label.includes("-")) return shapes;
  const at = 1 + number % (label.length - 2);
  const edits = [
    label.slice(0, at) + label.slice(at + 1),
    label.slice(0, at) + label[at] + label.slice(at),
    label.slice(0, at) + (NEIGHBOURS[label[at]] ?? "x") + label.slice(at + 1),
    label.slice(0, at) + label[at + 1] + label[at] + label.slice(at + 2),
  ];
  return [...shapes, ...edits.filter((text) => text !== label)];
}

/** How many of these look-alikes are found as imitations of the name that they were made from. */
export function countCaught(made: readonly MadeLookalike[]): Detection {
  // Two services may share a label, such as laposte.fr and laposte.net.
  const labelOf = (name: string) => name.split(".")[0];
  const wrong = made.filter(({ name, from }) =>
    labelOf(INDEX.find(nameFromText(name)!)?.imitates ?? "") !== labelOf(from)
  );
  return {
    names: made.length,
    found: made.length - wrong.length,
    wrong: wrong.map(({ name, from }) => `${name} ${from}`),
  };
}

/** Real names that the project has: popular ones, services, schools, updates. */
export function realNames(): readonly string[] {
  const names = [
    ...POPULAR_NAMES,
    ...SERVICES.flatMap(({ domains }) => domains),
    ...Object.values(SCHOOL_SITES).flatMap(({ names }) => names),
    ...HEALING_NAMES,
  ];
  return [...new Set(names)].flatMap((name) => [name, `www.${name}`]);
}

/** What is blocked among real names whatever their age, and what is reported. */
export function countWrong(names: readonly string[]): {
  readonly blocked: Detection;
  readonly reported: Detection;
} {
  const found = names.flatMap((name) => {
    const wire = nameFromText(name);
    const lookalike = wire === undefined ? undefined : INDEX.find(wire);
    return lookalike === undefined ? [] : [{ name, ...lookalike }];
  });
  const count = (kinds: readonly LookalikeKind[]): Detection => {
    const wrong = found.filter(({ kind }) => kinds.includes(kind));
    const texts = wrong.map(({ name, imitates }) => `${name} ${imitates}`);
    return { names: names.length, found: wrong.length, wrong: texts };
  };
  return { blocked: count(["homograph"]), reported: count(["typosquat", "brandsub"]) };
}

const DICTIONARIES = [
  "american-english",
  "french",
  "spanish",
  "ngerman",
  "dutch",
  "italian",
  "portuguese",
];

/** The word lists of Debian that are installed here, by language. */
export function dictionaryFiles(): readonly string[] {
  return DICTIONARIES.map((name) => `/usr/share/dict/${name}`).filter((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/** Number of word lists that a complete sample needs. */
export const ALL_DICTIONARIES: number = DICTIONARIES.length;

/** All words with marks of the word lists, as international names. */
export function markedWords(): readonly string[] {
  return dictionaryFiles().flatMap((path) =>
    Deno.readTextFileSync(path).split("\n")
      .filter((word) => /[^\0-\x7f]/.test(word))
      .map((word) => domainToASCII(word.normalize("NFC").toLowerCase()))
      .filter((word) => /^xn--[a-z0-9-]+$/.test(word))
      .map((word) => `${word}.com`)
  );
}

function rowOf(what: string, { names, found, wrong }: Detection, isWrong: boolean): string {
  const share = names === 0 ? "" : `${(found / names * 100).toFixed(isWrong ? 3 : 1)} %`;
  if (wrong.length > 0) console.error(`${what}: ${wrong.slice(0, 60).join(", ")}`);
  return `| ${what} | ${names.toLocaleString("en")} | ${found.toLocaleString("en")} | ${share} |`;
}

if (import.meta.main) {
  const rows = Object.entries(makeLookalikes()).map(([kind, made]) =>
    rowOf(`caught: ${kind}`, countCaught(made), false)
  );
  const files = await Promise.all(Deno.args.map((path) => Deno.readTextFile(path)));
  const given = files.flatMap((text) =>
    text.toLowerCase().split(/\s+/).filter((name) => name !== "")
  );
  for (const [what, names] of [["real names", realNames()], ["given names", given]] as const) {
    const { blocked, reported } = countWrong(names);
    rows.push(rowOf(`${what}, blocked`, blocked, true), rowOf(`${what}, reported`, reported, true));
  }
  const words = markedWords();
  rows.push(rowOf("words with marks, blocked", countWrong(words).blocked, true));
  console.log(`| | names | found | share |\n|---|---:|---:|---:|\n${rows.join("\n")}`);
}
