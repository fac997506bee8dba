/**
 * A household over its own database: a stopped clock, machines given by the test, and a box that
 * can restart.
 */
import type { NewDeviceMode } from "../../policy/model/household.ts";
import type { AlertToRaise } from "../../api/events/alert_kinds.ts";
import type { MachineFacts } from "../../api/features/household/machine.ts";
import { type Household, openHousehold } from "../../api/features/household/open.ts";
import type { PauseRow } from "../../policy/model/household.ts";
import { openDatabase, type StoredDatabase } from "../../api/store/open.ts";
import { testRuntime } from "./test_runtime.ts";

/** The time of the tests, in Unix milliseconds. */
export const HOUSEHOLD_START = 1_790_000_000_000;

/** What a test gets. */
export interface HouseholdScene extends Household {
  readonly db: StoredDatabase;
  readonly clock: { now: number };
  /** The known machines, by hardware address. */
  readonly machines: Map<string, MachineFacts>;
  readonly raised: AlertToRaise[];
  readonly logged: string[];
  /** What the settings and the network provide. */
  readonly box: { newDevices: NewDeviceMode; macs: string[]; addresses: string[] };
  /** Active pauses. */
  readonly pauses: PauseRow[];
  /** How often devices were added automatically. */
  readonly published: { count: number };
  /** The household after a restart, over the same database. */
  restarted(): Household;
  /** Discovers a machine and adds it as a device. */
  meet(mac: string, facts?: Partial<MachineFacts>): Promise<number>;
}

/** A hardware address from a number. */
export function macOf(at: number): string {
  const bytes = [0x02, 0, 0x5e, at >> 16, at >> 8, at].map((byte) =>
    (byte & 255).toString(16).padStart(2, "0")
  );
  return bytes.join(":");
}

/** Runs a test with its own household. */
export async function withHousehold(test: (scene: HouseholdScene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-household-" });
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  try {
    await test(sceneOf(db));
  } finally {
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
}

function sceneOf(db: StoredDatabase): HouseholdScene {
  const clock = { now: HOUSEHOLD_START };
  const machines = new Map<string, MachineFacts>();
  const raised: AlertToRaise[] = [];
  const logged: string[] = [];
  const published = { count: 0 };
  const box: HouseholdScene["box"] = { newDevices: "open", macs: [], addresses: [] };
  const pauses: PauseRow[] = [];
  const restarted = () =>
    openHousehold({
      db,
      machineOf: (mac) => machines.get(mac),
      own: () => box,
      newDevices: () => box.newDevices,
      pauses: () => Promise.resolve(pauses),
      raise: (alert) => void raised.push(alert),
      changed: () => void published.count++,
      runtime: testRuntime({ now: () => clock.now, log: (_, text) => void logged.push(text) }),
    });
  const opened = restarted();
  return {
    ...opened,
    db,
    clock,
    machines,
    raised,
    logged,
    box,
    pauses,
    published,
    restarted,
    async meet(mac, facts = {}) {
      const seen = Math.floor(clock.now / 1000);
      const machine: MachineFacts = {
        mac,
        name: "",
        vendor: "",
        kind: "",
        system: "",
        addresses: [],
        firstSeen: seen,
        seenAt: seen,
        presentSince: seen,
        lastQuery: 0,
        present: true,
        ...facts,
      };
      machines.set(mac, machine);
      const { vendor, kind, system, name } = machine;
      await opened.devices.seen([{ mac, vendor, kind, system, label: name || mac, random: false }]);
      return opened.devices.deviceOf(mac)?.id ?? 0;
    },
  };
}
