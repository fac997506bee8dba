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
const LIST_MASK = (1 << 17) - 1;
/** Some `$badfilter` removes the claim, so it must stay apart from others of its list. */
const CANCELLABLE = 1 << 25;
/** The claim is a `$badfilter`. The highest bit, so that it follows all claims of a name. */
const CANCELS = 1 << 26;
/**
 * Used in place of an answer for a name that a rule gives. `$badfilter` removes such a name but not
 * a hosts line (rule-syntax E3).
 */
const BY_RULE_ANSWER = 6;
const BY_RULE = BY_RULE_ANSWER << ANSWER_SHIFT;
const ANSWERS: readonly (BlockedAnswer | undefined)[] = [
  undefined,
  "null",
  "nxdomain",
  "refused",
  "nodata",
  "drop",
];

/** Maximum number of lists in a snapshot: the number of a list has 17 bits. */
export const MAX_LISTS: number = LIST_MASK + 1;

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

/** The same claim, marked as one that some `$badfilter` removes. */
export function asCancellable(code: number): number {
  return code | CANCELLABLE;
}

/** The number of a `$badfilter` of a list for claims equal to `form` (`withoutList`). */
export function encodeCancel(list: number, form: number): number {
  return CANCELS | list << LIST_SHIFT | form;
}

/** Whether `$badfilter` of one of the lists that apply removes a claim of this set. */
export function isCancelled(
  claim: ListMatchFlags,
  set: readonly ListMatchFlags[],
  applies: Uint8Array,
): boolean {
  if (claim.cancellable !== true) return false;
  const form = withoutList(encodeMatchFlags(claim));
  return set.some((other) =>
    other.cancels === true && applies[other.list] === 1 &&
    withoutList(encodeMatchFlags(other)) === form
  );
}

/** Whether a claim only records that a zone has names below. */
export function isParentClaim(code: number): boolean {
  return (code & (EXACT | BELOW)) === 0;
}

/** Decodes a claim. */
export function decodeClaim(code: number): ListMatchFlags {
  const answerBits = code >> ANSWER_SHIFT & 7;
  const answer = ANSWERS[answerBits];
  return {
    list: listOf(code),
    exact: (code & EXACT) !== 0,
    below: (code & BELOW) !== 0,
    allow: (code & ALLOW) !== 0,
    important: (code & IMPORTANT) !== 0,
    ...((code & HASHED) !== 0 && { hashed: true as const }),
    ...(answer === undefined ? {} : { answer }),
    ...(answerBits === BY_RULE_ANSWER && { byRule: true as const }),
    ...((code & CANCELLABLE) !== 0 && { cancellable: true as const }),
    ...((code & CANCELS) !== 0 && { cancels: true as const }),
  };
}

/** Encodes a claim given as an object. */
export function encodeMatchFlags(claim: ListMatchFlags): number {
  if (!claim.exact && !claim.below) return encodeParentClaim(claim.list);
  const exactCovers = claim.below ? "tree" : "exact";
  const covers = claim.exact ? exactCovers : "below";
  let code = encodeClaim(claim.list, covers, claim.allow, claim.important, claim.answer);
  if (claim.hashed) code |= HASHED;
  if (claim.byRule) code |= BY_RULE;
  if (claim.cancellable) code |= CANCELLABLE;
  if (claim.cancels) code |= CANCELS;
  return code;
}

/** The list that makes the claim with this number. */
export function listOf(code: number): number {
  return code >>> LIST_SHIFT & LIST_MASK;
}

/** The same claim without the number of its list. */
export function withoutList(code: number): number {
  return code & (1 << LIST_SHIFT) - 1;
}

/** Whether two claims differ at most in the names that they cover, so that they can be merged. */
export function canMerge(a: number, b: number): boolean {
  if (((a | b) & (CANCELLABLE | CANCELS)) !== 0) return false;
  return (a | EXACT | BELOW) === (b | EXACT | BELOW);
}
