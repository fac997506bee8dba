import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { AcmeScene } from "../../../tests/support/acme_scene.ts";
import { needsTool } from "../../../tests/support/tool.ts";

const ignore = needsTool("pebble", "knotd", "knotc", "kdig", "openssl");

Deno.test({
  name: "a certificate of an authority comes by records that are written, seen, and taken away again",
  ignore,
  fn: () =>
    AcmeScene.run({ pebble: { refusedNonces: 40 } }, async (scene) => {
      const { cert, key } = await scene.obtain({ names: ["dns.home.example", "*.dns.home.example"] });
      const leaf = new X509Certificate(cert);
      assert.equal(leaf.subjectAltName, "DNS:dns.home.example, DNS:*.dns.home.example");
      assert.match(key, /BEGIN PRIVATE KEY/);
      assert.equal(cert.match(/BEGIN CERTIFICATE/g)?.length, 2);
      assert.deepEqual([...new Set(scene.steps)], ["order", "record", "propagation", "authority", "certificate"]);
      assert.equal(await scene.knot.ask("_acme-challenge.dns.home.example", "TXT"), "");
      assert.deepEqual((await scene.memory.state()).records, []);
      assert.deepEqual(scene.told, []);
    }),
});
