/** Names that programs of attackers draw, as known families do, for the detection of bursts. */
import { seeded, text } from "./tunnel_traffic.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const CONSONANTS = "bcdfghjklmnpqrstvwxz";
const VOWELS = "aeiouy";
const WORDS =
  ("above action answer apple begin believe bright broken brother careful children clean " +
    "company corner create dance danger decide degree difference drive evening family father " +
    "follow forest garden gather glass heaven history increase journey kitchen leader letter " +
    "machine market member morning nature number object orange people picture present pretty " +
    "question rather reason remember return school season simple spring stream summer thought " +
    "through together travel trouble until village weather winter window").split(" ");

/** A way of drawing names. */
export interface NameMaker {
  readonly kind: string;
  readonly make: (random: () => number) => string;
}

const whole = (random: () => number, from: number, to: number) =>
  from + Math.floor(random() * (to - from + 1));
const pick = (random: () => number, from: readonly string[]) =>
  from[Math.floor(random() * from.length)];

/** The kinds, with the families that draw like this. */
export const NAME_MAKERS: readonly NameMaker[] = [
  {
    kind: "8 to 11 letters (Conficker)",
    make: (r) => `${text(r, LETTERS, whole(r, 8, 11))}.${pick(r, ["com", "net", "org", "info"])}`,
  },
  {
    kind: "12 to 15 letters (CryptoLocker)",
    make: (r) => `${text(r, LETTERS.slice(0, 25), whole(r, 12, 15))}.${pick(r, ["com", "ru"])}`,
  },
  {
    kind: "16 letters and digits (GameOver Zeus)",
    make: (r) => `${text(r, `${LETTERS}0123456789`, 16)}.${pick(r, ["com", "biz"])}`,
  },
  {
    kind: "12 hexadecimal digits (Bamital)",
    make: (r) => `${text(r, "0123456789abcdef", 12)}.com`,
  },
  { kind: "6 letters", make: (r) => `${text(r, LETTERS, 6)}.com` },
  {
    kind: "syllables (Simda)",
    make: (r) =>
      `${
        Array.from({ length: 5 }, () => text(r, CONSONANTS, 1) + text(r, VOWELS, 1)).join("")
      }.com`,
  },
  { kind: "two words (Suppobox)", make: (r) => `${pick(r, WORDS)}${pick(r, WORDS)}.net` },
];

/** Names of a kind, always the same for a seed. */
export function drawNames({ make }: NameMaker, count: number, seed: number): string[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => make(random));
}
