import assert from "node:assert/strict";
import { CATEGORIES } from "./catalogue/categories.ts";
import { PROTECTIONS } from "./decide/protections.ts";
import { blockEde, REASONS } from "./reasons.ts";

Deno.test("no two rows of reasons are the same", () => {
  assert.equal(new Set(REASONS.map((row) => `${row.reason} ${row.cause}`)).size, REASONS.length);
});

Deno.test("blocks say 15 for security, 16 for illegal names and 17 for what the household chose", () => {
  assert.equal(blockEde("rebinding"), 15);
  assert.equal(blockEde("list"), 17);
  assert.equal(blockEde("list", "malware"), 15);
  assert.equal(blockEde("list", "child_abuse"), 16);
  assert.equal(blockEde("category", "child_abuse"), 16);
  assert.equal(blockEde("list", "games"), 17);
  assert.equal(blockEde("list", "a word of the household's own"), 17);
  assert.equal(blockEde("rule", "malware"), 17);
  assert.equal(blockEde("dlp"), 17);
});

Deno.test("local names come before every protection that may block", () => {
  assert.equal(PROTECTIONS[0].name, "local names");
});

Deno.test("no category stands twice, and every category has its extended error", () => {
  assert.equal(new Set(CATEGORIES.map(({ category }) => category)).size, CATEGORIES.length);
  const codes = { security: 15, illegal: 16, choice: 17 };
  for (const { category, protects } of CATEGORIES) {
    assert.equal(blockEde("list", category), codes[protects], category);
  }
});
