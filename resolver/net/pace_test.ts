import assert from "node:assert/strict";
import { Pace } from "./pace.ts";

/** A pace at time 0 after `count` polls that found an event at once. */
function after(count: number): Pace {
  const pace = new Pace(0);
  for (let i = 0; i < count; i++) pace.found();
  return pace;
}

Deno.test("a thread sleeps only while queries arrive faster than it answers them", () => {
  assert.equal(new Pace(0).rests, false);
  assert.equal(after(7).rests, false);
  assert.equal(after(8).rests, true);
  const pace = new Pace(0);
  // One poll that finds an event at once per wait: 30,000 a second.
  for (let i = 0; i < 1000; i++) {
    pace.found();
    pace.waited(i);
    assert.equal(pace.rests, false);
  }
  for (let i = 0; i < 8; i++) {
    pace.found();
    pace.found();
    pace.waited(i);
  }
  assert.equal(pace.rests, true);
});

Deno.test("two vain sleeps end the sleeps, and so do sleeps without further queries", () => {
  const pace = after(1000);
  pace.rested(false);
  assert.equal(pace.rests, true);
  pace.rested(false);
  assert.equal(pace.rests, false);
  const other = after(1000);
  let rests = 0;
  for (; other.rests; rests++) other.rested(true);
  assert.equal(rests, 9);
  for (let i = 0; i < 100; i++) other.waited(i);
  for (let i = 0; i < 8; i++) other.found();
  assert.equal(other.rests, true);
});

Deno.test("the thread does not sleep while work arrives by the loop, and a thousand polls after it", () => {
  const pace = after(1000);
  pace.usedLoop();
  for (let i = 0; i < 1007; i++) {
    assert.equal(pace.rests, false);
    pace.found();
  }
  assert.equal(pace.rests, false);
  pace.found();
  assert.equal(pace.rests, true);
});

Deno.test("the loop gets a turn within 0.25 ms and a whole one within 1 ms under any load", () => {
  const pace = new Pace(0);
  const turns: string[] = [];
  let last = 0;
  let whole = 0;
  for (let now = 0.0625; now <= 10; now += 0.0625) {
    const due = pace.due(now);
    if (due === "none") continue;
    assert.ok(now - last <= 0.25);
    last = now;
    pace.turned(now);
    turns.push(due);
    assert.ok(now - whole <= 1);
    if (due === "whole") whole = now;
  }
  assert.equal(turns.length, 40);
});
