import assert from "node:assert/strict";
import fc from "fast-check";
import { field, frame, framesOf, joined } from "../../../tests/support/http2.ts";
import { ConnectionLostError } from "../sessions.ts";
import type { Stream } from "../stream.ts";
import { H2Session } from "./h2.ts";

const DATA = 0;
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const PUSH_PROMISE = 5;
const PING = 6;
const GOAWAY = 7;
const WINDOW_UPDATE = 8;
const CONTINUATION = 9;
const END_STREAM = 1;
const END_HEADERS = 4;
const PADDED = 8;
const PREFACE = 24;
const QUERY = new Uint8Array(128).fill(7);
const MESSAGE = new Uint8Array(300).fill(9);
const HEAD = joined(field(":status", "200"), field("content-type", "application/dns-message"));

/** A stream whose other end is the test. */
class Wire implements Stream {
  readonly #come: Uint8Array[] = [];
  #wake = () => {};
  isClosed = false;
  sent: Uint8Array = new Uint8Array(0);

  async read(into: Uint8Array): Promise<number | null> {
    while (this.#come.length === 0) {
      if (this.isClosed) return null;
      await new Promise<void>((wake) => this.#wake = wake);
    }
    const piece = this.#come[0];
    const count = Math.min(piece.length, into.length);
    into.set(piece.subarray(0, count));
    if (count === piece.length) this.#come.shift();
    else this.#come[0] = piece.subarray(count);
    return count;
  }

  write(bytes: Uint8Array): Promise<number> {
    this.sent = joined(this.sent, bytes);
    return Promise.resolve(bytes.length);
  }

  close(): void {
    this.isClosed = true;
    this.#wake();
  }

  /** Passes bytes from the server. */
  bring(...bytes: readonly Uint8Array[]): void {
    this.#come.push(...bytes);
    this.#wake();
  }

  /** The sent frames of one type. */
  async frames(type: number) {
    await new Promise((resume) => setTimeout(resume, 0));
    return framesOf(this.sent.subarray(PREFACE)).filter((each) => each.type === type);
  }
}

const waits = () => new AbortController();

function begin(): {
  wire: Wire;
  session: H2Session;
  ask: (signal?: AbortSignal) => Promise<Uint8Array>;
} {
  const wire = new Wire();
  const session = new H2Session(wire, "dns.test:8443", "/dns-query");
  return {
    wire,
    session,
    ask: (signal = waits().signal) => session.ask(Uint8Array.from(QUERY), signal),
  };
}

Deno.test("answers in any order, in parts, padded, with interim heads and trailers reach their query", async () => {
  const { wire, session, ask } = begin();
  const [first, second] = [ask(), ask()];
  const requests = await wire.frames(HEADERS);
  const bodies = await wire.frames(DATA);
  assert.deepEqual([requests.map(({ stream }) => stream), bodies.map(({ stream }) => stream)], [[
    1,
    3,
  ], [1, 3]]);
  assert.ok(new TextDecoder().decode(requests[0].payload).includes("dns.test:8443"));
  assert.deepEqual([...bodies[0].payload], [...QUERY]);
  const all = joined(
    ...[
      frame(SETTINGS, 0, 0),
      frame(PING, 0, 0, new Uint8Array(8)),
      frame(0xbe, 0, 3, new Uint8Array(50)),
    ],
    frame(HEADERS, END_HEADERS, 3, field(":status", "103")),
    frame(HEADERS, 0, 3, HEAD.subarray(0, 20)),
    frame(CONTINUATION, END_HEADERS, 3, HEAD.subarray(20)),
    frame(DATA, PADDED, 3, Uint8Array.of(4, ...MESSAGE.subarray(0, 100), 0, 0, 0, 0)),
    frame(HEADERS, END_HEADERS, 1, HEAD),
    frame(DATA, END_STREAM, 1, MESSAGE.subarray(0, 5)),
    frame(DATA, 0, 3, MESSAGE.subarray(100)),
    frame(HEADERS, END_HEADERS | END_STREAM, 3, field("x-trailer", "1")),
  );
  for (let at = 0; at < all.length; at += 7) wire.bring(all.subarray(at, at + 7));
  assert.deepEqual([...await second], [...MESSAGE]);
  assert.equal((await first).length, 5);
  assert.equal((await wire.frames(PING)).length, 1);
  assert.equal((await wire.frames(SETTINGS)).length, 2, "ours, and the receipt of theirs");
  const given = (await wire.frames(WINDOW_UPDATE)).map(({ payload }) =>
    new DataView(payload.slice().buffer).getUint32(0)
  );
  assert.equal(given.reduce((sum, each) => sum + each, 0), 105 + 5 + 200);
  session.close();
});

Deno.test("an answer without a message fails only its query", async () => {
  const cases: readonly (readonly [Uint8Array, RegExp])[] = [
    [frame(HEADERS, END_HEADERS | END_STREAM, 1, field(":status", "404")), /^HTTP status 404$/],
    [frame(HEADERS, END_HEADERS | END_STREAM, 1, field(":status", "200")), /^content type none/],
    [frame(HEADERS, END_HEADERS | END_STREAM, 1, field("x", "y")), /^an answer without a status$/],
    [frame(DATA, END_STREAM, 1, MESSAGE), /^an answer without a head$/],
    [frame(RST_STREAM, 0, 1, Uint8Array.of(0, 0, 0, 2)), /^the upstream gave the question back$/],
    [
      joined(
        frame(HEADERS, END_HEADERS, 1, HEAD),
        ...Array.from({ length: 5 }, () => frame(DATA, 0, 1, new Uint8Array(16_000))),
      ),
      /^a response of more than 65535 bytes$/,
    ],
  ];
  for (const [bytes, why] of cases) {
    const { wire, session, ask } = begin();
    const answer = ask();
    wire.bring(bytes);
    await assert.rejects(answer, { message: why });
    assert.equal(session.isOver, false, String(why));
    session.close();
  }
});

Deno.test("a protocol violation ends the connection", async () => {
  const cases: readonly (readonly [Uint8Array, RegExp])[] = [
    [Uint8Array.of(0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1), /^a frame of 16777215 bytes$/],
    [frame(CONTINUATION, END_HEADERS, 1, HEAD), /^frames out of order$/],
    [joined(frame(HEADERS, 0, 1, HEAD), frame(DATA, 0, 1)), /^frames out of order$/],
    [joined(frame(HEADERS, 0, 1, HEAD), frame(CONTINUATION, 0, 3)), /^frames out of order$/],
    [
      frame(HEADERS, END_HEADERS, 1, Uint8Array.of(0xff, 0xff, 0xff)),
      /^a head that cannot be read$/,
    ],
    [frame(HEADERS, END_HEADERS | PADDED, 1, Uint8Array.of(200, 0)), /^frames out of order$/],
    [frame(DATA, PADDED, 1, Uint8Array.of(200, 0)), /^a frame whose padding is too long$/],
    [frame(PUSH_PROMISE, END_HEADERS, 1, HEAD), /^a push that was not allowed$/],
    [
      joined(
        frame(HEADERS, 0, 1, new Uint8Array(16_000)),
        frame(CONTINUATION, 0, 1, new Uint8Array(400)),
      ),
      /^a head of more than 16384 bytes$/,
    ],
  ];
  for (const [bytes, why] of cases) {
    const { wire, session, ask } = begin();
    const answer = ask();
    wire.bring(bytes);
    await assert.rejects(answer, { message: why });
    assert.deepEqual([session.isOver, wire.isClosed], [true, true]);
    await assert.rejects(ask(), ConnectionLostError);
  }
});

Deno.test("questions that a server did not process may be sent elsewhere", async () => {
  const refused = begin();
  const one = refused.ask();
  refused.wire.bring(frame(RST_STREAM, 0, 1, Uint8Array.of(0, 0, 0, 7)));
  await assert.rejects(one, ConnectionLostError);
  refused.session.close();
  const { wire, session, ask } = begin();
  const [first, second] = [ask(), ask()];
  wire.bring(frame(GOAWAY, 0, 0, Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0)));
  await assert.rejects(second, ConnectionLostError);
  assert.equal(session.isOver, true);
  await assert.rejects(ask(), ConnectionLostError);
  wire.bring(frame(HEADERS, END_HEADERS, 1, HEAD), frame(DATA, END_STREAM, 1, MESSAGE));
  assert.equal((await first).length, 300);
  wire.close();
  await new Promise((resume) => setTimeout(resume, 0));
  assert.equal(wire.isClosed, true);
});

Deno.test("the server's concurrency limit applies, and an aborted query makes room", async () => {
  const { wire, session, ask } = begin();
  wire.bring(frame(SETTINGS, 0, 0, Uint8Array.of(0, 3, 0, 0, 0, 2)));
  await wire.frames(SETTINGS);
  const leaving = waits();
  const [first, second, third] = [ask(), ask(leaving.signal), ask()];
  assert.equal((await wire.frames(HEADERS)).length, 2);
  leaving.abort();
  await assert.rejects(second, ConnectionLostError);
  assert.deepEqual((await wire.frames(RST_STREAM)).map(({ stream }) => stream), [3]);
  assert.equal((await wire.frames(HEADERS)).length, 3);
  // The response to an aborted query is still read, because later heads may refer to it.
  for (const id of [3, 5, 1]) {
    wire.bring(frame(HEADERS, END_HEADERS, id, HEAD), frame(DATA, END_STREAM, id, MESSAGE));
  }
  assert.deepEqual([(await first).length, (await third).length], [300, 300]);
  session.close();
});

Deno.test("the server's window is respected", async () => {
  const { wire, session, ask } = begin();
  const most = Math.floor(65_535 / QUERY.length);
  wire.bring(frame(SETTINGS, 0, 0, Uint8Array.of(0, 3, 0, 0, 4, 0)));
  await wire.frames(SETTINGS);
  const all = Array.from({ length: most + 2 }, () => ask());
  for (const each of all) each.catch(() => {});
  assert.equal((await wire.frames(DATA)).length, most);
  wire.bring(frame(WINDOW_UPDATE, 0, 0, Uint8Array.of(0, 0, 0, 200)));
  await wire.frames(DATA);
  assert.equal((await wire.frames(DATA)).length, most + 2);
  session.close();
  await assert.rejects(all[0], ConnectionLostError);
});

Deno.test("any bytes from a server yield an answer or an error, and no query hangs", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.nat(10), fc.nat(63), fc.constantFrom(0, 1, 3), fc.uint8Array({ maxLength: 30 }))
          .map((
            [type, flags, stream, payload],
          ) => frame(type, flags, stream, payload)),
        { maxLength: 6 },
      ),
      fc.uint8Array({ maxLength: 20 }),
      async (frames, rest) => {
        const { wire, session, ask } = begin();
        const answer = ask();
        answer.catch(() => {});
        wire.bring(...frames, rest);
        await wire.frames(DATA);
        session.close();
        await Promise.allSettled([answer]);
        assert.ok(wire.isClosed);
      },
    ),
    { seed: 9, numRuns: 300 },
  ));
