/**
 * The list row: what the subscribed lists and the rules of the household say. Allow lists, `@@` and `$important` act inside
 * this row only (DESIGN 5); the order among them is that of rule-syntax E5, with rewrites after allow lists, before blocks.
 */
import type { AnswerContent, Step } from "../model/decision.ts";
import type { WireName } from "../model/name.ts";
import { isAllowing, RANK } from "../snapshot/device_policy.ts";
import { ListMatch } from "./list_match.ts";
import type { Asked, Protection } from "./protections.ts";
import { combineRewrites } from "./rewrite.ts";
import { NEXT } from "./step.ts";

/** The one pass of this thread. */
const match = new ListMatch();

/** The row of lists. */
export const lists: Protection = {
  name: "lists",
  before(asked: Asked): Step {
    if (!asked.snapshot.settings.filtering) return NEXT;
    match.name(asked.question.name, asked.labels, asked.question.type, asked.client, asked.snapshot);
    return stepFor(asked, asked.question.name);
  },
  after(asked: Asked, content: AnswerContent): Step {
    const { snapshot, question, client } = asked;
    if (!snapshot.settings.filtering) return NEXT;
    const targets = content.targets.length > 0;
    const addresses = content.addresses.length > 0 && !snapshot.ruleIndex.answers.empty;
    if (!targets && !addresses) return NEXT;
    // A name that is allowed is not taken away by what it leads to (A 7.6.9).
    match.name(question.name, asked.labels, question.type, client, snapshot);
    if (isAllowing(match.rank)) return NEXT;
    for (const target of content.targets) {
      match.name(target, snapshot.fingerprinter.ofWire(target), question.type, client, snapshot);
      const step = stepFor(asked, target);
      if ("settle" in step) return step;
    }
    if (!addresses) return NEXT;
    match.addresses(content.addresses, question.name, question.type, client, snapshot);
    const step = stepFor(asked, question.name);
    return "settle" in step ? step : NEXT;
  },
};

/** The step that follows from what `match` holds about the name. */
function stepFor({ client, snapshot }: Asked, name: WireName): Step {
  if (match.rank === 0 && match.rewrites.length === 0) return NEXT;
  if (match.rewrites.length > 0 && match.rank !== RANK.allowList) {
    const combined = combineRewrites(match.rewrites.map((ready) => ready.rule), name);
    if (combined !== undefined) {
      const { list, text } = combined.rule;
      const origin = snapshot.origins[list];
      return {
        settle: { do: "rewrite", reason: "list", origin, to: combined.to, match: { list, rule: text } },
      };
    }
  }
  const winner = match.winner(name, client, snapshot);
  if (winner === undefined) return NEXT;
  if (isAllowing(match.rank)) return { next: true, match: winner.match };
  const origin = snapshot.origins[winner.match.list];
  if (winner.answer === undefined) return { settle: { do: "block", reason: "list", origin, match: winner.match } };
  return { settle: { do: "block", reason: "list", origin, match: winner.match, answer: winner.answer } };
}
