/** One item of an import plan. */
import type { ItemKind, ItemReason, Target } from "./model.ts";

/**
 * What the import would do with an item: add it, change an existing one, leave an equal one, or
 * refuse it.
 */
export const STATUSES = ["add", "change", "same", "cannot"] as const;
/** A status of `STATUSES`. */
export type ItemStatus = (typeof STATUSES)[number];

/** The result of an item: none yet, written, left out because it was not selected, or refused. */
export type ItemResult = "" | "done" | "left" | "failed";

/** One item of the plan. */
export interface PlanItem {
  /** From 0, in the order of the plan. */
  readonly id: number;
  readonly what: ItemKind;
  /** The text in the source. */
  readonly from: string;
  /** The text in the box; "" = the box cannot have it. */
  readonly becomes: string;
  /** The setting, service, category or search engine of the item; "" for other items. */
  readonly key: string;
  /**
   * The new value of that, in the format of `before`; the profile of a person; "" for other items.
   */
  readonly value: string;
  /** The scopes by name in one text: `group: Kids; except device: TV`, "" = everyone. */
  readonly whom: string;
  /** The scopes one by one, and for a list those that it is not for; none = everyone. */
  readonly scopes: readonly string[];
  readonly except: readonly string[];
  readonly status: ItemStatus;
  /** The current value in the box. */
  readonly before: string;
  /** Of a list that changes: whom it is for now, and whom not; `all` = everyone, none = no one. */
  readonly before_scopes: readonly string[];
  readonly before_except: readonly string[];
  readonly why: ItemReason;
  readonly detail: string;
  /** Whether the item is selected by default. */
  readonly chosen: boolean;
  readonly target?: Target;
}
