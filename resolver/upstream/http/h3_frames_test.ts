import assert from "node:assert/strict";
import fc from "fast-check";
import { h3Frame, varintOf } from "../../../tests/support/fake_quic.ts";
import { StreamBytes } from "../quic/stream_bytes.ts";
import { FrameReader, H3Error } from "./h3_frames.ts";

/** A stream that yields these chunks. */
function streamOf(pieces: readonly Uint8Array[]): StreamBytes {
  let next = 0;
  const source: UnderlyingByteSource = {
    type: "bytes",
    pull: (controller) => {
      if (next < pieces.length) return controller.enqueue(Uint8Array.from(pieces[next++]));
      controller.close();
      controller.byobRequest?.respond(0);
    },
  };
  return new StreamBytes(new ReadableStream(source), 16_384);
}

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

async function readAll(
  bytes: Uint8Array,
  size: number,
): Promise<{ type: number; payload: number[] }[] | string> {
  const frames = new FrameReader(streamOf(cut(bytes, size)), 100_000);
  const found = [];
  try {
    for (let type = await frames.next(); type !== undefined; type = await frames.next()) {
      found.push({ type, payload: [...await frames.whole(1000)] });
    }
    return found;
  } catch (error) {
    assert.ok(error instanceof H3Error, String(error));
    return error.message;
  }
}

Deno.test("frames are read from fragments of any size, with integers of any length", async () => {
  const parts = [[0, 5], [1, 0], [0x3f, 63], [0x1234, 64], [0x1234_5678, 900]] as const;
  const bytes = Uint8Array.from(
    parts.flatMap(([type, length]) => [...h3Frame(type, new Uint8Array(length).fill(7))]),
  );
  const expected = parts.map(([type, length]) => ({ type, payload: new Array(length).fill(7) }));
  for (const size of [1, 2, 3, 64, 5000]) assert.deepEqual(await readAll(bytes, size), expected);
  const long = Uint8Array.of(0xc0, 0, 0, 0, 0, 0, 0x12, 0x34, 0xc0, 0, 0, 0, 0, 0, 0, 1, 9);
  assert.deepEqual(await readAll(long, 4), [{ type: 0x1234, payload: [9] }]);
});

Deno.test("frames that are truncated, too long or of HTTP/2 are errors", async () => {
  assert.equal(
    await readAll(h3Frame(1, new Uint8Array(9)).subarray(0, 10), 3),
    "a frame that is cut off",
  );
  assert.equal(await readAll(Uint8Array.of(1), 1), "a frame that is cut off");
  assert.equal(await readAll(Uint8Array.of(0xc0, 1), 1), "a frame that is cut off");
  assert.equal(
    await readAll(h3Frame(1, new Uint8Array(1001)), 100),
    "a head of more than 1000 bytes",
  );
  assert.equal(
    await readAll(Uint8Array.of(0, ...varintOf(100_001)), 9),
    "an answer that does not end",
  );
  assert.equal(await readAll(h3Frame(9, new Uint8Array(1)), 9), "a frame of HTTP/2, type 9");
});

Deno.test("any bytes yield frames or a protocol error, in any fragments", () =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      async (bytes, size) => {
        assert.deepEqual(await readAll(bytes, size), await readAll(bytes, 1000));
      },
    ),
    { seed: 5, numRuns: 300 },
  ));
