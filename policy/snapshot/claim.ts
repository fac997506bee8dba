/** Claims encoded as numbers, to build, compare and store sets. Equal numbers mean equal claims. */
import type { BlockedAnswer } from "../model/decision.ts";
import type { Coverage } from "../model/rule.ts";
import type { ListMatchFlags } from "./snapshot_parts.ts";

const EXACT = 1;
const BELOW = 2;
const ALLOW = 4;
const IMPORTANT = 8;
const ANSWER_SHIFT = 4;
const HASHED = 128;
const LIST_SHIFT = 8;
/**
 * Used in place of an answer for a name that a rule gives. `$badfilter` removes such a name but not
 * a hosts line (rule-syntax E3).
 */
const BY_RULE = 6 << ANSWER_SHIFT;
const ANSWERS: readonly (BlockedAnswer | undefined)[] = [
  undefined,
  "null",
  "nxdomain",
  "refused",
  "nodata",
  "drop",
];

/** Maximum number of lists in a snapshot: the number of a list has 20 bits. */
export const MAX_LISTS = 1 << 20;

/** The number of a claim. */
export function encodeClaim(
  list: number,
  covers: Coverage,
  allow: boolean,
  important: boolean,
  answer?: BlockedAnswer,
): number {
  const answerBits = answer === undefined ? 0 : ANSWERS.indexOf(answer) << ANSWER_SHIFT;
  const allowBit = allow ? ALLOW : 0;
  const importantBit = important ? IMPORTANT : 0;
  return list << LIST_SHIFT | answerBits | coversBits(covers) | allowBit | importantBit;
}

function coversBits(covers: Coverage): number {
  switch (covers) {
    case "exact":
      return EXACT;
    case "below":
      return BELOW;
    case "tree":
      return EXACT | BELOW;
  }
}

/**
 * The number of a claim of the form `|name^`: a block of the exact name that is not a hosts line.
 */
export function encodeRuleClaim(list: number, important: boolean): number {
  return encodeClaim(list, "exact", false, important) | BY_RULE;
}

/** The number of a claim on a hashed name: a block of the name and its subdomains. */
export function encodeHashedClaim(list: number): number {
  return encodeClaim(list, "tree", false, false) | HASHED;
}

/** The number of a claim that only records that a response policy zone has names below this one. */
export function encodeParentClaim(list: number): number {
  return list << LIST_SHIFT;
}

/** Whether a claim only records that a zone has names below. */
export function isParentClaim(code: number): boolean {
  return (code & (EXACT | BELOW)) === 0;
}

/** Decodes a claim. */
export function decodeClaim(code: number): ListMatchFlags {
  const answer = ANSWERS[code >> ANSWER_SHIFT & 7];
  return {
    list: code >>> LIST_SHIFT,
    exact: (code & EXACT) !== 0,
    below: (code & BELOW) !== 0,
    allow: (code & ALLOW) !== 0,
    important: (code & IMPORTANT) !== 0,
    ...((code & HASHED) !== 0 && { hashed: true as const }),
    ...(answer === undefined ? {} : { answer }),
  };
}

/** Encodes a claim given as an object. */
export function encodeMatchFlags(claim: ListMatchFlags): number {
  if (!claim.exact && !claim.below) return encodeParentClaim(claim.list);
  const exactCovers = claim.below ? "tree" : "exact";
  const covers = claim.exact ? exactCovers : "below";
  const code = encodeClaim(claim.list, covers, claim.allow, claim.important, claim.answer);
  return claim.hashed ? code | HASHED : code;
}

/** The list that makes the claim with this number. */
export function listOf(code: number): number {
  return code >>> LIST_SHIFT;
}

/** The same claim without the number of its list. */
export function withoutList(code: number): number {
  return code & (1 << LIST_SHIFT) - 1;
}

/** Whether two claims differ at most in the names that they cover, so that they can be merged. */
export function canMerge(a: number, b: number): boolean {
  return (a | EXACT | BELOW) === (b | EXACT | BELOW);
}
