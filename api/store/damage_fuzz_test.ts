import assert from "node:assert/strict";
import type { StoreOptions } from "./protocol.ts";
import { DatabaseUnavailableError } from "./database.ts";
import { openDatabase, type StoredDatabase } from "./open.ts";
import { TABLES } from "../app/tables.ts";

const workerUrl = new URL("./thread.ts", import.meta.url);
/**
 * Number of damaged files of each database; each costs a thread, and some descriptors that libSQL
 * keeps until its statements are garbage-collected.
 */
const FILES = Math.min(500, Number(Deno.env.get("FUZZ_RUNS") ?? 12));

/** Statements for rows with texts of every kind; `many` yields a given range of numbers. */
const FILL: Readonly<Record<StoreOptions["name"], readonly string[]>> = {
  box: [
    "insert into settings (key, value, changed) select 'key' || n, n || ' caf\u00e9 \u{1f30d}', n from many",
  ],
  journal: [
    "insert into names (name) select 'name' || n || '.b\u00fccher.example' from many",
    "insert into texts (text, day) select 'text \u00e9' || n, n from many",
    "insert into queries (time, duration, client, transport, name, type, rcode, status, reason, list, size, answer) " +
    "select n, 1, n, 0, n, 1, 0, 0, n, 3, 60, '192.0.2.1 \u{1f512}' from many",
  ],
  stats: [
    "insert into counters (step, at, dimension, key, count) select 60, n, 'client', 'k\u00e9y' || n, n from many",
    "insert into tops (step, at, kind, key, count, error) select 60, n, 'name', 'caf\u00e9' || n, 1, 0 from many",
  ],
};

/** The statements that write the rows of a range of numbers. */
function fill(name: StoreOptions["name"], from: number, to: number): { readonly sql: string }[] {
  const many =
    `with recursive many (n) as (select ${from} union all select n + 1 from many where n < ${to}) `;
  return FILL[name].map((sql) => ({ sql: many + sql }));
}

function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (
    below,
  ) => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

/** Changes single bytes or runs, or writes invalid UTF-8; sometimes in the log beside the file. */
function damage(bytes: Uint8Array, roll: (below: number) => number): void {
  for (let times = 1 + roll(60); times > 0; times--) {
    const at = 100 + roll(bytes.length - 120);
    for (let run = roll(4) === 0 ? 16 : 1; run > 0; run--) {
      bytes[at + run] = roll(3) === 0 ? 0xff : roll(256);
    }
  }
}

/**
 * Reads and writes every table; an error says that the file is unusable or that the statement
 * failed, and the thread survives.
 */
async function use(database: StoredDatabase): Promise<void> {
  const call = (act: Promise<unknown>) =>
    act.catch((error) => {
      if (!(error instanceof DatabaseUnavailableError)) {
        assert.match(String(error), /SQLITE|damaged/);
      }
    });
  for (const { name } of TABLES.filter((table) => table.database === database.name)) {
    await call(database.all(`select * from "${name}"`));
    await call(database.all(`select count(*) as rows from "${name}"`));
  }
  if (database.name === "journal") {
    await call(database.all(
      "select n.name, t.text, q.answer from queries q left join names n on n.id = q.name " +
        "left join texts t on t.id = q.client where q.name in (select id from names where name like ?) " +
        "order by q.id desc limit 1000",
      ["%name%"],
    ));
  }
  await call(database.batch(fill(database.name, 1000, 1010)));
}

for (const name of ["box", "journal", "stats"] as const) {
  Deno.test(`${name}.db with wrong bytes anywhere is read or refused, and the process survives`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "box-damage-" });
    const path = `${folder}/${name}.db`;
    const roll = dice(name.length * 7919);
    try {
      const whole = await openDatabase({ name, path, workerUrl });
      await whole.batch(fill(name, 1, 400));
      await whole.close();
      const bytes = await Deno.readFile(path);
      for (let i = 0; i < FILES; i++) {
        const broken = bytes.slice();
        damage(broken, roll);
        for (const suffix of ["-wal", "-shm"]) await Deno.remove(path + suffix).catch(() => {});
        await Deno.writeFile(path, broken);
        const database = await openDatabase({ name, path, workerUrl });
        await use(database);
        await database.close();
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
