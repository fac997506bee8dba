import assert from "node:assert/strict";
import { CATEGORY_ACTIONS, PROFILES } from "../model/household.ts";
import {
  ACTION_CATEGORIES,
  actionsOf,
  CATEGORIES,
  CATEGORY_DEFAULTS,
  hasAction,
  isConfidential,
  isDangerous,
  isSensitive,
  protectionKindOf,
} from "./categories.ts";

Deno.test("Scopes make choices about sixteen categories; the others always apply", () => {
  assert.equal(ACTION_CATEGORIES.length, 16);
  const others = CATEGORIES.map(({ category }) => category).filter((category) =>
    !hasAction(category)
  );
  assert.deepEqual(others, ["ads", "telemetry", "regional", "allow"]);
  for (const category of ["", "ads", "own word", "__proto__"]) {
    assert.equal(hasAction(category), false);
    assert.deepEqual(actionsOf(category), []);
    assert.equal(protectionKindOf(category), "choice");
  }
});

Deno.test("By default a younger profile never allows more than an older one", () => {
  for (const category of ACTION_CATEGORIES) {
    const strictness = PROFILES.map((profile) =>
      CATEGORY_ACTIONS.indexOf(CATEGORY_DEFAULTS[profile][category])
    );
    assert.deepEqual(strictness, strictness.toSorted((a, b) => b - a), category);
  }
});

Deno.test("By default attacks and illegal content are blocked for all, other categories not for adults", () => {
  for (const category of ACTION_CATEGORIES) {
    assert.equal(
      CATEGORY_DEFAULTS.adult[category] === "block",
      protectionKindOf(category) !== "choice",
      category,
    );
  }
});

Deno.test("Newly registered names have all choices, and no profile blocks them by itself", () => {
  for (const profile of PROFILES) {
    assert.equal(CATEGORY_DEFAULTS[profile].new_domains, "allow", profile);
  }
  assert.equal(protectionKindOf("new_domains"), "choice");
  assert.deepEqual(actionsOf("new_domains"), CATEGORY_ACTIONS);
});

Deno.test("Only lists that block malware or phishing are lists of dangerous names", () => {
  for (const { category } of CATEGORIES) {
    const isExpected = category === "malware" || category === "phishing";
    assert.equal(isDangerous({ category, kind: "block" }), isExpected, category);
    assert.equal(isDangerous({ category, kind: "allow" }), false, category);
  }
});

Deno.test("The confidential category cannot be allowed, and its names are never displayed", () => {
  const confidential = CATEGORIES.map(({ category }) => category).filter(isConfidential);
  assert.deepEqual(confidential, ["child_abuse"]);
  for (const category of confidential) {
    assert.ok(isSensitive(category));
    assert.deepEqual(actionsOf(category), ["block"]);
  }
  assert.deepEqual(actionsOf("games"), CATEGORY_ACTIONS);
  assert.deepEqual(CATEGORIES.map(({ category }) => category).filter(isSensitive), [
    "child_abuse",
    "adult",
    "dating",
  ]);
});
