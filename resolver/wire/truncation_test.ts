import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { decode, encode, type Packet } from "dns-packet";
import fc from "fast-check";
import { truncateResponse } from "./truncation.ts";

const FROM = 7;

function cut(packet: Packet) {
  const whole = encode(packet);
  const bytes = new Uint8Array(2000).fill(0xee);
  bytes.set(whole, FROM);
  const length = truncateResponse(bytes, FROM, whole.length);
  assert.ok(bytes.subarray(0, FROM).every((byte) => byte === 0xee));
  return {
    before: whole.length,
    after: length,
    packet: decode(Buffer.from(bytes.slice(FROM, FROM + length))),
  };
}

const answers = Array.from({ length: 60 }, (_, i) => {
  return { type: "A", name: "many.example", ttl: 300, data: `192.0.2.${i}` } as const;
});
const opt = {
  type: "OPT",
  name: ".",
  udpPayloadSize: 1232,
  flags: 0x8000,
  ednsVersion: 0,
  extendedRcode: 0,
  options: [{ code: 10, data: Buffer.alloc(24, 1) }],
} as const;

Deno.test("cutResponse() keeps header, question and OPT record, and sets TC", () => {
  const response = {
    type: "response",
    id: 7,
    flags: 0x0180,
    questions: [{ type: "A", name: "Many.example" }],
  } as const;
  const additionals = [{ type: "A", name: "other.example", data: "192.0.2.99" }, opt] as never;
  const with_ = cut({ ...response, answers, additionals });
  assert.deepEqual([with_.packet.id, with_.packet.flags! & 0x780], [7, 0x0380]);
  assert.deepEqual(with_.packet.questions![0].name, "Many.example");
  assert.deepEqual([with_.packet.answers, with_.packet.authorities], [[], []]);
  const [kept, ...none] = with_.packet.additionals as unknown as (typeof opt)[];
  assert.deepEqual([kept.type, kept.options[0].data.length, kept.flags, none.length], [
    "OPT",
    24,
    0x8000,
    0,
  ]);
  const without = cut({ ...response, answers });
  assert.equal(without.after, 12 + 14 + 4);
  assert.equal(without.packet.additionals!.length, 0);
  assert.ok(with_.after < with_.before);
});

Deno.test("cutResponse() keeps a short response, and never throws", () => {
  const short = cut({
    type: "response",
    id: 7,
    questions: [{ type: "A", name: "a.example" }],
    additionals: [opt as never],
  });
  assert.equal(short.after, short.before);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const length = truncateResponse(bytes.slice(), 0, bytes.length);
      assert.ok(length >= 0 && length <= bytes.length);
    }),
    { seed: 2, numRuns: 2000 },
  );
});
