import assert from "node:assert/strict";
import { CATEGORIES } from "./catalogue/categories.ts";
import { PROTECTIONS } from "./decide/protections.ts";
import {
  type BlockCause,
  categoryOfOrigin,
  findBlockCause,
  findReasonRow,
  REASONS,
} from "./reasons.ts";

Deno.test("no two rows of reasons are equal", () => {
  assert.equal(new Set(REASONS.map((row) => `${row.reason} ${row.cause}`)).size, REASONS.length);
});

Deno.test("causeOf() derives the cause from the origin", () => {
  const cases:
    readonly (readonly [reason: string, origin: string, cause: BlockCause, ede: number])[] = [
      ["schedule", "schedule:hours", "hours", 17],
      ["schedule", "schedule:cut", "cut", 17],
      ["category", "homework:games", "homework", 17],
      ["category", "limit:social", "limit", 17],
      ["category", "category:games", "", 17],
      ["category", "category:bypass", "bypass", 17],
      ["category", "category:mining", "security", 15],
      ["category", "category:child_abuse", "illegal", 16],
      ["category", "category:words of the household", "", 17],
      ["service", "service:tiktok", "", 17],
      ["list", "list:3", "", 17],
      ["rule", "rule:limit:games", "", 17],
      ["rebinding", "rebinding:192.168.1.1", "", 15],
    ];
  for (const [reason, origin, cause, ede] of cases) {
    assert.equal(findBlockCause(reason, origin), cause, origin);
    assert.deepEqual([findReasonRow(reason, origin)?.cause, findReasonRow(reason, origin)?.ede], [
      cause,
      ede,
    ]);
  }
  assert.equal(findReasonRow("of a later version", "x"), undefined);
});

Deno.test("categoryOfOrigin() finds the category of choices and of times", () => {
  assert.equal(categoryOfOrigin("category:games"), "games");
  assert.equal(categoryOfOrigin("homework:videos"), "videos");
  assert.equal(categoryOfOrigin("limit:social"), "social");
  for (const origin of ["", "list:3", "service:limit", "schedule:cut", "rule:category:games"]) {
    assert.equal(categoryOfOrigin(origin), "", origin);
  }
});

Deno.test("every extended error has a unique text", () => {
  const texts = REASONS.map(({ edeText }) => edeText);
  assert.equal(new Set(texts).size, texts.length);
  assert.ok(texts.every((text) => text !== ""));
});

Deno.test("local names come before every protection that may block", () => {
  assert.equal(PROTECTIONS[0].name, "local names");
});

Deno.test("categories are unique, and each has an extended error", () => {
  assert.equal(new Set(CATEGORIES.map(({ category }) => category)).size, CATEGORIES.length);
  const codes = { security: 15, illegal: 16, choice: 17 };
  for (const { category, protects } of CATEGORIES) {
    assert.equal(findReasonRow("category", `category:${category}`)?.ede, codes[protects], category);
  }
});
