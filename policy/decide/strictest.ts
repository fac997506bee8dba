/**
 * Of a device that several people share, the strictest verdict holds: the device is looked at as that of each of them in turn,
 * so that no setting of one opens what another's keeps closed (A 7.1.5).
 */
import { safeSearchEngine } from "../catalogue/safe_search.ts";
import type { Decision, Notice, Rewrite } from "../model/decision.ts";
import { nameToText } from "../model/name.ts";
import { REASONS } from "../reasons.ts";
import type { PolicyClient } from "./protections.ts";

const FIRST_REASON: ReadonlyMap<string, number> = new Map(
  REASONS.map(({ reason }, i) => [reason, i] as const).reverse(),
);

const SAFE_SEARCH = "safe-search:";

/**
 * How strict a decision is: a block, the earlier its reason in the table the stricter, then a safe search, the stricter of its
 * forms, then another answer, then what is let through with a condition, then none.
 */
export function severity({ verdict }: Decision): number {
  if (verdict.do === "block") return 100 - (FIRST_REASON.get(verdict.reason) ?? 0);
  if (verdict.do === "rewrite") return 2 + formOf(verdict.origin, verdict.to);
  if (verdict.do === "local") return 1;
  return verdict.otherwise !== undefined ? 0.75 : verdict.match?.tcpOnly === true ? 0.5 : 0;
}

/** Which form of a safe search an answer is, the mildest 1; 0 = it is none. */
function formOf(origin: string, { cname }: Rewrite): number {
  if (cname === undefined || !origin.startsWith(SAFE_SEARCH)) return 0;
  const levels = safeSearchEngine(origin.slice(SAFE_SEARCH.length))?.levels.values();
  return levels === undefined ? 0 : 1 + [...levels].indexOf(nameToText(cname));
}

/** The strictest of the decisions, the first of equals, with everything that is told beside any of them. */
export function strictest(decisions: readonly Decision[]): Decision {
  let best = decisions[0];
  const notices: Notice[] = [];
  for (const decision of decisions) {
    if (severity(decision) > severity(best)) best = decision;
    for (const notice of decision.notices) {
      if (!notices.some(({ kind, detail }) => kind === notice.kind && detail === notice.detail)) {
        notices.push(notice);
      }
    }
  }
  return notices.length === best.notices.length ? best : { verdict: best.verdict, notices };
}

/** The view with the strictest decision, the first of equals. */
export function strictestView(
  views: readonly PolicyClient[],
  decide: (view: PolicyClient) => Decision,
): PolicyClient {
  let best = views[0], most = -1;
  for (const view of views) {
    const found = severity(decide(view));
    if (found > most) [best, most] = [view, found];
  }
  return best;
}
