import assert from "node:assert/strict";
import { shared } from "./made_once.ts";

const told: string[] = [];

const withWord = shared<string>(async (test) => {
  told.push("made");
  await test("word");
  told.push("cleared");
}, async (_, run) => {
  told.push("before");
  await run().finally(() => told.push("after"));
});

Deno.test("Nothing is created before a test needs it, and that test gets it", async () => {
  assert.deepEqual(told, []);
  await withWord((word) => Promise.resolve(assert.equal(word, "word")));
  assert.deepEqual(told, ["made", "before", "after"]);
});

Deno.test("The next test gets the same thing, also after a failed test", async () => {
  await assert.rejects(withWord(() => Promise.reject(new Error("no"))), /no/);
  await withWord((word) => Promise.resolve(assert.equal(word, "word")));
  assert.deepEqual(told.slice(3), ["before", "after", "before", "after"]);
});

Deno.test("When creation fails, each test that needs the thing fails with the reason", async () => {
  const withNothing = shared(() => Promise.reject(new Error("worn out")), (_, run) => run());
  for (let times = 0; times < 2; times++) {
    await assert.rejects(withNothing(() => Promise.resolve()), /worn out/);
  }
});
