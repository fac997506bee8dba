import assert from "node:assert/strict";
import { createClient } from "@libsql/client/sqlite3";
import { DatabaseUnavailableError } from "./database.ts";
import { openDatabase, type OpenOptions, type StoredDatabase } from "./open.ts";
import { StoreThread } from "./store_thread.ts";

const workerUrl = new URL("./thread.ts", import.meta.url);

interface Opened {
  readonly folder: string;
  readonly messages: string[];
  open(extra?: Partial<OpenOptions>): Promise<StoredDatabase>;
}

async function inFolder(act: (opened: Opened) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-store-" });
  const messages: string[] = [];
  const databases: StoredDatabase[] = [];
  const open = async (extra: Partial<OpenOptions> = {}) => {
    const name = extra.name ?? "box";
    const tell = (_level: string, text: string) => void messages.push(text);
    const database = await openDatabase({
      name,
      path: `${folder}/${name}.db`,
      workerUrl,
      tell,
      ...extra,
    });
    databases.push(database);
    return database;
  };
  try {
    await act({ folder, messages, open });
  } finally {
    for (const database of databases) await database.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const PUT = "insert into settings (key, value, changed) values (?, ?, 0)";

Deno.test("a database keeps rows over a restart, with every type of value", () =>
  inFolder(async ({ open }) => {
    const first = await open();
    assert.deepEqual(await first.run(PUT, ["a", "1"]), { changes: 1, lastId: 0 });
    await first.close();
    await assert.rejects(first.all("select 1"), DatabaseUnavailableError);
    const again = await open();
    assert.deepEqual(await again.all("select key, value from settings"), [{
      key: "a",
      value: "1",
    }]);
    const [row] = await again.all("select ? as i, ? as big, ? as real, ? as none, ? as bytes", [
      5,
      2n ** 60n,
      1.5,
      null,
      new Uint8Array([1, 2]),
    ]);
    assert.deepEqual(row, {
      i: 5,
      big: 2n ** 60n,
      real: 1.5,
      none: null,
      bytes: new Uint8Array([1, 2]),
    });
  }));

Deno.test("each database has its own durability, the write-ahead log and foreign keys", () =>
  inFolder(async ({ open }) => {
    for (const [name, synchronous] of [["box", 2], ["journal", 1], ["stats", 1]] as const) {
      const database = await open({ name });
      assert.deepEqual(await database.all("pragma synchronous"), [{ synchronous }]);
      assert.deepEqual(await database.all("pragma journal_mode"), [{ journal_mode: "wal" }]);
      // What is written every few seconds has small pages.
      const page_size = name === "box" ? 4096 : 1024;
      assert.deepEqual(await database.all("pragma page_size"), [{ page_size }]);
      assert.deepEqual(await database.all("pragma foreign_keys"), [{ foreign_keys: 1 }]);
      assert.deepEqual(await database.all("pragma auto_vacuum"), [{ auto_vacuum: 2 }]);
    }
  }));

Deno.test("files that share a thread are used, repaired and closed separately", () =>
  inFolder(async ({ open, folder, messages }) => {
    const thread = new StoreThread(workerUrl);
    await Deno.writeTextFile(`${folder}/stats.db`, "hello");
    const [journal, stats] = await Promise.all([
      open({ name: "journal", workerUrl: thread }),
      open({ name: "stats", workerUrl: thread }),
    ]);
    assert.match(messages.join("\n"), /The database stats could not be read/);
    const tables = (database: StoredDatabase) =>
      database.all("select name from sqlite_master where type = 'table'");
    const [ofJournal, ofStats] = await Promise.all([tables(journal), tables(stats)]);
    assert.ok(ofJournal.length > 0 && ofStats.length > 0);
    assert.notDeepEqual(ofJournal, ofStats);
    await stats.close();
    await assert.rejects(tables(stats), DatabaseUnavailableError);
    assert.deepEqual(await tables(journal), ofJournal);
  }));

Deno.test("pending requests reject when a shared thread dies, and the next one starts another", () =>
  inFolder(async ({ open, messages }) => {
    const dying =
      'onmessage = ({ data }) => { if (data.kind !== "start") throw new Error("worn out"); }';
    const thread = new StoreThread(`data:text/javascript,${encodeURIComponent(dying)}`);
    const databases = await Promise.all(
      (["journal", "stats"] as const).map((name) => open({ name, workerUrl: thread })),
    );
    for (const name of ["journal", "stats"]) {
      assert.match(
        messages.join("\n"),
        new RegExp(`The thread of the database ${name} stopped: .*worn out`),
      );
    }
    for (const database of databases) {
      await assert.rejects(database.all("select 1"), DatabaseUnavailableError);
      await assert.rejects(database.close(), DatabaseUnavailableError);
    }
  }));

Deno.test("a batch is atomic, and a bad statement is not reported as DatabaseUnavailableError", () =>
  inFolder(async ({ open }) => {
    const database = await open();
    const error = await database.batch([{ sql: PUT, args: ["a", "1"] }, {
      sql: PUT,
      args: ["a", "2"],
    }])
      .catch((e) => e);
    assert.ok(error instanceof Error && !(error instanceof DatabaseUnavailableError));
    assert.deepEqual(await database.all("select * from settings"), []);
  }));

Deno.test("equal reads that wait together run once, and each gets rows of its own", () =>
  inFolder(async ({ open }) => {
    const database = await open({ maxPending: 2 });
    await database.run(PUT, ["a", "1"]);
    const read = (key: string) => database.all("select value from settings where key = ?", [key]);
    const [first, second, third] = await Promise.all([read("a"), read("a"), read("a")]);
    assert.deepEqual([first, second, third], Array(3).fill([{ value: "1" }]));
    assert.notEqual(first[0], second[0]);
    assert.notEqual(second[0], third[0]);
    const [some, others] = await Promise.all([read("a"), read("b")]);
    assert.deepEqual([some, others], [[{ value: "1" }], []]);
    const changed = read("a").then((rows) => {
      rows[0].value = "changed";
      rows.push({ value: "more" });
    });
    const [, unchanged] = await Promise.all([changed, read("a")]);
    assert.deepEqual(unchanged, [{ value: "1" }]);
  }));

Deno.test("a read after a change returns the change, while an equal read waits", () =>
  inFolder(async ({ open }) => {
    const database = await open();
    const count = () => database.all("select count(*) as n from settings");
    const replies = [
      count(),
      database.run(PUT, ["a", "1"]),
      count(),
      database.batch([{ sql: PUT, args: ["b", "2"] }]),
      count(),
      database.all("delete from settings where key = 'a' returning key"),
      count(),
    ];
    const rows = await Promise.all(replies);
    const counts = [0, 2, 4, 6].map((at) => (rows[at] as { n: number }[])[0].n);
    assert.deepEqual(counts, [0, 1, 2, 1]);
  }));

Deno.test("equal reads that fail are all refused, and the next one is run again", () =>
  inFolder(async ({ open }) => {
    const database = await open();
    const read = () => database.all("select value from later");
    const failed = await Promise.allSettled([read(), read()]);
    assert.deepEqual(failed.map(({ status }) => status), ["rejected", "rejected"]);
    await database.run("create table later (value text) strict");
    assert.deepEqual(await read(), []);
  }));

Deno.test("requests beyond the limit of the queue are refused", () =>
  inFolder(async ({ open }) => {
    const database = await open({ maxPending: 2 });
    const results = await Promise.allSettled([1, 2, 3].map((n) => database.all("select ?", [n])));
    assert.deepEqual(results.map((r) => r.status), ["fulfilled", "fulfilled", "rejected"]);
    assert.match(String((results[2] as PromiseRejectedResult).reason), /too busy/);
  }));

for (
  const [what, bytes] of [["zeros", new Uint8Array(8192)], [
    "text",
    new TextEncoder().encode("hello"),
  ]] as const
) {
  Deno.test(`a file of ${what} is set aside and reported, and a new journal is created`, () =>
    inFolder(async ({ folder, messages, open }) => {
      await Deno.writeFile(`${folder}/journal.db`, bytes);
      const database = await open({ name: "journal" });
      assert.deepEqual(await database.all("select * from queries"), []);
      assert.deepEqual(await Deno.readFile(`${folder}/journal.db.broken-1`), bytes);
      assert.match(messages[0], /set aside as .*broken-1, a new one was begun/);
    }));
}

Deno.test("a broken box.db is replaced by the newest good copy", () =>
  inFolder(async ({ folder, messages, open }) => {
    const copies = `${folder}/copies`;
    const first = await open({ copies });
    await first.run(PUT, ["a", "old"]);
    await first.copy(`${copies}/box-2026-11-19.db`);
    await first.run("update settings set value = 'new'");
    await first.copy(`${copies}/box-2026-11-20.db`);
    await first.close();
    await Deno.writeFile(`${copies}/box-2026-11-21.db`, new Uint8Array(4096));
    await Deno.writeFile(`${folder}/box.db`, new Uint8Array(100_000));
    const again = await open({ copies });
    assert.deepEqual(await again.all("select value from settings"), [{ value: "new" }]);
    assert.match(messages[0], /the copy box-2026-11-20.db was put in its place/);
  }));

Deno.test("an empty box.db is replaced if it has a copy or log, and otherwise a killed first start", () =>
  inFolder(async ({ folder, messages, open }) => {
    const path = `${folder}/box.db`;
    const copies = `${folder}/copies`;
    await Deno.writeFile(path, new Uint8Array());
    const first = await open({ copies });
    assert.deepEqual(messages, []);
    await first.run(PUT, ["a", "kept"]);
    await first.copy(`${copies}/box-2026-11-20.db`);
    await first.close();
    await Deno.truncate(path);
    const again = await open({ copies });
    assert.deepEqual(await again.all("select value from settings"), [{ value: "kept" }]);
    assert.match(
      messages.pop()!,
      /\(it is empty\).*the copy box-2026-11-20.db was put in its place/,
    );
    await again.close();
    await Deno.remove(copies, { recursive: true });
    await Deno.truncate(path);
    await Deno.writeFile(`${path}-wal`, new Uint8Array(32));
    await open({ copies });
    assert.match(messages.pop()!, /\(it is empty\): set aside as .*, a new one was begun/);
  }));

Deno.test("broken pages in the middle of box.db are detected at start", () =>
  inFolder(async ({ folder, messages, open }) => {
    const first = await open();
    await first.batch(
      Array.from({ length: 500 }, (_, i) => ({ sql: PUT, args: [`key ${i}`, "x".repeat(200)] })),
    );
    await first.close();
    const bytes = await Deno.readFile(`${folder}/box.db`);
    bytes.fill(0x5a, 4096);
    await Deno.writeFile(`${folder}/box.db`, bytes);
    const again = await open();
    assert.deepEqual(await again.all("select * from settings"), []);
    assert.match(messages.join(), /set aside/);
  }));

Deno.test("whenReplaced() is called when another file replaces an open box.db", () =>
  inFolder(async ({ folder, messages, open }) => {
    const copies = `${folder}/copies`;
    const first = await open();
    await first.batch(
      Array.from({ length: 9000 }, (_, i) => ({ sql: PUT, args: [`key ${i}`, "x".repeat(2000)] })),
    );
    await first.copy(`${copies}/box-2026-11-20.db`);
    await first.close();
    const database = await open({ copies });
    let replaced = 0;
    database.whenReplaced(() => replaced++);
    assert.equal(replaced, 0);
    using file = await Deno.open(`${folder}/box.db`, { write: true });
    await file.seek(200_000, Deno.SeekMode.Start);
    await file.write(new Uint8Array(16_000_000).fill(0x5a));
    await database.all("select sum(length(value)) from settings").catch(() => {});
    assert.deepEqual(await database.all("select count(*) as n from settings"), [{ n: 9000 }]);
    assert.equal(replaced, 1, messages.join());
  }));

Deno.test("a schema newer than the program is refused with a clear message and left unchanged", () =>
  inFolder(async ({ folder, open }) => {
    const first = await open();
    await first.run("pragma user_version=9999");
    await first.close();
    const before = await Deno.readFile(`${folder}/box.db`);
    const again = await open();
    await assert.rejects(
      again.all("select 1"),
      (error: Error) =>
        error instanceof DatabaseUnavailableError && /newer than this program/.test(error.message),
    );
    await again.close();
    assert.deepEqual(await Deno.readFile(`${folder}/box.db`), before);
  }));

Deno.test("a file that cannot be opened is refused with the reason and used once it can be", () =>
  inFolder(async ({ folder, open }) => {
    await Deno.mkdir(`${folder}/box.db`);
    const database = await open();
    await assert.rejects(database.all("select 1"), DatabaseUnavailableError);
    await Deno.remove(`${folder}/box.db`);
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.deepEqual(await database.all("select 1 as one"), [{ one: 1 }]);
  }));

Deno.test("changes on a full disk are refused with the reason and work again later", () =>
  inFolder(async ({ open }) => {
    const database = await open();
    const [{ page_count }] = await database.all("pragma page_count");
    await database.all(`pragma max_page_count=${page_count}`);
    const put = () => database.run(PUT, ["big", "x".repeat(100_000)]);
    await assert.rejects(
      put(),
      (error: Error) => error instanceof DatabaseUnavailableError && /full/.test(error.message),
    );
    await database.all("pragma max_page_count=1000000");
    assert.equal((await put()).changes, 1);
  }));

Deno.test("a change after another program locked the file is committed and can be copied", () =>
  inFolder(async ({ folder, open }) => {
    const database = await open();
    const other = createClient({ url: `file:${folder}/box.db` });
    try {
      const held = await other.transaction("write");
      const refused = (error: Error) =>
        error instanceof DatabaseUnavailableError &&
        /another program holds the file/.test(error.message);
      await assert.rejects(database.run(PUT, ["a", "1"]), refused);
      assert.deepEqual(await database.all("select * from settings"), [], "reading goes on");
      await held.rollback();
      await database.run(PUT, ["b", "2"]);
      assert.deepEqual(
        (await other.execute("select key from settings")).rows.map(({ key }) => key),
        ["b"],
      );
      await database.copy(`${folder}/copy.db`);
      await other.execute("delete from settings");
    } finally {
      other.close();
    }
  }));

Deno.test("changes after another program locked the file survive that program and a kill", () =>
  inFolder(async ({ folder, open }) => {
    const database = await open();
    await database.run(PUT, ["a", "1"]);
    const path = `${folder}/box.db`;
    const program = `import { DatabaseSync } from "node:sqlite";
      const other = new DatabaseSync(${JSON.stringify(path)});
      other.exec("begin immediate");
      console.log("locked");
      await new Promise((resolve) => setTimeout(resolve, 6000));
      other.exec("rollback");
      other.close();`;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", program],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const output = child.stdout.getReader();
    assert.match(new TextDecoder().decode((await output.read()).value), /locked/);

    const change = database.batch([{ sql: PUT, args: ["b", "2"] }]);
    await assert.rejects(change, DatabaseUnavailableError);
    // The file is opened again while the other program holds it.
    await database.all("select * from settings");
    assert.equal((await child.status).code, 0);
    await output.cancel();
    // Without a lock, the next program that closes the file would delete its write-ahead log.
    const { ino } = await Deno.stat(path);
    const locks = (await Deno.readTextFile("/proc/locks")).split("\n");
    assert.ok(locks.some((line) => line.includes(` ${Deno.pid} `) && line.includes(`:${ino} `)));
    await database.run(PUT, ["c", "3"]);

    // What a kill would leave.
    for (const suffix of ["", "-wal"]) await Deno.copyFile(path + suffix, `${path}.left${suffix}`);
    const left = createClient({ url: `file:${path}.left` });
    try {
      const rows = (await left.execute("select key from settings order by key")).rows;
      assert.deepEqual(rows.map(({ key }) => key), ["a", "c"]);
    } finally {
      left.close();
    }
  }));

Deno.test("a text that is not UTF-8 is read with U+FFFD for its damaged parts", () =>
  inFolder(async ({ open }) => {
    const database = await open({ name: "stats" });
    const put =
      "insert into counters (step, at, dimension, key, count) values (60, ?, 'client', cast(? as text), 1)";
    const keys = ["\u{feff}caf\u00e9\u0000!", "", "z"].map((text) =>
      new TextEncoder().encode(text)
    );
    keys.push(new Uint8Array([0x61, 0xff, 0x62]), new Uint8Array([0xc3]));
    for (const [at, key] of keys.entries()) await database.run(put, [at, key]);
    const sql =
      `select key as "the ""key""", at, length(key), x'7400' as octets from counters order by at desc`;
    const rows = await database.all(sql);
    assert.deepEqual(rows.map((row) => row['the "key"']), [
      "\ufffd",
      "a\ufffdb",
      "z",
      "",
      "\u{feff}caf\u00e9\u0000!",
    ]);
    assert.deepEqual([rows[0].octets, rows[2]["length(key)"]], [new Uint8Array([0x74, 0]), 1]);
    assert.deepEqual(
      await database.all(
        "with one as (select 1 as n) select n, 'a' || n as name from one where n = ?",
        [1],
      ),
      [
        { n: 1, name: "a1" },
      ],
    );
  }));
