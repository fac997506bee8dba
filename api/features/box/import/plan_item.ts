/** One thing that an import would write. */
import type { ItemKind, ItemReason, Target } from "./model.ts";

/** What the import would do with an item: add it, change another to it, leave the same one, or refuse it. */
export const STATUSES = ["add", "change", "same", "cannot"] as const;
/** A status of `STATUSES`. */
export type ItemStatus = (typeof STATUSES)[number];

/**
 * The result of an item: none yet, written, left out because it was not chosen, or refused at the
 * write.
 */
export type ItemResult = "" | "done" | "left" | "failed";

/** One item of the plan. */
export interface PlanItem {
  /** From 0, in the order of the plan. */
  readonly id: number;
  readonly what: ItemKind;
  /** As the source writes it. */
  readonly from: string;
  /** As the box writes it; "" = the box cannot have it. */
  readonly becomes: string;
  /** The setting, service, category or engine of a choice that it is about; "" for other things. */
  readonly key: string;
  /** What is chosen of that, `before` of the same kind; the profile of a person; "" for other things. */
  readonly value: string;
  /** Whom it is for, by name: `group: Kids`, "" = everyone. */
  readonly whom: string;
  readonly status: ItemStatus;
  /** What the box has in its place now. */
  readonly before: string;
  readonly why: ItemReason;
  readonly detail: string;
  /** Whether it is proposed. */
  readonly chosen: boolean;
  readonly target?: Target;
}
