import assert from "node:assert/strict";
import fc from "fast-check";
import { plainName } from "./breach_name.ts";

Deno.test("plainName() is one line of at most 128 printable characters", () => {
  assert.equal(plainName("Adobe"), "Adobe");
  assert.equal(plainName("  A\r\n\u202eB\u0000 |  C\u2028 "), "A B | C");
  assert.equal(plainName("é".repeat(500)), "é".repeat(128));
  assert.equal([...plainName("🧀".repeat(500))].length, 128);
  assert.equal(plainName(`${"a".repeat(127)}  b`), "a".repeat(127));
  for (const nothing of ["", " \t", "\u200b\ud800", 7, null, undefined, {}, ["Adobe"]]) {
    assert.equal(plainName(nothing), "");
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
      const name = plainName(text);
      assert.ok([...name].length <= 128 && name.isWellFormed() && name === name.trim());
      assert.doesNotMatch(name, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      assert.equal(plainName(name), name);
    }),
    { seed: 20 },
  );
});
