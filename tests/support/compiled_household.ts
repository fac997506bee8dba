/**
 * Households compiled as in the box, with decisions about them, for tests of what applies to whom.
 */
import assert from "node:assert/strict";
import { decideBefore, type PolicyClient } from "../../policy/decide/decide.ts";
import type { Decision } from "../../policy/model/decision.ts";
import type { DeviceRow, HouseholdRows } from "../../policy/model/household.ts";
import { nameFromText } from "../../policy/model/name.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import { compilePersonalRules } from "../../policy/rules/compile.ts";
import { decodeSnapshot, encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { compileHousehold } from "../../policy/snapshot/household.ts";
import { compileInMemory, type ListText } from "../../policy/snapshot/in_memory.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";

/** The time of every decision, in Unix milliseconds. */
export const NOW = Date.UTC(2026, 9, 13);
const ADDRESS = Uint8Array.of(192, 168, 1, 20);
const SECRET = Uint8Array.from({ length: 16 }, (_, i) => i * 17 + 3 & 0xff);

/**
 * Everything compiled as in the box at `now`, then written and read again. The zone is the given
 * time ahead of UTC.
 */
export function snapshotOf(
  rows: HouseholdRows,
  rules: readonly PersonalRule[],
  lists: readonly ListText[],
  now: number = NOW,
  offset: (unix: number) => number = () => 0,
): Snapshot {
  const personal = compilePersonalRules(rules, SECRET);
  const bare = compileInMemory(lists, {}, { secret: SECRET, personal });
  const { classes, devices, services, upstreamSets, restrictedNames } = compileHousehold(rows, {
    lists: bare.lists,
    ruleScopes: personal.scopes,
    windowsOf: () => [[now - 1, now + 1]],
    now,
    offset,
  });
  const parts = {
    ...bare,
    devices,
    services,
    tunnels: rows.tunnels,
    permitted: rows.time.permitted,
    upstreamSets,
    ...(restrictedNames && { restrictedNames }),
  };
  const sections = encodeSnapshot({
    ...parts,
    classes: classes.map(({ parts }, i) => ({ ...parts, version: i + 1 })),
  });
  const snapshot = decodeSnapshot(sections, bare.names);
  assert.ok(typeof snapshot !== "string", String(snapshot));
  return snapshot;
}

/** The client that uses the first device. */
export function clientOf(snapshot: Snapshot): PolicyClient {
  const { bytes: bytes, names } = snapshot.devices;
  const words = new DataView(bytes.buffer, bytes.byteOffset);
  const policy = snapshot.classes[names.length === 0 ? 0 : words.getInt32(12, true)];
  const client = { policy, address: ADDRESS, place: "home", device: 1 } as const;
  if (policy.views === undefined) return client;
  return {
    ...client,
    views: policy.views.map((view) => ({ ...client, policy: snapshot.classes[view] })),
  };
}

/** The decision about a name for a client. */
export function decided(snapshot: Snapshot, name: string, at: number = NOW): Decision {
  return decideBefore(
    { name: nameFromText(name)!, type: 1, class: 1 },
    clientOf(snapshot),
    snapshot,
    at,
  );
}

/** The device of these people. */
export function deviceOf(people: readonly number[], quarantined = false): DeviceRow {
  const several = people.length > 1;
  return {
    id: 1,
    name: "tablet",
    macs: ["02:00:00:00:00:01"],
    quarantined,
    groupId: 0,
    personId: several ? 0 : people[0] ?? 0,
    people: several ? people : [],
  };
}
