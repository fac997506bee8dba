/**
 * `deno run -A packaging/confusables.ts`: writes the letters that look like ASCII letters and
 * digits (UTS #39) to policy/catalogue/confusables.ts. Run it when unhomoglyph has a newer version.
 */
import data from "unhomoglyph/data.json" with { type: "json" };

/**
 * Pairs that UTS #39 lacks or reads otherwise, because it compares upper case too: the palochka
 * (U+04CF) and small letters of Cyrillic and Greek in common typefaces.
 */
const OWN: Readonly<Record<string, string>> = {
  "\u0262": "g",
  "\u029f": "l",
  "\u04cf": "l",
  "\u043a": "k",
  "\u043c": "m",
  "\u0442": "t",
  "\u0432": "b",
  "\u043d": "h",
  "\u043f": "n",
  "\u03ba": "k",
  "\u03c4": "t",
  "\u03b5": "e",
  "\u03c9": "w",
  "\u03c5": "u",
  "\u00df": "ss",
};

/** The content of the file. */
export function confusablesModule(): string {
  const readings = new Map<string, string>();
  for (const [from, to] of [...Object.entries(data), ...Object.entries(OWN)]) {
    // Other characters are decomposed, or replaced by NFKC, before the table is used.
    if ([...from].length !== 1 || from.codePointAt(0)! < 0x80) continue;
    if (from.normalize("NFKD") !== from || from.toLowerCase() !== from) continue;
    const ascii = to.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    if (/^[a-z0-9-]+$/.test(ascii)) readings.set(from, ascii);
  }
  const byReading = Map.groupBy(readings, ([, ascii]) => ascii);
  const lines = [...byReading].sort(([a], [b]) => a < b ? -1 : 1).map(([ascii, pairs]) => {
    const codes = pairs.map(([from]) => from.codePointAt(0)!).sort((a, b) => a - b);
    return wrapped(`${ascii}: ${codes.map((code) => code.toString(16)).join(" ")}`);
  });
  return `${HEAD}${lines.join("\n")}\n\`;\n${TAIL}`;
}

const HEAD = `/**
 * Letters that look like ASCII letters and digits, after NFKD and without marks, by what they look
 * like (UTS #39, data of Unicode, licence Unicode-3.0). Written by packaging/confusables.ts.
 */
const READINGS = \`
`;

const TAIL = `
/** What a code point looks like, in ASCII; absent = like nothing in ASCII. */
export const CONFUSABLES: ReadonlyMap<number, string> = new Map(
  READINGS.trim().split(/\\n(?! )/).flatMap((line) => {
    const [reading, codes] = line.split(": ");
    return codes.split(/\\s+/).map((code): [number, string] => [parseInt(code, 16), reading]);
  }),
);
`;

/** The line with breaks before 100 characters; further lines are indented. */
function wrapped(line: string): string {
  let out = "";
  let width = 0;
  for (const word of line.split(" ")) {
    if (width + 1 + word.length > 98) {
      out += "\n ";
      width = 1;
    }
    out += `${out === "" ? "" : " "}${word}`.replace("\n  ", "\n ");
    width += word.length + 1;
  }
  return out;
}

if (import.meta.main) {
  const file = new URL("../policy/catalogue/confusables.ts", import.meta.url);
  await Deno.writeTextFile(file, confusablesModule());
}
