/**
 * Why a name is blocked: one row a reason, in order of precedence (DESIGN 5). A pause lifts comfort, never security, household
 * time or company policy; `except` says what the columns cannot. The walk itself is policy/decide/protections.ts.
 */

import { type Protects, protectsFrom } from "./catalogue/categories.ts";

/** The identifier of a reason, as journal, API and pages write it. */
export type Reason =
  | "quarantine"
  | "schedule"
  | "service"
  | "rule"
  | "tunnel"
  | "spyware"
  | "lookalike"
  | "category"
  | "list"
  | "dlp"
  | "restricted"
  | "rebinding";

/** Extended DNS error of a block (RFC 8914): 15 security, 16 illegal content, 17 household and company (DESIGN 11). */
export type BlockEde = 15 | 16 | 17;

/**
 * Which allow rule lifts a block: none, one of any scope that covers the device, only one of the device, of the network or the
 * device, a personal rule, the narrower scope of two rules, or an allowed list of the protection's own.
 */
export type AllowLifts =
  | "no"
  | "any"
  | "device"
  | "network-or-device"
  | "personal"
  | "narrower-scope"
  | "own-list";

/** Whether a person may ask for the name: no, by an unblock request, or more time instead. */
export type MayAsk = "no" | "unblock" | "more-time";

/** A row of the table. */
export interface ReasonRow {
  readonly reason: Reason;
  /** Tells rows of one reason apart, "" when it has one row. */
  readonly cause: "" | "time" | "bypass";
  readonly pauseLifts: boolean;
  readonly allowLifts: AllowLifts;
  readonly mayAsk: MayAsk;
  readonly ede: BlockEde;
  /** What the columns leave out, "" = nothing. */
  readonly except: string;
  /** Sections of the reference. */
  readonly source: string;
}

/** The table: its order is the precedence. Reasons of the answer come last because they are known last. */
export const REASONS: readonly ReasonRow[] = [
  row("quarantine", "", false, "no", "no", 15, "Healing names pass", "A 3.5, 7.4.5"),
  row(
    "schedule",
    "",
    false,
    "no",
    "more-time",
    17,
    "Always-permitted names go on down",
    "A 3.2, 7.1.1",
  ),
  row("service", "", true, "device", "unblock", 17, "", "A 7.2.3, B 7.5.3"),
  row("rule", "", true, "narrower-scope", "unblock", 17, "", "A 7.2.3"),
  row("tunnel", "", false, "any", "no", 15, "", "A 7.2.3, 7.6.5"),
  row("spyware", "", false, "any", "no", 15, "The notice is given all the same", "A 7.4.2"),
  row("lookalike", "", false, "personal", "no", 15, "", "A 7.5.6"),
  row("category", "time", false, "any", "more-time", 17, "", "A 3.2, 7.1, 7.6.9"),
  row(
    "category",
    "bypass",
    true,
    "any",
    "unblock",
    17,
    "Minors: no pause, rule or request",
    "A 7.1.2, 7.6.2",
  ),
  row(
    "list",
    "",
    true,
    "any",
    "unblock",
    17,
    "Security and illegal: no pause, no request; mining: no request; child-abuse names: no rule. EDE 15 and 16 for the first two",
    "A 7.6.5, 7.6.9",
  ),
  row("dlp", "", false, "network-or-device", "unblock", 17, "", "B 7.4.2"),
  row("restricted", "", true, "device", "unblock", 17, "", "A 7.2.2"),
  row("rebinding", "", false, "own-list", "no", 15, "", "A 7.4.1"),
];

function row(
  reason: Reason,
  cause: ReasonRow["cause"],
  pauseLifts: boolean,
  allowLifts: AllowLifts,
  mayAsk: MayAsk,
  ede: BlockEde,
  except: string,
  source: string,
): ReasonRow {
  return { reason, cause, pauseLifts, allowLifts, mayAsk, ede, except, source };
}

const EDE_BY_REASON: ReadonlyMap<Reason, BlockEde> = new Map(
  REASONS.map(({ reason, ede }) => [reason, ede]),
);
const EDE_BY_PROTECTION: Readonly<Record<Protects, BlockEde | undefined>> = {
  security: 15,
  illegal: 16,
  choice: undefined,
};

/** The EDE code of a block, from its reason and, where names are blocked for what they are about, the category (DESIGN 11). */
export function blockEde(reason: Reason, category = ""): BlockEde {
  const byCategory = reason === "list" || reason === "category"
    ? EDE_BY_PROTECTION[protectsFrom(category)]
    : undefined;
  return byCategory ?? EDE_BY_REASON.get(reason) ?? 17;
}
