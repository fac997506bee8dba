import assert from "node:assert/strict";
import { shared } from "./made_once.ts";

const events: string[] = [];

const withWord = shared<string>(async (test) => {
  events.push("made");
  await test("word");
  events.push("cleared");
}, async (_, run) => {
  events.push("before");
  await run().finally(() => events.push("after"));
});

Deno.test("Nothing is created before a test needs it, and that test gets it", async () => {
  assert.deepEqual(events, []);
  await withWord((word) => Promise.resolve(assert.equal(word, "word")));
  assert.deepEqual(events, ["made", "before", "after"]);
});

Deno.test("The next test gets the same thing, also after a failed test", async () => {
  await assert.rejects(withWord(() => Promise.reject(new Error("no"))), /no/);
  await withWord((word) => Promise.resolve(assert.equal(word, "word")));
  assert.deepEqual(events.slice(3), ["before", "after", "before", "after"]);
});

Deno.test("When creation fails, each test that needs the thing fails with the reason", async () => {
  const withNothing = shared(() => Promise.reject(new Error("worn out")), (_, run) => run());
  for (let times = 0; times < 2; times++) {
    await assert.rejects(withNothing(() => Promise.resolve()), /worn out/);
  }
});
