/** Claims as numbers: how sets are built, compared and stored. Two equal numbers are the same claim. */
import type { BlockedAnswer } from "../model/decision.ts";
import type { Covers } from "../model/rule.ts";
import type { Claim } from "./snapshot.ts";

const EXACT = 1, BELOW = 2, ALLOW = 4, IMPORTANT = 8;
const ANSWER_SHIFT = 4, HASHED = 128, LIST_SHIFT = 8;
/** In the place of an answer, on a name that a rule gives, which `$badfilter` removes; a hosts line stays (rule-syntax E3). */
const BY_RULE = 6 << ANSWER_SHIFT;
const ANSWERS: readonly (BlockedAnswer | undefined)[] = [
  undefined,
  "null",
  "nxdomain",
  "refused",
  "nodata",
  "drop",
];

/** Lists that a snapshot may hold: the number of a list has 20 bits. */
export const MAX_LISTS = 1 << 20;

/** The number of a claim. */
export function claimCode(
  list: number,
  covers: Covers,
  allow: boolean,
  important: boolean,
  answer?: BlockedAnswer,
): number {
  const where = covers === "exact" ? EXACT : covers === "below" ? BELOW : EXACT | BELOW;
  return list << LIST_SHIFT | (answer === undefined ? 0 : ANSWERS.indexOf(answer) << ANSWER_SHIFT) |
    where | (allow ? ALLOW : 0) | (important ? IMPORTANT : 0);
}

/** The number of a claim of the form `|name^`: a block of the very name that is no hosts line. */
export function ruledClaimCode(list: number, important: boolean): number {
  return claimCode(list, "exact", false, important) | BY_RULE;
}

/** The number of a claim on a name that a list gives as a hash: a block of it with all below it. */
export function hashedClaimCode(list: number): number {
  return claimCode(list, "tree", false, false) | HASHED;
}

/** The claim behind a number. */
export function claimOf(code: number): Claim {
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

/** The number of a claim given as an object. */
export function codeOf(claim: Claim): number {
  const covers = claim.exact ? (claim.below ? "tree" : "exact") : "below";
  const code = claimCode(claim.list, covers, claim.allow, claim.important, claim.answer);
  return claim.hashed ? code | HASHED : code;
}

/** The list that makes the claim with this number. */
export function listOf(code: number): number {
  return code >>> LIST_SHIFT;
}

/** The same claim with nothing said of which list makes it. */
export function withoutList(code: number): number {
  return code & (1 << LIST_SHIFT) - 1;
}

/** Whether two claims differ at most in which names they cover, so that they make one. */
export function joins(a: number, b: number): boolean {
  return (a | EXACT | BELOW) === (b | EXACT | BELOW);
}
