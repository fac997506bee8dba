import assert from "node:assert/strict";
import { Memory } from "./memory.ts";

const MB = 1024 * 1024;

/** A process with a simulated memory size. */
function scene() {
  const held = { rss: 130 * MB, heapTotal: 30 * MB };
  const done: string[] = [];
  const memory = new Memory({
    held: () => held,
    releaseCode: () => void done.push("code"),
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

Deno.test("code is released once a minute, and a grown heap is collected", () => {
  const { held, memory, looks, done } = scene();
  memory.trimMemory();
  assert.deepEqual(done(), ["garbage", "code"]);
  assert.deepEqual(looks(59), []);
  assert.deepEqual(looks(1), ["code"]);
  held.heapTotal = 28 * MB;
  assert.deepEqual(looks(60), ["garbage", "code"]);
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
