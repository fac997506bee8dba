import assert from "node:assert/strict";
import { TABLES } from "../../../app/tables.ts";
import { openDatabase, type StoredDatabase } from "../../../store/open.ts";
import { Maintenance } from "./service.ts";

const WORKER = new URL("../../../store/thread.ts", import.meta.url);

/** Creates the databases of a box, with a table of the network, and the maintenance of them. */
async function withMaintenance(
  test: (maintenance: Maintenance, box: StoredDatabase, calls: string[]) => Promise<void>,
  restart: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-maintenance-" });
  const open = (name: "box" | "journal" | "stats") =>
    openDatabase({ name, path: `${folder}/${name}.db`, workerUrl: WORKER });
  const [box, journal, stats] = await Promise.all([open("box"), open("journal"), open("stats")]);
  const calls: string[] = [];
  const maintenance = new Maintenance({
    resolver: {
      statistics: () =>
        Promise.resolve({
          kind: "statistics",
          id: 1,
          upstreams: [],
          cache: { entries: 12, bytes: 0, capacity: 0, hits: 0, misses: 0, evictions: 0 },
        }),
      restart: () => {
        calls.push("restart");
        return restart();
      },
    },
    databases: { box, journal, stats },
    tables: TABLES,
    deleteJournal: () => {
      calls.push("journal");
      return Promise.resolve(7);
    },
    // A write of the counts that ran meanwhile ends first, so its row is removed too.
    forgetBlocked: async () => {
      calls.push("blocked");
      await box.run("insert into restrict_blocked values ('device:1', 20000, 'a.example', 1, 1)");
    },
    forgetNetwork: () => {
      calls.push("network");
      return Promise.resolve({ devices: 3 });
    },
  });
  try {
    await test(maintenance, box, calls);
  } finally {
    await Promise.all([box.close(), journal.close(), stats.close()]);
    await Deno.remove(folder, { recursive: true });
  }
}

/** What the action `logs` removes here, by table. */
const LOGS = { queries: 7, domain_ages: 0, visited_domains: 0, restrict_blocked: 1 };

Deno.test("each action empties its own tables, returns the row counts and leaves the rest", () =>
  withMaintenance(async (maintenance, box, calls) => {
    const columns = "mac, first_seen, seen_at, present_since, addresses, names, sources";
    await box.run(
      `insert into machines (${columns}) values ('a', 1, 1, 1, '', '', ''), ('b', 1, 1, 1, '', '', '')`,
    );
    await box.run("insert into settings (key, value, changed) values ('blocked_ttl', '5', 1)");
    assert.deepEqual(await maintenance.run("resolver"), { answers: 12 });
    assert.deepEqual(await maintenance.run("logs"), LOGS);
    assert.equal((await box.all("select count(*) as n from machines"))[0].n, 2);
    assert.deepEqual(await maintenance.run("network"), { machines: 2, devices: 3 });
    assert.deepEqual(await maintenance.run("network"), { machines: 0, devices: 3 });
    assert.equal((await box.all("select count(*) as n from settings"))[0].n, 1);
    assert.deepEqual(calls, ["restart", "journal", "blocked", "network", "network"]);
  }));

Deno.test("one action runs at a time, and another can start after one failed", () => {
  const { promise, reject } = Promise.withResolvers<void>();
  return withMaintenance(async (maintenance) => {
    const first = maintenance.run("resolver");
    await assert.rejects(maintenance.run("logs"), { code: "conflict" });
    assert.equal(maintenance.running, "resolver");
    reject(new Error("it hangs"));
    await assert.rejects(first, /it hangs/);
    assert.deepEqual(await maintenance.run("logs"), LOGS);
  }, () => promise);
});
