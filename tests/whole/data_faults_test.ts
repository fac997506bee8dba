/**
 * Files of the data directory that are damaged, garbage or from another box: the box answers, and
 * reports what it did with them.
 */
import assert from "node:assert/strict";
import { askOnce, BoxProcess, FROM_SOURCE } from "../support/box_process.ts";
import { readMessage } from "../support/message_text.ts";
import { runBox, Scene, WAIT, within } from "../support/whole_box.ts";

const BLOCKED = "0.0.0.0";
const isLong = Deno.env.get("BOX_LONG") === "1";

async function addressOf(scene: Scene, name: string): Promise<string | undefined> {
  const response = await askOnce(scene.box.port, name);
  return response === undefined ? undefined : readMessage(response).answer[0]?.data;
}

/** Subscribes a list in a file that blocks `ads.example`, and waits until it is active. */
async function blockAds(scene: Scene): Promise<void> {
  await Deno.writeTextFile(`${scene.folder}/ads.txt`, "ads.example\nspy.example\n");
  await scene.service.call("POST", "/api/v1/lists", { body: { path: `${scene.folder}/ads.txt` } });
  assert.ok(
    await within(WAIT, async () => await addressOf(scene, "ads.example") === BLOCKED),
    "the list never held",
  );
}

const zeros = (path: string) => {
  const { size } = Deno.statSync(path);
  Deno.writeFileSync(path, new Uint8Array(Math.max(size, 4096)));
};
const cutShort = (path: string) =>
  Deno.truncateSync(path, Math.floor(Deno.statSync(path).size / 2) | 1);
const garbage = (path: string) => {
  const bytes = new Uint8Array(8192);
  crypto.getRandomValues(bytes);
  Deno.writeFileSync(path, bytes);
};
/** Overwrites every page after the header. */
const flipped = (path: string) => {
  const bytes = Deno.readFileSync(path);
  for (let at = 4096 + 200; at < bytes.length; at += 512) {
    bytes.set([255, 0, 255, 0, 255, 0, 255], at);
  }
  Deno.writeFileSync(path, bytes);
};
const remove = (path: string) => {
  try {
    Deno.removeSync(path);
  } catch {
    // The file does not exist.
  }
};

Deno.test("Damaged databases are set aside and reported; the newest daily copy restores lists and settings", () =>
  Scene.run({}, async (scene) => {
    await blockAds(scene);
    await scene.service.call("PUT", "/api/v1/settings/blocked_ttl", { body: { value: 77 } });
    const { tasks } = await scene.service.call<{ tasks: { name: string }[] }>(
      "GET",
      "/api/v1/tasks",
    );
    const copy = tasks.map(({ name }) => name).find((name) => name.includes("copy"))!;
    await scene.service.call("POST", `/api/v1/tasks/${copy}/run`);
    await within(WAIT, () => [...Deno.readDirSync(`${scene.data}/copies`)].length > 0);
    for (const [how, damage] of Object.entries({ zeros, cutShort, garbage, flipped })) {
      await scene.box.end("SIGTERM");
      for (const name of ["box", "journal", "stats"]) {
        damage(`${scene.data}/${name}.db`);
        remove(`${scene.data}/${name}.db-wal`);
        remove(`${scene.data}/${name}.db-shm`);
      }
      await scene.start();
      assert.equal(await addressOf(scene, "ads.example"), BLOCKED, `blocking was lost: ${how}`);
      const { databases, warnings } = await scene.service.call<{
        databases: Record<string, string>;
        warnings: string[];
      }>("GET", "/api/v1/status");
      assert.deepEqual(databases, { box: "ok", journal: "ok", stats: "ok" }, how);
      assert.match(warnings.join("\n"), /box.*(set aside|moved)/i, how);
      const setting = await scene.service.call<{ settings: { key: string; value: unknown }[] }>(
        "GET",
        "/api/v1/settings",
      );
      assert.equal(setting.settings.find(({ key }) => key === "blocked_ttl")!.value, 77, how);
      const { lists } = await scene.service.call<{ lists: { url: string }[] }>(
        "GET",
        "/api/v1/lists",
      );
      assert.ok(lists.some(({ url }) => url.endsWith("ads.txt")), how);
    }
  }));

Deno.test("A missing write-ahead log costs nothing but its own content", () =>
  Scene.run({}, async (scene) => {
    await scene.box.end("SIGKILL");
    for (const name of ["box", "journal", "stats"]) remove(`${scene.data}/${name}.db-wal`);
    await scene.start();
    assert.equal(await addressOf(scene, "a.example"), "192.0.2.9");
    const { databases } = await scene.service.call<{ databases: Record<string, string> }>(
      "GET",
      "/api/v1/status",
    );
    assert.deepEqual(databases, { box: "ok", journal: "ok", stats: "ok" });
  }));

Deno.test("A damaged snapshot or table of names is reported, and the previous or a rebuilt one blocks", () =>
  Scene.run({}, async (scene) => {
    await blockAds(scene);
    const snapshots = () =>
      [...Deno.readDirSync(`${scene.data}/snapshot`)].map(({ name }) =>
        `${scene.data}/snapshot/${name}`
      );
    const newest = /snapshot\.bin$/;
    const both = /snapshot(\.previous)?\.bin$/;
    const tables = /\.tbl$/;
    const all = [newest, both, tables];
    // Each damage with each file takes twelve starts; api/publish/snapshot_store_test.ts tests all
    // choices of the file.
    const cases = isLong
      ? { zeros: all, cutShort: all, garbage: all, remove: all }
      : { zeros: [newest], cutShort: [both], garbage: [tables], remove: [both] };
    for (const [how, damage] of Object.entries({ zeros, cutShort, garbage, remove })) {
      for (const what of cases[how as keyof typeof cases]) {
        await scene.box.end("SIGTERM");
        for (const path of snapshots().filter((path) => what.test(path))) damage(path);
        await scene.start();
        const label = `${how} ${what}`;
        assert.ok(
          await within(WAIT, async () => await addressOf(scene, "ads.example") === BLOCKED),
          label,
        );
        const { warnings } = await scene.service.call<{ warnings: string[] }>(
          "GET",
          "/api/v1/status",
        );
        if (damage !== remove) assert.match(warnings.join("\n"), /snapshot|table of names/i, label);
      }
    }
  }));

Deno.test("Garbage in the settings copy, box.toml, the secret and the hosts file is reported and skipped", () =>
  Scene.run({}, async (scene) => {
    await scene.service.call("PUT", "/api/v1/settings/blocked_ttl", { body: { value: 77 } });
    await scene.box.end("SIGTERM");
    garbage(`${scene.data}/settings.json`);
    await Deno.writeTextFile(`${scene.data}/box.toml`, "workers = [unclosed\n\0");
    garbage(`${scene.folder}/hosts`);
    await scene.start({ flags: [`--hosts-file=${scene.folder}/hosts`] });
    assert.equal(await addressOf(scene, "a.example"), "192.0.2.9");
    const { warnings } = await scene.service.call<{ warnings: string[] }>("GET", "/api/v1/status");
    assert.match(warnings.join("\n"), /box\.toml/);
    const { settings } = await scene.service.call<{ settings: { key: string; value: unknown }[] }>(
      "GET",
      "/api/v1/settings",
    );
    assert.equal(settings.find(({ key }) => key === "blocked_ttl")!.value, 77);
    await scene.box.end("SIGTERM");
    await Deno.remove(`${scene.data}/box.toml`);
    await Deno.writeFile(`${scene.data}/tls/box.secret`, new Uint8Array(5));
    await scene.start();
    assert.equal(await addressOf(scene, "a.example"), "192.0.2.9");
  }));

Deno.test("A second box on one data directory, and one on an unusable directory, exit with a sentence", async () => {
  await Scene.run({}, async (scene) => {
    const second = new BoxProcess({
      command: FROM_SOURCE,
      folder: scene.folder,
      upstream: "127.0.0.1:9",
    });
    const { code, output } = await second.ended(WAIT);
    assert.equal(code, 1);
    assert.match(output, /Another box runs with the data directory/);
    assert.notEqual(await askOnce(scene.box.port, "still.example"), undefined);
    await Deno.writeTextFile(`${scene.folder}/file`, "");
    const misplaced = await runBox([
      "serve",
      `--data-dir=${scene.folder}/file`,
      "--dns-listen=127.0.0.1:5397",
    ]);
    assert.equal(misplaced.code, 1, misplaced.text);
    assert.match(misplaced.text, /data directory .*file cannot be made/);
  });
});
