import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../../tests/support/any_character.ts";
import { newRecoveryCode, recoveryHash } from "./recovery_codes.ts";

const random = (length: number) => new Uint8Array(randomBytes(length));

Deno.test("A recovery code has four groups of four unambiguous characters", () => {
  const codes = new Set(Array.from({ length: 200 }, () => newRecoveryCode(random)));
  assert.equal(codes.size, 200);
  for (const code of codes) {
    assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  }
});

Deno.test("recoveryHash() ignores case, spaces, hyphens and similar letters", () => {
  const hash = recoveryHash("7KQ2-9XAB-M3PT-01HZ");
  assert.match(hash!, /^[\w-]{43}$/);
  for (
    const typed of [
      "7kq2 9xab m3pt 01hz",
      "7KQ29XABM3PTO1HZ",
      "7kq29xabm3ptolhz",
      "7KQ2-9XAB-M3PT-0IHZ",
    ]
  ) {
    assert.equal(recoveryHash(typed), hash);
  }
  assert.notEqual(recoveryHash("7KQ2-9XAB-M3PT-01HY"), hash);
});

Deno.test("recoveryHash() returns undefined for invalid codes", () => {
  for (
    const typed of [
      "",
      "123456",
      "7KQ2-9XAB-M3PT",
      "7KQ2-9XAB-M3PT-01HZ0",
      "7KQ2-9XAB-M3PT-01H!",
      "U".repeat(16),
    ]
  ) {
    assert.equal(recoveryHash(typed), undefined);
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 64, unit: ANY_CHARACTER }), (typed) => {
      const hash = recoveryHash(typed);
      assert.ok(hash === undefined || hash.length === 43);
    }),
    { numRuns: 500, seed: 3 },
  );
});
