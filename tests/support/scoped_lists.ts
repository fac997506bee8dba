/** A household of a child, an adult and a guest, with lists that are for some of them. */
import assert from "node:assert/strict";
import type { PolicyClient } from "../../policy/decide/decide.ts";
import { parseMac } from "../../policy/model/mac.ts";
import {
  type ChoiceRow,
  type DeviceRow,
  type HouseholdRows,
  NO_HOUSEHOLD,
} from "../../policy/model/household.ts";
import { compileHousehold } from "../../policy/snapshot/household.ts";
import { compileInMemory, type ListText } from "../../policy/snapshot/in_memory.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import { decodeSnapshot, encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";

const SECRET = Uint8Array.from({ length: 16 }, (_, i) => i * 17 + 3 & 0xff);
const NOBODY = { personId: 0, people: [], groupId: 0 } as const;

/** The clients: each but the stranger has a device of this number. */
export const CLIENTS = ["child", "adult", "guest", "shared", "stranger"] as const;
/** A client of `CLIENTS`. */
export type ScopedClient = (typeof CLIENTS)[number];

const OWNERS: Readonly<
  Record<Exclude<ScopedClient, "stranger">, Pick<DeviceRow, "personId" | "people" | "groupId">>
> = {
  child: { ...NOBODY, personId: 1 },
  adult: { ...NOBODY, personId: 2 },
  guest: { ...NOBODY, groupId: 1 },
  shared: { ...NOBODY, people: [1, 2] },
};

const DEVICES = Object.values(OWNERS).map((owner, at): DeviceRow => ({
  ...owner,
  id: at + 1,
  name: "",
  macs: [`02:00:00:00:00:0${at + 1}`],
  quarantined: false,
}));

/** What differs between households of tests. */
export interface ScopedHousehold {
  readonly choices?: readonly ChoiceRow[];
  readonly time?: HouseholdRows["time"];
  readonly windows?: readonly (readonly [from: number, to: number])[];
}

/** The lists compiled for the household, written and read again. */
export function scopedSnapshot(
  lists: readonly ListText[],
  { choices = [], time = NO_HOUSEHOLD.time, windows = [] }: ScopedHousehold = {},
): Snapshot {
  const bare = compileInMemory(lists, {}, { secret: SECRET });
  const rows: HouseholdRows = {
    ...NO_HOUSEHOLD,
    people: [{ id: 1, profile: "child" }, { id: 2, profile: "adult" }],
    devices: DEVICES,
    choices,
    time,
  };
  const { classes, devices, services } = compileHousehold(rows, {
    lists: bare.lists,
    ruleScopes: [],
    windowsOf: () => windows,
    now: 0,
    offset: () => 0,
  });
  const stamped = classes.map(({ parts }, at) => ({ ...parts, version: at + 1 }));
  const sections = encodeSnapshot({ ...bare, devices, services, classes: stamped });
  const snapshot = decodeSnapshot(sections, bare.names);
  assert.ok(typeof snapshot !== "string", String(snapshot));
  return snapshot;
}

/** One of the clients as decisions see it. */
export function scopedClient(snapshot: Snapshot, name: ScopedClient): PolicyClient {
  const device = CLIENTS.indexOf(name) + 1;
  const found = snapshot.deviceTable.find(parseMac(`02:00:00:00:00:0${device}`)!);
  const policy = snapshot.classes[found?.class ?? 0];
  const client = { policy, address: Uint8Array.of(192, 168, 1, device), place: "home" } as const;
  const { views } = policy;
  if (views === undefined) return client;
  return {
    ...client,
    views: views.map((view) => ({ ...client, policy: snapshot.classes[view] })),
  };
}
