/** The rules of the household that allow look-alikes now (A 7.5.6). */
import { LIMITS } from "../../../../policy/limits.ts";
import { EVERYONE } from "../../../../policy/model/personal_rule.ts";
import { formatScope } from "../../../../policy/model/scope.ts";
import type { Scopes } from "../../household/scopes.ts";
import { ruleForDomain, type RuleService, type StoredRule } from "../rules/service.ts";
import type { FoundLookalike } from "./service.ts";

/** What finds rules. */
export interface RuleSources {
  readonly scopes: Pick<Scopes, "find">;
  readonly rules: Pick<RuleService, "page">;
}

/**
 * For each look-alike the domain of the rule that allows it, with all names below it, for every
 * device that asked for it; "" = there is none. Of a shared device, a rule must hold for each person.
 */
export async function allowingRules(
  found: readonly FoundLookalike[],
  { scopes, rules }: RuleSources,
): Promise<string[]> {
  const covers = found.map(({ domain }) => domain);
  const covering = covers.length === 0 ? [] : await rules.page({ covers }, LIMITS.rules.most);
  if (covering.length === 0) return found.map(() => "");
  const byScope = Map.groupBy(covering, ({ scope }) => scope);
  const lines = new Map<number, readonly (readonly string[])[]>();
  for (const id of new Set(found.flatMap(({ devices }) => devices))) {
    const device = id === 0 ? undefined : await scopes.find(formatScope("device", id));
    lines.set(id, device?.lines ?? [[EVERYONE]]);
  }
  return found.map(({ domain, devices }) => {
    const applied = devices.flatMap((id) => lines.get(id)!)
      .map((line) => ruleOfLine(byScope, line, domain));
    const isAllowed = applied.every((rule) => rule?.action === "allow");
    return isAllowed ? applied[0]?.domain ?? "" : "";
  });
}

/** The rule of the narrowest scope that has one for a domain; undefined = none has. */
function ruleOfLine(
  byScope: ReadonlyMap<string, readonly StoredRule[]>,
  line: readonly string[],
  domain: string,
): StoredRule | undefined {
  return line.map((scope) => ruleForDomain(byScope.get(scope) ?? [], domain))
    .find((rule) => rule !== undefined);
}
