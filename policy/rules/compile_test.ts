import assert from "node:assert/strict";
import fc from "fast-check";
import type { PersonalRule } from "../model/personal_rule.ts";
import { RuleTable } from "../snapshot/rule_table.ts";
import { NO_PERSONAL_RULES } from "../snapshot/personal_rules.ts";
import { compilePersonalRules } from "./compile.ts";

const SECRET = new Uint8Array(16).fill(3);

const DOMAINS: readonly Pick<PersonalRule, "domain" | "kind">[] = [
  { domain: "a.example", kind: "subdomains" },
  { domain: "b.example", kind: "exact" },
  { domain: "münchen.example", kind: "subdomains" },
  { domain: "*.c.example", kind: "wildcard" },
  { domain: "ads*.example", kind: "wildcard" },
  { domain: "track*-pixel.example", kind: "wildcard" },
  { domain: "^stat[0-9]+\\.metrics\\.", kind: "regex" },
  { domain: "^(metrics|stats)\\.", kind: "regex" },
  // No longer valid: it is skipped.
  { domain: "(", kind: "regex" },
  { domain: "z.example", kind: "subdomains" },
];

const anyRule: fc.Arbitrary<PersonalRule> = fc.record({
  scope: fc.constantFrom("all", "person:1", "group:2", "device:3"),
  where: fc.constantFrom(...DOMAINS),
  what: fc.constantFrom<Pick<PersonalRule, "action" | "to">>(
    { action: "block", to: [] },
    { action: "allow", to: [] },
    { action: "rewrite", to: ["192.0.2.1"] },
    { action: "rewrite", to: ["other.example"] },
  ),
  types: fc.constantFrom<readonly string[]>([], [], ["A"], ["~AAAA"]),
  except: fc.constantFrom<readonly string[] | undefined>(undefined, undefined, ["x.a.example"]),
  until: fc.constantFrom(0, 0, 1_900_000_000),
}).map(({ scope, where, what, types, except, until }) => ({
  scope,
  ...where,
  ...what,
  types,
  until,
  ...(except && { except }),
}));

/** A change of the rules: some leave, some come, at any place. */
const anyChange = fc.record({
  leave: fc.array(fc.nat(40), { maxLength: 4 }),
  come: fc.array(fc.tuple(fc.nat(40), anyRule), { maxLength: 4 }),
});

Deno.test("rules compiled from those of before are the same bytes as compiled anew", () => {
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 20 }),
      fc.array(anyChange, { maxLength: 10 }),
      (first, changes) => {
        let rules: readonly PersonalRule[] = first;
        let held = compilePersonalRules(rules, SECRET);
        for (const { leave, come } of changes) {
          const next = rules.filter((_, at) => !leave.includes(at));
          for (const [place, rule] of come) next.splice(place, 0, rule);
          const derived = compilePersonalRules(next, SECRET, held);
          assert.deepEqual(derived, compilePersonalRules(next, SECRET));
          if (derived !== NO_PERSONAL_RULES) {
            new RuleTable(derived.bytes, derived.scopes.length);
            assert.ok(derived.bytes.buffer instanceof SharedArrayBuffer);
          }
          rules = next;
          held = derived;
        }
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("of what a change of rules allocates, only its sections are shared memory", () => {
  const rules = fc.sample(anyRule, { numRuns: 30, seed: 5 });
  const held = compilePersonalRules(rules, SECRET);
  const Shared = globalThis.SharedArrayBuffer;
  let allocated = 0;
  globalThis.SharedArrayBuffer = class extends Shared {
    constructor(length = 0) {
      super(length);
      allocated += length;
    }
  };
  try {
    const { bytes, facts } = compilePersonalRules(rules.slice(1), SECRET, held);
    assert.equal(allocated, bytes.buffer.byteLength + facts.buffer.byteLength);
  } finally {
    globalThis.SharedArrayBuffer = Shared;
  }
});

Deno.test("rules are compiled anew for another secret", () => {
  const rules = fc.sample(anyRule, { numRuns: 30, seed: 5 });
  const held = compilePersonalRules(rules, SECRET);
  const other = new Uint8Array(16).fill(4);
  assert.deepEqual(compilePersonalRules(rules, other, held), compilePersonalRules(rules, other));
});
