import assert from "node:assert/strict";
import { REASONS } from "../../policy/reasons.ts";
import { STATUSES } from "../../resolver/journal/journal_layout.ts";
import { PROTECTIONS } from "../../policy/decide/protections.ts";
import { outcomeWord } from "../../ui/parts/outcome.ts";
import { queries } from "../../ui/text/queries.ts";
import { why } from "../../ui/text/why.ts";
import { STEP_TEXT_KEYS } from "../../ui/parts/steps.ts";
import { steps } from "../../ui/text/steps.ts";

Deno.test("Every reason has a sentence and a word, and so has every status", () => {
  const reasons = [...new Set(REASONS.map(({ reason }) => reason))];
  assert.deepEqual(
    reasons.filter((reason) => !(`reason_${reason}` in why) || !(`short_${reason}` in why)),
    [],
  );
  assert.deepEqual(STATUSES.filter((status) => !(`status_${status}` in why)), []);
});

Deno.test("Every outcome of a query has its badge", () => {
  const deciders = [
    { origin: "", list: -1, reason: "" },
    { origin: "rule:a.example", list: -1, reason: "" },
    { origin: "rule:a.example", list: -1, reason: "rule" },
    { origin: "list:3", list: 3, reason: "list" },
    { origin: "", list: 3, reason: "" },
  ];
  const words = STATUSES.flatMap((status) =>
    deciders.map((by) => outcomeWord({ status, rule: "", ...by }))
  );
  assert.deepEqual([...new Set(words)].filter((word) => !(`outcome_${word}` in queries)), []);
});

Deno.test("Every protection has a name for people on the page that checks a name", () => {
  const hasTexts = (name: string) =>
    ["title", "nothing"].every((what) => Object.hasOwn(steps, `${what}_${STEP_TEXT_KEYS[name]}`));
  assert.deepEqual(PROTECTIONS.map(({ name }) => name).filter((name) => !hasTexts(name)), []);
});
