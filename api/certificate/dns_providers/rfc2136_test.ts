import assert from "node:assert/strict";
import fc from "fast-check";
import { knotCredentials, providerDeps, randomBytes } from "../../../tests/support/acme_scene.ts";
import { Knot, KNOT_KEY } from "../../../tests/support/knot.ts";
import { needsTool } from "../../../tests/support/tool.ts";
import { nameFromText } from "../../../policy/model/name.ts";
import { directQuery } from "../acme/dns_exchange.ts";
import { RFC2136 } from "./rfc2136.ts";
import { sign, type TsigKey, verify } from "./tsig.ts";

const NAME = "_acme-challenge.dns.home.example";
const [FIRST, SECOND] = [
  "LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0",
  "4XqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX1",
];
const STRONG = {
  name: "strong.key.example",
  algorithm: "hmac-sha512",
  secret: btoa("x".repeat(64)),
} as const;
const STRANGER = {
  name: "stranger.key.example",
  algorithm: "hmac-sha256",
  secret: btoa("y".repeat(32)),
} as const;
const signal = new AbortController().signal;
const deps = providerDeps();

function failureOf(writing: Promise<void>): Promise<string> {
  return writing.then(() => "written", (error: Error) => `${error.name}: ${error.message}`);
}

/** Runs a test against a Knot server with two zones. */
async function served(test: (knot: Knot) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const zones = { "home.example": [], "sub.home.example": [] };
    const knot = await Knot.start({ folder, zones, keys: [KNOT_KEY, STRONG], stranger: STRANGER });
    await test(knot).finally(() => knot.end());
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const ignore = needsTool("knotd", "knotc", "kdig");

Deno.test({
  name: "RFC 2136: Knot accepts signed records in a detected or configured zone",
  ignore,
  fn: () =>
    served(async (knot) => {
      const given = knotCredentials(knot);
      const writer = RFC2136.make(given, deps);
      assert.equal(RFC2136.fault(given), "");
      await writer.write(NAME, FIRST, signal);
      await writer.write(NAME, SECOND, signal);
      await writer.write(NAME, SECOND, signal);
      assert.deepEqual((await knot.ask(NAME, "TXT")).match(/"[^"]+"/g)?.sort(), [
        `"${SECOND}"`,
        `"${FIRST}"`,
      ]);
      await writer.remove(NAME, FIRST, signal);
      await writer.remove(NAME, FIRST, signal);
      assert.deepEqual((await knot.ask(NAME, "TXT")).match(/"[^"]+"/g), [`"${SECOND}"`]);
      const strong = {
        key_name: "Strong.Key.example.",
        key_algorithm: STRONG.algorithm,
        key_secret: STRONG.secret,
      };
      await RFC2136.make({ ...given, ...strong, zone: "Home.Example." }, deps).remove(
        NAME,
        SECOND,
        signal,
      );
      assert.equal(await knot.ask(NAME, "TXT"), "");
      // A delegated zone has its own name.
      await writer.write("_acme-challenge.sub.home.example", FIRST, signal);
      assert.match(await knot.ask("_acme-challenge.sub.home.example", "TXT"), new RegExp(FIRST));
    }),
});

Deno.test({
  name: "RFC 2136: every refusal of Knot becomes a sentence with advice",
  ignore,
  fn: () =>
    served(async (knot) => {
      const given = knotCredentials(knot);
      const write = (
        changes: Record<string, string>,
        more: Partial<typeof deps> = {},
        name = NAME,
      ) =>
        failureOf(
          RFC2136.make({ ...given, ...changes }, { ...deps, ...more }).write(name, FIRST, signal),
        );
      assert.match(
        await write({ key_secret: btoa("z".repeat(32)) }),
        /not that of the key at 127\.0\.0\.1 \(BADSIG\)/,
      );
      assert.match(
        await write({ key_name: "nobody.example" }),
        /does not know this key with this algorithm.*\(BADKEY\)/,
      );
      const late = {
        runtime: { ...deps.runtime, now: () => Date.now() - 400 * 86_400_000 },
      };
      assert.match(
        await write({}, late),
        /The clocks of the box and of 127\.0\.0\.1 differ \(BADTIME\): there it is 20/,
      );
      const stranger = { key_name: STRANGER.name, key_secret: STRANGER.secret };
      assert.match(await write(stranger), /or not for this zone \(BADKEY\)/);
      const elsewhere = "_acme-challenge.elsewhere.example";
      assert.match(
        await write({}, {}, elsewhere),
        /holds no zone for _acme-challenge\.elsewhere\.example/,
      );
      assert.match(
        await write({ zone: "elsewhere.example" }),
        /does not hold this zone.*\(NOTAUTH\) \(zone elsewhere/,
      );
      assert.match(await write({ zone: "sub.home.example" }), /outside the zone \(NOTZONE\)/);
      const nowhere = { lookup: () => Promise.resolve([]) };
      assert.match(await write({ server: "ns1.nowhere.example" }, nowhere), /has no address/);
    }),
});

Deno.test("RFC 2136: forged, truncated and malformed responses are reported", async () => {
  const said: ((query: Uint8Array) => Uint8Array)[] = [
    () => new Uint8Array(0),
    () => randomBytes(40),
    // Success without a signature.
    (query) => Uint8Array.of(query[0], query[1], 0xa8, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (query) => Uint8Array.of(query[0], query[1], 0xa8, 5, 0, 0, 0, 0, 0, 0, 0, 0),
  ];
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const serving = (async () => {
    for await (const connection of listener) {
      const query = new Uint8Array(2_000);
      await connection.read(query);
      const answer = said[0](query.subarray(2));
      await connection.write(Uint8Array.of(answer.length >> 8, answer.length & 0xff, ...answer))
        .catch(() => {});
      connection.close();
    }
  })();
  const { name, secret } = KNOT_KEY;
  const given = {
    server: "127.0.0.1",
    port: String(port),
    key_name: name,
    key_secret: secret,
    zone: "home.example",
  };
  const expected = [
    /could not be asked/,
    /could not be asked/,
    /is not signed with the key/,
    /\(REFUSED\)/,
  ];
  try {
    for (const each of expected) {
      assert.match(await failureOf(RFC2136.make(given, deps).write(NAME, FIRST, signal)), each);
      said.shift();
    }
  } finally {
    listener.close();
    await serving.catch(() => {});
  }
});

Deno.test("RFC 2136: addresses that cannot belong to a server are rejected", async () => {
  const { name, secret } = KNOT_KEY;
  const given = { key_name: name, key_secret: secret, zone: "home.example" };
  const hostile = { ...deps, lookup: () => Promise.resolve(["169.254.169.254", "ff02::1"]) };
  for (const server of ["169.254.169.254", "fe80::1", "ns1.home.example"]) {
    assert.match(
      await failureOf(RFC2136.make({ ...given, server }, hostile).write(NAME, FIRST, signal)),
      /has no address/,
    );
  }
});

Deno.test("RFC 2136: credentials are checked before use", () => {
  const { name, secret } = KNOT_KEY;
  const given = { server: "ns1.example", key_name: name, key_secret: secret };
  assert.equal(RFC2136.fault(given), "");
  assert.equal(
    RFC2136.fault({
      ...given,
      server: "2001:db8::1",
      port: "5353",
      zone: "x.example",
      key_algorithm: "",
    }),
    "",
  );
  const wrong: [string, string, RegExp][] = [
    ["server", "", /^The server is an address or a name/],
    ["server", "https://x/", /^The server is an address or a name/],
    ["server", "ns1.example:53", /^The server is an address or a name/],
    ["port", "0", /^A port is/],
    ["port", "65536", /^A port is/],
    ["port", "-1", /^A port is/],
    ["key_name", "", /^The name of the key/],
    ["key_name", "a..b", /^The name of the key/],
    ["key_algorithm", "hmac-md5", /^The algorithm of the key is one of: hmac-sha256, hmac-sha512/],
    ["key_secret", "", /^The secret of the key is base64/],
    ["key_secret", "short", /^The secret of the key is base64/],
    ["key_secret", "not base64 at all!", /^The secret of the key is base64/],
    ["zone", "a..b", /^The zone is a domain name/],
  ];
  for (const [field, value, expected] of wrong) {
    assert.match(RFC2136.fault({ ...given, [field]: value }), expected);
  }
});

Deno.test("verify() accepts no random message and never throws", () => {
  const key: TsigKey = {
    name: nameFromText("k.example")!,
    algorithm: "hmac-sha256",
    secret: randomBytes(32),
  };
  const { message, mac } = sign(directQuery("x.example", 6, randomBytes), key, 1_000);
  const kinds = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(message.length - 1), fc.nat(255)), { maxLength: 4 }),
      fc.nat(20),
      (changes, cut) => {
        const bytes = message.slice(0, message.length - cut);
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        const { kind } = verify(bytes, key, mac, 1_000);
        kinds.add(kind);
        assert.notEqual(kind, "sound");
      },
    ),
    { numRuns: 500, seed: 7 },
  );
  assert.ok(kinds.has("forged") && kinds.has("unsigned"));
});
