/**
 * The protection against names that imitate others (A 7.5). Look-alike letters are blocked. Typing
 * errors and protected names in front of other domains are reported; these and added trap words are
 * blocked if the domain is young. A rule of the household lifts all of it, a rule of a list nothing.
 */
import { type Lookalike, LookalikeIndex } from "../lookalikes/index.ts";
import { isTextWithin, nameToText } from "../model/name.ts";
import type { RuleMatch, Step, Verdict } from "../model/decision.ts";
import { homeSuffixes } from "../snapshot/local_index.ts";
import type { ResolverSettings } from "../snapshot/settings.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { LIFTED, NEXT } from "./step.ts";

const ORIGIN = "lookalike:";

/** The protection against look-alike names. */
export const lookalikeProtection: Protection = {
  name: "look-alikes",
  concerns: (_, { settings }) => settings.filtering && settings.lookalike,
  prepare: lookalikeIndexOf,
  before(context: DecisionContext): Step {
    const { snapshot, question } = context;
    const index = lookalikeIndexOf(snapshot);
    const found = index.find(question.name);
    if (found === undefined) return NEXT;
    const name = nameToText(question.name);
    if (!concernsLookalike(name, found, snapshot.settings)) return NEXT;
    if (index.isAllowed(name) || context.allowed !== undefined) return LIFTED;
    return stepOf(found, snapshot.settings);
  },
};

/** The origin of a block or report of a look-alike. */
export function lookalikeOrigin({ imitates }: Pick<Lookalike, "imitates">): string {
  return `${ORIGIN}${imitates}`;
}

/** Whether an origin is that of a look-alike. */
export function isLookalikeOrigin(origin: string): boolean {
  return origin.startsWith(ORIGIN);
}

function stepOf(found: Lookalike, { lookalikeAsk }: ResolverSettings): Step {
  const origin = lookalikeOrigin(found);
  const block: Verdict = { do: "block", reason: "lookalike", origin };
  if (found.kind === "homograph") return { settle: block };
  const match: RuleMatch = { list: -1, rule: "", reported: origin };
  const isReported = found.kind !== "combosquat";
  if (!lookalikeAsk) return isReported ? { next: true, match } : NEXT;
  return { need: "domain_age", of: found.domain, ifYoung: block, ...(isReported && { match }) };
}

/** Whether the settings and the networks of the home leave a finding as one. */
export function concernsLookalike(
  name: string,
  { kind }: Lookalike,
  settings: ResolverSettings,
): boolean {
  if (kind === "typosquat" && !settings.lookalikeTypos) return false;
  return !homeSuffixes(settings).some((domain) => isTextWithin(name, domain));
}

/** The index built last, for snapshots with the same names. */
let last: { readonly key: string; readonly index: LookalikeIndex } | undefined;
const indexes = new WeakMap<Snapshot, LookalikeIndex>();

/** The index of the names of a snapshot, built once. */
export function lookalikeIndexOf(snapshot: Snapshot): LookalikeIndex {
  let index = indexes.get(snapshot);
  if (index === undefined) {
    const { visited = [], settings: { lookalikeAllowed: allowed } } = snapshot;
    const key = JSON.stringify([visited, allowed]);
    if (last?.key !== key) last = { key, index: new LookalikeIndex({ visited, allowed }) };
    index = last.index;
    indexes.set(snapshot, index);
  }
  return index;
}
