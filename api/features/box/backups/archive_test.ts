import assert from "node:assert/strict";
import { Decrypter, generateX25519Identity } from "age-encryption";
import { gunzipSync } from "node:zlib";
import {
  archiveText,
  backupOf,
  manifestOf,
  RECOVERY,
  SCHEMA,
  sealedArchive,
  streamOf,
} from "../../../../tests/support/backup_scene.ts";
import {
  type AnyHeader,
  changed,
  fillHousehold,
  inFolder,
  TransferBox,
} from "../../../../tests/support/transfer_scene.ts";
import { MIGRATIONS } from "../../../store/migrations.ts";
import { importTables } from "../../../store/transfer/import_tables.ts";
import { TransferError } from "../../../store/transfer/refused.ts";
import { TABLES } from "../../../app/tables.ts";
import { ownIdentity, readRecoveryKey, recipientOf } from "./keys.ts";
import { MOVED_FILES } from "./format.ts";
import { openBackup } from "./read.ts";
import { DomainError } from "../../../schema/errors.ts";
import { backupFault, isBackupRefusal, logText } from "./refused.ts";
import { withoutControls } from "./clean.ts";

/** Two boxes with different secrets: one filled, one with another household. */
function withBoxes(test: (from: TransferBox, to: TransferBox) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const from = await TransferBox.open(`${folder}/from/box.db`, 1);
    const to = await TransferBox.open(`${folder}/to/box.db`, 2);
    try {
      await fillHousehold(from);
      await to.database.run("insert into groups (name, created, changed) values ('mine', 1, 1)");
      await test(from, to);
    } finally {
      await Promise.all([from.database.close(), to.database.close()]);
    }
  });
}

async function restore(to: TransferBox, bytes: Uint8Array, key = RECOVERY.key): Promise<void> {
  try {
    const { tables } = await openBackup(streamOf(bytes), key);
    await importTables(to.database, tables, {
      purpose: "backup",
      tables: TABLES,
      seal: (secret, field) => to.seal.seal(secret, field),
      clean: withoutControls,
    });
  } catch (error) {
    throw backupFault(error);
  }
}

/** Asserts the refusal, and that nothing of the other household changed. */
async function refuses(
  to: TransferBox,
  bytes: Uint8Array,
  code: DomainError["code"],
  sentence: RegExp,
): Promise<void> {
  const before = await to.content();
  await assert.rejects(restore(to, bytes), (error) => {
    assert.ok(isBackupRefusal(error), String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, sentence);
    return true;
  });
  assert.equal(await to.content(), before);
}

Deno.test("a backup restores the tables and files of a box on another one", () =>
  withBoxes(async (from, to) => {
    const bytes = await backupOf(from);
    const { manifest, files } = await openBackup(streamOf(bytes), RECOVERY.key);
    assert.deepEqual(manifest.box, manifestOf().box);
    assert.deepEqual([...files.keys()], [...MOVED_FILES]);
    assert.equal(new TextDecoder().decode(files.get("online_key")), "the online_key");
    await restore(to, bytes);
    assert.deepEqual(
      (await to.database.all("select name from people")).map(({ name }) => name),
      ["Emma"],
    );
    assert.deepEqual(
      await to.database.all("select name from groups"),
      await from.database.all("select name from groups"),
    );
    assert.equal((await to.database.all("select * from sessions")).length, 0);
  }));

Deno.test("nothing of the household can be read in the file, and no secret of the box is in it", () =>
  withBoxes(async (from) => {
    const bytes = await backupOf(from);
    const text = new TextDecoder("latin1").decode(bytes);
    for (const secret of ["Emma", "anna", "totp", ARCHIVE_NAME]) assert.ok(!text.includes(secret));
    const decrypter = new Decrypter();
    decrypter.addIdentity(RECOVERY.key);
    const plain = new Uint8Array(gunzipSync(await decrypter.decrypt(bytes)));
    const inside = new TextDecoder().decode(plain);
    assert.ok(inside.startsWith('{"format":"box-backup","version":1,'));
    assert.ok(!inside.includes("0101010101"), "the secret of the data directory");
  }));

const ARCHIVE_NAME = "box-backup";

Deno.test("the box itself reads its backups, and another box does not", () =>
  withBoxes(async (from, to) => {
    const own = ownIdentity(new Uint8Array(32).fill(1));
    const bytes = await backupOf(from, [RECOVERY.recipient, await recipientOf(own)]);
    await restore(to, bytes, own);
    const other = ownIdentity(new Uint8Array(32).fill(2));
    await assert.rejects(restore(to, bytes, other), { code: "backup_wrong_key" });
  }));

Deno.test("a recovery key is read as people type it, and a typing error is found", async () => {
  const { key } = RECOVERY;
  const spaced = key.toLowerCase().replace(/(.{10})/g, "$1 \n");
  assert.equal(await readRecoveryKey(` ${spaced} `), key);
  const wrong = key.slice(0, -1) + (key.endsWith("Q") ? "P" : "Q");
  for (const text of ["", "my password", wrong, key.slice(0, -1), `${key}Q`, key + key]) {
    await assert.rejects(readRecoveryKey(text), { code: "backup_wrong_key" }, text);
  }
});

Deno.test("a wrong key, damage at any place and a missing end change nothing", () =>
  withBoxes(async (from, to) => {
    const bytes = await backupOf(from);
    const before = await to.content();
    const strange = await generateX25519Identity();
    await assert.rejects(restore(to, bytes, strange), { code: "backup_wrong_key" });
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const damaged = bytes.slice();
      damaged[at] ^= 0x20;
      await assert.rejects(restore(to, damaged), isBackupRefusal, `byte ${at}`);
      await assert.rejects(restore(to, bytes.slice(0, at)), isBackupRefusal, `cut at ${at}`);
    }
    await assert.rejects(restore(to, bytes.slice(0, -1)), { code: "backup_damaged" });
    const longer = new Uint8Array([...bytes, 0]);
    await assert.rejects(restore(to, longer), { code: "backup_damaged" });
    assert.equal(await to.content(), before);
  }));

Deno.test("files that are no backups are refused with a sentence", () =>
  withBoxes(async (_, to) => {
    const foreign: readonly (string | Uint8Array)[] = [
      "",
      "PK\x03\x04 a Teleporter of Pi-hole",
      "age-encryption.org/v2\n-> X25519 a\nb\n--- c\n",
      `age-encryption.org/v1\n${"-> grease\n\n".repeat(5000)}`,
    ];
    for (const text of foreign) {
      const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
      await refuses(to, bytes, "backup_foreign_file", /not a backup of a box/);
    }
    const inside = await sealedArchive('{"format":"something else"}\n');
    await refuses(to, inside, "backup_foreign_file", /not a backup of a box/);
    await refuses(to, await sealedArchive(""), "backup_foreign_file", /not a backup/);
  }));

Deno.test("an older backup is migrated, a newer one is refused with the sentence to update", () =>
  withBoxes(async (from, to) => {
    const tables = await from.export();
    const newer = changed(tables, (header) => void (header.schema = SCHEMA + 1));
    await refuses(to, await sealedArchive(archiveText(newer)), "backup_newer", /update this box/i);
    const format = await sealedArchive(archiveText(tables, { manifest: { version: 2 } }));
    await refuses(to, format, "backup_newer", /update this box/i);
    await restore(to, await sealedArchive(archiveText(changed(tables, asOfSchema82))));
    assert.deepEqual(
      (await to.database.all("select name, follows from devices order by id")).map((row) => [
        row.name,
        row.follows,
      ]),
      [["tablet", ""], ["", ""]],
    );
  }));

/** What came after schema 82: its tables, and columns of older ones. */
const NEWER = MIGRATIONS.filter(({ id, database }) => id > 82 && database === "box")
  .map(({ sql }) => sql).join(";\n");
const NEWER_TABLES = [...NEWER.matchAll(/create table (\w+)/g)].map(([, table]) => table);
const NEWER_COLUMNS = new Set(
  [...NEWER.matchAll(/alter table (\w+) add column (\w+)/g)].map(([, table, column]) =>
    `${table}.${column}`
  ),
);

function asOfSchema82(header: AnyHeader, rows: string[]): void {
  const before: { name: string; columns: string[] }[] = header.tables;
  const after = before.filter(({ name }) => !NEWER_TABLES.includes(name));
  const isNewer = before.map(({ name, columns }) =>
    columns.map((column) => NEWER_COLUMNS.has(`${name}.${column}`))
  );
  rows.forEach((row, line) => {
    const [table, ...values] = JSON.parse(row);
    const kept = values.filter((_: unknown, at: number) => !isNewer[table][at]);
    rows[line] = JSON.stringify([after.indexOf(before[table]), ...kept]);
  });
  before.forEach((table, at) => {
    table.columns = table.columns.filter((_, column) => !isNewer[at][column]);
  });
  header.tables = after;
  header.schema = 82;
}

Deno.test("hostile archives are refused: paths, files, sizes, bombs, deep JSON, strange ends", () =>
  withBoxes(async (from, to) => {
    const tables = await from.export();
    const refused = async (text: string, sentence: RegExp) =>
      await refuses(to, await sealedArchive(text), "backup_damaged", sentence);
    const bytes = btoa("x");
    for (const file of ["../../etc/passwd", "/etc/shadow", "box.secret", "tls/../box.db", ""]) {
      await refused(archiveText(tables, { files: [{ file, bytes }] }), /file that no backup has/);
    }
    const twice = { file: "certificate", bytes };
    await refused(archiveText(tables, { files: [twice, twice] }), /file twice/);
    const large = { file: "certificate", bytes: btoa("x".repeat(300 * 1024)) };
    await refused(archiveText(tables, { files: [large] }), /cannot be read/);
    await refused(archiveText(tables, { end: { parts: [] } }), /another one/);
    await refused(archiveText(tables, { after: "{}\n" }), /follows its end/);
    await refused(archiveText(tables, { manifest: { more: 1 } }), /first line/);
    const control = { box: { ...manifestOf().box, name: "\u001b[31mbox\u202e" } };
    await refused(archiveText(tables, { manifest: control }), /first line/);
    const deep = "[".repeat(2_000_000);
    await refused(archiveText(`${tables.split("\n")[0]}\n${deep}\n`), /Line 2 of the export/);
    await refused(archiveText(`${"[".repeat(9 << 20)}\n`), /longer than/);
    await refused(archiveText(tables.replace('"schema"', '"other"')), /malformed/);
    await refused(archiveText(tables).split("\n").slice(0, -2).join("\n") + "\n", /ends before/);

    const bomb = await sealedArchive(archiveText("[0]\n".repeat(20_000_000)));
    assert.ok(bomb.length < 1 << 20, "the bomb is small");
    await refuses(to, bomb, "backup_too_large", /larger than/);
  }));

Deno.test("a million rows that no box has end at the limits of a household, in bounded memory", () =>
  withBoxes(async (from, to) => {
    const text = await from.export();
    const header = JSON.parse(text.split("\n")[0]);
    const index = header.tables.findIndex(({ name }: { name: string }) => name === "groups");
    header.tables[index].rows = 6_000_000;
    const many = await sealedArchive(archiveText(`${JSON.stringify(header)}\n`));
    await refuses(to, many, "backup_damaged", /more than 5000000 rows/);
    header.tables[index].rows = 2;
    const rows = "[0]\n".repeat(1_000_000);
    const wrong = await sealedArchive(archiveText(`${JSON.stringify(header)}\n${rows}`));
    await refuses(to, wrong, "backup_damaged", /too few rows|values|wrong table|too many/);
  }));

Deno.test("a fault of the box is no damage of the backup", () => {
  const reasons = {
    full: "box_full",
    unwritable: "box_unwritable",
    memory: "box_memory",
    busy: "busy",
    box: "failed",
  } as const;
  for (const culprit of Object.keys(reasons) as (keyof typeof reasons)[]) {
    const fault = backupFault(new TransferError("The cause", culprit));
    assert.ok(fault instanceof DomainError);
    assert.equal(fault.code, "backup_failed");
    assert.deepEqual(fault.details.body, { reason: reasons[culprit] });
    assert.equal(logText(fault), `${fault.message} (The cause)`);
  }
  const refused = backupFault(new TransferError("A row cannot be taken"));
  assert.ok(refused instanceof DomainError);
  assert.equal(refused.code, "backup_damaged");
});

Deno.test("control characters of a hostile row are replaced, and the rest of it is kept", () =>
  withBoxes(async (from, to) => {
    await from.database.run("update people set name = ?", ["E\u001b[31mmma\u202e\u0000\u0085"]);
    await from.database.run("update groups set name = ?", ["line\nbreak\tand tab"]);
    await restore(to, await backupOf(from));
    assert.deepEqual(await to.database.all("select name from people"), [
      { name: "E\ufffd[31mmma\ufffd\ufffd\ufffd" },
    ]);
    assert.deepEqual(await to.database.all("select name from groups"), [
      { name: "line\nbreak\tand tab" },
    ]);
  }));
