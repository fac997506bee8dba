import assert from "node:assert/strict";
import fc from "fast-check";
import { isDnsCarrier } from "../catalogue/dns_carriers.ts";
import { isWellKnown } from "../catalogue/well_known.ts";
import { LIMITS } from "../limits.ts";
import { innocent, INNOCENT_SHAPES } from "../../tests/support/innocent_traffic.ts";
import {
  seeded,
  text,
  TUNNEL_SHAPES,
  type TunnelShape,
  TYPES,
} from "../../tests/support/tunnel_traffic.ts";
import { type Tunnel, TunnelDetector, type TunnelQuery } from "./detector.ts";

const none = () => false;
const detector = (
  isExempt: (domain: string) => boolean = none,
  isWellKnown: (domain: string) => boolean = none,
) => new TunnelDetector({ identifyClient: (client) => client, isExempt, isWellKnown });
const START = 1_795_000_000_000;
const asked = (given: Partial<TunnelQuery>): TunnelQuery => ({
  time: START,
  client: "10.0.0.1",
  name: "www.example.com",
  type: TYPES.A,
  rcode: 0,
  status: "answered",
  size: 60,
  answer: "198.51.100.1",
  ...given,
});

/**
 * The data that a tunnel carried until it was detected, starting after `skipped` of its queries.
 */
function run(
  shape: TunnelShape,
  seed: number,
  skipped = 0,
): { found?: Tunnel; queries: number; bytes: number } {
  const watching = detector();
  let queries = 0;
  let bytes = 0;
  let before = skipped;
  for (const { query, sent, received } of shape.traffic(seed)) {
    if (before-- > 0) continue;
    queries++;
    bytes += sent + received;
    const found = watching.observe(query);
    if (found !== undefined) return { found, queries, bytes };
    if (queries > 5000) break;
  }
  return { queries, bytes };
}

for (const shape of TUNNEL_SHAPES) {
  Deno.test(`${shape.name} is detected within ${shape.queries} queries and ${shape.bytes} bytes`, () => {
    for (const seed of [1, 2, 3, 4]) {
      const { found, queries, bytes } = run(shape, seed);
      assert.ok(
        found !== undefined,
        `not detected after ${queries} queries with ${bytes} bytes`,
      );
      assert.equal(found.domain, seed % 2 === 0 ? "rare-name.net" : "cdn-sync.co.uk");
      assert.equal(found.who, "192.168.1.23");
      assert.ok(
        queries <= shape.queries && bytes <= shape.bytes,
        `${queries} queries had ${bytes} bytes`,
      );
      assert.ok(found.score >= 60 && found.score < 100);
    }
  });
}

Deno.test("a tunnel that started before detection is detected by its data alone", () => {
  for (
    const shape of TUNNEL_SHAPES.filter(({ name }) =>
      name.startsWith("iodine") && !name.endsWith("idle")
    )
  ) {
    const { found, bytes } = run(shape, 5, 13);
    assert.ok(found !== undefined && bytes <= 20_000, `${shape.name}: ${bytes} bytes`);
  }
  for (
    const shape of TUNNEL_SHAPES.filter(({ name }) => /NULL, idle|MX, idle|CNAME, idle/.test(name))
  ) {
    assert.ok(run(shape, 5, 13).found !== undefined, shape.name);
  }
});

for (const shape of INNOCENT_SHAPES) {
  Deno.test(`${shape.name} are not detected${shape.listed ? ", by the catalogue" : ""}`, () => {
    const watching = detector(shape.listed ? isDnsCarrier : undefined);
    const hours = shape.perHour > 5000 ? 3 : 24;
    for (const seed of [1, 2]) {
      for (const query of innocent(shape, hours, seed)) {
        assert.equal(watching.observe(query), undefined);
      }
    }
  });
}

Deno.test("a detected tunnel has evidence: names, length, time, type and bytes", () => {
  const watching = detector();
  const random = seeded(9);
  let found: Tunnel | undefined = undefined;
  for (let i = 0; found === undefined; i++) {
    const name = `${text(random, "0123456789abcdef", 60)}.${
      text(random, "0123456789abcdef", 59)
    }.evil.net`;
    found = watching.observe(asked({ time: START + i * 500, name, type: TYPES.TXT, size: 400 }));
  }
  const { names, length, seconds, type, sent, received } = found.evidence;
  assert.deepEqual({ names, length, seconds, type }, {
    names: 9,
    length: 120,
    seconds: 4,
    type: TYPES.TXT,
  });
  assert.equal(sent, 9 * 120);
  assert.equal(received, 9 * (400 - 129 - 100));
  assert.ok(found.score > 90);
});

Deno.test("a continuing tunnel is reported again only after the same weight", () => {
  const watching = detector();
  const shape = TUNNEL_SHAPES.find(({ name }) => name === "dnscat2, fast transfer")!;
  let reported = 0;
  let queries = 0;
  for (const { query } of shape.traffic(1)) {
    if (watching.observe(query) !== undefined) reported++;
    if (++queries === 90) break;
  }
  assert.ok(reported >= 5 && reported <= 10, `${reported} times`);
});

Deno.test("clients are weighed separately; exempt and blocked domains have no weight", () => {
  const exempt = detector((domain) => domain === "cdn-sync.co.uk");
  const blocked = detector();
  const spread = detector();
  const shape = TUNNEL_SHAPES.find(({ name }) => name === "iodine NULL base32, upload")!;
  let i = 0;
  for (const { query } of shape.traffic(1)) {
    assert.equal(exempt.observe(query), undefined);
    assert.equal(blocked.observe({ ...query, status: "blocked" }), undefined);
    assert.equal(spread.observe({ ...query, client: `10.0.0.${i % 50}` }), undefined);
    if (++i === 200) break;
  }
});

Deno.test("repeated names, home names and reverse names have no weight", () => {
  const watching = detector();
  const random = seeded(3);
  const again = `${text(random, "abcdef0123456789", 60)}.${
    text(random, "abcdef0123456789", 60)
  }.evil.net`;
  for (let i = 0; i < 500; i++) {
    const data = `${text(random, "abcdef0123456789", 60)}.${text(random, "abcdef0123456789", 60)}`;
    for (
      const name of [
        again,
        `${data}.home.arpa`,
        `${data}.nas.lan`,
        `${data}.8.b.d.0.1.0.0.2.ip6.arpa`,
      ]
    ) {
      assert.equal(
        watching.observe(asked({ time: START + i, name, type: TYPES.TXT })),
        undefined,
        name,
      );
    }
  }
});

Deno.test("a flood of domains neither grows memory nor hides a tunnel", () => {
  const watching = detector();
  const random = seeded(4);
  const tunnel = TUNNEL_SHAPES.find(({ name }) => name === "dnscat2, idle, 1 a minute")!;
  let queries = 0;
  for (const { query } of tunnel.traffic(1)) {
    if (watching.observe(query) !== undefined) break;
    assert.ok(++queries <= tunnel.queries, "the tunnel is not caught");
    for (let i = 0; i < 600; i++) {
      const name = `${text(random, "abcdef0123456789", 24)}.${
        text(random, "abcdefghijklmnopqrstuvwxyz", 9)
      }.com`;
      const client = i % 2 === 0 ? "192.168.1.23" : `10.${i % 7}.0.${Math.floor(random() * 250)}`;
      watching.observe(
        asked({ time: query.time, name, client, type: i % 3 === 0 ? TYPES.TXT : TYPES.A }),
      );
    }
    assert.ok(watching.size <= LIMITS.tunnels.pairs);
  }
});

Deno.test("a web page cannot get a well-known domain blocked", () => {
  const watching = detector(none, isWellKnown);
  const random = seeded(6);
  for (let i = 0; i < 5000; i++) {
    const name = `${text(random, "abcdef0123456789", 60)}.${
      text(random, "abcdef0123456789", 60)
    }.youtube.com`;
    for (const type of [TYPES.A, TYPES.AAAA, 65]) {
      assert.equal(
        watching.observe(asked({ time: START + i, name, type, rcode: 3, answer: "" })),
        undefined,
      );
    }
  }
  const data = () =>
    `${text(random, "abcdef0123456789", 60)}.${text(random, "abcdef0123456789", 60)}.youtube.com`;
  assert.ok(
    Array.from({ length: 20 }, () => watching.observe(asked({ name: data(), type: 10 }))).some(
      Boolean,
    ),
  );
});

Deno.test("a clock that jumps back or ahead neither fails nor creates a tunnel", () => {
  const watching = detector();
  for (const time of [START, 0, START + 1e12, START - 1e12, START]) {
    for (let i = 0; i < 5; i++) {
      assert.equal(
        watching.observe(asked({ time, name: `photo${i}.album.example.com` })),
        undefined,
      );
    }
  }
});

Deno.test("forget() removes all weight of a domain", () => {
  const watching = detector();
  const shape = TUNNEL_SHAPES.find(({ name }) => name === "dnscat2, idle, 1 a second")!;
  let queries = 0;
  for (const { query } of shape.traffic(1)) {
    if (queries++ === 25) watching.forget("cdn-sync.co.uk");
    if (watching.observe(query) !== undefined) break;
  }
  assert.ok(queries > 50);
});

Deno.test("any name, type, size and time is accepted without an error", () => {
  const letter = fc.constantFrom(..."abcxyz0189-_.\\=".split(""), "\u00e9", "\\200");
  const query = fc.record({
    time: fc.integer(),
    name: fc.array(letter, { maxLength: 260 }).map((letters) => letters.join("")),
    type: fc.integer({ min: 0, max: 65_535 }),
    rcode: fc.integer({ min: 0, max: 4095 }),
    size: fc.integer({ min: 0, max: 65_535 }),
    answer: fc.oneof(fc.constant(""), fc.string().map((rest) => `CNAME ${rest}`)),
  });
  const watching = detector();
  fc.assert(
    fc.property(query, (given) => {
      const found = watching.observe(asked(given));
      if (found !== undefined) {
        assert.ok(found.score >= 60 && found.score < 100 && found.evidence.names > 0);
      }
    }),
    { seed: 5, numRuns: 3000 },
  );
});
