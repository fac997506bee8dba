import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { decode, encode } from "dns-packet";
import fc from "fast-check";
import { parseAddress } from "../../../policy/model/address.ts";
import { nameFromText } from "../../../policy/model/name.ts";
import { readMessage } from "../../../resolver/wire/message.ts";
import { ParsedQuery, parseQuery } from "../../../resolver/wire/query.ts";
import { nameServer, Zone, type ZoneRecords } from "./zone.ts";

const addresses = ["192.0.2.1", "2001:db8::1"].map((text) => parseAddress(text)!);
const zone = new Zone({
  domain: nameFromText("names.example")!,
  nameServers: [
    nameServer("ns1.names.example", addresses)!,
    nameServer("ns2.far.names.example", addresses.slice(0, 1))!,
    nameServer("ns.elsewhere.example", [])!,
  ],
});
const [A, B] = ["a".repeat(43), "B".repeat(43)];
const records: ZoneRecords = {
  serial: 1_795_284_000,
  known(name) {
    switch (name) {
      case "bcdfghjkmn":
        return { given: true, values: [A, B] };
      case "zzzzzzzzzz":
        return { given: true, values: [] };
      case "xxxxxxxxxx":
        return "failed";
      default:
        return { given: false, values: [] };
    }
  },
};

interface Asked {
  readonly rcode: string;
  readonly flags: string;
  readonly answers: string[];
  readonly authorities: string[];
  readonly additionals: string[];
  readonly question: string;
}

// deno-lint-ignore no-explicit-any
function dataText(type: string, data: any): string {
  if (type === "TXT") return data.join("");
  return type === "SOA" ? `${data.mname} ${data.serial} ${data.minimum}` : JSON.stringify(data);
}

// deno-lint-ignore no-explicit-any
const recordText = ({ name, type, ttl, data }: any) =>
  `${name} ${ttl} ${type} ${dataText(type, data)}`;

function respond(bytes: Uint8Array, limit?: number): Uint8Array | undefined {
  const query = new ParsedQuery();
  const read = parseQuery(bytes, 0, bytes.length, query);
  return zone.respond(query, read, records, limit ?? query.size);
}

/** The response to a question, decoded by another codec. */
function ask(
  name: string,
  type: string,
  options: { edns?: boolean; limit?: number; class?: "IN" | "CH" } = {},
): Asked {
  const opt = { type: "OPT", name: ".", udpPayloadSize: 1232, flags: 0, options: [] };
  const query = encode({
    type: "query",
    id: 4711,
    flags: 0x0100,
    questions: [{ name, type: type as "A", class: options.class ?? "IN" }],
    additionals: options.edns === false ? [] : [opt as never],
  });
  const response = respond(new Uint8Array(query), options.limit)!;
  assert.ok(readMessage(response.slice()) !== undefined);
  // deno-lint-ignore no-explicit-any
  const read: any = decode(Buffer.from(response));
  assert.equal(read.id, 4711);
  return {
    rcode: read.rcode,
    flags: ["aa", "tc", "rd", "ra"].filter((flag) => read[`flag_${flag}`]).join(" "),
    answers: read.answers.map(recordText),
    authorities: read.authorities.map(recordText),
    // deno-lint-ignore no-explicit-any
    additionals: read.additionals.filter((each: any) => each.type !== "OPT").map(recordText),
    question: read.questions[0].name,
  };
}

const SOA = "names.example 5 SOA ns1.names.example 1795284000 5";

Deno.test("a challenge has an authoritative response in the question's case with a short TTL", () => {
  const asked = ask("_ACME-challenge.BCDfghjkmn.Names.Example", "TXT");
  assert.deepEqual([asked.rcode, asked.flags, asked.question], [
    "NOERROR",
    "aa rd",
    "_ACME-challenge.BCDfghjkmn.Names.Example",
  ]);
  const owner = "_ACME-challenge.BCDfghjkmn.Names.Example 5 TXT";
  assert.deepEqual(asked.answers, [`${owner} ${A}`, `${owner} ${B}`]);
  assert.deepEqual([asked.authorities, asked.additionals], [[], []]);
});

Deno.test("the apex has SOA, name servers and their addresses", () => {
  assert.deepEqual(ask("names.example", "SOA").answers, [
    "names.example 3600 SOA ns1.names.example 1795284000 5",
  ]);
  const asked = ask("names.example", "NS");
  assert.deepEqual(asked.answers.map((text) => text.split(" ").at(-1)), [
    '"ns1.names.example"',
    '"ns2.far.names.example"',
    '"ns.elsewhere.example"',
  ]);
  assert.deepEqual(asked.additionals, [
    'ns1.names.example 3600 A "192.0.2.1"',
    'ns1.names.example 3600 AAAA "2001:db8::1"',
    'ns2.far.names.example 3600 A "192.0.2.1"',
  ]);
  assert.deepEqual(ask("ns1.names.example", "AAAA").answers, [
    'ns1.names.example 3600 AAAA "2001:db8::1"',
  ]);
});

Deno.test("existing names without records are empty, others NXDOMAIN, both with the SOA", () => {
  for (
    const [name, type] of [
      ["names.example", "A"],
      ["names.example", "TXT"],
      ["bcdfghjkmn.names.example", "A"],
      ["bcdfghjkmn.names.example", "AAAA"],
      ["_acme-challenge.bcdfghjkmn.names.example", "CNAME"],
      ["_acme-challenge.zzzzzzzzzz.names.example", "TXT"],
      ["ns2.far.names.example", "AAAA"],
      ["far.names.example", "NS"],
    ]
  ) {
    assert.deepEqual({ ...ask(name, type), question: "" }, {
      rcode: "NOERROR",
      flags: "aa rd",
      answers: [],
      authorities: [SOA],
      additionals: [],
      question: "",
    }, `${name} ${type}`);
  }
  for (
    const name of [
      "bbbbbbbbbb.names.example",
      "_acme-challenge.bbbbbbbbbb.names.example",
      "aeiouaeiou.names.example",
      "x.bcdfghjkmn.names.example",
      "x._acme-challenge.bcdfghjkmn.names.example",
      "_acme-challenge.names.example",
      "_acme-challenge.bcdfghjkm.names.example",
      "www.names.example",
      "ns2.names.example",
    ]
  ) {
    const asked = ask(name, "TXT");
    assert.deepEqual(
      [asked.rcode, asked.answers, asked.authorities],
      ["NXDOMAIN", [], [SOA]],
      name,
    );
  }
});

Deno.test("other zones, classes and transfers are REFUSED, a database failure is SERVFAIL", () => {
  for (
    const [name, type] of [["example", "SOA"], ["xnames.example", "A"], [".", "NS"], [
      "names.example.other",
      "A",
    ]]
  ) {
    const asked = ask(name, type);
    assert.deepEqual([asked.rcode, asked.flags, asked.authorities], ["REFUSED", "rd", []], name);
  }
  assert.equal(ask("names.example", "TXT", { class: "CH" }).rcode, "REFUSED");
  assert.equal(ask("names.example", "AXFR").rcode, "REFUSED");
  assert.equal(ask("names.example", "IXFR").rcode, "REFUSED");
  assert.equal(ask("xxxxxxxxxx.names.example", "A").rcode, "SERVFAIL");
});

Deno.test("ANY gets a minimal response (RFC 8482)", () => {
  for (
    const name of ["names.example", "_acme-challenge.bcdfghjkmn.names.example", "ns1.names.example"]
  ) {
    const { answers } = ask(name, "ANY");
    assert.equal(answers.length, 1);
    assert.match(answers[0], /HINFO.*RFC8482/);
  }
  assert.equal(ask("bbbbbbbbbb.names.example", "ANY").rcode, "NXDOMAIN");
});

Deno.test("long responses are truncated with TC, with and without EDNS", () => {
  const name = "_acme-challenge.bcdfghjkmn.names.example";
  for (const edns of [true, false]) {
    const asked = ask(name, "TXT", { edns, limit: 140 });
    assert.deepEqual([asked.flags, asked.answers.length], ["aa tc rd", 1]);
    assert.equal(ask(name, "TXT", { edns }).answers.length, 2);
  }
});

Deno.test("wrong opcodes, EDNS versions and malformed queries have their codes; responses are ignored", () => {
  const rcodeOf = (hex: string) => {
    const bytes = Uint8Array.fromHex(hex.replaceAll(" ", ""));
    return (respond(bytes)?.[3] ?? -1) & 15;
  };
  const question = "05 6e616d6573 07 6578616d706c65 00 0001 0001";
  assert.equal(rcodeOf(`1234 2000 0001 0000 0000 0000 ${question}`), 4);
  assert.equal(rcodeOf(`1234 2800 0001 0000 0000 0000 ${question}`), 4);
  assert.equal(rcodeOf(`1234 0000 0002 0000 0000 0000 ${question} ${question}`), 1);
  assert.equal(rcodeOf(`1234 0000 0001 0000 0000 0000 05 6e61`), 1);
  assert.equal(
    rcodeOf(`1234 0000 0000 0000 0000 0001 00 0029 04d0 0000 0000 000c 000a 0008 0102030405060708`),
    1,
  );
  assert.equal(respond(Uint8Array.fromHex("123480000001000000000000")), undefined);
  const version1 = respond(Uint8Array.fromHex(
    `1234 0000 0001 0000 0000 0001 ${question} 00 0029 04d0 00 01 0000 0000`.replaceAll(" ", ""),
  ))!;
  // BADVERS is 16: its upper bits are in the OPT record.
  assert.deepEqual([version1[3] & 15, version1.at(-6)], [0, 1]);
});

Deno.test("any message gets a well-formed response within its limit, or none", () => {
  const whole = new Uint8Array(encode({
    type: "query",
    id: 1,
    flags: 0x0100,
    questions: [{ name: "_acme-challenge.bcdfghjkmn.names.example", type: "TXT", class: "IN" }],
  }));
  const changed = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }).map(
    (changes) => {
      const bytes = whole.slice();
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    },
  );
  const cut = fc.tuple(changed, fc.nat(whole.length)).map(([bytes, length]) =>
    bytes.slice(0, length)
  );
  fc.assert(
    fc.property(fc.oneof(changed, cut, fc.uint8Array({ maxLength: 600 })), (bytes) => {
      const query = new ParsedQuery();
      const read = parseQuery(bytes, 0, bytes.length, query);
      zone.wants(query, read);
      const response = zone.respond(query, read, records, query.size);
      if (response === undefined) return;
      assert.ok(response.length <= 512 && response.length >= 12);
      assert.deepEqual([response[0], response[1], response[2] & 0x80, response[3] & 0x80], [
        bytes[0],
        bytes[1],
        0x80,
        0,
      ]);
      assert.ok(readMessage(response.slice()) !== undefined);
      if (read === 0) zone.truncated(query, query.size);
    }),
    { seed: 20261121, numRuns: Number(Deno.env.get("BOX_FUZZ_RUNS") ?? 2000) },
  );
});
