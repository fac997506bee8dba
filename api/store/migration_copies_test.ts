import assert from "node:assert/strict";
import { DatabaseFile } from "./file.ts";
import { migrationCopy, missingCopy } from "./migration_files.ts";
import type { Migration } from "./migrations.ts";
import type { DatabaseName, StoreOptions } from "./protocol.ts";

const OLD: readonly Migration[] = (["box", "journal"] as const).map((database) => ({
  id: 1,
  database,
  name: "the first",
  sql: "create table notes (text text not null) strict",
}));
const NEW: readonly Migration[] = [
  ...OLD,
  ...OLD.map(({ database }) => ({
    id: 2,
    database,
    name: "the second",
    sql: "alter table notes add column more text not null default ''",
  })),
];

interface Opened {
  readonly file: DatabaseFile;
  readonly messages: string[];
}

async function inFolder(
  work: (
    folder: string,
    open: (migrations: readonly Migration[], more?: Partial<StoreOptions>) => Opened,
  ) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-migration-" });
  const opened: DatabaseFile[] = [];
  try {
    await work(folder, (migrations, more = {}) => {
      const messages: string[] = [];
      const name: DatabaseName = more.name ?? "box";
      const options = {
        name,
        path: `${folder}/${name}.db`,
        migrationCopies: `${folder}/copies`,
        ...more,
      };
      const file = new DatabaseFile(options, {
        migrations,
        now: () => performance.now(),
        tell: (_level, text) => void messages.push(text),
      });
      opened.push(file);
      return { file, messages };
    });
  } finally {
    for (const file of opened) await file.shut();
    await Deno.remove(folder, { recursive: true });
  }
}

const add = (file: DatabaseFile, text: string) =>
  file.run("insert into notes (text) values (?)", [text]);
const notes = async (file: DatabaseFile) =>
  (await file.all("select text from notes order by rowid", [])).map(({ text }) => text);

for (const name of ["box", "journal"] as const) {
  Deno.test(`${name}.db is copied before a migration, and returns with the older version`, () =>
    inFolder(async (folder, open) => {
      const first = open(OLD, { name });
      await add(first.file, "before");
      await first.file.shut();
      const newer = open(NEW, { name });
      await add(newer.file, "after");
      await newer.file.shut();
      assert.deepEqual([...Deno.readDirSync(`${folder}/copies`)].map((one) => one.name), [
        migrationCopy(name, 1),
      ]);

      // Without a return, the older version refuses the file and leaves it alone.
      const refused = open(OLD, { name });
      await assert.rejects(notes(refused.file), /newer than this program, which knows 1/);
      await refused.file.shut();

      const back = open(OLD, { name, isReturned: true });
      assert.deepEqual(await notes(back.file), ["before"]);
      assert.match(
        back.messages.join(),
        /set aside, the copy .*-schema-1\.db was put in its place/,
      );
      await back.file.shut();
      const aside = open(NEW, { name, path: `${folder}/${name}.db.newer-2` });
      assert.deepEqual(await notes(aside.file), ["before", "after"]);
    }));
}

Deno.test("Without a migration no copy is made, and a return changes nothing", () =>
  inFolder(async (folder, open) => {
    const first = open(OLD);
    await add(first.file, "before");
    await first.file.shut();
    const same = open(OLD, { isReturned: true });
    await add(same.file, "after");
    assert.deepEqual(await notes(same.file), ["before", "after"]);
    assert.throws(() => Deno.statSync(`${folder}/copies`), Deno.errors.NotFound);
  }));

Deno.test("A power cut while the copy is put in place begins again with it", () =>
  inFolder(async (folder, open) => {
    const first = open(OLD);
    await add(first.file, "before");
    await first.file.shut();
    const newer = open(NEW);
    await add(newer.file, "after");
    await newer.file.shut();
    // The state after the file was set aside and before the copy took its name.
    Deno.copyFileSync(`${folder}/copies/${migrationCopy("box", 1)}`, `${folder}/box.db.part`);
    Deno.linkSync(`${folder}/box.db`, `${folder}/box.db.newer-2`);
    const back = open(OLD, { isReturned: true });
    assert.deepEqual(await notes(back.file), ["before"]);
  }));

Deno.test("A damaged copy is not put in place, and the reason is said", () =>
  inFolder(async (folder, open) => {
    const first = open(OLD);
    await add(first.file, "before");
    await first.file.shut();
    await open(NEW).file.all("select 1", []);
    await Deno.writeTextFile(`${folder}/copies/${migrationCopy("box", 1)}`, "no database");
    const back = open(OLD, { isReturned: true });
    await assert.rejects(notes(back.file), /its copy box-schema-1\.db cannot be used/);
  }));

Deno.test("box.db is not migrated when its copy cannot be made; the journal is", () =>
  inFolder(async (folder, open) => {
    await Deno.writeTextFile(`${folder}/copies`, "no folder");
    for (const name of ["box", "journal"] as const) {
      const first = open(OLD, { name });
      await add(first.file, "before");
      await first.file.shut();
    }
    await assert.rejects(notes(open(NEW).file), /cannot be used/);
    const journal = open(NEW, { name: "journal" });
    assert.deepEqual(await notes(journal.file), ["before"]);
    assert.match(journal.messages.join(), /journal is migrated without a copy/);
  }));

Deno.test("A journal whose copy fails is migrated, and the reason is noted", () =>
  inFolder(async (folder, open) => {
    const name = "journal";
    const first = open(OLD, { name });
    await add(first.file, "before");
    await first.file.shut();
    // Something that cannot be replaced has the name of the copy.
    await Deno.mkdir(`${folder}/copies/${migrationCopy(name, 1)}/full`, { recursive: true });
    const newer = open(NEW, { name });
    assert.deepEqual(await notes(newer.file), ["before"]);
    const note = await Deno.readTextFile(`${folder}/copies/${missingCopy(name, 1, true)}`);
    assert.match(note, /is a directory/i);
  }));

Deno.test("A journal that is too large is migrated without a copy, which is noted, and older copies go", () =>
  inFolder(async (folder, open) => {
    const name = "journal";
    const first = open(OLD, { name });
    await add(first.file, "before");
    await first.file.shut();
    const copies = `${folder}/copies`;
    await Deno.mkdir(copies);
    for (const file of ["journal-schema-0.db", "journal-schema-0.none", "box-schema-0.db"]) {
      await Deno.writeTextFile(`${copies}/${file}`, "older");
    }
    await Deno.truncate(`${folder}/journal.db`, 300 << 20);
    const newer = open(NEW, { name });
    assert.deepEqual(await notes(newer.file), ["before"]);
    await newer.file.shut();
    const left = [...Deno.readDirSync(copies)].map((one) => one.name).sort();
    assert.deepEqual(left, ["box-schema-0.db", missingCopy(name, 1)]);

    // The version before begins a new one, and what it cannot read stays.
    const back = open(OLD, { name, isReturned: true });
    assert.deepEqual(await notes(back.file), []);
    assert.match(back.messages.join(), /set aside, a new one was begun/);
    await back.file.shut();
    assert.ok((await Deno.stat(`${folder}/journal.db.newer-2`)).isFile);
    // The next copy that is made takes the place of the note.
    const again = open(NEW, { name });
    await add(again.file, "after");
    await again.file.shut();
    assert.deepEqual([...Deno.readDirSync(copies)].map((one) => one.name).sort(), [
      "box-schema-0.db",
      migrationCopy(name, 1),
    ]);
  }));

Deno.test("After a fault between two migrations none is applied, and the first copy stays", () =>
  inFolder(async (folder, open) => {
    const first = open(OLD);
    await add(first.file, "before");
    await first.file.shut();
    const third = (sql: string): readonly Migration[] => [
      ...NEW,
      { id: 3, database: "box", name: "the third", sql },
    ];
    const fails = open(third("alter table missing add column one text"));
    await assert.rejects(notes(fails.file), /missing/);
    const works = open(third("create table others (n integer) strict"));
    await add(works.file, "after");
    await works.file.shut();
    assert.deepEqual([...Deno.readDirSync(`${folder}/copies`)].map((one) => one.name), [
      migrationCopy("box", 1),
    ]);
    assert.deepEqual(await notes(open(OLD, { isReturned: true }).file), ["before"]);
  }));

Deno.test("Without a copy box.db is never replaced by an empty one; the journal begins anew", () =>
  inFolder(async (folder, open) => {
    for (const name of ["box", "journal"] as const) {
      const newer = open(NEW, { name });
      await add(newer.file, "after");
      await newer.file.shut();
    }
    const back = open(OLD, { isReturned: true });
    await assert.rejects(notes(back.file), /there is no copy from before/);
    await back.file.shut();
    assert.deepEqual(await notes(open(NEW).file), ["after"]);
    const journal = open(OLD, { name: "journal", isReturned: true });
    assert.deepEqual(await notes(journal.file), []);
    assert.ok(Deno.statSync(`${folder}/journal.db.newer-2`).isFile);
  }));

Deno.test("Nothing is left of a copy that failed in the middle", () =>
  inFolder(async (folder, open) => {
    const first = open(OLD, { name: "journal" });
    for (let row = 0; row < 300; row++) await add(first.file, "x".repeat(800));
    await first.file.shut();
    using file = await Deno.open(`${folder}/journal.db`, { write: true });
    await file.seek(200 * 1024, Deno.SeekMode.Start);
    await file.write(new Uint8Array(4096).fill(0xff));
    const damaged = open(OLD, { name: "journal" });
    await assert.rejects(damaged.file.copy(`${folder}/copies/journal.db`));
    assert.deepEqual([...Deno.readDirSync(`${folder}/copies`)], []);
  }));
