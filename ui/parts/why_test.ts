import assert from "node:assert/strict";
import type { QueryResponse } from "../../api/features/insight/journal/routes.ts";
import type { RuleResponse } from "../../api/features/protection/rules/routes.ts";
import { REASONS } from "../../policy/reasons.ts";
import { originOf } from "../../tests/support/blocked_origins.ts";
import {
  canHaveRule,
  findRule,
  parentDomain,
  restoreRequest,
  rulePath,
  scopesOf,
} from "./rule_button.ts";
import { render } from "preact-render-to-string";
import { html } from "../html.ts";
import { Ui } from "../ui.ts";
import { canRuleLift, cnameTarget, decisionText } from "./why.ts";

const RULE: RuleResponse = {
  domain: "shop.example",
  scope: "all",
  scope_name: "",
  action: "allow",
  kind: "subdomains",
  types: ["A"],
  to: [],
  until: 7,
  created: 0,
  changed: 0,
  by: "anna",
};

function blocked(name: string, rule: string, upstream: string): QueryResponse {
  return {
    id: 1,
    time: 0,
    duration: 0,
    client: "::1",
    client_name: "",
    transport: "udp",
    name,
    hidden: false,
    private: false,
    type: "A",
    rcode: "",
    status: "blocked",
    reason: "list",
    origin: "list:1",
    list: 1,
    rule,
    upstream,
    size: 0,
    answer: "",
  };
}

Deno.test("A name blocked for its CNAME target shows the target", () => {
  assert.equal(
    cnameTarget(blocked("cdn.shop.example", "||tracker.example^", "9.9.9.9")),
    "tracker.example",
  );
  assert.equal(cnameTarget(blocked("a.tracker.example", "||tracker.example^", "9.9.9.9")), "");
  assert.equal(cnameTarget(blocked("cdn.shop.example", "||tracker.example^", "")), "");
  assert.equal(cnameTarget(blocked("cdn.shop.example", "/^ads[0-9]/", "9.9.9.9")), "");
});

Deno.test("Only blocks that a rule for everyone lifts can be allowed", () => {
  const lifted = REASONS.filter(({ reason, cause }) =>
    canRuleLift({ reason, origin: originOf(reason, cause) })
  ).map(({ reason, cause }) => `${reason} ${cause}`.trim());
  assert.deepEqual(lifted, [
    "rule",
    "tunnel",
    "spyware",
    "lookalike",
    "category bypass",
    "category security",
    "category",
    "list",
    "category homework",
    "category limit",
  ]);
  assert.equal(canRuleLift({ reason: "of a later version", origin: "" }), false);
  const service = { reason: "service", origin: "service:tiktok" };
  assert.equal(canRuleLift(service), false);
  assert.equal(canRuleLift(service, true), true);
  assert.equal(canRuleLift({ reason: "quarantine", origin: "quarantine" }, true), false);
});

Deno.test("Of several rules, the most specific one decides", () => {
  const exact = { ...RULE, kind: "exact", domain: "www.shop.example" } as const;
  const star = { ...RULE, kind: "wildcard", domain: "w*.example" } as const;
  assert.equal(findRule([RULE, star, exact], "www.shop.example"), exact);
  assert.equal(findRule([star, RULE], "a.shop.example"), RULE);
  assert.equal(findRule([star], "www.example"), star);
  assert.equal(findRule([RULE, exact], "notshop.example"), undefined);
  const own = { ...RULE, scope: "device:3" };
  const others = { ...exact, scope: "device:4" };
  const scopes = scopesOf({ device: { id: 3, label: "", shared: false, group_id: 1 } });
  assert.deepEqual(scopes, ["all", "group:1", "device:3"]);
  assert.equal(findRule([exact, own, others], "www.shop.example", scopes), own);
});

Deno.test("Names that cannot have a rule have no buttons", () => {
  assert.ok(canHaveRule("_dns.resolver.arpa"));
  for (
    const name of [
      "",
      "com",
      "1.2.3.4",
      "a\\032b.example",
      "<b>.example",
      `${"a".repeat(64)}.example`,
    ]
  ) {
    assert.equal(canHaveRule(name), false, name);
  }
});

Deno.test("The registered domain above a name is offered", () => {
  assert.equal(parentDomain("a.b.co.uk"), "b.co.uk");
  assert.equal(parentDomain("b.co.uk"), "");
});

Deno.test("Undoing a removal restores the rule", () => {
  const { path, body } = restoreRequest(RULE);
  assert.equal(path, "/api/v1/rules/shop.example?scope=all");
  assert.deepEqual(body, { action: "allow", kind: "subdomains", types: ["A"], to: [], until: 7 });
  assert.equal(rulePath("^ads[0-9]/"), "/api/v1/rules/%5Eads%5B0-9%5D%2F?scope=all");
});

Deno.test("A private query shows its reason and names no removed list", () => {
  const by = { kind: "socket", rights: new Set<never>(), address: "", name: "box" } as const;
  const ui = new Ui({
    language: "en",
    zone: "UTC",
    now: 0,
    by,
    address: "/queries/1",
    box: "box",
    version: "1",
  });
  const confidential = {
    ...blocked("", "", ""),
    hidden: true,
    private: true,
    origin: "",
    list: -1,
  };
  for (const { reason } of REASONS) {
    const text = render(html`<p>${decisionText(ui, { ...confidential, reason }, new Map())}</p>`);
    assert.doesNotMatch(text, /removed|undefined|\{\w+\}/, reason);
    if (reason === "list") assert.match(text, /Blocked\.<\/strong> It is on a list\./);
  }
});
