import assert from "node:assert/strict";
import { AuditLog } from "../events/audit_log.ts";
import { MIGRATIONS } from "../store/migrations.ts";
import type { DatabaseName } from "../store/protocol.ts";
import { openDatabase, type StoredDatabase } from "../store/open.ts";
import { type MaskedDatabases, maskOldAddresses } from "./old_addresses.ts";
import { createClient } from "@libsql/client/sqlite3";
import { testRuntime } from "../../tests/support/test_runtime.ts";

const NAMES = ["box", "journal", "stats"] as const;
const SECRET = "K9x2Lm4Pq7Rt1Vw8";
const HOOK = `https://user:${SECRET}@hook.example/x?token=${SECRET}`;
const UPSTREAM = `https://dns.example/${SECRET}`;
const OTHER = `https://dns.example/${SECRET}other`;
const signal = new AbortController().signal;

/** Rows written by versions before the migration. */
const ROWS: Readonly<Record<DatabaseName, readonly string[]>> = {
  box: [
    'insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, detail, last) ' +
    `values (1, 'list.failed', 'system', 5, 'administrators', 0, 0, '${HOOK}', 'Failed: ${HOOK}', 1)`,
    "insert into alerts_told values ('list.failed', " +
    `'["Failed: ${HOOK}"]', 1, '2026-11-21', 0, 0, 'Failed: ${HOOK}', 1)`,
    `insert into exports (name, enabled, config, audit, alert_cursor, audit_cursor, last_error)
      values ('Hook', 1, '{}', 1, 0, 0, 'Failed: ${HOOK}')`,
    "insert into holiday_import values (1, 'FR', '', '', 'fr', 1, 0, " +
    `'The service https://h.example/${SECRET} failed')`,
    "insert into lists (name, source, url, format, kind, category, enabled, created) values " +
    `('lists.example/${SECRET}/a.txt', 'url', 'https://lists.example/${SECRET}/a.txt', 'auto', 'block', '', 1, 0)`,
    `insert into audit (time, action, kind, name, account_id, address, detail)
      values (1, 'list.add', 'session', 'anna', 1, '', '{"url":"${HOOK}"}')`,
  ],
  journal: [
    `insert into texts (text, day) values ('${UPSTREAM}', 1), ('${OTHER}', 1), ('192.0.2.1', 1)`,
  ],
  stats: [
    `insert into counters values (60, 1, 'upstream', '${UPSTREAM}', 2), (60, 1, 'upstream', '${OTHER}', 3)`,
    `insert into tops values (3600, 1, 'upstream', '${UPSTREAM}', 2, 1)`,
  ],
};

/** Opens databases of an older version. */
async function withOldBox(
  test: (databases: Record<DatabaseName, StoredDatabase>, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const workerUrl = new URL("../store/thread.ts", import.meta.url);
  const databases: Partial<Record<DatabaseName, StoredDatabase>> = {};
  try {
    for (const name of NAMES) {
      const path = `${folder}/${name}.db`;
      const client = createClient({ url: `file:${path}` });
      const old = MIGRATIONS.filter(({ database, id }) => database === name && id < 68);
      await client.executeMultiple(old.map(({ sql }) => sql).join(";\n"));
      for (const sql of ROWS[name]) await client.execute(sql);
      await client.execute(`pragma user_version = ${old.at(-1)!.id}`);
      client.close();
      databases[name] = await openDatabase({ name, path, workerUrl });
    }
    await test(databases as Record<DatabaseName, StoredDatabase>, folder);
  } finally {
    for (const database of Object.values(databases)) await database.close().catch(() => {});
    await Deno.remove(folder, { recursive: true });
  }
}

async function bytesOf(path: string): Promise<string> {
  return new TextDecoder("latin1").decode(await Deno.readFile(path));
}

Deno.test("addresses that an older version stored with their secrets are masked on disk", () =>
  withOldBox(async (databases, folder) => {
    const { box, journal, stats } = databases;
    const [entry] = await box.all("select detail from audit");
    assert.ok(String(entry.detail).includes(SECRET));
    await maskOldAddresses(databases, signal);

    const [alert] = await box.all("select name, detail from alerts");
    assert.equal(alert.detail, "Failed: https://…@hook.example/x?token=…");
    const [list] = await box.all("select name from lists where id > 0");
    assert.equal(list.name, "lists.example/…/a.txt");
    const texts = await journal.all("select text from texts order by id");
    assert.deepEqual(texts.map(({ text }) => text), [
      "https://dns.example/…",
      "https://dns.example/… (2)",
      "192.0.2.1",
    ]);
    assert.deepEqual(await stats.all("select key, count from counters"), [
      { key: "https://dns.example/…", count: 5 },
    ]);

    // The administration log is append only: its entry stays, and is masked when it is read.
    await assert.rejects(box.run("update audit set detail = ''"), /never rewritten/);
    const log = new AuditLog({
      db: box,
      runtime: testRuntime({ now: () => 0, after: () => () => {}, log: () => {} }),
      raise: () => {},
      days: () => 730,
    });
    const [shown] = await log.page({}, 1);
    assert.deepEqual(shown.detail, { url: "https://…@hook.example/x?token=…" });
    assert.deepEqual((await log.since(0, 1))[0].detail, shown.detail);
    assert.deepEqual(await log.page({ text: SECRET }, 1), [], "a search finds no secret");
    assert.equal((await log.page({ text: "HOOK.example" }, 1)).length, 1);

    for (const name of NAMES) await databases[name].close();
    for (const name of ["journal", "stats"]) {
      assert.ok(!(await bytesOf(`${folder}/${name}.db`)).includes(SECRET), `${name}.db`);
    }
    const rest = (await bytesOf(`${folder}/box.db`)).split(SECRET).length - 1;
    // Twice in the entry of the administration log, and the list's URL with its index.
    assert.equal(rest, 4);
  }));

Deno.test("old addresses are masked once, and an interrupted run is continued", () =>
  withOldBox(async (databases) => {
    const ended = new AbortController();
    ended.abort();
    await maskOldAddresses(databases, ended.signal);
    const sql = "select file from old_addresses";
    assert.deepEqual(await databases.box.all(sql), []);

    await maskOldAddresses(databases, signal);
    assert.equal((await databases.box.all(sql)).length, 3);

    const statements: string[] = [];
    const counting = (name: DatabaseName) => ({
      all: (sql: string) => {
        statements.push(sql);
        return databases[name].all(sql);
      },
      batch: () => assert.fail("nothing is written again"),
    });
    const again = Object.fromEntries(NAMES.map((name) => [name, counting(name)]));
    await maskOldAddresses(again as unknown as MaskedDatabases, signal);
    assert.deepEqual(statements, [sql]);
  }));

Deno.test("more rows than one step takes are masked", () =>
  withOldBox(async (databases) => {
    const { box } = databases;
    await box.run(
      'insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, detail, last) ' +
        "select 1, 'list.failed', 'system', 5, 'administrators', 0, 0, '', 'Failed: ' || ?, 1 " +
        "from (with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200) select i from n)",
      [HOOK],
    );
    await maskOldAddresses(databases, signal);
    const left = "select count(*) as left from alerts where instr(detail, ?) > 0";
    assert.deepEqual(await box.all(left, [SECRET]), [{ left: 0 }]);
  }));
