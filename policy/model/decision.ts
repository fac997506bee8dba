/** Types of decisions about a query: verdicts, steps and their provenance. */
import type { Reason } from "../reasons.ts";
import type { WireName } from "./name.ts";

/**
 * The parts of a query that policy considers: the name in lower-case wire format, its type and
 * class (RFC 1035 4.1.2).
 */
export interface Question {
  readonly name: WireName;
  readonly type: number;
  readonly class: number;
}

/**
 * A resource record made by the box: type and RDATA in wire format, names in it uncompressed (RFC
 * 3597).
 */
export interface LocalRecord {
  readonly type: number;
  readonly rdata: Uint8Array;
  /** Seconds. */
  readonly ttl: number;
}

/**
 * An answer that replaces the real one: an RCODE with records, or another name to resolve in its
 * place (rule-syntax E4).
 */
export interface Rewrite {
  readonly rcode: number;
  readonly cname?: WireName;
  readonly records: readonly LocalRecord[];
}

/**
 * How a block is answered if the rule specifies it; otherwise the setting `blocked_response`
 * applies (A 7.6.1).
 */
export type BlockedAnswer = "null" | "nxdomain" | "refused" | "nodata" | "drop";

/**
 * The source of a decision, with its cause (policy/reasons.ts): `list:<id>`, `schedule:cut`,
 * `homework:<category>`, `limit:<category>`, `category:<category>`, `restricted:<domain>`,
 * `rebinding:<address>`…
 */
export type Origin = string;

/**
 * The list and the rule that decided: list is an index in `Snapshot.lists`, rule its text in the
 * syntax of the list.
 */
export interface RuleMatch {
  /** -1 = no list: a household rule, or a service of the catalogue. */
  readonly list: number;
  readonly rule: string;
  /** For a service of the catalogue: the category that its names belong to. */
  readonly category?: string;
  /** Whether the list contains the name only as a hash (policy/model/name_hashes.ts). */
  readonly hashed?: boolean;
  /** Whether the name is answered over TCP and encrypted only (RPZ rpz-tcp-only). */
  readonly tcpOnly?: true;
  /** For a household rule: its origin and its scope. */
  readonly personal?: { readonly origin: Origin; readonly scope: string };
  /** For a name that is reported without being blocked: the origin of the report. */
  readonly reported?: Origin;
}

/** Reported without blocking: a kind of alert with its detail (A 6). */
export interface Notice {
  readonly kind: string;
  readonly detail: string;
}

/** The outcome of a query. */
export type Verdict =
  /**
   * `otherwise` = the verdict unless the addresses of the answer require another one (RPZ rpz-ip of
   * an earlier zone).
   */
  | { readonly do: "resolve"; readonly match?: RuleMatch; readonly otherwise?: Verdict }
  | { readonly do: "local" }
  | {
    readonly do: "rewrite";
    /** "" = the name is not blocked: a safe search. */
    readonly reason: Reason | "";
    readonly origin: Origin;
    readonly to: Rewrite;
    readonly match?: RuleMatch;
  }
  | {
    readonly do: "block";
    readonly reason: Reason;
    readonly origin: Origin;
    readonly answer?: BlockedAnswer;
    readonly match?: RuleMatch;
  };

/** A block that replaces a verdict if a registrable domain, lower-case text, is young (A 7.5.5). */
export interface YoungBlock {
  readonly domain: string;
  readonly verdict: Extract<Verdict, { do: "block" }>;
}

/** A verdict with the matches and notices reported with it. */
export interface Decision {
  readonly verdict: Verdict;
  readonly notices: readonly Notice[];
  /** Replaces the verdict if its domain is young. */
  readonly ifYoung?: YoungBlock;
}

/**
 * The result of one protection: continue, or settle. A settled "resolve" ends the walk (an allow
 * rule won). After a match that allows the name, the walk continues and the match is recorded. A
 * match of a list applies only within its own protection. A household rule applies to all
 * protections that it lifts, which then return `lifted`.
 */
export type Step =
  & { readonly tell?: Notice }
  & (
    | { readonly next: true; readonly match?: RuleMatch; readonly lifted?: true }
    | { readonly settle: Verdict }
    /** The next protection decides, unless the domain `of` is young. */
    | {
      readonly need: "domain_age";
      readonly of: string;
      readonly ifYoung: Extract<Verdict, { do: "block" }>;
      readonly match?: RuleMatch;
    }
    /** The answer is evaluated before this is settled. */
    | { readonly need: "answer"; readonly otherwise: Verdict }
  );

/** The outcome of a protection, for pages and translations. */
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

/** An allow rule that lost: its text and scope. */
export interface LostRule {
  readonly rule: string;
  readonly scope: string;
}

/** A list that holds the name but is not for the client (`scope`), or not on now (`hours`). */
export interface SkippedList {
  /** Its name. */
  readonly list: string;
  readonly why: "scope" | "hours";
}

/** One step of `--explain`: the protection and its result, in readable words and as plain facts. */
export interface ExplainedStep {
  readonly protection: string;
  readonly verdict: "next" | "settle" | "skipped";
  readonly outcome: ExplainedOutcome;
  /** As in a verdict, or "". */
  readonly origin: Origin;
  /** Text of the deciding rule, or ""; text of a confidential list is never revealed. */
  readonly rule: string;
  /** Of a block: the allow rule that did not lift it; absent = none. */
  readonly lost?: LostRule;
  /** Name of the deciding list, or "". */
  readonly list: string;
  /** Scope of the deciding rule, or "". */
  readonly scope: string;
  /** Lists that hold the name but have no effect here. */
  readonly skipped: readonly SkippedList[];
  readonly text: string;
}

/**
 * The names and addresses found in an answer, checked after it arrives (CNAME targets, A, AAAA,
 * SVCB targets and hints).
 */
export interface AnswerContent {
  /** CNAME, DNAME and SVCB/HTTPS targets in the order of the answer, lower-case wire format. */
  readonly targets: readonly WireName[];
  /** Types of the records that lead to them, by index; absent = all are CNAME. */
  readonly targetTypes?: readonly number[];
  /** 4 or 16 bytes each: A, AAAA and the ipv4hint and ipv6hint of SVCB/HTTPS. */
  readonly addresses: readonly Uint8Array[];
}
