import assert from "node:assert/strict";
import { LIMITS } from "../../policy/limits.ts";
import { LearnedNames } from "./learned_names.ts";

Deno.test("LearnedNames counts the questions of each domain by scope, between two messages", () => {
  const names = new LearnedNames();
  names.record("device:1", "a.com", 1000);
  names.record("device:1", "b.com", 2000);
  names.record("device:1", "a.com", 3000);
  // The clock was set back.
  names.record("device:1", "a.com", 500);
  names.record("group:2", "a.com", 4000);
  assert.deepEqual(names.drain(), [
    {
      scope: "device:1",
      names: [
        { domain: "a.com", hits: 3, first: 1000, last: 3000 },
        { domain: "b.com", hits: 1, first: 2000, last: 2000 },
      ],
      isOver: false,
    },
    {
      scope: "group:2",
      names: [{ domain: "a.com", hits: 1, first: 4000, last: 4000 }],
      isOver: false,
    },
  ]);
  assert.deepEqual(names.drain(), []);
});

Deno.test("LearnedNames holds one domain more than a scope can have, and says that there were more", () => {
  const names = new LearnedNames();
  const most = LIMITS.restricted.names + 1;
  for (let i = 0; i < 10_000; i++) names.record("device:1", `n${i}.com`, i);
  names.record("device:1", "n0.com", 20_000);
  const [{ names: held, isOver }] = names.drain();
  assert.equal(held.length, most);
  assert.ok(isOver);
  assert.equal(held[0].hits, 2);
  for (let i = 0; i < most; i++) names.record("device:1", `n${i}.com`, i);
  assert.equal(names.drain()[0].isOver, false);
});
