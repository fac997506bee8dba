import assert from "node:assert/strict";
import { PlausibleClock } from "./plausible_clock.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
const YEAR = 365 * DAY;
const newest = () => Promise.resolve(NOW);
const none = () => Promise.resolve(undefined);

Deno.test("a clock that advances normally is used", async () => {
  const time = new PlausibleClock();
  for (let hour = 0; hour < 100; hour++) {
    const now = NOW + hour * 3_600_000;
    assert.equal(await time.at(now, newest), now);
  }
});

Deno.test("after a jump ahead the time advances a day per run, and follows a corrected clock at once", async () => {
  const time = new PlausibleClock();
  assert.equal(await time.at(NOW, newest), NOW);
  for (let run = 1; run <= 3; run++) {
    assert.equal(await time.at(NOW + YEAR, newest), NOW + run * DAY);
  }
  assert.equal(await time.at(NOW + 5000, newest), NOW + 5000);
  assert.equal(await time.at(NOW - YEAR, newest), NOW - YEAR);
});

Deno.test("after a long downtime or a start in the past, some runs catch up", async () => {
  const off = new PlausibleClock();
  const past = new PlausibleClock();
  assert.equal(await off.at(NOW + 30 * DAY, newest), NOW + DAY);
  assert.equal(await past.at(0, newest), 0);
  for (let run = 0; run < 40; run++) {
    await off.at(NOW + 30 * DAY, newest);
    await past.at(NOW + 30 * DAY, newest);
  }
  assert.deepEqual([await off.at(NOW + 30 * DAY, none), await past.at(NOW + 30 * DAY, none)], [
    NOW + 30 * DAY,
    NOW + 30 * DAY,
  ]);
});

Deno.test("without rows the clock time is used", async () => {
  assert.equal(await new PlausibleClock().at(NOW, none), NOW);
});
