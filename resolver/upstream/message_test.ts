import assert from "node:assert/strict";
import fc from "fast-check";
import { question } from "../../tests/support/upstream_pool.ts";
import {
  compareResponse,
  copyResponse,
  extendedRcode,
  findOpt,
  findOption,
  isDeliberate,
  isReferral,
  QUERY_ROOM,
  readAnswerAddresses,
  writeQuery,
} from "./message.ts";

const ask = question("www.example");
const plain = { id: 0x1234, caseBits: 0, edns: true };

function written(form: Parameters<typeof writeQuery>[3], of = ask): Uint8Array {
  const room = new Uint8Array(QUERY_ROOM).fill(0xee);
  return room.slice(0, writeQuery(room, 0, of, form));
}

Deno.test("writeQuery() sets RD, and AD unless DO is set (RFC 6840 5.7), and copies DO and CD", () => {
  assert.deepEqual([...written(plain).slice(0, 12)], [
    0x12,
    0x34,
    0x01,
    0x20,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    1,
  ]);
  const signed = written(plain, { ...ask, dnssecOk: true, checkingDisabled: true });
  assert.equal(signed[3], 0x10);
  assert.equal(signed[signed.length - 4], 0x80);
  assert.equal(written({ ...plain, edns: false }).length, 12 + 13 + 4);
});

Deno.test("writeQuery() pads to a multiple of 128 bytes (RFC 8467 4.1) for any name", () => {
  for (let length = 1; length < 60; length++) {
    const query = written({ ...plain, padded: true }, question(`${"a".repeat(length)}.example`));
    assert.equal(query.length % 128, 0);
    assert.equal(findOpt(Uint8Array.from(query), 0, query.length) > 0, true);
  }
  const longest = question(
    `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`,
  );
  assert.ok(
    written({ ...plain, padded: true, cookie: new Uint8Array(40) }, longest).length <= QUERY_ROOM,
  );
});

Deno.test("compareResponse() distinguishes equal questions, letter case, bare headers and others", () => {
  const form = { ...plain, caseBits: 0x55555555 };
  const response = written(form);
  response[2] |= 0x80;
  const compare = (bytes: Uint8Array, bits = form.caseBits) =>
    compareResponse(bytes, 0, bytes.length, ask, bits);
  assert.equal(compare(response), "same");
  assert.equal(compare(response, 0), "case");
  assert.equal(compare(written(form)), "other");
  assert.equal(
    compare(new Uint8Array([0x12, 0x34, 0x81, 0x81, 0, 0, 0, 0, 0, 0, 0, 0])),
    "headless",
  );
  for (const at of [2, 12, 14, 26, 28]) {
    const other = Uint8Array.from(response);
    other[at] ^= 0x09;
    assert.equal(compare(other), "other", `octet ${at}`);
  }
  assert.deepEqual([...copyResponse(response, 0, response.length, ask).slice(12, 25)], [
    ...ask.name,
  ]);
});

Deno.test("message readers never throw and never read past the end", () => {
  const head = Uint8Array.from(written(plain));
  head[2] |= 0x80;
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 12, maxLength: 80 }),
    fc.uint8Array({ maxLength: 60 }).map((tail) =>
      Uint8Array.from([...head.slice(0, 29), ...tail])
    ),
  );
  fc.assert(
    fc.property(bytes, fc.uint8Array({ minLength: 6, maxLength: 6 }), (message, counts) => {
      for (let i = 0; i < 6; i++) message[6 + i] = counts[i] & (i % 2 === 0 ? 1 : 7);
      compareResponse(message, 0, message.length, ask, 0);
      const opt = findOpt(message, 0, message.length);
      assert.ok(opt < 0 || opt + 10 <= message.length);
      const option = findOption(message, opt, 10);
      if (option >= 0) {
        assert.ok(option + (message[option - 2]! << 8 | message[option - 1]!) <= message.length);
      }
      extendedRcode(message, 0, opt);
      isDeliberate(message);
      for (const address of readAnswerAddresses(message, 28).addresses) {
        assert.equal(address.length, 16);
      }
    }),
    { seed: 2, numRuns: 5000 },
  );
});

Deno.test("isReferral() accepts responses with servers and without answer or SOA", () => {
  const NS = 2;
  const SOA = 6;
  const A = 1;
  const response = (rcode: number, answers: readonly number[], authorities: readonly number[]) => {
    const records = [...answers, ...authorities].flatMap((
      type,
    ) => [0, 0, type, 0, 1, 0, 0, 0, 60, 0, 1, 0]);
    const counts = [0, 1, 0, answers.length, 0, authorities.length, 0, 0];
    return Uint8Array.from([0, 1, 0x81, rcode, ...counts, ...ask.name, 0, 1, 0, 1, ...records]);
  };
  assert.equal(isReferral(response(0, [], [NS, NS])), true);
  for (
    const other of [
      response(0, [], []),
      response(0, [], [NS, SOA]),
      response(0, [A], [NS]),
      response(3, [], [NS]),
    ]
  ) {
    assert.equal(isReferral(other), false);
  }
});

Deno.test("readAnswerAddresses() takes addresses on the chain of the question only", () => {
  const record = (owner: readonly number[], type: number, rdata: readonly number[]) => [
    ...owner,
    ...[0, type, 0, 1, 0, 0, 0, 60, 0, rdata.length],
    ...rdata,
  ];
  const target = [3, 0x63, 0x64, 0x6e, 0];
  const records = [
    record([1, 0x78, 0], 1, [192, 0, 2, 9]),
    record([0xc0, 12], 5, target),
    record(target, 1, [192, 0, 2, 1]),
  ];
  const counts = [0, 1, 0, records.length, 0, 0, 0, 0];
  const message = [0, 1, 0x81, 0x80, ...counts, ...ask.name, 0, 1, 0, 1, ...records.flat()];
  assert.deepEqual(readAnswerAddresses(Uint8Array.from(message), 1).addresses, [
    Uint8Array.of(192, 0, 2, 1),
  ]);
});
