import assert from "node:assert/strict";
import { render } from "preact-render-to-string";
import { comparedNames } from "./lookalike.ts";

function shown(name: string, imitated: string): [string, string] {
  const { name: one, imitated: other } = comparedNames(name, imitated);
  const plain = (text: string) =>
    text.replace(/<\/?bdi[^>]*>/g, "").replaceAll("<mark>", "[").replaceAll("</mark>", "]");
  return [plain(render(one)), plain(render(other))];
}

Deno.test("comparedNames() marks the letters that differ, in the readable form", () => {
  assert.deepEqual(shown("xn--pypal-4ve.com", "paypal.com"), ["p[а]ypal.com", "p[a]ypal.com"]);
  assert.deepEqual(shown("gooogle.com", "google.com"), ["goo[o]gle.com", "google.com"]);
  assert.deepEqual(shown("arnazon.de", "amazon.com"), ["a[rn]azon.[de]", "a[m]azon.[com]"]);
  assert.deepEqual(shown("paypal.com", "paypal.com"), ["paypal.com", "paypal.com"]);
});

Deno.test("comparedNames() marks nothing in names that have nothing in common or are too long", () => {
  assert.deepEqual(shown("xyz", "abc"), ["xyz", "abc"]);
  const long = `${"a".repeat(63)}.${"b".repeat(63)}.com`;
  assert.deepEqual(shown(long, "a.com"), [long, "a.com"]);
  assert.deepEqual(shown("<script>.com", "a.com")[0].includes("<script>"), false);
});
