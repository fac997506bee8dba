/**
 * Why a name is blocked, as shown on the block page, and what can be done about it (A 7.6.4,
 * 7.6.5).
 */
import {
  type BlockCause,
  categoryOfOrigin,
  findBlockCause,
  findReasonRow,
  type Reason,
  type RequestKind,
} from "../../../../policy/reasons.ts";

/** The decision about a name, as the resolver remembers it (resolver/memory/block_memory.ts). */
export interface BlockDecision {
  readonly reason: Reason;
  /** The list that blocked it; -1 = none. */
  readonly list: number;
  /**
   * The origin with its cause: `category:games`, `homework:games`, `service:youtube`,
   * `schedule:cut`…
   */
  readonly origin: string;
}

/** The kind of a reason, which selects the text of the page. */
export type WhyKind =
  | Exclude<Reason, "schedule">
  | Extract<BlockCause, "hours" | "cut" | "homework" | "limit">
  | "danger";

/** The reason in the terms of a page. */
export interface BlockWhy {
  readonly kind: WhyKind;
  /** The category of the name, "" = unknown, or private. */
  readonly category: string;
  /** The service of the catalogue with this name; "" = none. */
  readonly service: string;
  /** The request that a person may send: more time, to unblock the name, or none. */
  readonly mayAsk: RequestKind;
}

/** The kind of a cause; absent = the kind of its reason. */
const KIND_OF_CAUSE: Readonly<Partial<Record<BlockCause, WhyKind>>> = {
  hours: "hours",
  cut: "cut",
  homework: "homework",
  limit: "limit",
  security: "danger",
  illegal: "danger",
};
const SERVICE = "service:";

/**
 * Returns the current reason: a category that a choice blocks is not closed by time, so more time
 * would not open it.
 */
export function reasonUnderChoices(why: BlockWhy, blocked: ReadonlySet<string>): BlockWhy {
  const isTimed = why.kind === "homework" || why.kind === "limit";
  if (!isTimed || !blocked.has(why.category)) return why;
  return { ...why, kind: "category", mayAsk: "unblock" };
}

/** Returns why a name is blocked; `categoryOf` gives the category of a list. */
export function whyOf(
  { reason, list, origin }: BlockDecision,
  categoryOf: (list: number) => string,
): BlockWhy {
  const kind = KIND_OF_CAUSE[findBlockCause(reason, origin)] ?? reason as WhyKind;
  const category = categoryOfOrigin(origin) || (list < 0 ? "" : categoryOf(list));
  const service = origin.startsWith(SERVICE) ? origin.slice(SERVICE.length) : "";
  return { kind, category, service, mayAsk: findReasonRow(reason, origin)?.mayAsk ?? "no" };
}
