import assert from "node:assert/strict";
import fc from "fast-check";
import { offsetOf } from "../../api/system/zone_offset.ts";
import { proposedGrid } from "../catalogue/hours.ts";
import type { Interval, PersonTime } from "../model/person_time.ts";
import { EXTRA_AHEAD, extraTime, nextClosing } from "./extra.ts";
import { closedAt, type HoursContext, isInInterval } from "./plan.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const PARIS: HoursContext = { offset: offsetOf("Europe/Paris"), vacations: [], known: true };
const CHILD: PersonTime = { personId: 1, enabled: true, grid: proposedGrid("child") };

/** Instants in Paris on Monday 5 October 2026. */
const at = (time: string) => Date.parse(`2026-10-05T${time}+02:00`);
const interval = (from: string, to: string): Interval => ({ from: at(from), to: at(to) });
const bonus = (time: PersonTime, minutes: number, now: string) =>
  extraTime("bonus", minutes, time, at(now), PARIS);
const grant = (time: PersonTime, minutes: number, now: string) =>
  extraTime("grant", minutes, time, at(now), PARIS);

Deno.test("extra time starts now if the person is closed, otherwise at the end of the hours", () => {
  assert.deepEqual(bonus(CHILD, 30, "20:00"), interval("20:00", "20:30"));
  assert.deepEqual(bonus(CHILD, 30, "18:00"), interval("19:30", "20:00"));
  assert.deepEqual(bonus(CHILD, 15, "19:29:59"), interval("19:30", "19:45"));
  assert.deepEqual(bonus(CHILD, 15, "19:30"), interval("19:30", "19:45"));
});

Deno.test("current or pending extra time is extended by the minutes", () => {
  const running = { ...CHILD, bonus: interval("19:30", "20:00") };
  assert.deepEqual(bonus(running, 15, "19:45"), interval("19:30", "20:15"));
  assert.deepEqual(bonus(running, 60, "18:00"), interval("19:30", "21:00"));
  assert.deepEqual(bonus(running, 15, "20:00"), interval("20:00", "20:15"), "what ended is not");
});

Deno.test("extra time moves to the next closing after a change of hours", () => {
  const early = { ...CHILD, bonus: interval("18:00", "18:30") };
  assert.deepEqual(
    bonus(early, 30, "18:10"),
    interval("19:30", "20:00"),
    "it would end before the hours do",
  );
  const late = { ...CHILD, bonus: interval("21:00", "21:30") };
  assert.deepEqual(
    bonus(late, 15, "20:00"),
    interval("20:00", "20:45"),
    "what was given already is not lost",
  );
});

Deno.test("extra time is refused without hours, before a distant closing, and at unknown time", () => {
  assert.equal(bonus({ ...CHILD, enabled: false }, 15, "20:00"), "nothing");
  assert.equal(bonus({ ...CHILD, grid: "1".repeat(672) }, 15, "20:00"), "nothing");
  assert.equal(extraTime("bonus", 15, CHILD, at("20:00"), { ...PARIS, known: false }), "nothing");
  const teen = { ...CHILD, grid: proposedGrid("teen") };
  assert.equal(bonus(teen, 15, "09:59"), "nothing", "22:00 is more than twelve hours away");
  assert.equal(bonus(teen, 15, "10:14"), "far", "it would end at 22:15");
  assert.deepEqual(bonus(teen, 15, "10:15"), interval("22:00", "22:15"));
});

Deno.test("extra time ends at most twelve hours from now", () => {
  const long = {
    ...CHILD,
    bonus: { from: at("20:00"), to: at("20:00") + 11 * HOUR + 45 * MINUTE },
  };
  assert.deepEqual(bonus(long, 15, "20:00"), { from: at("20:00"), to: at("20:00") + 12 * HOUR });
  assert.equal(bonus(long, 30, "20:00"), "far");
});

Deno.test("a bonus given during a cut starts at the next closing after it; a grant starts at once", () => {
  const cut = { ...CHILD, mode: { mode: "cut" as const, ...interval("17:00", "19:00") } };
  assert.deepEqual(bonus(cut, 30, "18:00"), interval("19:30", "20:00"));
  assert.deepEqual(grant(cut, 30, "18:00"), interval("18:00", "18:30"));
  assert.deepEqual(
    grant({ ...cut, enabled: false }, 30, "18:00"),
    interval("18:00", "18:30"),
    "without hours too",
  );
  assert.equal(bonus({ ...cut, enabled: false }, 30, "18:00"), "nothing");
  const homework = { ...CHILD, mode: { mode: "homework" as const, ...interval("17:00", "19:00") } };
  assert.deepEqual(
    grant(homework, 30, "18:00"),
    interval("19:30", "20:00"),
    "homework closes nothing",
  );
});

Deno.test("a kind of extra time is not spent while the other one applies", () => {
  const both = { ...CHILD, bonus: interval("19:30", "20:00") };
  assert.deepEqual(grant(both, 30, "19:40"), interval("20:00", "20:30"));
  const then = { ...both, grant: interval("20:00", "20:30") };
  assert.deepEqual(
    bonus(then, 15, "19:40"),
    interval("19:30", "20:45"),
    "a quarter of an hour after the other one",
  );
  const cut = { ...both, mode: { mode: "cut" as const, ...interval("19:00", "21:00") } };
  assert.deepEqual(
    grant(cut, 30, "19:40"),
    interval("19:40", "20:10"),
    "a bonus opens nothing in a cut",
  );
});

Deno.test("extra time is correct on days with a clock change", () => {
  const night = { ...CHILD, grid: "1".repeat(8).padEnd(96, "0").repeat(7) };
  // At 03:00 on 25 October clocks are set to 02:00; hours end at 02:00, which occurs twice.
  const now = Date.parse("2026-10-25T01:50:00+02:00");
  assert.deepEqual(extraTime("bonus", 15, night, now, PARIS), {
    from: Date.parse("2026-10-25T02:00:00+02:00"),
    to: Date.parse("2026-10-25T02:15:00+02:00"),
  });
  // At 02:00 on 29 March clocks are set to 03:00.
  const spring = Date.parse("2026-03-29T01:50:00+01:00");
  assert.deepEqual(extraTime("bonus", 30, night, spring, PARIS), {
    from: Date.parse("2026-03-29T03:00:00+02:00"),
    to: Date.parse("2026-03-29T03:30:00+02:00"),
  });
});

const quarters = fc.integer({ min: 0, max: 4 * 24 * 10 });
const START = Date.parse("2026-10-20T00:00:00Z");
const stretch = fc.tuple(quarters, fc.integer({ min: 1, max: 30 })).map(([from, long]) => ({
  from: START + from * 15 * MINUTE + 7 * MINUTE,
  to: START + (from + long) * 15 * MINUTE,
}));
/** A person with any hours, cut and extra time, and an instant near a clock change. */
const anybody = fc.record({
  runs: fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 })), {
    minLength: 1,
    maxLength: 40,
  }),
  enabled: fc.boolean(),
  cut: fc.option(stretch, { nil: undefined }),
  bonus: fc.option(stretch, { nil: undefined }),
  grant: fc.option(stretch, { nil: undefined }),
  now: fc.tuple(quarters, fc.integer({ min: 0, max: 899_999 })).map(([slot, ms]) =>
    START + slot * 15 * MINUTE + ms
  ),
  zone: fc.constantFrom("Europe/Paris", "America/New_York", "Australia/Lord_Howe"),
}).map(({ runs, enabled, cut, bonus, grant, now, zone }) => {
  const grid = runs.map(([open, length]) => (open ? "1" : "0").repeat(length)).join("").repeat(672)
    .slice(0, 672);
  const live = (each: Interval | undefined) =>
    each !== undefined && each.to > now ? each : undefined;
  const [b, g, c] = [live(bonus), live(grant), live(cut)];
  const mode = c && { mode: { mode: "cut" as const, from: Math.min(c.from, now), to: c.to } };
  const time: PersonTime = {
    personId: 1,
    enabled,
    grid,
    ...(b && { bonus: b }),
    ...(g && { grant: g }),
    ...mode,
  };
  return {
    time,
    now,
    context: { offset: offsetOf(zone), vacations: [], known: true } as HoursContext,
  };
});

Deno.test("property: extra time starts at the first closed instant, opens all of it, or is refused", () => {
  fc.assert(
    fc.property(
      anybody,
      fc.constantFrom("bonus" as const, "grant" as const),
      fc.constantFrom(15, 30, 60),
      ({ time, now, context }, kind, minutes) => {
        const { mode, bonus: b, grant: g, ...own } = time;
        const without: PersonTime = kind === "bonus"
          ? { ...own, ...(g && { grant: g }) }
          : { ...own, ...(b && { bonus: b }), ...(mode && { mode }) };
        const closing = nextClosing(kind, time, now, context);
        const extra = extraTime(kind, minutes, time, now, context);
        // No minute before the person is closed, except in a cut, which no bonus lifts.
        const isCut = (at: number) => kind === "bonus" && isInInterval(mode, at);
        for (let at = now; at < (closing ?? now + EXTRA_AHEAD); at += 5 * MINUTE) {
          assert.ok(isCut(at) || closedAt(without, at, context) === undefined);
        }
        if (closing === undefined) return assert.equal(extra, "nothing");
        assert.ok(
          closing >= now && closing < now + EXTRA_AHEAD && !isCut(closing) &&
            closedAt(without, closing, context) !== undefined,
        );
        if (extra === "far") return;
        assert.ok(typeof extra === "object");
        const held = time[kind];
        assert.ok(
          extra.from <= closing && extra.to >= closing + minutes * MINUTE &&
            extra.to <= now + EXTRA_AHEAD,
        );
        if (held === undefined) assert.equal(extra.from, closing);
        const after = { ...without, [kind]: extra };
        for (let at = closing; at < extra.to; at += MINUTE) {
          assert.equal(closedAt(after, at, context), undefined);
        }
      },
    ),
    { seed: 62, numRuns: 400 },
  );
});

Deno.test("property: adding minutes repeatedly equals adding their sum", () => {
  fc.assert(
    fc.property(
      anybody,
      fc.array(fc.constantFrom(15, 30, 60), { minLength: 1, maxLength: 5 }),
      (given, parts) => {
        const { time: { personId, enabled, grid }, now, context } = given;
        let time: PersonTime = { personId, enabled, grid };
        const first = nextClosing("bonus", time, now, context);
        for (const minutes of parts) {
          const extra = extraTime("bonus", minutes, time, now, context);
          if (typeof extra === "string") return;
          time = { ...time, bonus: extra };
        }
        const sum = parts.reduce((a, b) => a + b, 0);
        assert.deepEqual(time.bonus, { from: first, to: first! + sum * MINUTE });
      },
    ),
    { seed: 62, numRuns: 200 },
  );
});
