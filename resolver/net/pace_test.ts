import assert from "node:assert/strict";
import { Pace } from "./pace.ts";

/** A pace at time 0 after `count` waits on the loop that took `each` milliseconds. */
function after(count: number, each: number): Pace {
  const pace = new Pace(0);
  for (let i = 0; i < count; i++) pace.waited(0, each);
  return pace;
}

Deno.test("a thread rests on the spot only after questions in close order", () => {
  assert.equal(new Pace(0).rests, false);
  assert.equal(after(7, 0.05).rests, false);
  assert.equal(after(8, 0.05).rests, true);
  // 1,000 a second, each alone.
  assert.equal(after(1000, 1).rests, false);
});

Deno.test("one long wait, or a rest in vain, ends the rests until the order is close again", () => {
  const pace = after(20, 0.05);
  pace.waited(0, 0.5);
  assert.equal(pace.rests, false);
  const other = after(20, 0.05);
  other.restedInVain();
  assert.equal(other.rests, false);
  for (let i = 0; i < 4; i++) other.waited(0, 0.05);
  assert.equal(other.rests, true);
});

Deno.test("the loop gets a turn within a quarter of a millisecond, and a whole one within one, however much comes", () => {
  const pace = new Pace(0), turns: string[] = [];
  let last = 0, whole = 0;
  for (let now = 0.0625; now <= 10; now += 0.0625) {
    const due = pace.due(now);
    if (due === "none") continue;
    assert.ok(now - last <= 0.25);
    last = now;
    pace.turned(now);
    turns.push(due);
    if (due === "short") continue;
    assert.ok(now - whole <= 1);
    whole = now;
  }
  assert.equal(turns.length, 40);
});
