import assert from "node:assert/strict";
import { WaitStrategy } from "./wait_strategy.ts";

/** A pace at time 0 after `count` polls that found an event at once. */
function after(count: number): WaitStrategy {
  const pace = new WaitStrategy(0);
  for (let i = 0; i < count; i++) pace.onEvents();
  return pace;
}

Deno.test("a thread sleeps only while queries arrive faster than it answers them", () => {
  assert.equal(new WaitStrategy(0).shouldSleep, false);
  assert.equal(after(7).shouldSleep, false);
  assert.equal(after(8).shouldSleep, true);
  const pace = new WaitStrategy(0);
  // One poll that finds an event at once per wait: 30,000 a second.
  for (let i = 0; i < 1000; i++) {
    pace.onEvents();
    pace.onWait(i);
    assert.equal(pace.shouldSleep, false);
  }
  for (let i = 0; i < 8; i++) {
    pace.onEvents();
    pace.onEvents();
    pace.onWait(i);
  }
  assert.equal(pace.shouldSleep, true);
});

Deno.test("two vain sleeps end the sleeps, and so do sleeps without further queries", () => {
  const pace = after(1000);
  pace.onSleep(false);
  assert.equal(pace.shouldSleep, true);
  pace.onSleep(false);
  assert.equal(pace.shouldSleep, false);
  const other = after(1000);
  let rests = 0;
  for (; other.shouldSleep; rests++) other.onSleep(true);
  assert.equal(rests, 9);
  for (let i = 0; i < 100; i++) other.onWait(i);
  for (let i = 0; i < 8; i++) other.onEvents();
  assert.equal(other.shouldSleep, true);
});

Deno.test("the thread does not sleep while work arrives by the loop, and a thousand polls after it", () => {
  const pace = after(1000);
  pace.onLoopWork();
  for (let i = 0; i < 1007; i++) {
    assert.equal(pace.shouldSleep, false);
    pace.onEvents();
  }
  assert.equal(pace.shouldSleep, false);
  pace.onEvents();
  assert.equal(pace.shouldSleep, true);
});

Deno.test("the loop gets a turn within 0.25 ms and a whole one within 1 ms under any load", () => {
  const pace = new WaitStrategy(0);
  const turns: string[] = [];
  let last = 0;
  let whole = 0;
  for (let now = 0.0625; now <= 10; now += 0.0625) {
    const due = pace.dueTurn(now);
    if (due === "none") continue;
    assert.ok(now - last <= 0.25);
    last = now;
    pace.onTurn(now);
    turns.push(due);
    assert.ok(now - whole <= 1);
    if (due === "whole") whole = now;
  }
  assert.equal(turns.length, 40);
});
