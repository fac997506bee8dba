/** Why a name is blocked: one row a reason, in order of precedence (DESIGN 5). */

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
