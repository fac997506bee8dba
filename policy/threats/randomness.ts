/**
 * Whether a label looks like random letters, as malware generates them to find its server under
 * many names. Pairs of letters are compared with those of known names.
 */
import { POPULAR_NAMES } from "../catalogue/popular_names.ts";
import { SCHOOL_SITES } from "../catalogue/school_sites.ts";
import { SERVICES } from "../catalogue/services.ts";
import { LIMITS } from "../limits.ts";

const { letters: FEWEST_LETTERS } = LIMITS.randomBursts;
/** Letters and the place between words. */
const SYMBOLS = 27;
const BETWEEN = 26;
/** Bits of a pair of letters, on average, from which a label looks drawn. */
const RANDOM_BITS = 5;
/** Bits that a digit between two letters adds: names of people and companies have few. */
const DIGIT_BITS = 7.5;

/** Bits of each pair of letters, learned at the first use. */
let bits: Float32Array | undefined;

/** Whether a label, lower-case ASCII, looks random. International labels and numbers never do. */
export function looksRandom(label: string): boolean {
  if (label.length < FEWEST_LETTERS || label.startsWith("xn--")) return false;
  return randomBits(label) >= RANDOM_BITS && !/^[\d-]+$/.test(label);
}

/** Bits of information for each letter of a label, on average. */
function randomBits(label: string): number {
  const table = bits ??= learn();
  let sum = 0;
  let pairs = 0;
  let before = BETWEEN;
  for (let i = 0; i < label.length; i++) {
    const symbol = symbolOf(label.charCodeAt(i));
    const isDigit = symbol === BETWEEN && label[i] !== "-";
    if (isDigit && i > 0 && i + 1 < label.length) {
      sum += DIGIT_BITS;
      pairs++;
    }
    if (symbol !== BETWEEN || before !== BETWEEN) {
      sum += table[before * SYMBOLS + symbol];
      pairs++;
    }
    before = symbol;
  }
  return pairs === 0 ? 0 : sum / pairs;
}

function symbolOf(code: number): number {
  return code >= 0x61 && code <= 0x7a ? code - 0x61 : BETWEEN;
}

/** Counts pairs of letters in the labels of known names. */
function learn(): Float32Array {
  const counts = new Float64Array(SYMBOLS * SYMBOLS).fill(0.5);
  const names = [
    ...POPULAR_NAMES,
    ...SERVICES.flatMap(({ domains }) => domains),
    ...Object.values(SCHOOL_SITES).flatMap(({ names }) => names),
  ];
  for (const label of new Set(names.flatMap((name) => name.split(".").slice(0, -1)))) {
    let before = BETWEEN;
    for (const letter of `${label} `) {
      const symbol = symbolOf(letter.charCodeAt(0));
      counts[before * SYMBOLS + symbol]++;
      before = symbol;
    }
  }
  return toBits(counts);
}

function toBits(counts: Float64Array): Float32Array {
  const table = new Float32Array(counts.length);
  for (let from = 0; from < SYMBOLS; from++) {
    const row = counts.subarray(from * SYMBOLS, (from + 1) * SYMBOLS);
    const total = row.reduce((sum, count) => sum + count, 0);
    row.forEach((count, to) => table[from * SYMBOLS + to] = -Math.log2(count / total));
  }
  return table;
}
