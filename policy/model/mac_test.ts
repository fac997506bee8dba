import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { parseAddress } from "./address.ts";
import {
  isMachineMac,
  isRandomMac,
  macOfInterfaceId,
  macToText,
  normalizeMac,
  parseMac,
} from "./mac.ts";

Deno.test("readMac() accepts all common notations and returns the canonical one", () => {
  for (
    const text of ["AA:BB:CC:0D:EE:FF", "aa-bb-cc-0d-ee-ff", "aabb.cc0d.eeff", " aabbcc0deeff "]
  ) {
    assert.equal(normalizeMac(text), "aa:bb:cc:0d:ee:ff");
  }
  for (
    const text of [
      "",
      "aa:bb:cc:dd:ee",
      "aa:bb-cc:dd:ee:ff",
      "gg:bb:cc:dd:ee:ff",
      "aa:bb:cc:dd:ee:ff:00",
    ]
  ) {
    assert.equal(normalizeMac(text), undefined, text);
  }
});

Deno.test("bytes and text of a hardware address convert to each other", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 6, maxLength: 6 }), (bytes) => {
      const text = macToText(bytes);
      assert.deepEqual(parseMac(text), bytes);
      assert.equal(normalizeMac(text.toUpperCase()), text);
    }),
    { seed: 5, numRuns: 200 },
  );
});

Deno.test("any text is a hardware address or is rejected without throwing", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 30 }), (text) => {
      const read = normalizeMac(text);
      assert.ok(read === undefined || parseMac(read) !== undefined);
    }),
    { seed: 6, numRuns: 300 },
  );
});

Deno.test("isRandomMac() distinguishes random from vendor addresses", () => {
  assert.deepEqual(["da:a1:19:00:00:01", "00:1b:63:00:00:01"].map(isRandomMac), [true, false]);
  assert.equal(isMachineMac(parseMac("01:00:5e:00:00:fb")!), false);
  assert.equal(isMachineMac(new Uint8Array(6)), false);
});

Deno.test("macOfInterfaceId() finds the hardware address of an EUI-64 address only", () => {
  assert.equal(macOfInterfaceId(parseAddress("fe80::21b:63ff:fe12:3456")!), "00:1b:63:12:34:56");
  assert.equal(macOfInterfaceId(parseAddress("fd00::1")!), undefined);
  assert.equal(macOfInterfaceId(parseAddress("192.168.1.1")!), undefined);
});
