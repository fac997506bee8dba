import assert from "node:assert/strict";
import fc from "fast-check";
import type { PersonalRule } from "../model/personal_rule.ts";
import { parseRuleLine, type RuleLine } from "./line.ts";
import { parsePersonalRule } from "./read.ts";

const read = (line: string) => {
  const rule = parseRuleLine(line, "block");
  if (rule === undefined) return "";
  return "problem" in rule ? rule.problem : `${rule.action} ${rule.kind} ${rule.domain}`;
};

/** A line that is a rule; fails if it is none. */
function ruleOf(line: string, otherwise: "allow" | "block" = "block"): RuleLine {
  const rule = parseRuleLine(line, otherwise);
  assert.ok(rule !== undefined && !("problem" in rule), line);
  return rule;
}

Deno.test("readRuleLine() parses all documented notations", () => {
  assert.equal(read("shop.example"), "block subdomains shop.example");
  assert.equal(read("  Shop.Example.  # the shop"), "block subdomains Shop.Example.");
  assert.equal(read("||shop.example^"), "block subdomains shop.example");
  assert.equal(read("@@||shop.example^"), "allow subdomains shop.example");
  assert.equal(read("|shop.example^"), "block exact shop.example");
  assert.equal(read("@@|shop.example^"), "allow exact shop.example");
  assert.equal(read("*.shop.example"), "block wildcard *.shop.example");
  assert.equal(read("/^ads[0-9]+\\./"), "block regex ^ads[0-9]+\\.");
  assert.equal(read("0.0.0.0 shop.example # ads"), "block exact shop.example");
  assert.equal(read("https://www.shop.example/basket?a=b"), "block subdomains www.shop.example");
});

Deno.test("a final dot and a final bar are the end of the name in every notation", () => {
  const domains = [
    "shop.example.",
    "shop.example.^",
    "|shop.example.^",
    "|shop.example.|",
    "||shop.example.^",
    "@@shop.example.^",
    "@@|shop.example|",
    "0.0.0.0 shop.example.",
  ];
  for (const line of domains) {
    const whole: PersonalRule = { ...ruleOf(line), until: 0, scope: "all" };
    const canonical = parsePersonalRule(whole, { protectedNames: [], now: 0 });
    assert.equal((canonical as PersonalRule).domain, "shop.example", line);
  }
});

Deno.test("a bare name gets the chosen action, other lines have their own", () => {
  assert.equal(ruleOf("shop.example", "allow").action, "allow");
  assert.equal(ruleOf("||shop.example^", "allow").action, "block");
});

Deno.test("empty lines and comments contain no rule", () => {
  for (const line of ["", "   ", "# a list", "! Title: a list"]) assert.equal(read(line), "");
});

Deno.test("modifiers of DNS are read, and those without a meaning here are accepted", () => {
  const { types, to, except, clients, tags, removes, action } = ruleOf(
    "||a.example^$dnstype=AAAA|https,denyallow=b.a.example|c.a.example,important",
  );
  assert.deepEqual([action, types, to, except], [
    "block",
    ["AAAA", "https"],
    [],
    ["b.a.example", "c.a.example"],
  ]);
  assert.deepEqual([clients, tags, removes], [[], [], false]);
  assert.deepEqual(ruleOf("||a.example^$dnstype=~A").types, ["~A"]);
  assert.deepEqual(ruleOf("@@||a.example^$client='Noah\\|s tablet'|192.168.1.5").clients, [
    "192.168.1.5",
    "noah|s tablet",
  ]);
  assert.deepEqual(ruleOf("||a.example^$ctag=user_child").tags, ["user_child"]);
  assert.equal(ruleOf("||a.example^$badfilter").removes, true);
  assert.equal(ruleOf("/^ad[0-9]+$/").domain, "^ad[0-9]+$");
});

Deno.test("a rewrite answers with an address, a name or a code", () => {
  const to = (value: string) => ruleOf(`||a.example^$dnsrewrite=${value}`).to;
  assert.deepEqual(to("192.0.2.1"), ["192.0.2.1"]);
  assert.deepEqual(to("b.example"), ["b.example"]);
  assert.deepEqual(to("NXDOMAIN"), ["NXDOMAIN"]);
  assert.deepEqual(to("NOERROR;AAAA;2001:db8::1"), ["2001:db8::1"]);
  assert.deepEqual(to("NOERROR;CNAME;b.example"), ["b.example"]);
  assert.deepEqual(to("NOERROR;;"), ["NOERROR"]);
  assert.deepEqual(to("REFUSED;;"), ["REFUSED"]);
  assert.equal(ruleOf("||a.example^$dnsrewrite=192.0.2.1").action, "rewrite");
});

Deno.test("each refused line says why", () => {
  const refused: readonly [string, RegExp][] = [
    ["example.org##.banner", /hide parts of pages/],
    ["example.org#@#.banner", /hide parts of pages/],
    ["example.org#?#div:has(a)", /hide parts of pages/],
    ["||a.example^$third-party", /third-party is about pages/],
    ["||a.example^$script,important", /script is about pages/],
    ["||a.example^$sparkle", /no such modifier: sparkle/],
    ["||a.example^$dnstype=NOTYPE", /dnstype has no valid value: NOTYPE/],
    ["||a.example^$denyallow=..", /denyallow has no valid value/],
    ["||a.example^$dnstype=A,dnstype=AAAA", /dnstype is there twice/],
    ["@@||a.example^$dnsrewrite=192.0.2.1", /An exception cannot rewrite/],
    ["@@||a.example^$dnsrewrite", /Give the answer of the rewrite/],
    ["||a.example^$dnsrewrite=NOERROR;MX;10 mail.example", /make a local record/],
    ["||a.example^$dnsrewrite=NOTAUTH;;", /cannot answer with this response code|no valid value/],
    ["||a.example^$client=~phone", /cannot be for all but one/],
  ];
  for (const [line, why] of refused) assert.match(read(line), why, line);
  assert.equal(read("[Adblock Plus 2.0]"), "");
});

Deno.test("readRuleLine() never throws", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[@|/^*.#!$a-z0-9: ]*$/)),
      (line) => void read(line),
    ),
    { seed: 5, numRuns: 500 },
  );
});
