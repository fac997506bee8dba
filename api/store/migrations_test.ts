import assert from "node:assert/strict";
import { createClient } from "@libsql/client/sqlite3";
import { MIGRATIONS } from "./migrations.ts";
import { TABLES } from "./tables.ts";

const SCHEMA = new URL("./schema.sql", import.meta.url);

async function objectsOf(sql: string): Promise<string[]> {
  const client = createClient({ url: ":memory:" });
  await client.executeMultiple(sql);
  const { rows } = await client.execute("select type, name, sql from sqlite_schema order by type, name");
  client.close();
  return rows.map(({ type, name, sql }) => `${type} ${name} ${String(sql).replace(/\s+/g, " ")}`);
}

/** The part of schema.sql under a heading. */
function sectionOf(text: string, database: string): string {
  return text.split(/^-- (?=\w+\.db$)/m).find((part) => part.startsWith(`${database}.db`))?.replace(/^.*/, "") ?? "";
}

for (const database of ["box", "journal", "stats"] as const) {
  Deno.test(`schema.sql is the sum of the migrations of ${database}.db, and each table is declared`, async () => {
    const ours = MIGRATIONS.filter((migration) => migration.database === database);
    const summed = await objectsOf(ours.map(({ sql }) => sql).join(";\n"));
    assert.deepEqual(await objectsOf(sectionOf(await Deno.readTextFile(SCHEMA), database)), summed);
    const tables = summed.filter((line) => line.startsWith("table ")).map((line) => line.split(" ")[1]);
    const declared = TABLES.filter((table) => table.database === database).map(({ name }) => name);
    assert.deepEqual(declared.sort(), tables.sort());
  });
}

Deno.test("the ids of migrations grow along the list", () => {
  for (const [i, { id }] of MIGRATIONS.entries()) assert.ok(i === 0 || id > MIGRATIONS[i - 1].id, `migration ${id}`);
});
