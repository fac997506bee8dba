/**
 * The lists that hold a name but have no effect on the client, because they are not for it or not
 * on at this time. Only `--explain` needs them, so they are ranked one by one.
 */
import { protectionKindOf } from "../catalogue/categories.ts";
import type { SkippedList } from "../model/decision.ts";
import { isUnlimited } from "../model/list_reach.ts";
import { listAlone } from "../snapshot/device_policy.ts";
import { LIST_EFFECT } from "../snapshot/snapshot_parts.ts";
import { ListMatch } from "./list_match.ts";
import type { DecisionContext } from "./protection.ts";

const match = new ListMatch();

/** The skipped lists of ways around the box, or all others. */
export function skippedLists(context: DecisionContext, ofBypass: boolean): SkippedList[] {
  const { snapshot: { lists, sets, settings }, client: { policy } } = context;
  if (!settings.filtering) return [];
  return lists.flatMap((list, number): SkippedList[] => {
    const isBypass = list.kind === "block" && list.category === "bypass";
    // The content of a confidential list is never displayed (A 7.6.2).
    const isHidden = protectionKindOf(list.category) === "illegal";
    if (isUnlimited(list) || isBypass !== ofBypass || isHidden) return [];
    const why = reasonOf(context, number);
    if (why === undefined) return [];
    match.name(context, listAlone(number, sets, lists));
    const holds = !match.isEmpty;
    return holds && policy.lists[number] !== LIST_EFFECT.off ? [{ list: list.name, why }] : [];
  });
}

function reasonOf(
  { client: { policy: { lists, listWindows = [] } }, now }: DecisionContext,
  number: number,
): SkippedList["why"] | undefined {
  if (lists[number] === LIST_EFFECT.elsewhere) return "scope";
  const windows = listWindows.filter(([list]) => list === number);
  const isOn = windows.length === 0 || windows.some(([, from, to]) => from <= now && now < to);
  return isOn ? undefined : "hours";
}
