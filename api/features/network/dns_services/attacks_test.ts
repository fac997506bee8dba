import assert from "node:assert/strict";
import { DOMAIN, settled, withDnsServices } from "../../../../tests/support/dns_services_scene.ts";
import { TlsDirectory } from "../../../certificate/tls_directory.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

Deno.test("of two concurrent choices, only the later one is obtained and used", () =>
  withDnsServices(async (scene) => {
    const { service } = scene;
    const names = ["one.example.com", "two.example.com", "three.example.com"];
    await service.state();
    await Promise.all([
      ...names.map((name) => service.choose({ ...DOMAIN, name }, "ada")),
      service.check(),
    ]);
    await settled(scene, "ready");
    assert.equal((await service.state()).serving, "three.example.com");
    assert.equal(scene.orders.filter(({ name }) => name === "three.example.com").length, 1);
    const restarted = await (await scene.restart()).state();
    assert.deepEqual([restarted.name, restarted.serving, restarted.state], [
      names[2],
      names[2],
      "ready",
    ]);
  }));

Deno.test("a check during a choice obtains nothing for the previous choice", () =>
  withDnsServices(async (scene) => {
    const { service, certificate } = scene;
    for (let turns = 0; turns < 12; turns += 3) {
      scene.authority = () => Promise.reject(new Error("not now"));
      await service.choose({ ...DOMAIN, name: "one.example.com" }, "ada");
      await settled(scene, "failed");
      scene.now += HOUR;
      scene.logged.length = scene.orders.length = 0;
      scene.authority = ({ name }) => certificate([name], 90);
      const choosing = service.choose({ ...DOMAIN, name: "two.example.com" }, "ada");
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await Promise.all([choosing, service.check()]);
      await settled(scene, "ready");
      assert.deepEqual(
        scene.logged,
        ["Installed a certificate of encrypted DNS for two.example.com"],
        `after ${turns}`,
      );
    }
  }));

Deno.test("of two choices in the same millisecond, the later one is not ready with the certificate of the other", () =>
  withDnsServices(async (scene) => {
    await scene.service.choose({ ...DOMAIN, name: "one.example.com" }, "ada");
    await settled(scene, "ready");
    const { authority } = scene;
    scene.authority = (_order, _tell, signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    await scene.service.choose({ ...DOMAIN, name: "two.example.com" }, "ada");
    await scene.service.close();
    scene.authority = authority;
    const service = await scene.restart();
    assert.deepEqual([(await service.state()).state, (await service.state()).serving], [
      "obtaining",
      "one.example.com",
    ]);
    await service.check();
    await settled(scene, "ready");
    assert.equal((await service.state()).serving, "two.example.com");
  }));

Deno.test("a choice made after the clock went back by years applies, also after restarts", () =>
  withDnsServices(async (scene) => {
    await scene.service.choose({ mode: "self", name: "one.example" }, "ada");
    scene.now -= 3 * 365 * DAY;
    await scene.service.choose({ mode: "self", name: "two.example" }, "ada");
    assert.equal((await scene.service.state()).serving, "two.example");
    assert.deepEqual([
      (await (await scene.restart()).state()).name,
      scene.service.current()?.names[0],
    ], [
      "two.example",
      "two.example",
    ]);
    await scene.service.choose({ mode: "none" }, "ada");
    assert.equal((await (await scene.restart()).state()).mode, "");
    assert.equal(scene.service.current(), undefined);
  }));

Deno.test("credentials that a provider repeats are removed from all messages", () =>
  withDnsServices(async (scene) => {
    const token = "canary-token-4711";
    scene.authority = () =>
      Promise.reject(new Error(`deSEC refused (status 403: the token ${token} is not known)`));
    await scene.service.choose({ ...DOMAIN, credentials: { token } }, "ada");
    await settled(scene, "failed");
    scene.now += HOUR;
    await scene.service.check();
    await settled(scene, "failed");
    const state = await scene.service.state();
    const rows = await scene.db.all("select * from dns_certificate");
    assert.match(state.error, /the token \*\*\* is not known/);
    const visible = JSON.stringify([state, scene.logged, scene.raised, rows]);
    const files: string[] = [];
    for await (const { name, isFile } of Deno.readDir(scene.folder)) {
      if (isFile) {
        files.push(new TextDecoder().decode(await Deno.readFile(`${scene.folder}/${name}`)));
      }
    }
    for (const text of [visible, ...files]) assert.ok(!text.includes(token));
  }));

Deno.test("a removal that was interrupted is finished at the next start", () =>
  withDnsServices(async (scene) => {
    await scene.service.choose({ mode: "self" }, "ada");
    const tls = new TlsDirectory(`${scene.folder}/tls`, () => {});
    const before = (await tls.open())!;
    await scene.service.choose({ mode: "none" }, "ada");
    await tls.install(before);
    const service = await scene.restart();
    assert.equal((await service.state()).state, "none");
    assert.equal(service.current(), undefined);
    assert.equal(await tls.open(), undefined);
  }));

Deno.test("concurrent checks renew a certificate once, and a first certificate is not reported as renewed", () =>
  withDnsServices(async (scene) => {
    await scene.service.choose({ mode: "self" }, "ada");
    scene.now += 720 * DAY;
    scene.logged.length = 0;
    await Promise.all([1, 2, 3].map(() => scene.service.check()));
    assert.equal(
      scene.logged.filter((text) => text.startsWith("Installed a certificate of encrypted DNS"))
        .length,
      1,
    );
    assert.equal(scene.raised.length, 1);
    // Killed before the first certificate was installed.
    await scene.service.choose({ mode: "none" }, "ada");
    await scene.db.run(
      "update dns_certificate set mode = 'self', name = 'x.example', state = 'obtaining', chosen_at = ?",
      [
        scene.now + 1,
      ],
    );
    const service = await scene.restart();
    await service.check();
    const { serving, state, remade } = await service.state();
    assert.deepEqual([serving, state, remade, scene.raised.length], ["x.example", "ready", 0, 1]);
  }));
