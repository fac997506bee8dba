/**
 * Combines all rewrites that match a name into one answer (`$dnsrewrite`, RPZ local data:
 * rule-syntax E4).
 */
import type { Rewrite } from "../model/decision.ts";
import { equalNames, MAX_NAME_BYTES, type WireName } from "../model/name.ts";
import type { ListRule } from "../snapshot/snapshot_parts.ts";

const SERVFAIL = 2;

/** The effective rewrite and its rule. */
export interface CombinedRewrite {
  readonly to: Rewrite;
  readonly rule: ListRule;
}

/**
 * Combines rewrites, or returns undefined if none applies. Cancelled rewrites are removed. A CNAME
 * then takes precedence, then the first error code; otherwise all records are merged. A rewrite of
 * the name to itself leaves it unchanged.
 */
export function combineRewrites(
  rules: readonly ListRule[],
  name: WireName,
): CombinedRewrite | undefined {
  const cancels = rules.filter((rule) => rule.effect.do === "cancel-rewrite");
  const held: CombinedRewrite[] = [];
  for (const rule of rules) {
    if (rule.effect.do !== "rewrite") continue;
    const to = rule.effect.to;
    if (!cancels.some((cancel) => isCancelled(rule, to, cancel))) held.push({ to, rule });
  }
  if (held.length === 0) return undefined;
  const important = held.filter(({ rule }) => rule.important);
  const candidates = important.length > 0 ? important : held;
  const alias = candidates.find(({ to }) => to.cname !== undefined);
  if (alias !== undefined) {
    const to = atWildcard(alias.to, name);
    return to.cname !== undefined && equalNames(to.cname, name)
      ? undefined
      : { to, rule: alias.rule };
  }
  const error = candidates.find(({ to }) => to.rcode !== 0);
  if (error !== undefined) return error;
  if (candidates.length === 1) return candidates[0];
  return {
    to: { rcode: 0, records: candidates.flatMap(({ to }) => to.records) },
    rule: candidates[0].rule,
  };
}

/**
 * Replaces the star of a target such as `*.garden` with the name (rule-syntax E9). A result longer
 * than 255 bytes becomes SERVFAIL, since no response can contain it (RFC 1035 2.3.4).
 */
function atWildcard(to: Rewrite, name: WireName): Rewrite {
  const cname = to.cname!;
  if (cname[0] !== 1 || cname[1] !== 0x2a) return to;
  const front = Math.max(0, name.length - 1);
  if (front + cname.length - 2 > MAX_NAME_BYTES) return { rcode: SERVFAIL, records: [] };
  const joined = new Uint8Array(front + cname.length - 2);
  joined.set(name.subarray(0, front));
  joined.set(cname.subarray(2), front);
  return { ...to, cname: joined };
}

/** Only an important exception cancels an important rewrite. */
function isCancelled(rule: ListRule, to: Rewrite, cancel: ListRule): boolean {
  if (cancel.effect.do !== "cancel-rewrite" || (rule.important && !cancel.important)) return false;
  return cancel.effect.to === undefined || sameRewrite(to, cancel.effect.to);
}

function sameRewrite(a: Rewrite, b: Rewrite): boolean {
  if (a.rcode !== b.rcode || a.records.length !== b.records.length) return false;
  if ((a.cname === undefined) !== (b.cname === undefined)) return false;
  if (a.cname !== undefined && !equalNames(a.cname, b.cname!)) return false;
  return a.records.every((record, i) => {
    const other = b.records[i];
    return record.type === other.type && equalNames(record.rdata, other.rdata);
  });
}
