/** Finds the scopes that have a household rule for a name, and the rule for a whole domain. */
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { domainsOf, isTextWithin } from "../../../../policy/model/name.ts";
import { isPatternWithin } from "./pattern_within.ts";

/** Patterns of one scope that are tried for a domain. */
const MOST_PATTERNS = 200;

/**
 * The scopes with a rule that may cover each name: a rule for it, for a name above it, or with a
 * pattern. Reads the rules once.
 */
export function scopesOfRules(
  rules: readonly PersonalRule[],
  names: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const scopes = new Map(names.map((name) => [name, new Set<string>()]));
  const below = Map.groupBy(
    names.flatMap((name) => domainsOf(name).map((domain) => ({ domain, name }))),
    ({ domain }) => domain,
  );
  // By index, because this is the first loop over all rules after a change.
  for (let at = 0; at < rules.length; at++) {
    const { kind, domain, scope } = rules[at];
    if (kind === "regex" || kind === "wildcard") {
      for (const its of scopes.values()) its.add(scope);
      continue;
    }
    const covered = below.get(domain);
    if (covered === undefined) continue;
    for (const { name } of covered) scopes.get(name)!.add(scope);
  }
  return scopes;
}

/**
 * The narrowest rule among those of one scope that applies to a domain and all names below it, for
 * every type of record; undefined = none.
 */
export function ruleForDomain<R extends PersonalRule>(
  rules: readonly R[],
  domain: string,
): R | undefined {
  const whole = rules.filter(({ kind, types, except = [] }) =>
    kind === "subdomains" && types.length === 0 &&
    !except.some((name) => isTextWithin(domain, name) || isTextWithin(name, domain))
  );
  return domainsOf(domain).map((name) => whole.find((rule) => rule.domain === name)).find((rule) =>
    rule !== undefined
  );
}

/**
 * A rule among those of one scope that applies to some names of a domain, or to some types of
 * record: an exact one, one below the domain, one with exceptions, or a pattern; undefined = none.
 * Patterns beyond `MOST_PATTERNS` are not tried.
 */
export function ruleWithinDomain<R extends PersonalRule>(
  rules: readonly R[],
  domain: string,
): R | undefined {
  const above = domainsOf(domain);
  let tried = 0;
  return rules.find((rule) => {
    const { kind, domain: name, except = [] } = rule;
    if (except.some((excepted) => above.includes(excepted))) return false;
    if (kind === "regex" || kind === "wildcard") {
      return ++tried <= MOST_PATTERNS && isPatternWithin(rule, domain);
    }
    if (name === domain || name.endsWith(`.${domain}`)) return true;
    return kind === "subdomains" && above.includes(name);
  });
}
