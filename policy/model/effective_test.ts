import assert from "node:assert/strict";
import fc from "fast-check";
import type { ChoiceRow } from "./household.ts";
import {
  groupByKey,
  narrowestCategory,
  narrowestChoice,
  narrowestSafeSearch,
  narrowestService,
  strictestChoice,
} from "./effective.ts";

const row = (scope: string, value: string, schedule = ""): ChoiceRow => ({
  scope,
  kind: "service",
  key: "tiktok",
  value,
  schedule,
});
const VALUES = ["allow", "block"];

Deno.test("the narrowest scope of a line decides, whatever wider scopes chose", () => {
  const choices = groupByKey([
    row("all", "block"),
    row("person:1", "allow"),
    row("group:1", "block"),
  ])
    .get("tiktok");
  const held = narrowestChoice(["device:1", "person:1", "group:1", "all"], choices, "allow");
  assert.deepEqual(held, { value: "allow", from: "person:1", schedule: "" });
  assert.deepEqual(narrowestChoice(["device:1"], choices, "allow"), {
    value: "allow",
    from: "",
    schedule: "",
  });
  assert.deepEqual(narrowestChoice(["all"], undefined, "block").from, "");
});

Deno.test("the strictest line of a shared device applies, and schedules are merged", () => {
  const held = (value: string, from: string, schedule = "") => ({ value, from, schedule });
  assert.equal(strictestChoice([held("allow", "a"), held("block", "b")], VALUES).from, "b");
  assert.equal(strictestChoice([held("block", "a", "10"), held("block", "b")], VALUES).from, "b");
  assert.deepEqual(
    strictestChoice([held("block", "a", "1000"), held("block", "b", "0010")], VALUES),
    held("block", "a", "1010"),
  );
  assert.deepEqual(
    strictestChoice([held("block", "a", "10"), held("block", "b", "01")], VALUES),
    held("block", "a"),
  );
});

Deno.test("strictest() is never milder than any of its inputs", () => {
  const one = fc.record({
    value: fc.constantFrom(...VALUES),
    from: fc.constantFrom("a", "b"),
    schedule: fc.constantFrom("", "1000", "0111"),
  }).map((held) => held.value === "block" ? held : { ...held, schedule: "" });
  const blocks = ({ value, schedule }: { value: string; schedule: string }, slot: number) =>
    value === "block" && (schedule === "" || schedule[slot] === "1");
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (all) => {
      const held = strictestChoice(all, VALUES);
      for (let slot = 0; slot < 4; slot++) {
        assert.equal(blocks(held, slot), all.some((each) => blocks(each, slot)));
      }
    }),
    { seed: 20261121, numRuns: 200 },
  );
});

Deno.test("allowing a category for everyone does not allow it for a child; blocking it blocks adults too", () => {
  const of = (category: string, rows: readonly [scope: string, value: string][]) =>
    groupByKey(
      rows.map(([scope, value]) => ({
        scope,
        kind: "category",
        key: category,
        value,
        schedule: "",
      })),
    ).get(
      category,
    );
  const child = ["device:1", "person:1", "profile:child", "group:1", "all"];
  const adult = ["person:2", "profile:adult", "all"];
  const opened = of("adult", [["all", "allow"]]);
  const closed = of("adult", [["all", "block"]]);
  assert.equal(narrowestCategory(child, "child", "adult", opened).value, "block");
  assert.equal(
    narrowestCategory(child, "child", "adult", of("adult", [["profile:child", "allow"]])).value,
    "allow",
  );
  assert.equal(
    narrowestCategory(child, "child", "adult", of("adult", [["device:1", "monitor"]])).from,
    "device:1",
  );
  assert.equal(narrowestCategory(adult, "adult", "adult", closed).value, "block");
  assert.equal(narrowestCategory(adult, "adult", "adult", undefined).value, "allow");
  assert.equal(
    narrowestCategory(["device:9", "all"], undefined, "adult", undefined).value,
    "allow",
  );
  assert.equal(
    narrowestCategory(["device:9", "all"], undefined, "malware", of("malware", [["all", "allow"]]))
      .value,
    "allow",
  );
});

Deno.test("illegal content is blocked for all, and bypasses for minors, whatever is chosen", () => {
  const any = (key: string) =>
    new Map([["all", {
      scope: "all",
      kind: "category" as const,
      key,
      value: "allow",
      schedule: "",
    }]]);
  assert.equal(
    narrowestCategory(["all"], undefined, "child_abuse", any("child_abuse")).value,
    "block",
  );
  assert.equal(narrowestCategory(["all"], "teen", "bypass", any("bypass")).value, "block");
  assert.equal(narrowestCategory(["all"], "adult", "bypass", any("bypass")).value, "allow");
});

Deno.test("a subscribed list applies until a choice is made; a choice for everyone allows it for adults", () => {
  const allowed = groupByKey([{
    scope: "all",
    kind: "category",
    key: "gambling",
    value: "allow",
    schedule: "",
  }]).get(
    "gambling",
  );
  const held = (profile: "child" | "adult" | undefined, choices: typeof allowed) =>
    narrowestCategory(
      profile === undefined ? ["all"] : [`profile:${profile}`, "all"],
      profile,
      "gambling",
      choices,
      true,
    ).value;
  assert.deepEqual([held("adult", undefined), held(undefined, undefined)], ["block", "block"]);
  assert.deepEqual([held("adult", allowed), held(undefined, allowed), held("child", allowed)], [
    "allow",
    "allow",
    "block",
  ]);
});

Deno.test("safe search of minors is never milder than their default, unless chosen for them", () => {
  const off = new Map([["all", {
    scope: "all",
    kind: "safe_search" as const,
    key: "youtube",
    value: "off",
    schedule: "",
  }]]);
  const child = ["person:1", "profile:child", "all"];
  assert.equal(narrowestSafeSearch(child, "child", "youtube", off).value, "strict");
  assert.equal(narrowestSafeSearch(["all"], undefined, "youtube", off).value, "off");
  const moderate = new Map([["person:1", {
    ...off.get("all")!,
    scope: "person:1",
    value: "moderate",
  }]]);
  assert.equal(narrowestSafeSearch(child, "child", "youtube", moderate).value, "moderate");
});

Deno.test("a service follows its category until chosen, and never allows a bypass for minors", () => {
  const chosen = (value: string, scope = "all") => groupByKey([row(scope, value)]).get("tiktok");
  const of = (profile: "child" | "adult", category: string, choices?: ReturnType<typeof chosen>) =>
    narrowestService([`profile:${profile}`, "all"], profile, category, choices, undefined);
  assert.deepEqual(of("child", "gambling"), {
    value: "block",
    from: "category:gambling",
    schedule: "",
  });
  assert.equal(of("adult", "gambling").value, "allow");
  assert.equal(of("child", "gambling", chosen("allow")).value, "block");
  assert.equal(of("child", "gambling", chosen("allow", "profile:child")).value, "allow");
  assert.equal(of("child", "games", chosen("allow")).value, "allow");
  assert.equal(of("child", "bypass", chosen("allow")).value, "block");
  assert.equal(of("adult", "bypass", chosen("allow")).value, "allow");
  assert.equal(of("adult", "", chosen("block")).from, "all");
});
