import assert from "node:assert/strict";
import { randomBytes } from "../../../tests/support/acme_scene.ts";
import { Knot } from "../../../tests/support/knot.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import { directQuery, queryServer } from "./dns_exchange.ts";
import { Zones } from "./zones.ts";
import { testRuntime } from "../../../tests/support/test_runtime.ts";

const NAME = "_acme-challenge.dns.home.example";
const VALUE = "LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0";
const signal = new AbortController().signal;
const TWO = ["@ NS ns1", "@ NS ns2", "ns1 A 127.0.0.1", "ns2 A 127.0.0.2"];
const RECORD = `${NAME}. 60 TXT ${VALUE}`;

function asked(knot: Knot, name: string, type: number): Promise<Uint8Array> {
  const exchange = {
    destination: "domain_servers",
    runtime: testRuntime({ randomBytes }),
    deadline: 3_000,
  } as const;
  return queryServer(
    knot,
    directQuery(name, type, randomBytes),
    exchange,
    AbortSignal.timeout(5_000),
  );
}

/**
 * Zones over a Knot server that is also the resolver; each wait advances the clock and runs a
 * callback of the test.
 */
function zonesOf(
  knot: Knot,
  seconds: number,
  waited: () => Promise<void> | void = () => {},
  ask = (name: string, type: number) => asked(knot, name, type),
  deadline = 3_000,
): Zones {
  let elapsed = 0;
  const runtime = testRuntime({ monotonic: () => elapsed, randomBytes });
  return new Zones({
    deadline,
    port: knot.port,
    runtime,
    ask,
    pause: async () => {
      elapsed += seconds * 1000;
      await waited();
    },
  });
}

async function knots(
  zones: readonly (Readonly<Record<string, readonly string[]>>)[],
  test: (...knots: Knot[]) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const started: Knot[] = [];
  try {
    for (const [at, each] of zones.entries()) {
      const port = started[0] === undefined ? {} : { port: started[0].port };
      started.push(
        await Knot.start({
          folder: `${folder}/${at}`,
          zones: each,
          address: `127.0.0.${at + 1}`,
          ...port,
        }),
      );
    }
    await test(...started);
  } finally {
    for (const knot of started) await knot.end();
    await Deno.remove(folder, { recursive: true });
  }
}

const ignore = needsTool("knotd", "knotc", "kdig");

Deno.test({
  name: "a record that comes late, and to one of two name servers first, is waited for at both",
  ignore,
  fn: () =>
    knots([{ "home.example": TWO }, { "home.example": TWO }], async (first, second) => {
      const reports: (readonly string[])[] = [];
      const later = [() => first.add("home.example", RECORD), () => {}, () =>
        second.add("home.example", RECORD)];
      const zones = zonesOf(first, 5, async () =>
        await later.shift()?.());
      await zones.shown(NAME, VALUE, signal, (missing) =>
        reports.push([...missing].sort()));
      const [one, other] = ["ns1.home.example", "ns2.home.example"];
      assert.deepEqual(reports, [[one, other], [other], [other]]);
      assert.deepEqual(
        (await zones.servers(NAME)).map(({ name, addresses }) => [name, ...addresses]).sort(),
        [
          [one, "127.0.0.1"],
          [other, "127.0.0.2"],
        ],
      );
    }),
});

Deno.test({
  name: "shown() names the servers without the record after ten minutes and ignores silent ones",
  ignore,
  fn: () =>
    knots(
      [{ "home.example": [...TWO, RECORD] }, { "other.example": [] }],
      async (first, second) => {
        // The second server does not hold the zone, so nothing waits for it.
        await zonesOf(first, 8).shown(NAME, VALUE, signal, (missing) =>
          assert.deepEqual(missing, []));
        let waits = 0;
        await assert.rejects(
          zonesOf(first, 61).shown(NAME, "another value", signal, () =>
            waits++),
          /after 10 minutes these name servers do not show it \(_acme-challenge\.dns\.home\.example\): ns1\.home\.example\. Check/,
        );
        assert.equal(waits, 10);
        await second.end();
        await zonesOf(first, 8, undefined, undefined, 300).shown(NAME, VALUE, signal, (missing) =>
          assert.deepEqual(missing, []));
        // An unknown zone: after two minutes the authority may check.
        waits = 0;
        await zonesOf(first, 30).shown("_acme-challenge.nowhere.test", VALUE, signal, () =>
          waits++);
        assert.equal(waits, 4);
        const gone = new AbortController();
        await assert.rejects(
          zonesOf(first, 5).shown(NAME, "another value", gone.signal, () =>
            gone.abort(new Error("the box ends"))),
          /the box ends/,
        );
      },
    ),
});

Deno.test({
  name: "target() follows CNAMEs and rejects endless chains and invalid targets",
  ignore,
  fn: () => {
    const home = [
      "_acme-challenge.dns CNAME dns.acme.other.example.",
      "_acme-challenge.ring CNAME _acme-challenge.ring",
      "_acme-challenge.odd CNAME a\\047\\046c.other.example.",
    ];
    const other = ["dns.acme CNAME last.acme"];
    return knots([{ "home.example": home, "other.example": other }], async (knot) => {
      const zones = zonesOf(knot, 5);
      assert.equal(await zones.target(NAME, signal), "last.acme.other.example");
      assert.equal(
        await zones.target("_acme-challenge.plain.home.example", signal),
        "_acme-challenge.plain.home.example",
      );
      await assert.rejects(
        zones.target("_acme-challenge.ring.home.example", signal),
        /more than 8 CNAME records/,
      );
      await assert.rejects(
        zones.target("_acme-challenge.odd.home.example", signal),
        /a name that no provider has/,
      );
    });
  },
});

Deno.test({
  name: "servers() uses the SOA primary when the box has a local record for the zone's name",
  ignore,
  fn: () =>
    knots([{ "home.example": [RECORD] }], async (knot) => {
      // An empty response, as the resolver sends for a name with a local record of another type.
      const nothing = Uint8Array.of(0, 0, 0x85, 0x80, 0, 0, 0, 0, 0, 0, 0, 0);
      const ask = (name: string, type: number) =>
        name === "home.example" ? Promise.resolve(nothing) : asked(knot, name, type);
      const zones = zonesOf(knot, 5, () => {}, ask);
      assert.deepEqual(await zones.servers(NAME), [{
        name: "ns1.home.example",
        addresses: ["127.0.0.1"],
      }]);
      await zones.shown(NAME, VALUE, signal, () => assert.fail("it is there"));
    }),
});
