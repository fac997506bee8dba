import assert from "node:assert/strict";
import { BreachScene } from "../../../../tests/support/breach_scene.ts";
import { minuteOfWeek } from "./schedule.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const EMMA = "Emma@example.com";

Deno.test("every address is checked once a week at the minute of the box", async () => {
  const minute = 7 * 24 * 60 - 1;
  const scene = new BreachScene(undefined, minute);
  await scene.watch.add(EMMA, 0);
  scene.pass(MINUTE);
  await scene.check();
  const slots: number[] = [];
  for (let i = 0; i < 21 * 24 * 60; i += 10) {
    scene.now += 10 * MINUTE;
    const before = scene.asked.length;
    await scene.check();
    if (scene.asked.length > before) slots.push(scene.now);
  }
  assert.equal(slots.length, 3);
  for (const at of slots) {
    const late = (at - minute * MINUTE) % WEEK;
    assert.ok(late >= 0 && late < 10 * MINUTE, String(late));
  }
  const { next } = await scene.watch.overview();
  assert.equal((next - minute * MINUTE) % WEEK, 0);
  assert.ok(next > scene.now && next <= scene.now + WEEK);
});

Deno.test("minuteOfWeek() returns every minute of a week, and no other number", () => {
  assert.equal(minuteOfWeek(0), 0);
  assert.equal(minuteOfWeek(10_079), 10_079);
  assert.equal(minuteOfWeek(10_080), 0);
  assert.ok(minuteOfWeek(2 ** 32 - 1) < 10_080);
});
