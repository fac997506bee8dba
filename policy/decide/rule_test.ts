import assert from "node:assert/strict";
import fc from "fast-check";
import { nameFromText } from "../model/name.ts";
import type { PersonalRule } from "../model/personal_rule.ts";
import { compilePersonalRules } from "../rules/compile.ts";
import { decodeSnapshot, encodeSnapshot } from "../snapshot/snapshot_file.ts";
import { compileInMemory } from "../snapshot/in_memory.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { SnapshotParts } from "../snapshot/snapshot_parts.ts";
import { decideAfter, decideBefore, explain, type PolicyClient } from "./decide.ts";

const A = 1;
const AAAA = 28;
const HTTPS = 65;
const SECRET = new Uint8Array(16).fill(7);

function rule(
  action: PersonalRule["action"],
  domain: string,
  change: Partial<PersonalRule> = {},
): PersonalRule {
  return {
    scope: "all",
    domain,
    action,
    kind: "subdomains",
    types: [],
    to: [],
    until: 0,
    ...change,
  };
}

function snapshotOf(
  rules: readonly PersonalRule[],
  lists = "",
  more: Partial<SnapshotParts> = {},
): Snapshot {
  const personal = compilePersonalRules(rules, SECRET);
  return compileInMemory([{ text: lists }], {}, { secret: SECRET, personal, ...more });
}

function clientOf(snapshot: Snapshot): PolicyClient {
  return { policy: snapshot.classes[0], address: Uint8Array.of(192, 168, 1, 2), place: "home" };
}

/**
 * The result for a name: "allow" or "block" by a rule, "list" by a list, the target of a rewrite,
 * or "-".
 */
function outcome(snapshot: Snapshot, name: string, type = A, now = 0): string {
  const { verdict } = decideBefore(
    { name: nameFromText(name)!, type, class: 1 },
    clientOf(snapshot),
    snapshot,
    now,
  );
  if (verdict.do === "resolve") return verdict.match?.personal === undefined ? "-" : "allow";
  if (verdict.do === "local") return "local";
  return verdict.reason === "list" ? "list" : verdict.do;
}

function outcomeAfter(snapshot: Snapshot, name: string, targets: readonly string[]): string {
  const content = {
    targets: targets.map((target) => nameFromText(target)!),
    addresses: [Uint8Array.of(1, 2, 3, 4)],
  };
  const question = { name: nameFromText(name)!, type: A, class: 1 };
  const { verdict } = decideAfter(question, clientOf(snapshot), content, snapshot, 0);
  return verdict.do === "block" ? `${verdict.reason} ${verdict.origin}` : verdict.do;
}

Deno.test("a rule covers its name, its subdomains, its wildcard or its regular expression", () => {
  const snapshot = snapshotOf([
    rule("block", "tree.example"),
    rule("block", "exact.example", { kind: "exact" }),
    rule("block", "*.below.example", { kind: "wildcard" }),
    rule("block", "ads*.wild.example", { kind: "wildcard" }),
    rule("block", "^ad[0-9]+\\.re\\.", { kind: "regex" }),
  ]);
  const blocked = (...names: string[]) => names.map((name) => outcome(snapshot, name) === "block");
  assert.deepEqual(blocked("tree.example", "a.b.tree.example", "nottree.example"), [
    true,
    true,
    false,
  ]);
  assert.deepEqual(blocked("exact.example", "a.exact.example"), [true, false]);
  assert.deepEqual(blocked("below.example", "a.below.example", "a.b.below.example"), [
    false,
    true,
    true,
  ]);
  assert.deepEqual(blocked("ads.wild.example", "ads1.x.wild.example", "xads.wild.example"), [
    true,
    true,
    false,
  ]);
  assert.deepEqual(blocked("ad12.re.example", "ad.re.example"), [true, false]);
});

Deno.test("exact names precede subdomains, longer names precede shorter ones, then wildcards, then regex", () => {
  const ladder = [
    rule("block", "example", { kind: "regex" }),
    rule("allow", "*example.com", { kind: "wildcard" }),
    rule("block", "*.shop.example.com", { kind: "wildcard" }),
    rule("allow", "example.com"),
    rule("block", "shop.example.com"),
    rule("allow", "www.shop.example.com", { kind: "exact" }),
  ];
  for (let held = 1; held <= ladder.length; held++) {
    const rules = ladder.slice(0, held);
    const expected = rules.at(-1)!.action;
    for (const order of [rules, rules.toReversed()]) {
      assert.equal(outcome(snapshotOf(order), "www.shop.example.com"), expected, `${held} rules`);
    }
  }
});

Deno.test("at equal precision an allow precedes a rewrite, and a rewrite precedes a block", () => {
  const block = rule("block", "^a", { kind: "regex" });
  const allow = rule("allow", "e$", { kind: "regex" });
  const rewrite = rule("rewrite", "ex", { kind: "regex", to: ["192.0.2.1"] });
  assert.equal(outcome(snapshotOf([block, rewrite, allow]), "a.example"), "allow");
  assert.equal(outcome(snapshotOf([block, rewrite]), "a.example"), "rewrite");
  assert.equal(outcome(snapshotOf([block]), "a.example"), "block");
});

Deno.test("the same rule applies, whatever the order of creation", () => {
  const domains = fc.constantFrom(
    "a.example",
    "b.a.example",
    "*.a.example",
    "*a.example",
    "^b",
    "a",
    "example.com",
  );
  const rules = fc.uniqueArray(
    fc.record({ domain: domains, action: fc.constantFrom("allow" as const, "block" as const) }).map(
      ({ domain, action }) => {
        const nameKind = domain.includes("*") ? "wildcard" : "subdomains";
        return rule(action, domain, { kind: /^\^|^a$/.test(domain) ? "regex" : nameKind });
      },
    ),
    { selector: ({ domain }) => domain },
  );
  const shuffled = rules.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
  );
  fc.assert(
    fc.property(
      shuffled,
      fc.constantFrom("a.example", "b.a.example", "c.b.a.example"),
      ([one, other], name) => {
        assert.equal(outcome(snapshotOf(one), name), outcome(snapshotOf(other), name));
      },
    ),
    { seed: 4, numRuns: 200 },
  );
});

Deno.test("a rule with types leaves other types to the next rule and to the lists", () => {
  const snapshot = snapshotOf(
    [
      rule("allow", "a.example", { types: ["AAAA", "HTTPS"], kind: "exact" }),
      rule("block", "example.com"),
    ],
    "||a.example^\n",
  );
  assert.deepEqual([A, AAAA, HTTPS].map((type) => outcome(snapshot, "a.example", type)), [
    "list",
    "allow",
    "allow",
  ]);
});

Deno.test("a rule expires at its second", () => {
  const snapshot = snapshotOf([
    rule("allow", "ads.example", { until: 100, kind: "exact" }),
    rule("block", "ads.example", {
      scope: "all",
      domain: "example.com",
      until: 3_000_000_000,
    }),
  ], "||ads.example^\n");
  assert.equal(outcome(snapshot, "ads.example", A, 99_999), "allow");
  assert.equal(outcome(snapshot, "ads.example", A, 100_000), "list");
  assert.equal(outcome(snapshot, "example.com", A, 2_999_999_999_999), "block");
  assert.equal(outcome(snapshot, "example.com", A, 3_000_000_000_000), "-");
  const { personalRules } = snapshot;
  assert.deepEqual([0, 99_999, 100_000, 3e12].map((now) => personalRules.nextEnd(now)), [
    1e5,
    1e5,
    3e12,
    Infinity,
  ]);
});

Deno.test("an allow rule lifts lists, also for the targets of the answer", () => {
  const lists =
    "||ads.example^$important\n||tracker.example^\n||page.example^$dnsrewrite=192.0.2.7\n";
  const snapshot = snapshotOf([rule("allow", "ads.example"), rule("allow", "page.example")], lists);
  assert.deepEqual([outcome(snapshot, "x.ads.example"), outcome(snapshot, "page.example")], [
    "allow",
    "allow",
  ]);
  assert.equal(outcomeAfter(snapshot, "x.ads.example", ["cdn.tracker.example"]), "resolve");
  assert.equal(outcomeAfter(snapshot, "other.example", ["cdn.tracker.example"]), "list list:1");
});

Deno.test("a rule on a target of the answer applies to that target only", () => {
  const rules = [rule("allow", "good.tracker.example"), rule("block", "bad.example")];
  const snapshot = snapshotOf(rules, "||tracker.example^\n");
  assert.equal(outcomeAfter(snapshot, "www.shop.example", ["good.tracker.example"]), "resolve");
  assert.equal(
    outcomeAfter(snapshot, "www.shop.example", ["good.tracker.example", "tracker.example"]),
    "list list:1",
  );
  assert.equal(
    outcomeAfter(snapshot, "www.shop.example", ["cdn.bad.example"]),
    "rule rule:bad.example",
  );
});

Deno.test("no rule allows a name of a child-abuse list, also as a target of the answer", () => {
  const lists = [{ id: 1, name: "confidential", kind: "block" as const, category: "child_abuse" }];
  const snapshot = snapshotOf(
    [rule("allow", "bad.example"), rule("allow", "front.example")],
    "||bad.example^\n",
    {
      lists,
    },
  );
  assert.equal(outcome(snapshot, "bad.example"), "block");
  assert.equal(
    outcomeAfter(snapshot, "front.example", ["bad.example"]),
    "category category:child_abuse",
  );
  assert.equal(
    outcomeAfter(snapshot, "other.example", ["bad.example"]),
    "category category:child_abuse",
  );
});

Deno.test("a rewrite answers with records or another name; a rewrite to itself is ignored", () => {
  const snapshot = snapshotOf([
    rule("rewrite", "nas.example", { to: ["192.168.1.5", "2001:db8::5"] }),
    rule("rewrite", "search.example", { to: ["safe.search.example"] }),
  ]);
  const question = { name: nameFromText("nas.example")!, type: A, class: 1 };
  const { verdict } = decideBefore(question, clientOf(snapshot), snapshot, 0);
  assert.ok(verdict.do === "rewrite");
  assert.deepEqual([verdict.reason, verdict.origin], ["rule", "rule:nas.example"]);
  assert.deepEqual(verdict.to.records.map(({ type }) => type), [A, AAAA]);
  assert.equal(verdict.match?.rule, "||nas.example^$dnsrewrite=192.168.1.5|2001:db8::5");
  assert.deepEqual(
    ["search.example", "safe.search.example"].map((name) => outcome(snapshot, name)),
    ["rewrite", "-"],
  );
});

Deno.test("rules come before lists and after local names, and do not apply while filtering is off", () => {
  const rules = [
    rule("block", "home.arpa"),
    rule("block", "listed.example"),
    rule("block", "own.example"),
  ];
  const snapshot = snapshotOf(rules, "@@||listed.example^\n");
  assert.deepEqual(["box.home.arpa", "listed.example"].map((name) => outcome(snapshot, name)), [
    "local",
    "block",
  ]);
  const off = compileInMemory([], { filtering: false }, {
    personal: compilePersonalRules(rules, SECRET),
    secret: SECRET,
  });
  assert.equal(outcome(off, "own.example"), "-");
});

Deno.test("the narrower scope takes precedence; scopes without the device are ignored", () => {
  const rules = [
    rule("block", "a.example", { kind: "exact" }),
    rule("allow", "example", { scope: "group:1", kind: "regex" }),
    rule("block", "example", { scope: "device:1", kind: "regex" }),
  ];
  const personal = compilePersonalRules(rules, SECRET);
  const ranks: Record<string, number> = { all: 1, "group:1": 2 };
  const scopes = personal.scopes.flatMap((scope, number) => [number, ranks[scope] ?? 0]);
  const classes = [{ version: 1, lists: new Uint8Array(1), tags: [], scopes }];
  const snapshot = snapshotOf([], "", { personal, classes });
  const { verdict } = decideBefore(
    { name: nameFromText("a.example")!, type: A, class: 1 },
    clientOf(snapshot),
    snapshot,
    0,
  );
  assert.ok(verdict.do === "resolve");
  assert.equal(verdict.match?.personal?.scope, "group:1");
});

Deno.test("explain() states the rule and the protections that it lifts", () => {
  const snapshot = snapshotOf([rule("allow", "ads.example")], "||ads.example^\n");
  const question = { name: nameFromText("ads.example")!, type: A, class: 1 };
  const targets = [nameFromText("ads.example")!];
  const reported = explain(question, clientOf(snapshot), snapshot, 0, { targets, addresses: [] });
  const said = reported.filter(({ outcome }) => outcome !== "nothing");
  assert.deepEqual(said.map(({ protection, text }) => `${protection}: ${text}`), [
    "rules: Allowed by rule @@||ads.example^ of the household, scope all",
    "lists: Lifted",
    "rules, answer: Allowed by rule @@||ads.example^ of the household, scope all",
    "lists, answer: Lifted",
  ]);
});

Deno.test("a rule leaves its exceptions alone, excludes types, and answers with a code", () => {
  const snapshot = snapshotOf([
    rule("block", "a.example", { except: ["www.a.example"] }),
    rule("block", "b.example", { types: ["~AAAA"] }),
    rule("rewrite", "c.example", { to: ["NXDOMAIN"] }),
  ]);
  const names = ["a.example", "x.a.example", "www.a.example", "x.www.a.example"];
  assert.deepEqual(names.map((name) => outcome(snapshot, name)), ["block", "block", "-", "-"]);
  assert.deepEqual([A, 28].map((type) => outcome(snapshot, "b.example", type)), ["block", "-"]);
  const question = { name: nameFromText("c.example")!, type: A, class: 1 };
  const { verdict } = decideBefore(question, clientOf(snapshot), snapshot, 0);
  assert.deepEqual(verdict.do === "rewrite" && [verdict.to.rcode, verdict.to.records], [3, []]);
});

Deno.test("explain() names the allow rule that lost to a narrower block", () => {
  const rules = [
    rule("allow", "a.example"),
    rule("block", "a.example", { scope: "person:2" }),
  ];
  const classes = [{ version: 1, lists: Uint8Array.of(1), tags: [], scopes: [0, 1, 1, 4] }];
  const snapshot = snapshotOf(rules, "", { classes });
  const question = { name: nameFromText("www.a.example")!, type: A, class: 1 };
  const steps = explain(question, clientOf(snapshot), snapshot, 0);
  const step = steps.find(({ outcome }) => outcome === "blocked")!;
  assert.deepEqual([step.scope, step.lost], ["person:2", { rule: "@@||a.example^", scope: "all" }]);
  assert.match(step.text, /not lifted by rule @@\|\|a\.example\^ of the household, scope all$/);
});

Deno.test("rules decide equally after the snapshot was encoded and decoded", () => {
  const rules = Array.from(
    { length: 300 },
    (_, i) => rule(i % 2 ? "allow" : "block", `n${i}.example`, { until: i * 9 }),
  );
  const snapshot = snapshotOf([...rules, rule("block", "^track", { kind: "regex" })]);
  const again = decodeSnapshot(encodeSnapshot(snapshot), snapshot.names);
  assert.ok(typeof again === "object");
  for (
    const name of [...rules.map(({ domain }) => `x.${domain}`), "track.example", "other.example"]
  ) {
    assert.equal(outcome(again, name, A, 50_000), outcome(snapshot, name, A, 50_000), name);
  }
});

Deno.test("of two equally precise rewrites the first by domain applies, whatever their notation", () => {
  const rules = ["aa$", "bb", "a"].map((domain, i) =>
    rule("rewrite", domain, { kind: "regex", to: [`192.0.2.${i}`] })
  );
  const question = { name: nameFromText("bb.example.aa")!, type: A, class: 1 };
  for (const order of [rules, rules.toReversed()]) {
    const snapshot = snapshotOf(order);
    const { verdict } = decideBefore(question, clientOf(snapshot), snapshot, 0);
    assert.equal(verdict.do === "rewrite" && verdict.origin, "rule:a");
  }
});
