import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import fc from "fast-check";
import { FakeUpstream, makeCertificates, respond } from "../../../tests/support/fake_upstream.ts";
import { dohStamp, dotStamp } from "../../../tests/support/stamps.ts";
import { addressIn, question, withPool } from "../../../tests/support/upstream_pool.ts";
import { computePin, isPinned } from "./pins.ts";

const certificates = await makeCertificates("DNS:dns.test,IP:127.0.0.1");
/** A certificate that does not identify the key of its issuer, so that only names match. */
const stranger = await makeCertificates("DNS:dns.test\nauthorityKeyIdentifier=none");
const ignore = certificates === undefined || stranger === undefined;

/** The certificates of a PEM file as DER. */
function dersOf(pem: string): Uint8Array[] {
  return pem.split(/(?=-----BEGIN)/).filter((each) => each.includes("BEGIN")).map((each) =>
    new X509Certificate(each).raw
  );
}

Deno.test(
  {
    name: "a pin matches the certificate or one that signed it, not one that is merely shown",
    ignore,
  },
  () => {
    const [leaf, authority] = dersOf(certificates!.tls.cert);
    const [other, otherAuthority] = dersOf(stranger!.tls.cert);
    assert.ok(isPinned([leaf, authority], [computePin(leaf)]));
    assert.ok(isPinned([leaf, authority], ["00".repeat(32), computePin(authority)]));
    assert.ok(isPinned([leaf, otherAuthority, authority], [computePin(authority)]));
    assert.ok(!isPinned([other, otherAuthority, authority], [computePin(authority)]));
    // Both authorities have the same name.
    assert.ok(!isPinned([other, authority, otherAuthority], [computePin(authority)]));
    assert.ok(!isPinned([other, otherAuthority, leaf], [computePin(leaf)]));
    assert.ok(!isPinned([leaf], [computePin(authority)]));
    assert.ok(!isPinned([leaf, authority], []));
    assert.ok(!isPinned([], [computePin(leaf)]));
  },
);

Deno.test("invalid certificates are not pinned", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 4 }), (shown) => {
      assert.equal(isPinned(shown, ["00".repeat(32)]), false);
    }),
    { seed: 8, numRuns: 500 },
  );
});

Deno.test({
  name: "DNS over TLS by a stamp: the pinned server is queried, another one is not",
  ignore,
}, async () => {
  const { ca, tls } = certificates!;
  const [leaf, authority] = dersOf(tls.cert);
  const fake = new FakeUpstream((query) => [respond(query)], { tls });
  const stamp = (pin: string) => dotStamp(3, `127.0.0.1:${fake.port}`, [pin], "dns.test");
  for (const pinned of [leaf, authority]) {
    await withPool(
      {
        settings: { upstreamTimeout: 8000, upstreams: [stamp(computePin(pinned))] },
        caCerts: [ca],
      },
      async ({ pool }) => {
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, i) => pool.forward(question(`n${i}.example`), 8000)),
        );
        for (const { response } of answers) assert.equal(addressIn(response), "192.0.2.1");
      },
    );
  }
  assert.equal(fake.connections, 2);
  const asked = fake.queries.length;
  const wrong = [stamp("00".repeat(32))];
  await withPool(
    { settings: { upstreamTimeout: 8000, upstreams: wrong }, caCerts: [ca] },
    ({ pool }) =>
      assert.rejects(pool.forward(question("a.example"), 8000), {
        message: /: its certificate is not the one that the stamp names$/,
      }),
  );
  // Pins are verified in addition to trust and name.
  await withPool(
    { settings: { upstreamTimeout: 8000, upstreams: [stamp(computePin(leaf))] } },
    ({ pool }) => assert.rejects(pool.forward(question("a.example"), 8000)),
  );
  const elsewhere = [dotStamp(3, `127.0.0.1:${fake.port}`, [computePin(leaf)], "other.test")];
  await withPool(
    { settings: { upstreamTimeout: 8000, upstreams: elsewhere }, caCerts: [ca] },
    ({ pool }) =>
      assert.rejects(pool.forward(question("a.example"), 8000), { message: /other\.test/ }),
  );
  assert.equal(fake.queries.length, asked);
  await fake.close();
});

Deno.test(
  { name: "a stamp without pins provides its address, and the name is verified", ignore },
  async () => {
    const { ca, tls } = certificates!;
    const dot = new FakeUpstream((query) => [respond(query)], { tls });
    const doh = new FakeUpstream((query) => [respond(query)], { https: tls });
    for (
      const line of [
        dotStamp(3, `127.0.0.1:${dot.port}`, [], "dns.test"),
        dohStamp(`127.0.0.1:${doh.port}`, [], "dns.test", "/x"),
      ]
    ) {
      await withPool(
        { settings: { upstreamTimeout: 8000, upstreams: [line] }, caCerts: [ca] },
        async ({ pool }) => {
          assert.equal(
            addressIn((await pool.forward(question("a.example"), 8000)).response),
            "192.0.2.1",
          );
        },
      );
    }
    const upstreams = [dohStamp(`127.0.0.1:${doh.port}`, [], "other.test", "/x")];
    await withPool(
      { settings: { upstreamTimeout: 8000, upstreams }, caCerts: [ca] },
      ({ pool }) =>
        assert.rejects(pool.forward(question("a.example"), 8000), { message: /other\.test/ }),
    );
    await Promise.all([dot.close(), doh.close()]);
  },
);

Deno.test({
  name: "DNS over HTTPS by a stamp with pins: the pinned server is queried over HTTP/2",
  ignore,
}, async () => {
  const { ca, tls } = certificates!;
  const [, authority] = dersOf(tls.cert);
  const fake = new FakeUpstream((query) => [query.before === 3 ? 30 : 0, respond(query)], {
    https: tls,
  });
  const stamp = (pin: string) =>
    dohStamp(`127.0.0.1:${fake.port}`, [pin], "dns.test", "/dns-query");
  await withPool(
    {
      settings: { upstreamTimeout: 8000, upstreams: [stamp(computePin(authority))] },
      caCerts: [ca],
    },
    async ({ pool }) => {
      for (let round = 0; round < 3; round++) {
        const names = Array.from({ length: 200 }, (_, i) => `n${round}-${i}.example`);
        const answers = await Promise.all(names.map((name) => pool.forward(question(name), 8000)));
        for (const { response } of answers) assert.equal(addressIn(response), "192.0.2.1");
      }
      assert.equal(pool.statistics()[0].failures, 0);
    },
  );
  for (const { wire } of fake.queries) {
    assert.deepEqual([wire[0], wire[1], wire.length % 128], [0, 0, 0]);
  }
  await withPool(
    { settings: { upstreamTimeout: 8000, upstreams: [stamp("00".repeat(32))] }, caCerts: [ca] },
    ({ pool }) =>
      assert.rejects(pool.forward(question("a.example"), 8000), {
        message: /not the one that the stamp/,
      }),
  );
  await fake.close();
});
