import assert from "node:assert/strict";
import { Semaphore } from "./semaphore.ts";

Deno.test("Semaphore limits concurrent work, queues in order, and refuses beyond the queue", async () => {
  const turns = new Semaphore(2, 3);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) =>
    turns.run(() => {
      begun.push(name);
      return new Promise<number>((resolve) => ends.push(() => resolve(name)));
    });
  const all = [1, 2, 3, 4, 5].map(work);
  await assert.rejects(work(6), /Too much waits.*: 3/);
  assert.deepEqual(begun, [1, 2]);
  for (let i = 0; i < 5; i++) {
    ends[i]();
    await new Promise((resume) => setTimeout(resume));
  }
  assert.deepEqual(await Promise.all(all), [1, 2, 3, 4, 5]);
  assert.deepEqual(begun, [1, 2, 3, 4, 5]);
});

Deno.test("failed work frees its slot", async () => {
  const turns = new Semaphore(1, 9);
  const results = await Promise.allSettled([
    turns.run(() => Promise.reject(new Error("broken"))),
    turns.run(() => Promise.resolve("whole")),
  ]);
  assert.deepEqual(results.map(({ status }) => status), ["rejected", "fulfilled"]);
});
