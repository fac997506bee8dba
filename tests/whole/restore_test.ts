import assert from "node:assert/strict";
import type { DnsServicesResponse } from "../../api/features/network/dns_services/routes.ts";
import { installedCertificate } from "../support/backup_scene.ts";
import { webdavServer } from "../support/backup_servers.ts";
import { FROM_SOURCE } from "../support/box_process.ts";
import { DESTROYED_HOUSEHOLD, fillBox, stateOf } from "../support/household_of_backup.ts";
import { runBox, Scene, WAIT, within } from "../support/whole_box.ts";

Deno.test("box backup and box restore: by hand, on a running box, back again, and on a stopped one", async () => {
  const nas = webdavServer("box", "the password of the NAS");
  const lists = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(`${DESTROYED_HOUSEHOLD.blocked}\n`),
  );
  try {
    await Scene.run({}, async (scene) => {
      const key = await fillBox(scene, `http://127.0.0.1:${lists.addr.port}/hosts`, nas.url);
      const before = await stateOf(scene);
      const file = `${scene.folder}/home.age`;
      const made = await scene.command("backup", "--to", file);
      assert.equal(made.code, 0, made.text);
      const listed = await scene.command("backup", "list", "NAS");
      assert.match(listed.text, /box-box-[0-9a-f]{8}-.*\.age.*this box/);
      await neverInTheOpen(scene, key);

      await scene.service.call("POST", "/api/v1/groups", { body: { name: "since then" } });
      const unsure = await scene.command("restore", file);
      assert.match(unsure.text, /Nothing is changed/);
      await restarting(scene, () => scene.command("restore", file, "--yes"));
      assert.deepEqual(await groups(scene), []);
      assert.deepEqual(await stateOf(scene), before);
      await restarting(scene, () => scene.command("restore", "--back", "--yes"));
      assert.deepEqual(await groups(scene), ["since then"]);
      const { text } = await scene.command("restore");
      assert.match(text, /^box went back \S+ s ago to the state from before a restore\.$/m);

      await onStoppedBox(scene, file, key, before);
    });
  } finally {
    await nas.close();
    await lists.shutdown();
  }
});

Deno.test("a restore that a kill interrupted is completed before the certificate is loaded", () =>
  Scene.run({ https: true }, async (scene) => {
    await scene.box.end("SIGTERM");
    const before = { certificate: (await installedCertificate(NAME)).toBase64() };
    await Deno.mkdir(`${scene.data}/backups`, { recursive: true });
    const pending = JSON.stringify({ id: 1, before, after: {} });
    await Deno.writeTextFile(`${scene.data}/backups/restoring.json`, pending);
    await scene.start();
    const state = await scene.service.call<DnsServicesResponse>("GET", "/api/v1/dns-services");
    assert.equal(state.certificate.serving, NAME);
    await assert.rejects(Deno.stat(`${scene.data}/backups/restoring.json`), Deno.errors.NotFound);
  }));

const NAME = "restored.home.arpa";

/** The key and passwords are in no log, diagnostic, metric or error. */
async function neverInTheOpen(scene: Scene, key: string): Promise<void> {
  const texts = await Promise.all(
    ["/api/v1/diagnostic", "/api/v1/backups", "/api/v1/audit", "/api/v1/settings"].map(
      async (path) => JSON.stringify(await scene.service.call("GET", path)),
    ),
  );
  texts.push((await scene.command("metrics")).text);
  const wrong = await scene.command("restore", `${scene.folder}/none.age`);
  texts.push(wrong.text);
  for (const text of texts) {
    for (const secret of [key, "the password of the NAS", DESTROYED_HOUSEHOLD.password]) {
      assert.ok(!text.includes(secret), text.slice(0, 200));
    }
  }
}

async function onStoppedBox(
  scene: Scene,
  file: string,
  key: string,
  before: unknown,
): Promise<void> {
  const { output } = await scene.box.end("SIGTERM");
  assert.ok(!output.includes(key) && !output.includes("the password of the NAS"));
  await Deno.remove(scene.data, { recursive: true });
  const at = ["--data-dir", scene.data, "--yes"];
  const closed = await runBox(["restore", file, ...at]);
  assert.match(closed.text, /recovery key does not open/);
  const child = new Deno.Command(FROM_SOURCE[0], {
    args: [...FROM_SOURCE.slice(1), "restore", file, ...at, "--stdin"],
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(`${key}\n`));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.equal(code, 0, text);
  assert.match(text, /rows are restored/);
  await scene.start();
  assert.deepEqual(await stateOf(scene), before);
}

async function groups({ service }: Scene): Promise<string[]> {
  const { groups } = await service.call<{ groups: { name: string }[] }>("GET", "/api/v1/groups");
  return groups.map(({ name }) => name);
}

/** Runs a command after which the box restarts in place. */
async function restarting(
  scene: Scene,
  command: () => Promise<{ code: number; text: string }>,
): Promise<void> {
  const started = async () =>
    await scene.service.call<{ started: number }>("GET", "/api/v1/status").then(
      (status) => status.started,
      () => 0,
    );
  const before = await started();
  // Times are whole seconds.
  await new Promise((later) => setTimeout(later, 1100));
  const { code, text } = await command();
  assert.equal(code, 0, text);
  assert.ok(await within(WAIT, async () => await started() > before), "it restarts");
}
