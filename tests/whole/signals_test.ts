/** The end of the box at any moment, and which users may command it. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { askOnce, BoxProcess, FROM_SOURCE } from "../support/box_process.ts";
import { runBox, Scene } from "../support/whole_box.ts";

const asRoot = Deno.uid() === 0;

/**
 * Milliseconds in which the box must end: five seconds, or more on a machine that needs long to
 * restart it. The box has restarted.
 */
async function limitOf(scene: Scene): Promise<number> {
  const began = performance.now();
  await scene.box.end("SIGTERM");
  await scene.start();
  return Math.max(5000, 2 * (performance.now() - began));
}

Deno.test("SIGTERM at any moment of the start ends the box in time and leaves its data intact", () =>
  Scene.run({}, async (scene) => {
    const limit = await limitOf(scene);
    await scene.box.end("SIGTERM");
    for (const milliseconds of [90, 130, 180, 260, 400]) {
      const box = new BoxProcess({
        command: FROM_SOURCE,
        folder: scene.folder,
        upstream: `127.0.0.1:${scene.upstream.port}`,
      });
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      const began = performance.now();
      const { code, signal, output } = await box.end("SIGTERM");
      assert.ok(code === 0 || signal === "SIGTERM", `after ${milliseconds} ms: ${code} ${output}`);
      assert.ok(
        performance.now() - began < limit,
        `after ${milliseconds} ms the end took too long`,
      );
    }
    await scene.start();
    const { databases } = await scene.service.call<{ databases: Record<string, string> }>(
      "GET",
      "/api/v1/status",
    );
    assert.deepEqual(databases, { box: "ok", journal: "ok", stats: "ok" });
  }));

Deno.test("SIGTERM under load and changes exits with 0, and everything acknowledged or answered is stored", () =>
  Scene.run({}, async (scene) => {
    const limit = await limitOf(scene);
    let ended = false;
    let acknowledged = -1;
    let answered = 0;
    const asking = Array.from({ length: 8 }, async (_, worker) => {
      for (let i = 0; !ended; i++) {
        if (await askOnce(scene.box.port, `s${worker}-${i}.example`, 200) !== undefined) answered++;
      }
    });
    const changing = (async () => {
      for (let value = 0; !ended; value++) {
        await scene.service.call("PUT", "/api/v1/settings/blocked_ttl", { body: { value } });
        acknowledged = value;
      }
    })().catch((error) => ended || Promise.reject(error));
    await new Promise((resolve) => setTimeout(resolve, 600));
    const began = performance.now();
    const before = answered;
    const ending = scene.box.end("SIGTERM");
    ended = true;
    const { code, output } = await ending;
    assert.equal(code, 0, output);
    assert.ok(performance.now() - began < limit, "the end took too long");
    await Promise.all([...asking, changing]);
    const box = new DatabaseSync(`${scene.data}/box.db`);
    const journal = new DatabaseSync(`${scene.data}/journal.db`);
    const saved = Number(
      box.prepare("select value from settings where key = 'blocked_ttl'").get()!.value,
    );
    assert.ok(
      saved === acknowledged || saved === acknowledged + 1,
      `${saved} saved, ${acknowledged} acknowledged`,
    );
    const { rows } = journal.prepare("select count(*) as rows from queries").get() as {
      rows: number;
    };
    assert.ok(rows >= before, `${rows} rows of ${before} answers`);
    box.close();
    journal.close();
  }));

Deno.test({
  name: "Only the user of the box and root may command it",
  ignore: !asRoot,
  fn: () =>
    Scene.run({}, async (scene) => {
      await Deno.chmod(scene.folder, 0o755);
      assert.equal((await Deno.stat(scene.data)).mode! & 0o777, 0o700);
      assert.equal((await Deno.stat(`${scene.data}/box.sock`)).mode! & 0o777, 0o600);
      for (const name of ["box.db", "tls/box.secret", "settings.json"]) {
        const mode = await Deno.stat(`${scene.data}/${name}`).then(
          ({ mode }) => mode! & 0o077,
          () => 0,
        );
        assert.equal(mode, 0, name);
      }
      // Sources and runtime may be unreadable for other users, so the test copies the runtime and
      // uses the socket directly.
      await Deno.chmod(scene.data, 0o755);
      const runtime = `${scene.folder}/deno`;
      await Deno.copyFile(Deno.execPath(), runtime);
      const script = `await Deno.connect({ transport: "unix", path: "${scene.data}/box.sock" })`;
      const args = ["eval", "--no-config", "--no-lock", script];
      const env = { NO_COLOR: "1", HOME: scene.folder, DENO_DIR: `${scene.folder}/cache` };
      await Deno.mkdir(env.DENO_DIR, { mode: 0o777 });
      await Deno.chmod(env.DENO_DIR, 0o777);
      const cwd = scene.folder;
      const { code, stderr } = await new Deno.Command(runtime, {
        args,
        env,
        cwd,
        uid: 65_534,
        gid: 65_534,
      }).output();
      assert.notEqual(code, 0);
      assert.match(new TextDecoder().decode(stderr), /denied/i);
    }),
});

Deno.test("A data directory of another user is refused", async () => {
  if (!asRoot) return;
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/data`, "a file, not a folder");
  const { code, text } = await runBox([
    "serve",
    "--dns-listen=127.0.0.1:5396",
    `--data-dir=${folder}/data/below`,
  ]);
  await Deno.remove(folder, { recursive: true });
  assert.equal(code, 1, text);
  assert.match(text, /cannot be made.*--data-dir/);
});
