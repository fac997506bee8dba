/** Finds the scopes that have a household rule for a name. */
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";

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
  for (const { kind, domain, scope } of rules) {
    if (kind === "regex" || kind === "wildcard") {
      for (const its of scopes.values()) its.add(scope);
    } else {
      below.get(domain)?.forEach(({ name }) => scopes.get(name)!.add(scope));
    }
  }
  return scopes;
}

/** A name and the names above it. */
export function domainsOf(name: string): string[] {
  const labels = name.split(".");
  return labels.map((_, from) => labels.slice(from).join("."));
}
