/**
 * A household rule for a name: the terms shared by table, API, snapshot and decisions (A 7.2.3).
 */

/** What a rule does. */
export const RULE_ACTIONS = ["allow", "block", "rewrite"] as const;
/** An action of `RULE_ACTIONS`. */
export type RuleAction = (typeof RULE_ACTIONS)[number];

/**
 * The notation of a rule, from least to most precise: a regular expression, a name with `*`, a name
 * with its subdomains, an exact name. Of two rules of one scope that match a name, the more precise
 * one applies.
 */
export const RULE_KINDS = ["regex", "wildcard", "subdomains", "exact"] as const;
/** A kind of `RULE_KINDS`. */
export type RuleKind = (typeof RULE_KINDS)[number];

/** The scope of rules for everyone. policy/model/scope.ts lists the others. */
export const EVERYONE = "all";

/** One rule; a domain has at most one in each scope. */
export interface PersonalRule {
  /** The scope that it covers. */
  readonly scope: string;
  /** A lower-case ASCII name, a name with `*`, or the source of a regular expression. */
  readonly domain: string;
  readonly action: RuleAction;
  readonly kind: RuleKind;
  /** Record types that it applies to, upper case (`AAAA`), or all but those (`~AAAA`); none = all. */
  readonly types: readonly string[];
  /** For a rewrite: addresses, one name that is resolved instead, or one of `REWRITE_CODES`. */
  readonly to: readonly string[];
  /** Names, each with all below it, that it leaves alone; absent = none. */
  readonly except?: readonly string[];
  /** Unix seconds at which it ends, 0 = never. */
  readonly until: number;
}

/** Response codes that a rewrite can answer with, in capitals (rule-syntax E4). */
export const REWRITE_CODES = ["NOERROR", "NXDOMAIN", "REFUSED", "SERVFAIL"] as const;

/** Whether the target of a rewrite is a response code. */
export function isRewriteCode(text: string): boolean {
  return (REWRITE_CODES as readonly string[]).includes(text);
}

const PATTERN: Readonly<Record<RuleKind, (domain: string) => string>> = {
  exact: (domain) => `|${domain}^`,
  subdomains: (domain) => `||${domain}^`,
  wildcard: (domain) => `${domain.startsWith("*") ? "" : "|"}${domain}^`,
  regex: (domain) => `/${domain}/`,
};

/** The origin of decisions by a rule. */
export function ruleOrigin({ domain }: Pick<PersonalRule, "domain">): string {
  return `rule:${domain}`;
}

/** The rule in list syntax (rule-syntax E2 to E4): displayed by the journal and `--explain`. */
export function ruleText(
  { action, kind, domain, types, to, except = [] }: Omit<PersonalRule, "scope" | "until">,
): string {
  const limits = [
    ...(types.length === 0 ? [] : [`dnstype=${types.join("|")}`]),
    ...(except.length === 0 ? [] : [`denyallow=${except.join("|")}`]),
    ...(to.length === 0 ? [] : [`dnsrewrite=${to.join("|")}`]),
  ];
  const text = `${action === "allow" ? "@@" : ""}${PATTERN[kind](domain)}`;
  return limits.length === 0 ? text : `${text}$${limits.join(",")}`;
}
