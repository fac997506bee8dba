/**
 * Faulty upstreams: they drop EDNS, duplicate answers, know only their own zones, move, or are all
 * unreachable.
 */
import assert from "node:assert/strict";
import {
  type FakeQuery,
  FakeUpstream,
  makeCertificates,
  optionOf,
  respond,
} from "../../tests/support/fake_upstream.ts";
import { addressIn, question, withPool } from "../../tests/support/upstream_pool.ts";

const certificates = await makeCertificates("DNS:dns.test");

const hasOpt = ({ wire }: FakeQuery) => wire[11] > 0;

Deno.test("an upstream that drops EDNS is queried again without it, at once after three questions", () =>
  withPool({ script: (query) => hasOpt(query) ? [] : [respond(query)] }, async ({ pool, fake }) => {
    for (let i = 0; i < 5; i++) await pool.forward(question(`n${i}.example`), 3000);
    assert.deepEqual(fake.queries.map(hasOpt), [
      true,
      false,
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
  }));

Deno.test("an upstream that answered EDNS once always gets it, whatever is lost", () =>
  withPool(
    { script: (query) => query.before === 1 ? [] : [respond(query)] },
    async ({ pool, fake }) => {
      for (let i = 0; i < 2; i++) await pool.forward(question(`n${i}.example`), 3000);
      assert.deepEqual(fake.queries.map(hasOpt), [true, true, true]);
    },
  ));

Deno.test("many questions lost at once do not turn off EDNS", () =>
  withPool(
    { script: (query) => query.before < 5 ? [] : [respond(query)] },
    async ({ pool, fake }) => {
      await Promise.all(
        Array.from({ length: 5 }, (_, i) => pool.forward(question(`n${i}.example`), 3000)),
      );
      await pool.forward(question("www.example"), 3000);
      assert.deepEqual(fake.queries.map(hasOpt), [
        ...Array(5).fill(true),
        ...Array(5).fill(false),
        true,
      ]);
    },
  ));

Deno.test("FORMERR with an OPT record leads to one query without EDNS", () =>
  withPool({
    script: (query) => [
      optionOf(query, 10) === undefined
        ? respond(query)
        : respond(query, { rcode: 1, options: new Uint8Array(0) }),
    ],
  }, async ({ pool, fake }) => {
    for (let i = 0; i < 3; i++) {
      assert.equal(
        addressIn((await pool.forward(question(`n${i}.example`), 2000)).response),
        "192.0.2.1",
      );
    }
    assert.deepEqual(fake.queries.map(hasOpt), [true, false, false, false]);
  }));

Deno.test("duplicate and late answers are not treated as forgeries", () =>
  withPool({ script: (query) => [2, respond(query), respond(query)] }, async ({ pool, fake }) => {
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        Array.from({ length: 100 }, (_, i) => pool.forward(question(`n${i}.example`), 3000)),
      );
    }
    assert.deepEqual([...new Set(fake.queries.map(({ transport }) => transport))], ["udp"]);
  }));

/** A referral to another server instead of an answer. */
function referral(query: FakeQuery): Uint8Array {
  const response = new Uint8Array([
    ...respond(query, {}),
    0xc0,
    12,
    0,
    2,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    2,
    0xc0,
    12,
  ]);
  response[9] = 1;
  return response;
}

Deno.test("a referral leads to the next upstream, and is used if no answer is better", async () => {
  const good = new FakeUpstream((query) => [respond(query)]);
  await withPool({
    script: (query) => [referral(query)],
    more: [good],
    settings: { upstreamStrategy: "strict" },
  }, async ({ pool }) => {
    assert.equal(
      addressIn((await pool.forward(question("a.example"), 2000)).response),
      "192.0.2.1",
    );
  });
  await withPool({ script: (query) => [referral(query)] }, async ({ pool }) => {
    assert.equal((await pool.forward(question("a.example"), 2000)).response[9], 1);
  });
});

Deno.test("while all upstreams are skipped, fallbacks are queried at once, and a recovered one is used", async () => {
  const silent = new FakeUpstream(() => []);
  const fallback = new FakeUpstream((query) => [respond(query)]);
  const settings = { fallbackUpstreams: [`127.0.0.1:${fallback.port}`], upstreamTimeout: 60 };
  await withPool(
    { script: () => [], more: [silent], settings },
    async ({ pool, fake, settings: all }) => {
      const isAway = () => pool.statistics().filter(({ downUntil }) => downUntil > 0).length === 2;
      for (let i = 0; i < 20 && !isAway(); i++) await pool.forward(question(`n${i}.example`), 3000);
      assert.ok(isAway());
      const asked = fallback.queries.length;
      pool.reconfigure({ ...all, upstreamTimeout: 4000 });
      const { upstream, duration } = await pool.forward(question("www.example"), 5000);
      assert.equal(upstream, settings.fallbackUpstreams[0]);
      assert.ok(duration < 3000, `${duration}`);
      assert.equal(fallback.queries.length, asked + 1);
      fake.script = silent.script = (query) => [respond(query)];
      fallback.script = () => [];
      for (let i = 0; isAway() && i < 20; i++) await pool.forward(question(`m${i}.example`), 3000);
      assert.ok(!isAway());
    },
  );
  await fallback.close();
});

Deno.test("a fallback is queried once every upstream has failed, also after a retry", async () => {
  const fallback = new FakeUpstream((query) => [respond(query, { address: "192.0.2.7" })]);
  const settings = { fallbackUpstreams: [`127.0.0.1:${fallback.port}`], upstreamTimeout: 500 };
  await withPool({
    script: (query) => query.before === 0 ? [] : [450, respond(query)],
    settings,
  }, async ({ pool, fake }) => {
    assert.equal(
      addressIn((await pool.forward(question("a.example"), 4000)).response),
      "192.0.2.7",
    );
    assert.equal(fake.queries.length, 2);
  });
  await fallback.close();
});

Deno.test("no fallback is queried while an upstream may still answer", async () => {
  const slow = new FakeUpstream((query) => [150, respond(query)]);
  const fallback = new FakeUpstream((query) => [respond(query)]);
  const settings = { fallbackUpstreams: [`127.0.0.1:${fallback.port}`] };
  await withPool(
    { script: (query) => [respond(query, { rcode: 2 })], more: [slow], settings },
    async ({ pool }) => {
      for (let i = 0; i < 3; i++) await pool.forward(question(`n${i}.example`), 3000);
    },
  );
  assert.equal(fallback.queries.length, 0);
  await fallback.close();
});

Deno.test({
  name: "queries in flight over an abandoned DoH connection move to another one",
  ignore: certificates === undefined,
  async fn() {
    let losses = 1;
    const isLost = ({ name }: FakeQuery) => name === "silent.example" || losses-- > 0;
    const bootstrap = new FakeUpstream((
      query,
    ) => [respond(query, query.type === 1 ? { address: "127.0.0.1" } : {})]);
    const server = new FakeUpstream((query) => isLost(query) ? [1000] : [respond(query)], {
      https: certificates!.tls,
    });
    const settings = {
      upstreams: [`https://dns.test:${server.port}/`],
      bootstrap: [`127.0.0.1:${bootstrap.port}`],
      upstreamTimeout: 2000,
    };
    await withPool({ fakes: [server], caCerts: [certificates!.ca], settings }, async ({ pool }) => {
      const silent = pool.forward(question("silent.example"), 400).catch(() => {});
      while (server.queries.length === 0) await new Promise((resume) => setTimeout(resume, 5));
      await pool.forward(question("www.example"), 3000);
      await silent;
      assert.equal(pool.statistics()[0].failures, 1);
    });
    await Promise.all([server.close(), bootstrap.close()]);
  },
});

Deno.test({
  name: "a DoH server with a new address is looked up again, and the failure has its reason",
  ignore: certificates === undefined,
  async fn() {
    const server = new FakeUpstream((query) => [respond(query)], { https: certificates!.tls });
    const stranger = Deno.listen({ hostname: "127.0.0.2", port: server.port });
    const strangers = (async () => {
      for await (const connection of stranger) connection.close();
    })();
    let address = "127.0.0.9";
    const bootstrap = new FakeUpstream((
      query,
    ) => [respond(query, query.type === 1 ? { address } : {})]);
    const lines = [`https://dns.test:${server.port}/dns-query`];
    const settings = { upstreams: lines, bootstrap: [`127.0.0.1:${bootstrap.port}`] };
    await withPool({ fakes: [server], caCerts: [certificates!.ca], settings }, async ({ pool }) => {
      await assert.rejects(pool.forward(question("a.example"), 3000), /Connection refused/);
      address = "127.0.0.1";
      assert.equal((await pool.forward(question("b.example"), 3000)).upstream, lines[0]);
    });
    address = "127.0.0.2";
    await withPool({ fakes: [server], caCerts: [certificates!.ca], settings }, async ({ pool }) => {
      await assert.rejects(pool.forward(question("c.example"), 3000));
      address = "127.0.0.1";
      assert.equal((await pool.forward(question("d.example"), 3000)).upstream, lines[0]);
    });
    stranger.close();
    await Promise.all([server.close(), bootstrap.close(), strangers]);
  },
});
