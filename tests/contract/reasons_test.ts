import assert from "node:assert/strict";
import { type Reason, REASONS } from "../../policy/reasons.ts";
import { reasonNumber, REASONS as JOURNAL_REASONS } from "../../resolver/journal/journal_layout.ts";

/** The order of protections, written here a second time on purpose: precedence never moves by accident. */
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

Deno.test("the reasons stand in the order of precedence", () => {
  assert.deepEqual([...new Set(REASONS.map(({ reason }) => reason))], ORDER);
});

Deno.test("every reason cites the section it comes from and has an extended error", () => {
  for (const { reason, source, ede } of REASONS) {
    assert.match(source, /^[AB] \d+\.\d+/, reason);
    assert.ok([15, 16, 17].includes(ede), reason);
  }
});

Deno.test("a pause never lifts security, household time or company policy", () => {
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

Deno.test("the journal knows every reason, each by a number of its own", () => {
  assert.equal(new Set(JOURNAL_REASONS).size, JOURNAL_REASONS.length);
  for (const reason of ORDER) assert.equal(JOURNAL_REASONS[reasonNumber(reason)], reason);
});
