import assert from "node:assert/strict";
import {
  type BackupBox,
  DAY,
  HOUR,
  NOW,
  PASSWORD,
  SECRET,
  withTarget,
} from "../../../../tests/support/backup_box.ts";
import { streamOf } from "../../../../tests/support/backup_scene.ts";
import { newHostKey, sftpServer, webdavServer } from "../../../../tests/support/backup_servers.ts";
import { TransferBox } from "../../../../tests/support/transfer_scene.ts";
import { TABLES } from "../../../app/tables.ts";
import { TlsDirectory } from "../../../certificate/tls_directory.ts";
import { BackupArchive } from "./archive.ts";
import { MovedFileStore } from "./moved_files.ts";
import { openBackup } from "./read.ts";
import { NO_OUTCOME } from "./table.ts";
import type { SftpConfig } from "./targets/config.ts";

const backupsAt = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files.keys()].filter((name) => name.endsWith(".age")).sort();

Deno.test("a backup is sent, read back, and opens with the recovery key; what is due is made once", () =>
  withTarget(async ({ backups }, { files }, key) => {
    const never = new AbortController().signal;
    assert.equal(await backups.runDue(never), undefined);
    assert.equal(await backups.runDue(never), "not_due");
    const [name] = backupsAt(files);
    const { manifest } = await openBackup(streamOf(files.get(name)!), key);
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
    // The backup from before may be of either box. It is checked while there is no other.
    const marked = async () => (await backups.stored(1)).map(({ own, earlier }) => [own, earlier]);
    assert.deepEqual(await marked(), [[false, true]]);
    box.now += 40 * DAY;
    await backups.checkDue(new AbortController().signal);
    assert.deepEqual(box.raised, []);
    assert.equal((await backups.state()).targets[0].checked, box.now);
    box.now += DAY;
    const { name: after } = await (await backups.begin()).done;
    assert.deepEqual(backupsAt(stored), [`/box/${before}`, `/box/${after}`].sort());
    assert.deepEqual(await marked(), [[true, false], [false, true]]);
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
    // A box whose mark cannot be read starts, and has another mark than its original.
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
    const server = await sftpServer(newHostKey(), "box", "secret");
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
    await assert.rejects(backups.runDue(task.signal), /target NAS failed: It took too long$/);
    assert.deepEqual(box.raised.map(({ kind }) => kind), ["backup.failed"]);
    box.now += HOUR;
    server.fault = (request) => {
      if (request.method === "PUT") void backups.close();
      return undefined;
    };
    const never = new AbortController().signal;
    await assert.rejects(backups.runDue(never), /target NAS failed: The box is stopping/);
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
    assert.match(outcomes[0].error, /came back changed/);
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
    await assert.rejects(backups.begin(), /No target is turned on/);
    box.schedule = "off";
    assert.equal(await backups.runDue(never), "off");
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

Deno.test("a folder inside the data folder is refused as a target, also behind a link", () =>
  withTarget(async ({ backups, dataDir }) => {
    const target = { name: "card", enabled: true, secret: undefined };
    const link = `${dataDir}-link`;
    await Deno.symlink(dataDir, link);
    const refused = { code: "bad_value", message: /is inside the data folder of the box/ };
    try {
      for (const path of [dataDir, `${dataDir}/mine`, `${link}/mine`]) {
        const config = { kind: "folder", path, mounted: false } as const;
        await assert.rejects(backups.addTarget({ ...target, config }), refused, path);
        await assert.rejects(backups.changeTarget(1, { ...target, config, secret: "" }), refused);
      }
    } finally {
      await Deno.remove(link);
    }
    assert.deepEqual((await backups.state()).targets.map(({ name }) => name), ["NAS"]);
  }));

Deno.test("a damaged recipient fails with a reason in a download and in a run, not as a fault", () =>
  withTarget(async (box) => {
    await box.database.run("update backup_key set recipient = 'age1demo'");
    const refused = {
      code: "backup_failed",
      message: "The stored half of the recovery key is damaged: make a new recovery key",
    };
    await assert.rejects(box.backups.download(), refused);
    await assert.rejects((await box.backups.begin()).done, refused);
    assert.equal(box.raised[0].detail, refused.message);
    const [target] = (await box.backups.state()).targets;
    assert.equal(target.lastError, refused.message);
    await box.backups.createKey("admin");
    await (await box.backups.begin()).done;
  }));

Deno.test("texts of libraries and servers are in the log, and in no reason of a failure", () =>
  withTarget(async (box, server) => {
    server.fault = () => new Response("secret words", { status: 418 });
    const { outcomes } = await (await box.backups.begin()).done;
    const { host } = new URL(server.url);
    assert.equal(outcomes[0].error, `${host} answered something unexpected`);
    assert.equal(box.raised[0].detail, outcomes[0].error);
    assert.match(box.logged.join("\n"), /answered something unexpected \(status 418\)$/m);
    assert.equal((await box.backups.testTarget(1)).error, outcomes[0].error);
  }));

/** A target at a WebDAV server, at which the password is needed again. */
const webdavAt = (url: string, change: { readonly name?: string; readonly ca?: string } = {}) => ({
  name: change.name ?? "NAS",
  enabled: true,
  config: { kind: "webdav", url, user: "box", ca: change.ca ?? "" } as const,
  secret: PASSWORD,
});

/** What the only target says of its place. */
const outcomeOf = async ({ backups }: BackupBox) => {
  const [{ lastOk, lastName, lastBytes, lastError, lastErrorAt, checked, checkError }] =
    (await backups.state()).targets;
  return { lastOk, lastName, lastBytes, lastError, lastErrorAt, checked, checkError };
};

Deno.test("a target that moves says nothing of its old place, one that is renamed keeps it", () =>
  withTarget(async (box, server, key) => {
    const { backups, restores } = box;
    const never = new AbortController().signal;
    await (await backups.begin()).done;
    await backups.checkDue(never);
    server.fault = () => new Response(null, { status: 500 });
    box.now += HOUR;
    await (await backups.begin()).done;
    delete server.fault;
    const before = await outcomeOf(box);
    assert.ok(before.lastOk > 0 && before.checked > 0 && before.lastError !== "");
    await backups.changeTarget(1, webdavAt(`${server.url}/box`, { name: "Cellar" }));
    assert.deepEqual(await outcomeOf(box), before);

    await backups.changeTarget(1, webdavAt(`${server.url}/other`));
    assert.deepEqual(await outcomeOf(box), NO_OUTCOME);
    // Neither does a restore bring it back.
    const bytes = new Uint8Array(
      await new Response((await backups.download()).stream).arrayBuffer(),
    );
    const plan = await restores.preview("a", key, (path) => Deno.writeFile(path, bytes));
    await restores.apply(plan.id, "anna");
    assert.deepEqual(await outcomeOf(box), NO_OUTCOME);
    // The new place gets its first backup at once.
    assert.equal(await backups.runDue(never), undefined);
    assert.equal((await outcomeOf(box)).lastOk, box.now);
  }));

Deno.test("what is sent, fails or is checked at a place is not kept with the next one", () =>
  withTarget(async (box, server) => {
    const { backups } = box;
    const never = new AbortController().signal;
    let moves = 0;
    const movesAt = (method: string, answer?: () => Response) => {
      server.fault = async (request) => {
        if (request.method !== method) return undefined;
        delete server.fault;
        await backups.changeTarget(1, webdavAt(`${server.url}/${++moves}`));
        return answer?.();
      };
    };
    movesAt("GET");
    await (await backups.begin()).done;
    movesAt("PUT", () => new Response(null, { status: 500 }));
    await (await backups.begin()).done;
    assert.deepEqual(await outcomeOf(box), NO_OUTCOME);
    await (await backups.begin()).done;
    assert.notDeepEqual(await outcomeOf(box), NO_OUTCOME);
    movesAt("GET");
    await backups.checkDue(never);
    assert.deepEqual([moves, await outcomeOf(box)], [3, NO_OUTCOME]);
  }));

Deno.test("why a list or a removal fails is in the log, with the words of the server", () =>
  withTarget(async (box, server) => {
    const { backups } = box;
    const { host } = new URL(server.url);
    const { name } = await (await backups.begin()).done;
    server.fault = () => new Response(null, { status: 418 });
    const refused = { code: "backup_failed", message: `${host} answered something unexpected` };
    await assert.rejects(backups.stored(1), refused);
    await assert.rejects(backups.removeStored(1, name), refused);
    assert.deepEqual(box.logged, [
      `The list of the target NAS failed: ${refused.message} (status 418)`,
      `The removal of a backup of the target NAS failed: ${refused.message} (status 418)`,
    ]);
  }));

Deno.test("a download during another export says to try again later", () =>
  withTarget(async (box) => {
    const { backups, database } = box;
    await database.transfer({ step: "export", tables: [] });
    await assert.rejects(backups.download(), BUSY);
    assert.match(box.logged.join("\n"), /^The download of a backup failed: .*\(Another export/);
    const { done } = await backups.begin();
    await assert.rejects(done, BUSY);
    assert.equal((await outcomeOf(box)).lastError, BUSY.message);
    await database.transfer({ step: "end", of: "export" });
    await backups.download().then(({ stream }) => stream.cancel());
  }));

const BUSY = {
  code: "backup_failed",
  message: "The database of the box is busy: try again later",
  details: { body: { reason: "busy" } },
};
