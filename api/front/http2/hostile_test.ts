/** HTTP/2 clients that block, use too much memory, or send endlessly. */
import assert from "node:assert/strict";
import { frame, joined, opening, reset } from "../../../tests/support/http2.ts";
import {
  get,
  head,
  Http2Scene,
  integers32,
  outcome,
  post,
  setting,
  TYPE,
} from "../../../tests/support/http2_scene.ts";
import { AnswerHeads } from "./answers.ts";
import { FRONT_LIMITS } from "../limits.ts";

const DATA = 0;
const SETTINGS = 4;
const PING = 6;
const WINDOW = 8;
const LAST = 1;
const METHOD = [":method", "GET"] as const;
const EIGHT = new Uint8Array(8);

Deno.test("RFC 9113 3.4: settings must be the first frame, in pieces of any size", async () => {
  const start = opening();
  for (const first of [frame(PING, 0, 0, EIGHT), frame(SETTINGS, LAST, 0), get(1)]) {
    const scene = new Http2Scene();
    await scene.client.receive(start.subarray(0, start.length - 9), first);
    assert.equal(outcome(scene), "end 1");
  }
  const scene = new Http2Scene();
  await scene.client.receive(...Array.from(joined(start, get(1)), (byte) => Uint8Array.of(byte)));
  assert.equal(outcome(scene), "1 asked");
});

Deno.test("RFC 9113 8.1: the rest of a request is ignored after an early response", async () => {
  const scene = await Http2Scene.open();
  const part = new Uint8Array(16_384);
  await scene.client.receive(post(1, TYPE), ...new Array(65).fill(frame(DATA, 0, 1, part)));
  assert.equal(outcome(scene), "1 is 413, 1 reset 0");
  await scene.client.receive(frame(DATA, 0, 1, part), head(1, ["x-sum", "1"]), get(3));
  assert.equal(outcome(scene), "1 asked");
});

Deno.test("many malformed requests end the connection (CVE-2025-8671)", async () => {
  const scene = await Http2Scene.open({ givenUp: 3 });
  const wrong = [1, 3, 5, 7].map((stream) => head(stream, METHOD));
  await scene.client.receive(...wrong.slice(0, 3));
  assert.equal(outcome(scene), "1 reset 1, 3 reset 1, 5 reset 1");
  await scene.client.receive(wrong[3]);
  assert.match(outcome(scene), /end 11$/);
});

Deno.test("RFC 9113 10.5: a flood of frames without a request or content ends the connection", async () => {
  const floods = [
    frame(PING, 0, 0, EIGHT),
    frame(SETTINGS, 0, 0),
    frame(SETTINGS, LAST, 0),
    frame(2, 0, 1, new Uint8Array(5)),
    frame(WINDOW, 0, 0, integers32(1)),
    frame(0x42, 0, 0, new Uint8Array(20)),
    reset(1),
    frame(DATA, 0, 1),
    frame(DATA, 8, 1, new Uint8Array(1)),
  ];
  for (const flood of floods) {
    const scene = await Http2Scene.open();
    await scene.client.receive(post(1, TYPE));
    await scene.client.receive(...Array(999).fill(flood));
    assert.doesNotMatch(outcome(scene), /end/, `${flood}`);
    await scene.client.receive(...Array(3).fill(flood));
    assert.match(outcome(scene), /end 11$/, `${flood}`);
  }
  const scene = await Http2Scene.open();
  await scene.client.receive(
    frame(1, 0, 1, Uint8Array.of(0)),
    ...Array(1001).fill(frame(9, 0, 1, EIGHT)),
  );
  assert.match(outcome(scene), /end 11$/);
});

Deno.test("streams beyond the limit end the connection when there are many", async () => {
  const scene = await Http2Scene.open({ requestsOfOne: 0, givenUp: 3 });
  await scene.client.receive(...[1, 3, 5, 7].map((stream) => get(stream)));
  assert.match(outcome(scene), /end 11$/);
});

Deno.test("a client that always has an incomplete frame is not treated as stalled", async () => {
  const { head } = FRONT_LIMITS;
  const scene = await Http2Scene.open();
  const ping = frame(PING, 0, 0, EIGHT);
  await scene.client.receive(ping.subarray(0, 9));
  for (let i = 0; i < 3; i++) {
    scene.now += head;
    await scene.client.receive(joined(ping.subarray(9), ping.subarray(0, 9)));
    assert.equal(scene.connection.isOverdue(), false);
  }
  scene.now += head + 1;
  assert.equal(scene.connection.isOverdue(), true);
});

Deno.test("incomplete requests and responses take bounded memory", async () => {
  const limits = { ...FRONT_LIMITS, queries: { ...FRONT_LIMITS.queries, unsent: 100_000 } };
  const scene = await Http2Scene.open(limits);
  const part = new Uint8Array(16_000);
  await scene.client.receive(frame(SETTINGS, 0, 0, setting(4, 0)), get(1), get(3));
  scene.sent();
  await scene.answer(new Uint8Array(60_000));
  await scene.answer(new Uint8Array(60_000));
  assert.equal(outcome(scene), "1 is 200, 3 is 200, 3 reset 11");
  await scene.client.receive(post(5, TYPE), frame(DATA, 0, 5, part), reset(1));
  assert.equal(outcome(scene), "");
  for (const stream of [7, 9]) {
    await scene.client.receive(post(stream, TYPE), ...Array(3).fill(frame(DATA, 0, stream, part)));
  }
  assert.equal(outcome(scene), "end 11");
});

Deno.test("a waiting response keeps only its own bytes in memory", async () => {
  const scene = await Http2Scene.open();
  const many = new Uint8Array(50_000).fill(7);
  await scene.client.receive(frame(SETTINGS, 0, 0, setting(4, 10)), get(1));
  await scene.answer(many.subarray(100, 130));
  many.fill(0);
  scene.sent();
  await scene.client.receive(frame(WINDOW, 0, 1, integers32(20)));
  assert.deepEqual(scene.sent(), [`0 1 ${"07".repeat(20)}`]);
});

Deno.test("a complete query does not count towards the limit of incomplete bodies", async () => {
  const limits = { ...FRONT_LIMITS, queries: { ...FRONT_LIMITS.queries, unsent: 100_000 } };
  const scene = await Http2Scene.open(limits);
  const part = new Uint8Array(15_000);
  for (const stream of [1, 3, 5]) {
    const parts = [0, 0, 0, LAST].map((flags) => frame(DATA, flags, stream, part));
    await scene.client.receive(post(stream, TYPE), ...parts);
  }
  assert.equal(outcome(scene), "3 asked");
});

Deno.test("frames of a limited number of reset streams are ignored", async () => {
  const scene = await Http2Scene.open({ requestsOfOne: 0 });
  await scene.client.receive(...Array.from({ length: 129 }, (_, i) => post(i * 2 + 1, TYPE)));
  scene.sent();
  await scene.client.receive(head(3, ["x-sum", "1"]));
  assert.equal(outcome(scene), "");
  await scene.client.receive(head(1, ["x-sum", "1"]));
  assert.equal(outcome(scene), "end 5");
  await scene.client.receive(frame(PING, 0, 0, EIGHT));
  assert.equal(scene.sent().length, 0, "nothing is said after the end");
});

Deno.test("each received byte is returned to the window once", async () => {
  const scene = await Http2Scene.open();
  const part = new Uint8Array(16_000);
  const windows = [0, 0];
  await scene.client.receive(post(1, TYPE), ...Array(20).fill(frame(DATA, 0, 1, part)));
  for (const each of scene.sent()) {
    const [type, stream, more] = each.split(" ");
    if (type === `${WINDOW}`) windows[Number(stream)] += parseInt(more, 16);
  }
  for (const sum of windows) assert.ok(sum > 320_000 - 49_000 && sum <= 320_000, `${sum}`);
});

Deno.test("a client is idle from its last response on", async () => {
  const scene = await Http2Scene.open();
  await scene.client.receive(get(1));
  scene.now = 700;
  await scene.answer(Uint8Array.of(1));
  assert.equal(scene.connection.idleSince, 700);
});

Deno.test("received bytes are not kept by reference", async () => {
  const scene = await Http2Scene.open();
  const first = get(1).slice(0, 30);
  await scene.client.receive(first);
  first.fill(0);
  await scene.client.receive(get(1).subarray(30));
  assert.equal(outcome(scene), "1 asked");
});

Deno.test("only the first head after settings sets the table size to 0 (RFC 7541, 4.2)", async () => {
  const scene = await Http2Scene.open();
  const heads: boolean[] = [];
  for (const [i, before] of [[], [], [frame(SETTINGS, 0, 0, setting(1, 0))], []].entries()) {
    await scene.client.receive(...before, get(i * 2 + 1));
    await scene.answer(Uint8Array.of(1));
    heads.push(scene.client.frames().find(({ type }) => type === 1)!.payload[0] === 0x20);
  }
  assert.deepEqual(heads, [true, false, true, false]);
});

Deno.test("responses have a Date field", () => {
  let now = 0;
  const heads = new AnswerHeads(() => now);
  const response = new Uint8Array(12);
  const date = () => heads.of(response, false).head;
  const first = date();
  now = 999;
  assert.equal(date(), first);
  now = 1000;
  assert.notDeepEqual(date(), first);
});
