/** Response policy zones as BIND users write them (RFC 1035 5.1; draft-vixie-dnsop-dns-rpz). */
import assert from "node:assert/strict";
import { read } from "./list_table_test.ts";

const SOA = "SOA localhost. root.localhost. 1 2 3 4 5";
const BLOCKED = "rule exact bad.example -> block nxdomain";

/** The outcomes of the lines of a zone, without those about the zone itself. */
function policyOf(...lines: readonly string[]): string[] {
  const quiet = ["header", "comment", "empty", "apex-record"];
  return read(lines.join("\n") + "\n", "rpz").lines.filter((line) => !quiet.includes(line));
}

const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  "origin is the apex": ["$ORIGIN rpz.local.", `@ IN ${SOA}`, "bad.example CNAME ."],
  "origin is the parent of the apex": [
    "$ORIGIN local.",
    `rpz ${SOA}`,
    "bad.example.rpz CNAME .",
  ],
  "origin is the parent, then the apex": [
    "$ORIGIN local.",
    `rpz 3600 IN ${SOA}`,
    "$ORIGIN rpz.local.",
    "bad.example CNAME .",
  ],
  "origin is the root": [
    "$ORIGIN .",
    "$TTL 1h",
    `rpz.local IN 300 ${SOA}`,
    "$ORIGIN example.rpz.local.",
    "bad CNAME .",
  ],
  "origin is below the apex": [
    "$ORIGIN example.rpz.local.",
    `rpz.local. ${SOA}`,
    "bad CNAME .",
  ],
  "no origin, owner at the root": [`@ ${SOA}`, "bad.example CNAME ."],
  "no origin, absolute apex, relative names": [`rpz.local. ${SOA}`, "bad.example CNAME ."],
  "no origin, absolute names": [`rpz.local. ${SOA}`, "bad.example.rpz.local. CNAME ."],
  "SOA over several lines, with blank owners behind": [
    "; made by hand",
    "$TTL 2h;",
    "$ORIGIN local.",
    "rpz\tIN\tSOA\tlocalhost. root.localhost. (",
    "\t2024010101 ; serial",
    "",
    "\t1h 15m",
    "\t30d 2h )",
    "\tIN NS localhost.",
    "bad.example.rpz IN CNAME . ; malware",
  ],
  "record before the SOA": ["$ORIGIN local.", "bad.example.rpz CNAME .", `rpz ${SOA}`],
  "no SOA, an origin": ["$ORIGIN rpz.local.", "bad.example CNAME ."],
  "no SOA, no origin": ["bad.example CNAME ."],
  "SOA twice, as a transfer gives it": [
    `rpz.local. ${SOA}`,
    "bad.example.rpz.local. CNAME .",
    `rpz.local. ${SOA}`,
  ],
  "letters of both cases": ["$origin LOCAL.", `Rpz ${SOA}`, "BAD.Example.RPZ.Local. cname ."],
};

for (const [how, lines] of Object.entries(WRITTEN)) {
  Deno.test(`the apex is the owner of the SOA: ${how}`, () => {
    assert.deepEqual(policyOf(...lines), [BLOCKED]);
  });
}

Deno.test("records outside the zone are refused as out-of-zone, not as invalid", () => {
  assert.deepEqual(
    policyOf(
      "$ORIGIN rpz.local.",
      `@ ${SOA}`,
      "bad.example. CNAME .",
      "local. CNAME .",
      "bad.examplerpz.local. CNAME .",
      `other.test. ${SOA}`,
      `below ${SOA}`,
    ),
    ["out-of-zone", "out-of-zone", "out-of-zone", "out-of-zone", "bad-record"],
  );
});

Deno.test("directives that include other records are refused with their own reason", () => {
  assert.deepEqual(
    policyOf(
      `@ ${SOA}`,
      "$INCLUDE /etc/bind/more.rpz",
      "$include more.rpz rpz.local.",
      "$GENERATE 1-10 x$ CNAME .",
      "$DATE today",
      "$ORIGIN",
    ),
    ["zone-directive", "zone-directive", "zone-directive", "bad-record", "bad-record"],
  );
});

Deno.test("a wildcard for all names is refused as too wide", () => {
  assert.deepEqual(policyOf(`@ ${SOA}`, "* CNAME .", "* CNAME rpz-passthru."), [
    "too-wide",
    "too-wide",
  ]);
});

Deno.test("many records before the SOA are buffered, and a zone without SOA is parsed too", () => {
  const names = Array.from({ length: 3000 }, (_, i) => `n${i}.example CNAME .`);
  const expected = names.map((_, i) => `rule exact n${i}.example -> block nxdomain`);
  assert.deepEqual(policyOf(...names), expected);
  assert.deepEqual(
    policyOf(
      "$ORIGIN local.",
      ...names.slice(0, 900).map((each) => each.replace(" ", ".rpz ")),
      `rpz ${SOA}`,
    ),
    expected.slice(0, 900),
  );
});

Deno.test("every line of a zone counts once", () => {
  for (
    const lines of [...Object.values(WRITTEN), ["bad.example CNAME .", "  A 192.0.2.1", "x SOA ("]]
  ) {
    const { parser, lines: reported } = read(lines.join("\n"), "rpz");
    assert.equal(parser.used + parser.ignored + parser.refused, parser.lines);
    assert.equal(parser.lines, lines.length);
    assert.equal(reported.length >= parser.ignored + parser.refused, true);
  }
});
