import assert from "node:assert/strict";
import fc from "fast-check";
import type { ChoiceRow } from "../../../../policy/model/household.ts";
import { byKey, narrowest, strictest } from "./effective.ts";

const row = (scope: string, value: string, schedule = ""): ChoiceRow => ({
  ...{ scope, kind: "service", key: "tiktok", value, schedule },
});
const VALUES = ["allow", "block"];

Deno.test("the narrowest scope of a line decides, whatever wider ones chose", () => {
  const choices = byKey([row("all", "block"), row("person:1", "allow"), row("group:1", "block")]).get("tiktok");
  const held = narrowest(["device:1", "person:1", "group:1", "all"], choices, "allow");
  assert.deepEqual(held, { value: "allow", from: "person:1", schedule: "" });
  assert.deepEqual(narrowest(["device:1"], choices, "allow"), { value: "allow", from: "", schedule: "" });
  assert.deepEqual(narrowest(["all"], undefined, "block").from, "");
});

Deno.test("of the lines of a shared device the strictest holds, and times add up", () => {
  const held = (value: string, from: string, schedule = "") => ({ value, from, schedule });
  assert.equal(strictest([held("allow", "a"), held("block", "b")], VALUES).from, "b");
  assert.equal(strictest([held("block", "a", "10"), held("block", "b")], VALUES).from, "b");
  assert.deepEqual(
    strictest([held("block", "a", "1000"), held("block", "b", "0010")], VALUES),
    held("block", "a", "1010"),
  );
  assert.deepEqual(strictest([held("block", "a", "10"), held("block", "b", "01")], VALUES), held("block", "a"));
});

Deno.test("the strictest of several is never laxer than any of them", () => {
  const one = fc.record({
    value: fc.constantFrom(...VALUES),
    from: fc.constantFrom("a", "b"),
    schedule: fc.constantFrom("", "1000", "0111"),
  }).map((held) => held.value === "block" ? held : { ...held, schedule: "" });
  const blocks = ({ value, schedule }: { value: string; schedule: string }, slot: number) =>
    value === "block" && (schedule === "" || schedule[slot] === "1");
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (all) => {
      const held = strictest(all, VALUES);
      for (let slot = 0; slot < 4; slot++) {
        assert.equal(blocks(held, slot), all.some((each) => blocks(each, slot)));
      }
    }),
    { seed: 20261121, numRuns: 200 },
  );
});
