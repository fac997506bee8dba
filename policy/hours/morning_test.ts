import assert from "node:assert/strict";
import fc from "fast-check";
import { offsetOf } from "../../api/system/zone_offset.ts";
import { proposedGrid } from "../catalogue/hours.ts";
import { gridOf } from "../model/week.ts";
import { nextLocal } from "./local_time.ts";
import { computeModeEnd, nextMorning } from "./morning.ts";
import { closedAt, type HoursContext } from "./plan.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const PARIS: HoursContext = { offset: offsetOf("Europe/Paris"), vacations: [], known: true };
const CHILD = { enabled: true, grid: proposedGrid("child") };
const NOBODY = { enabled: false, grid: "" };
const at = (text: string) => Date.parse(text);
const shown = (unix: number) => new Date(unix).toISOString().slice(0, 16);

Deno.test("a mode for minutes ends after these minutes", () => {
  for (const [duration, minutes] of [["30", 30], ["60", 60], ["120", 120]] as const) {
    assert.equal(computeModeEnd(duration, CHILD, 12_345, PARIS), 12_345 + minutes * MINUTE);
  }
});

Deno.test("the morning is the next opening of the hours, otherwise seven o'clock", () => {
  const monday = at("2026-10-05T21:00:00+02:00");
  assert.equal(nextMorning(CHILD, monday, PARIS), at("2026-10-06T07:00:00+02:00"));
  assert.equal(
    nextMorning(CHILD, at("2026-10-09T21:00:00+02:00"), PARIS),
    at("2026-10-10T08:00:00+02:00"),
    "Saturday",
  );
  assert.equal(
    nextMorning(CHILD, at("2026-10-05T07:30:00+02:00"), PARIS),
    at("2026-10-05T16:30:00+02:00"),
  );
  assert.equal(
    nextMorning(CHILD, at("2026-10-05T07:00:00+02:00"), PARIS),
    at("2026-10-05T16:30:00+02:00"),
    "not now",
  );
  assert.equal(nextMorning(NOBODY, monday, PARIS), at("2026-10-06T07:00:00+02:00"));
  assert.equal(
    nextMorning(NOBODY, at("2026-10-05T06:59:59+02:00"), PARIS),
    at("2026-10-05T07:00:00+02:00"),
  );
  assert.equal(
    nextMorning(NOBODY, at("2026-10-05T07:00:00+02:00"), PARIS),
    at("2026-10-06T07:00:00+02:00"),
  );
  for (const grid of ["1".repeat(672), "0".repeat(672)]) {
    assert.equal(
      nextMorning({ enabled: true, grid }, monday, PARIS),
      at("2026-10-06T07:00:00+02:00"),
      "never opens",
    );
  }
});

Deno.test("the morning is seven o'clock if the hours do not close tonight or open tomorrow", () => {
  const nights = gridOf([
    { days: ["mon", "tue", "wed", "thu"], from: "07:00", to: "22:00" },
    { days: ["fri", "sat"], from: "07:00", to: "07:00" },
    { days: ["sun"], from: "07:00", to: "22:00" },
  ])!;
  const friday = at("2026-10-09T20:00:00+02:00");
  const saturday = at("2026-10-10T07:00:00+02:00");
  assert.equal(
    nextMorning({ enabled: true, grid: nights }, friday, PARIS),
    saturday,
    "open until Sunday night",
  );
  const school = gridOf([{
    days: ["mon", "tue", "wed", "thu", "fri"],
    from: "07:30",
    to: "20:00",
  }])!;
  assert.equal(
    nextMorning({ enabled: true, grid: school }, friday, PARIS),
    saturday,
    "closed until Monday",
  );
  const monday = at("2026-10-05T21:00:00+02:00");
  assert.equal(
    nextMorning({ enabled: true, grid: school }, monday, PARIS),
    at("2026-10-06T07:30:00+02:00"),
  );
});

Deno.test("the morning of a weekday in a vacation is that of Saturday", () => {
  const vacations = [{ firstDay: "2026-10-06", lastDay: "2026-10-06" }];
  const monday = at("2026-10-05T21:00:00+02:00");
  assert.equal(
    nextMorning(CHILD, monday, { ...PARIS, vacations }),
    at("2026-10-06T08:00:00+02:00"),
  );
});

Deno.test("at unknown time the morning is seven o'clock of the current clock", () => {
  const friday = at("2026-10-09T21:00:00+02:00");
  assert.equal(
    nextMorning(CHILD, friday, { ...PARIS, known: false }),
    at("2026-10-10T07:00:00+02:00"),
  );
});

Deno.test("nextLocal() handles days of 23 and 25 hours, and skipped times", () => {
  const paris = offsetOf("Europe/Paris");
  const half = 2.5 * HOUR;
  assert.equal(
    nextLocal(0, at("2026-10-24T22:30:00Z"), paris) - at("2026-10-24T22:00:00Z"),
    25 * HOUR,
  );
  assert.equal(
    nextLocal(0, at("2026-03-28T23:30:00Z"), paris) - at("2026-03-28T23:00:00Z"),
    23 * HOUR,
  );
  assert.equal(
    shown(nextLocal(half, at("2026-03-29T00:00:00Z"), paris)),
    "2026-03-29T01:00",
    "clocks skip 02:30",
  );
  assert.equal(
    shown(nextLocal(half, at("2026-10-24T23:00:00Z"), paris)),
    "2026-10-25T00:30",
    "the first of two",
  );
  // In Beirut clocks skip midnight, in Lord Howe they change by half an hour, Kathmandu is 05:45
  // ahead.
  assert.equal(
    shown(nextLocal(0, at("2026-03-28T12:00:00Z"), offsetOf("Asia/Beirut"))),
    "2026-03-28T22:00",
  );
  assert.equal(
    shown(nextLocal(0, at("2026-04-04T14:00:00Z"), offsetOf("Australia/Lord_Howe"))),
    "2026-04-05T13:30",
  );
  assert.equal(
    shown(nextLocal(0, at("2026-04-04T14:00:00Z"), offsetOf("Asia/Kathmandu"))),
    "2026-04-04T18:15",
  );
});

Deno.test("property: the morning is the first opening of closed hours, and a mode ends in the future", () => {
  const any = fc.record({
    runs: fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 90 })), {
      minLength: 1,
      maxLength: 30,
    }),
    zone: fc.constantFrom("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut"),
    now: fc.integer({ min: at("2026-03-01T00:00:00Z"), max: at("2026-11-30T00:00:00Z") }),
    day: fc.integer({ min: 1, max: 28 }),
  });
  fc.assert(
    fc.property(any, ({ runs, zone, now, day }) => {
      const grid = runs.map(([open, length]) => (open ? "1" : "0").repeat(length)).join("").repeat(
        672,
      ).slice(0, 672);
      const vacation = new Date(now + day * 86_400_000).toISOString().slice(0, 10);
      const vacations = [{ firstDay: vacation, lastDay: vacation }];
      const context: HoursContext = { offset: offsetOf(zone), vacations, known: true };
      const time = { personId: 1, enabled: true, grid };
      const end = computeModeEnd("morning", time, now, context);
      assert.ok(end > now);
      const closed = (unix: number) => closedAt(time, unix, context) !== undefined;
      if (closed(end) || !closed(end - 1)) {
        const local = new Date(end + context.offset(end)).toISOString().slice(11, 16);
        assert.equal(local, "07:00");
        assert.ok(end <= now + 25 * HOUR);
        return;
      }
      for (let unix = now, before = closed(now); unix < end - 1; unix += 5 * MINUTE) {
        assert.ok(closed(unix) || !before, `it opened before, at ${shown(unix)}`);
        before = closed(unix);
      }
    }),
    { seed: 62, numRuns: 150 },
  );
});
