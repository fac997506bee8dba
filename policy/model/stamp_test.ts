import assert from "node:assert/strict";
import fc from "fast-check";
import {
  dnscryptStamp,
  dohStamp,
  dotStamp,
  part,
  partList,
  stampOf,
} from "../../tests/support/stamps.ts";
import { parseStamp } from "./stamp.ts";
import { parseTarget, parseUpstreams } from "./upstream_line.ts";

const PIN = "2a15f5d6acb6e7c0901ade4ebbc743b2ccd489032b46e1642f069368300125 8a".replace(" ", "");
const KEY = new Uint8Array(32).map((_, i) => i + 1);

/** The relevant fields of a target, or the error sentence. */
function said(line: string): unknown {
  const { errors } = parseUpstreams([line]);
  if (errors.length > 0) {
    return errors[0].replace(/^upstreams, line 1: /, "").replace(/: sdns:.*$/, "");
  }
  const { transport, host, address, port, path, pins, zone } = parseTarget(line)!;
  return [
    transport,
    host,
    address?.join("."),
    port,
    path,
    ...(pins ?? []),
    ...(zone === undefined ? [] : [zone]),
  ];
}

Deno.test("readStamp() decodes stamps of public servers", () => {
  const quad9 =
    "AgMAAAAAAAAABzkuOS45LjkgKhX11qy258CQGt5Ou8dDsszUiQMrRuFkLwaTaDABJYoSZG5zOS5xdWFkOS5uZXQ6NDQzCi9kbnMtcXVlcnk";
  assert.deepEqual(said(`sdns://${quad9}`), [
    "https",
    "dns9.quad9.net",
    "9.9.9.9",
    443,
    "/dns-query",
    PIN,
  ]);
  const adguard =
    "AQMAAAAAAAAAETk0LjE0MC4xNC4xNDo1NDQzINErR_JS3PLCu_iZEIbq95zkSV2LFsigxDIuUso_OQhz" +
    "IjIuZG5zY3J5cHQuZGVmYXVsdC5uczEuYWRndWFyZC5jb20";
  const target = parseTarget(`SDNS://${adguard}`)!;
  assert.deepEqual([target.transport, target.host, target.port], [
    "dnscrypt",
    "94.140.14.14",
    5443,
  ]);
  assert.equal(target.provider?.name, "2.dnscrypt.default.ns1.adguard.com");
  assert.equal(target.provider?.key.toHex().slice(0, 8), "d12b47f2");
});

Deno.test("every kind of stamp becomes the right upstream", () => {
  const cases: readonly (readonly [string, unknown])[] = [
    [stampOf(0, part("192.0.2.1")), ["udp", "192.0.2.1", "192.0.2.1", 53, ""]],
    [stampOf(0, part("[2001:db8::1]:5353")), [
      "udp",
      "2001:db8::1",
      "32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1",
      5353,
      "",
    ]],
    [dnscryptStamp("192.0.2.1", KEY, "2.p.example"), [
      "dnscrypt",
      "192.0.2.1",
      "192.0.2.1",
      443,
      "",
    ]],
    [dohStamp("192.0.2.1", [], "Dns.Example", "/q?a=b"), [
      "https",
      "dns.example",
      "192.0.2.1",
      443,
      "/q?a=b",
    ]],
    [dohStamp("192.0.2.1:8443", [], "dns.example", ""), [
      "https",
      "dns.example",
      "192.0.2.1",
      8443,
      "/dns-query",
    ]],
    [dohStamp("192.0.2.1", [PIN], "dns.example:444", "/"), [
      "https",
      "dns.example",
      "192.0.2.1",
      444,
      "/dns-query",
      PIN,
    ]],
    [dohStamp(":444", [], "dns.example", "/q"), ["https", "dns.example", undefined, 444, "/q"]],
    [dohStamp("", [], "dns.example", "/q"), ["https", "dns.example", undefined, 443, "/q"]],
    [dotStamp(3, "192.0.2.1", [PIN, PIN], "dns.example"), [
      "tls",
      "dns.example",
      "192.0.2.1",
      853,
      "",
      PIN,
      PIN,
    ]],
    [dotStamp(3, "", [], "192.0.2.9:8853"), ["tls", "192.0.2.9", "192.0.2.9", 8853, ""]],
    [dotStamp(4, "192.0.2.1:784", [], "dns.example"), [
      "quic",
      "dns.example",
      "192.0.2.1",
      784,
      "",
    ]],
    [`${dotStamp(4, "", [], "dns.example")}`, ["quic", "dns.example", undefined, 853, ""]],
    [
      stampOf(
        2,
        part("192.0.2.1"),
        partList(""),
        part("d.example"),
        part("/q"),
        partList("9.9.9.9", "1.1.1.1"),
      ),
      ["https", "d.example", "192.0.2.1", 443, "/q"],
    ],
  ];
  for (const [line, expected] of cases) assert.deepEqual(said(line), expected, line);
});

Deno.test("an unusable stamp yields an error sentence", () => {
  const broken = "Not a DNS stamp; copy all of it, from sdns:// to its end";
  const cases: readonly (readonly [string, RegExp | string])[] = [
    ["sdns://", broken],
    ["sdns://AgcA", broken],
    ["sdns://!", broken],
    [`sdns://${"A".repeat(5000)}`, broken],
    [stampOf(2, part("192.0.2.1")), broken],
    [stampOf(1, part("192.0.2.1"), part("short"), part("p.example")), broken],
    [dohStamp("192.0.2.1", ["00ff"], "d.example", "/"), broken],
    [dohStamp("192.0.2.1", [], "", "/"), broken],
    [dohStamp("192.0.2.1", [], "d.example\n", "/"), broken],
    [
      stampOf(5, part("d.example"), part("/")),
      /^The stamp is of Oblivious DoH, which the box does not speak; use one of/,
    ],
    [
      stampOf(0x81, part("192.0.2.1")),
      /^The stamp is of a relay for DNSCrypt, which answers nothing itself; use the stamp/,
    ],
    [
      stampOf(0x85, part("192.0.2.1")),
      /^The stamp is of a relay for Oblivious DoH, which answers nothing itself/,
    ],
    [stampOf(9, part("192.0.2.1")), "The stamp is of a protocol that the box does not know"],
    [
      dotStamp(4, "192.0.2.1", [PIN], "d.example"),
      "The stamp names certificates, which cannot be checked over QUIC; use the server's stamp of another protocol, " +
      "or quic://d.example",
    ],
    [stampOf(0, part("")), "The stamp holds no address"],
    [dohStamp("a.example", [], "d.example", "/"), "The stamp holds no address"],
    [dnscryptStamp("", KEY, "2.p.example"), "The stamp holds no address"],
    [dnscryptStamp("dns.example", KEY, "2.p.example"), "The stamp holds no address"],
    [
      dnscryptStamp("192.0.2.1", KEY, "2..example"),
      "The stamp does not say who signs the certificates of the server",
    ],
    [stampOf(0, part("192.0.2.1:99999")), "A port is a number from 1 to 65535, not 99999"],
    [dohStamp("fe80::1%eth0", [], "d.example", "/"), /^A link-local address works with/],
    [dotStamp(3, "fe80::1%eth0", [PIN], "d.example"), /A link-local address works with/],
  ];
  for (const [line, expected] of cases) {
    if (typeof expected === "string") assert.equal(said(line), expected);
    else assert.match(String(said(line)), expected);
  }
});

Deno.test("any bytes or text yield a stamp or a sentence", () => {
  const kind = fc.constantFrom(0, 1, 2, 3, 4, 5, 0x81);
  const bytes = fc.uint8Array({ maxLength: 120 });
  const named = fc.tuple(kind, bytes).map(([first, rest]) => stampOf(first, rest));
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), named.map((line) => line.slice("sdns://".length))),
      (text) => {
        const read = parseStamp(text);
        if (typeof read === "string") assert.match(read, /^[A-Z]/);
        const { errors, defaults } = parseUpstreams([`sdns://${text.replace(/\s/g, "")}`]);
        assert.equal(errors.length + defaults.length, 1);
        for (const { port, host } of defaults) assert.ok(port > 0 && port < 65_536 && host !== "");
      },
    ),
    { seed: 6, numRuns: 4000 },
  );
});
