/**
 * The exceptions of a source. There an exception takes precedence over any block; in the box the
 * more specific rule does. A block that an exception overrides in the source must not take effect
 * in the box.
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

/** The exceptions of a source, by scope. */
export class ExceptionRules {
  readonly #scopes = new Map<string, Scope>();

  /** Remembers a rule if it allows every record type of a name. */
  add({ action, kind, domain, types }: FoundRule, whom: ItemScope): void {
    if (action !== "allow" || types.length > 0) return;
    const scope = this.#scopeOf(whom);
    if (kind === "exact") scope.exact.add(domain);
    else if (kind === "subdomains") scope.trees.add(domain);
    else if (kind === "regex" && scope.regexes.length < MOST_TRIED) {
      const read = translateRegex(domain);
      const regex = typeof read === "string" ? null : compileRegex(read.regex);
      if (regex !== null) scope.regexes.push({ regex, text: domain });
    }
  }

  /** Returns the exception that always overrides a block; undefined = none does. */
  before({ action, kind, domain }: FoundRule, whom: ItemScope): string | undefined {
    const scope = this.#scopes.get(whomText(whom));
    if (action !== "block" || kind === "regex" || scope === undefined) return undefined;
    const name = domain.replace(/^\*\./, "");
    const allow = { action: "allow", types: [], to: [] } as const;
    if (kind === "exact" && scope.exact.has(name)) {
      return ruleText({ ...allow, kind: "exact", domain: name });
    }
    for (let at = 0; at >= 0; at = name.indexOf(".", at) + 1 || -1) {
      const tree = name.slice(at);
      if (scope.trees.has(tree)) return ruleText({ ...allow, kind: "subdomains", domain: tree });
    }
    const regex = kind === "exact"
      ? scope.regexes.find((each) => each.regex.test(name))
      : undefined;
    return regex && `@@/${regex.text}/`;
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
