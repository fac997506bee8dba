/** A rule that somebody of the household wrote for a name: the words that table, API, snapshot and decisions share (A 7.2.3). */

/** What a rule does. */
export const RULE_ACTIONS = ["allow", "block", "rewrite"] as const;
/** An action of `RULE_ACTIONS`. */
export type RuleAction = (typeof RULE_ACTIONS)[number];

/**
 * How a rule is written, from the least precise to the most: a regular expression, a name with `*`, a name with all below it,
 * the very name. Of two rules of one scope that meet a name, the more precise one holds.
 */
export const RULE_KINDS = ["regex", "wildcard", "subdomains", "exact"] as const;
/** A kind of `RULE_KINDS`. */
export type RuleKind = (typeof RULE_KINDS)[number];

/** The scope of rules for everyone. Others name whom they cover: `group:1`, `person:2`, `device:3` (DESIGN 11). */
export const EVERYONE = "all";

/** One rule; there is one for a domain in a scope. */
export interface PersonalRule {
  /** Whom it covers. */
  readonly scope: string;
  /** A lower-case ASCII name, a name with `*`, or the source of a regular expression. */
  readonly domain: string;
  readonly action: RuleAction;
  readonly kind: RuleKind;
  /** Record types that it concerns, upper case (`AAAA`); none = all. */
  readonly types: readonly string[];
  /** Of a rewrite: addresses, or one name that is resolved instead. */
  readonly to: readonly string[];
  /** Unix seconds at which it ends, 0 = never. */
  readonly until: number;
}

const PATTERN: Readonly<Record<RuleKind, (domain: string) => string>> = {
  exact: (domain) => `|${domain}^`,
  subdomains: (domain) => `||${domain}^`,
  wildcard: (domain) => `${domain.startsWith("*") ? "" : "|"}${domain}^`,
  regex: (domain) => `/${domain}/`,
};

/** The origin of what a rule decided. */
export function ruleOrigin({ domain }: Pick<PersonalRule, "domain">): string {
  return `rule:${domain}`;
}

/** The rule as a list would write it (rule-syntax E2 to E4): shown by the journal and `--explain`. */
export function ruleText(
  { action, kind, domain, types, to }: Omit<PersonalRule, "scope" | "until">,
): string {
  const limits = [
    ...(types.length === 0 ? [] : [`dnstype=${types.join("|")}`]),
    ...(to.length === 0 ? [] : [`dnsrewrite=${to.join("|")}`]),
  ];
  const text = `${action === "allow" ? "@@" : ""}${PATTERN[kind](domain)}`;
  return limits.length === 0 ? text : `${text}$${limits.join(",")}`;
}
