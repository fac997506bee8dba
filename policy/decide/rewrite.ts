/** Makes one answer of all the rewrites that match a name (`$dnsrewrite`, RPZ local data: rule-syntax E4). */
import type { Rewrite } from "../model/decision.ts";
import { MAX_NAME_OCTETS, sameName, type WireName } from "../model/name.ts";
import type { ListRule } from "../snapshot/snapshot.ts";

const SERVFAIL = 2;

/** The rewrite that holds and the rule it comes from; undefined when none does. */
export interface Combined {
  readonly to: Rewrite;
  readonly rule: ListRule;
}

/**
 * Cancelled rewrites fall away; then another name wins alone, else the first code that is an error, else all records are put
 * together. A rewrite of the name to itself means that it is left alone.
 */
export function combineRewrites(rules: readonly ListRule[], name: WireName): Combined | undefined {
  const cancels = rules.filter((rule) => rule.effect.do === "cancel-rewrite");
  const held: Combined[] = [];
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
    return to.cname !== undefined && sameName(to.cname, name)
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
 * The rewrite with the name in the place of the star of `*.garden` (rule-syntax E9); a name that grows beyond 255 octets
 * is SERVFAIL, since no answer can hold it (RFC 1035 2.3.4).
 */
function atWildcard(to: Rewrite, name: WireName): Rewrite {
  const cname = to.cname!;
  if (cname[0] !== 1 || cname[1] !== 0x2a) return to;
  const front = Math.max(0, name.length - 1);
  if (front + cname.length - 2 > MAX_NAME_OCTETS) return { rcode: SERVFAIL, records: [] };
  const joined = new Uint8Array(front + cname.length - 2);
  joined.set(name.subarray(0, front));
  joined.set(cname.subarray(2), front);
  return { ...to, cname: joined };
}

/** An important rewrite falls only to an important exception. */
function isCancelled(rule: ListRule, to: Rewrite, cancel: ListRule): boolean {
  if (cancel.effect.do !== "cancel-rewrite" || (rule.important && !cancel.important)) return false;
  return cancel.effect.to === undefined || sameRewrite(to, cancel.effect.to);
}

function sameRewrite(a: Rewrite, b: Rewrite): boolean {
  if (a.rcode !== b.rcode || a.records.length !== b.records.length) return false;
  if ((a.cname === undefined) !== (b.cname === undefined)) return false;
  if (a.cname !== undefined && !sameName(a.cname, b.cname!)) return false;
  return a.records.every((record, i) => {
    const other = b.records[i];
    return record.type === other.type && sameName(record.rdata, other.rdata);
  });
}
