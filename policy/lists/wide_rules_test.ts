import assert from "node:assert/strict";
import { read, table } from "./list_table_test.ts";
import { parsePersonalRule } from "../rules/read.ts";
import type { PersonalRule } from "../model/personal_rule.ts";

Deno.test("parts of addresses, ranges, numbers and times are refused with their own reason", () => {
  table(
    "auto",
    [
      "0.1",
      "10.",
      "10.0.0",
      "192.168.",
      "||10.0.0.^",
      "||10.0.0.",
      "c2:",
      "ab:cd:",
      "12:34:56",
      "10.0.0.0/8",
      "2001:db8::/32",
      "||10.0.0.0/8^",
      "192.0.2.1-192.0.2.9",
      "0.1:53",
      "3.14",
      "10.0.0.1*",
      "*10.0.0.1",
      "||192.168.*",
      "1337",
      "2026.11.23",
      "-0.1",
      "999.999.999.999",
      "/0.1/",
      "/10\\.0\\.0\\./",
      "/^192\\.168\\./",
      "/c2:/",
      "/^10\\.|^1$/",
      "@@10.0.",
      "0.1$important",
    ].map((line) => [line, "address-part"] as const),
  );
});

Deno.test("complete addresses become rules on answers, and address expressions match complete addresses", () => {
  table("auto", [
    ["||10.0.0.1^", "rule answer 10.0.0.1/32 -> block"],
    ["|10.0.0.1|", "rule answer 10.0.0.1/32 -> block"],
    ["http://10.0.0.1:8080/", "rule answer 10.0.0.1/32 -> block"],
    ["2001:db8::1", "rule answer 2001:db8::1/128 -> block"],
    ["/^192\\.168\\.\\d+\\.\\d+$/", "rule /^192\\.168\\.\\d+\\.\\d+$/ has 192.168. -> block"],
    ["||192.0.2.*^", "rule /^192\\.0\\.2\\..*$/ has 192.0.2. -> block"],
    ["||2001:DB8:*|", "rule /^2001:db8:.*$/ has 2001:db8: -> block"],
    ["||1*^", "too-wide"],
    ["/^1.*$/", "too-wide"],
    ["/^2.*:.*$/", "too-wide"],
  ]);
  const { rules } = read("/^192\\.168\\.\\d+\\.\\d+$/\n/^\\d{6,}\\./\n/[0-9]{5}/\nads1\n1.ads.\n");
  const onAddresses = rules.map(({ trigger }) => trigger.on === "pattern" && trigger.addresses);
  assert.deepEqual(onAddresses, [true, undefined, undefined, undefined]);
});

Deno.test("rules that match nearly every name are refused in every format, exceptions included", () => {
  const wide = [
    ".*",
    ".+",
    "/.*/",
    "/.+/",
    "/./",
    "/^/",
    "/$/",
    "/\\./",
    "/[a-z]/",
    "/\\w+/",
    "/com/",
  ];
  const more = ["/(com|net|org|de)$/", "/^.{1,200}$/", "/^[^x]/", "/^(www\\.)?[a-z0-9.-]+$/"];
  for (const line of [...wide, ...more]) {
    table("auto", [[line, "too-wide"]]);
    if (line.startsWith("/")) {
      table("auto", [[`@@${line}`, "too-wide"], [`${line}$important`, "too-wide"]]);
    }
  }
  for (
    const line of [
      "*",
      "||*^",
      "||*",
      "|*|",
      ".",
      "^",
      "|",
      "||",
      "*.*",
      "*.*.*",
      "www.*",
      "||www.",
    ]
  ) {
    table("auto", [[line, "too-wide"]]);
  }
  table("auto", [
    ["||com^", "top-level-name"],
    ["*.com", "top-level-name"],
    ["/.*/$dnsrewrite=192.0.2.1", "too-wide"],
    ["*$dnstype=HTTPS", 'rule /^/ -> block {"types":{"only":[65]}}'],
    ["/^ads[0-9]*\\./", "rule /^ads[0-9]*\\./ has ads -> block"],
  ]);
  table("regex", [
    [".*", "too-wide"],
    [".", "too-wide"],
    ["^(?:.+)$", "too-wide"],
    ["(^|\\.)shop\\.example$;invert", "too-wide"],
    [".*;querytype=ANY", 'rule /.*/ -> block {"types":{"only":[255],"asked":true}}'],
    ["^ads", "rule /^ads/ has ads -> block"],
  ]);
});

Deno.test("a zone accepts neither all addresses nor a whole top-level domain", () => {
  table("rpz", [
    ["0.0.0.0.0.rpz-ip CNAME .", "too-wide"],
    ["1.0.0.0.128.rpz-ip CNAME .", "too-wide"],
    ["3.zz.2000.rpz-ip CNAME .", "too-wide"],
    ["0.0.0.0.0.rpz-client-ip CNAME rpz-drop.", "too-wide"],
    ["*.com CNAME .", "top-level-name"],
    ["8.0.0.0.10.rpz-ip CNAME .", "rule answer 10.0.0.0/8 -> block nxdomain"],
    ["0.0.0.0.0.rpz-client-ip CNAME rpz-passthru.", "rule client 0.0.0.0/0 -> allow"],
  ]);
  assert.deepEqual(read("*.com A 192.0.2.1\n", "rpz").lines, ["top-level-name"]);
});

Deno.test("lines of logs, pages, tables and prose are refused", () => {
  const refused = [
    '192.0.2.9 - - [23/Nov/2026:10:00:00 +0100] "GET /index.html HTTP/1.1" 200 2326',
    '127.0.0.1 - - [23/Nov/2026:10:00:00 +0100] "GET / HTTP/1.1" 200 2326 "-" "Mozilla/5.0"',
    "192.168.1.2 GET shop.example 200 OK!",
    "Nov 23 10:00:00 dnsmasq[12]: reply shop.example is 192.0.2.1",
    "This is a text about shops, not a list.",
    '<a href="https://shop.example/">Shop</a>',
    "</div>",
    '{"name":"shop.example"}',
  ];
  for (const line of refused) table("auto", [[line, "not-a-name"]]);
});

Deno.test("people may create rules that are refused in lists", () => {
  const rule = (change: Partial<PersonalRule>): PersonalRule => ({
    scope: "person:1",
    domain: "",
    action: "allow",
    kind: "regex",
    types: [],
    to: [],
    until: 0,
    ...change,
  });
  const around = { protectedNames: ["box.home.arpa"], now: 0 };
  assert.equal(typeof parsePersonalRule(rule({ domain: "/.*/" }), around), "object");
  assert.equal(
    typeof parsePersonalRule(rule({ domain: "360*", kind: "wildcard" }), around),
    "object",
  );
  // A block of everything would block the box itself.
  assert.equal(
    typeof parsePersonalRule(rule({ domain: "/.*/", action: "block" }), around),
    "string",
  );
});
