import assert from "node:assert/strict";
import fc from "fast-check";
import { computeWindows, isGrid, SLOT_MS, slotAt, WEEK_SLOTS } from "./hours.ts";

const HOUR = 3_600_000;
const gridOf = (...slots: [from: number, to: number][]) =>
  Array.from(
    { length: WEEK_SLOTS },
    (_, slot) => slots.some(([from, to]) => from <= slot && slot < to) ? "1" : "0",
  ).join(
    "",
  );

Deno.test("slots count from Monday 00:00 local time", () => {
  assert.equal(slotAt(Date.UTC(2026, 10, 23), 0), 0);
  assert.equal(slotAt(Date.UTC(2026, 10, 22, 23, 30), HOUR), 2);
  assert.equal(slotAt(Date.UTC(2026, 10, 22, 23, 59), 0), 671);
  assert.equal(slotAt(-1, 0), 3 * 96 - 1);
});

Deno.test("windows follow the grid, also over midnight and the end of the week", () => {
  const sunday = Date.UTC(2026, 10, 22, 22);
  const windows = computeWindows(gridOf([668, 672], [0, 4]), sunday, () => 0);
  assert.deepEqual(windows[0], [sunday + HOUR, sunday + 3 * HOUR]);
  assert.equal(windows.length, 2);
});

Deno.test("windows keep local time on days with a clock change", () => {
  // Europe/Paris leaves summer time on 25 October 2026, 01:00 UTC.
  const change = Date.UTC(2026, 9, 25, 1);
  const offset = (unix: number) => unix < change ? 2 * HOUR : HOUR;
  const sunday = 6 * 96;
  const windows = computeWindows(gridOf([sunday + 8, sunday + 12]), Date.UTC(2026, 9, 24), offset);
  // From 02:00 to 03:00 local time, which occurs twice that night.
  assert.deepEqual(windows[0], [Date.UTC(2026, 9, 25, 0), Date.UTC(2026, 9, 25, 2)]);
});

Deno.test("windows contain exactly the slots of the grid, for any grid and offset", () => {
  const grid = fc.array(fc.boolean(), { minLength: WEEK_SLOTS, maxLength: WEEK_SLOTS }).map((on) =>
    on.map(Number).join("")
  );
  fc.assert(
    fc.property(
      grid,
      fc.integer({ min: -48, max: 56 }),
      fc.nat(10_000_000),
      (text, quarters, minutes) => {
        assert.ok(isGrid(text));
        const now = minutes * 60_000;
        const offset = quarters * SLOT_MS;
        const windows = computeWindows(text, now, () => offset);
        for (let at = now; at < now + 7 * 24 * HOUR; at += 37 * 60_000) {
          const inside = windows.some(([from, to]) => from <= at && at < to);
          assert.equal(inside, text[slotAt(at, offset)] === "1");
        }
      },
    ),
    { numRuns: 100, seed: 5 },
  );
  assert.equal(isGrid("01"), false);
});
