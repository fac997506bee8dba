import assert from "node:assert/strict";
import { NO_FLOOR, readRootKeys, verifyManifest } from "../../api/updates/manifest.ts";
import { keysCommand, readSigner } from "./keys.ts";
import { changelogOf, resignManifest, writeManifest } from "./manifest.ts";

const NOW = 1_800_000_000;
const DAY = 86_400;

Deno.test("Keys are made, sign a manifest that boxes accept, and are rotated", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-keys-" });
  try {
    const at = (name: string) => `${folder}/${name}`;
    await keysCommand(["root", "--out", at("root")], NOW);
    await keysCommand(["release", "--root", at("root.pem"), "--out", at("one")], NOW);
    assert.equal((await Deno.stat(at("root.pem"))).mode! & 0o777, 0o600);
    assert.equal((await Deno.stat(at("one.pem"))).mode! & 0o777, 0o600);
    // A key is never replaced by accident.
    await assert.rejects(
      keysCommand(["root", "--out", at("root")], NOW),
      Deno.errors.AlreadyExists,
    );

    const archive = at("box-1.2.3-linux-amd64.tar.gz");
    await Deno.writeTextFile(archive, "archive");
    await Deno.writeTextFile(at("box-1.2.3.cdx.json"), "{}");
    const signer = await readSigner(at("one.pem"), at("one.json"));
    const facts = {
      channel: "stable" as const,
      version: "1.2.3",
      released: NOW - DAY,
      security: true,
      least: "0.9.0",
      changelog: "- A change.",
      now: NOW,
    };
    const { path } = await writeManifest(
      [
        { kind: "archive", arch: "amd64", path: archive },
        { kind: "document", path: at("box-1.2.3.cdx.json") },
      ],
      facts,
      signer,
      folder,
    );
    const roots = readRootKeys(await Deno.readTextFile(at("root.pub")));
    const read = async (floor = NO_FLOOR, now = NOW) =>
      verifyManifest(await Deno.readTextFile(path), { roots, channel: "stable", floor, now });
    const { manifest, floor } = await read();
    assert.deepEqual(manifest.files.map(({ name, bytes }) => [name, bytes]), [
      ["box-1.2.3-linux-amd64.tar.gz", 7],
    ]);
    assert.deepEqual([manifest.security, manifest.number], [true, NOW]);

    await resignManifest(path, signer, { now: NOW + 60 * DAY });
    const again = await read(floor, NOW + 100 * DAY);
    assert.deepEqual([again.manifest.version, again.manifest.number], ["1.2.3", NOW + 60 * DAY]);

    const rotate = ["rotate", "--root", at("root.pem"), "--from", at("one.json")];
    await keysCommand([...rotate, "--out", at("two"), "--manifest", path], NOW + 70 * DAY);
    const rotated = await read(again.floor, NOW + 71 * DAY);
    assert.equal(rotated.floor.serial, NOW + 1);
    // What the old key signs from now on is refused.
    await resignManifest(path, signer, { now: NOW + 72 * DAY });
    await assert.rejects(read(rotated.floor, NOW + 73 * DAY), /replaced by a newer one/);

    // The next key of the root key is accepted after the rotation.
    const later = NOW + 74 * DAY;
    await keysCommand(["release", "--root", at("root.pem"), "--out", at("three")], later);
    await resignManifest(path, await readSigner(at("three.pem"), at("three.json")), { now: later });
    assert.equal((await read(rotated.floor, later)).floor.serial, later);

    await assert.rejects(readSigner(at("two.pem"), at("one.json")), /does not describe/);
    await keysCommand(["root", "--out", at("other")], NOW);
    const ofOther = ["rotate", "--root", at("other.pem"), "--from", at("one.json")];
    await assert.rejects(keysCommand([...ofOther, "--out", at("no")], NOW), /not signed/);
    await assert.rejects(keysCommand(["release", "--out", at("no")], NOW), /Missing: --root/);
    await assert.rejects(keysCommand(["other", "--out", at("no")], NOW), /Missing|Choose/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("changelogOf() takes the part of the version, else what is not released", () => {
  const text = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.0.0 (2026-01-01)\n\n- First.\n";
  assert.equal(changelogOf(text, "1.0.0"), "- First.");
  assert.equal(changelogOf(text, "1.1.0"), "- New.");
  assert.equal(changelogOf("# Changelog\n", "1.1.0"), "");
});
