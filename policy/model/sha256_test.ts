import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { sha256, sha256Words } from "./sha256.ts";

function expected(message: Uint8Array): string {
  return createHash("sha256").update(message).digest("hex");
}

Deno.test("SHA-256 of texts equals FIPS 180-4", () => {
  const of = (text: string) => sha256(new TextEncoder().encode(text)).toHex();
  assert.equal(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(
    of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

Deno.test("SHA-256 of messages of any length around a block equals the runtime's result", () => {
  for (let length = 0; length <= 200; length++) {
    const message = Uint8Array.from({ length }, (_, i) => i * 31 + length & 0xff);
    assert.equal(sha256(message).toHex(), expected(message), String(length));
  }
});

Deno.test("SHA-256 of a part of an array ignores the rest and earlier hashes", () => {
  const words = new Int32Array(8);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), fc.nat(300), (bytes, a, b) => {
      const [start, end] = [a % (bytes.length + 1), b % (bytes.length + 1)].sort((x, y) => x - y);
      sha256Words(bytes, start, end, words);
      const hex = [...words].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
      assert.equal(hex, expected(bytes.subarray(start, end)));
    }),
    { numRuns: 500, seed: 256 },
  );
});
