import assert from "node:assert/strict";
import { hkdfSync } from "node:crypto";
import fc from "fast-check";
import { hkdf } from "./hkdf.ts";

Deno.test("HKDF without salt and info equals RFC 5869 A.3", () => {
  const derived = hkdf(new Uint8Array(22).fill(0x0b), new Uint8Array(0), 42);
  assert.equal(
    derived.toHex(),
    "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
  );
});

Deno.test("HKDF of any secret, info and length equals the runtime's result", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 100 }),
      fc.uint8Array({ maxLength: 100 }),
      fc.nat(300),
      (secret, info, length) => {
        const expected = new Uint8Array(
          hkdfSync("sha256", secret, new Uint8Array(0), info, length),
        );
        assert.deepEqual(hkdf(secret, info, length), expected);
      },
    ),
    { numRuns: 300, seed: 5869 },
  );
});
