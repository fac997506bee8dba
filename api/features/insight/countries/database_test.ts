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

Deno.test("countryOf() knows no private address, no text, and no IPv6 in a database of IPv4", () => {
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

Deno.test("countryOf() shows nothing that is no code of a country", () => {
  const networks = [...NETWORKS, { network: "128.0.0.0/2", country: "<b>" }];
  assert.equal(CountryDatabase.read(writeMmdb(networks)).countryOf("130.1.1.1"), "");
});

Deno.test("read() refuses what is no database of countries, with the reason", () => {
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
