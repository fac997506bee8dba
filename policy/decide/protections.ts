/**
 * The order of protections. Each query passes this array from top to bottom before it is resolved,
 * and again once its answer is known. A new protection is one file in this folder and one row here,
 * at the position given by `policy/reasons.ts`.
 */
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { DevicePolicy } from "../snapshot/snapshot_parts.ts";
import { bypassProtection } from "./bypass.ts";
import { listProtection } from "./list.ts";
import { localNameProtection } from "./local.ts";
import { lookalikeProtection } from "./lookalike.ts";
import type { Protection } from "./protection.ts";
import { quarantineProtection } from "./quarantine.ts";
import { rebindingProtection } from "./rebinding.ts";
import { restrictedProtection } from "./restricted.ts";
import { ruleProtection } from "./rule.ts";
import { safeSearchProtection } from "./safe_search.ts";
import { hoursProtection } from "./schedule.ts";
import { serviceProtection } from "./service.ts";
import { spywareProtection } from "./spyware.ts";
import { dailyLimitProtection, homeworkProtection } from "./time.ts";
import { tunnelProtection } from "./tunnel.ts";

/** From first to last. */
export const PROTECTIONS: readonly Protection[] = [
  // Before any block, so that no list can block the box itself (A 7.2.3).
  localNameProtection,
  quarantineProtection,
  hoursProtection,
  serviceProtection,
  ruleProtection,
  tunnelProtection,
  spywareProtection,
  lookalikeProtection,
  // Before lists, which may rewrite or allow a name; what those block anyway is left to them.
  homeworkProtection,
  dailyLimitProtection,
  bypassProtection,
  listProtection,
  // Only for names that none of the others blocked.
  restrictedProtection,
  // After all blocks of a question.
  safeSearchProtection,
  // Last, because the answer is known last.
  rebindingProtection,
];

/**
 * The protections that can affect each policy, in order. They are computed once because most
 * protections affect few policies.
 */
const concerned = new WeakMap<DevicePolicy, readonly Protection[]>();

/**
 * The protections that apply to queries under this policy. The policy must belong to the snapshot.
 */
export function protectionsFor(policy: DevicePolicy, snapshot: Snapshot): readonly Protection[] {
  let rows = concerned.get(policy);
  if (rows === undefined) {
    rows = PROTECTIONS.filter((row) => canAffect(row, policy, snapshot));
    concerned.set(policy, rows);
  }
  return rows;
}

/** Whether a protection can affect clients with this policy. */
export function canAffect(
  row: Protection,
  policy: DevicePolicy,
  snapshot: Snapshot,
): boolean {
  return row.concerns?.(policy, snapshot) ?? true;
}
