import assert from "node:assert/strict";
import { Room } from "./room.ts";

const MB = 1024 * 1024;

/** A process whose memory is told. */
function scene() {
  const memory = { rss: 130 * MB, heapTotal: 30 * MB }, done: string[] = [];
  const room = new Room({
    memory: () => memory,
    giveBackCode: () => void done.push("code"),
    collect: () => {
      done.push("garbage");
      memory.heapTotal = 24 * MB;
    },
  });
  const looks = (count: number) => {
    for (let i = 0; i < count; i++) room.look();
    return done.splice(0);
  };
  return { memory, room, looks, done: () => done.splice(0) };
}

Deno.test("code is given back once a minute, the heap is collected when it has grown meanwhile", () => {
  const { memory, room, looks, done } = scene();
  room.make();
  assert.deepEqual(done(), ["garbage", "code"]);
  assert.deepEqual(looks(59), []);
  assert.deepEqual(looks(1), ["code"]);
  memory.heapTotal = 28 * MB;
  assert.deepEqual(looks(60), ["garbage", "code"]);
});

Deno.test("a process that grows is made smaller soon, yet not each second", () => {
  const { memory, room, looks, done } = scene();
  room.make();
  done();
  assert.deepEqual(looks(1), []);
  memory.rss += 13 * MB;
  assert.deepEqual(looks(1), ["code"]);
  memory.rss += 30 * MB;
  assert.deepEqual(looks(1), []);
  // What it holds as soon as it runs again is what it needs.
  assert.deepEqual(looks(58), []);
  memory.rss += 11 * MB;
  assert.deepEqual([looks(1), looks(30)], [["code"], []]);
});

Deno.test("what a work took for a moment does not hide what grows after it", () => {
  const { memory, room, looks, done } = scene();
  room.make();
  done();
  memory.rss += 40 * MB;
  assert.deepEqual(looks(2), []);
  memory.rss -= 40 * MB;
  assert.deepEqual(looks(2), []);
  memory.rss += 13 * MB;
  assert.deepEqual(looks(1), ["code"]);
});

Deno.test("room is made at once before what takes much, and counts as the last time", () => {
  const { memory, room, looks, done } = scene();
  room.make();
  done();
  assert.deepEqual(looks(50), []);
  memory.heapTotal = 40 * MB;
  room.make();
  assert.deepEqual(done(), ["garbage", "code"]);
  assert.deepEqual(looks(59), []);
  assert.deepEqual(looks(1), ["code"]);
});
