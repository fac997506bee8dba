import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { sftpServer, webdavServer } from "../../../../tests/support/backup_servers.ts";
import { sealedArchive, streamOf } from "../../../../tests/support/backup_scene.ts";
import { fillHousehold, inFolder, TransferBox } from "../../../../tests/support/transfer_scene.ts";
import { testRuntime } from "../../../../tests/support/test_runtime.ts";
import { boxSchema, TABLES } from "../../../app/tables.ts";
import { TlsDirectory } from "../../../certificate/tls_directory.ts";
import type { AlertToRaise } from "../../../events/alert_kinds.ts";
import { BackupArchive } from "./archive.ts";
import { isDue, lastDue, nextDue } from "./due.ts";
import { MovedFileStore } from "./moved_files.ts";
import { openBackup } from "./read.ts";
import { Restores } from "./restore.ts";
import { Backups } from "./service.ts";
import { BackupRows } from "./table.ts";
import type { SftpConfig } from "./targets/config.ts";

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const DAY = 86_400_000;
const HOUR = 3_600_000;

const PASSWORD = "the password of the NAS";
const SECRET = new Uint8Array(32).fill(1);

/** Backups over a real database, with a clock of the test. */
interface BackupBox {
  readonly backups: Backups;
  readonly restores: Restores;
  readonly database: TransferBox["database"];
  readonly dataDir: string;
  now: number;
  keep: number;
  schedule: "off" | "daily";
  readonly logged: string[];
  readonly raised: AlertToRaise[];
  isPrimary: boolean;
  timeKnown: boolean;
  lookup: () => Promise<readonly string[]>;
  takeUp: () => Promise<void>;
  /** Bytes that are free on its disk. */
  free: () => number;
}

/** A box with a household, a recovery key, and a WebDAV server as its only target. */
function withTarget(
  test: (box: BackupBox, server: ReturnType<typeof webdavServer>, key: string) => Promise<void>,
): Promise<void> {
  return inFolder(async (folder) => {
    const server = webdavServer("box", PASSWORD);
    const from = await TransferBox.open(`${folder}/box.db`, 1);
    await Deno.mkdir(`${folder}/tls`);
    try {
      await fillHousehold(from);
      const box = backupBox(from, folder);
      const { key } = await box.backups.createKey("admin");
      const config = { kind: "webdav", url: `${server.url}/box`, user: "box", ca: "" } as const;
      await box.backups.addTarget({ name: "NAS", enabled: true, config, secret: PASSWORD });
      await test(box, server, key);
    } finally {
      await from.database.close();
      await server.close();
    }
  });
}

function backupBox({ database, seal }: TransferBox, dataDir: string): BackupBox {
  const logged: string[] = [];
  const raised: AlertToRaise[] = [];
  const runtime = {
    ...testRuntime(),
    now: () => box.now,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    log: (_: string, text: string) => void logged.push(text),
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
  const rows = new BackupRows(database);
  const files = new MovedFileStore(dataDir, new TlsDirectory(`${dataDir}/tls`, runtime.log));
  const archive = new BackupArchive({
    database,
    tables: TABLES,
    dataDir,
    secret: SECRET,
    seal,
    files,
    boxName: () => "box",
    version: "0.9.0",
    freeBytes: () => Promise.resolve(box.free()),
    log: runtime.log,
  });
  const backups = new Backups({
    archive,
    rows,
    dataDir,
    seal,
    lookup: () => box.lookup(),
    settings: () => ({
      backup_schedule: box.schedule,
      backup_hour: 3,
      backup_keep: box.keep,
      box_name: "box",
      time_zone: "UTC",
    }),
    isPrimary: () => box.isPrimary,
    timeKnown: () => box.timeKnown,
    raise: (alert) => void raised.push(alert),
    runtime,
  });
  const restores = new Restores({
    archive,
    rows,
    files,
    runtime,
    schema: boxSchema(),
    refuseBusy: () => backups.refuseBusy(),
    alone: (work) => backups.alone(work),
    takeUp: () => box.takeUp(),
  });
  const box: BackupBox = {
    backups,
    restores,
    database,
    dataDir,
    now: NOW,
    keep: 14,
    schedule: "daily",
    logged,
    raised,
    isPrimary: true,
    timeKnown: true,
    lookup: () => Promise.resolve([]),
    takeUp: () => Promise.resolve(),
    free: () => 1 << 30,
  };
  return box;
}

const backupsAt = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files.keys()].filter((name) => name.endsWith(".age")).sort();

Deno.test("a backup is sent, read back, and opens with the recovery key; what is due is made once", () =>
  withTarget(async ({ backups }, { files }, key) => {
    const never = new AbortController().signal;
    assert.equal(await backups.runDue(never), undefined);
    assert.equal(await backups.runDue(never), "not_due");
    const [name] = backupsAt(files);
    const { manifest } = await openBackup(streamOf(files.get(name)!), [key]);
    assert.equal(manifest.counts.people, 1);
    const { targets } = await backups.state();
    assert.deepEqual([targets[0].lastOk, targets[0].lastError], [NOW, ""]);
  }));

Deno.test("older backups of this box are removed once the new one was read back, others stay", () =>
  withTarget(async (box, { files }) => {
    const { backups } = box;
    box.keep = 3;
    files.set("/box/box-box-99999999-2026-01-01-000000.age", new Uint8Array(1));
    files.set("/box/photo.jpg", new Uint8Array(1));
    const names: string[] = [];
    for (let run = 0; run < 5; run++) {
      names.push((await (await backups.begin()).done).name);
      box.now += DAY;
    }
    assert.deepEqual(
      backupsAt(files),
      [
        ...names.slice(-3).map((name) => `/box/${name}`),
        "/box/box-box-99999999-2026-01-01-000000.age",
      ].sort(),
    );
    assert.ok(files.has("/box/photo.jpg"));
  }));

Deno.test("a copy that became another box leaves the backups of its original alone", () =>
  withTarget(async (box, { files: stored }) => {
    const { backups, dataDir } = box;
    box.keep = 1;
    const { name: before } = await (await backups.begin()).done;
    await backups.renewMark();
    // The backup from before may be its own: it is listed so, and checked while there is no other.
    assert.deepEqual((await backups.stored(1)).map(({ own }) => own), [true]);
    box.now += 40 * DAY;
    await backups.checkDue(new AbortController().signal);
    assert.deepEqual(box.raised, []);
    assert.equal((await backups.state()).targets[0].checked, box.now);
    box.now += DAY;
    const { name: after } = await (await backups.begin()).done;
    assert.deepEqual(backupsAt(stored), [`/box/${before}`, `/box/${after}`].sort());
    assert.deepEqual((await backups.stored(1)).map(({ own }) => own), [true, true]);
    // The next process has the same mark.
    const { database, seal } = await TransferBox.open(`${dataDir}/next.db`, 1);
    const files = new MovedFileStore(dataDir, new TlsDirectory(`${dataDir}/tls`, () => {}));
    const options = {
      database,
      seal,
      files,
      dataDir,
      tables: TABLES,
      secret: SECRET,
      boxName: () => "box",
      version: "0.9.0",
      log: (_: string, text: string) => void box.logged.push(text),
    };
    const { mark } = new BackupArchive(options);
    assert.match(after, new RegExp(`-${mark.slice(0, 8)}-`));
    // A mark that cannot be read stops no start, and is not that of the original.
    await Deno.remove(`${dataDir}/backups/mark`);
    await Deno.mkdir(`${dataDir}/backups/mark`);
    const unreadable = new BackupArchive(options);
    assert.match(box.logged.at(-1)!, /mark of backups of this box cannot be read/);
    assert.doesNotMatch(before, new RegExp(`-${unreadable.mark.slice(0, 8)}-`));
    await database.close();
  }));

Deno.test("a target that fails says why, raises an alert, and loses no older backup", () =>
  withTarget(async (box, server) => {
    const { backups } = box;
    box.keep = 1;
    await (await backups.begin()).done;
    const before = backupsAt(server.files);
    box.now += DAY;
    // The server takes the file and gives back another one.
    server.fault = (request) =>
      request.method === "GET" ? new Response("something else") : undefined;
    const { outcomes } = await (await backups.begin()).done;
    assert.match(outcomes[0].error, /came back changed/);
    assert.ok(backupsAt(server.files).includes(before[0]));
    const [target] = (await backups.state()).targets;
    assert.match(target.lastError, /came back changed/);
    assert.deepEqual(box.raised.map(({ kind, name }) => [kind, name]), [["backup.failed", "NAS"]]);
    const logged = box.logged.join("\n");
    assert.ok(logged.includes("came back changed") && !logged.includes("the password of the NAS"));
    // It is tried again after an hour, and works.
    delete server.fault;
    const never = new AbortController().signal;
    assert.equal(await backups.runDue(never), "not_due");
    box.now += HOUR;
    assert.equal(await backups.runDue(never), undefined);
  }));

Deno.test("each month a backup is read back and restored into a temporary database", () =>
  withTarget(async (box, { files }) => {
    const { backups } = box;
    const never = new AbortController().signal;
    assert.equal(await backups.checkDue(never), "not_due");
    await (await backups.begin()).done;
    assert.equal(await backups.checkDue(never), undefined);
    const checked = (await backups.state()).targets[0];
    assert.deepEqual([checked.checked, checked.checkError], [NOW, ""]);
    box.now += 29 * DAY;
    assert.equal(await backups.checkDue(never), "not_due");
    box.now += 2 * DAY;
    box.timeKnown = false;
    assert.equal(await backups.checkDue(never), "clock");
    box.isPrimary = false;
    assert.equal(await backups.checkDue(never), "off");
    [box.timeKnown, box.isPrimary] = [true, true];
    const [name] = backupsAt(files);
    files.get(name)!.fill(0, -40, -20);
    await backups.checkDue(never);
    assert.match((await backups.state()).targets[0].checkError, /damaged/);
  }));

Deno.test("a target at another place needs its secret again, and the test reports each step", () =>
  withTarget(async ({ backups }, server) => {
    const other = webdavServer("box", "the password of the NAS");
    try {
      const choice = (url: string, secret?: string) => ({
        name: "NAS",
        enabled: true,
        config: { kind: "webdav", url, user: "box", ca: "" } as const,
        secret,
      });
      await assert.rejects(backups.changeTarget(1, choice(`${other.url}/box`)), /again/);
      await backups.changeTarget(1, choice(`${server.url}/elsewhere`));
      const well = await backups.testTarget(1);
      assert.deepEqual([well.ok, well.steps.length, server.files.size], [true, 4, 0]);
      await backups.changeTarget(1, choice(`${other.url}/box`, ""));
      const wrong = await backups.testTarget(1);
      assert.deepEqual([wrong.ok, wrong.steps], [false, []]);
      assert.match(wrong.error, /refuses the account/);
      assert.equal(JSON.stringify(await backups.state()).includes("the password"), false);
    } finally {
      await other.close();
    }
  }));

Deno.test("a target changes completely or not at all", () =>
  withTarget(async ({ backups, database }, server) => {
    const before = (await backups.state()).targets;
    await database.run(
      "create trigger refuse before update of secret on backup_targets " +
        "begin select raise(abort, 'refused'); end",
    );
    const config = { kind: "webdav", url: `${server.url}/other`, user: "eve", ca: "" } as const;
    const change = { name: "Other", enabled: true, config, secret: "another" };
    await assert.rejects(backups.changeTarget(1, change), /refused/);
    assert.deepEqual((await backups.state()).targets, before);
  }));

Deno.test("the first host key is kept with the server that has it, not with a changed target", () =>
  withTarget(async (box) => {
    const { backups } = box;
    const hostKey = generateKeyPairSync("ec", {
      namedCurve: "P-256",
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "sec1", format: "pem" },
    }).privateKey;
    const server = await sftpServer(hostKey, "box", "secret");
    const choice = (change: Partial<SftpConfig>) => ({
      name: "Server",
      enabled: true,
      config: {
        kind: "sftp",
        host: "nas.example",
        port: server.port,
        user: "box",
        path: "/backups",
        fingerprint: "",
        ...change,
      } as const,
      secret: "secret",
    });
    // The target is changed while the name of its server is resolved.
    const changedWhileConnecting = async (change: Partial<SftpConfig>) => {
      const { id } = await backups.addTarget(choice({}));
      box.lookup = async () => {
        await backups.changeTarget(id, choice(change));
        return ["127.0.0.1"];
      };
      assert.deepEqual(await backups.stored(id), []);
      return (await backups.removeTarget(id)).config as SftpConfig;
    };
    try {
      for (const change of [{ host: "other.example" }, { user: "eve" }, { port: 1 }]) {
        assert.deepEqual(await changedWhileConnecting(change), choice(change).config);
      }
      const { path, fingerprint } = await changedWhileConnecting({ path: "/other" });
      assert.equal(path, "/other");
      assert.match(fingerprint, /^SHA256:/);
    } finally {
      await server.close();
    }
  }));

Deno.test("a backup is cancelled while it is sent, and leaves no file on the box", () =>
  withTarget(async (box, server) => {
    const { backups, dataDir } = box;
    server.fault = (request) => {
      if (request.method === "PUT") void backups.cancel();
      return undefined;
    };
    const { outcomes } = await (await backups.begin()).done;
    assert.match(outcomes[0].error, /cancelled/);
    assert.deepEqual(box.raised, [], "what a person did is no alert");
    const left = [...Deno.readDirSync(`${dataDir}/backups`)].map(({ name }) => name);
    assert.deepEqual(left, []);
    await assert.rejects(backups.cancel(), { code: "conflict" });
  }));

Deno.test("a stop of the box during a backup raises no alert, a passed deadline does", () =>
  withTarget(async (box, server) => {
    const { backups } = box;
    const task = new AbortController();
    server.fault = (request) => {
      if (request.method === "PUT") task.abort(new Error("It took longer than 7200 s"));
      return undefined;
    };
    await assert.rejects(backups.runDue(task.signal), /NAS: It took longer/);
    assert.deepEqual(box.raised.map(({ kind }) => kind), ["backup.failed"]);
    box.now += HOUR;
    server.fault = (request) => {
      if (request.method === "PUT") void backups.close();
      return undefined;
    };
    const never = new AbortController().signal;
    await assert.rejects(backups.runDue(never), /NAS: The box is stopping/);
    assert.equal(box.raised.length, 1);
  }));

Deno.test("a backup that comes back longer than it was sent is not read to its end", () =>
  withTarget(async ({ backups }, server) => {
    let sent = 0;
    const body = () =>
      ReadableStream.from((function* () {
        for (; sent < 1000; sent++) yield new Uint8Array(64 << 10);
      })());
    server.fault = ({ method }) => method === "GET" ? new Response(body()) : undefined;
    const { outcomes } = await (await backups.begin()).done;
    assert.match(outcomes[0].error, /longer than it was sent/);
    assert.ok(sent < 1000, "the rest is not received");
  }));

Deno.test("without a key, a target or a schedule nothing is made", () =>
  withTarget(async (box) => {
    const { backups, database } = box;
    const never = new AbortController().signal;
    await database.run("delete from backup_key");
    assert.equal(await backups.runDue(never), "not_configured");
    await assert.rejects(backups.begin(), /recovery key/);
    await assert.rejects(backups.download(), /recovery key/);
    await backups.removeTarget(1);
    await assert.rejects(backups.begin(), /no target/);
    box.schedule = "off";
    assert.equal(await backups.runDue(never), "off");
  }));

Deno.test("a restore replaces everything, ends sessions, and can be taken back once", () =>
  withTarget(async ({ backups, restores, database: db }, _, key) => {
    const { stream } = await backups.download();
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    await db.run("insert into groups (name, created, changed) values ('since then', 1, 1)");
    const write = (path: string) => Deno.writeFile(path, bytes);
    const plan = await restores.preview("home.age", key, write);
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

Deno.test("a target is stored with its secret in one change, and twice the same name is refused", () =>
  withTarget(async (box) => {
    const { backups, database } = box;
    const changes: string[] = [];
    const run = database.run.bind(database);
    database.run = (sql, args) => {
      changes.push(sql);
      return run(sql, args);
    };
    const config = { kind: "webdav", url: "https://b.example/x", user: "box", ca: "" } as const;
    const choice = { name: "Second", enabled: true, config, secret: PASSWORD };
    const [one, two] = await Promise.allSettled([
      backups.addTarget(choice),
      backups.addTarget(choice),
    ]);
    assert.deepEqual([one.status, two.status], ["fulfilled", "rejected"]);
    assert.equal(changes.length, 1, changes.join("\n"));
    const { targets } = await backups.state();
    assert.deepEqual(targets.map(({ id, secretSet }) => [id, secretSet]), [[1, true], [2, true]]);
    // The secret opens, and the number of a removed target is not given again.
    assert.equal((await backups.changeTarget(2, { ...choice, secret: undefined })).secretSet, true);
    await backups.removeTarget(2);
    assert.equal((await backups.addTarget({ ...choice, secret: "" })).id, 3);
    assert.equal((await backups.target(3)).secretSet, false);
  }));

Deno.test("backups are due at an hour of the household, also over a change of the clock", () => {
  const at = (backup_schedule: "off" | "daily" | "weekly", backup_hour = 3) => ({
    backup_schedule,
    backup_hour,
    time_zone: "Europe/Paris",
  });
  const saturday = Date.parse("2026-10-24T12:00:00+02:00");
  assert.equal(lastDue(at("daily"), saturday), Date.parse("2026-10-24T03:00:00+02:00"));
  assert.equal(nextDue(at("daily"), saturday), Date.parse("2026-10-25T03:00:00+01:00"));
  assert.equal(lastDue(at("weekly"), saturday), Date.parse("2026-10-18T03:00:00+02:00"));
  assert.equal(nextDue(at("weekly"), saturday), Date.parse("2026-10-25T03:00:00+01:00"));
  assert.deepEqual([lastDue(at("off"), saturday), nextDue(at("off"), saturday)], [undefined, 0]);
  // 2:00 does not exist on the day on which clocks go forward.
  const spring = Date.parse("2026-03-29T12:00:00+02:00");
  assert.equal(lastDue(at("daily", 2), spring), Date.parse("2026-03-29T03:00:00+02:00"));
  const target = { enabled: true, lastOk: 0, lastErrorAt: 0 };
  const due = lastDue(at("daily"), saturday)!;
  assert.equal(isDue(target, due, saturday), true);
  assert.equal(isDue({ ...target, lastOk: due }, due, saturday), false);
  assert.equal(isDue({ ...target, lastOk: saturday + DAY }, due, saturday), true);
  assert.equal(isDue({ ...target, lastErrorAt: saturday - HOUR / 2 }, due, saturday), false);
  assert.equal(isDue({ ...target, enabled: false }, due, saturday), false);
});
