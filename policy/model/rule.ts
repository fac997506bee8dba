/**
 * What one line of a list becomes (rule-syntax E). The parsers of policy/lists feed a RuleSink; policy/snapshot/compile is one.
 * Plain names are most of every list: they cross as byte ranges, without a string or an object.
 */
import type { BlockedAnswer, Rewrite } from "./decision.ts";

/** Which names a rule covers: the name alone, the name with its subdomains, or the subdomains without it. */
export type Covers = "exact" | "tree" | "below";

/** Limits of a rule ($client, $ctag, $dnstype, $denyallow: rule-syntax E3). An absent field limits nothing. */
export interface Conditions {
  /**
   * Types that the rule concerns, or all but these: of the record at hand, in answers that of the record which leads to a name or
   * holds an address; with `asked` that of the question always, as Pi-hole has it.
   */
  readonly types?: {
    readonly only?: readonly number[];
    readonly except?: readonly number[];
    readonly asked?: true;
  };
  /** IP, CIDR or device name, lower case; `except` wins over `only`. */
  readonly clients?: { readonly only?: readonly string[]; readonly except?: readonly string[] };
  /** Client tags, lower case. */
  readonly tags?: { readonly only?: readonly string[]; readonly except?: readonly string[] };
  /** Names that the rule leaves alone with their subdomains, lower case. */
  readonly denyallow?: readonly string[];
}

/** What a rule is triggered by. Names are lower-case ASCII text without final dot. */
export type Trigger =
  | { readonly on: "name"; readonly name: string; readonly covers: Covers }
  /** A regular expression source, matched without case against the name as text without final dot. */
  | {
    readonly on: "pattern";
    readonly regex: string;
    readonly invert?: boolean;
    readonly literal?: string;
    /** Whether it is matched against the addresses of answers as text too (rule-syntax E5). */
    readonly addresses?: true;
  }
  /** An address of the answer lies in the prefix (RPZ rpz-ip; adblock rules whose pattern is an address). */
  | { readonly on: "answer"; readonly prefix: string }
  /** The address of the client lies in the prefix (RPZ rpz-client-ip). */
  | { readonly on: "client"; readonly prefix: string };

/** What a rule does. */
export type Effect =
  | { readonly do: "block"; readonly answer?: BlockedAnswer }
  /** `tcpOnly` = over TCP and encrypted; who asks by UDP is told to ask over TCP (RPZ rpz-tcp-only). */
  | { readonly do: "allow"; readonly tcpOnly?: true }
  /** `hosts` = a hosts line says so, which counts where no list blocks the name or lets it through (rule-syntax E5). */
  | { readonly do: "rewrite"; readonly to: Rewrite; readonly hosts?: true }
  /** `@@…$dnsrewrite[=V]`: cancels rewrites, all or the equal one (rule-syntax E4). */
  | { readonly do: "cancel-rewrite"; readonly to?: Rewrite };

/** A rule that is more than a plain name. */
export interface Rule {
  readonly trigger: Trigger;
  readonly effect: Effect;
  readonly important: boolean;
  readonly conditions?: Conditions;
  /** The line as the list writes it, shown by the journal and `--explain`. */
  readonly text: string;
}

/** Why a line counts for nothing without being wrong. */
export type Ignored =
  | "comment"
  | "empty"
  | "header"
  | "cosmetic"
  | "browser-modifier"
  | "local-name"
  | "apex-record"
  | "unsupported-trigger";
/** Why a line is wrong or not wanted. */
export type Refused =
  | "not-a-name"
  | "too-wide"
  | "bad-modifier"
  | "bad-value"
  | "bad-regex"
  | "unsupported-regex"
  | "line-too-long"
  | "nul-byte"
  | "top-level-name"
  | "protected-name"
  | "too-many-rules"
  | "bad-record";

/** Receives what a list holds, line by line. */
export interface RuleSink {
  /** The parser keeps the line that it reads here, from 1, for sinks that refuse names or rules on their own. */
  line?: number;
  /** A plain name: `bytes[start, end)` is lower- or mixed-case ASCII text without final dot, already checked to be a name. */
  name(
    bytes: Uint8Array,
    start: number,
    end: number,
    covers: Covers,
    allow: boolean,
    important: boolean,
  ): void;
  /** The SHA-256 of a name in 64 lower-case hexadecimal digits; it covers all below the name too. Absent = hashes are no names. */
  hash?(digits: string): void;
  /** Any other rule. */
  rule(rule: Rule): void;
  /** `$badfilter`: the rule (text and options without badfilter) that it removes, from every list. */
  badfilter(
    rule: Rule | {
      readonly name: string;
      readonly covers: Covers;
      readonly allow: boolean;
      readonly important: boolean;
    },
  ): void;
  /** A line that counts for nothing. */
  ignored(why: Ignored, line: number): void;
  /** `text` is the start of the line, at most 200 characters, for the report. */
  refused(why: Refused, line: number, text: string): void;
}

/**
 * The formats that a list may have; `auto` looks at the content line by line (rule-syntax E1). `sha256` = the SHA-256 of a name
 * in lower case a line, in 64 hexadecimal digits, for names that nobody should read.
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
