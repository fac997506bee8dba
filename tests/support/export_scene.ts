/** The export over a real database, with clock and timers of the test. */
import { Alerts } from "../../api/events/alerts.ts";
import { AuditLog } from "../../api/events/audit_log.ts";
import { type TargetConfig, targetConfig } from "../../api/events/export/config.ts";
import type { NameDirectory } from "../../api/events/export/event.ts";
import { type ExportChoice, Exports } from "../../api/events/export/service.ts";
import { Seal } from "../../api/system/seal.ts";
import { openDatabase, type StoredDatabase } from "../../api/store/open.ts";
import { testRuntime } from "./test_runtime.ts";
import { WAIT } from "./whole_box.ts";

/** What a test gets. */
export interface ExportScene {
  readonly alerts: Alerts;
  readonly audit: AuditLog;
  exports: Exports;
  readonly db: StoredDatabase;
  readonly folder: string;
  readonly clock: { now: number };
  /** Addresses by host name. */
  readonly hosts: Map<string, string>;
  /** Runs due timers, but not deadlines. */
  wake(): void;
  /** Another export over the same database, as after a restart. */
  restart(): Promise<void>;
  /** Waits until a condition holds. */
  until(holds: () => boolean | Promise<boolean>): Promise<void>;
}

/** Device 4 has a name, no other has; device 5 keeps its queried names private. */
const CALLED: NameDirectory = {
  device: (id) => id === 4 ? "Tablet" : "",
  person: () => "",
  keepsNames: (id) => id === 5,
};

/** Runs a test with the export. */
export async function withExports(test: (scene: ExportScene) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const clock = { now: Date.UTC(2026, 10, 21, 5) };
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const timers = new Set<() => void>();
  const hosts = new Map([["localhost", "127.0.0.1"]]);
  const after = (ms: number, run: () => void) => {
    if (ms !== 30_000) timers.add(run);
    return () => void timers.delete(run);
  };
  const shared = { db, runtime: testRuntime({ now: () => clock.now, after, log: () => {} }) };
  const alerts = new Alerts({
    ...shared,
    dayOf: (time) => new Date(time).toISOString().slice(0, 10),
    days: () => 365,
  });
  const audit = new AuditLog({ ...shared, raise: alerts.raise, days: () => 730 });
  const open = async () => {
    const exports = new Exports({
      ...shared,
      alerts,
      audit,
      raise: alerts.raise,
      called: CALLED,
      seal: new Seal(
        new Uint8Array(32),
        (length) => crypto.getRandomValues(new Uint8Array(length)),
      ),
      lookup: (host) => Promise.resolve([hosts.get(host) ?? []].flat()),
      source: () => ({ host: "box", version: "0.9.0" }),
    });
    await exports.start();
    return exports;
  };
  const scene: ExportScene = {
    alerts,
    audit,
    db,
    folder,
    clock,
    hosts,
    exports: await open(),
    wake() {
      const due = [...timers];
      timers.clear();
      for (const run of due) run();
    },
    async restart() {
      await scene.exports.close();
      scene.exports = await open();
    },
    async until(holds) {
      for (const began = performance.now(); performance.now() - began < WAIT;) {
        if (await holds()) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error("It never held");
    },
  };
  try {
    await test(scene);
  } finally {
    await scene.exports.close();
    await Promise.all([alerts.close(), audit.close()]);
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** A target with its configuration as the API would read it. */
export function targetOf(
  name: string,
  config: unknown,
  more: Partial<ExportChoice> = {},
): ExportChoice {
  const read: TargetConfig = targetConfig.parse(config);
  return {
    name,
    enabled: true,
    kinds: undefined,
    audit: false,
    secret: undefined,
    ...more,
    config: read,
  };
}
