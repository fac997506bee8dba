import assert from "node:assert/strict";
import fc from "fast-check";
import { field, frame, getBlock, joined, opening, reset } from "../../../tests/support/http2.ts";
import { get, Http2Scene, PATH, post, QUERY, TYPE } from "../../../tests/support/http2_scene.ts";
import { FRONT_LIMITS } from "../limits.ts";

const DATA = 0;
const HEADERS = 1;
const RST = 3;
const GOAWAY = 7;
const LAST = 1;
const WHOLE = 4;
const HEAD_200 =
  ":status 200, content-type application/dns-message, cache-control private, max-age=0, " +
  "date Tue, 14 Nov 2023 22:13:20 GMT";

Deno.test("queries by GET and POST are answered in any order", async () => {
  const scene = await Http2Scene.open();
  await scene.client.receive(
    get(1),
    post(3, TYPE),
    frame(DATA, 0, 3, QUERY.subarray(0, 9)),
    frame(DATA, LAST, 3, QUERY.subarray(9)),
  );
  assert.deepEqual(scene.queries.map(({ query }) => query), [QUERY, QUERY]);
  scene.queries.reverse();
  await scene.answer(Uint8Array.of(9, 9));
  await scene.answer(Uint8Array.of(8));
  assert.deepEqual(scene.sent(), [
    `head 3 ${HEAD_200}, content-length 2`,
    "0 3 0909",
    `head 1 ${HEAD_200}, content-length 1`,
    "0 1 08",
  ]);
  assert.equal(scene.connection.idleSince, 0);
});

Deno.test("HEAD is answered with the length of the response and no body", async () => {
  const scene = await Http2Scene.open();
  const block = joined(
    field(":method", "HEAD"),
    field(":scheme", "https"),
    field(":authority", "box"),
    field(":path", PATH),
  );
  await scene.client.receive(frame(HEADERS, LAST | WHOLE, 1, block));
  await scene.answer(new Uint8Array(77));
  assert.deepEqual(scene.sent(), [`head 1 ${HEAD_200}, content-length 77`]);
});

Deno.test("each response has its own length, independent of previous ones", async () => {
  const scene = await Http2Scene.open();
  const lengths = [9, 10, 99, 100, 1000, 16_383, 12, 12, 9];
  for (const [i, length] of lengths.entries()) {
    const stream = i * 2 + 1;
    await scene.client.receive(get(stream));
    await scene.answer(new Uint8Array(length));
    assert.equal(scene.sent()[0], `head ${stream} ${HEAD_200}, content-length ${length}`);
  }
});

Deno.test("a refusal has the length of its reason", async () => {
  const scene = await Http2Scene.open();
  await scene.client.receive(get(1, "/dns-query"));
  const [head, data] = scene.sent();
  const [, , body] = data.split(" ");
  assert.match(head, new RegExp(`content-length ${body.length / 2},`));
});

Deno.test("an invalid query is refused with its reason, and other requests get status 421", async () => {
  const scene = await Http2Scene.open();
  const answered = new Uint8Array(QUERY);
  answered[2] |= 0x80;
  const put = joined(
    field(":method", "PUT"),
    field(":scheme", "https"),
    field(":path", "/dns-query"),
  );
  for (
    const [i, [status, ...frames]] of ([
      [421, get(1, "/")],
      [400, get(3, "/dns-query")],
      [400, get(5, "/dns-query?dns=a")],
      [400, get(7, "/dns-query?dns=AAAA")],
      [405, frame(HEADERS, LAST | WHOLE, 9, put)],
      [415, post(11), frame(DATA, LAST, 11, QUERY)],
      [400, post(13, TYPE), frame(DATA, LAST, 13, answered)],
      [400, post(15, TYPE), frame(DATA, LAST, 15)],
    ] as const).entries()
  ) {
    await scene.client.receive(...frames);
    assert.match(scene.sent()[0], new RegExp(`^head ${i * 2 + 1} :status ${status},`));
  }
  await scene.client.receive(get(17));
  await scene.answer(undefined);
  assert.match(scene.sent()[0], /^head 17 :status 503,.*retry-after 1/);
});

Deno.test("a body that is too long is read and refused; an endless one is reset", async () => {
  const scene = await Http2Scene.open();
  const part = new Uint8Array(16_384);
  await scene.client.receive(post(1, TYPE), ...new Array(5).fill(frame(DATA, 0, 1, part)));
  const windows = scene.sent();
  assert.ok(windows.length > 0 && windows.every((each) => /^8 [01] /.test(each)), `${windows}`);
  await scene.client.receive(frame(DATA, LAST, 1));
  assert.match(scene.sent()[0], /^head 1 :status 413/);
  await scene.client.receive(post(3, TYPE), ...new Array(70).fill(frame(DATA, 0, 3, part)));
  const last = scene.sent().filter((each) => !each.startsWith("8 "));
  assert.match(last[0], /^head 3 :status 413/);
  assert.equal(last.at(-1), "3 3 00000000");
});

Deno.test("a body whose length differs from its head is malformed", async () => {
  const scene = await Http2Scene.open();
  await scene.client.receive(
    post(1, TYPE, field("content-length", `${QUERY.length + 1}`)),
    frame(DATA, LAST, 1, QUERY),
  );
  assert.deepEqual(scene.sent(), ["3 1 00000001"]);
});

Deno.test("responses respect the windows of the client", async () => {
  const scene = await Http2Scene.open();
  const settings = (window: number) => {
    const payload = new Uint8Array(6);
    const view = new DataView(payload.buffer);
    view.setUint16(0, 4);
    view.setUint32(2, window);
    return frame(4, 0, 0, payload);
  };
  const allow = (stream: number, more: number) =>
    frame(8, 0, stream, Uint8Array.of(0, more >> 16, more >> 8, more));
  const bytes = () =>
    scene.client.frames().filter(({ type }) => type === DATA).map(({ payload }) => payload.length);
  await scene.client.receive(settings(10), get(1));
  await scene.answer(new Uint8Array(60_000));
  assert.deepEqual(bytes(), [10]);
  await scene.client.receive(allow(1, 5));
  assert.deepEqual(bytes(), [5]);
  await scene.client.receive(settings(40_000));
  assert.deepEqual(bytes(), [16_384, 16_384, 7222]);
  await scene.client.receive(allow(1, 50_000));
  assert.deepEqual(bytes(), [16_384, 3611]);
  // The window of the connection is nearly used up.
  await scene.client.receive(get(3));
  await scene.answer(new Uint8Array(20_000));
  assert.deepEqual(bytes(), [5535]);
  assert.equal(scene.connection.idleSince, undefined);
  await scene.client.receive(allow(0, 20_000));
  assert.deepEqual(bytes(), [14_465]);
  assert.equal(scene.connection.idleSince, 0);
});

Deno.test("a violation of HTTP/2 ends the connection with its error code", async () => {
  const long = frame(HEADERS, 0, 1, new Uint8Array(16_000).fill(0x82));
  for (
    const [code, ...frames] of [
      [1, frame(HEADERS, LAST | WHOLE, 2, getBlock(PATH))],
      [1, frame(DATA, LAST, 1, QUERY)],
      [1, frame(DATA, LAST, 0, QUERY)],
      [1, frame(4, 0, 1)],
      [1, frame(5, 4, 1)],
      [1, frame(8, 0, 0, new Uint8Array(4))],
      [1, frame(HEADERS, 0, 1, getBlock(PATH)), frame(6, 0, 0, new Uint8Array(8))],
      [1, frame(9, 4, 1)],
      [1, frame(HEADERS, 8 | LAST | WHOLE, 1, Uint8Array.of(9, 1))],
      [1, reset(5)],
      [3, frame(8, 0, 0, Uint8Array.of(0x7f, 0xff, 0xff, 0xff))],
      [3, frame(4, 0, 0, Uint8Array.of(0, 4, 0x80, 0, 0, 0))],
      [6, frame(6, 0, 0, new Uint8Array(7))],
      [6, frame(4, 0, 0, new Uint8Array(5))],
      [6, frame(2, 0, 1, new Uint8Array(4))],
      [6, frame(DATA, 0, 1, new Uint8Array(16_385))],
      [9, frame(HEADERS, LAST | WHOLE, 1, Uint8Array.of(0x80))],
      [11, long, frame(9, 0, 1, new Uint8Array(600).fill(0x82))],
      [11, frame(HEADERS, 0, 1), frame(9, 0, 1)],
    ] as const
  ) {
    const scene = await Http2Scene.open();
    await scene.client.receive(...frames);
    const { type, payload } = scene.client.frames().at(-1)!;
    const what = frames.map((each) => each.toHex()).join(" ").slice(0, 80);
    assert.deepEqual([type, new DataView(payload.buffer, payload.byteOffset).getUint32(4)], [
      GOAWAY,
      code,
    ], what);
    assert.ok(scene.client.destroyed);
  }
});

Deno.test("a malformed request resets only its stream", async () => {
  const scene = await Http2Scene.open();
  const wrong = [
    field("Host", "box"),
    field("connection", "close"),
    field("te", "gzip"),
    field(":path", "/"),
    field("content-length", "x"),
  ];
  for (const [i, more] of wrong.entries()) {
    await scene.client.receive(frame(HEADERS, LAST | WHOLE, i * 2 + 1, getBlock(PATH, more)));
    assert.deepEqual(scene.sent(), [`${RST} ${i * 2 + 1} 00000001`]);
  }
  await scene.client.receive(
    frame(HEADERS, LAST | WHOLE, 99, joined(field(":method", "GET"), field(":path", PATH))),
  );
  assert.deepEqual(scene.sent(), [`${RST} 99 00000001`]);
});

Deno.test("concurrent requests and cancelled requests are limited", async () => {
  const scene = await Http2Scene.open({ requestsOfOne: 2, givenUp: 4 });
  await scene.client.receive(get(1), get(3), get(5));
  assert.deepEqual(scene.sent(), [`${RST} 5 00000007`]);
  await scene.client.receive(reset(1), reset(3), get(7), reset(7), get(9));
  assert.equal(scene.client.destroyed, false);
  await scene.answer(Uint8Array.of(1));
  assert.deepEqual(scene.sent(), [], "an answer that was given up is not sent");
  await scene.client.receive(reset(9));
  assert.ok(scene.client.destroyed);
});

Deno.test("a cancelled request is counted once, and so is a violation of HTTP/2", async () => {
  const scene = await Http2Scene.open();
  await scene.client.receive(get(1), get(3), get(5), reset(1));
  assert.equal(scene.faults.counts().query_aborted, 1);
  await scene.answer(Uint8Array.of(1));
  await scene.answer(Uint8Array.of(1));
  scene.connection.close();
  scene.connection.close();
  assert.equal(scene.faults.counts().query_aborted, 2);
  assert.equal(scene.faults.counts().bad_request, 0);

  const wrong = await Http2Scene.open();
  await wrong.client.receive(frame(4, 0, 1));
  assert.equal(wrong.faults.counts().bad_request, 1);
});

Deno.test("a client that stalls in a head, body or response is overdue, and so is an idle one", async () => {
  const { head, idle, stalled, queries: { message } } = FRONT_LIMITS;
  for (
    const [limit, ...frames] of [
      [idle],
      [head, frame(HEADERS, 0, 1, getBlock(PATH))],
      [head, frame(HEADERS, WHOLE, 1, getBlock(PATH)).subarray(0, 20)],
      [message, post(1, TYPE)],
      [stalled, get(1)],
    ] as const
  ) {
    const scene = await Http2Scene.open();
    await scene.client.receive(...frames);
    scene.now = limit;
    assert.equal(scene.connection.isOverdue(), false);
    scene.now = limit + 1;
    assert.equal(scene.connection.isOverdue(), true);
  }
});

Deno.test("pings are acknowledged, and a client that reads nothing is not read", async () => {
  const scene = await Http2Scene.open();
  await scene.client.receive(
    frame(6, 0, 0, QUERY.subarray(0, 8)),
    frame(6, 1, 0, new Uint8Array(8)),
    frame(200, 0, 7),
  );
  assert.deepEqual(scene.sent(), [`6 0 ${QUERY.subarray(0, 8).toHex()}`]);
  scene.client.writableLength = FRONT_LIMITS.queries.unsent + 1;
  await scene.client.receive(frame(6, 0, 0, new Uint8Array(8)));
  assert.ok(scene.client.paused);
  scene.client.emit("drain");
  assert.equal(scene.client.paused, false);
});

Deno.test("truncated, changed and random frames at most end the connection", async () => {
  const known = [
    get(1),
    post(3, TYPE),
    frame(DATA, LAST, 3, QUERY),
    frame(6, 0, 0, new Uint8Array(8)),
    reset(1),
  ];
  const made = fc.tuple(fc.nat(10), fc.nat(255), fc.nat(9), fc.uint8Array({ maxLength: 40 }))
    .map(([type, flags, stream, payload]) => frame(type, flags, stream, payload));
  const changed = fc.tuple(fc.constantFrom(...known), fc.nat(), fc.nat(255)).map(
    ([each, at, byte]) => {
      const copy = new Uint8Array(each);
      copy[at % copy.length] = byte;
      return copy;
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(made, changed, fc.constantFrom(...known)), { maxLength: 8 }),
      async (frames) => {
        const scene = new Http2Scene();
        const all = joined(opening(), ...frames);
        const cut = all.length >> 1;
        await scene.client.receive(all.subarray(0, cut), all.subarray(cut));
        for (const { answered } of scene.queries) answered(new Uint8Array(20));
        await scene.client.receive();
        scene.client.frames();
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});
