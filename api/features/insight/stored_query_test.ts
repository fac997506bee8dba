import assert from "node:assert/strict";
import fc from "fast-check";
import { BLOCKED, QUERY } from "../../../tests/support/journal_scene.ts";
import type { Anonymization } from "./anonymize.ts";
import { HIDDEN, storedQuery } from "./stored_query.ts";

const LISTS: Readonly<Record<number, string>> = {
  1: "ads",
  2: "adult",
  3: "child_abuse",
  4: "games",
};
const SERVICES: Readonly<Record<string, string>> = { tinder: "dating", roblox: "games" };

function keeping(mode: Anonymization = "off") {
  return {
    anonymization: () => mode,
    deviceAt: (address: string) => address === "192.168.1.2" ? 7 : 0,
    categoryOfList: (id: number) => LISTS[id] ?? "",
    categoryOfService: (id: string) => SERVICES[id] ?? "",
  };
}
const KNOWN = { ...BLOCKED, name: "www.site.example", rule: "||site.example^", answer: "0.0.0.0" };

Deno.test("a query is stored with its device, or without one when clients are left out", () => {
  assert.equal(storedQuery(QUERY, keeping()).device, 7);
  assert.equal(storedQuery({ ...QUERY, client: "10.0.0.1" }, keeping()).device, 0);
  for (const mode of ["prefix", "all"] as const) {
    assert.equal(storedQuery(QUERY, keeping(mode)).device, 0);
  }
});

Deno.test("a name of a sensitive category is left out with all fields that reveal it, blocked or not", () => {
  const sensitive = [
    { ...KNOWN, reason: "category", origin: "category:adult", list: 2 },
    { ...KNOWN, reason: "list", origin: "list:2", list: 2 },
    { ...KNOWN, status: "answered" as const, reason: "", origin: "", list: 2 },
    { ...KNOWN, reason: "category", origin: "category:dating", list: -1, rule: "service:tinder" },
    { ...KNOWN, reason: "service", origin: "service:tinder", list: -1, rule: "" },
    {
      ...KNOWN,
      status: "answered" as const,
      reason: "",
      origin: "",
      list: -1,
      rule: "service:tinder",
    },
  ];
  for (const seen of sensitive) {
    const { name, answer, rule, origin, service, category } = storedQuery(seen, keeping());
    assert.deepEqual([name, answer, rule, service], [HIDDEN, "", "", ""], JSON.stringify(seen));
    assert.ok(category === "adult" || category === "dating");
    assert.ok(!origin.includes("tinder"));
  }
});

Deno.test("of child abuse only the category is stored", () => {
  for (const origin of ["category:child_abuse", "list:3"]) {
    const { name, list, origin: givenOrigin, rule } = storedQuery(
      { ...KNOWN, origin, list: 3 },
      keeping(),
    );
    assert.deepEqual([name, list, givenOrigin, rule], [HIDDEN, -1, "category:child_abuse", ""]);
  }
});

Deno.test("other queries keep their name, with its category and service", () => {
  const of = (change: Partial<typeof KNOWN>) => {
    const { name, category, service } = storedQuery({ ...KNOWN, ...change }, keeping());
    assert.equal(name, KNOWN.name);
    return [category, service];
  };
  assert.deepEqual(of({ list: 1 }), ["ads", ""]);
  assert.deepEqual(of({ reason: "category", origin: "category:games", list: 4 }), ["games", ""]);
  assert.deepEqual(of({ reason: "category", origin: "homework:games", list: 4 }), ["games", ""]);
  assert.deepEqual(of({ reason: "category", origin: "limit:games" }), ["games", ""]);
  assert.deepEqual(of({ reason: "service", origin: "service:roblox", list: -1, rule: "" }), [
    "games",
    "roblox",
  ]);
  assert.deepEqual(
    of({ status: "answered", reason: "", origin: "", list: 2, rule: "@@||site.example^" }),
    ["", ""],
  );
  // A rule that allowed the name says nothing about lists.
  assert.deepEqual(of({ status: "answered", reason: "", origin: "rule:site.example", list: -1 }), [
    "",
    "",
  ]);
  assert.deepEqual(of({ reason: "rule", origin: "rule:site.example", list: -1 }), ["", ""]);
});

Deno.test("no text of a sensitive query is stored", () => {
  const texts = fc.record({
    name: fc.string(),
    answer: fc.string(),
    rule: fc.string(),
    upstream: fc.string(),
  });
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom("category:adult", "category:child_abuse"),
      fc.integer({ min: -1 }),
      (
        fields,
        origin,
        list,
      ) => {
        const { name, answer, rule } = storedQuery(
          { ...QUERY, ...fields, origin, list },
          keeping(),
        );
        assert.equal(name + answer + rule, "");
      },
    ),
    { seed: 5, numRuns: 200 },
  );
});
