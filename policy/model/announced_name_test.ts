import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { sanitizeAnnouncedName } from "./announced_name.ts";

Deno.test("announcedName() makes any name safe to display", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 200 }), (text) => {
      const clean = sanitizeAnnouncedName(text);
      assert.ok(clean.length <= 64 && clean.isWellFormed() && !/[\p{Cc}\p{Cf}]/u.test(clean));
    }),
    { seed: 5, numRuns: 300 },
  );
});
