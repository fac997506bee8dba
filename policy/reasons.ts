/**
 * The reasons for blocking a name, one row per reason in order of precedence. A pause lifts
 * comfort, never security, household time or company policy; `except` contains what the columns
 * cannot express. The protections are evaluated in policy/decide/protections.ts.
 */

import { type ProtectionKind, protectionKindOf } from "./catalogue/categories.ts";

/** The identifier of a reason in journal, API and pages. */
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

/**
 * Extended DNS error of a block (RFC 8914): 15 security, 16 illegal content, 17 household and
 * company.
 */
export type BlockEde = 15 | 16 | 17;

/**
 * Which allow rule lifts a block: none, one of any scope that covers the device, one whose scope is
 * at least as narrow as the choice that blocks, only one of the device, of the network or the device, a personal rule, the narrower scope of two rules, or an
 * allowed list of the protection's own.
 */
export type AllowLifts =
  | "no"
  | "any"
  | "choice-scope"
  | "device"
  | "network-or-device"
  | "personal"
  | "narrower-scope"
  | "own-list";

/**
 * Whether a person may request the name: no, by an unblock request, or by a request for more time.
 */
export type RequestKind = "no" | "unblock" | "more-time";

/**
 * The exact cause, for reasons with several causes; "" = the reason has only one, or it is the
 * plain choice of a category.
 */
export type BlockCause =
  | ""
  | "hours"
  | "cut"
  | "homework"
  | "limit"
  | "bypass"
  | "security"
  | "illegal";

/** A row of the table. */
export interface ReasonRow {
  readonly reason: Reason;
  /** Distinguishes rows of one reason; `findBlockCause` derives it from the origin of a block. */
  readonly cause: BlockCause;
  readonly pauseLifts: boolean;
  readonly allowLifts: AllowLifts;
  readonly mayAsk: RequestKind;
  /** Extended DNS error: its code, and its text, which a service, category or list may follow. */
  readonly ede: BlockEde;
  readonly edeText: string;
  /** Exceptions to the columns, "" = none. */
  readonly except: string;
  /** Entries of docs/requirements.md. */
  readonly source: string;
}

/**
 * The table, in order of precedence. Reasons found in the answer come last because they are known
 * last.
 */
export const REASONS: readonly ReasonRow[] = [
  {
    reason: "quarantine",
    cause: "",
    pauseLifts: false,
    allowLifts: "no",
    mayAsk: "no",
    ede: 15,
    edeText: "Device in quarantine",
    except: "Healing names pass",
    source: "A 3.5, 7.4.5",
  },
  {
    reason: "schedule",
    cause: "hours",
    pauseLifts: false,
    allowLifts: "no",
    mayAsk: "more-time",
    ede: 17,
    edeText: "Outside the open hours",
    except: "Always-permitted names go on down",
    source: "A 3.2, 7.1.1",
  },
  {
    reason: "schedule",
    cause: "cut",
    pauseLifts: false,
    allowLifts: "no",
    mayAsk: "more-time",
    ede: 17,
    edeText: "Internet cut",
    except: "Always-permitted names go on down",
    source: "A 3.2, 7.1.1",
  },
  {
    reason: "service",
    cause: "",
    pauseLifts: true,
    allowLifts: "choice-scope",
    mayAsk: "unblock",
    ede: 17,
    edeText: "Service not allowed",
    except: "",
    source: "A 7.2.3, B 7.5.3",
  },
  {
    reason: "rule",
    cause: "",
    pauseLifts: true,
    allowLifts: "narrower-scope",
    mayAsk: "unblock",
    ede: 17,
    edeText: "Blocked by a rule",
    except: "",
    source: "A 7.2.3",
  },
  {
    reason: "tunnel",
    cause: "",
    pauseLifts: false,
    allowLifts: "any",
    mayAsk: "no",
    ede: 15,
    edeText: "Data carried inside DNS",
    except: "",
    source: "A 7.2.3, 7.6.5",
  },
  {
    reason: "spyware",
    cause: "",
    pauseLifts: false,
    allowLifts: "any",
    mayAsk: "no",
    ede: 15,
    edeText: "Spyware",
    except: "The notice is given all the same",
    source: "A 7.4.2",
  },
  {
    reason: "lookalike",
    cause: "",
    pauseLifts: false,
    allowLifts: "personal",
    mayAsk: "no",
    ede: 15,
    edeText: "Look-alike name",
    except: "",
    source: "A 7.5.6",
  },
  {
    reason: "category",
    cause: "bypass",
    pauseLifts: true,
    allowLifts: "any",
    mayAsk: "unblock",
    ede: 17,
    edeText: "VPN, proxy or encrypted DNS not allowed",
    except: "Minors: no pause, rule or request",
    source: "A 7.1.2, 7.6.2",
  },
  {
    reason: "category",
    cause: "illegal",
    pauseLifts: false,
    allowLifts: "no",
    mayAsk: "no",
    ede: 16,
    edeText: "Illegal content",
    except: "",
    source: "A 7.6.2, 7.6.9",
  },
  {
    reason: "category",
    cause: "security",
    pauseLifts: false,
    allowLifts: "any",
    mayAsk: "no",
    ede: 15,
    edeText: "Dangerous name",
    except: "",
    source: "A 7.6.5, 7.6.9",
  },
  {
    reason: "category",
    cause: "",
    pauseLifts: true,
    allowLifts: "any",
    mayAsk: "unblock",
    ede: 17,
    edeText: "Category not allowed",
    except: "What a minor's profile closes: only rules for the profile, the person or the device",
    source: "A 7.6.5, 7.6.9",
  },
  {
    reason: "list",
    cause: "",
    pauseLifts: true,
    allowLifts: "any",
    mayAsk: "unblock",
    ede: 17,
    edeText: "Blocked by a list",
    except: "",
    source: "A 7.6.5, 7.6.9",
  },
  // After the lists: what they block anyway stays blocked when the time is given (A 7.6.5).
  {
    reason: "category",
    cause: "homework",
    pauseLifts: false,
    allowLifts: "any",
    mayAsk: "more-time",
    ede: 17,
    edeText: "Homework time",
    except: "",
    source: "A 3.2, 7.1, 7.6.9",
  },
  {
    reason: "category",
    cause: "limit",
    pauseLifts: false,
    allowLifts: "any",
    mayAsk: "more-time",
    ede: 17,
    edeText: "Time for today is used up",
    except: "",
    source: "A 3.2, 7.1, 7.6.9",
  },
  {
    reason: "dlp",
    cause: "",
    pauseLifts: false,
    allowLifts: "network-or-device",
    mayAsk: "unblock",
    ede: 17,
    edeText: "Company policy",
    except: "",
    source: "B 7.4.2",
  },
  {
    reason: "restricted",
    cause: "",
    pauseLifts: true,
    allowLifts: "device",
    mayAsk: "unblock",
    ede: 17,
    edeText: "Not among the allowed names",
    except: "",
    source: "A 7.2.2",
  },
  {
    reason: "rebinding",
    cause: "",
    pauseLifts: false,
    allowLifts: "own-list",
    mayAsk: "no",
    ede: 15,
    edeText: "Private address for a public name",
    except: "",
    source: "A 7.4.1",
  },
];

/**
 * Origins with a category: `category:games` by choice, `homework:games` and `limit:games` by time.
 */
const ABOUT_CATEGORY = /^(category|homework|limit):(.+)$/;
const CAUSE_BY_PROTECTION: Readonly<Record<ProtectionKind, BlockCause>> = {
  security: "security",
  illegal: "illegal",
  choice: "",
};
/** The rows of each reason, by cause. */
const ROWS: ReadonlyMap<string, ReadonlyMap<BlockCause, ReasonRow>> = new Map(
  [...Map.groupBy(REASONS, ({ reason }) => reason)].map(([reason, rows]) => [
    reason,
    new Map(rows.map((row) => [row.cause, row])),
  ]),
);

/** The category in an origin, "" = none. */
export function categoryOfOrigin(origin: string): string {
  return ABOUT_CATEGORY.exec(origin)?.[2] ?? "";
}

/**
 * The cause of a block, derived from its origin: `schedule:cut`, `homework:games`,
 * `category:malware`.
 */
export function findBlockCause(reason: string, origin: string): BlockCause {
  if (reason === "schedule") return origin === "schedule:cut" ? "cut" : "hours";
  if (reason !== "category") return "";
  const [, word, category] = ABOUT_CATEGORY.exec(origin) ?? [];
  if (word === "homework" || word === "limit") return word;
  return category === "bypass" ? "bypass" : CAUSE_BY_PROTECTION[protectionKindOf(category ?? "")];
}

/** The row of a block; undefined = the reason belongs to another version of the box. */
export function findReasonRow(reason: string, origin: string): ReasonRow | undefined {
  return ROWS.get(reason)?.get(findBlockCause(reason, origin));
}
