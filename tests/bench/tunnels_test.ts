/**
 * The cost and accuracy of the tunnel detector, in figures: bytes that each shape carries before
 * detection, false positives in a million ordinary queries, nanoseconds for each observation. For
 * `deno task long`; policy/tunnels/detector_test.ts has the limits.
 */
import assert from "node:assert/strict";
import { isDnsCarrier } from "../../policy/catalogue/dns_carriers.ts";
import { TunnelDetector, type TunnelQuery } from "../../policy/tunnels/detector.ts";
import { innocent, INNOCENT_SHAPES } from "../support/innocent_traffic.ts";
import { seeded, text, TUNNEL_SHAPES, type TunnelShape } from "../support/tunnel_traffic.ts";

const LONG = Deno.env.get("BOX_LONG") === "1";
const SEEDS = 50;
/**
 * Queries of a handshake: the second figure is for a tunnel that was open before the box saw it.
 */
const HANDSHAKE = 13;
/** A folder of text files with real names, one a line or in lines of lists. */
const FOLDER = Deno.env.get("BOX_REAL_NAMES");

const test = (name: string, fn: () => void) => Deno.test({ name, ignore: !LONG, fn });
const detector = () =>
  new TunnelDetector({
    identifyClient: (client) => client,
    isExempt: isDnsCarrier,
    isWellKnown: () => false,
  });

/**
 * The maximum that a shape carries before detection, in bytes, queries and seconds; started after
 * some of its queries.
 */
function most(shape: TunnelShape, skipped: number): string {
  let bytes = 0;
  let queries = 0;
  let seconds = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const watching = detector();
    let carried = 0;
    let asked = -skipped;
    let first = 0;
    for (const { query, sent, received } of shape.traffic(seed)) {
      if (++asked <= 0) continue;
      first ||= query.time;
      carried += sent + received;
      if (watching.observe(query) !== undefined) {
        seconds = Math.max(seconds, (query.time - first) / 1000);
        break;
      }
      if (asked > 20_000) return `not caught by ${asked} queries, ${carried} bytes`;
    }
    bytes = Math.max(bytes, carried);
    queries = Math.max(queries, asked);
  }
  return `${bytes} bytes, ${queries} queries, ${seconds.toFixed(1)} s`;
}

test("How much tunnels of every shape carry before detection", () => {
  for (const shape of TUNNEL_SHAPES) {
    const midway = shape.name.startsWith("iodine")
      ? `; open before: ${most(shape, HANDSHAKE)}`
      : "";
    console.log(`${shape.name.padEnd(44)} ${most(shape, 0)}${midway}`);
  }
});

test("Three days of ordinary queries of every shape are no tunnels", () => {
  let queries = 0;
  let found = 0;
  for (const shape of INNOCENT_SHAPES) {
    for (const seed of [1, 2, 3]) {
      const watching = detector();
      for (const query of innocent(shape, 24, seed)) {
        queries++;
        if (watching.observe(query) !== undefined) found++;
      }
    }
  }
  console.log(
    `${found / queries * 1e6} false positives in a million of ${queries} ordinary queries`,
  );
  assert.equal(found, 0);
});

/** The queries of a household: mostly repeated names, one in ten new. */
function household(count: number): TunnelQuery[] {
  const random = seeded(1);
  const words = "www api cdn img edge static mail news app data".split(" ");
  const site = (i: number) => `${words[i % 10]}${i % 7}.${words[i % 9]}-site${i}.com`;
  return Array.from({ length: count }, (_, i) => ({
    time: 1_795_000_000_000 + i * 50,
    client: `192.168.1.${i % 30}`,
    name: random() < 0.1
      ? `${text(random, "abcdef0123456789", 16)}.${site(i % 500)}`
      : site(Math.floor(random() * 2000)),
    type: i % 3 === 0 ? 28 : 1,
    rcode: 0,
    status: "answered",
    size: 80,
    answer: "198.51.100.1",
  }));
}

test("An observation takes well under a microsecond", () => {
  const queries = household(100_000);
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const watching = detector();
    const start = performance.now();
    for (const query of queries) watching.observe(query);
    best = Math.min(best, (performance.now() - start) / queries.length * 1e6);
  }
  console.log(`${best.toFixed(0)} ns an observation`);
});

Deno.test({
  name: "Real names of BOX_REAL_NAMES, queried by one device within hours, are no tunnels",
  ignore: FOLDER === undefined,
  fn() {
    const watching = detector();
    const names = new Set<string>();
    for (const { name, isFile } of Deno.readDirSync(FOLDER!)) {
      if (!isFile) continue;
      for (const line of Deno.readTextFileSync(`${FOLDER}/${name}`).toLowerCase().split("\n")) {
        const found = /(?:[a-z0-9_-]+\.)+[a-z]{2,}/.exec(line)?.[0];
        if (found !== undefined) names.add(found);
      }
    }
    let time = 1_795_000_000_000;
    for (const name of names) {
      const query = {
        time: time += 50,
        client: "192.168.1.9",
        name,
        type: 1,
        rcode: 0,
        status: "answered" as const,
      };
      assert.equal(
        watching.observe({ ...query, size: 80, answer: "198.51.100.1" }),
        undefined,
        name,
      );
    }
    console.log(`${names.size} real names, no false positive`);
  },
});
