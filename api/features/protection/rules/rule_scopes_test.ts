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

Deno.test("ruleWithinDomain() believes a pattern only where it matches a name of the domain", () => {
  const found = (given: PersonalRule) => ruleWithinDomain([given], "example.com") !== undefined;
  const regex = (source: string) => rule(source, { kind: "regex" });
  const wildcard = (source: string) => rule(source, { kind: "wildcard" });
  for (
    const part of [
      regex("^cdn[0-9]+\\.example\\.com$"),
      regex("\\.example\\.com$"),
      regex("^(cdn|img)\\.EXAMPLE\\.com$"),
      regex("^other\\.net$|^cdn\\.example\\.com$"),
      regex("^cdn[.]example[.]com$"),
      regex("^[[:alpha:]]{7}\\.com$"),
      regex("(^cdn|img)\\.example\\.com"),
      wildcard("*.example.com"),
      wildcard("*.cdn.example.com"),
      wildcard("cdn*.example.com"),
      wildcard("*example.com"),
      rule("com", { except: ["cdn.example.com"] }),
    ]
  ) assert.equal(found(part), true, part.domain);
  for (
    const other of [
      regex("^notexample\\.com$"),
      regex("^cdn\\.notexample\\.com$"),
      regex("^(?:a|b)example\\.com$"),
      regex("^example\\.com\\.evil\\.net$"),
      regex("^cdn\\.example\\.com\\.evil\\.net$"),
      regex("^cdn\\.example\\.community$"),
      regex("^ads\\."),
      regex("^ads.*"),
      regex("example.com("),
      wildcard("*.myexample.com"),
      wildcard("my*example.com.net"),
      rule("com", { except: ["example.com"] }),
      rule("*.com", { kind: "wildcard", except: ["example.com"] }),
      rule("^cdn\\.example\\.com$", { kind: "regex", except: ["com"] }),
    ]
  ) assert.equal(found(other), false, other.domain);
});

Deno.test("ruleWithinDomain() ends soon for an expression that backtracks", async () => {
  const label = "a".repeat(63);
  const rules = ["^(a|aa)+$", "^(a|aa)+\\.(a|aa)+\\.(a|aa)+$", "^x\\.(a|aa)+$"].map((source) =>
    rule(source, { kind: "regex" })
  );
  // Runs in a separate process with the flag of the box, because it would otherwise never end.
  const code = `
    import { ruleWithinDomain } from "${new URL("./rule_scopes.ts", import.meta.url)}";
    for (let i = 0; i < 20; i++) {
      for (const domain of ["${label}.com", "${label}.${label}.b"]) {
        if (ruleWithinDomain(${JSON.stringify(rules)}, domain)) throw new Error(domain);
      }
    }`;
  const flag = "--v8-flags=--enable-experimental-regexp-engine-on-excessive-backtracks";
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-lock", flag, code],
    signal: AbortSignal.timeout(30_000),
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});

Deno.test("ruleWithinDomain() tries a bounded number of patterns", () => {
  const patterns = Array.from({ length: 300 }, (_, i) => rule(`^other${i}$`, { kind: "regex" }));
  const last = rule("^shop\\.", { kind: "regex" });
  assert.equal(ruleWithinDomain([...patterns.slice(0, 199), last], "shop.com"), last);
  assert.equal(ruleWithinDomain([...patterns, last], "shop.com"), undefined);
  const plain = rule("pay.shop.com");
  assert.equal(ruleWithinDomain([...patterns, plain], "shop.com"), plain);
  // More than are kept compiled: the first ones are compiled again.
  assert.equal(ruleWithinDomain(patterns.slice(150), "shop.com"), undefined);
  assert.equal(ruleWithinDomain(patterns, "other0"), patterns[0]);
});
