/**
 * The result of parsing one line of a list (docs/rule-syntax.md). The parsers of policy/lists feed
 * a RuleSink, such as policy/snapshot/compile. Most lines are plain names. They are passed as byte
 * ranges, without creating a string or an object.
 */
import type { BlockedAnswer, Rewrite } from "./decision.ts";

/**
 * Which names a rule covers: the name alone, the name with its subdomains, or the subdomains
 * without it.
 */
export type Coverage = "exact" | "tree" | "below";

/**
 * Conditions of a rule ($client, $ctag, $dnstype, $denyallow: rule-syntax E3). An absent field sets
 * no condition.
 */
export interface RuleConditions {
  /**
   * Types that the rule applies to, or all except these. For answers it is the type of the record
   * that leads to a name or contains an address. With `asked` it is always the type of the
   * question, as in Pi-hole.
   */
  readonly types?: {
    readonly only?: readonly number[];
    readonly except?: readonly number[];
    readonly asked?: true;
  };
  /** IP, CIDR or device name, lower case; `except` takes precedence over `only`. */
  readonly clients?: { readonly only?: readonly string[]; readonly except?: readonly string[] };
  /** Client tags, lower case. */
  readonly tags?: { readonly only?: readonly string[]; readonly except?: readonly string[] };
  /** Names excluded from the rule with their subdomains, lower case. */
  readonly denyallow?: readonly string[];
}

/** The trigger of a rule. Names are lower-case ASCII text without the final dot. */
export type Trigger =
  | { readonly on: "name"; readonly name: string; readonly covers: Coverage }
  /**
   * A regular expression source, matched case-insensitively against the name as text without the
   * final dot.
   */
  | {
    readonly on: "pattern";
    readonly regex: string;
    readonly invert?: boolean;
    readonly literal?: string;
    /** Whether it is also matched against the addresses of answers as text (rule-syntax E5). */
    readonly addresses?: true;
  }
  /**
   * An address of the answer is in the prefix (RPZ rpz-ip; adblock rules whose pattern is an
   * address).
   */
  | { readonly on: "answer"; readonly prefix: string }
  /** The address of the client is in the prefix (RPZ rpz-client-ip). */
  | { readonly on: "client"; readonly prefix: string };

/** The effect of a rule. */
export type RuleEffect =
  | { readonly do: "block"; readonly answer?: BlockedAnswer }
  /**
   * `tcpOnly` = allowed over TCP and encrypted transports; a client using UDP is asked to retry
   * over TCP (RPZ rpz-tcp-only).
   */
  | { readonly do: "allow"; readonly tcpOnly?: true }
  /**
   * `hosts` = from a hosts line, which applies only if no list blocks or allows the name
   * (rule-syntax E5).
   */
  | { readonly do: "rewrite"; readonly to: Rewrite; readonly hosts?: true }
  /** `@@…$dnsrewrite[=V]`: cancels rewrites, all or the equal one (rule-syntax E4). */
  | { readonly do: "cancel-rewrite"; readonly to?: Rewrite };

/** A rule that is more than a plain name. */
export interface Rule {
  readonly trigger: Trigger;
  readonly effect: RuleEffect;
  readonly important: boolean;
  readonly conditions?: RuleConditions;
  /** The line as in the list, displayed by the journal and `--explain`. */
  readonly text: string;
}

/** Why a line is ignored without being wrong. */
export type IgnoredReason =
  | "comment"
  | "empty"
  | "header"
  | "cosmetic"
  | "browser-modifier"
  | "local-name"
  | "apex-record"
  | "unsupported-trigger";
/** Why a line is wrong or unwanted. */
export type RefusedReason =
  | "not-a-name"
  | "too-wide"
  | "address-part"
  | "bad-modifier"
  | "bad-value"
  | "bad-rewrite"
  | "bad-regex"
  | "unsupported-regex"
  | "line-too-long"
  | "nul-byte"
  | "top-level-name"
  | "protected-name"
  | "too-many-rules"
  | "out-of-zone"
  | "zone-directive"
  | "bad-record";

/** Receives the content of a list, line by line. */
export interface RuleSink {
  /**
   * The current line, from 1, set by the parser for sinks that refuse names or rules themselves.
   */
  line?: number;
  /**
   * A plain name: `bytes[start, end)` is lower- or mixed-case ASCII text without the final dot,
   * already validated as a name.
   */
  name(
    bytes: Uint8Array,
    start: number,
    end: number,
    covers: Coverage,
    allow: boolean,
    important: boolean,
  ): void;
  /**
   * The SHA-256 of a name in 64 lower-case hexadecimal digits; it covers the subdomains too. Absent
   * = hashes are not accepted as names.
   */
  hash?(digits: string): void;
  /** Any other rule. */
  rule(rule: Rule): void;
  /** A name of a response policy zone that has others below it, as text. Absent = not needed. */
  parent?(name: string): void;
  /**
   * `$badfilter`: the rule (text and options without badfilter) that it removes, from every list.
   */
  badfilter(
    rule: Rule | {
      readonly name: string;
      readonly covers: Coverage;
      readonly allow: boolean;
      readonly important: boolean;
    },
  ): void;
  /** An ignored line. */
  ignored(why: IgnoredReason, line: number): void;
  /** `text` is the start of the line, at most 200 characters, for the report. */
  refused(why: RefusedReason, line: number, text: string): void;
}

/**
 * The formats of lists; `auto` examines the content line by line (rule-syntax E1). `sha256` = on
 * each line the SHA-256 of a name in lower case, in 64 hexadecimal digits, for names that must not
 * be readable.
 */
export const LIST_FORMATS = [
  "auto",
  "hosts",
  "domains",
  "wildcard",
  "adblock",
  "regex",
  "rpz",
  "sha256",
] as const;
/** A format of `LIST_FORMATS`. */
export type ListFormat = (typeof LIST_FORMATS)[number];
