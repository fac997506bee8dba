import assert from "node:assert/strict";
import fc from "fast-check";
import { frame, get, getBlock, joined, opening, reset } from "../../../tests/support/http2.ts";
import { Http2Frames } from "./frames.ts";

const RUNS = { numRuns: Number(Deno.env.get("FUZZ_RUNS") ?? 300), seed: 3 };

Deno.test("a head is unfinished until its last CONTINUATION, and so is the preface", () => {
  const frames = new Http2Frames();
  const start = opening();
  assert.equal(frames.unfinished, true);
  assert.equal(frames.fromClient(start.subarray(0, 30)), true);
  assert.equal(frames.unfinished, true);
  frames.fromClient(start.subarray(30));
  assert.equal(frames.unfinished, false);
  frames.fromClient(frame(1, 1, 1, getBlock("/")));
  assert.equal(frames.unfinished, true);
  frames.fromClient(frame(9, 0, 1));
  assert.equal(frames.unfinished, true);
  frames.fromClient(frame(9, 4, 1));
  assert.equal(frames.unfinished, false);
});

Deno.test("control frames are no head, and incomplete DATA frames do not count", () => {
  const frames = new Http2Frames();
  frames.fromClient(
    joined(opening(), frame(6, 0, 0, new Uint8Array(8)), frame(8, 0, 0, new Uint8Array(4))),
  );
  assert.equal(frames.unfinished, false);
  frames.fromClient(frame(6, 0, 0, new Uint8Array(8)).subarray(0, 12));
  assert.equal(frames.unfinished, true);
  frames.fromClient(new Uint8Array(5));
  assert.equal(frames.unfinished, false);
  frames.fromClient(frame(0, 0, 1, new Uint8Array(1000)).subarray(0, 500));
  assert.equal(frames.unfinished, false);
});

Deno.test("a stream is open from its head to the end of its response, or until a reset", () => {
  const frames = new Http2Frames();
  frames.fromClient(joined(opening(), get(1, "/"), get(3, "/"), get(5, "/")));
  assert.equal(frames.open, 3);
  frames.fromServer(joined(frame(4, 0, 0), frame(1, 4, 1), frame(0, 0, 1, new Uint8Array(10))));
  assert.deepEqual([frames.open, frames.answered], [3, 1]);
  frames.fromServer(frame(0, 1, 1));
  assert.equal(frames.open, 2);
  frames.fromServer(joined(frame(1, 5, 3), frame(1, 5, 3)));
  assert.equal(frames.open, 1);
  frames.fromClient(reset(5));
  assert.equal(frames.open, 0);
});

Deno.test("a client without the HTTP/2 preface is detected", () => {
  assert.equal(new Http2Frames().fromClient(new TextEncoder().encode("GET / HTTP/1.1\r\n")), false);
});

Deno.test("frames are tracked equally in pieces of any size", () => {
  const whole = joined(
    opening(),
    get(1, "/a"),
    frame(1, 0, 3, getBlock("/b")),
    frame(9, 4, 3, getBlock("/")),
    get(5, "/c"),
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 30 }), (cuts) => {
      const frames = new Http2Frames();
      const at = [0, ...cuts.sort((a, b) => a - b), whole.length];
      for (let i = 1; i < at.length; i++) {
        assert.equal(frames.fromClient(whole.subarray(at[i - 1], at[i])), true);
      }
      assert.equal(frames.unfinished, false);
    }),
    RUNS,
  );
});

Deno.test("garbage in place of frames never throws", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (pieces) => {
      const frames = new Http2Frames();
      frames.fromClient(opening());
      for (const piece of pieces) frames.fromClient(piece);
      assert.equal(typeof frames.unfinished, "boolean");
    }),
    RUNS,
  );
});
