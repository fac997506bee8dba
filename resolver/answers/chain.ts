/**
 * CNAME chains that the box creates: rewrites that lead to other rewrites and to local names (A
 * 7.6.9).
 */
import type { Verdict } from "../../policy/model/decision.ts";
import { equalNames } from "../../policy/model/name.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import { RCODE } from "../wire/codes.ts";
import type { SyntheticAnswer } from "./synthetic_answer.ts";
import { createRewriteAnswer } from "./rewrite.ts";

/** Maximum number of rewrites in a chain. */
const LONGEST_CHAIN = 8;

/**
 * The answer extended by the rewrite of its target; undefined when the chain would loop or become
 * too long.
 */
export function followRewrite(
  { records, resolve }: SyntheticAnswer,
  { to }: Extract<Verdict, { do: "rewrite" }>,
  type: number,
  { settings }: Snapshot,
): SyntheticAnswer | undefined {
  const next = createRewriteAnswer(to, resolve!, type, settings.blockedTtl);
  const end = next.resolve;
  const circle = end !== undefined && records.some(({ owner }) => equalNames(owner, end));
  return circle || records.length >= LONGEST_CHAIN
    ? undefined
    : { ...next, records: [...records, ...next.records] };
}

/**
 * A CNAME chain that continues with local records. A chain that loops or is too long fails with
 * SERVFAIL.
 */
export function joinChain(
  { records, authoritative }: SyntheticAnswer,
  local: SyntheticAnswer,
): SyntheticAnswer {
  const end = local.resolve;
  const circle = end !== undefined && records.some(({ owner }) => equalNames(owner, end));
  if (circle || records.length >= LONGEST_CHAIN) {
    return { rcode: RCODE.SERVFAIL, records: [], authoritative };
  }
  return {
    ...local,
    records: [...records, ...local.records],
    authoritative: authoritative && local.authoritative,
  };
}
