import assert from "node:assert/strict";
import fc from "fast-check";
import { createClient } from "@libsql/client/sqlite3";
import { TABLES } from "../../app/tables.ts";
import {
  BOX_TABLES,
  changed,
  fillHousehold,
  inFolder,
  piecesOf,
  TransferBox,
  written,
} from "../../../tests/support/transfer_scene.ts";
import { MIGRATIONS } from "../migrations.ts";
import { TRANSFER_LIMITS } from "./format.ts";
import { ImportSession, type ImportStart } from "./import_session.ts";
import { TransferError } from "./refused.ts";

const BACKED_UP = TABLES.filter(({ database, inBackups }) => database === "box" && inBackups)
  .map(({ name }) => name);
const LEFT = BOX_TABLES.filter((name) => !BACKED_UP.includes(name));

/** Adds a number of rules. */
const MANY_RULES = "with recursive n (i) as (select 1 union all select i + 1 from n where i < ?) " +
  "insert into rules (scope, domain, action, kind, types, target, until, created, changed, changed_by) " +
  "select 'all', 'name-' || i || '.example', 'block', 'name', '[]', '', 0, 1, 1, 'anna' from n";

/** Two boxes with different secrets: one filled, one new. */
function withBoxes(test: (from: TransferBox, to: TransferBox) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const from = await TransferBox.open(`${folder}/from/box.db`, 1);
    const to = await TransferBox.open(`${folder}/to/box.db`, 2);
    try {
      await fillHousehold(from);
      await test(from, to);
    } finally {
      await Promise.all([from.database.close(), to.database.close()]);
    }
  });
}

const UNSEALED = BACKED_UP.filter((name) => name !== "totp" && name !== "settings");

Deno.test("a backup restores a household on another box, without rows of one box only", () =>
  withBoxes(async (from, to) => {
    await to.database.run("insert into settings (key, value, changed) values ('workers', '3', 1)");
    await to.database.run("insert into groups (name, created, changed) values ('old', 1, 1)");
    let replaced = 0;
    to.database.whenReplaced(() => replaced++);
    const text = await from.export();
    const report = await to.import(text);

    assert.equal(report.schema, MIGRATIONS.filter(({ database }) => database === "box").at(-1)!.id);
    assert.equal(report.rows, text.trim().split("\n").length - 2);
    assert.equal(replaced, 1);
    assert.equal(await to.content(UNSEALED), await from.content(UNSEALED));
    const keys = await to.database.all("select key from settings order by key");
    assert.deepEqual(keys.map(({ key }) => key), ["language", "workers"]);
    assert.equal((await to.database.all("select * from sessions")).length, 0);
    assert.equal((await to.database.all("select * from alerts_told")).length, 0);
    assert.ok(!text.includes("dns_listen") && !text.includes('"sessions"'));

    const [{ secret }] = await to.database.all("select secret from totp");
    const opened = to.seal.open(String(secret), { table: "totp", row: 1, field: "secret" });
    assert.equal(new TextDecoder().decode(opened), "an authenticator");
    // The id of the removed person is not reused.
    const { lastId } = await to.database.run(
      "insert into people (name, profile, created, changed) values ('new', 'adult', 1, 1)",
    );
    assert.equal(lastId, 10);
    await assert.rejects(Deno.stat(`${to.path}.import`), Deno.errors.NotFound);
  }));

Deno.test("importing twice gives the same rows and removes rows that may have ended", () =>
  withBoxes(async (from, to) => {
    await from.database.run("update people set detailed_reports = 1");
    const text = await from.export();
    await to.import(text);
    const once = await to.content(UNSEALED);
    assert.deepEqual(await to.database.all("select detailed_reports from people"), [
      { detailed_reports: 0 },
    ]);
    await to.import(text);
    assert.equal(await to.content(UNSEALED), once);
  }));

Deno.test("a secret that cannot be opened becomes empty, and all other rows are restored", () =>
  withBoxes(async (from, to) => {
    await from.database.run("update totp set secret = '1.damaged'");
    await to.import(await from.export());
    assert.deepEqual(await to.database.all("select account_id, secret from totp"), [
      { account_id: 1, secret: "" },
    ]);
  }));

Deno.test("a secondary keeps its sessions, except those of removed accounts", () =>
  withBoxes(async (from, to) => {
    await to.import(await from.export("secondary"), "secondary");
    for (const account of [1, 2]) {
      await to.database.run(
        "insert into sessions (account_id, secret, host, address, user_agent, created, seen, remembered) " +
          "values (?, ?, 'b', 'a', 'u', 1, 1, 0)",
        [account, `s${account}`],
      );
    }
    await from.database.run("delete from accounts where id = 2");
    await from.database.run("update people set detailed_reports = 1");
    await to.import(await from.export("secondary"), "secondary");
    assert.deepEqual(await to.database.all("select secret from sessions"), [{ secret: "s1" }]);
    assert.deepEqual(await to.database.all("select detailed_reports from people"), [
      { detailed_reports: 1 },
    ]);
    assert.deepEqual(await to.database.all("pragma foreign_key_check"), []);
  }));

Deno.test("an export shows one moment while others write, and a second one is refused", () =>
  withBoxes(async (from, to) => {
    await from.database.run(MANY_RULES, [5000]);
    const before = await from.content(UNSEALED);
    const chunks = from.chunks();
    const pieces = [(await chunks.next()).value as Uint8Array];
    // These rules come after the first chunk and are deleted before they are read.
    await from.database.run("delete from rules");
    await from.database.run("update people set name = 'later'");
    await assert.rejects(from.export(), /Another export of this database runs now/);
    for await (const chunk of chunks) pieces.push(chunk);
    assert.ok(pieces.length > 4, `${pieces.length} chunks`);
    await to.import(await new Blob(pieces as BlobPart[]).bytes());
    assert.equal(await to.content(UNSEALED), before);
    assert.notEqual(await from.content(UNSEALED), before);
  }));

Deno.test("an export ends when its reader stops, and another one can begin", () =>
  withBoxes(async (from) => {
    for await (const chunk of from.chunks()) {
      assert.ok(chunk.length > 0);
      break;
    }
    assert.ok((await from.export()).endsWith("\n"));
  }));

/** A hand-made export of an older schema. */
async function exportOfSchema(folder: string, schema: number): Promise<string> {
  const client = createClient({ url: `file:${folder}/old.db` });
  for (const { sql, database, id } of MIGRATIONS) {
    if (database === "box" && id <= schema) await client.executeMultiple(sql);
  }
  await client.execute(
    "insert into lists (name, source, url, format, kind, category, enabled, created) " +
      "values ('mine', 'url', 'https://lists.example', 'hosts', 'block', 'ads', 1, 1)",
  );
  const tables: { name: string; columns: string[]; rows: number; sequence: number }[] = [];
  const lines: string[] = [];
  for (const name of BACKED_UP) {
    const info = await client.execute(`select name from pragma_table_info('${name}') order by cid`);
    if (info.rows.length === 0) continue;
    const { rows } = await client.execute(`select * from "${name}"`);
    const columns = info.rows.map((row) => String(row[0]));
    for (const row of rows) {
      lines.push(JSON.stringify([tables.length, ...columns.map((column) => row[column])]));
    }
    tables.push({ name, columns, rows: rows.length, sequence: 0 });
  }
  client.close();
  const head = { format: "box-tables", version: 1, database: "box", purpose: "backup" };
  return written({ ...head, schema, tables }, lines);
}

Deno.test("an export of an older schema is migrated", () =>
  withBoxes((_, to) =>
    inFolder(async (folder) => {
      // 64 is the schema before lists had confirmed concerns.
      const text = await exportOfSchema(folder, 64);
      assert.ok(!text.includes("confirmed"));
      assert.equal((await to.import(text)).schema, 64);
      assert.deepEqual(
        await to.database.all("select name, confirmed from lists where name = 'mine'"),
        [{ name: "mine", confirmed: null }],
      );
    })
  ));

/** Malicious changes of a valid export, and the message for each. */
const HOSTILE: readonly (readonly [
  what: string,
  change: (text: string) => string | Uint8Array,
  why: RegExp,
])[] = [
  ["nothing", () => "", /is empty/],
  ["another file", () => "SQLite format 3\0\n", /no export of a box/],
  ["a bare number", () => "7\n", /no export of a box/],
  ["a byte order mark", (text) => `\ufeff${text}`, /no export of a box/],
  ["another format", (text) => text.replace('"version":1', '"version":2'), /has format 2/],
  ["another database", of((head) => head.database = "stats"), /of the database stats/],
  ["another purpose", of((head) => head.purpose = "secondary"), /made for a secondary/],
  ["a newer schema", of((head) => head.schema += 1000), /newer program/],
  ["no schema", of((head) => head.schema = 0), /never was/],
  ["a field of its own", of((head) => head.more = 1), /malformed/],
  ["a table twice", of((head) => head.tables.push(head.tables[0])), /names a table twice/],
  ["a column twice", of((head) => head.tables[0].columns[1] = "key"), /names a column twice/],
  ["SQL as a name", of((head) => head.tables[0].name = 'x" ; drop'), /malformed/],
  [
    "a table that is never imported",
    of((head) => add(head, "sessions")),
    /never imported: session/,
  ],
  ["a table of SQLite", of((head) => add(head, "sqlite_sequence")), /never imported: sqlite/],
  ["an unknown table", of((head) => add(head, "nothing")), /never imported: nothing/],
  ["a missing table", of((head) => drop(head, "mode_changes")), /lacks a table: mode_changes/],
  [
    "an unknown column",
    of((head) => table(head, "people").columns.push("rowid")),
    /not there: people/,
  ],
  ["a missing column", of((head) => table(head, "people").columns.pop()), /lacks a column: people/],
  ["too many rows", of((head) => table(head, "people").rows += 1e9), /more than \d+ rows/],
  ["a row too few", of((_, rows) => rows.pop()), /too few rows/],
  [
    "a row too many",
    of((_, rows) => rows.push(rows.at(-1)!)),
    /too many rows|breaks|cannot be taken/,
  ],
  ["rows in another order", of((_, rows) => rows.reverse()), /too few rows|wrong table/],
  ["a row of no table", of((_, rows) => rows.push("[9999,1]")), /too few|wrong table/],
  [
    "a row of a negative table",
    of((_, rows) => rows[0] = "[-1,1]"),
    /Line 2 of the export is no row/,
  ],
  ["a row that is no JSON", of((_, rows) => rows[0] = "[0,"), /Line 2 of the export is no row/],
  ["a row that is an object", of((_, rows) => rows[0] = '{"a":1}'), /last line .* malformed/],
  ["a deep row", of((_, rows) => rows[0] = `[0,${"[".repeat(1e5)}`), /no row/],
  ["a value too many", of((_, rows) => rows[0] = rows[0].replace(/\]$/, ",1]")), /has \d values/],
  [
    "a number for a text",
    of((_, rows) => rows[0] = '[0,1,"x",1,""]'),
    /settings\.key is not of type text/,
  ],
  [
    "a text for a number",
    of((_, rows) => rows[0] = '[0,"a","x","1",""]'),
    /settings\.changed is not of type/,
  ],
  ["a fraction", of((_, rows) => rows[0] = '[0,"a","x",1.5,""]'), /changed is not of type integer/],
  ["a huge number", of((_, rows) => rows[0] = '[0,"a","x",1e300,""]'), /not of type integer/],
  [
    "half a character",
    of((_, rows) => rows[0] = '[0,"\\ud800","x",1,""]'),
    /key is not of type text/,
  ],
  [
    "an object as a value",
    of((_, rows) => rows[0] = '[0,{"__proto__":1},"x",1,""]'),
    /not of type text/,
  ],
  [
    "null where none is",
    of((_, rows) => rows[0] = '[0,"a",null,1,""]'),
    /NOT NULL constraint failed/,
  ],
  [
    "a setting of one box",
    of((_, rows) => rows[0] = '[0,"dns_listen","\\":1\\"",1,""]'),
    /settings that belongs to one box alone/,
  ],
  ["a row twice", of((head, rows) => twice(head, rows)), /UNIQUE constraint failed/],
  ["bad UTF-8", (text) => bytesWith(text, 0xff), /not UTF-8/],
  ["a changed letter", (text) => text.replace("Emma", "Anna"), /digest does not fit/],
  [
    "another count at the end",
    (text) => text.replace(/"rows":\d+,"sha/, '"rows":1,"sha'),
    /its end says 1/,
  ],
  ["no end", (text) => text.slice(0, text.lastIndexOf("{")), /ends before its end/],
  ["half an end", (text) => text.slice(0, -9), /middle of a line/],
  ["garbage behind", (text) => `${text}x\n`, /follows the end/],
  ["an empty line behind", (text) => `${text}\n`, /follows the end/],
  ["half a line behind", (text) => `${text}x`, /middle of a line/],
];

function of(change: Parameters<typeof changed>[1]): (text: string) => string {
  return (text) => changed(text, change);
}

// deno-lint-ignore no-explicit-any
function table(head: any, name: string): any {
  return head.tables.find((each: { name: string }) => each.name === name);
}

// deno-lint-ignore no-explicit-any
function add(head: any, name: string): void {
  head.tables.push({ name, columns: ["id"], rows: 0, sequence: 0 });
}

// deno-lint-ignore no-explicit-any
function drop(head: any, name: string): void {
  const at = head.tables.findIndex((each: { name: string }) => each.name === name);
  // The table keeps its index, so that rows of later tables keep theirs.
  head.tables[at] = head.tables[head.tables.length - 1];
  head.tables.pop();
}

// deno-lint-ignore no-explicit-any
function twice(head: any, rows: string[]): void {
  rows.splice(1, 0, rows[0]);
  head.tables[0].rows++;
}

function bytesWith(text: string, byte: number): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  bytes[text.indexOf("language") + 1] = byte;
  return bytes;
}

Deno.test("an invalid export is refused with a sentence and changes nothing", () =>
  withBoxes(async (from, to) => {
    const text = await from.export();
    await to.import(text);
    const before = await to.content();
    for (const [what, change, why] of HOSTILE) {
      const refused = await to.import(change(text)).then(() => undefined, (error) => error);
      assert.ok(refused instanceof TransferError, `${what}: ${refused}`);
      assert.match(refused.message, why, what);
      assert.equal(await to.content(), before, what);
    }
    const dangling = changed(text, (_, rows) => {
      const at = rows.findIndex((row) => row.includes('"tablet"'));
      rows[at] = rows[at].replace(/,3,1,/, ",77,1,");
    });
    await assert.rejects(to.import(dangling), /A row of devices refers to a row of people/);
    assert.equal(await to.content(), before);
    await to.import(text);
  }));

Deno.test("a full disk and a second import are faults of the box, not of the export", () =>
  withBoxes(async (from, to) => {
    const noted: ImportStart = {
      name: "box",
      path: `${to.path}.small`,
      migrations: [
        {
          id: 1,
          database: "box",
          name: "notes",
          sql: "create table notes (note text); pragma max_page_count=20",
        },
        {
          id: 2,
          database: "box",
          name: "copies",
          sql: "create table copies as select note from notes",
        },
      ],
      schema: 1,
      tables: [{ name: "notes", columns: ["note"], sequence: 0 }],
      known: [{ name: "notes", local: "" }],
    };
    const full = { culprit: "full", message: "The disk of the box is full" };
    const notes = (count: number) => Array.from({ length: count }, () => ["x".repeat(4000)]);
    const session = await ImportSession.open(noted);
    try {
      await assert.rejects(session.rows(0, notes(100)), full);
      await session.rows(0, notes(12));
      await assert.rejects(session.check(), full);
    } finally {
      session.close();
    }

    const text = await from.export();
    const { promise: stalled, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const slow = async function* () {
      const [head, ...rest] = text.split("\n");
      // The second line is asked for when the import has begun.
      yield new TextEncoder().encode(`${head}\n`);
      begin();
      await stalled;
      yield new TextEncoder().encode(rest.join("\n"));
    };
    const first = to.import(slow());
    await begun;
    await assert.rejects(to.import(text), { culprit: "busy", message: /Another import/ });
    goOn();
    await first;
  }));

Deno.test("limits of lines, rows and bytes are enforced", () =>
  withBoxes(async (from, to) => {
    const text = await from.export();
    const bounded = (change: Partial<typeof TRANSFER_LIMITS>) =>
      to.import(text, "backup", { ...TRANSFER_LIMITS, ...change });
    await assert.rejects(bounded({ line: 100 }), /A line of the export is longer than 100/);
    await assert.rejects(bounded({ rows: 3 }), /more than 3 rows/);
    await assert.rejects(bounded({ bytes: 2000 }), /larger than 2000 bytes/);
    const endless = async function* () {
      for (;;) yield await Promise.resolve(new Uint8Array(1 << 20).fill(0x20));
    };
    await assert.rejects(to.import(endless()), /longer than 8388608 bytes/);
    await to.import(text);
  }));

Deno.test("a failed, truncated or changed stream leaves the box unchanged", () =>
  withBoxes(async (from, to) => {
    const bytes = new TextEncoder().encode(await from.export());
    const before = await to.content();
    const failing = async function* () {
      yield* piecesOf(bytes.subarray(0, bytes.length >> 1));
      throw new Error("the connection ended");
    };
    await assert.rejects(to.import(failing()), /the connection ended/);
    // Steps that hit every kind of position and are the same in each run.
    for (let at = 0; at < bytes.length; at += 211) {
      await assert.rejects(to.import(bytes.slice(0, at)), TransferError, `cut at ${at}`);
      const other = bytes.slice();
      other[at] ^= 1 << at % 7;
      await assert.rejects(to.import(other), TransferError, `changed at ${at}`);
    }
    assert.equal(await to.content(), before);
    await to.import(bytes);
    assert.notEqual(await to.content(), before);
  }));

Deno.test("random streams and shuffled lines are refused or complete", () =>
  withBoxes(async (from, to) => {
    const text = await from.export();
    const lines = text.trim().split("\n");
    let before = await to.content();
    const line = fc.oneof(
      fc.constantFrom(...lines),
      fc.json().map((json) => `[0,${json}]`),
      fc.json(),
      fc.string(),
    );
    const stream = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(line, { maxLength: 6 }).map((some) => bytesOfLines([lines[0], ...some])),
      fc.array(line, { maxLength: 6 }).map((some) =>
        new TextEncoder().encode(
          changed(text, (_, rows) => void rows.splice(some.length, some.length, ...some)),
        )
      ),
    );
    await fc.assert(
      fc.asyncProperty(stream, async (bytes) => {
        const error = await to.import(bytes).then(() => undefined, (refused) => refused);
        const after = await to.content();
        if (error === undefined) {
          // An export is complete only without further lines.
          before = after;
          return after.includes("hash-of-anna");
        }
        assert.ok(error instanceof TransferError, String(error));
        assert.ok(error.message.length < 400, error.message);
        return after === before;
      }),
      { numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 75), endOnFailure: true },
    );
  }));

function bytesOfLines(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
}

Deno.test("tables that are not in backups stay unchanged, but sessions end", () =>
  withBoxes(async (from, to) => {
    const left = LEFT.filter((name) => name !== "sessions");
    await fillHousehold(to);
    await to.database.run("insert into alerts_told values ('mine', 'b', 1, 'd', 0, 0, '', 1)");
    const before = await to.content(left);
    await to.import(await from.export());
    assert.equal(await to.content(left), before);
    assert.match(before, /mine/);
    assert.deepEqual(await to.database.all("select * from sessions"), []);
  }));

/** Resident bytes of the process. */
const resident = () => Deno.memoryUsage().rss;

Deno.test("100,000 rows are exported and imported page by page, while others read and write", () =>
  withBoxes(async (from, to) => {
    await from.export();
    await from.database.run(MANY_RULES, [100_000]);
    const before = resident();
    let [bytes, longest, most, writes] = [0, 0, 0, 0];
    const counted = async function* () {
      for await (const chunk of from.chunks()) {
        bytes += chunk.length;
        longest = Math.max(longest, chunk.length);
        most = Math.max(most, resident() - before);
        if (++writes % 20 === 0) {
          await from.database.run("update people set changed = changed + 1");
          await to.database.run("update lists set failures = failures + 1");
        }
        yield chunk;
      }
    };
    const began = performance.now();
    const { rows } = await to.import(counted());
    const seconds = (performance.now() - began) / 1000;
    console.log(`${rows} rows, ${bytes >> 20} MB, ${seconds.toFixed(1)} s, +${most >> 20} MB`);
    assert.ok(rows > 100_000 && bytes > 5 << 20 && writes > 80);
    // At most a page more than a chunk, so rows are not collected.
    assert.ok(longest < 256 << 10, `a chunk of ${longest} bytes`);
    assert.ok(most < 160 << 20, `${most >> 20} MB more than before`);
    const [{ count }] = await to.database.all("select count(*) as count from rules");
    assert.equal(count, 100_000);
  }));

/** Imports the file of the second argument forever, and prints when each import begins and ends. */
const IMPORTER = `
import { TransferBox } from ${
  JSON.stringify(new URL("../../../tests/support/transfer_scene.ts", import.meta.url).href)
};
const box = await TransferBox.open(Deno.args[0], 2);
const say = (text) => Deno.stdout.writeSync(new TextEncoder().encode(text + "\\n"));
for (;;) {
  for (const file of Deno.args.slice(1)) {
    say("begin");
    await box.import(await Deno.readFile(file));
    say(file);
  }
}`;

Deno.test("kill -9 at any moment leaves the previous rows or the imported ones, never a part", () =>
  withBoxes((from) =>
    inFolder(async (folder) => {
      const files = [`${folder}/a`, `${folder}/b`];
      const contents: string[] = [];
      for (const [at, file] of files.entries()) {
        await from.database.run("delete from rules");
        await from.database.run(MANY_RULES, [3000 + at]);
        await from.database.run("update groups set name = ?", [file]);
        await Deno.writeTextFile(file, await from.export());
        contents.push(await from.content(UNSEALED));
      }
      const script = `${folder}/importer.ts`;
      await Deno.writeTextFile(script, IMPORTER);
      const path = `${folder}/data/box.db`;
      const loops = Number(Deno.env.get("LOOPS") ?? 4);
      for (let loop = 0; loop < loops; loop++) {
        const acknowledged = await importAndKill(script, path, files, 40 + (loop * 97) % 500);
        const box = await TransferBox.open(path, 2);
        const content = await box.content(UNSEALED);
        await assert.rejects(Deno.stat(`${path}.import`), Deno.errors.NotFound);
        assert.deepEqual(await box.database.all("pragma integrity_check"), [
          { integrity_check: "ok" },
        ]);
        assert.deepEqual(await box.database.all("pragma foreign_key_check"), []);
        await box.database.close();
        const rules = /"rules",\[\]/.test(content);
        if (acknowledged > 0) assert.ok(contents.includes(content), `loop ${loop}: a part of one`);
        else assert.ok(contents.includes(content) || rules, `loop ${loop}: neither`);
      }
    })
  ));

/**
 * Runs the importer and kills it some milliseconds after its first import began; returns the
 * completed imports.
 */
async function importAndKill(
  script: string,
  path: string,
  files: readonly string[],
  after: number,
): Promise<number> {
  const root = new URL("../../../", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", `${root}deno.json`, script, path, ...files],
    stdout: "piped",
    stderr: "inherit",
    cwd: root,
  }).spawn();
  let text = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    timer ??= setTimeout(() => child.kill("SIGKILL"), after);
  }
  const { signal } = await child.status;
  clearTimeout(timer);
  assert.equal(signal, "SIGKILL");
  return text.split("\n").filter((line) => files.includes(line)).length;
}
