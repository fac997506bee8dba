import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import {
  ACME_THREAD,
  AcmeScene,
  after,
  knotCredentials,
  providerDeps,
  randomBytes,
} from "../../../tests/support/acme_scene.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import { directQuery, queryServer } from "./dns_exchange.ts";
import { publicNameFault } from "./public_name.ts";
import { AcmeSources } from "./sources.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

function sourcesOf(scene: AcmeScene, directory = scene.pebble.directory): AcmeSources {
  const provider = providerDeps({ ca: scene.pebble.web.ca });
  return new AcmeSources({
    ...provider,
    folder: `${scene.folder}/tls`,
    workerUrl: ACME_THREAD,
    directory: () => directory,
    port: scene.knot.port,
    runtime: {
      ...provider.runtime,
      monotonic: () => performance.now(),
      log: (_, text) => scene.logLines.push(text),
    },
    ask: (name, type) =>
      queryServer(
        scene.knot,
        directQuery(name, type, randomBytes),
        { destination: "domain_servers", runtime: testRuntime({ randomBytes }) },
        AbortSignal.timeout(2_000),
      ),
  });
}

Deno.test({
  name: "certificates are obtained one after the other, each by the provider that its order names",
  ignore: needsTool("pebble", "knotd", "knotc", "kdig", "openssl"),
  fn: () =>
    AcmeScene.run({
      knot: {
        zones: {
          "home.example": [
            "_acme-challenge.far CNAME far.acme",
            "_acme-challenge.lost CNAME lost.elsewhere.example.",
          ],
        },
      },
    }, async (scene) => {
      const domain = sourcesOf(scene).domain();
      const { signal } = new AbortController();
      const steps: string[] = [];
      const order = {
        name: "dns.home.example",
        provider: "rfc2136",
        credentials: knotCredentials(scene.knot),
        email: "",
      };
      const obtain = (changes: Partial<typeof order>) =>
        domain.obtain({ ...order, ...changes }, (step) =>
          steps.push(`${changes.name ?? ""} ${step}`), signal);
      const [first, second] = await Promise.all([obtain({}), obtain({ name: "far.home.example" })]);
      assert.deepEqual([first.names, second.names], [["dns.home.example"], ["far.home.example"]]);
      assert.equal(new X509Certificate(second.cert).subjectAltName, "DNS:far.home.example");
      // The second order began after the first had removed its records.
      const began = steps.indexOf("far.home.example order");
      assert.ok(
        steps.slice(0, began).every((each) =>
          each.startsWith(" ")
        ) && began > 4,
        steps.join(),
      );
      assert.equal(await scene.knot.ask("far.acme.home.example", "TXT"), "");
      await assert.rejects(
        obtain({ name: "lost.home.example" }),
        /_acme-challenge\.lost\.home\.example points on to lost\.elsewhere\.example \(CNAME\): 127\.0\.0\.1 holds no zone/,
      );
      // The account gets another contact address.
      await obtain({ email: "owner@home.example" });
      assert.match(
        await Deno.readTextFile(`${scene.folder}/tls/acme.json`),
        /"email":"owner@home.example"/,
      );
      await assert.rejects(obtain({ provider: "another" }), /does not know the provider another/);
      await assert.rejects(
        domain.obtain(order, () => {}, AbortSignal.abort(new Error("the box ends"))),
        /the box ends/,
      );
      const nowhere = sourcesOf(scene, "").domain();
      await assert.rejects(nowhere.obtain(order, () => {}, signal), /No authority is set/);
      assert.deepEqual(scene.logLines, []);
    }),
});

Deno.test("publicNameFault() rejects only names that nobody can register", () => {
  for (
    const name of [
      "box.home.arpa",
      "box.local",
      "a.b.lan",
      "x.test",
      "x.internal",
      "1.168.192.in-addr.arpa",
    ]
  ) {
    assert.match(publicNameFault(name), /^No public authority certifies names below /);
  }
  const long = `${"x.".repeat(113)}example.org`;
  assert.equal(publicNameFault(long), "");
  assert.match(publicNameFault(`x${long}`), /names of up to 237 characters/);
  for (const name of ["dns.example.org", "x.homes", "lan.example.net", "dns.box"]) {
    assert.equal(publicNameFault(name), "");
  }
});

Deno.test("a pause that the authority requested also applies to a repeated order", async () => {
  let asked = 0;
  let now = Date.UTC(2026, 10, 21, 10);
  const folder = await Deno.makeTempDir();
  const { signal } = new AbortController();
  const limit = { type: "urn:ietf:params:acme:error:rateLimited", detail: "too many" };
  const sources = new AcmeSources({
    ...providerDeps(),
    folder,
    workerUrl: ACME_THREAD,
    directory: () => "https://acme.example/",
    runtime: testRuntime({ now: () => now, monotonic: () => 0, log: () => {}, after }),
    ask: () => Promise.resolve(new Uint8Array(0)),
    call: () => {
      asked++;
      return Promise.resolve({
        status: 429,
        headers: { "retry-after": "7200" },
        text: JSON.stringify(limit),
      });
    },
  });
  const writer = { write: () => Promise.resolve(), remove: () => Promise.resolve() };
  const source = sources.source(({ name }) =>
    Promise.resolve({ names: [name], email: "", writer, writtenBy: "x" })
  );
  const obtain = (name: string) =>
    source.obtain({ name, provider: "", credentials: {}, email: "" }, () => {}, signal);
  const expected =
    /issues no more certificates for now.*: too many \(not before 2026-11-21 12:00 UTC\)$/;
  await assert.rejects(obtain("dns.example.org"), expected);
  await assert.rejects(obtain("dns.example.org"), expected);
  assert.equal(asked, 1);
  await assert.rejects(obtain("other.example.org"), expected);
  now += 7_200_000;
  await assert.rejects(obtain("dns.example.org"), /not before 2026-11-21 14:00 UTC/);
  assert.equal(asked, 3);
  // The clock was years ahead at the request, so the pause does not count.
  now -= 5 * 365 * 86_400_000;
  await assert.rejects(obtain("dns.example.org"), /not before 2021-/);
  assert.equal(asked, 4);
  await Deno.remove(folder, { recursive: true });
});
