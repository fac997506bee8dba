import assert from "node:assert/strict";
import { SERVICES } from "../catalogue/services.ts";
import type { ChoiceRow } from "../model/household.ts";
import { BlockedByChoice, type ChosenRows } from "./blocked_by_choice.ts";

const NOW = Date.UTC(2026, 10, 23, 18);
const EMMA = {
  scopes: ["device:7", "person:1", "profile:child", "all"],
  profile: "child",
} as const;
const NOBODY: ChosenRows = { choices: [], pauses: [], services: [] };

function category(scope: string, value: string, key = "games"): ChoiceRow {
  return { scope, kind: "category", key, value, schedule: "" };
}

function service(key: string, value: string, schedule = ""): ChoiceRow {
  return { scope: "person:1", kind: "service", key, value, schedule };
}

function blocked(rows: Partial<ChosenRows>): string[] {
  return [...new BlockedByChoice({ ...NOBODY, ...rows }).of(EMMA, NOW)];
}

Deno.test("a category is blocked by the choice of any scope, and of the narrowest where several chose", () => {
  assert.deepEqual(blocked({}), []);
  for (const scope of EMMA.scopes) {
    assert.deepEqual(blocked({ choices: [category(scope, "block")] }), ["games"], scope);
    assert.deepEqual(blocked({ choices: [category(scope, "allow")] }), [], scope);
    assert.deepEqual(blocked({ choices: [category(scope, "monitor")] }), [], scope);
  }
  assert.deepEqual(blocked({ choices: [category("person:2", "block")] }), []);
  const both = [category("all", "block"), category("person:1", "allow")];
  assert.deepEqual(blocked({ choices: both }), []);
  const two = [category("all", "block", "social"), category("device:7", "block")];
  assert.deepEqual(blocked({ choices: two }), ["games", "social"]);
});

Deno.test("a service that is allowed, or blocked at some hours only, leaves something for the minutes to open", () => {
  const choices = [category("all", "block")];
  assert.deepEqual(blocked({ choices: [...choices, service("steam", "allow")] }), []);
  const night = "1".repeat(24).padEnd(672, "0");
  assert.deepEqual(blocked({ choices: [...choices, service("steam", "block", night)] }), []);
  assert.deepEqual(blocked({ choices: [...choices, service("steam", "block")] }), ["games"]);
  const own = { id: "custom-club", name: "Club", group: "games", domains: ["club.example"] };
  const allowed = [...choices, service("custom-club", "allow")];
  assert.deepEqual(blocked({ choices: allowed, services: [own] }), []);
});

Deno.test("services that are all blocked one by one block their category, one that is left does not", () => {
  const games = SERVICES.filter((each) => each.category === "games");
  const choices = games.map(({ id }) => service(id, "block"));
  assert.deepEqual(blocked({ choices }), ["games"]);
  assert.deepEqual(blocked({ choices: choices.slice(1) }), []);
});

Deno.test("a pause lifts choices while it lasts", () => {
  const choices = [category("person:1", "block")];
  const paused = (scope: string, until: number) =>
    blocked({ choices, pauses: [{ scope, until }] }).length === 0;
  assert.equal(paused("all", NOW + 1), true);
  assert.equal(paused("device:7", NOW + 1), true);
  assert.equal(paused("device:8", NOW + 1), false);
  assert.equal(paused("all", NOW), false);
});
