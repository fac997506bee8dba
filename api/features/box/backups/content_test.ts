import assert from "node:assert/strict";
import { KeyFile } from "../../../cloud/key.ts";
import { TlsDirectory } from "../../../certificate/tls_directory.ts";
import { TABLES } from "../../../app/tables.ts";
import { SETTINGS } from "../../../settings/list.ts";
import { installedCertificate } from "../../../../tests/support/backup_scene.ts";
import { inFolder } from "../../../../tests/support/transfer_scene.ts";
import { MOVED_FILES } from "./format.ts";
import { MovedFileStore } from "./moved_files.ts";

const inside = (name: string) => TABLES.find((table) => table.name === name)?.inBackups;
const setting = (key: string) => SETTINGS.find((each) => each.key === key)?.inBackups;

const IN: Readonly<Record<string, boolean | undefined>> = {
  "the accepted terms (A 7.12.4)": inside("terms"),
  "the choice of statistics (A 7.12.4)": setting("telemetry"),
  "the key of the box at the online service (B 7.2)": MOVED_FILES.includes("online_key"),
  "the certificate of encrypted DNS": inside("dns_certificate") &&
    MOVED_FILES.includes("certificate"),
  "people": inside("people"),
  "devices": inside("devices"),
  "lists": inside("lists"),
  "rules": inside("rules"),
  "addresses of the breach watch": inside("breach_addresses"),
  "breaches already reported (A 6)": inside("breaches"),
  "accounts": inside("accounts"),
  "passkeys, which are bound to their name": inside("passkeys"),
  "authenticators": inside("totp"),
  "tokens": inside("tokens"),
  "the recipient of backups": inside("backup_key"),
  "targets of backups": inside("backup_targets"),
  "targets of notifications": inside("exports"),
  "the schedule of backups": setting("backup_schedule"),
};

const OUT: Readonly<Record<string, boolean | undefined>> = {
  "https_redirect (A 7.8)": setting("https_redirect"),
  "sessions": inside("sessions"),
  "pending invitations": inside("invitations"),
  "alerts that were raised": inside("alerts_told"),
  "the administration log": inside("audit"),
  "the query log": inside("queries"),
  "machines that were seen": inside("machines"),
  "addresses of the listeners": setting("dns_listen"),
};

for (const [what, isIn] of Object.entries(IN)) {
  Deno.test(`in a backup: ${what}`, () => assert.equal(isIn, true));
}
for (const [what, isIn] of Object.entries(OUT)) {
  Deno.test(`not in a backup: ${what}`, () => assert.equal(isIn, false));
}

Deno.test("not in a backup: the authority of the block page (A 7.7.3), nor any other file", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/tls`);
    for (const name of ["authority.key", "authority.pem", "box.secret", "self.key", "acme.key"]) {
      await Deno.writeTextFile(`${folder}/tls/${name}`, "secret");
    }
    assert.deepEqual(await storeOf(folder).read(), {});
  }));

const storeOf = (folder: string) =>
  new MovedFileStore(folder, new TlsDirectory(`${folder}/tls`, () => {}));

/** A key of another box, as a backup contains it. */
async function otherKey(folder: string): Promise<Uint8Array> {
  await new KeyFile(`${folder}/other.key`, () => {}).key();
  return await Deno.readFile(`${folder}/other.key`);
}

Deno.test("files of a restore that a kill interrupted are completed, or taken back", () =>
  inFolder(async (folder) => {
    for (const part of ["tls", "backups"]) await Deno.mkdir(`${folder}/${part}`);
    const own = `${folder}/tls/cloud.key`;
    const key = await otherKey(folder);
    const begun = async () => {
      const store = storeOf(folder);
      await store.begin(7, { online_key: key });
      assert.deepEqual(await Deno.readFile(own), key);
      return storeOf(folder);
    };

    // The tables were not replaced: the box had no key, and has none again.
    assert.equal(await (await begun()).resume(() => Promise.resolve(false)), true);
    await assert.rejects(Deno.stat(own), Deno.errors.NotFound);

    // They were: the key stays.
    assert.equal(await (await begun()).resume((id) => Promise.resolve(id === 7)), true);
    assert.deepEqual(await Deno.readFile(own), key);
    assert.equal(await storeOf(folder).resume(() => Promise.resolve(false)), false);
    assert.deepEqual(await Deno.readFile(own), key);
  }));

Deno.test("a restore removes the files that its backup does not have, until it is taken back", () =>
  inFolder(async (folder) => {
    for (const part of ["tls", "backups"]) await Deno.mkdir(`${folder}/${part}`);
    const key = await otherKey(folder);
    const store = storeOf(folder);
    await store.begin(1, {
      certificate: await installedCertificate("box.home.arpa"),
      online_key: key,
    });
    await store.finish();
    const before = await store.read();
    assert.deepEqual(Object.keys(before), ["certificate", "online_key"]);

    await store.begin(2, {});
    assert.deepEqual(await store.read(), {});
    await store.undo();
    assert.deepEqual(await store.read(), before);

    // A kill before the files were removed is completed at the next start.
    await store.begin(3, {});
    await Deno.writeFile(`${folder}/tls/cloud.key`, key);
    await storeOf(folder).resume(() => Promise.resolve(true));
    assert.deepEqual(await store.read(), {});
  }));

Deno.test("files of a backup that are no certificate and no key are refused", () => {
  const store = storeOf("/nonexistent");
  const bytes = (text: string) => new TextEncoder().encode(text);
  for (const certificate of ["", "[]", "{}", '{"mode":"self"}', "\u0000"]) {
    assert.throws(() => store.check({ certificate: bytes(certificate) }), {
      code: "backup_damaged",
    });
  }
  assert.throws(() => store.check({ online_key: bytes("ssh-rsa AAAA") }), {
    code: "backup_damaged",
  });
});
