import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { encode, type Packet } from "dns-packet";
import * as fc from "fast-check";
import { nameToText } from "../../policy/model/name.ts";
import { readAnswerContent } from "./answer_content.ts";
import { toStoredResponse } from "./finish.ts";
import { readMessage } from "./message.ts";

const questions = [{ type: "A", name: "www.example" }] as const;

/** Records of every relevant kind, and of some others. */
const record = fc.oneof(
  fc.tuple(fc.ipV4()).map(([data]) => ({ type: "A", name: "www.example", ttl: 60, data })),
  fc.tuple(fc.ipV6()).map(([data]) => ({ type: "AAAA", name: "www.example", ttl: 60, data })),
  ...(["CNAME", "DNAME", "NS", "PTR"] as const).map((type) =>
    fc.domain().map((data) => ({ type, name: "www.example", ttl: 60, data }))
  ),
  fc.domain().map((exchange) => ({
    type: "MX",
    name: "www.example",
    ttl: 60,
    data: { preference: 1, exchange },
  })),
  fc.string().map((text) => ({ type: "TXT", name: "www.example", ttl: 60, data: text })),
  // SVCB and HTTPS: a priority, a target, hints.
  fc.tuple(fc.constantFrom("UNKNOWN_64", "UNKNOWN_65"), fc.uint8Array({ maxLength: 60 })).map((
    [type, data],
  ) => ({
    type,
    name: "www.example",
    ttl: 60,
    data: Buffer.from([0, 1, 3, 119, 119, 119, 0, ...data]),
  })),
);
/** Types of records that lead to another name. */
const LEADING = new Map([["CNAME", 5], ["DNAME", 39], ["UNKNOWN_64", 64], ["UNKNOWN_65", 65]]);
const sections = fc.record({
  answers: fc.array(record, { maxLength: 6 }),
  authorities: fc.array(record, { maxLength: 3 }),
  additionals: fc.array(record, { maxLength: 4 }),
});

function response(records: object): Uint8Array {
  const bytes = encode(
    { type: "response", flags: 0x180, questions, ...records } as unknown as Packet,
  );
  return Uint8Array.from(bytes);
}

/** Results are views into the message with the lengths of addresses and names. */
function looksRight(bytes: Uint8Array): void {
  const { targets, addresses } = readAnswerContent(bytes);
  const views: readonly Uint8Array[] = addresses;
  for (const address of views) {
    assert.ok(address.length === 4 || address.length === 16);
    assert.equal(address.buffer, bytes.buffer);
    assert.ok(address.byteOffset >= 12 && address.byteOffset + address.length <= bytes.length);
  }
  for (const target of targets) {
    assert.ok(target.length > 1 && target.length <= 255 && target.at(-1) === 0);
    assert.doesNotThrow(() => nameToText(target));
  }
  // Each byte yields at most one address; this message has no overlapping hints.
  assert.ok(views.length * 4 <= bytes.length && targets.length * 11 <= bytes.length);
}

/** A stored response can be read and stored again, and has no hop-by-hop record. */
function keptRight(bytes: Uint8Array): void {
  const stored = toStoredResponse(bytes.slice());
  if (stored === undefined) return;
  const message = readMessage(stored);
  assert.ok(message !== undefined && message.opt === undefined);
  assert.deepEqual(toStoredResponse(stored.slice()), stored);
  looksRight(stored.slice());
}

Deno.test("readAnswerContent() finds targets in order, and addresses of both sections", () => {
  fc.assert(
    fc.property(sections, (records) => {
      const of = (each: readonly { type: string; data: unknown }[], ...types: string[]) =>
        each.filter(({ type }) => types.includes(type)).length;
      const { targets, targetTypes, addresses } = readAnswerContent(response(records));
      const { answers, additionals } = records as Record<string, { type: string; data: unknown }[]>;
      const leading = answers.flatMap(({ type }) => LEADING.get(type) ?? []);
      assert.equal(targets.length, leading.length);
      assert.deepEqual(targetTypes ?? [], leading);
      assert.ok(addresses.length >= of([...answers, ...additionals], "A", "AAAA"));
      keptRight(response(records));
    }),
    { seed: 11, numRuns: 300 },
  );
});

Deno.test("truncated and damaged responses are read as far as possible without throwing", () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(sections, damage, fc.nat(), (records, bytes, cut) => {
      const whole = response(records);
      const damaged = whole.slice();
      for (const [at, byte] of bytes) damaged[at % whole.length] = byte;
      const before = readAnswerContent(whole);
      const short = whole.slice(0, cut % (whole.length + 1));
      for (const bytes of [damaged, short, damaged.slice(0, short.length)]) {
        looksRight(bytes);
        keptRight(bytes);
      }
      const after = readAnswerContent(short);
      assert.ok(
        after.targets.length <= before.targets.length &&
          after.addresses.length <= before.addresses.length,
      );
    }),
    { seed: 13, numRuns: 600 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
      const garbage = Uint8Array.from(bytes);
      looksRight(garbage);
      keptRight(garbage);
    }),
    { seed: 17, numRuns: 600 },
  );
});

Deno.test("hints with invalid lengths, and targets in pointer loops, are ignored", () => {
  const hints = (...bytes: number[]) =>
    response({
      answers: [{
        type: "UNKNOWN_65",
        name: "www.example",
        ttl: 60,
        data: Buffer.from([0, 1, 0, ...bytes]),
      }],
    });
  assert.equal(readAnswerContent(hints(0, 4, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8)).addresses.length, 2);
  for (
    const lie of [[0, 4, 0, 9, 1, 2, 3, 4, 5, 6, 7, 8], [0, 4, 255, 255, 1, 2, 3, 4], [
      0,
      6,
      0,
      4,
      1,
      2,
      3,
      4,
    ], [0]]
  ) {
    assert.deepEqual(readAnswerContent(hints(...lie)).addresses, [], `${lie}`);
  }
  const circle = response({
    answers: [{ type: "CNAME", name: "www.example", ttl: 60, data: "x.example" }],
  });
  const at = circle.length - 11;
  circle.set([0xc0 | at >> 8, at & 255], at);
  assert.deepEqual(readAnswerContent(circle).targets, []);
  assert.equal(toStoredResponse(circle), undefined);
});
