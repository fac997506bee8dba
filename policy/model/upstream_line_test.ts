import assert from "node:assert/strict";
import fc from "fast-check";
import { nameFromText } from "./name.ts";
import { ForwardRules, parseTarget, parseUpstreams } from "./upstream_line.ts";

const SHAPES: readonly [
  text: string,
  transport: string,
  host: string,
  port: number,
  path: string,
][] = [
  ["1.1.1.1", "udp", "1.1.1.1", 53, ""],
  ["1.1.1.1:5353", "udp", "1.1.1.1", 5353, ""],
  ["192.168.1.1#5335", "udp", "192.168.1.1", 5335, ""],
  ["2620:fe::fe", "udp", "2620:fe::fe", 53, ""],
  ["2620:FE::fe#54", "udp", "2620:fe::fe", 54, ""],
  ["[2620:fe::fe]:5353", "udp", "2620:fe::fe", 5353, ""],
  ["[2620:fe::fe]", "udp", "2620:fe::fe", 53, ""],
  ["udp://9.9.9.9", "udp", "9.9.9.9", 53, ""],
  ["udp://router.lan:54", "udp", "router.lan", 54, ""],
  ["unbound", "udp", "unbound", 53, ""],
  ["TCP://9.9.9.9", "tcp", "9.9.9.9", 53, ""],
  ["tls://dns.quad9.net", "tls", "dns.quad9.net", 853, ""],
  ["tls://[2620:fe::fe]:8853", "tls", "2620:fe::fe", 8853, ""],
  ["https://dns.quad9.net/dns-query", "https", "dns.quad9.net", 443, "/dns-query"],
  ["https://dns.google", "https", "dns.google", 443, "/dns-query"],
  ["https://dns.example:8443/x?profile=1", "https", "dns.example", 8443, "/x?profile=1"],
  ["https://dns.example/dns-query{?dns}", "https", "dns.example", 443, "/dns-query"],
  ["h3://dns.google/dns-query", "h3", "dns.google", 443, "/dns-query"],
  ["H3://[2001:db8::1]:8443", "h3", "2001:db8::1", 8443, "/dns-query"],
  ["quic://dns.adguard-dns.com", "quic", "dns.adguard-dns.com", 853, ""],
  ["quic://[2001:db8::1]:784/", "quic", "2001:db8::1", 784, ""],
  ["quad9", "https", "dns.quad9.net", 443, "/dns-query"],
  ["Quad9/DoT", "tls", "dns.quad9.net", 853, ""],
  ["quad9/doh", "https", "dns.quad9.net", 443, "/dns-query"],
  ["quad9/plain", "udp", "dns.quad9.net", 53, ""],
  ["opendns-family/plain", "udp", "208.67.222.123", 53, ""],
  ["controld-family", "https", "freedns.controld.com", 443, "/family"],
];

Deno.test("parseTarget() parses every documented form of an upstream", () => {
  for (const [text, transport, host, port, path] of SHAPES) {
    const target = parseTarget(text);
    assert.deepEqual(
      [target?.text, target?.transport, target?.host, target?.port, target?.path],
      [text, transport, host, port, path],
    );
  }
});

Deno.test("a link-local address requires an interface, and is refused where none is possible", () => {
  const shapes: readonly [text: string, transport: string, zone: string, port: number][] = [
    ["fe80::1%eth0", "udp", "eth0", 53],
    ["[fe80::1%eth0.10]:54", "udp", "eth0.10", 54],
    ["FE80::1%wg0#54", "udp", "wg0", 54],
    ["tcp://[fe80::1%br-lan]", "tcp", "br-lan", 53],
    ["tls://fe80::1%eth0", "tls", "eth0", 853],
    ["quic://fe80::1%eth0", "quic", "eth0", 853],
  ];
  for (const [text, transport, zone, port] of shapes) {
    const target = parseTarget(text);
    assert.deepEqual([target?.transport, target?.host, target?.zone, target?.port], [
      transport,
      "fe80::1",
      zone,
      port,
    ]);
  }
  assert.equal(parseTarget("2620:fe::fe")!.zone, undefined);
  const refused: readonly [text: string, why: RegExp][] = [
    ["fe80::1", /: Name the interface of a link-local address, such as fe80::1%eth0: fe80::1$/],
    ["tcp://[fe80::1]:53", /Name the interface/],
    ["2001:db8::1%eth0", /Only a link-local address, fe80::\/10, is written with an interface/],
    [
      "fe80::1%eth0/x",
      /The name of an interface is wanted after %, and brackets before a port: \[fe80/,
    ],
    ["tls://fe80::1%eth0:853", /brackets before a port/],
    ["fe80::1%an-interface-of-16", /wanted after %/],
    ["[fe80::1%]:53", /wanted after %/],
    ["h3://[fe80::1%eth0]/dns-query", /A link-local address works with tls:/],
    ["h3://", /Not a URL; write h3:\/\/host\/dns-query/],
    ["h3://user@dns.example/", /A user name in the URL is not supported/],
    ["quic://", /Not an upstream; use /],
    ["https://[fe80::1%25eth0]/dns-query", /A link-local address works with tls:/],
    ["https://[fe80::1]/dns-query", /A link-local address works with/],
    ["192.0.2.1%eth0", /Neither an IP address nor a host name/],
  ];
  for (const [text, why] of refused) {
    assert.match(parseUpstreams([text]).errors[0] ?? "taken", why, text);
  }
});

Deno.test("parseUpstreams() names the key, the line and what is allowed", () => {
  const lines = [
    "# comment",
    "1.1.1.1",
    "gopher://dns.example",
    "sdns://AgcA",
    "1.1.1.1:99999",
    "[/a.b]1.1.1.1",
    "a b@",
  ];
  const { defaults, errors } = parseUpstreams(lines, "upstreams");
  assert.deepEqual(defaults.map((target) => target.text), ["1.1.1.1"]);
  assert.equal(errors.length, 5);
  assert.match(
    errors[0],
    /^upstreams, line 3: Unknown scheme gopher:\/\/; use .*, a stamp sdns:\/\/…, .*: gopher:\/\//,
  );
  assert.match(errors[1], /^upstreams, line 4: Not a DNS stamp/);
  assert.match(errors[2], /line 5: A port is a number from 1 to 65535, not 99999/);
  assert.match(errors[3], /line 6: A forward rule is written/);
});

Deno.test("parseUpstreams() suggests the public resolver for a misspelled identifier", () => {
  const say = (line: string) => parseUpstreams([line], "upstreams").errors[0];
  assert.match(
    say("quda9"),
    /perhaps you mean quad9; a host of that name is written udp:\/\/quda9: quda9$/,
  );
  assert.match(
    say("cloudflare-familly/dot"),
    /There is no public resolver cloudflare-familly, perhaps you mean cloudflare-family: /,
  );
  assert.match(say("nobody/dot"), /There is no public resolver nobody: nobody\/dot$/);
  assert.match(say("mullvad/plain"), /mullvad is asked by doh, dot, not plain: /);
  assert.match(say("[/home.arpa/]quad9/tcp"), /quad9 is asked by doh, dot, plain, not tcp: /);
  assert.deepEqual(
    parseUpstreams(["quad9 cloudflare/plain", "[/a.example/]google/dot"]).errors,
    [],
  );
});

Deno.test("ForwardRules prefers the longest domain, wildcards for subdomains, and single labels", () => {
  const { routes, errors } = parseUpstreams([
    "9.9.9.9",
    "[/lan/home.arpa/]192.168.1.1 192.168.1.2",
    "[/public.lan/]#",
    "[/*.corp.example/]10.0.0.1",
    "[/corp.example/]10.0.0.2",
    "[/*.only.example/]10.0.0.3",
    "[//]10.0.0.4",
    "[/lan/]192.168.1.3",
  ]);
  assert.deepEqual(errors, []);
  const rules = new ForwardRules(routes);
  const ask = (text: string) =>
    rules.find(nameFromText(text)!)?.targets.map((target) => target.text).join(" ");
  assert.equal(ask("a.lan"), "192.168.1.1 192.168.1.2 192.168.1.3");
  assert.equal(ask("home.arpa"), "192.168.1.1 192.168.1.2");
  assert.equal(ask("x.public.lan"), "");
  assert.equal(ask("corp.example"), "10.0.0.2");
  assert.equal(ask("a.b.corp.example"), "10.0.0.1");
  assert.equal(ask("only.example"), undefined);
  assert.equal(ask("printer"), "10.0.0.4");
  assert.equal(ask("lan"), "192.168.1.1 192.168.1.2 192.168.1.3");
  assert.equal(ask("example.com"), undefined);
  assert.equal(ask("."), undefined);
});

Deno.test("parseUpstreams() never throws on invalid input", () => {
  const piece = fc.constantFrom(
    "[/",
    "/]",
    "//",
    "#",
    " ",
    "tls://",
    "https://",
    "h3://",
    "quic://",
    "sdns://",
    "1.1.1.1",
    "[::1]",
    ":",
    "%",
    "*.",
    "\0",
    "é",
    "a.b",
    "quad9",
    "/dot",
  );
  const line = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      const { routes, defaults } = parseUpstreams(lines);
      for (const target of [...defaults, ...routes.flatMap((route) => route.targets)]) {
        assert.ok(target.port > 0);
      }
    }),
    { seed: 2, numRuns: 3000 },
  );
});
