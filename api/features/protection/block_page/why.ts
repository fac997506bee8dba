/** Why a name is blocked, as the block page tells it, and what can be done about it (A 7.6.4, 7.6.5). */
import { protectsFrom } from "../../../../policy/catalogue/categories.ts";
import { type MayAsk, type Reason, type ReasonRow, REASONS } from "../../../../policy/reasons.ts";

/** What was decided about a name, as the resolver remembers it (resolver/block_memory.ts). */
export interface BlockDecided {
  readonly reason: Reason;
  readonly cause: ReasonRow["cause"];
  /** The list that decided; -1 = none. */
  readonly list: number;
  /** `category:games`, `service:youtube`, `schedule:cut`… */
  readonly origin: string;
}

/** The kind of a reason, by which the page words it. */
export type WhyKind = Exclude<Reason, "schedule"> | "hours" | "cut" | "time" | "danger";

/** Why, in the terms of a page. */
export interface Why {
  readonly kind: WhyKind;
  /** What the name is about, "" = that is not known, or nobody's business. */
  readonly category: string;
  /** The service of the catalogue that it belongs to, "" = none. */
  readonly service: string;
  /** What a person may do: ask for more time, ask to unblock the name, or neither. */
  readonly mayAsk: MayAsk;
}

/** Why a name is blocked; `categoryOf` gives the category of a list. */
export function whyOf(
  { reason, cause, list, origin }: BlockDecided,
  categoryOf: (list: number) => string,
): Why {
  const [, word, about] = /^(category|service):(.*)$/.exec(origin) ?? [];
  const category = word === "category" ? about : list < 0 ? "" : categoryOf(list);
  return {
    kind: kindOf(reason, cause, origin, category),
    category,
    service: word === "service" ? about : "",
    mayAsk: mayAskOf(reason, cause, category),
  };
}

function kindOf(
  reason: Reason,
  cause: ReasonRow["cause"],
  origin: string,
  category: string,
): WhyKind {
  if (reason === "schedule") return origin === "schedule:cut" ? "cut" : "hours";
  if (reason === "category" && cause === "time") return "time";
  if (reason !== "list" && reason !== "category") return reason;
  return protectsFrom(category) === "choice" ? reason : "danger";
}

/** As the table of reasons says; what protects from attacks is not lifted by a request (A 7.6.5). */
function mayAskOf(reason: Reason, cause: ReasonRow["cause"], category: string): MayAsk {
  const row = REASONS.find((each) => each.reason === reason && each.cause === cause) ??
    REASONS.find((each) => each.reason === reason);
  const isProtection = (reason === "list" || reason === "category") &&
    protectsFrom(category) !== "choice";
  return isProtection ? "no" : row?.mayAsk ?? "no";
}
