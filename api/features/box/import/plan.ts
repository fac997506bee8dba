/**
 * Makes the plan of an import: the items, and what each would change in the box. Nothing is written
 * here.
 */
import { Comparison } from "./comparison.ts";
import { joinDevices } from "./devices.ts";
import type { Sentence } from "../../../../policy/model/sentence.ts";
import { type ImportFindings, type ImportSource, type ImportWish, WHATS } from "./model.ts";
import type { BoxContents, ImportParts } from "./box_contents.ts";
import type { PlanItem } from "./plan_item.ts";

/** A plan without its id and results. */
export interface ComparedPlan {
  readonly source: ImportSource;
  readonly items: readonly PlanItem[];
  readonly warnings: readonly Sentence[];
}

/** Makes the plan from the findings; `now` in Unix seconds. */
export function planOf(
  found: ImportFindings,
  present: BoxContents,
  parts: ImportParts,
  now: number,
): ComparedPlan {
  const comparison = new Comparison(found.wishes, present, parts, now);
  const order = new Map<string, number>(WHATS.map((what, at) => [what, at]));
  // In all sources a rewrite takes precedence over an exception, and that over a block. A name has
  // one rule in a scope: one that covers its subdomains too comes first.
  const precedence = ({ target }: ImportWish) => {
    if (target?.what !== "rule") return 0;
    const { action, kind, types } = target.rule;
    const isWide = kind === "subdomains" && types.length === 0;
    return 2 * PRECEDENCE.indexOf(action) + (isWide ? 0 : 1);
  };
  const wishes = joinDevices(found.wishes).toSorted((a, b) => precedence(a) - precedence(b));
  const items = wishes.map((wish) => comparison.item(wish)).filter((item) => item !== undefined)
    .sort((a, b) => order.get(a.what)! - order.get(b.what)!);
  return {
    source: found.source,
    warnings: found.warnings,
    items: items.map((item, id) => ({ ...item, id })),
  };
}

const PRECEDENCE = ["rewrite", "allow", "block"];
