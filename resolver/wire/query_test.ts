import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { decode, encode } from "dns-packet";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { beginResponse, createEdnsParameters, encodeExtendedError, endResponse } from "./edns.ts";
import { RCODE } from "./codes.ts";
import { ParsedQuery, parseQuery, QUERY_COOKIE, QUERY_DROP, QUERY_OK } from "./query.ts";
import { readMessage } from "./message.ts";
import { MessageWriter } from "./writer.ts";

const content = (text: string) =>
  Uint8Array.from(text.replace(/\s/g, "").match(/../g) ?? [], (o) => parseInt(o, 16));
const HEADER = "1234 0120 0001 0000 0000 0001";
const QNAME = "03 777777 07 4578416d706c65 03 636f6d 00";
const opt = (options = "", size = "04d0", flags = "0000 8000") =>
  `00 0029 ${size} ${flags} ${
    (options.replace(/\s/g, "").length / 2).toString(16).padStart(4, "0")
  } ${options}`;
const query = new ParsedQuery();
const parse = (text: string) => {
  const bytes = content(text);
  return parseQuery(bytes, 0, bytes.length, query);
};

Deno.test("a usual query is parsed completely", () => {
  const cookie = "000a 0008 0102030405060708";
  assert.equal(
    parse(HEADER + QNAME + "001c 0001" + opt(cookie + "0003 0000 000c 0002 0000 000b 0000")),
    QUERY_OK,
  );
  assert.equal(query.id, 0x1234);
  assert.equal(nameToText(query.name.slice(0, query.nameLength)), "www.example.com");
  assert.equal(
    String.fromCharCode(...query.bytes.slice(query.nameAt + 5, query.nameAt + 12)),
    "ExAmple",
  );
  assert.deepEqual([query.type, query.class, query.size], [28, 1, 1232]);
  assert.ok(
    query.recursionDesired && query.authenticData && !query.checkingDisabled && query.dnssecOk,
  );
  assert.ok(query.nsid && query.padding && query.keepalive && !query.clientSubnet);
  assert.equal(query.cookieLength, 8);
  assert.equal(query.bytes[query.cookieAt], 1);
});

/** RFC 8906 section 8, and results for malformed packets. */
const CASES: readonly (readonly [string, string, number])[] = [
  ["a response is dropped", "1234 8000 0001 0000 0000 0000" + QNAME + "0001 0001", QUERY_DROP],
  ["under twelve bytes are dropped", "1234 0100 0001 0000 0000 00", QUERY_DROP],
  ["nothing is dropped", "", QUERY_DROP],
  ["SOA", "1234 0100 0001 0000 0000 0000" + QNAME + "0006 0001", 0],
  ["an unknown type", "1234 0100 0001 0000 0000 0000" + QNAME + "03e8 0001", 0],
  ["type 0", "1234 0100 0001 0000 0000 0000" + QNAME + "0000 0001", 1],
  ["type OPT", "1234 0100 0001 0000 0000 0000" + QNAME + "0029 0001", 1],
  ["type ANY", "1234 0100 0001 0000 0000 0000" + QNAME + "00ff 0001", 0],
  ["AXFR", "1234 0100 0001 0000 0000 0000" + QNAME + "00fc 0001", 5],
  [
    "IXFR with its SOA",
    "1234 0100 0001 0000 0001 0000" + QNAME + "00fb 0001" + "c00c 0006 0001 00000000 0000",
    5,
  ],
  ["MAILB", "1234 0100 0001 0000 0000 0000" + QNAME + "00fd 0001", 4],
  ["an unassigned meta type", "1234 0100 0001 0000 0000 0000" + QNAME + "00c8 0001", 4],
  ["class CH", "1234 0100 0001 0000 0000 0000" + QNAME + "0010 0003", 0],
  ["class ANY", "1234 0100 0001 0000 0000 0000" + QNAME + "0001 00ff", 5],
  ["class HS", "1234 0100 0001 0000 0000 0000" + QNAME + "0001 0004", 5],
  ["class 0", "1234 0100 0001 0000 0000 0000" + QNAME + "0001 0000", 5],
  ["CD set", "1234 0110 0001 0000 0000 0000" + QNAME + "0001 0001", 0],
  ["AD set", "1234 0120 0001 0000 0000 0000" + QNAME + "0001 0001", 0],
  ["the reserved bit set", "1234 0140 0001 0000 0000 0000" + QNAME + "0001 0001", 0],
  ["RD clear", "1234 0000 0001 0000 0000 0000" + QNAME + "0001 0001", 0],
  ["AA and TC set", "1234 0600 0001 0000 0000 0000" + QNAME + "0001 0001", 0],
  ["opcode IQUERY", "1234 0800 0000 0000 0000 0000", 4],
  ["opcode STATUS", "1234 1000 0001 0000 0000 0000" + QNAME + "0001 0001", 4],
  ["opcode 15, header only", "1234 7800 0000 0000 0000 0000", 4],
  ["opcode NOTIFY", "1234 2000 0001 0000 0000 0000" + QNAME + "0006 0001", 4],
  ["opcode UPDATE", "1234 2800 0001 0000 0000 0000" + QNAME + "0006 0001", 4],
  ["opcode DSO", "1234 3000 0000 0000 0000 0000", 4],
  ["EDNS version 0", HEADER + QNAME + "0001 0001" + opt("", "1000", "0000 0000"), 0],
  ["EDNS version 1", HEADER + QNAME + "0001 0001" + opt("", "1000", "0001 0000"), 16],
  [
    "EDNS version 1 with an unknown option",
    HEADER + QNAME + "0001 0001" + opt("0064 0000", "1000", "0001 0000"),
    16,
  ],
  ["an unknown option", HEADER + QNAME + "0001 0001" + opt("0064 0000"), 0],
  ["unknown EDNS flags", HEADER + QNAME + "0001 0001" + opt("", "1000", "0000 0080"), 0],
  ["DO", HEADER + QNAME + "0001 0001" + opt("", "1000", "0000 8000"), 0],
  ["client subnet", HEADER + QNAME + "0001 0001" + opt("0008 0007 0001 18 00 c0a801"), 0],
  ["a cookie too short", HEADER + QNAME + "0001 0001" + opt("000a 0004 01020304"), 1],
  ["a cookie too long", HEADER + QNAME + "0001 0001" + opt("000a 0029" + "01".repeat(41)), 1],
  ["an option past its record", HEADER + QNAME + "0001 0001" + opt("000a 0010 01"), 1],
  ["two OPT records", "1234 0120 0001 0000 0000 0002" + QNAME + "0001 0001" + opt() + opt(), 1],
  ["OPT not at the root", HEADER + QNAME + "0001 0001" + "0161" + opt(), 1],
  [
    "a cookie alone",
    "1234 0000 0000 0000 0000 0001" + opt("000a 0008 0102030405060708"),
    QUERY_COOKIE,
  ],
  ["no question", "1234 0000 0000 0000 0000 0000", 1],
  ["two questions", "1234 0100 0002 0000 0000 0000" + QNAME + "0001 0001" + QNAME + "0001 0001", 1],
  ["a pointer in the question", "1234 0100 0001 0000 0000 0000 c00c 0001 0001", 1],
  ["a label of unknown kind", "1234 0100 0001 0000 0000 0000 41 61 00 0001 0001", 1],
  ["a name cut short", "1234 0100 0001 0000 0000 0000 0561", 1],
  ["a question cut short", "1234 0100 0001 0000 0000 0000" + QNAME + "0001 00", 1],
  [
    "255 bytes",
    "1234 0100 0001 0000 0000 0000" + ("3f" + "61".repeat(63)).repeat(3) + "3d" + "61".repeat(61) +
    "00 0001 0001",
    0,
  ],
  [
    "256 bytes",
    "1234 0100 0001 0000 0000 0000" + ("3f" + "61".repeat(63)).repeat(3) + "3e" + "61".repeat(62) +
    "00 0001 0001",
    1,
  ],
  [
    "an answer in the query",
    "1234 0100 0001 0001 0000 0000" + QNAME + "0001 0001" + "c00c 0001 0001 00000000 0000",
    1,
  ],
  ["bytes after the end", "1234 0100 0001 0000 0000 0000" + QNAME + "0001 0001 00", 1],
  ["a record count too high", HEADER + QNAME + "0001 0001", 1],
  ["the root", "1234 0100 0001 0000 0000 0000 00 0002 0001", 0],
];

Deno.test("every kind of query of RFC 8906 gets its RCODE", () => {
  for (const [name, packet, expected] of CASES) assert.equal(parse(packet), expected, name);
});

Deno.test("every refusal repeats the question, and has an OPT exactly if the query has one", () => {
  const writer = new MessageWriter();
  const out = new Uint8Array(600);
  const edns = createEdnsParameters(512);
  for (const [name, packet, expected] of CASES) {
    if (expected === QUERY_DROP) continue;
    const result = parse(packet);
    const rcode = Math.max(result, 0);
    beginResponse(writer, out, 7, query, rcode, 0, edns);
    const length = endResponse(writer, query, rcode, edns);
    const message = readMessage(out.slice(7, 7 + length));
    assert.ok(message !== undefined, name);
    assert.equal(message.rcode, rcode, name);
    assert.equal(message.id, 0x1234, name);
    assert.equal(message.opt !== undefined, query.edns, name);
    assert.equal(message.questions.length, query.hasQuestion ? 1 : 0, name);
    assert.ok((message.flags & 0x8000) !== 0 && (message.flags & 0x0440) === 0, name);
    assert.equal((message.flags & 0x80) !== 0, rcode !== RCODE.NOTIMP, `RA of ${name}`);
  }
});

Deno.test("payload sizes are limited to 512 to 1,232 bytes", () => {
  for (
    const [size, limit] of [["0000", 512], ["01ff", 512], ["0258", 600], ["04d0", 1232], [
      "ffff",
      1232,
    ]] as const
  ) {
    parse(HEADER + QNAME + "0001 0001" + opt("", size));
    assert.equal(query.size, limit);
  }
  parse("1234 0100 0001 0000 0000 0000" + QNAME + "0001 0001");
  assert.equal(query.size, 512);
});

Deno.test("the OPT of a response has EDE, cookie, NSID, keepalive and padding to its block", () => {
  parse(
    HEADER + QNAME + "0001 0001" + opt("000a 0008 0102030405060708 0003 0000 000b 0000 000c 0000"),
  );
  const writer = new MessageWriter();
  const out = new Uint8Array(1300);
  const edns = {
    ...createEdnsParameters(1232),
    padBlock: 468,
    keepalive: 100,
    nsid: new Uint8Array(3).fill(65),
  };
  edns.cookie = new Uint8Array(24).fill(1);
  edns.errors = [encodeExtendedError(17, "Blocked by a rule")];
  beginResponse(writer, out, 0, query, 0, 0, edns);
  assert.equal(endResponse(writer, query, 0, edns), 468);
  const options = (decode(Buffer.from(out.slice(0, 468))).additionals![0] as {
    options: { code: number; data: Buffer }[];
  })
    .options;
  assert.deepEqual(options.map((option) => option.code), [15, 10, 3, 11, 12]);
  assert.equal(options[0].data.subarray(2).toString(), "Blocked by a rule");
});

Deno.test("queries of dns-packet are parsed equally", () => {
  for (
    const name of [
      "example.com",
      "a.b.c.d.e.example",
      "xn--bcher-kva.example",
      "_dns.resolver.arpa",
    ]
  ) {
    const bytes = new Uint8Array(
      encode({ type: "query", id: 7, flags: 256, questions: [{ type: "AAAA", name }] }),
    );
    assert.equal(parseQuery(bytes, 0, bytes.length, query), QUERY_OK);
    assert.deepEqual(query.name.slice(0, query.nameLength), nameFromText(name));
  }
});

Deno.test("a refusal before the records are parsed has an OPT record if the query has one (RFC 6891 6.1.1)", () => {
  const question = QNAME + "0001 0001";
  const record = "c00c 0001 0001 00000000 0000";
  const refusals: readonly (readonly [string, string, number])[] = [
    ["two questions", "1234 0100 0002 0000 0000 0001" + question + question + opt(), 1],
    ["opcode 15", "1234 7800 0001 0000 0000 0001" + question + opt(), 4],
    [
      "an update with a prerequisite",
      "1234 2800 0001 0001 0000 0001" + question + record + opt(),
      4,
    ],
    ["an answer in a query", "1234 0100 0001 0001 0000 0001" + question + record + opt(), 1],
  ];
  for (const [what, text, code] of refusals) {
    assert.equal(parse(text), code, what);
    assert.ok(query.edns, what);
  }
  for (
    const broken of [
      opt() + opt(),
      "01 61" + opt(),
      opt().replace("0000 8000 0000", "0000 8000 0009"),
    ]
  ) {
    assert.equal(
      parse(`1234 0100 0001 0000 0000 000${broken.length > 50 ? 2 : 1}` + question + broken),
      1,
      broken,
    );
    assert.ok(query.edns, broken);
  }
  const long = opt("000a 0008 0102030405060708").replace("000c 000a", "0030 000a");
  const shared = content(
    "1234 0100 0001 0000 0000 0001" + question + long + "000a 0008 0102030405060708".repeat(4),
  );
  assert.equal(parseQuery(shared, 0, shared.length - 48, query), 1);
  assert.deepEqual([query.edns, query.cookieLength], [true, 0]);
  assert.equal(parse("1234 7800 ffff ffff ffff ffff" + question + opt()), 4);
  assert.ok(!query.edns);
});

Deno.test("the first cookie counts (RFC 7873 5.2)", () => {
  const one = "000a 0008 0102030405060708";
  assert.equal(
    parse(HEADER + QNAME + "001c 0001" + opt(one + "000a 0001 ff" + "000a 0000")),
    QUERY_OK,
  );
  assert.equal(query.bytes[query.cookieAt], 1);
  assert.equal(parse(HEADER + QNAME + "001c 0001" + opt("000a 0001 ff" + one)), 1);
});
