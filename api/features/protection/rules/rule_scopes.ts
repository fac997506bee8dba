/** Finds the scopes that have a household rule for a name. */
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";

const known = new WeakMap<readonly PersonalRule[], RuleScopes>();

/** The scopes of rules by name. */
export class RuleScopes {
  readonly #byDomain: ReadonlyMap<string, readonly PersonalRule[]>;
  /** The scopes of rules with a pattern, which may cover any name. */
  readonly #ofPatterns: readonly string[];

  private constructor(rules: readonly PersonalRule[]) {
    const isPattern = ({ kind }: PersonalRule) => kind === "regex" || kind === "wildcard";
    this.#ofPatterns = rules.filter(isPattern).map(({ scope }) => scope);
    this.#byDomain = Map.groupBy(rules, ({ domain }) => domain);
  }

  /** The scopes of these rules, prepared once for each array. */
  static of(rules: readonly PersonalRule[]): RuleScopes {
    let scopes = known.get(rules);
    if (scopes === undefined) known.set(rules, scopes = new RuleScopes(rules));
    return scopes;
  }

  /** The scopes with a rule that may cover a name: for it, for a name above it, or a pattern. */
  scopesOf(name: string): ReadonlySet<string> {
    const found = new Set(this.#ofPatterns);
    for (let from = 0; from >= 0;) {
      const domain = name.slice(from);
      for (const { scope } of this.#byDomain.get(domain) ?? []) found.add(scope);
      const dot = name.indexOf(".", from);
      from = dot < 0 ? -1 : dot + 1;
    }
    return found;
  }
}
