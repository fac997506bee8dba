import assert from "node:assert/strict";
import { Memory } from "./memory.ts";

const MB = 1024 * 1024;

/** A process with a simulated memory size. */
function scene() {
  const held = { rss: 130 * MB, heapTotal: 30 * MB };
  const afterCollection = { heapTotal: 24 * MB };
  const done: string[] = [];
  const memory = new Memory({
    held: () => held,
    releaseCode: () => void done.push("code"),
    collect: (flavor) => {
      done.push(flavor === "last-resort" ? "garbage" : "garbage once");
      held.heapTotal = afterCollection.heapTotal;
    },
  });
  const looks = (count: number) => {
    for (let i = 0; i < count; i++) memory.look();
    return done.splice(0);
  };
  return { held, afterCollection, memory, looks, done: () => done.splice(0) };
}

Deno.test("code is released once a minute, and a grown heap is collected", () => {
  const { held, memory, looks, done } = scene();
  memory.trimMemory();
  assert.deepEqual(done(), ["garbage", "code"]);
  assert.deepEqual(looks(59), []);
  assert.deepEqual(looks(1), ["code"]);
  held.heapTotal = 28 * MB;
  assert.deepEqual(looks(60), ["garbage", "code"]);
});

Deno.test("a large heap is collected only when a quarter of it may be garbage", () => {
  const { held, memory, done, afterCollection } = scene();
  held.heapTotal = 110 * MB;
  afterCollection.heapTotal = 80 * MB;
  memory.trimMemory();
  assert.deepEqual([done(), held.heapTotal], [["garbage", "code"], 80 * MB]);
  held.heapTotal = 99 * MB;
  memory.trimMemory();
  assert.deepEqual(done(), ["code"]);
  held.heapTotal = 101 * MB;
  memory.trimMemory();
  assert.deepEqual(done(), ["garbage once", "code"]);
});

Deno.test("growth causes an early release, but not each second", () => {
  const { held, memory, looks, done } = scene();
  memory.trimMemory();
  done();
  assert.deepEqual(looks(1), []);
  held.rss += 13 * MB;
  assert.deepEqual(looks(1), ["code"]);
  held.rss += 30 * MB;
  assert.deepEqual(looks(1), []);
  // Its size right after it runs again is what it needs.
  assert.deepEqual(looks(58), []);
  held.rss += 11 * MB;
  assert.deepEqual([looks(1), looks(30)], [["code"], []]);
});

Deno.test("a short peak does not hide later growth", () => {
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

Deno.test("trimMemory() releases memory immediately and restarts the interval", () => {
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
