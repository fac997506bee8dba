import assert from "node:assert/strict";
import fc from "fast-check";
import { queryFor } from "../../../tests/support/flood.ts";
import { isQuicQuery, StreamQuery, withLengthPrefix } from "./query.ts";

/** Reads a stream in pieces; undefined = it contains no query, or more than one. */
function read(bytes: Uint8Array<ArrayBuffer>, cuts: readonly number[]): Uint8Array | undefined {
  const stream = new StreamQuery();
  const ends = [
    ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b),
    bytes.length,
  ];
  let at = 0;
  for (const end of ends) {
    while (at < end) {
      const { room } = stream;
      const piece = bytes.subarray(at, Math.min(end, at + room.length));
      room.set(piece);
      at += piece.length;
      // A read returns other views of the same memory.
      if (!stream.take(new Uint8Array(room.buffer.transfer(), room.byteOffset, piece.length))) {
        return undefined;
      }
    }
  }
  return stream.end();
}

Deno.test("a stream is read equally for any split", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 700 }),
      fc.constantFrom(-3, -2, -1, 0, 0, 0, 1, 2, 50),
      fc.array(fc.nat(), { maxLength: 9 }),
      (query, more, cuts) => {
        const whole = withLengthPrefix(query);
        const bytes = new Uint8Array(Math.max(0, whole.length + more));
        bytes.set(whole.subarray(0, bytes.length));
        const got = read(bytes, cuts);
        if (more === 0) assert.deepEqual(got, query);
        // The rest of the length may be a different one.
        else if (bytes.length >= 2) assert.equal(got, undefined);
      },
    ),
    { seed: 7, numRuns: 1500 },
  );
});

Deno.test("the largest message is complete after small pieces", () => {
  const query = new Uint8Array(65_535).fill(7);
  assert.deepEqual(
    read(withLengthPrefix(query), Array.from({ length: 2000 }, (_, i) => i * 33)),
    query,
  );
});

Deno.test("isQuicQuery() never throws, and accepts only queries with id 0", () => {
  assert.equal(isQuicQuery(queryFor("www.example", 0)), true);
  assert.equal(isQuicQuery(queryFor("www.example", 1)), false);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      if (isQuicQuery(bytes)) {
        assert.deepEqual([bytes[0], bytes[1], bytes[2] & 0x80], [0, 0, 0]);
      }
    }),
    { seed: 7, numRuns: 2000 },
  );
});
