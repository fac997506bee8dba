/**
 * Describes the steps of a walk in readable words, and as facts that pages translate (`--explain`,
 * "Why was this blocked?").
 */
import { protectionKindOf } from "../catalogue/categories.ts";
import type {
  ExplainedOutcome,
  ExplainedStep,
  LostRule,
  RuleMatch,
  SkippedList,
  Step,
  Verdict,
} from "../model/decision.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/**
 * Describes the result of a protection, with the lists that it did not use. Without a step, the
 * protection was not reached. `lost` is an allow rule that did not lift a block.
 */
export function describeStep(
  protection: string,
  step: Step | undefined,
  snapshot: Snapshot,
  skipped: readonly SkippedList[] = [],
  lost: LostRule | undefined = undefined,
): ExplainedStep {
  if (step === undefined) {
    const nothing = { origin: "", rule: "", list: "", scope: "" };
    return {
      protection,
      verdict: "skipped",
      outcome: "skipped",
      ...nothing,
      skipped,
      text: "Not asked: already settled",
    };
  }
  const match = matchOf(step);
  const settled = "settle" in step ? step.settle : undefined;
  const origin = settled?.do === "block" || settled?.do === "rewrite"
    ? settled.origin
    : match?.personal?.origin ?? match?.reported ?? "";
  return {
    protection,
    verdict: settled === undefined ? "next" : "settle",
    outcome: outcomeOf(step),
    origin,
    ...shownMatch(match, snapshot),
    scope: match?.personal?.scope ?? "",
    skipped,
    ...(lost !== undefined && { lost }),
    text: `${wording(step, snapshot)}${skippedWording(skipped)}${lostWording(lost)}`,
  };
}

function skippedWording(lists: readonly SkippedList[]): string {
  const why = { scope: "is not for this client", hours: "is not on at this time" };
  return lists.map((skipped) => `; list ${skipped.list} ${why[skipped.why]}`).join("");
}

function matchOf(step: Step): RuleMatch | undefined {
  if ("settle" in step) return step.settle.do === "local" ? undefined : step.settle.match;
  return "next" in step || step.need === "domain_age" ? step.match : undefined;
}

const SETTLED: Readonly<Record<Verdict["do"], ExplainedOutcome>> = {
  local: "answered",
  rewrite: "rewritten",
  block: "blocked",
  resolve: "allowed",
};

function outcomeOf(step: Step): ExplainedOutcome {
  if ("need" in step) return step.need === "domain_age" && step.match ? "told" : "waits";
  if ("settle" in step) {
    return SETTLED[step.settle.do];
  }
  if (step.lifted) return "lifted";
  if (step.match !== undefined) return isReportOnly(step.match) ? "told" : "allowed";
  return step.tell === undefined ? "nothing" : "told";
}

/**
 * Matches the text of rules that allow names: exceptions and zone records, with or without a
 * trailing comment.
 */
const ALLOWING = /^@@|\srpz-(?:passthru|tcp-only)\.\s*(?:;|$)/i;

/** Whether a match that allows the name only reports it because its category is monitored. */
function isReportOnly({ personal, list, rule }: RuleMatch): boolean {
  return personal === undefined && (list < 0 || !ALLOWING.test(rule));
}

/**
 * The rule and the list as they may be displayed. Content of a confidential list is never displayed
 * (A 7.6.2).
 */
function shownMatch(
  match: RuleMatch | undefined,
  { lists }: Snapshot,
): Pick<ExplainedStep, "rule" | "list"> {
  if (match === undefined) return { rule: "", list: "" };
  const list = lists[match.list];
  if (list !== undefined && protectionKindOf(list.category) === "illegal") {
    return { rule: "", list: "" };
  }
  return { rule: match.rule, list: list?.name ?? "" };
}

function lostWording(lost: LostRule | undefined): string {
  return lost === undefined
    ? ""
    : `; not lifted by rule ${lost.rule} of the household, scope ${lost.scope}`;
}

function wording(step: Step, snapshot: Snapshot): string {
  const notice = step.tell === undefined ? "" : `; notice: ${step.tell.kind} ${step.tell.detail}`;
  if ("need" in step) {
    if (step.need === "answer") return `Waits for the answer${notice}`;
    const report = step.match === undefined
      ? ""
      : `Reported, not blocked: ${step.match.reported}; `;
    return `${report}blocked if ${step.of} is young, origin ${step.ifYoung.origin}${notice}`;
  }
  if (!("settle" in step)) {
    if (step.lifted) return `Lifted${notice}`;
    if (step.match === undefined) return `Nothing to say${notice}`;
    const effect = isReportOnly(step.match) ? "Told, not blocked:" : "Allowed by";
    return `${effect} ${ruleWording(step.match, snapshot)}${notice}`;
  }
  const verdict = step.settle;
  if (verdict.do === "local") return `Answered by the box itself${notice}`;
  const words = verdict.match === undefined ? "" : ruleWording(verdict.match, snapshot);
  const cause = words === "" ? "" : ` by ${words}`;
  if (verdict.do === "resolve") return `Allowed${cause}${notice}`;
  const why = verdict.reason === "" ? "" : `, reason ${verdict.reason}`;
  const effect = verdict.do === "rewrite" ? "Rewritten" : "Blocked";
  return `${effect}${cause}${why}, origin ${verdict.origin}${notice}`;
}

function ruleWording(match: RuleMatch, snapshot: Snapshot): string {
  if (match.reported !== undefined) return match.reported;
  if (match.personal !== undefined) {
    return `rule ${match.rule} of the household, scope ${match.personal.scope}`;
  }
  const { rule, list } = shownMatch(match, snapshot);
  if (rule === "") return "a confidential list";
  return list === "" ? rule : `rule ${rule} of list ${list}`;
}
