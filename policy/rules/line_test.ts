import assert from "node:assert/strict";
import fc from "fast-check";
import { readRuleLine } from "./line.ts";

const read = (line: string) => {
  const rule = readRuleLine(line, "block");
  return rule === undefined ? "" : `${rule.action} ${rule.kind} ${rule.domain}`;
};

Deno.test("lines are read as their writers meant them", () => {
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

Deno.test("a bare name becomes what was chosen, a line that says more keeps its own word", () => {
  assert.equal(readRuleLine("shop.example", "allow")?.action, "allow");
  assert.equal(readRuleLine("||shop.example^", "allow")?.action, "block");
});

Deno.test("empty lines and comments are no rules", () => {
  for (const line of ["", "   ", "# a list", "! Title: a list"]) assert.equal(read(line), "");
});

Deno.test("any line is read without an error", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[@|/^*.#!$a-z0-9: ]*$/)),
      (line) => void read(line),
    ),
    { seed: 5, numRuns: 500 },
  );
});
