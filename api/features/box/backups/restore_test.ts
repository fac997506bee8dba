import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import { type BackupBox, HOUR, withTarget } from "../../../../tests/support/backup_box.ts";
import { SCHEMA, sealedArchive } from "../../../../tests/support/backup_scene.ts";
import type { TransferBox } from "../../../../tests/support/transfer_scene.ts";
import { createRecoveryKey } from "./keys.ts";

/** The paths of the files that this process holds open. */
function openFiles(): string[] {
  return [...Deno.readDirSync("/proc/self/fd")].flatMap(({ name }) => {
    try {
      return [Deno.readLinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}

/** The bytes of a backup that the box makes now. */
async function download({ backups }: BackupBox): Promise<Uint8Array> {
  return new Uint8Array(await new Response((await backups.download()).stream).arrayBuffer());
}

const writing = (bytes: Uint8Array) => (path: string) => Deno.writeFile(path, bytes);

const addGroup = (database: TransferBox["database"], name: string) =>
  database.run("insert into groups (name, created, changed) values (?, 1, 1)", [name]);

const groupsOf = async (database: TransferBox["database"]) =>
  (await database.all("select name from groups where id > 1 order by id")).map(({ name }) => name);

Deno.test("a restore replaces everything, ends sessions, and can be taken back once", () =>
  withTarget(async (box, _, key) => {
    const { backups, restores, database: db } = box;
    const bytes = await download(box);
    await addGroup(db, "since then");
    const plan = await restores.preview("home.age", key, writing(bytes));
    assert.deepEqual([plan.own, plan.here.groups - plan.inside.groups], [true, 1]);
    await restores.apply(plan.id, "anna");
    const groups = async () =>
      (await db.all("select name from groups where name = 'since then'")).length;
    assert.deepEqual([await groups(), (await db.all("select * from sessions")).length], [0, 0]);
    assert.equal((await backups.state()).lastRestore?.by, "anna");
    await assert.rejects(restores.apply(plan.id, "anna"), { code: "not_found" });
    await restores.takeBack("anna");
    assert.equal(await groups(), 1);
    await assert.rejects(restores.takeBack("anna"), { code: "conflict" });
  }));

/** What the targets say of their last backup. */
const outcomesOf = async ({ backups }: BackupBox) =>
  (await backups.state()).targets.map(({ name, lastOk, lastName, lastError, checked }) => ({
    name,
    lastOk,
    lastName,
    lastError,
    checked,
  }));

Deno.test("after a restore and after the return, targets say what this box did at their places", () =>
  withTarget(async (box, server, key) => {
    const { backups, restores } = box;
    await (await backups.begin()).done;
    await backups.checkDue(new AbortController().signal);
    const bytes = await download(box);
    const path = `${box.dataDir}-gone`;
    const config = { kind: "folder", path, mounted: false } as const;
    await backups.addTarget({ name: "disk", enabled: true, config, secret: undefined });
    box.now += HOUR;
    await (await backups.begin()).done;
    const [nas, disk] = await outcomesOf(box);
    assert.equal(nas.lastOk, box.now);
    assert.notEqual(nas.checked, 0);
    assert.match(disk.lastError, /gone/);

    // The backup is from before the disk was added.
    const plan = await restores.preview("home.age", key, writing(bytes));
    await restores.apply(plan.id, "anna");
    assert.deepEqual(await outcomesOf(box), [nas]);
    assert.equal((await backups.state()).lastRestore?.isReturn, false);
    server.fault = () => new Response(null, { status: 500 });
    box.now += HOUR;
    await (await backups.begin()).done;
    const [failed] = await outcomesOf(box);
    assert.notEqual(failed.lastError, "");

    await restores.takeBack("anna");
    assert.deepEqual(await outcomesOf(box), [failed, disk]);
    assert.equal((await backups.state()).lastRestore?.isReturn, true);
  }));

Deno.test("a backup of another box says nothing of what this box sent to the same place", () =>
  withTarget(async (box, _, key) => {
    const { backups, restores, database } = box;
    await (await backups.begin()).done;
    const bytes = await download(box);
    await database.run("delete from backup_targets");
    const plan = await restores.preview("home.age", key, writing(bytes));
    await restores.apply(plan.id, "anna");
    const [nas] = await outcomesOf(box);
    assert.deepEqual([nas.lastOk, nas.lastName, nas.checked], [0, "", 0]);
  }));

Deno.test("the state of places is kept for the forty newest ones", () =>
  withTarget(async (box) => {
    const { restores, database } = box;
    await database.run(
      "insert into backup_outcomes with recursive n(i) as (select 1 union all select i + 1 from n " +
        "where i < 60) select 'place ' || i, i, '', 0, '', 0, 0, '' from n",
    );
    const plan = await restores.preview("home.age", "", writing(await download(box)));
    await restores.apply(plan.id, "anna");
    const [row] = await database.all(
      "select count(*) as many, min(last_ok) as oldest from backup_outcomes",
    );
    assert.deepEqual([Number(row.many), Number(row.oldest)], [40, 21]);
  }));

Deno.test("a preview shows that a backup has the identity from before this box became a new one", () =>
  withTarget(async (box) => {
    const { backups, restores } = box;
    const bytes = await download(box);
    await backups.renewMark();
    const before = await restores.preview("home.age", "", writing(bytes));
    assert.deepEqual([before.own, before.earlier], [false, true]);
    const after = await restores.preview("home.age", "", writing(await download(box)));
    assert.deepEqual([after.own, after.earlier], [true, false]);
  }));

Deno.test("another preview disturbs neither an open plan that it does not replace nor a restore", () =>
  withTarget(async (box) => {
    const { restores, dataDir } = box;
    const bytes = await download(box);
    const plan = await restores.preview("home.age", "", writing(bytes));
    const foreign = (path: string) => Deno.writeTextFile(path, "PK a Teleporter");
    await assert.rejects(restores.preview("a", "", foreign), { code: "backup_foreign_file" });
    assert.equal(restores.plan(plan.id), plan);
    const applied = restores.apply(plan.id, "anna");
    let isWritten = false;
    const noted = () => Promise.resolve(void (isWritten = true));
    await assert.rejects(restores.preview("b", "", noted), { code: "conflict" });
    assert.equal(isWritten, false, "nothing is copied for a preview that is refused");
    await applied;
    const left = [...Deno.readDirSync(`${dataDir}/backups`)].map(({ name }) => name);
    assert.deepEqual(left.sort(), ["before_restore.age", "restored"]);
  }));

Deno.test("a restore that fails leaves the state before the last one, and its own plan", () =>
  withTarget(async (box) => {
    const { restores, database, dataDir } = box;
    const bytes = await download(box);
    await addGroup(database, "first");
    const done = await restores.preview("home.age", "", writing(bytes));
    await restores.apply(done.id, "anna");
    await addGroup(database, "second");

    const plan = await restores.preview("home.age", "", writing(bytes));
    const folder = `${dataDir}/backups`;
    const planned = [...Deno.readDirSync(folder)].find(({ name }) =>
      /^restore\b.*age$/.test(name)
    )!;
    await Deno.writeFile(`${folder}/${planned.name}`, bytes.slice(0, -1));
    await assert.rejects(restores.apply(plan.id, "anna"), { code: "backup_damaged" });
    assert.deepEqual(await groupsOf(database), ["second"]);
    assert.equal(restores.plan(plan.id), plan);
    await restores.takeBack("anna");
    assert.deepEqual(await groupsOf(database), ["first"]);
  }));

Deno.test("a kill after the tables were replaced keeps the state before, and the lists are new", () =>
  withTarget(async (box) => {
    const { restores, database, dataDir } = box;
    const bytes = await download(box);
    await addGroup(database, "since then");
    const plan = await restores.preview("home.age", "", writing(bytes));
    await restores.apply(plan.id, "anna");
    // As the files are when the box is killed right after the commit.
    const folder = `${dataDir}/backups`;
    const [{ id }] = await database.all("select max(id) as id from restores");
    await Deno.rename(`${folder}/before_restore.age`, `${folder}/before_restore.age.part`);
    await Deno.remove(`${folder}/restored`);
    await Deno.writeTextFile(`${folder}/restoring.json`, `{"id":${id},"before":{},"after":{}}`);
    await Deno.writeTextFile(`${folder}/restore-1.age`, "left");

    await restores.begin();
    // A second begin, such as of `box restore` on the stopped box, keeps the mark.
    await restores.begin();
    const left = [...Deno.readDirSync(folder)].map(({ name }) => name);
    assert.deepEqual(left.sort(), ["before_restore.age", "restored"]);
    assert.deepEqual([await restores.takeRestored(), await restores.takeRestored()], [true, false]);
    await restores.takeBack("anna");
    assert.deepEqual(await groupsOf(database), ["since then"]);
  }));

Deno.test("a step that fails after the tables were replaced is logged, and the restore is done", () =>
  withTarget(async (box) => {
    const { restores, database, dataDir } = box;
    const bytes = await download(box);
    await addGroup(database, "since then");
    const plan = await restores.preview("home.age", "", writing(bytes));
    box.takeUp = () => Promise.reject(new Error("no such list"));
    // The mark cannot be written: a folder has its name.
    await Deno.mkdir(`${dataDir}/backups/restored/inside`, { recursive: true });
    await restores.apply(plan.id, "anna");
    assert.deepEqual(await groupsOf(database), []);
    const failures = box.logged.filter((text) => text.startsWith("A step after a restore failed"));
    assert.equal(failures.length, 2, box.logged.join("\n"));
    assert.match(failures[1], /no such list/);
  }));

Deno.test("on a nearly full disk a download, a preview and a restore say so and write nothing", () =>
  withTarget(async (box, server) => {
    const { backups, restores, database, dataDir } = box;
    const full = { code: "backup_failed", message: "The disk of the box is nearly full" };
    const bytes = await download(box);
    await addGroup(database, "since then");
    const plan = await restores.preview("home.age", "", writing(bytes));
    box.free = () => 1 << 20;
    await assert.rejects(backups.download(), full);
    await assert.rejects(restores.apply(plan.id, "anna"), full);
    const unwritten = () => Promise.reject(new Error("nothing is copied"));
    await assert.rejects(restores.preview("home.age", "", unwritten), full);

    // Neither is a backup of a target copied.
    const name = "box-box-0011aabb-2026-11-21-083000.age";
    server.files.set(`/box/${name}`, new Uint8Array(12 << 20));
    const path = `${dataDir}/backups/fetched`;
    const never = new AbortController().signal;
    await assert.rejects(backups.fetch(1, name, path, never), full);
    assert.equal((await Deno.stat(path)).size, 0);
    // It fills while the backup arrives: far less than the whole is written.
    let free = 2;
    box.free = () => free-- > 0 ? 1 << 30 : 1 << 20;
    await assert.rejects(backups.fetch(1, name, path, never), full);
    assert.ok((await Deno.stat(path)).size < 10 << 20);
    await Deno.remove(path);

    // The disk fills while the rows are staged.
    let looks = 0;
    box.free = () => looks++ === 0 ? 1 << 30 : 1 << 20;
    await assert.rejects(restores.preview("home.age", "", writing(bytes)), full);
    assert.equal(looks, 2);
    assert.deepEqual(await groupsOf(database), ["since then"]);
    const left = [...Deno.readDirSync(`${dataDir}/backups`)].map(({ name }) => name);
    assert.deepEqual(left, [`restore-${plan.id}.age`]);
  }));

Deno.test("a restore that the box cannot do now says why, and the log has the cause", () =>
  withTarget(async (box, server) => {
    const { backups, restores, database, dataDir } = box;
    const bytes = await download(box);
    const done = await restores.preview("home.age", "", writing(bytes));
    await restores.apply(done.id, "anna");
    const plan = await restores.preview("home.age", "", writing(bytes));
    const refused = async (reason: string, message: string) => {
      const fault = { code: "backup_failed", message, details: { body: { reason } } };
      box.logged.length = 0;
      await assert.rejects(restores.preview("home.age", "", writing(bytes)), fault);
      await assert.rejects(restores.apply(plan.id, "anna"), fault);
      await assert.rejects(restores.takeBack("anna"), fault);
      return box.logged;
    };

    await database.transfer({ step: "import", schema: SCHEMA, tables: [], known: [] });
    const busy = "The database of the box is busy: try again later";
    const why = `${busy} (Another import of this database runs now: try again later)`;
    assert.deepEqual(await refused("busy", busy), [
      `The preview of a restore failed: ${why}`,
      `A restore failed: ${why}`,
      `The return from a restore failed: ${why}`,
    ]);
    await database.transfer({ step: "end", of: "import" });

    // A folder has the name of the staging file.
    await Deno.mkdir(`${dataDir}/box.db.import/inside`, { recursive: true });
    const logged = await refused("box_unwritable", "The box cannot write to its disk");
    assert.equal(logged.length, 3);
    for (const text of logged) {
      assert.match(text, /\(The staging file of the import cannot be made: /);
    }
    await Deno.remove(`${dataDir}/box.db.import`, { recursive: true });

    const { name } = await (await backups.begin()).done;
    box.logged.length = 0;
    server.fault = () => new Response(null, { status: 418 });
    const fetched = restores.preview(
      name,
      "",
      (path, signal) => backups.fetch(1, name, path, signal),
    );
    await assert.rejects(fetched, { code: "backup_failed" });
    assert.match(box.logged.join("\n"), /^The preview of a restore failed: .*\(status 418\)$/);
    await restores.apply(plan.id, "anna");
  }));

Deno.test("backups that are refused leave no file open", () =>
  withTarget(async ({ restores, dataDir }) => {
    // Several chunks that cannot be compressed: a shorter file is read to its end.
    const bytes = await sealedArchive(new Uint8Array(randomBytes(1 << 20)));
    for (let count = 0; count < 8; count++) {
      const preview = restores.preview("other.age", "", writing(bytes));
      await assert.rejects(preview, { code: "backup_wrong_key" });
    }
    // A read that was under way holds its file for a moment.
    const opened = () => openFiles().filter((file) => file.startsWith(`${dataDir}/backups/`));
    for (let wait = 0; wait < 100 && opened().length > 0; wait++) await delay(50);
    assert.deepEqual(opened(), []);
  }));

Deno.test("a preview with a wrong key or file changes nothing and leaves no file", () =>
  withTarget(async ({ restores, dataDir }, _, key) => {
    const write = (path: string) => Deno.writeTextFile(path, "PK a Teleporter");
    await assert.rejects(restores.preview("a", key, write), { code: "backup_foreign_file" });
    await assert.rejects(restores.preview("a", "my password", write), { code: "backup_wrong_key" });
    const folder = `${dataDir}/backups`;
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), []);
  }));

Deno.test("a key that is given has to open the backup, although the box could read it without", () =>
  withTarget(async (box, _, key) => {
    const bytes = await download(box);
    const other = await createRecoveryKey();
    const preview = (text: string) => box.restores.preview("home.age", text, writing(bytes));
    await assert.rejects(preview(other.key), { code: "backup_wrong_key" });
    for (const good of ["", key]) assert.equal((await preview(good)).own, true);
  }));
