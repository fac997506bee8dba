/** Any name, however malformed, is judged without a fault, and the index overlooks nothing. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { PROTECTED_NAMES } from "../../policy/catalogue/protected_names.ts";
import { LookalikeIndex } from "../../policy/lookalikes/index.ts";
import { decodePunycode } from "../../policy/lookalikes/punycode.ts";
import { readableName } from "../../policy/lookalikes/readable.ts";
import { nameFromText } from "../../policy/model/name.ts";

const RUNS = { seed: 20261121, numRuns: Number(Deno.env.get("FUZZ_RUNS") ?? 2000) };
const index = new LookalikeIndex({ visited: ["muller.de", "shop.co.uk"], allowed: ["a.com"] });

Deno.test("international labels of any bytes decode to code points, or not at all", () => {
  const label = fc.string({ unit: fc.constantFrom(..."abcz0189-"), maxLength: 59 });
  fc.assert(
    fc.property(label, (text) => {
      const codes = decodePunycode(text);
      if (codes === undefined) return;
      assert.ok(codes.some((code) => code >= 0x80));
      assert.ok(codes.length <= text.length);
      const shown = readableName(`xn--${text}.com`);
      assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Z}]/u);
    }),
    RUNS,
  );
});

Deno.test("look-alikes with letters of any alphabet are found by the index as by the rules", () => {
  const labels = PROTECTED_NAMES.map(({ name }) => name.split(".")[0]);
  const part = fc.oneof(
    fc.constantFrom(...labels, "login", "secure", "-", "1", "rn", "vv", "xn--", "com"),
    fc.string({ unit: "grapheme", maxLength: 4 }),
    fc.string({ unit: fc.constantFrom(..."aeilmnorstvw01"), maxLength: 8 }),
  );
  const label = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
  const ending = fc.constantFrom("com", "net", "co.uk", "de", "xn--p1ai", "lan");
  fc.assert(
    fc.property(fc.array(label, { maxLength: 4 }), ending, (all, last) => {
      const name = nameFromText([...all, last].join("."));
      if (name === undefined) return;
      const text = new TextDecoder("latin1").decode(name);
      const labels: string[] = [];
      for (let at = 0; name[at] !== 0; at += name[at] + 1) {
        labels.push(text.slice(at + 1, at + 1 + name[at]));
      }
      const found = index.find(name);
      // Other bytes are escaped in text.
      if (!labels.every((each) => /^[a-z0-9-]+$/.test(each))) return;
      assert.deepEqual(found, index.findText(labels.join(".")), labels.join("."));
    }),
    RUNS,
  );
});
