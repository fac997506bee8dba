import assert from "node:assert/strict";
import { FakeUpstream, respond } from "../../tests/support/fake_upstream.ts";
import { sentence } from "../../policy/model/sentence.ts";
import { rcodeOf } from "../wire/message.ts";
import { addressIn, question, withPool } from "../../tests/support/upstream_pool.ts";
import { UpstreamSetNumbers } from "./upstream_sets.ts";

Deno.test("a question is answered over UDP with the name in lower case", () =>
  withPool({}, async ({ pool, fake }) => {
    const { response, upstream, duration } = await pool.forward(question("www.example"), 2000);
    assert.equal(addressIn(response), "192.0.2.1");
    assert.equal(upstream, `127.0.0.1:${fake.port}`);
    assert.ok(duration >= 0 && duration < 1000);
    const [statistics] = pool.statistics();
    assert.deepEqual([statistics.queries, statistics.failures, statistics.lastError], [1, 0, ""]);
    assert.ok(statistics.latency > 0 && statistics.lastAnswer > 0);
  }));

Deno.test("SERVFAIL leads to the next upstream, and is used if no answer is better", async () => {
  const good = new FakeUpstream((query) => [respond(query, { address: "192.0.2.9" })]);
  await withPool(
    {
      script: (query) => [respond(query, { rcode: 2 })],
      more: [good],
      settings: { upstreamStrategy: "strict" },
    },
    async ({ pool }) =>
      assert.equal(
        addressIn((await pool.forward(question("a.example"), 2000)).response),
        "192.0.2.9",
      ),
  );
  await withPool({ script: (query) => [respond(query, { rcode: 5 })] }, async ({ pool, fake }) => {
    assert.equal(rcodeOf((await pool.forward(question("a.example"), 2000)).response), 5);
    assert.equal(fake.queries.length, 1);
  });
});

Deno.test("SERVFAIL with an extended error of DNSSEC is final (RFC 8914)", async () => {
  const other = new FakeUpstream((query) => [respond(query)]);
  const bogus = new Uint8Array([0, 15, 0, 2, 0, 6]);
  await withPool(
    {
      script: (query) => [respond(query, { rcode: 2, options: bogus })],
      more: [other],
      settings: { upstreamStrategy: "strict" },
    },
    async ({ pool }) => {
      assert.equal(rcodeOf((await pool.forward(question("bogus.example"), 2000)).response), 2);
      assert.equal(other.queries.length, 0);
    },
  );
});

Deno.test("a silent upstream leads to the next one long before its timeout", async () => {
  const good = new FakeUpstream((query) => [respond(query)]);
  await withPool(
    { script: () => [], more: [good], settings: { upstreamTimeout: 10_000 } },
    async ({ pool }) => {
      for (let i = 0; i < 4; i++) {
        const { duration } = await pool.forward(question(`n${i}.example`), 12_000);
        assert.ok(duration < 5000, `${duration} ms`);
      }
    },
  );
});

Deno.test("an upstream that fails repeatedly is skipped, probed, and used after it recovers", async () => {
  const good = new FakeUpstream((query) => [respond(query)]);
  const settings = { upstreamStrategy: "parallel" as const, upstreamTimeout: 300 };
  await withPool({ script: () => [], more: [good], settings }, async ({ pool, fake, log }) => {
    await Promise.all([1, 2, 3, 4].map((i) => pool.forward(question(`m${i}.example`), 3000)));
    await until(() => pool.statistics()[0].downUntil > 0, 2000);
    const asked = fake.queries.length;
    await pool.forward(question("quick.example"), 3000);
    assert.equal(fake.queries.length, asked);
    fake.script = (query) => [respond(query)];
    await until(() => pool.statistics()[0].downUntil === 0, 5000);
    assert.equal(fake.queries.at(-1)!.name, ".");
    assert.match(log.join("\n"), /Skipping upstream until it recovers: .*\n.*recovered/);
  });
});

Deno.test("with silent upstreams the failure comes at the deadline, and a recovery is noticed at once", () =>
  withPool({ script: () => [], settings: { upstreamTimeout: 300 } }, async ({ pool, fake }) => {
    const started = performance.now();
    await assert.rejects(pool.forward(question("a.example"), 1000), { code: "unreachable" });
    assert.ok(performance.now() - started < 1200);
    assert.ok(fake.queries.length <= 3, `${fake.queries.length} packets`);
    await assert.rejects(pool.forward(question("b.example"), 400));
    fake.script = (query) => [respond(query)];
    assert.equal(
      addressIn((await pool.forward(question("c.example"), 1000)).response),
      "192.0.2.1",
    );
  }));

Deno.test("fallback upstreams are queried after all others failed", async () => {
  const fallback = new FakeUpstream((query) => [respond(query, { address: "192.0.2.7" })]);
  await withPool({
    script: () => [],
    settings: { upstreamTimeout: 200, fallbackUpstreams: [`127.0.0.1:${fallback.port}`] },
  }, async ({ pool }) => {
    assert.equal(
      addressIn((await pool.forward(question("a.example"), 3000)).response),
      "192.0.2.7",
    );
  });
  await fallback.close();
});

Deno.test("the parallel strategy queries three at once and uses the first good answer", async () => {
  const slow = new FakeUpstream((query) => [300, respond(query)]);
  const quick = new FakeUpstream((query) => [20, respond(query, { address: "192.0.2.3" })]);
  await withPool({
    script: (query) => [respond(query, { rcode: 5 })],
    more: [slow, quick],
    settings: { upstreamStrategy: "parallel" },
  }, async ({ pool, fake }) => {
    assert.equal(
      addressIn((await pool.forward(question("a.example"), 2000)).response),
      "192.0.2.3",
    );
    assert.deepEqual([fake.queries.length, slow.queries.length, quick.queries.length], [1, 1, 1]);
  });
});

Deno.test("names go to the upstreams of their domain, private reverse names to private upstreams", async () => {
  const lan = new FakeUpstream((query) => [respond(query, { address: "192.0.2.20" })]);
  const reverse = new FakeUpstream((query) => [respond(query, { address: "192.0.2.21" })]);
  await withPool({
    lines: [`[/lan/]127.0.0.1:${lan.port}`],
    settings: { privateUpstreams: [`127.0.0.1:${reverse.port}`] },
  }, async ({ pool }) => {
    const ask = async (name: string) =>
      addressIn((await pool.forward(question(name), 1000)).response);
    assert.equal(await ask("nas.lan"), "192.0.2.20");
    assert.equal(await ask("4.1.168.192.in-addr.arpa"), "192.0.2.21");
    assert.equal(await ask("1.0.0.32.172.in-addr.arpa"), "192.0.2.1");
    assert.equal(await ask("1.0.31.172.in-addr.arpa"), "192.0.2.21");
    assert.equal(await ask("1.d.f.ip6.arpa"), "192.0.2.21");
    assert.equal(await ask("8.8.8.8.in-addr.arpa"), "192.0.2.1");
  });
  await Promise.all([lan.close(), reverse.close()]);
});

Deno.test("reconfigure() keeps unchanged upstreams with their totals and closes removed ones", () =>
  withPool({}, async ({ pool, fake, settings }) => {
    await pool.forward(question("a.example"), 1000);
    const other = new FakeUpstream((query) => [respond(query, { address: "192.0.2.5" })]);
    pool.reconfigure({
      ...settings,
      upstreams: [...settings.upstreams, `127.0.0.1:${other.port}`],
    });
    assert.deepEqual(pool.statistics().map((each) => each.queries), [1, 0]);
    pool.reconfigure({ ...settings, upstreams: [`127.0.0.1:${other.port}`] });
    assert.equal(
      addressIn((await pool.forward(question("b.example"), 1000)).response),
      "192.0.2.5",
    );
    assert.equal(fake.queries.length, 1);
    await other.close();
  }));

Deno.test("a slow upstream has a bounded number of questions", () =>
  withPool({ script: () => [] }, async ({ pool }) => {
    const all = await Promise.allSettled(
      Array.from({ length: 4500 }, (_, i) => pool.forward(question(`q${i}.example`), 300)),
    );
    assert.ok(all.every((each) => each.status === "rejected"));
    assert.ok(pool.statistics()[0].queries <= 1024 * 3);
  }));

Deno.test("an upstream given by name is resolved by the bootstrap servers", async () => {
  const bootstrap = new FakeUpstream((
    query,
  ) => [respond(query, query.type === 1 ? { address: "127.0.0.1" } : {})]);
  const named = new FakeUpstream((query) => [respond(query, { address: "192.0.2.30" })]);
  await withPool({
    settings: { upstreams: [`dns.test:${named.port}`], bootstrap: [`127.0.0.1:${bootstrap.port}`] },
  }, async ({ pool }) => {
    for (const name of ["a.example", "b.example"]) {
      assert.equal(addressIn((await pool.forward(question(name), 2000)).response), "192.0.2.30");
    }
    assert.deepEqual(bootstrap.queries.map((query) => [query.name, query.type]), [["dns.test", 1], [
      "dns.test",
      28,
    ]]);
  });
  await Promise.all([bootstrap.close(), named.close()]);
});

async function until(holds: () => boolean, limit: number): Promise<void> {
  for (const started = performance.now(); !holds();) {
    assert.ok(performance.now() - started < limit, "in time");
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

Deno.test("reconfigure() without a valid line keeps the upstreams and logs the invalid lines", () =>
  withPool({}, async ({ pool, settings, log }) => {
    pool.reconfigure({ ...settings, upstreams: ["sdns://AgcA"] });
    assert.match(log.join("\n"), /upstreams, line 1: Not a DNS stamp/);
    assert.equal(
      addressIn((await pool.forward(question("a.example"), 1000)).response),
      "192.0.2.1",
    );
  }));

Deno.test("totals continue after a restart, health starts anew (A 7.11)", () => {
  const earlier = {
    queries: 7,
    failures: 3,
    timeouts: 2,
    late: 5,
    latency: 900,
    lastAnswer: 1,
    downUntil: 9e15,
    lastError: sentence`x`,
  };
  return withPool({ earlier }, async ({ pool }) => {
    await pool.forward(question("a.example"), 1000);
    const [statistics] = pool.statistics();
    assert.deepEqual([statistics.queries, statistics.failures, statistics.downUntil], [8, 3, 0]);
    assert.equal(statistics.late, 5);
    assert.ok(statistics.latency < 900 && statistics.lastAnswer > 1);
  });
});

Deno.test("a pool without upstreams fails with that reason", () =>
  withPool({ settings: { upstreams: [] } }, async ({ pool }) => {
    await assert.rejects(pool.forward(question("a.example"), 1000), /No upstream is configured/);
  }));

Deno.test("a set of upstreams answers its own questions, after the domains of the household", async () => {
  const answering = (address: string) => new FakeUpstream((query) => [respond(query, { address })]);
  const corp = answering("192.0.2.2");
  const family = answering("192.0.2.3");
  const school = answering("192.0.2.4");
  const home = answering("192.0.2.5");
  const at = ({ port }: FakeUpstream) => `127.0.0.1:${port}`;
  const setNumbers = new UpstreamSetNumbers();
  const withRules = [at(family), `[/school.example/]${at(school)}`, "[/plain.school.example/]#"];
  const rulesOnly = [`[/school.example/]${at(school)}`];
  await withPool({
    more: [],
    lines: [`[/corp.example/]${at(corp)}`],
    settings: { privateUpstreams: [at(home)], upstreamSets: [withRules, rulesOnly] },
    setNumbers,
  }, async ({ pool, settings }) => {
    const ask = async (name: string, route: number) => {
      const asked = { ...question(name), route };
      return addressIn((await pool.forward(asked, 2000)).response).at(-1);
    };
    const first = setNumbers.of(withRules);
    const second = setNumbers.of(rulesOnly);
    assert.deepEqual([
      await ask("www.example", 0),
      await ask("www.example", first),
      await ask("a.school.example", first),
      await ask("a.plain.school.example", first),
      await ask("a.corp.example", first),
      await ask("9.1.168.192.in-addr.arpa", first),
      await ask("www.example", second),
      await ask("a.school.example", second),
      await ask("a.school.example", 0),
    ], ["1", "3", "4", "3", "2", "5", "1", "4", "1"]);
    assert.deepEqual(
      pool.statistics().filter(({ queries }) => queries > 0).length,
      5,
      "upstreams of sets are counted like others",
    );
    pool.reconfigure({ ...settings, upstreamSets: [] });
    await assert.rejects(ask("www.example", first), /No upstream is configured/);
    assert.equal(await ask("www.example", 0), "1");
  });
  await Promise.all([corp, family, school, home].map((each) => each.close()));
});

Deno.test("a set whose upstreams are dead does not fall back to other upstreams", async () => {
  const fallback = new FakeUpstream((query) => [respond(query)]);
  const setNumbers = new UpstreamSetNumbers();
  const lines = ["127.0.0.1:9"];
  await withPool({
    settings: {
      fallbackUpstreams: [`127.0.0.1:${fallback.port}`],
      upstreamSets: [lines],
      upstreamTimeout: 200,
    },
    setNumbers,
  }, async ({ pool, fake }) => {
    const asked = { ...question("www.example"), route: setNumbers.of(lines) };
    await assert.rejects(pool.forward(asked, 600));
    assert.deepEqual([fake.queries.length, fallback.queries.length], [0, 0]);
  });
  await fallback.close();
});
