import assert from "node:assert/strict";
import { nameFromText } from "../../policy/model/name.ts";
import { FailureCache } from "./failures.ts";
import { type CacheKey, createCacheKey, hashKey } from "./key.ts";

function key(text: string): CacheKey {
  const key = createCacheKey(nameFromText(text)!, 1);
  key.hash = hashKey(key, 3, 4);
  return key;
}

Deno.test("failures last 1 second, doubling to 5 minutes (RFC 9520)", () => {
  const failures = new FailureCache([3, 4]);
  const own = key("down.example");
  const pauses: number[] = [];
  for (let now = 0.5, i = 0; i < 11; i++) {
    const pause = failures.recordFailure(own, 22, now);
    pauses.push(pause);
    assert.equal(failures.lookup(own, now + pause - 0.01), 22);
    assert.equal(failures.lookup(own, now + pause), 0);
    now += pause;
  }
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  failures.clearFailures(own);
  assert.equal(failures.recordFailure(own, 23, 9000), 1);
  failures.flush();
  assert.equal(failures.lookup(own, 9000.5), 0);
});

Deno.test("a flood of failing names stays within the table and never affects another name", () => {
  const failures = new FailureCache([3, 4]);
  for (let i = 0; i < 50_000; i++) failures.recordFailure(key(`f${i}.example`), 22, i / 1000);
  for (let i = 0; i < 5000; i++) assert.equal(failures.lookup(key(`g${i}.example`), 49), 0);
});
