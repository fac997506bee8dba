/**
 * Precomputed hours match the definition at every instant, and a snapshot decides accordingly (A
 * 3.2).
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { offsetOf } from "../../api/system/zone_offset.ts";
import { closedAt, DaysAhead, type HoursContext, nextTransition } from "../../policy/hours/plan.ts";
import { SLOT_MS, WEEK_SLOTS } from "../../policy/model/hours.ts";
import { NO_HOUSEHOLD } from "../../policy/model/household.ts";
import { MODES, type PersonTime, TIMED_CATEGORIES } from "../../policy/model/person_time.ts";
import { decided, deviceOf, snapshotOf } from "../support/compiled_household.ts";

const SEED = 2406;
const DAY = 86_400_000;
const HOUR = 3_600_000;
/**
 * Zones whose clocks change by an hour or half an hour, are a quarter of an hour off, or are far
 * ahead or behind.
 */
const ZONES = [
  "Europe/Paris",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/St_Johns",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Africa/Casablanca",
  "UTC",
].map((zone) => ({ zone, offset: offsetOf(zone) }));
/** Days on which clocks change somewhere, and one on which none does. */
const NIGHTS = ["2026-10-25", "2026-11-01", "2027-03-14", "2027-03-28", "2027-04-04", "2026-07-01"]
  .map(Date.parse);

const now = fc.tuple(fc.constantFrom(...NIGHTS), fc.integer({ min: -8 * DAY, max: DAY })).map((
  [at, by],
) => at + by);

/** Runs of open and closed slots, as people paint them, or arbitrary slots. */
const grid = fc.oneof(
  fc.constantFrom("0".repeat(WEEK_SLOTS), "1".repeat(WEEK_SLOTS)),
  fc.array(fc.tuple(fc.constantFrom("0", "1"), fc.integer({ min: 1, max: 90 })), {
    minLength: 12,
    maxLength: 40,
  }).map(
    (runs) =>
      runs.map(([slot, length]) => slot.repeat(length)).join("").padEnd(WEEK_SLOTS, "10").slice(
        0,
        WEEK_SLOTS,
      ),
  ),
  fc.array(fc.constantFrom("0", "1"), { minLength: WEEK_SLOTS, maxLength: WEEK_SLOTS }).map((
    slots,
  ) => slots.join("")),
);

/** A period that begins within a day of an instant. */
function stretch(at: number) {
  const times = fc.tuple(
    fc.integer({ min: -DAY, max: DAY }),
    fc.integer({ min: 1, max: 13 * HOUR }),
  );
  return times.map(([by, length]) => ({ from: at + by, to: at + by + length }));
}

const given = fc.tuple(now, fc.constantFrom(...ZONES)).chain(([at, { zone, offset }]) => {
  const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const day = fc.integer({ min: -3, max: 10 }).map((by) =>
    new Date(at + by * DAY).toISOString().slice(0, 10)
  );
  const vacations = fc.array(fc.tuple(day, day).map((days) => days.sort()), { maxLength: 2 });
  return fc.record({
    enabled: fc.boolean(),
    known: fc.constantFrom(true, true, true, false),
    grid,
    vacations,
    bonus: some(stretch(at)),
    grant: some(stretch(at)),
    mode: some(stretch(at)),
    kind: fc.constantFrom(...MODES),
  }).map(({ enabled, known, grid, vacations, bonus, grant, mode, kind }) => {
    const time: PersonTime = {
      personId: 1,
      enabled,
      grid,
      ...(bonus && { bonus }),
      ...(grant && { grant }),
      ...(mode && { mode: { ...mode, mode: kind } }),
    };
    const days = vacations.map(([firstDay, lastDay]) => ({ firstDay, lastDay }));
    const context: HoursContext = { offset, vacations: days, known };
    return { at, zone, time, context };
  });
});
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

/**
 * Instants at which something may begin or end in the precomputed days, and those just before and
 * after.
 */
function instants({ at, time }: Given): number[] {
  const begin = Math.floor(at / DAY) * DAY;
  const all = new Set<number>();
  for (let slot = begin; slot < begin + 8 * DAY; slot += SLOT_MS) {
    all.add(slot).add(slot + SLOT_MS - 1);
  }
  for (const each of [time.bonus, time.grant, time.mode]) {
    for (const edge of each === undefined ? [] : [each.from, each.to]) all.add(edge - 1).add(edge);
  }
  return [...all].filter((each) => each >= begin && each < begin + 8 * DAY).sort((a, b) => a - b);
}

Deno.test("Precomputed windows match the definition of closed hours in every zone", () => {
  fc.assert(
    fc.property(given, (each) => {
      const { time, at, context } = each;
      const windows = new DaysAhead(at, context).closed(time);
      for (const instant of instants(each)) {
        const window = windows.find(({ from, to }) => from <= instant && instant < to);
        assert.equal(
          window?.why,
          closedAt(time, instant, context),
          `${each.zone} ${new Date(instant).toISOString()}`,
        );
      }
      for (const [place, { from, to }] of windows.entries()) {
        assert.ok(from < to && (place === 0 || windows[place - 1].to <= from));
        assert.ok(
          place === 0 || windows[place - 1].to < from ||
            windows[place - 1].why !== windows[place].why,
        );
      }
      // The result is the same at every instant of a day, so that no class changes its version
      // without need.
      const begin = Math.floor(at / DAY) * DAY;
      assert.deepEqual(new DaysAhead(begin + DAY - 1, context).closed(time), windows);
    }),
    { numRuns: 150, seed: SEED },
  );
});

Deno.test("A snapshot written and read decides as defined, and its next change is the first real one", () => {
  fc.assert(
    fc.property(given, (each) => {
      const { time, at, context } = each;
      const { vacations, known, offset } = context;
      const rows = {
        ...NO_HOUSEHOLD,
        people: [{ id: 1, profile: "teen" as const }],
        devices: [deviceOf([1])],
        time: { people: [time], reached: [], vacations, permitted: ["school.example"], known },
      };
      const snapshot = snapshotOf(rows, [], [], at, offset);
      const verdictAt = (instant: number) => decided(snapshot, "www.example", instant).verdict;
      const isClosed = (instant: number) => verdictAt(instant).do === "block";
      let changed: number | undefined;
      for (const instant of instants(each)) {
        const verdict = verdictAt(instant);
        const why = closedAt(time, instant, context);
        assert.equal(verdict.do === "block" ? verdict.origin : undefined, why && `schedule:${why}`);
        if (instant > at && changed === undefined && isClosed(instant) !== isClosed(at)) {
          changed = instant;
        }
        assert.equal(decided(snapshot, "a.school.example", instant).verdict.do, "resolve");
      }
      const next = nextTransition(new DaysAhead(at, context).closed(time), at);
      assert.equal(next, changed, `${each.zone} ${new Date(at).toISOString()}`);
      // Finished answers expire at every change (resolver/response_writer.ts).
      const { changes } = snapshot.classes[1] ?? snapshot.classes[0];
      if (next !== undefined) {
        assert.ok(changes.includes(next), "the answer memo outlives a change");
      }
    }),
    { numRuns: 60, seed: SEED + 1 },
  );
});

Deno.test("A category is blocked for the right devices at the right times, own and shared", () => {
  const at = NIGHTS[0];
  const interval = stretch(at);
  const reached = fc.array(
    fc.record({
      scope: fc.constantFrom("person:1", "person:2", "person:3", "device:1"),
      category: fc.constantFrom(...TIMED_CATEGORIES),
      interval,
    }).map(({ interval, ...row }) => ({ ...row, ...interval })),
    { maxLength: 6 },
  );
  const homework = fc.array(fc.tuple(fc.constantFrom(1, 2, 3), interval), { maxLength: 3 });
  const people = [{ id: 1, profile: "child" }, { id: 2, profile: "teen" }, {
    id: 3,
    profile: "adult",
  }] as const;
  const owners = fc.constantFrom([1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]);
  const lists = TIMED_CATEGORIES.map((category) => ({ text: `||${category}.example^`, category }));
  const choices = TIMED_CATEGORIES.flatMap((key) =>
    people.map(({ id }) => ({
      scope: `person:${id}`,
      kind: "category" as const,
      key,
      value: "allow",
      schedule: "",
    }))
  );
  fc.assert(
    fc.property(owners, reached, homework, fc.boolean(), (owned, reached, homework, known) => {
      const modes = new Map(
        homework.map(([id, each]) => [id, { ...each, mode: "homework" as const }]),
      );
      const times = [...modes].map(([personId, mode]) => ({
        personId,
        enabled: false,
        grid: "",
        mode,
      }));
      const time = { people: times, reached, vacations: [], permitted: [], known };
      const rows = { ...NO_HOUSEHOLD, people, devices: [deviceOf(owned)], choices, time };
      const snapshot = snapshotOf(rows, [], lists, at);
      const young = owned.filter((id) => id < 3);
      const scopes = owned.length > 1 ? ["device:1"] : [`person:${owned[0]}`];
      const edges = [...reached, ...modes.values()].flatMap((
        { from, to },
      ) => [from - 1, from, to - 1, to]);
      for (const instant of [at, ...edges]) {
        const holds = ({ from, to }: { from: number; to: number }) =>
          from <= instant && instant < to;
        for (const category of TIMED_CATEGORIES) {
          const used = known &&
            reached.some((row) =>
              row.category === category && scopes.includes(row.scope) && holds(row)
            );
          const works = young.some((id) => modes.has(id) && holds(modes.get(id)!));
          const limit = used && young.length > 0 ? "limit" : "";
          const held = works ? "homework" : limit;
          // What was over before this day is omitted: no query concerns the past.
          if (instant < at) continue;
          const { verdict } = decided(snapshot, `www.${category}.example`, instant);
          assert.equal(
            verdict.do === "block" ? verdict.origin : "",
            held === "" ? "" : `${held}:${category}`,
          );
        }
      }
    }),
    { numRuns: 150, seed: SEED + 2 },
  );
});
