import assert from "node:assert/strict";
import fc from "fast-check";
import type { PersonalRule } from "../model/personal_rule.ts";
import { findRewriteLoop } from "./rewrite_loop.ts";

function rewrite(domain: string, to: string, change: Partial<PersonalRule> = {}): PersonalRule {
  return {
    scope: "all",
    domain,
    action: "rewrite",
    kind: "subdomains",
    types: [],
    to: [to],
    until: 0,
    ...change,
  };
}

Deno.test("circleOf() returns the names of a rewrite loop", () => {
  const others = [
    rewrite("b.example", "c.example"),
    rewrite("c.example", "www.a.example", { scope: "device:1" }),
  ];
  assert.deepEqual(findRewriteLoop(rewrite("a.example", "x.b.example"), others), [
    "x.b.example",
    "c.example",
    "www.a.example",
  ]);
  assert.deepEqual(
    findRewriteLoop(rewrite("*.a.example", "b.example", { kind: "wildcard" }), others)?.at(-1),
    "www.a.example",
  );
  assert.deepEqual(
    findRewriteLoop(rewrite("^www\\.a", "b.example", { kind: "regex" }), others)?.at(-1),
    "www.a.example",
  );
  assert.equal(
    findRewriteLoop(rewrite("a.example", "b.example", { kind: "exact" }), others),
    undefined,
  );
});

Deno.test("circleOf() finds no loop for other targets and for the replaced rule", () => {
  const others = [
    rewrite("b.example", "a.example"),
    rewrite("a.example", "192.0.2.1"),
    rewrite("d.example", "e.example"),
  ];
  assert.equal(findRewriteLoop(rewrite("a.example", "192.0.2.1"), others), undefined);
  assert.equal(findRewriteLoop(rewrite("a.example", "www.a.example"), []), undefined);
  assert.equal(findRewriteLoop(rewrite("c.example", "d.example"), others), undefined);
  assert.equal(findRewriteLoop(rewrite("b.example", "c.example"), others), undefined);
  assert.deepEqual(findRewriteLoop(rewrite("a.example", "b.example"), others), [
    "b.example",
    "a.example",
  ]);
});

Deno.test("rules of two devices form no loop", () => {
  const other = rewrite("b.example", "a.example", { scope: "device:1" });
  assert.equal(
    findRewriteLoop(rewrite("a.example", "b.example", { scope: "device:2" }), [other]),
    undefined,
  );
  assert.ok(findRewriteLoop(rewrite("a.example", "b.example", { scope: "group:1" }), [other]));
});

Deno.test("circleOf() terminates for any rules", () => {
  const name = fc.constantFrom("a.example", "b.example", "c.example", "x.a.example", "x.b.example");
  const rule = fc.tuple(name, name, fc.constantFrom("exact" as const, "subdomains" as const))
    .map(([domain, to, kind]) => rewrite(domain, to, { kind }));
  fc.assert(
    fc.property(rule, fc.array(rule, { maxLength: 30 }), (added, others) => {
      const circle = findRewriteLoop(added, others);
      if (circle !== undefined) assert.equal(circle[0], added.to[0]);
    }),
    { seed: 20261121, numRuns: 300 },
  );
});
