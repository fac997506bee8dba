/** What labels look like: letters mapped to the ASCII letters that people take them for. */
import { CONFUSABLES } from "../catalogue/confusables.ts";
import { decodePunycode } from "./punycode.ts";

/** Letters without a shape of their own: marks, format characters, right-to-left overrides. */
const INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Where the letters after it are shown backwards, and where that ends. */
const OVERRIDE = 0x202e;
const END_OF_OVERRIDE = 0x202c;

/**
 * How a label reads in ASCII: NFKC, confusables, letters without their marks (A 7.5.2). Undefined if
 * a letter looks like nothing in ASCII.
 */
export function readLabel(codes: readonly number[]): string | undefined {
  const text = String.fromCodePoint(...codes);
  let out = "";
  for (const letter of text.normalize("NFKC").toLowerCase().normalize("NFKD")) {
    const code = letter.codePointAt(0)!;
    if (code < 0x80) out += letter;
    else {
      const reading = CONFUSABLES.get(code);
      if (reading !== undefined) out += reading;
      else if (!INVISIBLE.test(letter)) return undefined;
    }
  }
  return out;
}

/**
 * The letters in the order in which they are shown, if a right-to-left override reverses a part of
 * them; undefined otherwise.
 */
export function shownOrder(codes: readonly number[]): readonly number[] | undefined {
  const from = codes.indexOf(OVERRIDE);
  if (from < 0) return undefined;
  const end = codes.indexOf(END_OF_OVERRIDE, from);
  const to = end < 0 ? codes.length : end;
  return [...codes.slice(0, from), ...codes.slice(from, to).reverse(), ...codes.slice(to)];
}

/**
 * The form that ASCII labels share if they look alike: 1, i and l; 0 and o; 5 and s; 3 and e; rn and
 * m; vv and w (A 7.5.3).
 */
export function shapeOf(label: string): string {
  return label
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replace(/[1i|053]/g, (letter) => SHAPES[letter]);
}

/** Whether the first labels of two names, lower case, look alike. */
export function looksAlike(name: string, other: string): boolean {
  return shapeOfName(name) === shapeOfName(other);
}

function shapeOfName(name: string): string {
  const label = name.slice(0, name.indexOf("."));
  const codes = label.startsWith("xn--") ? decodePunycode(label.slice(4)) : undefined;
  const reading = codes === undefined ? undefined : readLabel(codes);
  return shapeOf(reading ?? label);
}

const SHAPES: Readonly<Record<string, string>> = {
  1: "l",
  i: "l",
  "|": "l",
  0: "o",
  5: "s",
  3: "e",
};
