import assert from "node:assert/strict";
import {
  type FakeQuery,
  FakeUpstream,
  makeCertificates,
  respond,
} from "../../tests/support/fake_upstream.ts";
import { type Pool, withPool } from "../../tests/support/upstream_pool.ts";
import { parseTarget } from "../../policy/model/upstream_line.ts";

const certificates = await makeCertificates("DNS:localhost,DNS:dns.test,IP:127.0.0.1");
const expired = await makeCertificates("DNS:dns.test,IP:127.0.0.1", -1);

/** A response with the AD bit. */
function validated(query: FakeQuery): Uint8Array {
  const wire = respond(query);
  wire[3] |= 0x20;
  return wire;
}

async function tried(pool: Pool, upstream: string, domain = "") {
  const before = JSON.stringify(pool.statistics());
  const probe = await pool.probe(parseTarget(upstream)!, domain);
  assert.equal(
    JSON.stringify(pool.statistics()),
    before,
    "the statistics of the pool stay as they are",
  );
  return probe;
}

Deno.test("an upstream over UDP is queried twice and over TCP, for the root with DO", () =>
  withPool({ script: (query) => [validated(query)] }, async ({ pool, fake }) => {
    const probe = await tried(pool, `127.0.0.1:${fake.port}`);
    const { connectLatency, latency, ...rest } = probe;
    assert.deepEqual(rest, { state: "answers", dnssec: "validated", tcp: true, error: "" });
    assert.ok(connectLatency >= 0 && latency >= 0);
    assert.deepEqual(fake.queries.map(({ transport }) => transport).sort(), ["tcp", "udp", "udp"]);
    for (const { name, type, wire } of fake.queries) {
      assert.deepEqual([name, type, wire[12 + 5 + 7]], [".", 2, 0x80]);
    }
  }));

Deno.test("an upstream without TCP is reported, and one over TCP keeps its connection", async () => {
  await withPool({ tcp: false }, async ({ pool, fake }) => {
    const { state, tcp, dnssec } = await tried(pool, `127.0.0.1:${fake.port}`);
    assert.deepEqual([state, tcp, dnssec], ["answers", false, "none"]);
  });
  await withPool({}, async ({ pool, fake }) => {
    const { state, tcp } = await tried(pool, `tcp://127.0.0.1:${fake.port}`);
    assert.deepEqual([state, tcp, fake.connections, fake.queries.length], [
      "answers",
      undefined,
      1,
      2,
    ]);
  });
});

Deno.test("the given domain is queried, and an error is a refusal with its name", () =>
  withPool({ script: (query) => [respond(query, { rcode: 5 })] }, async ({ pool, fake }) => {
    const { state, error } = await tried(pool, `127.0.0.1:${fake.port}`, "home.example");
    assert.equal(state, "refuses");
    assert.equal(
      error,
      "It answers REFUSED: it may not serve this network or this name; " +
        `allow this box there, or use another one: 127.0.0.1:${fake.port}`,
    );
    assert.deepEqual([fake.queries[0].name, fake.queries[0].type], ["home.example", 6]);
  }));

Deno.test("a refusal with an extended RCODE is named in full", () =>
  withPool(
    { script: (query) => [respond(query, { extendedRcode: 1, options: new Uint8Array(0) })] },
    async (scene) => {
      const { state, error } = await tried(scene.pool, `tcp://127.0.0.1:${scene.fake.port}`);
      assert.equal(state, "refuses");
      assert.match(error, /^It answers BADVERS:/);
    },
  ));

Deno.test("dead, silent and closing upstreams are distinguished in sentences", () =>
  withPool({ script: () => [] }, async ({ pool, fake }) => {
    const spare = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = spare.addr;
    spare.close();
    const closing = new FakeUpstream(() => ["close"]);
    const [dead, deadTcp, deadHttps, silent, closed] = await Promise.all([
      tried(pool, `127.0.0.1:${port}`),
      tried(pool, `tcp://127.0.0.1:${port}`),
      tried(pool, `https://127.0.0.1:${port}/dns-query`),
      tried(pool, `127.0.0.1:${fake.port}`),
      tried(pool, `tcp://127.0.0.1:${closing.port}`),
    ]);
    await closing.close();
    const refused =
      `It refuses connections, for nothing listens at port ${port}: check address and port: 127.0.0.1:${port}`;
    for (const { state, error } of [dead, deadTcp, deadHttps]) {
      assert.deepEqual([state, error], ["fails", refused]);
    }
    assert.match(
      silent.error,
      /^It does not answer: the address may be wrong, or something on the way keeps port \d+/,
    );
    assert.match(closed.error, /^It closes the connection without an answer: /);
  }));

Deno.test("a slow upstream is awaited, and its latency is reported", () =>
  withPool({ script: (query) => [200, respond(query)] }, async ({ pool, fake }) => {
    const { state, connectLatency, latency } = await tried(pool, `127.0.0.1:${fake.port}`);
    assert.equal(state, "answers");
    assert.ok(connectLatency >= 190 && latency >= 190, `${connectLatency} ${latency}`);
  }));

Deno.test("a host without a known address is reported with the setting to change", () =>
  withPool({}, async ({ pool }) => {
    const { state, error } = await tried(pool, "tls://dns.test");
    assert.equal(state, "fails");
    assert.match(error, /^Its address cannot be found: .*setting bootstrap \(.*\): dns\.test$/);
  }));

if (certificates !== undefined && expired !== undefined) {
  const { tls, ca } = certificates;
  Deno.test("TLS and HTTPS: the certificate is read, and the second answer uses the same connection", async () => {
    const encrypted = new FakeUpstream((query) => [validated(query)], { tls });
    const web = new FakeUpstream((query) => [respond(query)], { https: tls });
    await withPool({ more: [encrypted, web], caCerts: [ca] }, async ({ pool }) => {
      for (
        const upstream of [
          `tls://127.0.0.1:${encrypted.port}`,
          `https://127.0.0.1:${web.port}/dns-query`,
        ]
      ) {
        const { state, certificate, error, tcp } = await tried(pool, upstream);
        assert.deepEqual([state, error, tcp], ["answers", "", undefined]);
        assert.deepEqual(certificate?.names, ["localhost", "dns.test", "127.0.0.1"]);
        assert.ok(certificate!.ends > Date.now());
      }
      // One for the questions, one for reading the certificate.
      assert.deepEqual([encrypted.connections, encrypted.queries.length, web.queries.length], [
        2,
        2,
        2,
      ]);
    });
  });

  Deno.test("a wrong name, an expired certificate and an unknown authority are reported as such", async () => {
    const fake = new FakeUpstream((query) => [respond(query)], { tls });
    const old = new FakeUpstream((query) => [respond(query)], { tls: expired.tls });
    const web = new FakeUpstream((query) => [respond(query)], { https: tls });
    // The bootstrap server returns the addresses of the names.
    const settings = { bootstrap: [] as string[] };
    const where = new FakeUpstream((
      query,
    ) => [query.type === 1 ? respond(query, { address: "127.0.0.1" }) : 0]);
    settings.bootstrap.push(`127.0.0.1:${where.port}`);
    const more = [fake, old, web, where];
    await withPool({ more, settings, caCerts: [ca, expired.ca] }, async ({ pool }) => {
      const wrong =
        /^Its certificate is for localhost, dns\.test, 127\.0\.0\.1, not for other\.test: write the name/;
      for (const upstream of [`tls://other.test:${fake.port}`, `https://other.test:${web.port}/`]) {
        const { state, error, certificate } = await tried(pool, upstream);
        assert.equal(state, "fails");
        assert.match(error, wrong);
        assert.equal(certificate?.names.length, 3);
      }
      assert.match(
        (await tried(pool, `tls://127.0.0.1:${old.port}`)).error,
        /^Its certificate has ended on 20\d\d-/,
      );
    });
    const stranger = new FakeUpstream((query) => [respond(query)], { tls });
    await withPool({ more: [stranger] }, async ({ pool }) => {
      const { error } = await tried(pool, `tls://127.0.0.1:${stranger.port}`);
      assert.match(error, /^Its certificate is signed by nobody whom the box trusts: /);
    });
  });

  Deno.test("TLS to a plain DNS port, and a page instead of DNS, are reported as such", async () => {
    const page = new FakeUpstream(() => [], {
      https: {
        ...tls,
        answer: () =>
          new Response("<html>", { status: 404, headers: { "content-type": "text/html" } }),
      },
    });
    await withPool({ more: [page], caCerts: [ca] }, async ({ pool, fake }) => {
      const found = await tried(pool, `https://127.0.0.1:${page.port}/x`);
      assert.match(
        found.error,
        /^It answers, but not with DNS: check the path of the URL \(HTTP status 404\): 127\./,
      );
      // A server that supports HTTP only.
      const web = await tried(pool, `tls://127.0.0.1:${page.port}`);
      assert.match(web.error, /^It speaks TLS, but no DNS over TLS at this port: /);
      fake.script = (query) => [query.wire, "close"];
      assert.equal((await tried(pool, `tls://127.0.0.1:${fake.port}`)).state, "fails");
    });
  });
}

Deno.test("closing a pool ends its probes", () =>
  withPool({ script: () => [] }, async ({ pool, fake }) => {
    const probe = pool.probe(parseTarget(`127.0.0.1:${fake.port}`)!, "");
    await new Promise((resume) => setTimeout(resume, 20));
    pool.close();
    assert.equal((await probe).state, "fails");
  }));
