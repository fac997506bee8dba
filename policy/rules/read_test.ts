import assert from "node:assert/strict";
import fc from "fast-check";
import { ANY_CHARACTER } from "../../tests/support/any_character.ts";
import { LIMITS } from "../limits.ts";
import { type PersonalRule, RULE_ACTIONS, RULE_KINDS, ruleText } from "../model/personal_rule.ts";
import { compilePersonalRules } from "./compile.ts";
import { canonicalDomains, effectOf, parsePersonalRule, triggerOf } from "./read.ts";

const AROUND = { protectedNames: ["box", "box.home.arpa", "dns.upstream.example"], now: 1000 };

function read(change: Partial<PersonalRule>): PersonalRule | string {
  const rule = {
    scope: "all",
    domain: "shop.example",
    action: "block",
    kind: "subdomains",
  } as const;
  return parsePersonalRule({ ...rule, types: [], to: [], until: 0, ...change }, AROUND);
}

function domainOf(domain: string, kind: PersonalRule["kind"] = "subdomains"): string {
  const rule = read({ domain, kind });
  return typeof rule === "string" ? `refused: ${rule}` : rule.domain;
}

Deno.test("names are stored in canonical form: lower case, no final dot, A-labels", () => {
  assert.equal(domainOf("Shop.Example."), "shop.example");
  assert.equal(domainOf("bücher.example"), "xn--bcher-kva.example");
  assert.equal(domainOf("_sip._tcp.shop.example", "exact"), "_sip._tcp.shop.example");
  assert.equal(domainOf("*.Bücher.Example.", "wildcard"), "*.xn--bcher-kva.example");
  assert.equal(domainOf("ADS*.shop.example", "wildcard"), "ads*.shop.example");
  assert.equal(domainOf("/^ad[0-9]+\\./", "regex"), "^ad[0-9]+\\.");
  assert.equal(domainOf("^ad[0-9]+\\.", "regex"), "^ad[0-9]+\\.");
});

Deno.test("an invalid name, wildcard or expression is refused with a sentence", () => {
  const wrong: readonly [string, PersonalRule["kind"], RegExp][] = [
    ["a..b", "subdomains", /not a domain name: a\.\.b/],
    ["shop example", "exact", /not a domain name/],
    ["192.168.1.1", "exact", /not for addresses: 192/],
    ["2001:db8::1", "subdomains", /not for addresses/],
    ["*.shop.example", "subdomains", /is a wildcard.*: \*/],
    ["/ads/", "exact", /is a regular expression.*: /],
    ["shop.example", "wildcard", /needs a \*/],
    ["*", "wildcard", /too wide/],
    ["a*", "wildcard", /too wide/],
    ["bü*.example", "wildcard", /not a domain name/],
    ["(", "regex", /not a regular expression: \(/],
    ["(?=ads)", "regex", /lookaround/],
    ["(a)\\1", "regex", /lookaround/],
    ["(x{100}){100}", "regex", /lookaround/],
    ["a".repeat(256), "regex", /at most 255 characters, this one has: 256/],
  ];
  for (const [domain, kind, message] of wrong) {
    assert.match(domainOf(domain, kind), message, domain);
  }
});

Deno.test("no rule blocks or rewrites the box, its upstreams or public suffixes; an allow is accepted", () => {
  const untouchable: readonly [string, PersonalRule["kind"], RegExp][] = [
    ["box.home.arpa", "exact", /the box itself/],
    ["home.arpa", "subdomains", /the box itself/],
    ["dns.upstream.example", "subdomains", /one of its upstreams/],
    ["*.upstream.example", "wildcard", /one of its upstreams/],
    ["upstream", "regex", /one of its upstreams/],
    ["com", "subdomains", /many owners/],
    ["co.uk", "subdomains", /many owners/],
    ["*.com", "wildcard", /many owners/],
    ["localhost", "exact", /Every machine answers/],
  ];
  for (const [domain, kind, message] of untouchable) {
    assert.match(domainOf(domain, kind), message, domain);
    assert.match(
      String(read({ domain, kind, action: "rewrite", to: ["192.0.2.1"] })),
      message,
      domain,
    );
  }
  assert.equal(typeof read({ domain: "co.uk", action: "allow" }), "object");
  assert.equal(domainOf("upstream.example", "exact"), "upstream.example");
});

Deno.test("types are valid, unique and sorted by number", () => {
  const typesOf = (...types: string[]) => {
    const rule = read({ types });
    return typeof rule === "string" ? rule : rule.types;
  };
  assert.deepEqual(typesOf("https", "A", "aaaa", "A", "TYPE28"), ["A", "AAAA", "HTTPS"]);
  assert.match(String(typesOf("A", "NOTYPE")), /no such record type: NOTYPE/);
});

Deno.test("a rewrite needs addresses or one name; other actions have no target", () => {
  const toOf = (...to: string[]) => {
    const rule = read({ action: "rewrite", to });
    return typeof rule === "string" ? rule : rule.to;
  };
  assert.deepEqual(toOf("192.0.2.1", "2001:DB8:0::1", "192.0.2.1"), ["192.0.2.1", "2001:db8::1"]);
  assert.deepEqual(toOf("Bücher.example."), ["xn--bcher-kva.example"]);
  assert.match(String(toOf()), /Give the answer/);
  assert.match(String(toOf("a.example", "b.example")), /one name/);
  assert.match(String(toOf("a.example", "192.0.2.1")), /one name/);
  assert.match(String(toOf("not a name")), /neither an address nor a name/);
  assert.match(String(toOf("shop.example")), /with itself/);
  assert.match(String(read({ to: ["192.0.2.1"] })), /Only a rule that rewrites/);
});

Deno.test("an end must be in the future", () => {
  assert.match(String(read({ until: 1000 })), /in the past: 1000/);
  assert.equal(typeof read({ until: 1001 }), "object");
});

Deno.test("writtenDomains() finds a rule by any notation of its domain", () => {
  assert.ok(canonicalDomains("Bücher.example.").includes("xn--bcher-kva.example"));
  assert.ok(canonicalDomains("/^ads/").includes("^ads"));
  assert.ok(canonicalDomains("*.Shop.example").includes("*.shop.example"));
});

Deno.test("ruleText() returns the rule in list syntax", () => {
  const text = (change: Partial<PersonalRule>) => ruleText(read(change) as PersonalRule);
  assert.equal(text({ action: "allow" }), "@@||shop.example^");
  assert.equal(text({ kind: "exact", types: ["A", "AAAA"] }), "|shop.example^$dnstype=A|AAAA");
  assert.equal(text({ domain: "*.shop.example", kind: "wildcard" }), "*.shop.example^");
  assert.equal(text({ domain: "ads*.example", kind: "wildcard" }), "|ads*.example^");
  assert.equal(text({ domain: "^ads", kind: "regex" }), "/^ads/");
  assert.equal(
    text({ action: "rewrite", to: ["192.0.2.1"] }),
    "||shop.example^$dnsrewrite=192.0.2.1",
  );
});

Deno.test("any input is refused with a sentence, or can be stored, read again and compiled", () => {
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER, maxLength: 30 }),
    fc.stringMatching(/^[a-z*./^$()[\]{}+?\\|-]{1,20}$/),
    fc.domain(),
  );
  const rule = fc.record({
    scope: fc.constant("all"),
    domain: text,
    action: fc.constantFrom(...RULE_ACTIONS),
    kind: fc.constantFrom(...RULE_KINDS),
    types: fc.array(fc.oneof(fc.constantFrom("A", "aaaa", "TYPE65"), text), { maxLength: 3 }),
    to: fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), text), { maxLength: 3 }),
    until: fc.nat({ max: LIMITS.rules.endMost }),
  });
  const secret = new Uint8Array(16);
  fc.assert(
    fc.property(rule, (given) => {
      const kept = parsePersonalRule(given, AROUND);
      if (typeof kept === "string") return assert.match(kept, /^[A-Z]/);
      assert.deepEqual(parsePersonalRule(kept, AROUND), kept);
      assert.ok(triggerOf(kept) !== undefined && effectOf(kept) !== undefined);
      assert.ok(canonicalDomains(given.domain).includes(kept.domain), given.domain);
      assert.equal(compilePersonalRules([kept], secret).facts.length, 3);
    }),
    { seed: 20261121, numRuns: 3000 },
  );
});
