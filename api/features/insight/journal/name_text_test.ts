import assert from "node:assert/strict";
import fc from "fast-check";
import { nameText } from "./name_text.ts";

Deno.test("a text matches any part of a name, `=name` the whole name, and * anything", () => {
  const found = (typed: string, ...names: string[]) =>
    names.map((name) => nameText(typed).matches(name));
  assert.deepEqual(found("GooGle", "www.google.com", "goggle.com"), [true, false]);
  assert.deepEqual(found("=google.com", "google.com", "www.google.com"), [true, false]);
  assert.deepEqual(found("*.google.com", "www.google.com", "google.com", "google.com.evil"), [
    true,
    false,
    false,
  ]);
  assert.deepEqual(found("ads*.example", "ads.example", "ads7.x.example", "my-ads.example"), [
    true,
    true,
    false,
  ]);
  assert.deepEqual(found("a*a", "a", "aa", "aba"), [false, true, true]);
  assert.deepEqual(nameText("a_b%*\\").like, "a\\_b\\%%\\\\");
});

Deno.test("any text is valid, and matches the same names as its pattern in the database", () => {
  const typed = fc.string({
    unit: fc.constantFrom("a", "b", ".", "*", "%", "_", "=", "\\"),
    maxLength: 8,
  });
  const name = fc.string({ unit: fc.constantFrom("a", "b", ".", "%", "_", "\\"), maxLength: 8 });
  fc.assert(
    fc.property(typed, name, (typed, name) => {
      const { like, whole, matches } = nameText(typed);
      assert.equal(
        matches(name),
        whole === undefined ? expression(like!).test(name) : whole === name,
      );
    }),
    { seed: 6, numRuns: 3000 },
  );
});

/** Converts a pattern of LIKE to a regular expression. */
function expression(like: string): RegExp {
  const parts = like.match(/\\.|[^\\]/gs) ?? [];
  const wildcards = new Map([["%", ".*"], ["_", "."]]);
  const source = parts.map((part) => wildcards.get(part) ?? RegExp.escape(part.at(-1)!)).join("");
  return new RegExp(`^${source}$`, "s");
}
