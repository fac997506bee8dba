import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { IMPORT_LIMITS } from "./limits.ts";
import { readTables } from "./tables.ts";

const PAGE = 4096;
const LEAF_HEAD = 8;
const ignore = () => {};

/**
 * Returns a database whose rows all share one long value, stored once: their cells refer to the
 * same pages (SQLite file format 1.6).
 */
function sharedValue(bytes: number): { readonly file: Uint8Array; readonly rows: number } {
  // The smallest local payload of a cell, so that many cells fit the page.
  const local = Math.floor((PAGE - 12) * 32 / 255) - 23;
  const head = 6;
  const text = bytes + (PAGE - 4 - (bytes + head - local) % (PAGE - 4));
  const db = new DatabaseSync(":memory:");
  db.exec("create table domainlist (id integer primary key, domain text)");
  db.prepare("insert into domainlist values (1, ?)").run("x".repeat(text));
  const file = new Uint8Array(db.serialize());
  const view = new DataView(file.buffer);
  db.close();
  const cell = file.slice(PAGE + view.getUint16(PAGE + LEAF_HEAD), 2 * PAGE);
  let rows = 0;
  for (let at = PAGE - cell.length; at > LEAF_HEAD + 2 * (rows + 1); at -= cell.length) {
    // The row number follows the four bytes of the payload length, which is at least 2 MiB.
    cell[4] = rows + 1;
    file.set(cell, PAGE + at);
    view.setUint16(PAGE + LEAF_HEAD + 2 * rows, at);
    view.setUint16(PAGE + 5, at);
    view.setUint16(PAGE + 3, ++rows);
  }
  return { file, rows };
}

Deno.test("a database that expands to many times its size is refused, a small one is read", () => {
  const little = sharedValue(3_000_000);
  assert.ok(little.rows >= 8);
  const { domainlist } = readTables(little.file, ["domainlist", "group"], ignore);
  assert.deepEqual(
    domainlist.map(({ id }) => id),
    Array.from({ length: little.rows }, (_, at) => at + 1),
  );
  assert.ok(
    domainlist.reduce((sum, { domain }) => sum + String(domain).length, 0) > 4 * little.file.length,
  );
  assert.throws(() => readTables(sharedValue(14_000_000).file, ["domainlist"], ignore), {
    code: "bad_value",
    message: /too large/,
  });
});

Deno.test("views and triggers of a database are never run", () => {
  const db = new DatabaseSync(":memory:");
  db.exec(
    "create table t (a text); create view domainlist as with recursive c(x) as " +
      "(select 1 union all select x + 1 from c) select x as domain from c; create trigger g after insert on t begin delete from t; end",
  );
  const file = new Uint8Array(db.serialize());
  db.close();
  assert.deepEqual(readTables(file, ["domainlist", "t"], ignore), { domainlist: [], t: [] });
});

Deno.test("rows of a table beyond the limit are named", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("create table domainlist (id integer primary key)");
  db.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${
      IMPORT_LIMITS.rows + 1
    }) ` + "insert into domainlist select i from n",
  );
  const warnings: string[] = [];
  const { domainlist } = readTables(
    new Uint8Array(db.serialize()),
    ["domainlist"],
    (text) => warnings.push(text),
  );
  db.close();
  assert.equal(domainlist.length, IMPORT_LIMITS.rows);
  assert.deepEqual(warnings, [`domainlist: only the first ${IMPORT_LIMITS.rows} rows are read`]);
});
