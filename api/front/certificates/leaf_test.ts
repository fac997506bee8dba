import assert from "node:assert/strict";
import { createPrivateKey, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { needsTool } from "../../../tests/support/tool.ts";
import { makeAuthority } from "../../certificate/make_authority.ts";
import { elementsOf, oid, time } from "./der.ts";
import { LeafMaker } from "./leaf.ts";
import { Leaves } from "./leaves.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const authorityOf = (subject: string) =>
  makeAuthority({
    kind: "authority",
    subject,
    notBefore: NOW - 24 * HOUR,
    notAfter: NOW + 3652 * 24 * HOUR,
  });
const AUTHORITY = await authorityOf("Block page A");
const OTHER = await authorityOf("Block page B");
const LONG = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;

function scene(options: { blocked?: (name: string) => boolean } = {}) {
  const clock = { now: NOW };
  const leaves = new Leaves<X509Certificate>({
    serve: ({ cert, key }) => {
      const leaf = new X509Certificate(cert);
      assert.ok(leaf.checkPrivateKey(createPrivateKey(key)));
      return leaf;
    },
    isBlocked: options.blocked ?? (() => true),
    now: () => clock.now,
  });
  leaves.authority(AUTHORITY);
  return { leaves, clock };
}

Deno.test("a certificate has one name, is valid for 48 hours from an hour ago, and is signed by the authority", () => {
  const maker = new LeafMaker(AUTHORITY);
  const authority = new X509Certificate(AUTHORITY.cert);
  for (const name of ["ads.example", "xn--bcher-kva.example", "_x.a_b.example", "zip", LONG]) {
    const { cert, key } = maker.make(name, NOW);
    const leaf = new X509Certificate(cert);
    assert.equal(leaf.subjectAltName, `DNS:${name}`);
    assert.equal(leaf.ca, false);
    assert.ok(leaf.verify(authority.publicKey) && leaf.checkIssued(authority));
    assert.ok(leaf.checkPrivateKey(createPrivateKey(key)));
    assert.equal(Date.parse(leaf.validFrom), NOW - HOUR);
    assert.equal(Date.parse(leaf.validTo), NOW + 47 * HOUR);
    assert.equal(cert.match(/BEGIN CERTIFICATE/g)?.length, 2);
  }
  const made = Array.from(
    { length: 20 },
    () => new X509Certificate(maker.make("a.example", NOW).cert),
  );
  assert.equal(new Set(made.map(({ serialNumber }) => serialNumber)).size, 20);
  for (const { serialNumber, raw } of made) {
    assert.match(serialNumber, /^[4-7][0-9A-F]{31}$/, "positive, and of one length");
    // Critical: no authority, and nothing but signatures; for servers.
    const [authority, signs] = ["0603551d130101ff04023000", "0603551d0f0101ff040403020780"];
    assert.match(
      raw.toString("hex"),
      new RegExp(`${authority}.*${signs}.*0603551d25040c300a06082b06010505070301`),
    );
  }
});

Deno.test("a key that does not match the authority is refused", () => {
  assert.throws(() => new LeafMaker({ cert: AUTHORITY.cert, key: OTHER.key }), /another one's/);
});

Deno.test({
  name: "openssl accepts it with strict checks, and refuses one for an address",
  ignore: needsTool("openssl"),
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const at = ["-attime", String(NOW / 1000)];
    const verify = async (name: string, asked: readonly string[]) => {
      await Deno.writeTextFile(`${folder}/leaf.pem`, new LeafMaker(AUTHORITY).make(name, NOW).cert);
      const given = [
        "-x509_strict",
        "-purpose",
        "sslserver",
        "-CAfile",
        `${folder}/ca.pem`,
        `${folder}/leaf.pem`,
      ];
      const { code, stdout, stderr } = await new Deno.Command("openssl", {
        args: ["verify", ...at, ...asked, ...given],
      }).output();
      return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
    };
    try {
      await Deno.writeTextFile(`${folder}/ca.pem`, AUTHORITY.cert);
      for (const name of ["www.ads.example", LONG, "xn--bcher-kva.example"]) {
        const { code, text } = await verify(name, ["-verify_hostname", name]);
        assert.equal(code, 0, text);
      }
      assert.notEqual((await verify("ads.example", ["-verify_hostname", "other.example"])).code, 0);
      assert.notEqual((await verify("192.0.2.1", ["-verify_ip", "192.0.2.1"])).code, 0);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("it is made once, cached, and made again a day before expiry", () => {
  const { leaves, clock } = scene();
  const first = leaves.for("ads.example");
  assert.equal(leaves.for("ads.example"), first);
  clock.now += 23 * HOUR - 1;
  assert.equal(leaves.for("ads.example"), first);
  clock.now += 1;
  const second = leaves.for("ads.example");
  assert.notEqual(second, first);
  clock.now -= 10 * HOUR;
  assert.notEqual(leaves.for("ads.example"), second);
  assert.equal(leaves.size, 1);
});

Deno.test("names that were not blocked, wildcards, addresses and invalid names get none", () => {
  const { leaves } = scene({ blocked: (name) => name !== "free.example" });
  const none = [
    "free.example",
    "*.ads.example",
    "192.0.2.1",
    "1",
    "[::1]",
    "::1",
    "a..b",
    ".a",
    "a.",
    "-a.example",
  ];
  for (
    const name of [
      ...none,
      "",
      "A.example",
      "b\u00fccher.example",
      "a b.example",
      `${LONG}e`,
      `${"x".repeat(64)}.a`,
    ]
  ) {
    assert.equal(leaves.for(name), undefined, name);
  }
  for (const name of ["a.example", "_dns.a.example", "1.example", "a--b.example", LONG]) {
    assert.notEqual(leaves.for(name), undefined, name);
  }
});

Deno.test("thirty are made in a burst, then ten per second; cached ones are still served", () => {
  const { leaves, clock } = scene();
  const made = () =>
    Array.from({ length: 40 }, (_, i) => leaves.for(`${clock.now}-${i}.example`)).filter(Boolean)
      .length;
  assert.equal(made(), 30);
  assert.equal(made(), 30, "those that are kept");
  clock.now += 1000;
  assert.equal(made(), 10);
  assert.notEqual(leaves.for(`${NOW}-0.example`), undefined);
});

Deno.test("512 are cached, and the least recently used one is evicted", () => {
  const { leaves, clock } = scene();
  const kept = leaves.for("kept.example");
  for (let i = 0; i < 600; i++) {
    clock.now += 100;
    assert.notEqual(leaves.for(`${i}.example`), undefined);
    assert.equal(leaves.for("kept.example"), kept);
  }
  assert.equal(leaves.size, 512);
});

Deno.test("certificates of a previous authority are not served, and none without an authority", () => {
  const { leaves } = scene();
  const first = leaves.for("ads.example")!;
  leaves.authority(OTHER);
  const second = leaves.for("ads.example")!;
  assert.notEqual(second, first);
  assert.equal(second.issuer, "CN=Block page B");
  leaves.authority(undefined);
  assert.equal(leaves.for("ads.example"), undefined);
  assert.throws(() => leaves.authority({ cert: "none", key: "none" }));
  assert.equal(leaves.for("ads.example"), undefined);
});

Deno.test("any name of a client is accepted or refused, without an error", () => {
  const { leaves, clock } = scene();
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 300 }), fc.domain(), fc.ipV4(), fc.ipV6()),
      (name) => {
        clock.now += 1000;
        const leaf = leaves.for(name);
        if (leaf !== undefined) assert.equal(leaf.subjectAltName, `DNS:${name}`);
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});

Deno.test("times and identifiers are encoded as in certificates", () => {
  assert.equal(time(Date.UTC(2049, 11, 31, 23, 59, 59)).toHex(), "170d3439313233313233353935395a");
  assert.equal(time(Date.UTC(2050, 0, 1)).toHex(), "180f32303530303130313030303030305a");
  assert.equal(oid("1.2.840.10045.4.3.2").toHex(), "06082a8648ce3d040302");
  assert.throws(() => elementsOf(new Uint8Array([0x30, 4, 2, 9, 1, 1])), /cut off/);
});
