import assert from "node:assert/strict";
import { PROTECTIONS } from "./decide/protections.ts";
import { blockEde, REASONS } from "./reasons.ts";

Deno.test("reasons stand in the order of precedence", () => {
  assert.deepEqual([...new Set(REASONS.map((row) => row.reason))], [
    "quarantine",
    "schedule",
    "service",
    "rule",
    "tunnel",
    "spyware",
    "lookalike",
    "category",
    "list",
    "dlp",
    "restricted",
    "rebinding",
  ]);
});

Deno.test("no two rows of reasons are the same", () => {
  assert.equal(new Set(REASONS.map((row) => `${row.reason} ${row.cause}`)).size, REASONS.length);
});

Deno.test("a pause lifts comfort, never security, time or company policy", () => {
  const lifted = REASONS.filter((row) => row.pauseLifts).map((row) => `${row.reason} ${row.cause}`.trim());
  assert.deepEqual(lifted, ["service", "rule", "category bypass", "list", "restricted"]);
});

Deno.test("every reason names its section", () => {
  for (const row of REASONS) assert.match(row.source, /^[AB] \d/);
});

Deno.test("blocks say 15 for security, 16 for illegal names and 17 for what the household chose", () => {
  assert.equal(blockEde("rebinding"), 15);
  assert.equal(blockEde("list"), 17);
  assert.equal(blockEde("list", "malware"), 15);
  assert.equal(blockEde("list", "csam"), 16);
  assert.equal(blockEde("dlp"), 17);
});

Deno.test("local names come before every protection that may block", () => {
  assert.equal(PROTECTIONS[0].name, "local names");
});
