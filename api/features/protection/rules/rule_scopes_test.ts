import assert from "node:assert/strict";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { ruleForDomain } from "./rule_scopes.ts";

function rule(domain: string, over: Partial<PersonalRule> = {}): PersonalRule {
  return {
    scope: "device:3",
    domain,
    action: "allow",
    kind: "subdomains",
    types: [],
    to: [],
    until: 0,
    ...over,
  };
}

Deno.test("ruleForDomain() finds the narrowest rule for a whole domain, and none for a part of it", () => {
  const found = (...rules: readonly PersonalRule[]) => ruleForDomain(rules, "shop.co.uk")?.domain;
  assert.equal(found(rule("co.uk"), rule("shop.co.uk"), rule("other.uk")), "shop.co.uk");
  assert.equal(found(rule("uk"), rule("co.uk")), "co.uk");
  for (
    const part of [
      rule("a.shop.co.uk"),
      rule("op.co.uk"),
      rule("shop.co.uk", { kind: "exact" }),
      rule("*.co.uk", { kind: "wildcard" }),
      rule("shop", { kind: "regex" }),
      rule("shop.co.uk", { types: ["A"] }),
      rule("shop.co.uk", { except: ["pay.shop.co.uk"] }),
      rule("co.uk", { except: ["shop.co.uk"] }),
    ]
  ) {
    assert.equal(found(part), undefined, JSON.stringify(part));
  }
  assert.equal(found(rule("co.uk", { except: ["bank.co.uk"] })), "co.uk");
});
