import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { encode, type RecordType } from "dns-packet";
import type { LocalRecord } from "../../policy/model/decision.ts";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import type { Reason } from "../../policy/reasons.ts";
import { DEFAULT_RESOLVER_SETTINGS } from "../../policy/snapshot/settings.ts";
import { typeFromText } from "../wire/codes.ts";
import { createEdnsParameters } from "../wire/edns.ts";
import { createSoaRdata } from "../wire/soa.ts";
import { toStoredResponse } from "../wire/finish.ts";
import { ParsedQuery, parseQuery } from "../wire/query.ts";
import { messageToText } from "../wire/text.ts";
import { writeAny } from "./any.ts";
import { type BlockAnswer, writeBlocked } from "./blocked.ts";
import { writeChaos } from "./chaos.ts";
import { writeError } from "./error_response.ts";
import { createLocalAnswer, type LocalData } from "./local_answer.ts";
import { writeSyntheticAnswer } from "./synthetic_answer.ts";
import { createRewriteAnswer } from "./rewrite.ts";

const settings = { ...DEFAULT_RESOLVER_SETTINGS, boxAddresses: ["192.168.1.2", "fd00::2"] };
const out = new Uint8Array(1300);
const edns = createEdnsParameters(1232);
const record = (type: string, rdata: Uint8Array): LocalRecord => ({
  type: typeFromText(type)!,
  rdata,
  ttl: 300,
});
const name = (text: string) => nameFromText(text)!;

function ask(text: string, type: string, class_: "IN" | "CH" = "IN"): ParsedQuery {
  const question = { name: text, type: type as RecordType, class: class_ };
  const wire = encode({ type: "query", id: 1, flags: 0x100, questions: [question] });
  const bytes = Uint8Array.from([...wire, ...Buffer.from("00002904d0000000000000", "hex")]);
  bytes[11] = 1;
  // dns-packet lacks SVCB and would query type 0.
  bytes[wire.length - 3] = typeFromText(type)!;
  const query = new ParsedQuery();
  assert.equal(parseQuery(bytes, 0, bytes.length, query), 0);
  return query;
}

const LIST: BlockAnswer = { reason: "list", origin: "list:1" };
const RULE: BlockAnswer = { reason: "rule", origin: "rule:ads.example" };
const text = (length: number) => messageToText(out.slice(0, length));
const blocked = (type: string, block: BlockAnswer) =>
  text(writeBlocked(block, ask("ads.example", type), settings, edns, out, 0));

const local = new Map<string, LocalRecord[]>([
  ["nas.home.arpa", [record("A", Uint8Array.of(192, 168, 1, 9))]],
  ["*.apps.home.arpa", [record("A", Uint8Array.of(192, 168, 1, 10))]],
  ["own.apps.home.arpa", [record("TXT", Uint8Array.of(1, 65))]],
  ["files.home.arpa", [record("CNAME", name("nas.home.arpa"))]],
  ["out.home.arpa", [record("CNAME", name("www.example.com"))]],
  ["loop.home.arpa", [record("CNAME", name("loop.home.arpa"))]],
]);

function localText(asked: string, type: string, data: LocalData = { settings, local }): string {
  const made = createLocalAnswer(name(asked), typeFromText(type)!, data);
  return made === undefined
    ? "unknown"
    : text(writeSyntheticAnswer(made, ask(asked, type), 10, edns, out, 0));
}

Deno.test("a blocked name gets the null address, other types get NODATA with an SOA", () => {
  const a = blocked("A", LIST);
  assert.match(a, /status: NOERROR/);
  assert.match(a, /ads\.example\.\t10\tIN\tA\t0\.0\.0\.0/);
  assert.match(a, /EDE: 17 \(Blocked by a list\)/);
  assert.match(blocked("AAAA", LIST), /\tAAAA\t::\n/);
  const mx = blocked("MX", LIST);
  assert.match(mx, /ANSWER: 0, AUTHORITY: 1/);
  assert.match(
    mx,
    /ads\.example\.\t10\tIN\tSOA\tlocalhost\. nobody\.invalid\. 1 3600 1200 604800 10/,
  );
});

Deno.test("a block is answered as its rule or the setting requires", () => {
  const nxdomain = blocked("A", { ...RULE, answer: "nxdomain" });
  assert.match(nxdomain, /status: NXDOMAIN[^]*SOA/);
  assert.match(
    blocked("A", { ...RULE, answer: "refused" }),
    /status: REFUSED[^]*ANSWER: 0, AUTHORITY: 0/,
  );
  assert.match(
    blocked("A", { ...RULE, answer: "nodata" }),
    /status: NOERROR[^]*ANSWER: 0, AUTHORITY: 1/,
  );
  const query = ask("ads.example", "A");
  assert.equal(
    writeBlocked({ ...RULE, answer: "drop" }, query, settings, edns, out, 0),
    0,
  );
});

Deno.test("the extended error distinguishes security, illegal content and choice", () => {
  const errors: [Reason, origin: string, error: string][] = [
    ["spyware", "spyware", "15 (Spyware)"],
    ["rebinding", "rebinding:192.168.1.1", "15 (Private address for a public name)"],
    ["category", "category:malware", "15 (Dangerous name: malware)"],
    ["category", "category:child_abuse", "16 (Illegal content)"],
    ["category", "category:games", "17 (Category not allowed: games)"],
    ["category", "homework:games", "17 (Homework time: games)"],
    ["category", "limit:games", "17 (Time for today is used up: games)"],
    ["schedule", "schedule:hours", "17 (Outside the open hours)"],
    ["schedule", "schedule:cut", "17 (Internet cut)"],
    ["rule", "rule:a.example", "17 (Blocked by a rule)"],
    ["list", "list:3", "17 (Blocked by a list)"],
    ["dlp", "dlp:1", "17 (Company policy)"],
  ];
  for (const [reason, origin, error] of errors) {
    assert.ok(blocked("A", { reason, origin }).includes(`EDE: ${error}`), origin);
  }
  assert.deepEqual(edns.errors, [], "the parameters are as before");
});

Deno.test("The box answers its own names, local records and wildcards", () => {
  assert.match(localText("box", "A"), /flags: qr aa rd ra[^]*box\.\t60\tIN\tA\t192\.168\.1\.2/);
  assert.match(localText("box.home.arpa", "AAAA"), /AAAA\tfd00::2/);
  assert.match(localText("box", "MX"), /status: NOERROR[^]*AUTHORITY: 1/);
  assert.match(localText("2.1.168.192.in-addr.arpa", "PTR"), /PTR\tbox\.home\.arpa\./);
  assert.match(
    localText("x.apps.home.arpa", "A"),
    /x\.apps\.home\.arpa\.\t300\tIN\tA\t192\.168\.1\.10/,
  );
  assert.match(localText("own.apps.home.arpa", "A"), /ANSWER: 0, AUTHORITY: 1/);
  assert.match(localText("apps.home.arpa", "A"), /status: NOERROR/);
  assert.equal(localText("example.com", "A"), "unknown");
});

Deno.test("a local zone answers all its subdomains", () => {
  const zoned = new Map([
    ...local,
    ["lab.example", [
      record("SOA", createSoaRdata(10)),
      record("MX", Uint8Array.of(0, 10, ...name("m.lab.example"))),
    ]],
    ["a.b.lab.example", [record("A", Uint8Array.of(192, 168, 1, 11))]],
    ["*.wild.lab.example", [record("A", Uint8Array.of(192, 168, 1, 12))]],
    ["x.y.wild.lab.example", [record("A", Uint8Array.of(192, 168, 1, 13))]],
  ]);
  const answer = (asked: string, type: string) =>
    localText(asked, type, { settings, local: zoned });
  const soa = /\nlab\.example\.\t\d+\tIN\tSOA\tlocalhost\. nobody\.invalid\. 1 3600 1200 604800 10/;
  for (const absent of ["nothing.lab.example", "x.a.b.lab.example"]) {
    assert.match(answer(absent, "A"), /status: NXDOMAIN[^]*ANSWER: 0, AUTHORITY: 1/);
    assert.match(answer(absent, "A"), soa);
  }
  for (
    const [empty, type] of [["b.lab.example", "A"], ["a.b.lab.example", "AAAA"], [
      "lab.example",
      "A",
    ]]
  ) {
    assert.match(answer(empty, type), /status: NOERROR[^]*ANSWER: 0, AUTHORITY: 1/);
    assert.match(answer(empty, type), soa);
  }
  assert.match(answer("lab.example", "SOA"), /ANSWER: 1/);
  assert.match(answer("lab.example", "MX"), /\tMX\t10 m\.lab\.example/);
  assert.match(answer("q.wild.lab.example", "A"), /192\.168\.1\.12/);
  // A name with subdomains exists: no wildcard matches it or its other subdomains (RFC 4592 2.2.2).
  assert.match(answer("y.wild.lab.example", "A"), /status: NOERROR[^]*ANSWER: 0, AUTHORITY: 1/);
  assert.match(answer("q.y.wild.lab.example", "A"), /status: NXDOMAIN/);
  assert.equal(answer("other.example", "A"), "unknown");
});

Deno.test("CNAME chains are followed in local data, and their end is left to resolve", () => {
  assert.match(localText("files.home.arpa", "A"), /CNAME\tnas\.home\.arpa\.[^]*A\t192\.168\.1\.9/);
  assert.match(localText("loop.home.arpa", "A"), /status: SERVFAIL/);
  const made = createLocalAnswer(name("out.home.arpa"), 1, { settings, local })!;
  assert.equal(nameToText(made.resolve!), "www.example.com");
  const questions = [{ type: "A" as const, name: "www.example.com" }];
  const answers = [{ type: "A" as const, name: "www.example.com", ttl: 50, data: "192.0.2.7" }];
  const stored = toStoredResponse(
    new Uint8Array(encode({ type: "response", questions, answers })),
  )!;
  const tail = { stored, age: 5, atMost: 3600 };
  const sent = text(writeSyntheticAnswer(made, ask("out.home.arpa", "A"), 10, edns, out, 0, tail));
  assert.match(sent, /CNAME\twww\.example\.com\.\nwww\.example\.com\.\t45\tIN\tA\t192\.0\.2\.7/);
});

Deno.test("special-use names are never forwarded", () => {
  assert.match(localText("localhost", "A"), /A\t127\.0\.0\.1/);
  assert.match(localText("a.localhost", "AAAA"), /AAAA\t::1/);
  assert.match(localText("1.0.0.127.in-addr.arpa", "PTR"), /PTR\tlocalhost\./);
  for (
    const absent of [
      "x.invalid",
      "x.onion",
      "x.alt",
      "mask.icloud.com",
      "use-application-dns.net",
      "9.9.10.in-addr.arpa",
    ]
  ) {
    assert.match(localText(absent, "A"), /status: NXDOMAIN[^]*SOA/, absent);
  }
  assert.match(localText("x.onion", "A"), /\nonion\.\t10\tIN\tSOA/);
  assert.match(localText("_dns.resolver.arpa", "SVCB"), /status: NOERROR[^]*ANSWER: 0/);
});

Deno.test("The name of encrypted DNS resolves to the box and lists its protocols", () => {
  const encrypted = { name: "dns.example.net", tls: 853, https: 443, quic: 8853 };
  const data = {
    settings: { ...settings, encrypted },
    local: new Map([["dns.example.net", [record("A", Uint8Array.of(8, 8, 8, 8))]]]),
  };
  assert.match(
    localText("dns.example.net", "A", data),
    /dns\.example\.net\.\t60\tIN\tA\t192\.168\.1\.2/,
  );
  assert.match(localText("dns.example.net", "AAAA", data), /AAAA\tfd00::2/);
  assert.match(localText("dns.example.net", "HTTPS", data), /status: NOERROR[^]*ANSWER: 0/);
  // Its other types come from the records or from upstream, because the name may be a domain with
  // mail.
  assert.match(localText("dns.example.net", "MX", data), /status: NOERROR[^]*ANSWER: 0/);
  assert.equal(localText("dns.example.net", "MX", { settings: data.settings, local }), "unknown");
  assert.equal(localText("www.dns.example.net", "A", data), "unknown");
  for (const asked of ["_dns.resolver.arpa", "_dns.dns.example.net"]) {
    const reported = localText(asked, "SVCB", data);
    const at = `\n${asked}.\t60\tIN\tSVCB\t`;
    const hints = "ipv4hint=192.168.1.2 ipv6hint=fd00::2";
    for (
      const rdata of [
        `1 dns.example.net. alpn=dot port=853 ${hints}`,
        `2 dns.example.net. alpn=h2 port=443 ${hints} dohpath=/dns-query{?dns}`,
        `3 dns.example.net. alpn=doq port=8853 ${hints}`,
      ]
    ) {
      assert.ok(
        reported.replaceAll('"', "").includes(at + rdata),
        `${rdata} is not in ${reported}`,
      );
    }
    assert.match(localText(asked, "A", data), /status: NOERROR[^]*ANSWER: 0, AUTHORITY: 1/);
  }
  const off = {
    settings: { ...settings, encrypted: { ...encrypted, tls: 0, https: 0, quic: 0 } },
    local,
  };
  for (const asked of ["_dns.resolver.arpa", "_dns.dns.example.net"]) {
    assert.match(localText(asked, "SVCB", off), /status: NOERROR[^]*ANSWER: 0, AUTHORITY: 1/);
  }
  for (const asked of ["_dns.resolver.arpa", "resolver.arpa", "x.resolver.arpa"]) {
    assert.match(localText(asked, "A", off), /\nresolver\.arpa\.\t\d+\tIN\tSOA/, asked);
  }
});

Deno.test("rewrites answer with records, an RCODE, or a name to resolve", () => {
  const asked = name("a.example");
  const addresses = { rcode: 0, records: [record("A", Uint8Array.of(10, 0, 0, 1))] };
  const write = (made: ReturnType<typeof createRewriteAnswer>, type: string) =>
    text(writeSyntheticAnswer(made, ask("a.example", type), 10, edns, out, 0));
  assert.match(write(createRewriteAnswer(addresses, asked, 1, 10), "A"), /A\t10\.0\.0\.1/);
  assert.match(
    write(createRewriteAnswer(addresses, asked, 28, 10), "AAAA"),
    /ANSWER: 0, AUTHORITY: 1/,
  );
  assert.match(
    write(createRewriteAnswer({ rcode: 3, records: [] }, asked, 1, 10), "A"),
    /status: NXDOMAIN/,
  );
  const alias = createRewriteAnswer(
    { rcode: 0, records: [], cname: name("b.example") },
    asked,
    1,
    10,
  );
  assert.equal(nameToText(alias.resolve!), "b.example");
});

Deno.test("CHAOS, ANY and failures get short answers", () => {
  const chaos = (asked: string, versionText: string) =>
    text(writeChaos(ask(asked, "TXT", "CH"), { ...settings, versionText }, edns, out, 0));
  assert.match(chaos("version.bind", "box 0.9.0"), /version\.bind\.\t0\tCH\tTXT\t"box 0\.9\.0"/);
  assert.match(chaos("hostname.bind", "box 0.9.0"), /TXT\t"box"/);
  assert.match(chaos("version.bind", ""), /status: REFUSED/);
  assert.match(chaos("other.bind", "box"), /status: REFUSED/);
  assert.match(text(writeAny(ask("example.com", "ANY"), edns, out, 0)), /HINFO\t"RFC8482" ""/);
  assert.match(text(writeError(ask("a.example", "A"), 2, edns, out, 0)), /status: SERVFAIL/);
});
