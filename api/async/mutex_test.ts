import assert from "node:assert/strict";
import { Mutex } from "./mutex.ts";

Deno.test("take() runs callbacks in order, and a failure does not prevent the next", async () => {
  const mutex = new Mutex();
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = mutex.take(async () => {
    await gate.promise;
    steps.push("first");
    throw new Error("no luck");
  });
  const second = mutex.take(() => Promise.resolve(steps.push("second")));

  await Promise.resolve();
  assert.deepEqual(steps, []);
  gate.resolve();
  await assert.rejects(first, /no luck/);
  assert.equal(await second, 2);
  assert.deepEqual(steps, ["first", "second"]);
});

Deno.test("idle() resolves when all callbacks are done, even after a failure", async () => {
  const mutex = new Mutex();
  const gate = Promise.withResolvers<void>();
  let idle = false;
  await mutex.idle();
  const failed = assert.rejects(mutex.take(() => gate.promise), /no luck/);
  const waiting = mutex.idle().then(() => idle = true);

  await new Promise((later) => setTimeout(later, 0));
  assert.equal(idle, false);
  gate.reject(new Error("no luck"));
  await waiting;
  await failed;
});
