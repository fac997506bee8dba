/** Upstreams that answer after the timeout, over each transport. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { FakeDnscrypt } from "../../tests/support/fake_dnscrypt.ts";
import {
  doqMessage,
  FakeQuic,
  framedMessage,
  H3_OPENING,
  h3Frame,
  h3FramesOf,
  h3Head,
} from "../../tests/support/fake_quic.ts";
import {
  type FakeQuery,
  type FakeScript,
  FakeUpstream,
  makeCertificates,
  respond,
} from "../../tests/support/fake_upstream.ts";
import { joined } from "../../tests/support/http2.ts";
import { dohStamp } from "../../tests/support/stamps.ts";
import {
  addressIn,
  type Pool,
  type PoolBench,
  question,
  withPool,
} from "../../tests/support/upstream_pool.ts";
import { Clock } from "../clock.ts";
import type { UpstreamSettings } from "./pool.ts";
import { SessionTransport } from "./sessions.ts";
import { StreamTransport } from "./stream.ts";
import { Timers } from "./timers.ts";
import { computePin } from "./tls/pins.ts";
import type { TransportDeps, UpstreamAttempt } from "./transport.ts";

const certificates = await makeCertificates("DNS:dns.test,IP:127.0.0.1");
/** Milliseconds: of an attempt, of a question, and until upstreams answer. */
const TIMEOUT = 300;
const DEADLINE = 800;
const DELAY = 1200;
const slow: FakeScript = (query) => [DELAY, respond(query)];

/** Sends a question that fails. Returns the address of its late answer. */
async function lateAnswer(pool: Pool, name: string): Promise<string> {
  const late = Promise.withResolvers<string>();
  const limit = setTimeout(() => late.reject(new Error("no late answer")), 8000);
  try {
    await assert.rejects(
      pool.forward(
        question(name),
        DEADLINE,
        ({ response }) => late.resolve(addressIn(response)),
      ),
    );
    return await late.promise;
  } finally {
    clearTimeout(limit);
  }
}

function settings(...upstreams: string[]): Partial<UpstreamSettings> {
  return { upstreams, upstreamTimeout: TIMEOUT };
}

/** Queries a slow upstream; once it is known to be slow, its answers are awaited. */
async function expectLate({ pool }: Pick<PoolBench, "pool">): Promise<void> {
  assert.equal(await lateAnswer(pool, "first.example"), "192.0.2.1");
  const { response, duration } = await pool.forward(question("second.example"), 5000);
  assert.equal(addressIn(response), "192.0.2.1");
  assert.ok(duration >= DELAY - 50, `${duration} ms`);
  const [{ failures, timeouts, late, latency, lastAnswer }] = pool.statistics();
  assert.equal(late, 2, "both answers came after the timeout and were used");
  assert.ok(timeouts >= 2 && failures >= timeouts, `${timeouts} timeouts, ${failures} failures`);
  assert.ok(latency > TIMEOUT && latency <= DELAY + 400, `a latency of ${latency}`);
  assert.ok(lastAnswer > 0);
}

Deno.test("a late answer over UDP is accepted, and the upstream is awaited after it", () =>
  withPool({ script: slow, settings: { upstreamTimeout: TIMEOUT } }, expectLate));

Deno.test("a late answer over TCP is accepted", async () => {
  const fake = new FakeUpstream(slow);
  await withPool({ settings: settings(`tcp://127.0.0.1:${fake.port}`) }, expectLate);
  await fake.close();
});

Deno.test({
  name: "a late answer over TLS is accepted",
  ignore: certificates === undefined,
  fn: async () => {
    const fake = new FakeUpstream(slow, { tls: certificates!.tls });
    const upstreams = settings(`tls://127.0.0.1:${fake.port}`);
    await withPool({ settings: upstreams, caCerts: [certificates!.ca] }, expectLate);
    await fake.close();
  },
});

for (const isPinned of [false, true]) {
  Deno.test({
    name: `a late answer over HTTPS is accepted${isPinned ? ", of a pinned server too" : ""}`,
    ignore: certificates === undefined,
    fn: async () => {
      const { ca, tls } = certificates!;
      const fake = new FakeUpstream(slow, { https: { ...tls, answer: () => undefined } });
      const leaf = new X509Certificate(tls.cert).raw;
      const line = isPinned
        ? dohStamp(`127.0.0.1:${fake.port}`, [computePin(leaf)], "dns.test", "/q")
        : `https://127.0.0.1:${fake.port}/q`;
      await withPool({ settings: settings(line), caCerts: [ca] }, expectLate);
      await fake.close();
    },
  });
}

function queryOf(wire: Uint8Array): FakeQuery {
  return { wire, name: "", type: 1, id: 0, transport: "tls", port: 0, before: 0 };
}

Deno.test("a late answer over QUIC is accepted", async () => {
  const quic = await FakeQuic.open({
    alpn: "doq",
    script: (asked) => [DELAY, framedMessage(respond(queryOf(doqMessage(asked)))), "end"],
  });
  const upstreams = settings(`quic://127.0.0.1:${quic.port}`);
  await withPool({ settings: upstreams, caCerts: [quic.ca] }, expectLate);
  quic.close();
});

Deno.test("a late answer over HTTP/3 is accepted", async () => {
  const head = h3Head([":status", "200"], ["content-type", "application/dns-message"]);
  const h3 = await FakeQuic.open({
    alpn: "h3",
    opening: [H3_OPENING],
    script: ({ bytes }) => {
      const { payload } = h3FramesOf(bytes).find(({ type }) => type === 0)!;
      return [DELAY, joined(h3Frame(1, head), h3Frame(0, respond(queryOf(payload)))), "end"];
    },
  });
  const upstreams = settings(`h3://127.0.0.1:${h3.port}/q`);
  await withPool({ settings: upstreams, caCerts: [h3.ca] }, expectLate);
  h3.close();
});

Deno.test("a late answer over DNSCrypt is accepted", async () => {
  const server = new FakeDnscrypt();
  server.delay = DELAY;
  await withPool({ settings: settings(server.stamp) }, async ({ pool }) => {
    // Loading the code and the certificate delays only the first question.
    await pool.forward(question("warm.example"), 100).catch(() => {});
    assert.equal(await lateAnswer(pool, "first.example"), "192.0.2.1");
  });
  await server.close();
});

Deno.test("a late answer of a named upstream is accepted while another address is in use", async () => {
  const bootstrap = new FakeUpstream((query) => {
    const address = { address: "127.0.0.1" };
    return [respond(query, query.type === 1 ? address : {})];
  });
  await withPool({ script: slow }, async ({ pool, fake, settings: before }) => {
    pool.reconfigure({
      ...before,
      ...settings(`dns.test:${fake.port}`),
      bootstrap: [`127.0.0.1:${bootstrap.port}`],
    });
    assert.equal(await lateAnswer(pool, "first.example"), "192.0.2.1");
  });
  await bootstrap.close();
});

Deno.test("a bootstrap server slower than the timeout still resolves a named upstream", async () => {
  const bootstrap = new FakeUpstream((query) => [
    5000,
    respond(query, query.type === 1 ? { address: "127.0.0.1" } : {}),
  ]);
  await withPool({}, async ({ pool, fake, settings: before }) => {
    pool.reconfigure({
      ...before,
      ...settings(`dns.test:${fake.port}`),
      bootstrap: [`127.0.0.1:${bootstrap.port}`],
    });
    await assert.rejects(pool.forward(question("a.example"), 4500));
    await new Promise((resume) => setTimeout(resume, 5200));
    const { response } = await pool.forward(question("b.example"), 500);
    assert.equal(addressIn(response), "192.0.2.1");
  });
  await bootstrap.close();
});

Deno.test("a late good answer replaces the SERVFAIL of another upstream", async () => {
  const good = new FakeUpstream(slow);
  await withPool({
    script: (query) => [respond(query, { rcode: 2 })],
    more: [good],
    settings: { upstreamStrategy: "parallel", upstreamTimeout: TIMEOUT },
  }, async ({ pool }) => {
    const late = Promise.withResolvers<string>();
    const { response } = await pool.forward(
      question("a.example"),
      DEADLINE,
      ({ response }) => late.resolve(addressIn(response)),
    );
    assert.equal(response[3] & 15, 2);
    assert.equal(await late.promise, "192.0.2.1");
  });
});

Deno.test("one forged datagram ends the late window of a query over UDP (RFC 5452)", () =>
  withPool({
    tcp: false,
    settings: { upstreamTimeout: TIMEOUT },
    script: (query) => [
      600,
      respond(query, { id: query.id ^ 1, address: "203.0.113.66" }),
      DELAY - 600,
      respond(query),
    ],
  }, async ({ pool }) => {
    let late = 0;
    await assert.rejects(pool.forward(question("a.example"), 400, () => late++));
    await new Promise((resume) => setTimeout(resume, DELAY + 300));
    assert.equal(late, 0);
  }));

Deno.test("the late answer of a removed upstream is dropped", () =>
  withPool({ script: slow, settings: { upstreamTimeout: TIMEOUT } }, async (bench) => {
    const { pool, settings } = bench;
    let late = 0;
    await assert.rejects(pool.forward(question("a.example"), DEADLINE, () => late++));
    pool.reconfigure({ ...settings, upstreams: ["127.0.0.1:9"] });
    await new Promise((resume) => setTimeout(resume, DELAY));
    assert.equal(late, 0);
  }));

Deno.test("a question that waits for an upstream is sent again when it recovers", async () => {
  let isAway = true;
  const script: FakeScript = (query) => isAway ? [] : [respond(query)];
  await withPool({ script, settings: { upstreamTimeout: 4000 } }, async ({ pool, fake }) => {
    // Its three attempts are lost.
    const waits = pool.forward(question("waits.example"), 8000);
    // Fails often enough to be skipped and probed.
    const others = Array.from(
      { length: 3 },
      (_, i) => pool.forward(question(`n${i}.example`), 1500).catch(() => {}),
    );
    await Promise.all(others);
    await new Promise((resume) => setTimeout(resume, 300));
    const asked = fake.queries.length;
    const began = performance.now();
    isAway = false;
    assert.equal(addressIn((await waits).response), "192.0.2.1");
    assert.ok(performance.now() - began < 2000);
    assert.equal(fake.queries[asked].name, ".");
    assert.equal(pool.recoveries, 1);
  });
});

Deno.test("upstreams are dead after a long silence, and are probed each second while needed", () =>
  withPool({ script: () => [], settings: { upstreamTimeout: 100 } }, async ({ pool, fake }) => {
    const name = question("a.example");
    assert.equal(pool.areDead(name), false);
    for (let i = 0; i < 5; i++) {
      await pool.forward(question(`n${i}.example`), 400).catch(() => {});
    }
    assert.equal(pool.areDead(name), true);
    await new Promise((resume) => setTimeout(resume, 3500));
    const probes = fake.queries.filter(({ name }) => name === ".").length;
    assert.ok(probes >= 3, `${probes} probes`);
    assert.equal(pool.areDead(name), true);
    fake.script = (query) => [respond(query)];
    await new Promise((resume) => setTimeout(resume, 1300));
    assert.deepEqual([pool.areDead(name), pool.recoveries], [false, 1]);
  }));

/** A clock that the test moves, with timers that do not run. */
function stoppedTime() {
  const state = { now: 1000 };
  const clock = new Clock(() => state.now, () => state.now);
  const timers = new Timers(clock);
  return { state, clock, timers };
}

function attempt(): UpstreamAttempt {
  return { question: question("a.example"), timeout: 60_000, onAnswer() {}, onFailure() {} };
}

Deno.test("a question does not wait for a slow connection (a lost SYN)", () => {
  const { state, clock, timers } = stoppedTime();
  let dials = 0;
  let ids = 0;
  const dial = () => {
    dials++;
    return new Promise<never>(() => {});
  };
  const deps = { clock, timers, random: { next: () => ids++ } } as unknown as TransportDeps;
  const transports = [
    new StreamTransport(dial, { idle: 10_000, padded: false }, deps),
    new SessionTransport(dial, deps),
  ];
  for (const transport of transports) {
    dials = 0;
    transport.ask(attempt());
    transport.ask(attempt());
    assert.equal(dials, 1);
    state.now += 1100;
    clock.refresh();
    transport.ask(attempt());
    assert.equal(dials, 2);
    transport.close();
  }
  timers.close();
});
