import assert from "node:assert/strict";
import { offsetOf } from "../../api/system/zone_offset.ts";
import { proposedGrid } from "../catalogue/hours.ts";
import type { Interval, Mode, PersonTime } from "../model/person_time.ts";
import { extraTime } from "./extra.ts";
import { endMode, startMode } from "./mode.ts";
import { closedAt, DaysAhead, type HoursContext } from "./plan.ts";

const PARIS: HoursContext = { offset: offsetOf("Europe/Paris"), vacations: [], known: true };
/** Open until 19:30 on Mondays. */
const CHILD: PersonTime = { personId: 1, enabled: true, grid: proposedGrid("child") };

/** Instants in Paris on Monday 5 October 2026 and the following days. */
const at = (time: string, day = 5) => Date.parse(`2026-10-0${day}T${time}+02:00`);
const interval = (from: string, to: string): Interval => ({ from: at(from), to: at(to) });
const begin = (time: PersonTime, mode: Mode, from: string, to: string) =>
  startMode(time, { mode, ...interval(from, to) }, PARIS);
const end = (time: PersonTime, now: string) => endMode(time, at(now), PARIS);
const give = (kind: "bonus" | "grant", minutes: number, time: PersonTime, now: string) => {
  const extra = extraTime(kind, minutes, time, at(now), PARIS);
  assert.ok(typeof extra === "object", String(extra));
  return { ...time, [kind]: extra };
};
const why = (time: PersonTime, now: string) => closedAt(time, at(now), PARIS);

Deno.test("a cut ends earlier extra time, current or pending", () => {
  const given = give("bonus", 60, give("grant", 30, CHILD, "19:40"), "19:40");
  assert.equal(why(given, "19:50"), undefined);
  const cut = begin(given, "cut", "19:50", "20:20");
  assert.deepEqual([cut.bonus, cut.grant], [undefined, undefined]);
  assert.deepEqual([why(cut, "19:50"), why(cut, "20:10")], ["cut", "cut"]);
  assert.equal(why(cut, "20:25"), "hours", "nothing of it is left after the cut");
  const [first] = new DaysAhead(at("19:50"), PARIS).closed(cut).filter(({ to }) =>
    to > at("19:50")
  );
  assert.deepEqual(first, { ...interval("19:50", "20:20"), why: "cut" });
});

Deno.test("a request accepted for the end of the hours does not lift a later cut", () => {
  const given = give("grant", 60, CHILD, "18:00");
  assert.deepEqual(given.grant, interval("19:30", "20:30"));
  const cut = begin(given, "cut", "19:00", "20:00");
  assert.deepEqual([why(cut, "19:15"), why(cut, "19:45")], ["cut", "cut"]);
});

Deno.test("a request accepted during a cut lifts that cut, but not its replacement", () => {
  const cut = begin(CHILD, "cut", "18:00", "19:00");
  const opened = give("grant", 30, cut, "18:10");
  assert.deepEqual([why(opened, "18:10"), why(opened, "18:40")], [undefined, "cut"]);
  const again = begin(opened, "cut", "18:20", "18:50");
  assert.equal(why(again, "18:20"), "cut");
  assert.equal(why(give("grant", 15, again, "18:25"), "18:25"), undefined);
});

Deno.test("homework and its end do not change extra time", () => {
  const given = give("bonus", 30, CHILD, "19:00");
  const homework = begin(given, "homework", "19:10", "19:40");
  assert.deepEqual(homework.bonus, given.bonus);
  assert.deepEqual(end(homework, "19:35"), given);
});

Deno.test("a bonus during a cut starts after both cut and hours, with all its minutes", () => {
  const night = begin(CHILD, "cut", "20:00", "21:00");
  assert.deepEqual(give("bonus", 30, night, "20:15").bonus, interval("21:00", "21:30"));
  const late = begin(CHILD, "cut", "19:00", "20:00");
  assert.deepEqual(give("bonus", 30, late, "19:05").bonus, interval("20:00", "20:30"));
  const early = begin(CHILD, "cut", "18:00", "19:00");
  const given = give("bonus", 30, early, "18:05");
  assert.deepEqual(given.bonus, interval("19:30", "20:00"), "at the end of the hours");
  assert.deepEqual(give("bonus", 15, given, "18:10").bonus, interval("19:30", "20:15"));
});

Deno.test("a cut that ends early starts the bonus with all its minutes", () => {
  const cut = begin(CHILD, "cut", "20:00", "21:00");
  const given = give("bonus", 30, cut, "20:15");
  const ended = end(given, "20:20");
  assert.deepEqual([ended.mode, ended.bonus], [undefined, interval("20:20", "20:50")]);
  assert.deepEqual([why(ended, "20:49"), why(ended, "20:50")], [undefined, "hours"]);
  const homework = begin(given, "homework", "20:20", "21:20");
  assert.deepEqual(homework.bonus, interval("20:20", "20:50"), "homework takes its place");

  const late = begin(CHILD, "cut", "19:00", "20:00");
  const waits = give("bonus", 30, late, "19:05");
  assert.deepEqual(end(waits, "19:10").bonus, interval("19:30", "20:00"), "the hours are open");
});

Deno.test("a bonus is not spent while a request accepted during the cut applies, and vice versa", () => {
  const cut = begin(CHILD, "cut", "20:00", "21:00");
  const bonus = give("bonus", 30, cut, "20:05");
  const both = give("grant", 60, bonus, "20:40");
  assert.deepEqual(both.grant, interval("20:40", "22:10"), "half an hour of it is the bonus");
  assert.deepEqual(end(both, "20:45").bonus, bonus.bonus, "the end of the cut takes nothing");
  const other = give("bonus", 30, give("grant", 60, cut, "20:40"), "20:45");
  assert.deepEqual(other.bonus, interval("21:40", "22:10"));
  assert.deepEqual(end(other, "20:50").bonus, interval("21:40", "22:10"));
});

Deno.test("a bonus during a cut reaches at most twelve hours ahead, also over midnight", () => {
  const morning = begin(CHILD, "cut", "19:00", "19:00");
  const cut = { ...morning, mode: { mode: "cut" as const, from: at("19:00"), to: at("07:00", 6) } };
  const bonus = (minutes: number, now: string) => extraTime("bonus", minutes, cut, at(now), PARIS);
  assert.equal(bonus(15, "19:30"), "nothing", "the hours of the next day end at 08:00");
  assert.equal(bonus(30, "20:15"), "far");
  assert.deepEqual(bonus(15, "20:15"), { from: at("08:00", 6), to: at("08:15", 6) });
  const given = { ...cut, bonus: bonus(15, "20:15") as Interval };
  assert.deepEqual(end(given, "23:50").bonus, { from: at("23:50"), to: at("00:05", 6) });
});

Deno.test("a bonus during a cut is correct on the day of a clock change", () => {
  const night = { ...CHILD, grid: "1".repeat(8).padEnd(96, "0").repeat(7) };
  // At 03:00 on 25 October clocks are set to 02:00.
  const october = (time: string, zone = "+02:00") => Date.parse(`2026-10-25T${time}${zone}`);
  const mode = {
    mode: "cut" as const,
    from: october("01:00"),
    to: october("02:30", "+01:00"),
  };
  const bonus = extraTime("bonus", 30, { ...night, mode }, october("01:10"), PARIS);
  assert.deepEqual(bonus, { from: mode.to, to: mode.to + 30 * 60_000 });
});
