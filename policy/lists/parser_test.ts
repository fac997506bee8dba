import assert from "node:assert/strict";
import { describe } from "./describe.ts";
import { MAX_LINE_BYTES } from "./parser.ts";
import { read, table } from "./list_table_test.ts";

Deno.test("a hosts line with a public address answers with it", () => {
  table("hosts", [
    [
      "192.0.2.9 nas.example alias.example",
      "rule exact nas.example -> rewrite 0 1:c0000209",
      "rule exact alias.example -> rewrite 0 1:c0000209",
    ],
    [
      "2001:db8::9 nas.example",
      "rule exact nas.example -> rewrite 0 28:20010db8000000000000000000000009",
    ],
    ["255.255.255.255 broadcasthost", "local-name"],
    ["192.0.2.9", "not-a-name"],
    ["0.0.0.0", "not-a-name"],
  ]);
});

Deno.test("Pi-hole expressions have types, inversion and replies", () => {
  table("regex", [
    ["# note", "comment"],
    ["^ad[sz]\\.", "rule /^ad[sz]\\./ has ad -> block"],
    ["ads;querytype=A,AAAA", 'rule /ads/ has ads -> block {"types":{"only":[1,28],"asked":true}}'],
    ["ads;querytype=!A", 'rule /ads/ has ads -> block {"types":{"except":[1],"asked":true}}'],
    ["good;invert;querytype=ANY", 'rule not /good/ -> block {"types":{"only":[255],"asked":true}}'],
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

const ZONE = [
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
].join("\n");

Deno.test("a response policy zone yields names, addresses and local data", () => {
  const { lines, parser } = read(ZONE, "rpz");
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
    "rule exact tcp.example -> allow",
    "rule exact walled.example -> rewrite 0 *.garden.example",
    "allow exact self.example",
    "rule answer 192.0.2.0/24 -> block nxdomain",
    "rule client 2001:db8:aa::/48 -> allow",
    "unsupported-trigger",
    "out-of-zone",
    "bad-record",
    "zone-directive",
    "rule exact local.example -> rewrite 0 1:c0000201 28:20010db8000000000000000000000001 16:0561203b20620163",
  ]);
  assert.equal(parser.used + parser.ignored + parser.refused, parser.lines);
});

Deno.test("a zone without origin uses its names as written", () => {
  assert.deepEqual(
    read("@ SOA localhost. root. 1 2 3 4 5\n@ NS localhost.\nbad.example CNAME .\n", "rpz").lines,
    [
      "apex-record",
      "apex-record",
      "rule exact bad.example -> block nxdomain",
    ],
  );
  assert.deepEqual(
    read("x SOA (\n 1 2", "rpz").lines,
    ["empty", "bad-record"],
    "a parenthesis that never closes",
  );
});

Deno.test("chunks of any size give the same result as the whole", () => {
  const text =
    "\ufeff! head\r\n||a.example^\r\n0.0.0.0 b.example\n\n||c.example^$important\nd.example";
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

Deno.test("a line beyond the limit is refused, and the next lines are read", () => {
  for (const piece of [1 << 20, 100]) {
    const { lines, parser } = read(
      "x".repeat(MAX_LINE_BYTES + 1) + "\nexample.com\n" + "y".repeat(2 * MAX_LINE_BYTES),
      "auto",
      piece,
    );
    assert.deepEqual(lines, ["line-too-long", "exact example.com", "line-too-long"]);
    assert.equal(parser.lines, 3);
  }
});

Deno.test("long lines of blanks in brackets are parsed in linear time", () => {
  const long = "[a" + " ".repeat(MAX_LINE_BYTES - 3) + "b";
  const began = performance.now();
  assert.deepEqual(new Set(read(`${long}\n`.repeat(30)).lines), new Set(["bad-regex"]));
  assert.deepEqual(read("[a  b c ]\n[a]\n[a.b_2]\n[a b").lines, [
    "header",
    "header",
    "header",
    "bad-regex",
  ]);
  // Each of them took seconds before.
  assert.ok(performance.now() - began < 20_000);
});

Deno.test("UTF-16 is refused completely, Latin-1 only in the affected lines", () => {
  const utf16 = Uint8Array.from([
    0xff,
    0xfe,
    ...[..."a.example\nb"].flatMap((char) => [char.charCodeAt(0), 0]),
  ]);
  assert.deepEqual(read(utf16).lines, ["nul-byte"]);
  const latin1 = Uint8Array.from(
    "# caf\xe9\n||caf\xe9.example^\n||ok.example^\n",
    (char) => char.charCodeAt(0),
  );
  assert.deepEqual(read(latin1).lines, ["comment", "not-a-name", "tree ok.example"]);
});

Deno.test("every outcome has a sentence", () => {
  assert.match(describe("comment"), /^[A-Z].*\.$/);
  assert.match(describe("too-wide"), /^[A-Z].*\.$/);
});
