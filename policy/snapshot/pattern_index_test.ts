import assert from "node:assert/strict";
import fc from "fast-check";
import { PatternIndex } from "./pattern_index.ts";

Deno.test("candidates() gives every pattern whose literal is in the name, once, and those without a literal", () => {
  const word = fc.stringMatching(/^[a-d.]{0,6}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), fc.stringMatching(/^[a-d.]{1,40}$/), (literals, name) => {
      const out: number[] = [], octets = new TextEncoder().encode(name);
      const index = new PatternIndex(literals);
      const count = index.candidates(octets, octets.length, out), found = out.slice(0, count);
      assert.equal(new Set(found).size, found.length);
      literals.forEach((literal, pattern) => {
        if (literal.length < 3 || name.includes(literal)) assert.ok(found.includes(pattern), literal);
      });
    }),
    { numRuns: 300, seed: 4 },
  );
});

Deno.test("candidates() leaves out nearly all patterns that cannot match", () => {
  const index = new PatternIndex(Array.from({ length: 50_000 }, (_, i) => `tracker${i}x`));
  const octets = new TextEncoder().encode("www.tracker777x.example"), out: number[] = [];
  const count = index.candidates(octets, octets.length, out);
  assert.ok(out.slice(0, count).includes(777));
  assert.ok(count < 500, `${count} candidates`);
});
