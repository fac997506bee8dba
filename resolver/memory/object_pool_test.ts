import assert from "node:assert/strict";
import { ObjectPool } from "./object_pool.ts";

Deno.test("ObjectPool reuses returned objects up to its limit", () => {
  let made = 0;
  const recycler = new ObjectPool(() => ({ number: ++made }));
  const first = recycler.acquire();
  recycler.release(first);
  assert.equal(recycler.acquire(), first);
  const many = Array.from({ length: 3000 }, () => recycler.acquire());
  assert.equal(new Set(many).size, 3000);
  for (const item of many) recycler.release(item);
  const again = Array.from({ length: 3000 }, () => recycler.acquire());
  assert.equal(new Set(again).size, 3000);
  assert.equal(made, 1 + 3000 + 3000 - 1024);
});
