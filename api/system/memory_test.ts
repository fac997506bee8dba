import assert from "node:assert/strict";
import { Memory } from "./memory.ts";

const MB = 1024 * 1024;

/** A process whose memory is told. */
function scene() {
  const held = { rss: 130 * MB, heapTotal: 30 * MB };
  const done: string[] = [];
  const memory = new Memory({
    held: () => held,
    giveBackCode: () => void done.push("code"),
    collect: () => {
      done.push("garbage");
      held.heapTotal = 24 * MB;
    },
  });
  const looks = (count: number) => {
    for (let i = 0; i < count; i++) memory.look();
    return done.splice(0);
  };
  return { held, memory, looks, done: () => done.splice(0) };
}

Deno.test("code is given back once a minute, the heap is collected when it has grown meanwhile", () => {
  const { held, memory, looks, done } = scene();
  memory.trimMemory();
  assert.deepEqual(done(), ["garbage", "code"]);
  assert.deepEqual(looks(59), []);
  assert.deepEqual(looks(1), ["code"]);
  held.heapTotal = 28 * MB;
  assert.deepEqual(looks(60), ["garbage", "code"]);
});

Deno.test("a process that grows is made smaller soon, yet not each second", () => {
  const { held, memory, looks, done } = scene();
  memory.trimMemory();
  done();
  assert.deepEqual(looks(1), []);
  held.rss += 13 * MB;
  assert.deepEqual(looks(1), ["code"]);
  held.rss += 30 * MB;
  assert.deepEqual(looks(1), []);
  // What it holds as soon as it runs again is what it needs.
  assert.deepEqual(looks(58), []);
  held.rss += 11 * MB;
  assert.deepEqual([looks(1), looks(30)], [["code"], []]);
});

Deno.test("what a work took for a moment does not hide what grows after it", () => {
  const { held, memory, looks, done } = scene();
  memory.trimMemory();
  done();
  held.rss += 40 * MB;
  assert.deepEqual(looks(2), []);
  held.rss -= 40 * MB;
  assert.deepEqual(looks(2), []);
  held.rss += 13 * MB;
  assert.deepEqual(looks(1), ["code"]);
});

Deno.test("memory is given back at once before what takes much, and counts as the last time", () => {
  const { held, memory, looks, done } = scene();
  memory.trimMemory();
  done();
  assert.deepEqual(looks(50), []);
  held.heapTotal = 40 * MB;
  memory.trimMemory();
  assert.deepEqual(done(), ["garbage", "code"]);
  assert.deepEqual(looks(59), []);
  assert.deepEqual(looks(1), ["code"]);
});
