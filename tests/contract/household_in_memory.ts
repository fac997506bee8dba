/** A household over a database that keeps nothing: what its register holds in memory is all there is. */
import type { MachineFacts } from "../../api/features/household/machine.ts";
import { type Household, openHousehold } from "../../api/features/household/open.ts";
import type { Database, Row } from "../../api/store/database.ts";
import { HOSTILE, NOW } from "./facts.ts";
import { testRuntime } from "../support/test_runtime.ts";

const TIMES = { created: NOW / 1000 - 86_400, changed: NOW / 1000 - 3600 };
const DEVICE = {
  name: "",
  kind: "",
  system: "",
  person_id: null,
  group_id: null,
  quarantined: 0,
  known: 1,
  ...TIMES,
};
const MACS = ["02:00:5e:00:00:01", "02:00:5e:00:00:02", "02:00:5e:00:00:03"];

/** Rows by the table that is read. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  people: [
    { id: 1, name: "Emma", profile: "child", detailed_reports: 0, ...TIMES },
    { id: 2, name: HOSTILE, profile: "adult", detailed_reports: 1, ...TIMES },
  ],
  groups: [{ id: 1, name: "Office", kind: "printer", ...TIMES }],
  devices: [
    { id: 1, ...DEVICE, name: "Emma’s tablet", kind: "tablet", person_id: 1 },
    { id: 2, ...DEVICE, name: HOSTILE, quarantined: 1 },
    { id: 3, ...DEVICE, known: 0 },
  ],
  device_people: [{ device_id: 2, value: 1 }, { device_id: 2, value: 2 }],
  device_macs: MACS.map((value, at) => ({ device_id: at + 1, value })),
  sqlite_sequence: [{ name: "people", seq: 2 }, { name: "groups", seq: 1 }, {
    name: "devices",
    seq: 3,
  }],
};

/** A machine that announces itself with a hostile name. */
function machineOf(mac: string): MachineFacts | undefined {
  if (!MACS.includes(mac)) return undefined;
  return {
    mac,
    name: HOSTILE,
    vendor: HOSTILE,
    kind: "iot",
    system: "linux",
    addresses: ["192.168.1.20", "fe80::1"],
    firstSeen: NOW / 1000 - 86_400,
    seenAt: NOW / 1000 - 60,
    presentSince: NOW / 1000 - 7200,
    lastQuery: NOW / 1000 - 120,
    present: true,
  };
}

/** Two people, a group, and three devices: a child's, a shared one, one that nobody knows. */
export function householdInMemory(): Household {
  const nothing = () => {};
  const db: Database = {
    all: (sql) => Promise.resolve([...ROWS[/ from (\w+)/.exec(sql)?.[1] ?? ""] ?? []]),
    run: () => Promise.resolve({ changes: 1, lastId: 1 }),
    batch: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return openHousehold({
    db,
    machineOf,
    raise: nothing,
    changed: nothing,
    runtime: testRuntime({ log: nothing, now: () => NOW }),
    own: () => ({ macs: [], addresses: [] }),
    holdsNew: () => false,
    pauses: () => Promise.resolve([]),
  });
}
