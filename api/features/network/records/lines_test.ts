import assert from "node:assert/strict";
import fc from "fast-check";
import { readLines } from "./lines.ts";
import { RECORD_TYPES } from "./record_type.ts";
import { readRecord } from "./record.ts";

/** Parts of random lines. */
const WORDS =
  (`nas.lan *.lan A AAAA IN 300 1h TXT "a b" " ( ) @ $ORIGIN $TTL MX 192.168.1.5 fd00::5 cname= ` +
    "address=/a/ / , ; # \\ SRV 0 . .. é \u202e").split(" ");

/** `name type value ttl` of each record, `line: problem` of each refusal. */
function said(text: string): string[] {
  return readLines(text.split("\n")).flatMap(({ line, drafts, problem }) =>
    problem === undefined
      ? drafts.map(({ name, type, value, ttl }) =>
        `${name} ${type} ${value}${ttl === 60 ? "" : ` ${ttl}`}`
      )
      : [`${line}: ${problem}`]
  );
}

Deno.test("lines of a hosts file become address records", () => {
  assert.deepEqual(
    said("# mine\n192.168.1.5 nas nas.lan # disk\n\nfd00::5%eth0\tnas.lan\n127.0.0.1 localhost\n"),
    [
      "nas A 192.168.1.5",
      "nas.lan A 192.168.1.5",
      "nas.lan AAAA fd00::5",
    ],
  );
  assert.match(said("0.0.0.0 ads.example")[0], /^1: This line blocks a name.*: ads\.example$/);
  assert.match(said("192.168.1.5")[0], /Say a name behind the address/);
});

Deno.test("lines of a zone are read with origin, TTL, repeated owner and parentheses", () => {
  const zone = `$ORIGIN lab.example.
$TTL 1h
@ IN SOA ns.lab.example. me.lab.example. (
  1 ; serial
  3600 1200 604800 10 )
@       IN 300 MX 10 mail
        300 IN TXT "v=spf1 -all"
mail    A 192.168.1.7 ; the old one
www     CNAME mail
_ldap._tcp SRV 0 5 389 mail.example.
5.1.168.192.in-addr.arpa. PTR nas
@ NS ns`;
  assert.deepEqual(said(zone), [
    "lab.example MX 10 mail.lab.example 300",
    'lab.example TXT "v=spf1 -all" 300',
    "mail.lab.example A 192.168.1.7 3600",
    "www.lab.example CNAME mail.lab.example 3600",
    "_ldap._tcp.lab.example SRV 0 5 389 mail.example. 3600",
    "5.1.168.192.in-addr.arpa. PTR nas.lab.example 3600",
    "12: Records of this type are of use to the server of a whole zone only: NS",
  ]);
  assert.deepEqual(
    said("nas.lan A 192.168.1.5\n*.lab.lan 2m IN A 192.168.1.6\n192.168.1.5 PTR nas.lan"),
    [
      "nas.lan A 192.168.1.5",
      "*.lab.lan A 192.168.1.6 120",
      "192.168.1.5 PTR nas.lan",
    ],
  );
  assert.deepEqual(said("a.lan TXT one two"), ['a.lan TXT "one" "two"']);
  assert.match(said("$GENERATE 1-9 a A 1")[0], /Only \$ORIGIN/);
  assert.match(said("nas.lan LOC 1")[0], /no line of a hosts file/);
});

Deno.test("lines of dnsmasq that define records are read, others are reported", () => {
  const lines = `address=/lab.lan/192.168.1.6
address=/a.lan/b.lan/fd00::6
host-record=nas,nas.lan,192.168.1.5,fd00::5,300
cname=files,disk,nas.lan
cname=f.lan,nas.lan,120
mx-host=lan,mail.lan,50
srv-host=_ldap._tcp.lan,nas.lan,389
txt-record=lan,v=spf1 -all,"two"
ptr-record=5.1.168.192.in-addr.arpa,nas.lan`;
  assert.deepEqual(said(lines), [
    "lab.lan A 192.168.1.6",
    "*.lab.lan A 192.168.1.6",
    "a.lan AAAA fd00::6",
    "*.a.lan AAAA fd00::6",
    "b.lan AAAA fd00::6",
    "*.b.lan AAAA fd00::6",
    "nas A 192.168.1.5 300",
    "nas AAAA fd00::5 300",
    "nas.lan A 192.168.1.5 300",
    "nas.lan AAAA fd00::5 300",
    "files CNAME nas.lan",
    "disk CNAME nas.lan",
    "f.lan CNAME nas.lan 120",
    "lan MX 50 mail.lan",
    "_ldap._tcp.lan SRV 0 0 389 nas.lan",
    'lan TXT "v=spf1 -all" "two"',
    "5.1.168.192.in-addr.arpa PTR nas.lan",
  ]);
  const refusals: readonly [string, RegExp][] = [
    ["address=/ads.example/", /blocks a name, which is for the rules: ads\.example/],
    ["address=/ads.example/0.0.0.0", /blocks a name/],
    ["address=ads", /written address=/],
    ["server=/lan/192.168.1.1", /zones and forwarding/],
    ["host-record=nas", /written host-record=/],
    ["cname=a", /written cname=/],
    ["dhcp-range=1,2", /Of dnsmasq, address=, host-record=, .* not: dhcp-range=1,2/],
  ];
  for (const [line, message] of refusals) assert.match(said(line)[0], message, line);
});

Deno.test("readLines() never throws, and returns records or a sentence for any line", () => {
  const word = fc.constantFrom(...WORDS);
  const line = fc.oneof(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(" ")),
    fc.string({ maxLength: 60 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      for (const { line, drafts } of readLines(lines)) {
        assert.ok(line >= 1 && line <= lines.length);
        for (const draft of drafts) {
          const read = readRecord(draft, ["box"]);
          if (typeof read === "string") assert.match(read, /^[A-Z].{10,}/s);
          else assert.deepEqual({ ...readRecord(read, ["box"]) as object }, { ...read });
        }
      }
    }),
    { seed: 11, numRuns: 3000 },
  );
});

Deno.test("any name and data of any type is refused or gives a record that reads back the same", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.domain(),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...RECORD_TYPES), text, (name, type, value) => {
      const read = readRecord({ name, type, value, ttl: 60, enabled: true, comment: "" }, ["box"]);
      if (typeof read === "string") return assert.match(read, /^[A-Z].{10,}/s);
      assert.match(read.name, /^(?:\*\.)?[a-z0-9_\/.-]+$/);
      assert.deepEqual(readRecord(read, ["box"]), read);
    }),
    { seed: 12, numRuns: 4000 },
  );
});
