import assert from "node:assert/strict";
import { LIMITS } from "../../../../policy/limits.ts";
import { recordConflict } from "./record_conflict.ts";
import type { RecordType } from "./record_type.ts";
import { type ParsedRecord, readRecord } from "./record.ts";

const OWN = ["box", "box.home.arpa"];
const draft = (name: string, type: RecordType, value: string) => ({
  name,
  type,
  value,
  ttl: 60,
  enabled: true,
  comment: "",
});

function kept(name: string, type: RecordType, value: string): ParsedRecord {
  const read = readRecord(draft(name, type, value), OWN);
  assert.ok(typeof read !== "string", String(read));
  return read;
}

function refused(name: string, type: RecordType, value: string): string {
  const read = readRecord(draft(name, type, value), OWN);
  assert.ok(typeof read === "string", JSON.stringify(read));
  return read;
}

Deno.test("readRecord() stores names and data in one form", () => {
  const cases: readonly [string, RecordType, string, string, string][] = [
    ["NAS.Example.", "A", " 192.168.1.5 ", "nas.example", "192.168.1.5"],
    ["nas.example", "AAAA", "FD00:0:0::5", "nas.example", "fd00::5"],
    ["*.Lab.example", "A", "192.168.1.6", "*.lab.example", "192.168.1.6"],
    ["*.home.arpa", "A", "192.168.1.6", "*.home.arpa", "192.168.1.6"],
    [
      "bücher.example",
      "CNAME",
      "Straße.example.",
      "xn--bcher-kva.example",
      "xn--strae-oqa.example",
    ],
    ["点看", "A", "192.168.1.7", "xn--3pxu8k", "192.168.1.7"],
    ["example", "MX", "mail.example.", "example", "10 mail.example"],
    ["example", "MX", "0 .", "example", "0 ."],
    ["a.example", "TXT", 'say "hi" \\ there', "a.example", '"say \\"hi\\" \\\\ there"'],
    ["a.example", "TXT", '"v=spf1" "-all"', "a.example", '"v=spf1" "-all"'],
    [
      "_ldap._tcp.example",
      "SRV",
      "0 5 389 Nas.example.",
      "_ldap._tcp.example",
      "0 5 389 nas.example",
    ],
    ["192.168.1.5", "PTR", "nas.example.", "5.1.168.192.in-addr.arpa", "nas.example"],
    [
      "_http._tcp.example",
      "PTR",
      "nas._http._tcp.example",
      "_http._tcp.example",
      "nas._http._tcp.example",
    ],
    ["a.example", "HTTPS", "1 . alpn=h2,h3 port=8443", "a.example", '1 . alpn="h2,h3" port=8443'],
    ["a.example", "HTTPS", '1 b.example. alpn="h2"', "a.example", '1 b.example alpn="h2"'],
    ["a.example", "CAA", '0 issue "ca.example"', "a.example", '0 issue "ca.example"'],
  ];
  for (const [name, type, value, keptName, keptValue] of cases) {
    const read = kept(name, type, value);
    assert.deepEqual([read.name, read.value], [keptName, keptValue], `${name} ${type} ${value}`);
    const again = kept(read.name, type, read.value);
    assert.deepEqual([again.name, again.value, again.rdata.join()], [
      read.name,
      read.value,
      read.rdata.join(),
    ]);
  }
});

Deno.test("an invalid record is refused with the fault and the allowed form", () => {
  const cases: readonly [string, RecordType, string, RegExp][] = [
    ["", "A", "192.0.2.1", /Give a name, such as/],
    ["a..example", "A", "192.0.2.1", /no two dots in a row/],
    ["a b.example", "A", "192.0.2.1", /no spaces.*: a b\.example$/],
    ["a.*.example", "A", "192.0.2.1", /only be the first part of a name/],
    ["https://nas.example/", "A", "192.0.2.1", /only the name, without http/],
    ["a$b.example", "A", "192.0.2.1", /letters, digits, - and _/],
    [`${"a".repeat(64)}.example`, "A", "192.0.2.1", /at most 63 characters/],
    [`${"a.".repeat(130)}example`, "A", "192.0.2.1", /at most 253 characters/],
    ["Box.home.arpa.", "A", "192.0.2.1", /a name of the box itself/],
    ["localhost", "A", "192.0.2.1", /Every machine answers/],
    ["x.localhost", "A", "192.0.2.1", /Every machine answers/],
    ["*.com", "A", "192.0.2.1", /many owners/],
    ["192.168.1.5", "A", "192.0.2.1", /choose the type PTR/],
    ["ldap.example", "SRV", "0 5 389 nas.example", /_ldap\._tcp/],
    ["a.example", "A", "fd00::1", /the type AAAA; choose that type: fd00::1$/],
    ["a.example", "AAAA", "192.0.2.1", /the type A; choose that type/],
    ["a.example", "A", "nas", /A records are written like 192\.168\.1\.5, not: nas$/],
    ["a.example", "A", "", /Give the data of the record, such as 192/],
    ["a.example", "CNAME", "192.0.2.1", /leads to a name, not to an address/],
    ["a.example", "CNAME", "b c", /CNAME records are written like nas/],
    ["a.example", "CNAME", ".", /Give a name|not a domain name/],
    ["a.example", "MX", "99999 mail.example", /MX records are written like 10 mail/],
    ["_a._tcp.example", "SRV", "1 2 nas.example", /SRV records are written like 0 5 389/],
    ["a.example", "TXT", '"open', /TXT records are written like/],
    ["a.example", "HTTPS", "x . alpn=h2", /HTTPS records are written like/],
    ["a.example", "CAA", "0 issue", /CAA records are written like/],
    ["a.example", "TXT", "x".repeat(LIMITS.records.valueCharacters + 1), /at most 2048 characters/],
  ];
  for (const [name, type, value, message] of cases) {
    assert.match(refused(name, type, value), message);
  }
  for (const ttl of [-1, 0.5, NaN, LIMITS.records.ttlMost + 1]) {
    assert.match(
      String(readRecord({ ...draft("a.example", "A", "192.0.2.1"), ttl }, OWN)),
      /whole number of seconds/,
    );
  }
  const comment = (text: string) =>
    readRecord({ ...draft("a.example", "A", "192.0.2.1"), comment: text }, OWN);
  assert.match(String(comment("x".repeat(201))), /at most 200/);
  assert.match(String(comment("a\nb")), /one line of text/);
});

function clash(
  fresh: ParsedRecord,
  records: readonly ParsedRecord[],
  zones: readonly string[] = [],
): string | undefined {
  return recordConflict(fresh, { records, zones, forwarded: [], settings: () => [] });
}

Deno.test("a CNAME is the only record at its name, and not at the apex of a zone", () => {
  const address = kept("nas.example", "A", "192.168.1.5");
  const alias = kept("nas.example", "CNAME", "b.example");
  assert.match(
    clash(alias, [address, kept("nas.example", "TXT", "x")])!,
    /this name has some \(A, TXT\).*: nas/,
  );
  assert.match(
    clash(address, [alias])!,
    /This name has a CNAME to b\.example/,
  );
  assert.match(
    clash(kept("nas.example", "CNAME", "c.example"), [alias])!,
    /already leads to b\.example/,
  );
  assert.match(clash(alias, [], ["nas.example"])!, /top of a local zone/);
  assert.equal(clash(alias, [kept("x.nas.example", "A", "192.0.2.1")]), undefined);
  assert.match(clash(address, [address])!, /already exists/);
});

Deno.test("loops of CNAMEs are reported, also through a wildcard and the settings", () => {
  const cname = (name: string, target: string) => kept(name, "CNAME", target);
  assert.match(clash(cname("a.example", "a.example"), [])!, /circle: a\.example -> a\.example$/);
  const two = clash(cname("a.example", "b.example"), [cname("b.example", "a.example")]);
  assert.match(two!, /circle: a\.example -> b\.example -> a\.example$/);
  assert.match(
    clash(cname("*.a.example", "x.a.example"), [])!,
    /circle: \*\.a\.example -> x\.a\.example/,
  );
  const exact = kept("x.a.example", "A", "192.0.2.1");
  assert.equal(clash(cname("*.a.example", "x.a.example"), [exact]), undefined);
  const rdata = cname("x", "a.example").rdata;
  const settings = () => [{ name: "b.example", record: { type: 5, rdata, ttl: 60 } }];
  assert.match(
    recordConflict(cname("a.example", "b.example"), {
      records: [],
      zones: [],
      forwarded: [],
      settings,
    })!,
    /circle/,
  );
  const row = Array.from({ length: 8 }, (_, i) => cname(`n${i}.example`, `n${i + 1}.example`));
  assert.equal(clash(row[0], row.slice(1)), undefined);
  assert.match(clash(cname("n8.example", "n9.example"), row)!, /At most 8 CNAMEs/);
});

Deno.test("the records of a name and type fit one answer", () => {
  const many = Array.from({ length: 100 }, (_, i) => kept("a.example", "A", `192.0.2.${i}`));
  assert.match(clash(kept("a.example", "A", "192.0.2.200"), many)!, /at most 100 records/);
  const texts = Array.from(
    { length: 8 },
    (_, i) => kept("a.example", "TXT", `${i}${"x".repeat(2000)}`),
  );
  assert.match(
    clash(kept("a.example", "TXT", "y".repeat(2000)), texts)!,
    /too large for one answer/,
  );
});
