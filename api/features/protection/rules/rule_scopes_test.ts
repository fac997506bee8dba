import assert from "node:assert/strict";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { ruleForDomain, ruleWithinDomain } from "./rule_scopes.ts";

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

Deno.test("ruleWithinDomain() finds exact rules, rules below the domain, exceptions and patterns", () => {
  const found = (given: PersonalRule) => ruleWithinDomain([given], "shop.co.uk") !== undefined;
  for (
    const part of [
      rule("shop.co.uk", { kind: "exact" }),
      rule("a.shop.co.uk", { kind: "exact" }),
      rule("a.shop.co.uk"),
      rule("shop.co.uk", { except: ["pay.shop.co.uk"] }),
      rule("co.uk", { types: ["A"] }),
      rule("cdn*.shop.co.uk", { kind: "wildcard" }),
      rule("*.co.uk", { kind: "wildcard" }),
      rule("^api\\.shop\\.co\\.uk$", { kind: "regex" }),
      rule("(^|\\.)shop\\.", { kind: "regex" }),
    ]
  ) assert.equal(found(part), true, part.domain);
  for (
    const other of [
      rule("op.co.uk"),
      rule("co.uk", { kind: "exact" }),
      rule("myshop.co.uk"),
      rule("*.org", { kind: "wildcard" }),
      rule("^ads", { kind: "regex" }),
    ]
  ) assert.equal(found(other), false, other.domain);
});
