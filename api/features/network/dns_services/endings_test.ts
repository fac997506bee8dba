/**
 * Expiry, damage and interruptions: the owner of a certificate is notified, and working parts
 * continue.
 */
import assert from "node:assert/strict";
import { DOMAIN, OWN_NAME, withDnsServices } from "../../../../tests/support/dns_services_scene.ts";
import { DomainError } from "../../../schema/errors.ts";

const DAY = 86_400_000;

Deno.test("the owner of a certificate is notified 30 and 7 days before expiry, once each", () =>
  withDnsServices(async (scene) => {
    const { service } = scene;
    const { cert, key } = await scene.certificate(["dns.example.com"], 100);
    const { state, warnings } = await service.choose(
      { mode: "import", certificate: cert, key },
      "ada",
    );
    assert.equal(state.serving, "dns.example.com");
    assert.deepEqual(warnings, []);
    await assert.rejects(
      service.choose({ mode: "import", certificate: cert, key: "" }, "ada"),
      DomainError,
    );
    for (let day = 0; day < 105; day++) {
      scene.now += DAY;
      await service.check();
    }
    assert.deepEqual(scene.raised.map(({ kind, name, detail }) => `${kind} ${name} ${detail}`), [
      "certificate.ending dns.example.com 30",
      "certificate.ending dns.example.com 7",
    ]);
    assert.equal((await service.state()).serving, "dns.example.com");
  }));

Deno.test("a certificate with damaged files is made or obtained again, or its owner is notified", () =>
  withDnsServices(async (scene) => {
    const damage = async () => {
      await Deno.truncate(`${scene.folder}/tls/encrypted.pem`, 100);
      const service = await scene.restart();
      assert.equal(service.current(), undefined);
      await service.check();
      await service.idle();
      return (await service.state());
    };
    await scene.service.choose({ mode: "self" }, "ada");
    assert.equal((await damage()).serving, OWN_NAME);
    await scene.service.choose(DOMAIN, "ada");
    await scene.service.idle();
    assert.equal((await damage()).serving, "dns.example.com");
    const { cert, key } = await scene.certificate(["dns.example.com"], 40);
    await scene.service.choose({ mode: "import", certificate: cert, key }, "ada");
    const { state, error, serving } = await damage();
    assert.deepEqual([state, serving], ["failed", ""]);
    assert.match(error, /damaged or gone: give the certificate again/);
  }));

Deno.test("an interrupted import is reported, and without database nothing can be chosen", () =>
  withDnsServices(async (scene) => {
    const { cert, key } = await scene.certificate(["dns.example.com"], 40);
    await scene.service.choose({ mode: "import", certificate: cert, key }, "ada");
    await scene.db.run("update dns_certificate set state = 'obtaining', chosen_at = chosen_at + 1");
    const service = await scene.restart();
    assert.match(
      (await service.state()).error,
      /stopped before it was kept: give the certificate again/,
    );
    assert.equal((await service.state()).serving, "dns.example.com");
    await scene.db.close();
    const later = await scene.restart();
    assert.deepEqual(later.current()?.cert, service.current()?.cert);
    await assert.rejects(later.choose({ mode: "none" }, "ada"));
    assert.notEqual(later.current(), undefined);
  }));
