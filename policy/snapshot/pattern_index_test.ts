import assert from "node:assert/strict";
import fc from "fast-check";
import { KEY_BYTES, KeyChooser, PatternIndex } from "./pattern_index.ts";

const encoder = new TextEncoder();

function indexOf(literals: readonly string[]): PatternIndex {
  const bytes = encoder.encode(literals.join(""));
  const index = new PatternIndex(literals.length, bytes);
  const chooser = new KeyChooser();
  let at = 0;
  const starts = literals.map((literal) => (at += literal.length) - literal.length);
  literals.forEach((literal, i) => chooser.count(bytes, starts[i], literal.length));
  literals.forEach((literal, i) => {
    if (literal.length < KEY_BYTES) return index.addAlways(i);
    index.add(i, starts[i], literal.length, chooser.choose(bytes, starts[i], literal.length));
  });
  return index;
}

function candidates(index: PatternIndex, name: string): number[] {
  const out: number[] = [];
  const bytes = encoder.encode(name);
  return out.slice(0, index.candidates(bytes, bytes.length, out));
}

Deno.test("candidates() returns every pattern with a matching literal once, and those without literal", () => {
  const word = fc.stringMatching(/^[a-d.]{0,6}$/);
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }),
      fc.stringMatching(/^[a-d.]{1,40}$/),
      (literals, name) => {
        const found = candidates(indexOf(literals), name);
        assert.equal(new Set(found).size, found.length);
        literals.forEach((literal, pattern) => {
          assert.equal(
            found.includes(pattern),
            literal.length < KEY_BYTES || name.includes(literal),
            literal,
          );
        });
      },
    ),
    { numRuns: 300, seed: 4 },
  );
});

Deno.test("candidates() omits patterns that cannot match", () => {
  const index = indexOf(Array.from({ length: 50_000 }, (_, i) => `tracker${i}x`));
  assert.deepEqual(candidates(index, "www.tracker777x.example"), [777]);
});

Deno.test("a literal longer than a name is never found", () => {
  assert.deepEqual(candidates(indexOf(["abc".repeat(300), "abc"]), "abcabc.example"), [1]);
});
