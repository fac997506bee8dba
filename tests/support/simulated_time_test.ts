import assert from "node:assert/strict";
import { SimulatedTime } from "./simulated_time.ts";

Deno.test("Timers run in order as time passes, and see the time they were set for", async () => {
  const time = new SimulatedTime(0);
  const seen: [string, number][] = [];
  time.after(30, () => seen.push(["late", time.now()]));
  time.after(10, () => {
    seen.push(["early", time.now()]);
    time.after(5, () => seen.push(["nested", time.now()]));
  });
  const cancelled = time.after(20, () => seen.push(["never", time.now()]));
  time.cancel(cancelled);
  await time.pass(100);
  assert.deepEqual(seen, [["early", 10], ["nested", 15], ["late", 30]]);
  assert.equal(time.now(), 100);
});

Deno.test("until() stops the clock when its condition holds", async () => {
  const time = new SimulatedTime(0);
  let done = false;
  time.after(50, () => done = true);
  assert.equal(await time.until(() => done, 1000), true);
  assert.equal(time.now(), 50);
  assert.equal(await time.until(() => false, 1000), false);
});
