import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeHuffman } from "./huffman.ts";

const read = (hex: string) => decodeHuffman(Uint8Array.fromHex(hex), 0, hex.length / 2);

Deno.test("the examples of RFC 7541 are decoded", () => {
  for (
    const [hex, text] of [
      ["", ""],
      ["f1e3c2e5f23a6ba0ab90f4ff", "www.example.com"],
      ["25a849e95bb8e8b4bf", "custom-value"],
      ["6402", "302"],
      ["d07abe941054d444a8200595040b8166e082a62d1bff", "Mon, 21 Oct 2013 20:13:21 GMT"],
      [
        "94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
        "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
      ],
    ] as const
  ) assert.equal(read(hex), text);
});

Deno.test("codes of every length are decoded, up to 30 bits", () => {
  // The codes of 0x0a (30 bits), 0x00 (13 bits) and `a` (5 bits), then padding (RFC 7541 appendix
  // B).
  const bits = "111111111111111111111111111100" + "1111111111000" + "00011";
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  const bytes = padded.match(/.{8}/g)!.map((byte) => parseInt(byte, 2));
  assert.equal(decodeHuffman(Uint8Array.from(bytes), 0, bytes.length), "\n\0a");
});

Deno.test("padding of a byte or more, of zeros, and the EOS symbol are rejected", () => {
  for (
    const hex of [
      "ff",
      "f1e3c2e5f23a6ba0ab90f4ffff",
      "f1e3c2e5f23a6ba0ab90f4fe",
      "fffffffc",
      "ffffffff",
    ]
  ) {
    assert.equal(read(hex), undefined, hex);
  }
});

Deno.test("any bytes are decoded or rejected, within bounds", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(10), (bytes, from) => {
      const start = Math.min(from, bytes.length);
      const text = decodeHuffman(bytes, start, bytes.length);
      assert.equal(decodeHuffman(bytes.slice(start), 0, bytes.length - start), text);
      if (text !== undefined) assert.ok(text.length * 5 <= (bytes.length - start) * 8);
    }),
    { seed: 7, numRuns: 3000 },
  );
});
