import assert from "node:assert/strict";
import { domainToASCII } from "node:url";
import { render } from "preact-render-to-string";
import { makeLookalikes } from "../../tests/bench/lookalikes.ts";
import { comparedNames } from "./lookalike.ts";

function shown(name: string, imitated: string): [string, string] {
  const { name: one, imitated: other } = comparedNames(name, imitated);
  const plain = (text: string) =>
    text.replace(/<\/?bdi[^>]*>/g, "").replaceAll("<mark>", "[").replaceAll("</mark>", "]");
  return [plain(render(one)), plain(render(other))];
}

/** The first label and the rest, with their marks. */
function cut(text: string): [string, string] {
  const at = text.indexOf(".");
  return [text.slice(0, at), text.slice(at)];
}

Deno.test("comparedNames() marks the letters that differ, in the readable form", () => {
  assert.deepEqual(shown("xn--pypal-4ve.com", "paypal.com"), ["p[а]ypal.com", "p[a]ypal.com"]);
  assert.deepEqual(shown("gooogle.com", "google.com"), ["goo[o]gle.com", "google.com"]);
  assert.deepEqual(shown("goole.com", "google.com"), ["goole.com", "goo[g]le.com"]);
  assert.deepEqual(shown("googel.com", "google.com"), ["goog[el].com", "goog[le].com"]);
  assert.deepEqual(shown("paypal.com", "paypal.com"), ["paypal.com", "paypal.com"]);
  assert.deepEqual(shown(domainToASCII("m\u0117\u015Fsenger.com"), "messenger.com"), [
    "m[\u0117\u015F]senger.com",
    "m[es]senger.com",
  ]);
  // A mark that is a character of its own belongs to its letter.
  assert.deepEqual(shown(domainToASCII("p\u0323aypal.com"), "paypal.com"), [
    "[p\u0323]aypal.com",
    "[p]aypal.com",
  ]);
  assert.deepEqual(shown(domainToASCII("xpayp\u0323.com"), "payp.com"), [
    "[x]pay[p\u0323].com",
    "pay[p].com",
  ]);
});

Deno.test("comparedNames() marks endings as whole labels", () => {
  assert.deepEqual(shown("arnazon.de", "amazon.com"), ["a[rn]azon.[de]", "a[m]azon.[com]"]);
  assert.deepEqual(shown("volksbamk.net", "volksbank.de"), [
    "volksba[m]k.[net]",
    "volksba[n]k.[de]",
  ]);
  assert.deepEqual(shown("nati0nwide.com", "nationwide.co.uk"), [
    "nati[0]nwide.[com]",
    "nati[o]nwide.[co].[uk]",
  ]);
  assert.deepEqual(shown("am4zon.co.uk", "amazon.uk"), ["am[4]zon.[co].uk", "am[a]zon.uk"]);
});

Deno.test("comparedNames() marks what is around a known name, and no letter of it", () => {
  assert.deepEqual(shown("access-chase24.com", "chase.com"), [
    "[access-]chase[24].com",
    "chase.com",
  ]);
  assert.deepEqual(shown("dkbverify.net", "dkb.de"), ["dkb[verify].[net]", "dkb.[de]"]);
  assert.deepEqual(shown("www.dkb.de.example-bank.org", "dkb.de"), [
    "[www.]dkb.de[.example-bank.org]",
    "dkb.de",
  ]);
  // A part of a label is not the known name.
  assert.deepEqual(shown("mydkb.de", "dkb.de"), ["[my]dkb.de", "dkb.de"]);
});

Deno.test("comparedNames() marks nothing when no name is imitated, and escapes names", () => {
  assert.deepEqual(shown("xyz.example", ""), ["xyz.example", ""]);
  assert.deepEqual(shown("xyz", "abc"), ["[xyz]", "[abc]"]);
  const long = `${"a".repeat(63)}.${"b".repeat(63)}.com`;
  assert.deepEqual(shown(long, "a.com"), [
    `a[${"a".repeat(62)}].[${"b".repeat(63)}].com`,
    "a.com",
  ]);
  assert.deepEqual(shown("<script>.com", "a.com")[0].includes("<script>"), false);
});

Deno.test("comparedNames() marks all made look-alikes exactly", () => {
  for (const [kind, made] of Object.entries(makeLookalikes())) {
    for (const { name, from } of made) {
      const [one, other] = shown(name, from);
      const pair = `${kind}: ${one} ~ ${other}`;
      const without = (text: string) => text.replace(/\[[^\]]*\]/g, "");
      if (kind === "brandsub") {
        assert.equal(without(one), from, pair);
        assert.equal(other, from, pair);
        continue;
      }
      const [[label, ending], [otherLabel, otherEnding]] = [cut(one), cut(other)];
      assert.equal(without(label), without(otherLabel), pair);
      // Endings are the same, or marked as whole labels.
      if (cut(name)[1] === cut(from)[1]) {
        assert.deepEqual([ending, otherEnding], [cut(name)[1], cut(from)[1]], pair);
      } else assert.match(`${ending}${otherEnding}`, /^(\.\[[a-z]+\])+$/, pair);
      const runs = label.split("[").length - 1;
      assert.ok(runs <= 2, pair);
      if (kind !== "combosquat") continue;
      assert.equal(otherLabel, cut(from)[0], pair);
      assert.equal(without(label), otherLabel, pair);
    }
  }
});
