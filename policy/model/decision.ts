/** What is decided about a query: verdicts, steps and their provenance (DESIGN section 4). Pure types. */
import type { Reason } from "../reasons.ts";
import type { WireName } from "./name.ts";

/** What policy looks at in a query: the name in lower-case wire format, its type and class (RFC 1035 4.1.2). */
export interface Question {
  readonly name: WireName;
  readonly type: number;
  readonly class: number;
}

/** A resource record made by the box: type and RDATA in wire format, names in it uncompressed (RFC 3597). */
export interface LocalRecord {
  readonly type: number;
  readonly rdata: Uint8Array;
  /** Seconds. */
  readonly ttl: number;
}

/** An answer that replaces the real one: an RCODE with records, or another name to resolve in its place (rule-syntax E4). */
export interface Rewrite {
  readonly rcode: number;
  readonly cname?: WireName;
  readonly records: readonly LocalRecord[];
}

/** How a block is answered when the rule says it itself; without one the setting `blocked_response` holds (A 7.6.1). */
export type BlockedAnswer = "null" | "nxdomain" | "refused" | "nodata" | "drop";

/** The documented text that says what a decision comes from: `list:<id>`, `restricted:<domain>`, `rebinding:<address>`… */
export type Origin = string;

/** The list and the rule that decided: list is an index in `Snapshot.lists`, rule its text as the list would write it. */
export interface RuleMatch {
  /** -1 = no list: a rule that somebody of the household wrote, or a service of the catalogue. */
  readonly list: number;
  readonly rule: string;
  /** Of a service of the catalogue: the category that its names count in. */
  readonly category?: string;
  /** Whether the list gives the name as a hash alone (policy/model/name_hashes.ts). */
  readonly hashed?: boolean;
  /** Whether the name is answered over TCP and encrypted only (RPZ rpz-tcp-only). */
  readonly tcpOnly?: true;
  /** Of a rule of the household: its origin, and whom it covers. */
  readonly personal?: { readonly origin: Origin; readonly scope: string };
}

/** Told without blocking: a kind of alert with its detail (A 6). */
export interface Notice {
  readonly kind: string;
  readonly detail: string;
}

/** What becomes of a query. */
export type Verdict =
  /** `otherwise` = what holds unless the addresses of the answer say something else (RPZ rpz-ip of an earlier zone). */
  | { readonly do: "resolve"; readonly match?: RuleMatch; readonly otherwise?: Verdict }
  | { readonly do: "local" }
  | {
    readonly do: "rewrite";
    /** "" = nothing is held against the name: a safe search. */
    readonly reason: Reason | "";
    readonly origin: Origin;
    readonly to: Rewrite;
    readonly match?: RuleMatch;
  }
  | {
    readonly do: "block";
    readonly reason: Reason;
    /** That of a category whose time is over (policy/reasons.ts). */
    readonly cause?: "time";
    readonly origin: Origin;
    readonly answer?: BlockedAnswer;
    readonly match?: RuleMatch;
  };

/** A verdict with what is told beside it. */
export interface Decision {
  readonly verdict: Verdict;
  readonly notices: readonly Notice[];
}

/**
 * What one protection says: go on, or settle. A settled "resolve" ends the walk (an allow rule won); a match that lets the
 * name through goes on and is remembered: that of a list counts inside its own row, a rule of the household in all rows
 * that such a rule lifts, which then say `lifted`.
 */
export type Step =
  & { readonly tell?: Notice }
  & (
    | { readonly next: true; readonly match?: RuleMatch; readonly lifted?: true }
    | { readonly settle: Verdict }
    | { readonly need: "domain_age"; readonly of: WireName }
    /** The answer is looked at before this is settled. */
    | { readonly need: "answer"; readonly otherwise: Verdict }
  );

/** What a protection came to, for pages and translations. */
export type ExplainedOutcome =
  | "nothing"
  | "allowed"
  | "told"
  | "lifted"
  | "answered"
  | "rewritten"
  | "blocked"
  | "waits"
  | "skipped";

/** One step of `--explain`: the protection, what it said, in words for a person and as plain facts. */
export interface Explained {
  readonly protection: string;
  readonly verdict: "next" | "settle" | "skipped";
  readonly outcome: ExplainedOutcome;
  /** As in a verdict, or "". */
  readonly origin: Origin;
  /** Text of the deciding rule, or ""; that of a confidential list is never told. */
  readonly rule: string;
  /** Name of the deciding list, or "". */
  readonly list: string;
  /** Whom the deciding rule covers, or "". */
  readonly scope: string;
  readonly text: string;
}

/** The names and addresses found in an answer, checked after it came (CNAME targets, A, AAAA, SVCB targets and hints). */
export interface AnswerContent {
  /** CNAME, DNAME and SVCB/HTTPS targets in the order they stand in the answer, lower-case wire format. */
  readonly targets: readonly WireName[];
  /** Types of the records that lead to them, by place; absent = all are CNAME. */
  readonly targetTypes?: readonly number[];
  /** 4 or 16 octets each: A, AAAA and the ipv4hint and ipv6hint of SVCB/HTTPS. */
  readonly addresses: readonly Uint8Array[];
}
