import assert from "node:assert/strict";
import fc from "fast-check";
import { h3Head } from "../../../tests/support/fake_quic.ts";
import { ResponseHeadReader } from "./doh_response.ts";
import { encodeQueryHead, QpackReader } from "./qpack.ts";

function read(bytes: Uint8Array): string[] | undefined {
  const room = Uint8Array.of(0xff, ...bytes, 0xff, 0xff);
  const fields: string[] = [];
  const take = (name: string, value: string) => void fields.push(`${name}: ${value}`);
  return new QpackReader().read(room, 1, 1 + bytes.length, { take }) ? fields : undefined;
}

const hex = (text: string) => Uint8Array.fromHex(text.replaceAll(" ", ""));

Deno.test("entries and names of the static table, text and Huffman code are read (RFC 9204 4.5, B.1)", () => {
  assert.deepEqual(read(hex("0000 d9 ec")), [
    ":status: 200",
    "content-type: application/dns-message",
  ]);
  // B.1: a name of the static table, and its value as text.
  assert.deepEqual(read(hex("0000 510b 2f69 6e64 6578 2e68 746d 6c")), [": /index.html"]);
  assert.deepEqual(read(hex("0000 ff00 5f09 03353033")), [":status: 100", ":status: 503"]);
  // `:status` in text, and a value in Huffman code: 302.
  assert.deepEqual(read(hex("0000 27003a737461747573 826402")), [":status: 302"]);
  assert.deepEqual(read(h3Head(["x".repeat(200), "y".repeat(300)])), [
    `${"x".repeat(200)}: ${"y".repeat(300)}`,
  ]);
  assert.deepEqual(read(hex("0000")), []);
});

Deno.test("truncated heads, dynamic tables and indexes beyond the static table are rejected", () => {
  for (
    const bytes of [
      "",
      "00",
      "0100",
      "0000 80",
      "0000 10",
      "0000 00",
      "0000 4003353033",
      "0000 ff24",
      "0000 ff80808001",
      "0000 59",
      "0000 5904353033",
      "0000 23",
      "0000 2761",
      "0000 5f54 0135",
      "ff0000",
    ]
  ) assert.equal(read(hex(bytes)), undefined, bytes);
  assert.equal(read(new Uint8Array(2000).fill(0xd9).fill(0, 0, 2)), undefined, "too many fields");
});

Deno.test("only one valid status counts", () => {
  const head = (...values: readonly string[]) => {
    const taken = new ResponseHeadReader();
    for (const value of values) taken.take(":status", value);
    return taken.status;
  };
  assert.deepEqual([head("200"), head("200", "200"), head("2000"), head("099"), head("")], [
    200,
    0,
    0,
    0,
    0,
  ]);
});

Deno.test("property: questionHead() can be read again", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[!-~]{1,300}$/),
      fc.stringMatching(/^[!-~]{1,300}$/),
      fc.nat(65_535),
      (...head) => {
        const [authority, path, length] = head;
        const fields = read(encodeQueryHead(authority, path, length))!;
        assert.deepEqual([fields[2], fields[3]], [`: ${authority}`, `: ${path}`]);
        assert.equal(fields[6], `content-length: ${length}`);
      },
    ),
    { seed: 3, numRuns: 200 },
  );
});

Deno.test("any bytes are read or rejected, within bounds", () => {
  const start = fc.constantFrom([0, 0], [0, 0x80], []);
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 80 }), (prefix, bytes) => {
      const all = Uint8Array.of(...prefix, ...bytes);
      const fields = read(all);
      if (fields !== undefined) assert.ok(fields.length <= all.length);
    }),
    { seed: 4, numRuns: 5000 },
  );
});
