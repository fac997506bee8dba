/** Decides about a query: pure functions of the question, the client, the snapshot and the time (DESIGN 1, 4). */
import type {
  AnswerContent,
  Decision,
  Explained,
  Notice,
  Question,
  RuleMatch,
  Step,
  Verdict,
} from "../model/decision.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type Asked, type PolicyClient, PROTECTIONS } from "./protections.ts";
import { LIFTED, NEXT } from "./step.ts";

export type { PolicyClient } from "./protections.ts";

const NO_NOTICES: readonly Notice[] = Object.freeze([]);
/** What nearly every query gets: shared, so that it costs no memory. */
const RESOLVE: Decision = Object.freeze({ verdict: Object.freeze({ do: "resolve" }), notices: NO_NOTICES });
const LOCAL: Decision = Object.freeze({ verdict: Object.freeze({ do: "local" }), notices: NO_NOTICES });

/** Decides before the name is resolved. `now` is in Unix milliseconds. */
export function decideBefore(question: Question, client: PolicyClient, snapshot: Snapshot, now: number): Decision {
  const asked = ask(question, client, snapshot, now);
  let walk: Walk | undefined;
  for (let i = 0; i < PROTECTIONS.length; i++) {
    const step = PROTECTIONS[i].before?.(asked) ?? NEXT;
    if (step === NEXT || step === LIFTED) continue;
    if (walk === undefined && "settle" in step && step.tell === undefined) return decisionOf(step.settle);
    walk ??= new Walk();
    if (walk.take(step)) break;
  }
  return walk === undefined ? RESOLVE : walk.decision();
}

/** Decides once the answer is known, cached or not: CNAME targets and addresses. `now` is in Unix milliseconds. */
export function decideAfter(
  question: Question,
  client: PolicyClient,
  content: AnswerContent,
  snapshot: Snapshot,
  now: number,
): Decision {
  if (content.targets.length === 0 && content.addresses.length === 0) return RESOLVE;
  const asked = ask(question, client, snapshot, now);
  let walk: Walk | undefined;
  for (let i = 0; i < PROTECTIONS.length; i++) {
    const step = PROTECTIONS[i].after?.(asked, content) ?? NEXT;
    if (step === NEXT || step === LIFTED) continue;
    if (walk === undefined && "settle" in step && step.tell === undefined) return decisionOf(step.settle);
    walk ??= new Walk();
    if (walk.take(step)) break;
  }
  return walk === undefined ? RESOLVE : walk.decision();
}

/** What each protection says, in order, in words for a person; with `content` also what it says of the answer. */
export function explain(
  question: Question,
  client: PolicyClient,
  snapshot: Snapshot,
  now: number,
  content?: AnswerContent,
): Explained[] {
  const out: Explained[] = [];
  let settled = false;
  const say = (protection: string, step: Step | undefined) => {
    const text = step === undefined ? "" : wording(step, snapshot);
    if (step === undefined) out.push({ protection, verdict: "skipped", text: "Not asked: already settled" });
    else out.push({ protection, verdict: "settle" in step ? "settle" : "next", text });
    settled ||= step !== undefined && "settle" in step;
  };
  let asked = ask(question, client, snapshot, now);
  for (const row of PROTECTIONS) {
    if (row.before !== undefined) say(row.name, settled ? undefined : row.before(asked));
  }
  if (content === undefined) return out;
  asked = ask(question, client, snapshot, now);
  for (const row of PROTECTIONS) {
    if (row.after !== undefined) say(`${row.name}, answer`, settled ? undefined : row.after(asked, content));
  }
  return out;
}

/** The decision that nothing is told beside. */
function decisionOf(verdict: Verdict): Decision {
  return verdict.do === "local" ? LOCAL : { verdict, notices: NO_NOTICES };
}

/** The one Asked of this thread: a walk never waits, so two never overlap. */
let shared: Asked | undefined;

function ask(question: Question, client: PolicyClient, snapshot: Snapshot, now: number): Asked {
  const labels = snapshot.fingerprinter.ofWire(question.name);
  if (shared === undefined) return shared = { question, client, snapshot, now, labels, allowed: undefined };
  shared.question = question;
  shared.client = client;
  shared.snapshot = snapshot;
  shared.now = now;
  shared.labels = labels;
  shared.allowed = undefined;
  return shared;
}

/** What a walk has heard so far. */
class Walk {
  #verdict: Verdict | undefined;
  #match: RuleMatch | undefined;
  #notices: Notice[] | undefined;

  /** Takes a step in; true when it ends the walk. */
  take(step: Step): boolean {
    if (step.tell !== undefined) (this.#notices ??= []).push(step.tell);
    if ("settle" in step) this.#verdict = step.settle;
    else if ("next" in step) this.#match ??= step.match;
    return this.#verdict !== undefined;
  }

  decision(): Decision {
    const notices = this.#notices ?? NO_NOTICES;
    const verdict = this.#verdict;
    if (verdict !== undefined) return { verdict, notices };
    return { verdict: this.#match === undefined ? RESOLVE.verdict : { do: "resolve", match: this.#match }, notices };
  }
}

function wording(step: Step, snapshot: Snapshot): string {
  const told = step.tell === undefined ? "" : `; told: ${step.tell.kind} ${step.tell.detail}`;
  if ("need" in step) return `Waits for a fact: ${step.need}${told}`;
  if (!("settle" in step)) {
    if (step.lifted) return `Lifted by the rule${told}`;
    return (step.match === undefined ? "Nothing to say" : `Allowed by ${ruleWording(step.match, snapshot)}`) + told;
  }
  const verdict = step.settle;
  if (verdict.do === "local") return `Answered by the box itself${told}`;
  const by = verdict.match === undefined ? "" : ` by ${ruleWording(verdict.match, snapshot)}`;
  if (verdict.do === "resolve") return `Allowed${by}${told}`;
  const what = verdict.do === "rewrite" ? "Rewritten" : "Blocked";
  return `${what}${by}, reason ${verdict.reason}, origin ${verdict.origin}${told}`;
}

function ruleWording(match: RuleMatch, snapshot: Snapshot): string {
  if (match.personal !== undefined) return `rule ${match.rule} of the household, scope ${match.personal.scope}`;
  return `rule ${match.rule} of list ${snapshot.lists[match.list]?.name ?? match.list}`;
}
