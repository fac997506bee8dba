import assert from "node:assert/strict";
import fc from "fast-check";
import { field, joined } from "../../tests/support/http2.ts";
import { encodeHead, HpackReader, MAX_CONTENT_LENGTH_BYTES, writeContentLength } from "./hpack.ts";

/** The fields of a head, by one reader; undefined = invalid. */
function read(reader: HpackReader, hex: string | Uint8Array): string[] | undefined {
  const bytes = typeof hex === "string" ? Uint8Array.fromHex(hex.replaceAll(" ", "")) : hex;
  const fields: string[] = [];
  // Bytes around it are ignored.
  const room = joined(Uint8Array.of(0x82), bytes, Uint8Array.of(0x82, 0x82));
  const isHead = reader.read(room, 1, 1 + bytes.length, {
    take: (name, value) => void fields.push(`${name}: ${value}`),
  });
  return isHead ? fields : undefined;
}

const FIRST = [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"];
const THIRD = [
  ":method: GET",
  ":scheme: https",
  ":path: /index.html",
  ":authority: www.example.com",
];

Deno.test("the examples of RFC 7541 are read in sequence with their table", () => {
  const plain = new HpackReader();
  const coded = new HpackReader();
  assert.deepEqual(read(plain, "828684410f7777772e6578616d706c652e636f6d"), FIRST);
  assert.deepEqual(read(plain, "828684be58086e6f2d6361636865"), [
    ...FIRST,
    "cache-control: no-cache",
  ]);
  assert.deepEqual(read(plain, "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565"), [
    ...THIRD,
    "custom-key: custom-value",
  ]);
  assert.deepEqual(read(coded, "828684418cf1e3c2e5f23a6ba0ab90f4ff"), FIRST);
  assert.deepEqual(read(coded, "828684be5886a8eb10649cbf"), [...FIRST, "cache-control: no-cache"]);
  assert.deepEqual(read(coded, "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf"), [
    ...THIRD,
    "custom-key: custom-value",
  ]);
});

Deno.test("the table evicts its oldest entries, and all of them when it is resized (RFC 7541 C.5)", () => {
  const reader = new HpackReader();
  const kept = (name: string, length: number) => {
    const [zero, ...rest] = field(name, "x".repeat(length));
    return Uint8Array.of(zero | 0x40, ...rest);
  };
  assert.ok(read(reader, kept("first", 2000)));
  assert.ok(read(reader, kept("second", 1900)));
  assert.equal(read(reader, "bf")?.[0].slice(0, 7), "first: ");
  assert.ok(read(reader, kept("third", 100)));
  assert.equal(read(reader, "bf")?.[0].slice(0, 8), "second: ");
  assert.equal(read(new HpackReader(), "c0"), undefined);
  // The remaining entries fill the table to its last byte; one more evicts the oldest.
  assert.ok(read(reader, kept("fourth", 4096 - 32 - 6 - 32 - 5 - 100)));
  assert.equal(read(reader, "bf")?.[0].slice(0, 7), "third: ");
  assert.ok(
    read(reader, kept("fifth", 4096 - 32 - 5 - 32 - 6 - (4096 - 32 - 6 - 32 - 5 - 100) + 1)),
  );
  assert.equal(read(reader, "bf"), undefined);
  assert.deepEqual(read(reader, "20"), []);
  assert.equal(read(reader, "be"), undefined);
});

Deno.test("invalid heads are rejected", () => {
  for (
    const [why, hex] of [
      ["index 0", "80"],
      ["an index without an entry", "be"],
      ["a number that goes on", "ffffffffffffff7f"],
      ["a number that is cut off", "ff"],
      ["a number of more than 21 bits", "007fffffffff0f" + "61".repeat(126) + "0161"],
      ["a name that is cut off", "000361"],
      ["a value that is missing", "000161"],
      ["a table larger than allowed", "3fe21f"],
      ["a change of the table behind a field", "8220"],
      ["no Huffman code", "000161" + "81ff" + "ff"],
    ]
  ) assert.equal(read(new HpackReader(), hex), undefined, why);
});

Deno.test("a few bytes cannot represent many long fields", () => {
  const reader = new HpackReader();
  const long = [...field("n", "v".repeat(3000))];
  long[0] |= 0x40;
  assert.ok(read(reader, Uint8Array.from(long)));
  assert.ok(read(reader, "be".repeat(20)));
  assert.equal(read(reader, "be".repeat(30)), undefined);
});

Deno.test("property: written heads can be read again", () => {
  const head = encodeHead(200, [["content-type", "application/dns-message"], [
    "cache-control",
    "x".repeat(300),
  ]]);
  assert.deepEqual(read(new HpackReader(), head), [
    ":status: 200",
    "content-type: application/dns-message",
    `cache-control: ${"x".repeat(300)}`,
  ]);
  assert.deepEqual(read(new HpackReader(), encodeHead(421, [])), [":status: 421"]);
  assert.throws(() => encodeHead(200, [["x-unknown", ""]]));
});

Deno.test("a length is appended to other fields, with any number of digits", () => {
  const shared = encodeHead(200, []);
  const bytes = new Uint8Array(shared.length + MAX_CONTENT_LENGTH_BYTES);
  bytes.set(shared);
  for (const length of [0, 9, 10, 99, 100, 65_535, 2 ** 32 - 1, 5]) {
    const end = writeContentLength(bytes, shared.length, length);
    assert.deepEqual(read(new HpackReader(), bytes.subarray(0, end)), [
      ":status: 200",
      `content-length: ${length}`,
    ]);
  }
});

Deno.test("any bytes are read or rejected", () => {
  const reader = new HpackReader();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 90 }), (bytes) => {
      read(reader, bytes);
      read(new HpackReader(), bytes);
    }),
    { seed: 7, numRuns: 4000 },
  );
});
