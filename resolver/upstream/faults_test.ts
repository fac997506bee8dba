/** Upstreams that send wrong, truncated or confusing responses, or close. */
import assert from "node:assert/strict";
import { UpstreamError } from "./exchange.ts";
import {
  FakeUpstream,
  makeCertificates,
  optionOf,
  respond,
} from "../../tests/support/fake_upstream.ts";
import { addressIn, question, withPool } from "../../tests/support/upstream_pool.ts";

const ask = question("www.example");
const certificates = await makeCertificates("DNS:dns.test,IP:127.0.0.1");
const expired = await makeCertificates("DNS:dns.test,IP:127.0.0.1", -1);

Deno.test("a question is answered after 500 answers with a wrong id", () =>
  withPool({
    script: (query) =>
      query.transport === "tcp" ? [respond(query, { address: "192.0.2.2" })] : [
        ...Array.from(
          { length: 500 },
          (_, i) => respond(query, { id: query.id ^ (i + 1), address: "203.0.113.66" }),
        ),
        respond(query),
      ],
  }, async ({ pool }) => {
    assert.match(addressIn((await pool.forward(ask, 2000)).response), /^192\.0\.2\.[12]$/);
  }));

Deno.test("a wrong question and garbage are ignored, and the wait continues without TCP", () =>
  withPool({
    tcp: false,
    script: (query) => [
      respond(query, { name: new Uint8Array([3, 101, 118, 105]), address: "203.0.113.66" }),
      query.wire,
      new Uint8Array(5),
      100,
      respond(query),
    ],
  }, async ({ pool, fake }) => {
    assert.equal(addressIn((await pool.forward(ask, 2000)).response), "192.0.2.1");
    assert.equal(fake.queries.length, 1);
  }));

Deno.test("an answer is not trusted after many near misses without TCP", () =>
  withPool({
    tcp: false,
    settings: { upstreamTimeout: 300 },
    script: (query) => [
      ...Array.from({ length: 200 }, (_, i) => respond(query, { id: query.id ^ (i + 1) })),
      20,
      respond(query),
    ],
  }, async ({ pool }) => {
    await assert.rejects(pool.forward(ask, 500));
  }));

Deno.test("a truncated answer is queried once over TCP, where truncation is an error", () =>
  withPool(
    {
      script: (
        query,
      ) => [respond(query, { truncated: query.transport === "udp", address: "192.0.2.1" })],
    },
    async ({ pool, fake }) => {
      assert.equal(addressIn((await pool.forward(ask, 2000)).response), "192.0.2.1");
      assert.deepEqual(fake.queries.map((query) => query.transport), ["udp", "tcp"]);
      fake.script = (query) => [respond(query, { truncated: true })];
      await assert.rejects(
        pool.forward(question("b.example"), 2000),
        /truncated response over a stream/,
      );
      assert.ok(fake.queries.length <= 2 + 6, `${fake.queries.length}`);
    },
  ));

Deno.test("NOTIMP to EDNS leads to one query without it, and is remembered", () =>
  withPool({
    script: (query) => [query.wire[11] === 1 ? respond(query, { rcode: 4 }) : respond(query)],
  }, async ({ pool, fake }) => {
    await pool.forward(ask, 1000);
    assert.deepEqual(fake.queries.map((query) => query.wire[11]), [1, 0]);
    await pool.forward(question("b.example"), 1000);
    assert.deepEqual(fake.queries.map((query) => query.wire[11]), [1, 0, 0]);
  }));

Deno.test("FORMERR without a question section counts as a response to EDNS", () =>
  withPool({
    script: (query) =>
      query.wire[11] === 1
        ? [new Uint8Array([...query.wire.slice(0, 2), 0x81, 0x81, 0, 0, 0, 0, 0, 0, 0, 0])]
        : [respond(query)],
  }, async ({ pool }) =>
    assert.equal(addressIn((await pool.forward(ask, 1000)).response), "192.0.2.1")));

Deno.test("letter case is random, and an upstream that loses it is exempted", () =>
  withPool({}, async ({ pool, fake }) => {
    const name = question("abcdefghijklmnopqrstuvwxyz.example");
    const mixed = () =>
      fake.queries.some((query) => query.wire.slice(13, 39).some((byte) => byte < 0x60));
    await pool.forward(name, 1000);
    assert.ok(mixed());
    const lower = (wire: Uint8Array) =>
      wire.slice(12, wire.length).map((byte) => byte >= 65 && byte <= 90 ? byte + 32 : byte);
    fake.script = (
      query,
    ) => [respond(query, { name: lower(query.wire).slice(0, 35), address: "192.0.2.1" })];
    for (let i = 0; i < 4; i++) {
      assert.equal(addressIn((await pool.forward(name, 1000)).response), "192.0.2.1");
    }
    fake.queries.length = 0;
    for (let i = 0; i < 4; i++) await pool.forward(name, 1000);
    assert.ok(!mixed());
    assert.ok(fake.queries.every((query) => query.transport === "udp"));
  }));

Deno.test("a response with an extended RCODE is no answer: the next upstream is queried", async () => {
  const odd = new FakeUpstream((
    query,
  ) => [respond(query, { extendedRcode: 1, options: new Uint8Array(0), address: "192.0.2.1" })]);
  await withPool({
    script: (query) => [respond(query, { address: "192.0.2.2" })],
    more: [odd],
  }, async ({ pool }) => {
    for (const name of ["a.example", "b.example", "c.example"]) {
      assert.equal(addressIn((await pool.forward(question(name), 1000)).response), "192.0.2.2");
    }
    assert.ok(odd.queries.length > 0);
  });
});

Deno.test("cookies: the server cookie is returned, BADCOOKIE retries, a missing cookie leads to TCP", () => {
  const cookie = (client: Uint8Array, server: number) =>
    new Uint8Array([0, 10, 0, 16, ...client.slice(0, 8), ...new Array(8).fill(server)]);
  return withPool({
    script: (query) => {
      const sent = optionOf(query, 10)!;
      if (sent === undefined || query.transport === "tcp") {
        return [respond(query, { address: "192.0.2.2" })];
      }
      const fresh = sent.length === 16 && sent[8] === 7;
      const options = cookie(sent, 7);
      return [
        respond(
          query,
          fresh ? { options, address: "192.0.2.1" } : { options, rcode: 7, extendedRcode: 1 },
        ),
      ];
    },
  }, async ({ pool, fake }) => {
    assert.equal(addressIn((await pool.forward(ask, 1000)).response), "192.0.2.1");
    assert.equal(fake.queries.length, 2);
    assert.equal(
      addressIn((await pool.forward(question("b.example"), 1000)).response),
      "192.0.2.1",
    );
    assert.equal(fake.queries.length, 3);
    fake.script = (
      query,
    ) => [respond(query, { address: query.transport === "tcp" ? "192.0.2.2" : "203.0.113.66" })];
    assert.equal(
      addressIn((await pool.forward(question("c.example"), 1000)).response),
      "192.0.2.2",
    );
  });
});

Deno.test("an upstream that refuses connections fails at once", () =>
  withPool({ settings: { upstreams: ["127.0.0.1:9", "tcp://127.0.0.1:9"] } }, async ({ pool }) => {
    const started = performance.now();
    await assert.rejects(pool.forward(ask, 3000), { code: "network" });
    assert.ok(performance.now() - started < 500);
  }));

Deno.test("TCP: many questions share a connection and are answered out of order", () =>
  withPool({
    script: (
      query,
    ) => [
      query.before === 0 ? 100 : 1,
      respond(query, { address: `192.0.2.${query.before % 200}` }),
    ],
  }, async ({ pool, fake, settings }) => {
    pool.reconfigure({ ...settings, upstreams: [`tcp://127.0.0.1:${fake.port}`] });
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, i) => pool.forward(question(`n${i}.example`), 2000)),
    );
    assert.equal(new Set(all.map((each) => addressIn(each.response))).size, 100);
    assert.equal(fake.connections, 1);
  }));

Deno.test("a reset of each connection causes at most two reconnects per question", () =>
  withPool({}, async ({ pool, fake, settings }) => {
    fake.resets = true;
    pool.reconfigure({ ...settings, upstreams: [`tcp://127.0.0.1:${fake.port}`] });
    await assert.rejects(pool.forward(ask, 2000), { code: "network" });
    assert.ok(fake.connections <= 9, `${fake.connections} connections for 3 tries`);
  }));

Deno.test("an upstream that closes after each answer gets one question per connection", () =>
  withPool({ script: (query) => [respond(query), "close"] }, async ({ pool, fake, settings }) => {
    pool.reconfigure({ ...settings, upstreams: [`tcp://127.0.0.1:${fake.port}`] });
    for (let round = 0; round < 2; round++) {
      await Promise.all(
        Array.from({ length: 30 }, (_, i) => pool.forward(question(`n${i}.example`), 3000)),
      );
    }
    assert.ok(fake.connections >= 30);
  }));

Deno.test({
  name: "DoT: pipelined, padded to 128 bytes, the name verified",
  ignore: certificates === undefined,
  fn: async () => {
    const { ca, tls } = certificates!;
    const dot = new FakeUpstream((query) => [respond(query)], { tls });
    const settings = { upstreams: [`tls://127.0.0.1:${dot.port}`] };
    await withPool({ settings, caCerts: [ca] }, async ({ pool }) => {
      await Promise.all(
        Array.from({ length: 50 }, (_, i) => pool.forward(question(`n${i}.example`), 3000)),
      );
      assert.equal(dot.connections, 1);
      assert.ok(dot.queries.every((query) => query.wire.length === 128));
    });
    const bootstrap = new FakeUpstream((
      query,
    ) => [respond(query, query.type === 1 ? { address: "127.0.0.1" } : {})]);
    const named = (name: string) => ({
      upstreams: [`tls://${name}:${dot.port}`],
      bootstrap: [`127.0.0.1:${bootstrap.port}`],
    });
    await withPool(
      { settings: named("dns.test"), caCerts: [ca] },
      async ({ pool }) => void await pool.forward(ask, 3000),
    );
    await withPool({ settings: named("other.test"), caCerts: [ca] }, async ({ pool }) => {
      await assert.rejects(pool.forward(ask, 3000), /NotValidForName|not valid for/i);
    });
    await withPool(
      { settings },
      async ({ pool }) => void await assert.rejects(pool.forward(ask, 3000), /UnknownIssuer/),
    );
    await Promise.all([dot.close(), bootstrap.close()]);
  },
});

Deno.test({
  name: "DoT: an expired certificate is a failure, never a fallback to plain DNS",
  ignore: expired === undefined,
  fn: async () => {
    const dot = new FakeUpstream((query) => [respond(query)], { tls: expired!.tls });
    const settings = { upstreams: [`tls://127.0.0.1:${dot.port}`] };
    await withPool({ settings, caCerts: [expired!.ca] }, async ({ pool, fake }) => {
      await assert.rejects(pool.forward(ask, 3000), /[Ee]xpired/);
      assert.equal(dot.queries.length + fake.queries.length, 0);
    });
    await dot.close();
  },
});

Deno.test({
  name:
    "DoH: POST with id 0 over one connection to a chosen address; invalid responses are refused",
  ignore: certificates === undefined,
  fn: async () => {
    let answer: (() => Response) | undefined;
    const https = { ...certificates!.tls, answer: () => answer?.() };
    const doh = new FakeUpstream((query) => [respond(query, { address: "192.0.2.8" })], { https });
    const bootstrap = new FakeUpstream((
      query,
    ) => [respond(query, query.type === 1 ? { address: "127.0.0.1" } : {})]);
    const settings = {
      upstreams: [`https://dns.test:${doh.port}/dns-query`],
      bootstrap: [`127.0.0.1:${bootstrap.port}`],
    };
    await withPool({ settings, caCerts: [certificates!.ca] }, async ({ pool }) => {
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, i) => pool.forward(question(`n${i}.example`), 3000)),
      );
      assert.ok(all.every((each) => addressIn(each.response) === "192.0.2.8"));
      assert.ok(doh.queries.every((query) => query.id === 0 && query.wire.length === 128));
      const type = { "content-type": "application/dns-message" };
      const faults: [() => Response, RegExp][] = [
        [
          () => new Response("<html>", { headers: { "content-type": "text/html" } }),
          /content type text\/html instead of/,
        ],
        [() => new Response("", { status: 403 }), /HTTP status 403/],
        [() => new Response(new Uint8Array(70_000), { headers: type }), /bytes/],
        [() => new Response(new Uint8Array(30), { headers: type }), /does not match/],
      ];
      for (const [response, says] of faults) {
        answer = response;
        await assert.rejects(pool.forward(ask, 1000), says);
      }
    });
    await Promise.all([doh.close(), bootstrap.close()]);
  },
});

Deno.test("a dead upstream gets few of many questions, and the others fail soon (RFC 9520)", async () => {
  const closed = new FakeUpstream(() => []);
  const address = `127.0.0.1:${closed.port}`;
  await closed.close();
  await withPool({ settings: { upstreams: [address] } }, async ({ pool }) => {
    const began = performance.now();
    const fails = (name: string) =>
      assert.rejects(pool.forward(question(name), 2000), UpstreamError);
    for (let i = 0; i < 12; i++) await fails(`n${i}.example`);
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 100 }, (_, i) => fails(`n${i}.${round}.example`)));
    }
    const [{ queries }] = pool.statistics();
    const seconds = (performance.now() - began) / 1000;
    assert.ok(queries <= 20 + seconds * 25, `${queries} queries in ${seconds.toFixed(1)} s`);
  });
});
