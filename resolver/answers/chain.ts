/** Chains of CNAMEs that the box makes: rewrites that lead to rewrites, and to local names (A 7.6.9). */
import type { Verdict } from "../../policy/model/decision.ts";
import { sameName } from "../../policy/model/name.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import { RCODE } from "../wire/codes.ts";
import type { MadeAnswer } from "./made.ts";
import { rewriteAnswer } from "./rewrite.ts";

/** Rewrites that are followed one after the other. */
const LONGEST_CHAIN = 8;

/** A made answer with the rewrite of the name that it leads to; undefined when that would lead in a circle, or too far. */
export function nextOf(
  { records, resolve }: MadeAnswer,
  { to }: Extract<Verdict, { do: "rewrite" }>,
  type: number,
  { settings }: Snapshot,
): MadeAnswer | undefined {
  const next = rewriteAnswer(to, resolve!, type, settings.blockedTtl);
  const end = next.resolve;
  const circle = end !== undefined && records.some(({ owner }) => sameName(owner, end));
  return circle || records.length >= LONGEST_CHAIN
    ? undefined
    : { ...next, records: [...records, ...next.records] };
}

/** A chain of CNAMEs that goes on in local names; one that comes back to where it was, or does not end, is a failure. */
export function joined({ records, authoritative }: MadeAnswer, local: MadeAnswer): MadeAnswer {
  const end = local.resolve;
  const circle = end !== undefined && records.some(({ owner }) => sameName(owner, end));
  if (circle || records.length >= LONGEST_CHAIN) {
    return { rcode: RCODE.SERVFAIL, records: [], authoritative };
  }
  return {
    ...local,
    records: [...records, ...local.records],
    authoritative: authoritative && local.authoritative,
  };
}
