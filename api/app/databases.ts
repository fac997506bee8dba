/** The databases of the box, each in its thread. */
import type { AlertQueue } from "../events/alert_queue.ts";
import { openDatabase, type StoredDatabase } from "../store/open.ts";
import { StoreThread } from "../store/store_thread.ts";
import { isThere, updatePlace } from "../system/install.ts";
import type { Runtime } from "../system/runtime.ts";
import { VERSION } from "../system/version.ts";
import { readReturn } from "../updates/returned.ts";
import type { Databases } from "./core.ts";
import { TABLES } from "./tables.ts";

/** Dependencies of openDatabases(). */
export interface DatabasesDeps {
  readonly dataDir: string;
  readonly runtime: Runtime;
  readonly alertQueue: AlertQueue;
}

/** Opens the databases of a data directory. */
export async function openDatabases(
  { dataDir, runtime, alertQueue: { raise } }: DatabasesDeps,
): Promise<Databases> {
  const storeUrl = runtime.moduleUrl("api/store/thread");
  const { home } = updatePlace(isThere, Deno.env.toObject());
  const { isReturned, done } = readReturn(home, dataDir, VERSION);
  // Counters and journal are queued in memory, so both files share one thread.
  const shared = new StoreThread(storeUrl);
  const restored = TABLES.flatMap(({ name: table, restored: sql }) =>
    sql === undefined ? [] : [{ table, sql }]
  );
  const open = (name: StoredDatabase["name"]) =>
    openDatabase({
      name,
      path: `${dataDir}/${name}.db`,
      workerUrl: name === "box" ? storeUrl : shared,
      tell: (level, text, trouble) => {
        runtime.log(level, text);
        if (trouble !== undefined) raise({ kind: `database.${trouble}`, name, detail: text });
      },
      migrationCopies: `${dataDir}/copies`,
      isReturned,
      ...(name === "box" ? { copies: `${dataDir}/copies`, restored } : {}),
    });
  const [box, journal, stats] = await Promise.all([open("box"), open("journal"), open("stats")]);
  if (isReturned) {
    await done().catch(({ message }: Error) =>
      runtime.log("warn", `The return to this version is not written down: ${message}`)
    );
  }
  return { box, journal, stats };
}
