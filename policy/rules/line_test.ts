import assert from "node:assert/strict";
import fc from "fast-check";
import type { PersonalRule } from "../model/personal_rule.ts";
import { parseRuleLine } from "./line.ts";
import { parsePersonalRule } from "./read.ts";

const read = (line: string) => {
  const rule = parseRuleLine(line, "block");
  return rule === undefined ? "" : `${rule.action} ${rule.kind} ${rule.domain}`;
};

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
    const rule = parseRuleLine(line, "block")!;
    const whole = { ...rule, types: [], to: [], until: 0, scope: "all", note: "" } as PersonalRule;
    const canonical = parsePersonalRule(whole, { protectedNames: [], now: 0 });
    assert.equal((canonical as PersonalRule).domain, "shop.example", line);
  }
});

Deno.test("a bare name gets the chosen action, other lines have their own", () => {
  assert.equal(parseRuleLine("shop.example", "allow")?.action, "allow");
  assert.equal(parseRuleLine("||shop.example^", "allow")?.action, "block");
});

Deno.test("empty lines and comments contain no rule", () => {
  for (const line of ["", "   ", "# a list", "! Title: a list"]) assert.equal(read(line), "");
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
