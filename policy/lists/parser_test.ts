import assert from "node:assert/strict";
import type { ListFormat, Rule, RuleSink } from "../model/rule.ts";
import { nameToText } from "../model/name.ts";
import { describe } from "./describe.ts";
import { ListParser, MAX_LINE_OCTETS } from "./parser.ts";

interface Told {
  readonly lines: string[];
  readonly rules: Rule[];
  readonly parser: ListParser;
}

/** What a list says: names as `[allow ][important ]covers name`, the rest as one word with what matters. */
function read(text: string | Uint8Array, format: ListFormat = "auto", piece = 1 << 20): Told {
  const lines: string[] = [], rules: Rule[] = [];
  const plain = (name: string, covers: string, allow: boolean, important: boolean) =>
    `${allow ? "allow " : ""}${important ? "important " : ""}${covers} ${name.toLowerCase()}`;
  const sink: RuleSink = {
    name: (bytes, start, end, covers, allow, important) =>
      void lines.push(plain(new TextDecoder().decode(bytes.slice(start, end)), covers, allow, important)),
    rule: (rule) => void (rules.push(rule), lines.push(`rule ${ruleText(rule)}`)),
    badfilter: (rule) =>
      void lines.push(
        `badfilter ${"text" in rule ? rule.text : plain(rule.name, rule.covers, rule.allow, rule.important)}`,
      ),
    ignored: (why) => void lines.push(why),
    refused: (why) => void lines.push(why),
  };
  const parser = new ListParser(format, sink);
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += piece) parser.push(bytes.subarray(at, at + piece));
  parser.end();
  return { lines, rules, parser };
}

function ruleText({ trigger, effect, important, conditions }: Rule): string {
  const on = trigger.on === "name"
    ? `${trigger.covers} ${trigger.name}`
    : trigger.on === "pattern"
    ? `${trigger.invert ? "not " : ""}/${trigger.regex}/${
      trigger.literal === undefined ? "" : ` has ${trigger.literal}`
    }`
    : `${trigger.on} ${trigger.prefix}`;
  const what = effect.do === "block" && effect.answer !== undefined ? `block ${effect.answer}` : effect.do;
  const to = "to" in effect && effect.to !== undefined
    ? ` ${effect.to.rcode}${effect.to.cname ? ` ${nameToText(effect.to.cname)}` : ""}${
      effect.to.records.map((record) => ` ${record.type}:${record.rdata.toHex()}`).join("")
    }`
    : "";
  return `${on} -> ${what}${to}${important ? " important" : ""}${conditions ? ` ${JSON.stringify(conditions)}` : ""}`;
}

/** Each row: a line and what it becomes. */
function table(format: ListFormat, rows: readonly (readonly [string, ...string[]])[]): void {
  for (const [line, ...told] of rows) {
    const { lines, parser } = read(line + "\n", format);
    assert.deepEqual(lines, told, `${format}: ${line}`);
    assert.equal(parser.used + parser.ignored + parser.refused, parser.lines, line);
  }
}

Deno.test("plain lines of every list format become names", () => {
  table("auto", [
    ["example.com", "exact example.com"],
    ["Ads.Example.COM", "exact ads.example.com"],
    ["_dmarc.example.com", "exact _dmarc.example.com"],
    ["-x-.example.com", "exact -x-.example.com"],
    ["0.0.0.0.example.com", "exact 0.0.0.0.example.com"],
    ["0.0.0.0 example.com", "exact example.com"],
    ["127.0.0.1\t\texample.com\r", "exact example.com"],
    ["::1 example.com", "exact example.com"],
    [":: example.com", "exact example.com"],
    ["0 example.com", "exact example.com"],
    ["127.0.0.53 example.com", "exact example.com"],
    ["0.0.0.0 a.example b.example", "exact a.example", "exact b.example"],
    ["0.0.0.0 example.com # why", "exact example.com"],
    ["example.com # why", "exact example.com"],
    ["||example.com^", "tree example.com"],
    ["||example.com^|", "tree example.com"],
    ["||example.com^$important", "important tree example.com"],
    ["@@||example.com^", "allow tree example.com"],
    ["@@||example.com^$important", "allow important tree example.com"],
    ["|example.com^", "exact example.com"],
    ["|example.com|", "exact example.com"],
    ["*.example.com", "below example.com"],
    ["*.example.com^", "below example.com"],
    [".example.com^", "below example.com"],
    ["||bücher.example^", "tree xn--bcher-kva.example"],
    ["пример.example", "exact xn--e1afmkfd.example"],
    ["xn--bcher-kva.example", "exact xn--bcher-kva.example"],
    ["||example.xn--45q11c^", "tree example.xn--45q11c"],
  ]);
  table("wildcard", [
    ["*.example.com", "tree example.com"],
    ["example.com", "tree example.com"],
    [".example.com", "tree example.com"],
    ["0.0.0.0 example.com", "exact example.com"],
  ]);
  table("domains", [
    ["example.com.", "exact example.com"],
    ["*.example.com", "below example.com"],
    ["||example.com^", "tree example.com"],
    ["/ads/", "not-a-name"],
    ["example", "local-name"],
    ["two words.example", "not-a-name"],
  ]);
});

Deno.test("lines that say nothing are ignored for a reason, wrong ones refused for one", () => {
  table("auto", [
    ["", "empty"],
    [" \t ", "empty"],
    ["# comment", "comment"],
    ["#", "comment"],
    ["! comment", "comment"],
    ["; comment", "comment"],
    ["[Adblock Plus 2.0]", "header"],
    ["##.banner", "cosmetic"],
    ["example.com##.banner", "cosmetic"],
    ["example.com#@#.banner", "cosmetic"],
    ["example.com#$#body { }", "cosmetic"],
    ["example.com#?#div", "cosmetic"],
    ["example.com#%#window.x", "cosmetic"],
    ["example.com$$script", "cosmetic"],
    ["||example.com^$third-party", "browser-modifier"],
    ["||example.com^$~third-party,domain=a.example|~b.example", "browser-modifier"],
    ["||example.com/banner/ad.js", "browser-modifier"],
    ["&ad_box_", "browser-modifier"],
    ["127.0.0.1 localhost", "local-name"],
    ["::1 ip6-localhost ip6-loopback", "local-name"],
    ["127.0.0.1 localhost.localdomain", "local-name"],
    ["0.0.0.0 0.0.0.0", "local-name"],
    ["fe80::1%lo0 localhost", "local-name"],
    ["com", "top-level-name"],
    ["||com^", "top-level-name"],
    ["||co.uk^", "top-level-name"],
    ["co.uk", "top-level-name"],
    ["*.com", "top-level-name"],
    [".com^", "top-level-name"],
    ["@@||org^", "top-level-name"],
    ["||a..example^", "not-a-name"],
    [`||${"a".repeat(64)}.example^`, "not-a-name"],
    [`${"a.".repeat(130)}example`, "not-a-name"],
    ["||example.com^$unknown", "bad-modifier"],
    ["||example.com^$", "bad-modifier"],
    ["||example.com^$dnstype=NOSUCH", "bad-value"],
    ["||example.com^$dnstype", "bad-value"],
    ["||example.com^$client=", "bad-value"],
    ["||example.com^$client=10.0.0.0/99", "bad-value"],
    ["||example.com^$denyallow=a.example|~b.example", "bad-value"],
    ["||example.com^$important=1", "bad-value"],
    ["||example.com^$dnsrewrite", "bad-value"],
    ["||example.com^$dnsrewrite=NOERROR;A", "bad-value"],
    ["*", "too-wide"],
    ["||", "too-wide"],
    ["|", "too-wide"],
    ["^", "too-wide"],
    ["ab*", "too-wide"],
    ["/(?=x)y/", "unsupported-regex"],
    ["/(a)\\1/", "unsupported-regex"],
    ["/(/", "bad-regex"],
    ["a\u0000b.example", "nul-byte"],
  ]);
});

Deno.test("patterns become anchored expressions with their longest literal", () => {
  table("auto", [
    ["@@example.org", "rule /example\\.org/ has example.org -> allow"],
    ["example.org^", "rule /example\\.org$/ has example.org -> block"],
    ["||example.com", "rule /(?:^|\\.)example\\.com/ has example.com -> block"],
    ["|ads.", "rule /^ads\\./ has ads. -> block"],
    ["confusing.", "rule /confusing\\./ has confusing. -> block"],
    ["||ads*.example.com^", "rule /(?:^|\\.)ads.*\\.example\\.com$/ has .example.com -> block"],
    ["://example.com", "rule /^example\\.com/ has example.com -> block"],
    ["|http://example.com/", "exact example.com"],
    ["https://example.com:8080", "exact example.com"],
    ["||example.com:443^", "tree example.com"],
    ["||example.com/*", "tree example.com"],
    ["*$dnstype=HTTPS", 'rule /^/ -> block {"types":{"only":[65]}}'],
    ["$denyallow=com|org", 'rule /^/ -> block {"denyallow":["com","org"]}'],
    ["/^ads[0-9]+\\.example$/", "rule /^ads[0-9]+\\.example$/ has .example -> block"],
    ["/a|b/$important", "rule /a|b/ -> block important"],
    ["(^|\\.)ads\\.example$", "rule /(^|\\.)ads\\.example$/ has ads.example -> block"],
    ["||192.0.2.7^", "rule answer 192.0.2.7/32 -> block"],
    ["192.0.2.7", "rule answer 192.0.2.7/32 -> block"],
    ["@@||2001:db8::1^", "rule answer 2001:db8::1/128 -> allow"],
  ]);
});

Deno.test("modifiers limit a rule or change its answer", () => {
  const tree = "rule tree example.com -> ";
  table("auto", [
    ["||example.com^$dnstype=aaaa|~A", tree + 'block {"types":{"only":[28]}}'],
    ["||example.com^$dnstype=~A", tree + 'block {"types":{"except":[1]}}'],
    [
      "||example.com^$client=10.0.0.0/8|~'Ann\\'s\\, phone'",
      tree + 'block {"clients":{"only":["10.0.0.0/8"],"except":["ann\'s, phone"]}}',
    ],
    [
      "||example.com^$ctag=user_child|~device_tv",
      tree + 'block {"tags":{"only":["user_child"],"except":["device_tv"]}}',
    ],
    ["||com^$denyallow=example.com", 'rule tree com -> block {"denyallow":["example.com"]}'],
    ["||example.com^$dnsrewrite=192.0.2.1", tree + "rewrite 0 1:c0000201"],
    ["||example.com^$dnsrewrite=2001:db8::1", tree + "rewrite 0 28:20010db8000000000000000000000001"],
    ["||example.com^$dnsrewrite=b.example", tree + "rewrite 0 b.example"],
    ["||example.com^$dnsrewrite=REFUSED", tree + "rewrite 5"],
    ["||example.com^$dnsrewrite=refused", tree + "rewrite 0 refused"],
    ["||example.com^$dnsrewrite=NOERROR;;", tree + "rewrite 0"],
    ["||example.com^$dnsrewrite=NXDOMAIN;A;192.0.2.1", tree + "rewrite 3"],
    ["||example.com^$dnsrewrite=NOERROR;MX;10 mx.example", tree + "rewrite 0 15:000a026d78076578616d706c6500"],
    ["||example.com^$dnsrewrite=NOERROR;TXT;a\\,b", tree + "rewrite 0 16:03612c62"],
    ["||example.com^$dnsrewrite=NOERROR;SRV;1 2 443 .", tree + "rewrite 0 33:0001000201bb00"],
    [
      "||example.com^$dnsrewrite=NOERROR;HTTPS;1 . alpn=h3 port=8443",
      tree + "rewrite 0 65:000100000100030268330003000220fb",
    ],
    ["||example.com^$dnsrewrite=NOERROR;LOC;x", tree + "rewrite 0"],
    ["@@||example.com^$dnsrewrite", "rule tree example.com -> cancel-rewrite"],
    ["@@||example.com^$dnsrewrite=192.0.2.1", "rule tree example.com -> cancel-rewrite 0 1:c0000201"],
    ["||example.com^$badfilter", "badfilter tree example.com"],
    ["@@||example.com^$important,badfilter", "badfilter allow important tree example.com"],
    ["||example.com^$badfilter,dnstype=A", "badfilter ||example.com^$dnstype=A"],
  ]);
});

Deno.test("a hosts line with a real address answers with it", () => {
  table("hosts", [
    [
      "192.0.2.9 nas.example alias.example",
      "rule exact nas.example -> rewrite 0 1:c0000209",
      "rule exact alias.example -> rewrite 0 1:c0000209",
    ],
    ["2001:db8::9 nas.example", "rule exact nas.example -> rewrite 0 28:20010db8000000000000000000000009"],
    ["255.255.255.255 broadcasthost", "local-name"],
    ["192.0.2.9", "not-a-name"],
    ["0.0.0.0", "not-a-name"],
  ]);
});

Deno.test("Pi-hole expressions carry types, inversion and replies", () => {
  table("regex", [
    ["# note", "comment"],
    ["^ad[sz]\\.", "rule /^ad[sz]\\./ has ad -> block"],
    ["ads;querytype=A,AAAA", 'rule /ads/ has ads -> block {"types":{"only":[1,28]}}'],
    ["ads;querytype=!A", 'rule /ads/ has ads -> block {"types":{"except":[1]}}'],
    ["good;invert", "rule not /good/ -> block"],
    ["ads;reply=nxdomain", "rule /ads/ has ads -> block nxdomain"],
    ["ads;reply=none", "rule /ads/ has ads -> block drop"],
    ["ads;reply=ip", "rule /ads/ has ads -> block"],
    ["ads;reply=192.0.2.1", `rule /ads/ has ads -> rewrite 0 1:c0000201 28:${"00".repeat(16)}`],
    ["(?#why)ads[[:digit:]]+", "rule /ads[0-9]+/ has ads -> block"],
    ["ads{~1}", "unsupported-regex"],
    ["(a)b\\1", "unsupported-regex"],
    ["((a{100}){100})", "unsupported-regex"],
    ["ads;reply=sometimes", "bad-value"],
    ["ads;querytype=NOSUCH", "bad-value"],
    ["ads;shout", "bad-modifier"],
    ["[", "bad-regex"],
  ]);
});

Deno.test("a response policy zone gives names, addresses and local data", () => {
  const { lines, parser } = read(
    [
      "$TTL 60 ; seconds",
      "$ORIGIN rpz.example.",
      "@ IN SOA localhost. root.localhost. (",
      "  1 2 3 ; serial and so on",
      "  4 5 )",
      "  NS localhost.",
      "bad.example CNAME .",
      "*.bad.example IN 30 CNAME .",
      "quiet.example.rpz.example. CNAME *.",
      "good.example CNAME rpz-passthru.",
      "gone.example CNAME rpz-drop.",
      "tcp.example CNAME rpz-tcp-only.",
      "walled.example CNAME *.garden.example.",
      "self.example CNAME self.example.",
      "local.example A 192.0.2.1",
      "  AAAA 2001:db8::1",
      '  TXT "a ; b" "c"',
      "24.0.2.0.192.rpz-ip CNAME .",
      "48.zz.aa.db8.2001.rpz-client-ip CNAME rpz-passthru.",
      "ns.evil.example.rpz-nsdname CNAME .",
      "elsewhere.test. CNAME .",
      "broken.example A 300.1.1.1",
      "$GENERATE 1-10 x$ CNAME .",
    ].join("\n"),
    "rpz",
  );
  assert.deepEqual(lines, [
    "header",
    "header",
    "empty",
    "empty",
    "apex-record",
    "apex-record",
    "rule exact bad.example -> block nxdomain",
    "rule below bad.example -> block nxdomain",
    "rule exact quiet.example -> block nodata",
    "allow exact good.example",
    "rule exact gone.example -> block drop",
    "unsupported-trigger",
    "rule exact walled.example -> rewrite 0 *.garden.example",
    "allow exact self.example",
    "rule answer 192.0.2.0/24 -> block nxdomain",
    "rule client 2001:db8:aa::/48 -> allow",
    "unsupported-trigger",
    "bad-record",
    "bad-record",
    "bad-record",
    "rule exact local.example -> rewrite 0 1:c0000201 28:20010db8000000000000000000000001 16:0561203b20620163",
  ]);
  assert.equal(parser.used + parser.ignored + parser.refused, parser.lines);
});

Deno.test("a zone without origin names what it covers as it stands", () => {
  assert.deepEqual(read("@ SOA localhost. root. 1 2 3 4 5\n@ NS localhost.\nbad.example CNAME .\n", "rpz").lines, [
    "apex-record",
    "apex-record",
    "rule exact bad.example -> block nxdomain",
  ]);
  assert.deepEqual(read("x SOA (\n 1 2", "rpz").lines, ["empty", "bad-record"], "a parenthesis that never closes");
});

Deno.test("pieces of any size give the same as the whole", () => {
  const text = "\ufeff! head\r\n||a.example^\r\n0.0.0.0 b.example\n\n||c.example^$important\nd.example";
  const whole = read(text).lines;
  assert.deepEqual(whole, [
    "comment",
    "tree a.example",
    "exact b.example",
    "empty",
    "important tree c.example",
    "exact d.example",
  ]);
  for (const piece of [1, 2, 3, 7, 13]) assert.deepEqual(read(text, "auto", piece).lines, whole);
});

Deno.test("a line beyond the limit is refused and what follows is read", () => {
  for (const piece of [1 << 20, 100]) {
    const { lines, parser } = read(
      "x".repeat(MAX_LINE_OCTETS + 1) + "\nexample.com\n" + "y".repeat(9000),
      "auto",
      piece,
    );
    assert.deepEqual(lines, ["line-too-long", "exact example.com", "line-too-long"]);
    assert.equal(parser.lines, 3);
  }
});

Deno.test("UTF-16 is refused whole, octets of Latin-1 only where they stand", () => {
  const utf16 = Uint8Array.from([0xff, 0xfe, ...[..."a.example\nb"].flatMap((char) => [char.charCodeAt(0), 0])]);
  assert.deepEqual(read(utf16).lines, ["nul-byte"]);
  const latin1 = Uint8Array.from("# caf\xe9\n||caf\xe9.example^\n||ok.example^\n", (char) => char.charCodeAt(0));
  assert.deepEqual(read(latin1).lines, ["comment", "not-a-name", "tree ok.example"]);
});

Deno.test("every outcome has its sentence", () => {
  assert.match(describe("comment"), /^[A-Z].*\.$/);
  assert.match(describe("too-wide"), /^[A-Z].*\.$/);
});
