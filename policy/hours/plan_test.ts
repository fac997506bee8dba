import assert from "node:assert/strict";
import { WEEK_SLOTS } from "../model/hours.ts";
import type { PersonTime } from "../model/person_time.ts";
import { gridOf } from "../model/week.ts";
import { closedAt, DaysAhead, type HoursContext, nextTransition } from "./plan.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Tuesday. */
const TUESDAY = Date.UTC(2026, 9, 13);
const UTC: HoursContext = { offset: () => 0, vacations: [], known: true };
const DAILY = gridOf([{
  days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
  from: "08:00",
  to: "20:00",
}])!;

function person(time: Partial<PersonTime> = {}): PersonTime {
  return { personId: 1, enabled: true, grid: DAILY, ...time };
}

Deno.test("a person is closed outside their hours and during a cut, unless an accepted request applies", () => {
  const noon = TUESDAY + 12 * HOUR;
  const night = TUESDAY + 22 * HOUR;
  const around = (at: number) => ({ from: at, to: at + 1 });
  const why = (time: PersonTime, at: number, context = UTC) => closedAt(time, at, context);
  assert.deepEqual([why(person(), noon), why(person(), night)], [undefined, "hours"]);
  assert.equal(why(person({ mode: { mode: "cut", ...around(noon) } }), noon), "cut");
  assert.equal(why(person({ mode: { mode: "homework", ...around(noon) } }), noon), undefined);
  assert.equal(why(person({ bonus: around(night) }), night), undefined);
  assert.equal(
    why(person({ bonus: around(night), mode: { mode: "cut", ...around(night) } }), night),
    "cut",
  );
  assert.equal(
    why(person({ grant: around(night), mode: { mode: "cut", ...around(night) } }), night),
    undefined,
  );
  assert.equal(why(person({ enabled: false }), night), undefined);
  assert.equal(why(person(), night, { ...UTC, known: false }), undefined);
  assert.equal(why(person({ grid: "" }), night), undefined);
});

Deno.test("nextChange() is the next closing or opening, undefined without a change", () => {
  const next = (time: PersonTime, at: number) =>
    nextTransition(new DaysAhead(at, UTC).closed(time), at);
  assert.equal(next(person(), TUESDAY), TUESDAY + 8 * HOUR);
  assert.equal(next(person(), TUESDAY + 8 * HOUR), TUESDAY + 20 * HOUR);
  assert.equal(next(person(), TUESDAY + 20 * HOUR), TUESDAY + 32 * HOUR);
  assert.equal(next(person({ enabled: false }), TUESDAY), undefined);
  assert.equal(next(person({ grid: "0".repeat(WEEK_SLOTS) }), TUESDAY), undefined);
  // A cut that ends at night changes nothing, because the hours are closed too.
  const mode = { mode: "cut" as const, from: TUESDAY + 19 * HOUR, to: TUESDAY + 21 * HOUR };
  assert.equal(next(person({ mode }), TUESDAY + 19 * HOUR), TUESDAY + 32 * HOUR);
});

Deno.test("equal grids share their windows, which are equal all day", () => {
  const days = new DaysAhead(TUESDAY + 3 * HOUR, UTC);
  const windows = days.closed(person());
  assert.deepEqual([days.begin, days.end], [TUESDAY, TUESDAY + 8 * DAY]);
  assert.deepEqual(days.closed(person({ personId: 2 })), windows);
  assert.deepEqual(new DaysAhead(TUESDAY + DAY - 1, UTC).closed(person()), windows);
  assert.deepEqual(windows[0], { from: TUESDAY, to: TUESDAY + 8 * HOUR, why: "hours" });
  assert.equal(windows.length, 9);
});

Deno.test("weekdays of a vacation use the hours of Saturday, in local days", () => {
  const grid = gridOf([{ days: ["sat"], from: "09:00", to: "10:00" }])!;
  const offset = () => 2 * HOUR;
  const vacations = [{ firstDay: "2026-10-14", lastDay: "2026-10-14" }];
  const windows = new DaysAhead(TUESDAY, { offset, vacations, known: true }).closed(
    person({ grid }),
  );
  // Wednesday 09:00 local time is 07:00 UTC.
  assert.equal(nextTransition(windows, TUESDAY), TUESDAY + DAY + 7 * HOUR);
  const plain = new DaysAhead(TUESDAY, { offset, vacations: [], known: true }).closed(
    person({ grid }),
  );
  assert.equal(nextTransition(plain, TUESDAY), TUESDAY + 4 * DAY + 7 * HOUR);
});
