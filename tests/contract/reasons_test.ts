import assert from "node:assert/strict";
import { type Reason, REASONS } from "../../policy/reasons.ts";
import { reasonNumber, REASONS as JOURNAL_REASONS } from "../../resolver/journal/journal_layout.ts";

/**
 * The order of protections, repeated here on purpose, so that precedence never changes by accident.
 */
const ORDER: readonly Reason[] = [
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
];

Deno.test("The reasons are in the order of precedence", () => {
  assert.deepEqual([...new Set(REASONS.map(({ reason }) => reason))], ORDER);
});

Deno.test("Every reason cites its section and has an extended error", () => {
  for (const { reason, source, ede } of REASONS) {
    assert.match(source, /^[AB] \d+\.\d+/, reason);
    assert.ok([15, 16, 17].includes(ede), reason);
  }
});

Deno.test("A pause never lifts security, household time or company policy", () => {
  const lifted = REASONS.filter(({ pauseLifts }) => pauseLifts).map(({ reason, cause }) =>
    `${reason} ${cause}`.trim()
  );
  assert.deepEqual(lifted, [
    "service",
    "rule",
    "category bypass",
    "category",
    "list",
    "restricted",
  ]);
});

Deno.test("The journal stores every reason, each with its own number", () => {
  assert.equal(new Set(JOURNAL_REASONS).size, JOURNAL_REASONS.length);
  for (const reason of ORDER) assert.equal(JOURNAL_REASONS[reasonNumber(reason)], reason);
});
