/**
 * Rules of a source that override others there: exceptions override blocks, important blocks
 * override exceptions. In the box the more specific rule applies, so a rule that is overridden in
 * the source must not be imported.
 */
import { ruleText } from "../../../../policy/model/personal_rule.ts";
import { translateRegex } from "../../../../policy/lists/regex.ts";
import { compileRegex } from "../../../../policy/snapshot/rule_index.ts";
import { type FoundRule, type ItemScope, whomText } from "./model.ts";

/** The number of expressions of one scope that are matched. */
const MOST_TRIED = 500;

interface Scope {
  readonly trees: Set<string>;
  readonly exact: Set<string>;
  readonly regexes: { readonly regex: RegExp; readonly text: string }[];
}

/** The overriding rules of a source, by scope: exceptions, or blocks. */
export class OverridingRules {
  readonly #action: "allow" | "block";
  readonly #scopes = new Map<string, Scope>();

  constructor(action: "allow" | "block") {
    this.#action = action;
  }

  /** Remembers a rule of this action if it covers every record type of a name. */
  add({ action, kind, domain, types }: FoundRule, whom: ItemScope): void {
    if (action !== this.#action || types.length > 0) return;
    const scope = this.#scopeOf(whom);
    if (kind === "exact") scope.exact.add(domain);
    else if (kind === "subdomains") scope.trees.add(domain);
    else if (kind === "regex" && scope.regexes.length < MOST_TRIED) {
      const read = translateRegex(domain);
      const regex = typeof read === "string" ? null : compileRegex(read.regex);
      if (regex !== null) scope.regexes.push({ regex, text: domain });
    }
  }

  /** Returns the rule that always overrides one of the other action; undefined = none does. */
  before({ action, kind, domain }: FoundRule, whom: ItemScope): string | undefined {
    const scope = this.#scopes.get(whomText(whom));
    const other = this.#action === "allow" ? "block" : "allow";
    if (action !== other || kind === "regex" || scope === undefined) return undefined;
    const name = domain.replace(/^\*\./, "");
    const common = { action: this.#action, types: [], to: [] } as const;
    if (kind === "exact" && scope.exact.has(name)) {
      return ruleText({ ...common, kind: "exact", domain: name });
    }
    for (let at = 0; at >= 0; at = name.indexOf(".", at) + 1 || -1) {
      const tree = name.slice(at);
      if (scope.trees.has(tree)) return ruleText({ ...common, kind: "subdomains", domain: tree });
    }
    const regex = kind === "exact"
      ? scope.regexes.find((each) => each.regex.test(name))
      : undefined;
    return regex && ruleText({ ...common, kind: "regex", domain: regex.text });
  }

  #scopeOf(whom: ItemScope): Scope {
    const key = whomText(whom);
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const scope: Scope = { trees: new Set(), exact: new Set(), regexes: [] };
    this.#scopes.set(key, scope);
    return scope;
  }
}
