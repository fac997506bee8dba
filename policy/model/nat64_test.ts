import assert from "node:assert/strict";
import { addressToText, parseAddress, parsePrefix } from "./address.ts";
import { findNat64Prefixes, readNat64 } from "./nat64.ts";

/** The examples of RFC 6052 2.4: 192.0.2.33 behind each length of prefix. */
const EXAMPLES = {
  "2001:db8::/32": "2001:db8:c000:221::",
  "2001:db8:100::/40": "2001:db8:1c0:2:21::",
  "2001:db8:122::/48": "2001:db8:122:c000:2:2100::",
  "2001:db8:122:300::/56": "2001:db8:122:3c0:0:221::",
  "2001:db8:122:344::/64": "2001:db8:122:344:c0:2:2100::",
  "2001:db8:122:344::/96": "2001:db8:122:344::192.0.2.33",
};

Deno.test("readNat64() reads the examples of RFC 6052, and nothing under another prefix", () => {
  const into = new Uint8Array(4);
  for (const [prefix, text] of Object.entries(EXAMPLES)) {
    const address = parseAddress(text)!;
    assert.equal(readNat64(address, parsePrefix(prefix)!, into), true, prefix);
    assert.equal(addressToText(into), "192.0.2.33", prefix);
    assert.equal(readNat64(address, parsePrefix("2001:db9::/32")!, into), false, prefix);
  }
  const reserved = parseAddress("2001:db8:c000:221:ff00::")!;
  assert.equal(readNat64(reserved, parsePrefix("2001:db8::/32")!, into), false);
  assert.equal(readNat64(parseAddress("192.0.2.33")!, parsePrefix("64:ff9b::/96")!, into), false);
});

Deno.test("findNat64Prefixes() finds a prefix of each length by either address (RFC 7050 3)", () => {
  const answers = {
    "2001:db8::/32": "2001:db8:c000:aa::",
    "2001:db8:100::/40": "2001:db8:1c0:0:aa::",
    "2001:db8:122::/48": "2001:db8:122:c000:0:aa00::",
    "2001:db8:122:300::/56": "2001:db8:122:3c0:0:aa::",
    "2001:db8:122:344::/64": "2001:db8:122:344:c0:0:ab00::",
    "64:ff9b::/96": "64:ff9b::192.0.0.171",
  };
  for (const [prefix, text] of Object.entries(answers)) {
    assert.deepEqual(findNat64Prefixes([parseAddress(text)!]), [prefix], text);
  }
  const both = ["64:ff9b::192.0.0.170", "64:ff9b::192.0.0.171"].map((text) => parseAddress(text)!);
  assert.deepEqual(findNat64Prefixes(both), ["64:ff9b::/96"]);
});

Deno.test("findNat64Prefixes() finds nothing in other, ambiguous and too many addresses", () => {
  const nothing = [
    "192.0.0.170",
    "2001:db8::1",
    "2001:db8:c000:aa:ff00::",
    "2001:db8:c000:aa::192.0.0.170",
  ];
  assert.deepEqual(findNat64Prefixes(nothing.map((text) => parseAddress(text)!)), []);
  const many = Array.from(
    { length: 40 },
    (_, i) => parseAddress(`2001:db8:${i + 1}::192.0.0.170`)!,
  );
  assert.equal(findNat64Prefixes(many).length, 8);
});
