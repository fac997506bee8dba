/** Decides about a query: pure functions of the question, the client, the snapshot and the time. */
import type {
  AnswerContent,
  Decision,
  ExplainedStep,
  LostRule,
  Notice,
  Question,
  RuleMatch,
  SkippedList,
  Step,
  Verdict,
  YoungBlock,
} from "../model/decision.ts";
import { listsAt } from "../snapshot/device_policy.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { canAffect, PROTECTIONS, protectionsFor } from "./protections.ts";
import type { DecisionContext, NameOrigin, PolicyClient } from "./protection.ts";
import { bypassProtection } from "./bypass.ts";
import { describeStep } from "./describe_step.ts";
import { listProtection } from "./list.ts";
import { skippedLists } from "./skipped_lists.ts";
import { findRule } from "./rule.ts";
import { LIFTED, NEXT } from "./step.ts";
import { strictestDecision, strictestView } from "./strictest.ts";

export type { NameOrigin, PolicyClient } from "./protection.ts";

const NO_NOTICES: readonly Notice[] = Object.freeze([]);
/** The decision for nearly every query, shared to save memory. */
const RESOLVE: Decision = Object.freeze({
  verdict: Object.freeze({ do: "resolve" }),
  notices: NO_NOTICES,
});
const LOCAL: Decision = Object.freeze({
  verdict: Object.freeze({ do: "local" }),
  notices: NO_NOTICES,
});

/**
 * Builds what decisions under a snapshot need, so that no query waits for it. A thread calls this
 * before it uses the snapshot.
 */
export function prepareDecisions(snapshot: Snapshot): void {
  for (const row of PROTECTIONS) {
    if (row.prepare === undefined) continue;
    if (snapshot.classes.some((policy) => canAffect(row, policy, snapshot))) row.prepare(snapshot);
  }
}

/**
 * Decides before the name is resolved. `now` is in Unix milliseconds; `via` says how the name came
 * up.
 */
export function decideBefore(
  question: Question,
  client: PolicyClient,
  snapshot: Snapshot,
  now: number,
  via: NameOrigin = "query",
): Decision {
  if (client.views === undefined) return walk(question, client, snapshot, now, undefined, via);
  return strictestDecision(
    client.views.map((view) => walk(question, view, snapshot, now, undefined, via)),
  );
}

/** Runs the protections in order. With `content`, they judge the answer instead of the question. */
function walk(
  question: Question,
  client: PolicyClient,
  snapshot: Snapshot,
  now: number,
  content?: AnswerContent,
  via: NameOrigin = "query",
): Decision {
  const context = ask(question, client, snapshot, now, via);
  const rows = protectionsFor(client.policy, snapshot);
  let results: Walk | undefined;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const step = (content === undefined ? row.before?.(context) : row.after?.(context, content)) ??
      NEXT;
    if (step === NEXT || step === LIFTED) continue;
    if (results === undefined && "settle" in step && step.tell === undefined) {
      return decisionOf(step.settle);
    }
    results ??= new Walk();
    if (results.take(step)) break;
  }
  return results === undefined ? RESOLVE : results.decision();
}

/**
 * Decides once the answer is known, cached or not, from its CNAME targets and addresses. `now` is
 * in Unix milliseconds.
 */
export function decideAfter(
  question: Question,
  client: PolicyClient,
  content: AnswerContent,
  snapshot: Snapshot,
  now: number,
): Decision {
  // A zone match may have been deferred until the answer, which can be empty or absent.
  const isEmpty = content.targets.length === 0 && content.addresses.length === 0;
  if (isEmpty && snapshot.ruleIndex.answerZones.length === 0) return RESOLVE;
  if (client.views === undefined) return walk(question, client, snapshot, now, content);
  return strictestDecision(
    client.views.map((view) => walk(question, view, snapshot, now, content)),
  );
}

/**
 * Lists what each protection decides, in order, in readable words. With `content`, this includes
 * its decision about the answer.
 */
export function explain(
  question: Question,
  client: PolicyClient,
  snapshot: Snapshot,
  now: number,
  content?: AnswerContent,
): ExplainedStep[] {
  if (client.views !== undefined) {
    const view = strictestView(client.views, (each) => {
      const before = walk(question, each, snapshot, now);
      const goesOn = content !== undefined && before.verdict.do === "resolve";
      return goesOn ? walk(question, each, snapshot, now, content) : before;
    });
    return explain(question, view, snapshot, now, content);
  }
  const out: ExplainedStep[] = [];
  let settled = false;
  let waits = false;
  const skip = () => NEXT;
  const report = (
    protection: string,
    decideStep: () => Step,
    skipped: () => readonly SkippedList[] = () => [],
  ) => {
    const step = settled ? undefined : decideStep();
    const lost = step !== undefined && isBlock(step) ? lostRule(context) : undefined;
    const unused = step === undefined ? [] : skipped();
    out.push(describeStep(protection, step, snapshot, unused, lost));
    waits ||= step !== undefined && "need" in step && step.need === "answer";
    settled ||= waits || step !== undefined && "settle" in step;
  };
  const rows = protectionsFor(client.policy, snapshot);
  let context = ask(question, client, snapshot, now);
  for (const row of PROTECTIONS) {
    if (row.before !== undefined) {
      const skipped = () =>
        row === bypassProtection || row === listProtection
          ? skippedLists(context, row === bypassProtection)
          : [];
      report(row.name, rows.includes(row) ? () => row.before!(context) : skip, skipped);
    }
  }
  if (content === undefined) return out;
  if (waits) settled = waits = false;
  context = ask(question, client, snapshot, now);
  for (const row of PROTECTIONS) {
    if (row.after === undefined) continue;
    report(`${row.name}, answer`, rows.includes(row) ? () => row.after!(context, content) : skip);
  }
  return out;
}

/**
 * What rules and choices say of a question: the steps with an effect, without what ends by itself:
 * hours, cuts, homework, limits, pauses and quarantine.
 */
export function explainChoices(
  question: Question,
  client: PolicyClient,
  snapshot: Snapshot,
  now: number,
): ExplainedStep[] {
  const lasting = withoutEnding(client);
  const views = client.views?.map(withoutEnding);
  const steps = explain(question, { ...lasting, ...(views && { views }) }, snapshot, now);
  return steps.filter(({ outcome }) => outcome !== "nothing" && outcome !== "skipped");
}

function withoutEnding(client: PolicyClient): PolicyClient {
  const { closed: _, held: __, pausedUntil: ___, quarantined: ____, ...policy } = client.policy;
  return { ...client, policy };
}

function isBlock(step: Step): boolean {
  return "settle" in step && step.settle.do === "block";
}

/** The allow rule for the name of a query that was blocked nevertheless. */
function lostRule(context: DecisionContext): LostRule | undefined {
  const { snapshot, question } = context;
  context.labels = snapshot.fingerprinter.ofWire(question.name);
  const rule = findRule(context, question.name, context.labels, true);
  if (rule === undefined) return undefined;
  const text = "next" in rule.step ? rule.step.match?.rule ?? "" : "";
  return { rule: text, scope: rule.scope };
}

/** A decision without additional matches. */
function decisionOf(verdict: Verdict): Decision {
  return verdict.do === "local" ? LOCAL : { verdict, notices: NO_NOTICES };
}

/** The context shared by all walks of this thread. A walk is synchronous, so two never overlap. */
let shared: DecisionContext | undefined;

function ask(
  question: Question,
  client: PolicyClient,
  snapshot: Snapshot,
  now: number,
  via: NameOrigin = "query",
): DecisionContext {
  const labels = snapshot.fingerprinter.ofWire(question.name);
  const paused = client.policy.pausedUntil !== undefined && now < client.policy.pausedUntil;
  const lists = client.policy.phases === undefined ? client.policy : listsAt(client.policy, now);
  if (shared === undefined) {
    return shared = {
      question,
      client,
      snapshot,
      now,
      lists,
      labels,
      allowed: undefined,
      isBlockedAnyway: undefined,
      paused,
      via,
    };
  }
  shared.question = question;
  shared.client = client;
  shared.snapshot = snapshot;
  shared.now = now;
  shared.lists = lists;
  shared.labels = labels;
  shared.allowed = undefined;
  shared.isBlockedAnyway = undefined;
  shared.paused = paused;
  shared.via = via;
  return shared;
}

/** The results collected so far in a walk. */
class Walk {
  #verdict: Verdict | undefined;
  #match: RuleMatch | undefined;
  #ifYoung: YoungBlock | undefined;
  #notices: Notice[] | undefined;

  /** Records a step. Returns true if it ends the walk. */
  take(step: Step): boolean {
    if (step.tell !== undefined) (this.#notices ??= []).push(step.tell);
    if ("settle" in step) this.#verdict = step.settle;
    else if ("next" in step) this.#match ??= step.match;
    else if (step.need === "answer") this.#verdict = { do: "resolve", otherwise: step.otherwise };
    else {
      this.#match ??= step.match;
      this.#ifYoung ??= { domain: step.of, verdict: step.ifYoung };
    }
    return this.#verdict !== undefined;
  }

  decision(): Decision {
    const notices = this.#notices ?? NO_NOTICES;
    const verdict = this.#verdict;
    const young = this.#ifYoung !== undefined && { ifYoung: this.#ifYoung };
    if (verdict !== undefined) return { verdict, notices, ...young };
    return {
      verdict: this.#match === undefined ? RESOLVE.verdict : { do: "resolve", match: this.#match },
      notices,
      ...young,
    };
  }
}
