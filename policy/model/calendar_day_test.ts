import assert from "node:assert/strict";
import fc from "fast-check";
import { dayNumber, dayOf, dayText } from "./calendar_day.ts";

Deno.test("a day converts to its number and back", () => {
  assert.equal(dayNumber("1970-01-01"), 0);
  assert.equal(dayNumber("2028-02-29"), 21_243);
  fc.assert(
    fc.property(
      fc.integer({ min: -700_000, max: 2_900_000 }),
      (day) => assert.equal(dayNumber(dayText(day)), day),
    ),
    { seed: 60, numRuns: 300 },
  );
});

Deno.test("an invalid day has no number", () => {
  for (
    const text of [
      "2026-02-30",
      "2027-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-04-31",
      "26-1-1",
      "",
      "2026-01-01 ",
    ]
  ) {
    assert.equal(dayNumber(text), undefined, text);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const day = dayNumber(text);
      assert.ok(day === undefined || dayText(day) === text);
    }),
    { seed: 61, numRuns: 300 },
  );
});

Deno.test("dayOf() uses the time zone", () => {
  const late = Date.UTC(2026, 11, 24, 23, 30);
  assert.equal(dayText(dayOf(late, () => 0)), "2026-12-24");
  assert.equal(dayText(dayOf(late, () => 3_600_000)), "2026-12-25");
});
