/**
 * For a device that several people share, the strictest verdict applies. The device is evaluated
 * once for each person, so that no setting of one unblocks what another's settings block (A 7.1.5).
 */
import { safeSearchEngine } from "../catalogue/safe_search.ts";
import type { Decision, Notice, Rewrite, YoungBlock } from "../model/decision.ts";
import { nameToText } from "../model/name.ts";
import { findReasonRow, type ReasonRow, REASONS } from "../reasons.ts";
import type { PolicyClient } from "./protection.ts";

const PLACES: ReadonlyMap<ReasonRow | undefined, number> = new Map(
  REASONS.map((row, place) => [row, place]),
);

const SAFE_SEARCH = "safe-search:";

/**
 * How strict a decision is, from strictest to mildest: a block, safe search, another rewrite, an
 * allow with a condition, none. Blocks with an earlier row in the table of reasons are stricter, as
 * are stricter forms of safe search.
 */
export function severity({ verdict }: Decision): number {
  if (verdict.do === "block") {
    return 100 - (PLACES.get(findReasonRow(verdict.reason, verdict.origin)) ?? 0);
  }
  if (verdict.do === "rewrite") return 2 + formOf(verdict.origin, verdict.to);
  if (verdict.do === "local") return 1;
  if (verdict.otherwise !== undefined) return 0.75;
  return verdict.match?.tcpOnly === true ? 0.5 : 0;
}

/** The form of safe search that a rewrite leads to: 1 = the mildest, 0 = not a safe search. */
function formOf(origin: string, { cname }: Rewrite): number {
  if (cname === undefined || !origin.startsWith(SAFE_SEARCH)) return 0;
  const levels = safeSearchEngine(origin.slice(SAFE_SEARCH.length))?.levels.values();
  return levels === undefined ? 0 : 1 + [...levels].indexOf(nameToText(cname));
}

/**
 * The strictest of the decisions, the first among equals, with the additional matches of all of
 * them.
 */
export function strictestDecision(decisions: readonly Decision[]): Decision {
  let best = decisions[0];
  let ifYoung: YoungBlock | undefined;
  const notices: Notice[] = [];
  for (const decision of decisions) {
    ifYoung ??= decision.ifYoung;
    if (severity(decision) > severity(best)) best = decision;
    for (const notice of decision.notices) {
      if (!notices.some(({ kind, detail }) => kind === notice.kind && detail === notice.detail)) {
        notices.push(notice);
      }
    }
  }
  const isWhole = notices.length === best.notices.length && ifYoung === best.ifYoung;
  return isWhole ? best : { verdict: best.verdict, notices, ...(ifYoung && { ifYoung }) };
}

/** The view with the strictest decision, the first among equals. */
export function strictestView(
  views: readonly PolicyClient[],
  decide: (view: PolicyClient) => Decision,
): PolicyClient {
  let best = views[0];
  let most = -1;
  for (const view of views) {
    const found = severity(decide(view));
    if (found > most) [best, most] = [view, found];
  }
  return best;
}
