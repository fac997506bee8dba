import assert from "node:assert/strict";
import { createClient } from "@libsql/client/sqlite3";
import { MIGRATIONS } from "./migrations.ts";
import { TABLES } from "../app/tables.ts";

const SCHEMA = new URL("./schema.sql", import.meta.url);

async function objectsOf(sql: string): Promise<string[]> {
  const client = createClient({ url: ":memory:" });
  await client.executeMultiple(sql);
  // SQLite stores assigned ids in a separate table.
  const { rows } = await client.execute(
    "select type, name, sql from sqlite_schema where name <> 'sqlite_sequence' order by type, name",
  );
  client.close();
  return rows.map(({ type, name, sql }) => `${type} ${name} ${String(sql).replace(/\s+/g, " ")}`);
}

/** The section of schema.sql under a heading. */
function sectionOf(text: string, database: string): string {
  return text.split(/^-- (?=\w+\.db$)/m).find((part) => part.startsWith(`${database}.db`))?.replace(
    /^.*/,
    "",
  ) ?? "";
}

for (const database of ["box", "journal", "stats"] as const) {
  Deno.test(`schema.sql is the sum of the migrations of ${database}.db, and each table is declared`, async () => {
    const ours = MIGRATIONS.filter((migration) => migration.database === database);
    const summed = await objectsOf(ours.map(({ sql }) => sql).join(";\n"));
    assert.deepEqual(await objectsOf(sectionOf(await Deno.readTextFile(SCHEMA), database)), summed);
    const tables = summed.filter((line) => line.startsWith("table ")).map((line) =>
      line.split(" ")[1]
    );
    const declared = TABLES.filter((table) => table.database === database).map(({ name }) => name);
    assert.deepEqual(declared.sort(), tables.sort());
  });
}

Deno.test("migration 64 ends only extra time that was given before a cut", async () => {
  const client = createClient({ url: ":memory:" });
  const ours = MIGRATIONS.filter(({ database }) => database === "box");
  const until = (least: number, most: number) =>
    ours.filter(({ id }) => id >= least && id < most).map(({ sql }) => sql).join(";\n");
  await client.executeMultiple(until(0, 64));
  await client.execute("pragma foreign_keys = off");
  for (const [person, mode, given] of [[1, "cut", 99], [2, "cut", 100], [3, "homework", 99]]) {
    await client.execute({
      sql: "insert into person_modes values (?, ?, 100, 500, '30', 'anna')",
      args: [person, mode],
    });
    await client.execute({
      sql: "insert into extra_time values (?, 'grant', 90, 400, ?, 'anna')",
      args: [person, given],
    });
  }
  await client.executeMultiple(until(64, 65));
  const { rows } = await client.execute("select person_id from extra_time order by person_id");
  assert.deepEqual(rows.map(({ person_id }) => person_id), [2, 3]);
  client.close();
});

Deno.test("migration 5 keeps the rows of lists, and ids of removed lists are never reused", async () => {
  const client = createClient({ url: ":memory:" });
  const ours = MIGRATIONS.filter(({ database }) => database === "box");
  const add = (url: string) =>
    client.execute({
      sql:
        "insert into lists (name, source, url, format, kind, category, enabled, created) values (?,'url',?,?,?,'',1,0)",
      args: [url, url, "auto", "block"],
    });
  await client.executeMultiple(ours.filter(({ id }) => id < 5).map(({ sql }) => sql).join(";\n"));
  await add("https://one.example/");
  await add("https://two.example/");
  await client.executeMultiple(ours.filter(({ id }) => id >= 5).map(({ sql }) => sql).join(";\n"));
  const { rows } = await client.execute("select id, url from lists order by id");
  assert.deepEqual(rows.map(({ id, url }) => [id, url]), [[0, ""], [1, "https://one.example/"], [
    2,
    "https://two.example/",
  ]]);
  await client.execute("delete from lists where id > 0");
  assert.equal((await add("https://three.example/")).lastInsertRowid, 3n);
  client.close();
});

Deno.test("migration 70 keeps every list for everyone, always, on or off", async () => {
  const client = createClient({ url: ":memory:" });
  const ours = MIGRATIONS.filter(({ database }) => database === "box");
  const until = (least: number, most: number) =>
    ours.filter(({ id }) => id >= least && id < most).map(({ sql }) => sql).join(";\n");
  await client.executeMultiple(until(0, 70));
  for (const [url, enabled] of [["https://one.example/", 1], ["https://two.example/", 0]]) {
    await client.execute({
      sql:
        "insert into lists (name, source, url, format, kind, category, enabled, created) values (?,'url',?,'auto','block','',?,0)",
      args: [url, url, enabled],
    });
  }
  await client.executeMultiple(until(70, 71));
  const { rows } = await client.execute(
    "select id, scope, excluded, schedule, enabled from lists join list_scopes on list_id = id order by id",
  );
  assert.deepEqual(
    rows.map(({ id, scope, excluded, schedule, enabled }) => [
      id,
      scope,
      excluded,
      schedule,
      enabled,
    ]),
    [[0, "all", 0, "", 1], [1, "all", 0, "", 1], [2, "all", 0, "", 0]],
  );
  // A list that is removed takes its scopes along.
  await client.execute("delete from lists where id = 1");
  const { rows: left } = await client.execute("select list_id from list_scopes");
  assert.deepEqual(left.map(({ list_id }) => list_id), [0, 2]);
  client.close();
});

Deno.test("ids of migrations increase along the list", () => {
  for (const [i, { id }] of MIGRATIONS.entries()) {
    assert.ok(i === 0 || id > MIGRATIONS[i - 1].id, `migration ${id}`);
  }
});

Deno.test("migration 80 renames a task in its alerts, and drops kinds that nothing raised", async () => {
  const client = createClient({ url: ":memory:" });
  const ours = MIGRATIONS.filter(({ database }) => database === "box");
  const until = (least: number, most: number) =>
    ours.filter(({ id }) => id >= least && id < most).map(({ sql }) => sql).join(";\n");
  await client.executeMultiple(until(0, 80));
  await client.executeMultiple(`
insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, detail, last)
values (1, 'task.failing', 'system', 3, 'administrators', 0, 0, 'certificate.renew', 'why', 1),
  (1, 'task.failing', 'system', 3, 'administrators', 0, 0, 'lists.refresh', 'why', 1);
insert into alerts_told values ('task.failing', '["certificate.renew"]', 1, '', 0, 0, '', 1);
insert into exports (name, enabled, config, kinds, audit, alert_cursor, audit_cursor)
values ('all', 1, '{}', null, 0, 0, 0), ('some', 1, '{}', '["terms.new","breach"]', 0, 0, 0);`);
  await client.executeMultiple(until(80, 81));

  const column = async (sql: string) => (await client.execute(sql)).rows.map((row) => row[0]);
  assert.deepEqual(await column("select name from alerts order by id"), [
    "certificate",
    "lists.refresh",
  ]);
  assert.deepEqual(await column("select subject from alerts_told"), ['["certificate"]']);
  assert.deepEqual(await column("select kinds from exports order by id"), [null, '["breach"]']);
  client.close();
});

Deno.test("migration 85 keeps that nobody looks for new versions", async () => {
  const ours = MIGRATIONS.filter(({ database }) => database === "box");
  const until = (least: number, most: number) =>
    ours.filter(({ id }) => id >= least && id < most).map(({ sql }) => sql).join(";\n");
  for (const [value, expected] of [["false", ['"off"']], ["true", []]] as const) {
    const client = createClient({ url: ":memory:" });
    await client.executeMultiple(until(0, 85));
    await client.execute({
      sql:
        "insert into settings (key, value, changed, changed_by) values ('update_check', ?, 1, 'a')",
      args: [value],
    });
    await client.executeMultiple(until(85, 86));
    const { rows } = await client.execute("select key, value from settings");
    assert.deepEqual(rows.map(({ value }) => value), expected);
    assert.ok(rows.every(({ key }) => key === "automatic_updates"));
    client.close();
  }
});
