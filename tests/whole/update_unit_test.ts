/**
 * The root unit of updates with real boxes: it installs only what a release key signed, and returns
 * to the version that ran before when the new one fails.
 */
import assert from "node:assert/strict";
import { rawPublicKey } from "../../api/updates/envelope.ts";
import { askOnce } from "../support/box_process.ts";
import { newKey, releaseKey } from "../support/signed_manifests.ts";
import { UpdateScene } from "../support/update_scene.ts";

const INSTALL = { action: "install", version: "1.1.0" } as const;

Deno.test("A signed version is installed, watched and kept with the one before", () =>
  UpdateScene.run(async (scene) => {
    const { path, file } = await scene.archive("1.1.0");
    await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
    const { code, text } = await scene.unit();
    assert.equal(code, 0, text);
    assert.deepEqual([scene.current, await scene.answers()], ["1.1.0", "1.1.0"], text);
    const { last, previous, floor, switched } = scene.state;
    assert.deepEqual([last?.outcome, last?.from, last?.to, last?.why], [
      "installed",
      "1.0.0",
      "1.1.0",
      "",
    ]);
    assert.equal(previous, "1.0.0");
    assert.ok(switched > 0);
    assert.deepEqual(floor, { numbers: { stable: 2 }, serial: 1 });
    assert.equal(await Deno.readLink(`${scene.home}/updater`), "releases/1.1.0");
    // Its units are in place, and nothing is left over.
    assert.match(await Deno.readTextFile(`${scene.units}/box.service`), /opt\/box\/current\/box/);
    assert.match(await Deno.readTextFile(`${scene.units}/box-update.path`), /PathExists/);
    const left = [...Deno.readDirSync(`${scene.home}/update`)].map(({ name }) => name).sort();
    assert.deepEqual(left, ["lock", "state.json"]);
    assert.ok(await askOnce(scene.port, "localhost"));
    // Without a request, nothing happens.
    assert.deepEqual(await scene.unit(), { code: 0, text: "" });
  }));

Deno.test("What is not signed, expired, older, of another length or content is never installed", () =>
  UpdateScene.run(async (scene) => {
    const { path, file } = await scene.archive("1.1.0");
    const bytes = await Deno.readFile(path);
    const short = `${scene.folder}/short`;
    await Deno.writeFile(short, bytes.subarray(0, bytes.length - 1));
    const long = `${scene.folder}/long`;
    await Deno.writeFile(long, new Uint8Array([...bytes, 0]));
    const other = `${scene.folder}/other`;
    const changed = bytes.slice();
    changed[changed.length - 20] ^= 1;
    await Deno.writeFile(other, changed);

    const now = Math.floor(Date.now() / 1000);
    const good = scene.manifest("1.1.0", file);
    const altered = JSON.parse(good);
    altered.manifest.payload = JSON.parse(scene.manifest("1.2.0", file)).manifest.payload;
    const cases: readonly (readonly [string, string, string])[] = [
      ["signature", JSON.stringify(altered), path],
      ["key", scene.manifest("1.1.0", file, {}, releaseKey(newKey(), now)), path],
      ["key", scene.manifest("1.1.0", file, {}, releaseKey(scene.root, now, { until: now })), path],
      ["expired", scene.manifest("1.1.0", file, { expires: now - 1 }), path],
      ["version", scene.manifest("1.2.0", file), path],
      ["channel", scene.manifest("1.1.0", file, { channel: "beta" }), path],
      ["version", scene.manifest("1.1.0", file, { least: "1.0.5" }), path],
      ["machine", scene.manifest("1.1.0", { ...file, arch: "arm" }), path],
      ["length", scene.manifest("1.1.0", file), short],
      ["length", scene.manifest("1.1.0", file), long],
      ["hash", scene.manifest("1.1.0", file), other],
      ["disk", scene.manifest("1.1.0", { ...file, bytes: 500 * 1024 * 1024 }), path],
      ["format", "no manifest", path],
    ];
    for (const [fault, manifest, download] of cases) {
      if (fault === "disk" && !await hasLittleRoom(scene.home)) continue;
      await scene.ask(INSTALL, manifest, download);
      const { text } = await scene.unit();
      assert.deepEqual(
        [scene.state.last?.outcome, scene.state.last?.fault],
        ["refused", fault],
        text,
      );
      assert.equal(scene.current, "1.0.0");
    }
    // Against an older manifest: the number of the last one that root itself saw counts.
    await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
    await scene.unit();
    assert.equal(scene.current, "1.1.0");
    const newer = await scene.archive("1.2.0");
    const old = scene.manifest("1.2.0", newer.file, { number: 1 });
    await scene.ask({ action: "install", version: "1.2.0" }, old, newer.path);
    await scene.unit();
    assert.deepEqual([scene.state.last?.fault, scene.current], ["older", "1.1.0"]);
    // A version that is not newer.
    await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
    await scene.unit();
    assert.equal(scene.state.last?.fault, "version");
    assert.equal(await scene.answers(), "1.1.0");
  }));

/** Whether a file of 500 MB does not fit four times. */
async function hasLittleRoom(folder: string): Promise<boolean> {
  const { statfs } = await import("node:fs/promises");
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < 2_000_000_000;
}

Deno.test("A version that ends at once, or never answers, gives way to the one before", () =>
  UpdateScene.run(async (scene) => {
    for (const fault of ["crashes", "silent"] as const) {
      const version = fault === "crashes" ? "1.1.0" : "1.2.0";
      const { path, file } = await scene.archive(version, { fault });
      await scene.ask({ action: "install", version }, scene.manifest(version, file), path);
      const { text } = await scene.unit();
      const { last, previous } = scene.state;
      assert.deepEqual(
        [last?.outcome, last?.fault, last?.from, last?.to],
        ["rolled_back", fault === "crashes" ? "start" : "health", "1.0.0", version],
        text,
      );
      assert.deepEqual([scene.current, previous, await scene.answers()], ["1.0.0", "", "1.0.0"]);
      assert.equal(await Deno.readLink(`${scene.home}/updater`), "releases/1.0.0");
      assert.ok(await askOnce(scene.port, "localhost"));
    }
    // A program that does not start on this machine is never switched to.
    const { path, file } = await scene.archive("1.3.0", { fault: "crashes" });
    await scene.ask({ action: "install", version: "1.4.0" }, scene.manifest("1.4.0", file), path);
    await scene.unit();
    assert.equal(scene.state.last?.outcome, "refused");
  }));

Deno.test("Links, other owners and nonsense in the folder of requests reach nothing of root", () =>
  UpdateScene.run(async (scene) => {
    const inbox = `${scene.data}/update`;
    const secret = `${scene.folder}/secret`;
    await Deno.writeTextFile(secret, "secret of root");
    const { path, file } = await scene.archive("1.1.0");
    const refused = async (fault: string) => {
      const { text } = await scene.unit();
      assert.deepEqual(
        [scene.state.last?.outcome, scene.state.last?.fault],
        ["refused", fault],
        text,
      );
      assert.equal(scene.current, "1.0.0");
      assert.ok(!text.includes("secret of root"), text);
    };
    for (const name of ["request.json", "manifest.json", "download"]) {
      await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
      await Deno.remove(`${inbox}/${name}`);
      await Deno.symlink(name === "download" ? path : secret, `${inbox}/${name}`);
      await refused("request");
      assert.equal(await Deno.readTextFile(secret), "secret of root");
      await Deno.remove(`${inbox}/${name}`).catch(() => {});
    }
    for (
      const text of [
        "{}",
        '{"id":"0123456789abcdef0123456789abcdef","action":"install","channel":"stable","version":"1.1.0; reboot"}',
        '{"id":"0123456789abcdef0123456789abcdef","action":"run","channel":"stable","version":"1.1.0"}',
        '{"id":"../../x","action":"install","channel":"stable","version":"1.1.0"}',
        "x".repeat(5000),
      ]
    ) {
      await Deno.writeTextFile(`${inbox}/request.json`, text);
      const { text: written } = await scene.unit();
      assert.equal(scene.state.last?.outcome, "refused", written);
      await assert.rejects(Deno.lstat(`${inbox}/request.json`), Deno.errors.NotFound);
    }
    // The folder itself is a link to a place of root.
    await Deno.mkdir(`${scene.folder}/elsewhere`);
    await scene.ask(INSTALL, scene.manifest("1.1.0", file), path);
    await Deno.rename(`${inbox}/request.json`, `${scene.folder}/elsewhere/request.json`);
    await Deno.remove(inbox, { recursive: true });
    await Deno.symlink(`${scene.folder}/elsewhere`, inbox);
    assert.notEqual((await scene.unit()).code, 0);
    assert.ok(Deno.lstatSync(`${scene.folder}/elsewhere/request.json`).isFile);
    // A return to a version that was not kept.
    await Deno.remove(inbox);
    await Deno.mkdir(inbox);
    await scene.ask({ action: "rollback", version: "0.9.0" });
    await refused("previous");
    assert.equal(await scene.answers(), "1.0.0");
  }));

Deno.test("The keys of the archive that was installed count, not those of the one that is tried", () =>
  UpdateScene.run(async (scene) => {
    const stranger = newKey();
    const { path, file } = await scene.archive("1.1.0");
    const key = releaseKey(stranger, Math.floor(Date.now() / 1000));
    await Deno.mkdir(`${scene.home}/releases/1.1.0`);
    await Deno.writeTextFile(
      `${scene.home}/releases/1.1.0/update-keys`,
      rawPublicKey(stranger).toBase64(),
    );
    await scene.ask(INSTALL, scene.manifest("1.1.0", file, {}, key), path);
    await scene.unit();
    assert.deepEqual([scene.state.last?.fault, scene.current], ["key", "1.0.0"]);
  }));
