import assert from "node:assert/strict";
import { writeMmdb } from "../../../../tests/support/mmdb_writer.ts";
import { CountryDatabase, CountryDatabaseError } from "./database.ts";

const NETWORKS = [
  { network: "0.0.0.0/2", country: "US" },
  { network: "64.0.0.0/2", country: "DE" },
  { network: "64.8.0.0/16", country: "FR" },
  { network: "2a00::/12", country: "NL" },
];

Deno.test("countryOf() reads databases of every record size and kind", () => {
  for (const recordSize of [24, 28, 32] as const) {
    for (
      const dataOf of [
        undefined,
        (country: string) => ({ country_code: country }),
        (country: string) => ({ continent: { code: "EU" }, country: { iso_code: country } }),
      ]
    ) {
      const options = { recordSize, ...(dataOf === undefined ? {} : { dataOf }) };
      const database = CountryDatabase.read(writeMmdb(NETWORKS, options));
      const found = ["8.8.8.8", "64.1.2.3", "64.8.9.9", "2a00:1450::1", "200.1.1.1", "2600::1"]
        .map((address) => database.countryOf(address));
      assert.deepEqual(found, ["US", "DE", "FR", "NL", "", ""], String(recordSize));
      assert.equal(database.built, 1_795_000_000_000);
    }
  }
});

Deno.test("countryOf() gives no country for private addresses, text, or IPv6 in a database of IPv4", () => {
  const whole = [{ network: "0.0.0.0/1", country: "US" }, {
    network: "128.0.0.0/1",
    country: "US",
  }];
  const database = CountryDatabase.read(writeMmdb(whole, { ipVersion: 4 }));
  assert.equal(database.countryOf("8.8.8.8"), "US");
  for (const address of ["192.168.1.1", "10.0.0.1", "127.0.0.1", "0.0.0.0", "", "x", "2a00::1"]) {
    assert.equal(database.countryOf(address), "", address);
  }
});

Deno.test("countryOf() gives only codes of countries", () => {
  const networks = [...NETWORKS, { network: "128.0.0.0/2", country: "<b>" }];
  assert.equal(CountryDatabase.read(writeMmdb(networks)).countryOf("130.1.1.1"), "");
});

Deno.test("read() refuses other files than databases of countries, with the reason", () => {
  const good = writeMmdb(NETWORKS);
  const refusals: [bytes: Uint8Array, why: RegExp][] = [
    [new Uint8Array(0), /no database of countries \(MMDB\)/],
    [new TextEncoder().encode("<html>sign in</html>"), /no database of countries \(MMDB\)/],
    [good.subarray(0, good.length - 40), /MMDB|damaged|not complete/],
    [good.subarray(0, good.length >> 1), /no database of countries \(MMDB\)/],
    [writeMmdb(NETWORKS, { nodeCount: 1_000_000 }), /not complete/],
    [writeMmdb(NETWORKS, { dataOf: (name) => ({ isp: name }) }), /holds no countries/],
    [writeMmdb([{ network: "8.0.0.0/8", country: "US" }]), /holds no countries/],
  ];
  for (const [bytes, why] of refusals) {
    assert.throws(() => CountryDatabase.read(bytes), (error: Error) => {
      assert.ok(error instanceof CountryDatabaseError, String(error.stack));
      assert.match(error.message, why);
      return true;
    });
  }
});

Deno.test("read() survives any damage in the middle", () => {
  const good = writeMmdb(NETWORKS);
  for (let at = 0; at < good.length; at += 3) {
    const bad = good.slice();
    for (let i = at; i < Math.min(at + 24, good.length); i++) bad[i] = 0xff;
    try {
      CountryDatabase.read(bad).countryOf("64.1.2.3");
    } catch (error) {
      assert.ok(error instanceof CountryDatabaseError, `${at}: ${(error as Error).stack}`);
    }
  }
});

/** An array of 16 million values, the first of which is the array itself. */
const ENDLESS = Uint8Array.of(0x1f, 4, 0xff, 0xff, 0xff, 0x20, 0);
/** Ten arrays of ten references, each to the next array. */
const BRANCHED = Uint8Array.from(
  Array.from({ length: 11 }, (_, level) => [
    10,
    4,
    ...Array.from({ length: 10 }, () => [0x20, (level + 1) * 22]).flat(),
  ]).flat(),
);
const HOSTILE: readonly (readonly [what: string, value: Uint8Array])[] = [
  ["an array that holds itself", ENDLESS],
  ["arrays of arrays of references", BRANCHED],
  ["a map that holds itself", Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x20, 0)],
  ["a reference to itself", Uint8Array.of(0x20, 0)],
  ["a reference beyond the end", Uint8Array.of(0x38, 0xff, 0xff, 0xff, 0xff)],
  ["a text beyond the end", Uint8Array.of(0x5f, 0xff, 0xff, 0xff)],
  ["a number of 17 bytes", Uint8Array.of(17, 3, ...new Uint8Array(17))],
  ["an unknown kind", Uint8Array.of(1, 250, 0)],
];

for (const [what, value] of HOSTILE) {
  Deno.test(`read() refuses ${what} at once`, () => {
    const good = writeMmdb(NETWORKS);
    const marker = new TextDecoder("latin1").decode(good).lastIndexOf("MaxMind.com");
    const metadata = Uint8Array.from([...good.subarray(0, marker + 11), ...value]);
    const started = performance.now();
    assert.throws(() => CountryDatabase.read(metadata), /no database of countries \(MMDB\)/);
    const records = writeMmdb(NETWORKS, { dataOf: () => value });
    assert.throws(() => CountryDatabase.read(records), /damaged/);
    assert.ok(performance.now() - started < 1000);
  });
}

Deno.test("read() bounds the text of a record", () => {
  const text = (length: number) => {
    const long = Uint8Array.of(
      0x5e,
      length - 285 >> 8,
      length - 285 & 255,
      ...new Uint8Array(length),
    );
    return (country: string) => ({ country: { iso_code: country }, long });
  };
  CountryDatabase.read(writeMmdb(NETWORKS, { dataOf: text(16_000) }));
  const larger = writeMmdb(NETWORKS, { dataOf: text(16_400) });
  assert.throws(() => CountryDatabase.read(larger), /damaged: a record is too large/);
});

Deno.test("read() refuses metadata whose numbers cannot be true", () => {
  for (const over of [{ built: 4_294_967_295 }, { ipVersion: 5 as 4 }, { recordSize: 25 as 24 }]) {
    const bytes = writeMmdb([{ network: "0.0.0.0/0", country: "US" }], over);
    if ("built" in over) assert.ok(CountryDatabase.read(bytes).built > 0);
    else assert.throws(() => CountryDatabase.read(bytes), /no database of countries \(MMDB\)/);
  }
});
