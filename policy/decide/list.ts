/**
 * The list row: what the subscribed lists and the rules of the household say. Allow lists, `@@` and `$important` act inside
 * this row only (DESIGN 5); the order among them is that of rule-syntax E5, with rewrites after allow lists, before blocks.
 */
import type { AnswerContent, Step } from "../model/decision.ts";
import type { WireName } from "../model/name.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { isAllowing, RANK } from "../snapshot/device_policy.ts";
import { ListMatch } from "./list_match.ts";
import type { Asked, PolicyClient, Protection } from "./protections.ts";
import { combineRewrites } from "./rewrite.ts";
import { ruleFor } from "./rule.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The one pass of this thread. */
const match = new ListMatch();

/** The row of lists. */
export const lists: Protection = {
  name: "lists",
  before(asked: Asked): Step {
    const { snapshot, question } = asked;
    if (!snapshot.settings.filtering) return NEXT;
    const client = asked.allowed === undefined ? asked.client : unliftedFor(asked.client);
    if (client === undefined) return LIFTED;
    match.name(question.name, asked.labels, question.type, client, snapshot);
    const step = stepFor(client, snapshot, question.name);
    return step === NEXT && asked.allowed !== undefined ? LIFTED : step;
  },
  after(asked: Asked, content: AnswerContent): Step {
    const { snapshot, question } = asked;
    if (!snapshot.settings.filtering) return NEXT;
    const targets = content.targets.length > 0;
    const addresses = content.addresses.length > 0 && !snapshot.ruleIndex.answers.empty;
    if (!targets && !addresses) return NEXT;
    // A name that is allowed is not taken away by what it leads to (A 7.6.9).
    const client = asked.allowed === undefined ? asked.client : unliftedFor(asked.client);
    if (client === undefined) return LIFTED;
    match.name(question.name, asked.labels, question.type, client, snapshot);
    if (isAllowing(match.rank)) return NEXT;
    for (const target of content.targets) {
      const step = stepForTarget(asked, client, target);
      if ("settle" in step) return step;
    }
    if (!addresses) return NEXT;
    match.addresses(content.addresses, question.name, question.type, client, snapshot);
    const step = stepFor(client, snapshot, question.name);
    return "settle" in step ? step : NEXT;
  },
};

/** Who asks, as only those lists see it whose names no rule lets through; undefined when there are none. */
function unliftedFor(client: PolicyClient): PolicyClient | undefined {
  const { unlifted } = client.policy;
  return unlifted && { ...client, policy: unlifted };
}

/** What the lists say of a name that the answer leads to, which a rule may allow by itself. `client` sees the lists that hold. */
function stepForTarget(asked: Asked, client: PolicyClient, target: WireName): Step {
  const { snapshot, question } = asked, labels = snapshot.fingerprinter.ofWire(target);
  const lifted = asked.allowed === undefined && ruleFor(asked, target, labels)?.allows === true;
  const held = lifted ? unliftedFor(client) : client;
  if (held === undefined) return NEXT;
  match.name(target, labels, question.type, held, snapshot);
  return stepFor(held, snapshot, target);
}

/** The step that follows from what `match` holds about the name. */
function stepFor(client: PolicyClient, snapshot: Snapshot, name: WireName): Step {
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
