/**
 * Compiles the time rules of children and teenagers into parts of their classes: when everything is
 * closed, and when categories are blocked (A 3.2, 7.1).
 */
import { DaysAhead, type HoursContext } from "../hours/plan.ts";
import { LIMITS } from "../limits.ts";
import {
  type HouseholdCut,
  type PersonTime,
  type ReachedLimitRow,
  TIMED_CATEGORIES,
  type TimeRows,
} from "../model/person_time.ts";
import { formatScope } from "../model/scope.ts";
import type { ClassParts, ClosedInterval, TimedBlock } from "./snapshot_parts.ts";

/** The time-related parts of a class, with a text key of all of them. */
export interface ClassTime {
  readonly parts: Pick<ClassParts, "closed" | "held" | "answersKept">;
  readonly key: string;
}

/** Seconds for which devices of minors cache answers: a cut may begin at any moment. */
const ANSWERS_KEPT = LIMITS.hours.answersKept;
/** The time of a class that is never closed. */
const NO_TIME: ClassTime = { parts: {}, key: "" };
const OPEN: readonly ClosedInterval[] = [];
const NOT_HELD: readonly TimedBlock[] = [];

/** Compiles the time of a household. */
export class TimeCompiler {
  readonly #people: ReadonlyMap<number, PersonTime>;
  readonly #reached: ReadonlyMap<string, readonly ReachedLimitRow[]>;
  readonly #days: DaysAhead;
  /**
   * Key of the names resolved while everything else is closed. It affects only people with closed
   * times.
   */
  readonly #permitted: string;
  /** Closed intervals by grid, for people who have only hours. */
  readonly #byGrid = new Map<string, readonly ClosedInterval[]>();
  readonly #byContent = new Map<string, ClassTime>();
  readonly #cuts: readonly HouseholdCut[];
  /** The times of people who have only hours, by the intervals of their grid. */
  readonly #plain = new Map<readonly ClosedInterval[], ClassTime>();
  readonly #keyOf: (text: string) => string;

  constructor(
    { people, reached, vacations, permitted, known, cuts = [] }: TimeRows,
    now: number,
    offset: HoursContext["offset"],
    keyOf: (text: string) => string = (text) => text,
  ) {
    this.#keyOf = keyOf;
    const byId = new Map<number, PersonTime>();
    for (const time of people) byId.set(time.personId, time);
    this.#people = byId;
    this.#days = new DaysAhead(now, { offset, vacations, known });
    // Limits are per day; like hours, they do not apply until the date is known.
    this.#reached = Map.groupBy(known ? reached : [], ({ scope }) => scope);
    this.#permitted = permitted.join();
    this.#cuts = cuts.filter(({ to }) => to > this.#days.begin);
  }

  /** Whether the limits are counted for a device that several people share. */
  countsDevice(device: number): boolean {
    return this.#reached.size > 0 && this.#reached.has(formatScope("device", device));
  }

  /** The categories that are monitored for a person because their time is limited. */
  limitedFor(person: number): readonly string[] {
    return this.#people.get(person)?.limited ?? [];
  }

  /**
   * The time of a child or a teenager. With `shared`, the limits are those of that shared device.
   */
  of(person: number, shared?: number): ClassTime {
    const time = this.#people.get(person) ?? { personId: person, enabled: false, grid: "" };
    const closed = this.#closedOf(time);
    const held = this.#heldOf(time, shared);
    if (held.length > 0) return this.#timed(closed, held);
    let known = this.#plain.get(closed);
    if (known === undefined) this.#plain.set(closed, known = this.#timed(closed, held));
    return known;
  }

  #timed(closed: readonly ClosedInterval[], held: readonly TimedBlock[]): ClassTime {
    const names = closed.length > 0 ? this.#permitted : "";
    const key = this.#keyOf(JSON.stringify([closed, held, names]));
    let known = this.#byContent.get(key);
    if (known === undefined) {
      const some = { ...(closed.length > 0 && { closed }), ...(held.length > 0 && { held }) };
      this.#byContent.set(key, known = { parts: { ...some, answersKept: ANSWERS_KEPT }, key });
    }
    return known;
  }

  /** Whether the Internet is cut for everyone, devices of nobody included. */
  get cutsEveryone(): boolean {
    return this.#cuts.some(({ whom }) => whom === "all");
  }

  /**
   * The time of a class without a child or a teenager, or of their profile alone: the cuts of the
   * household. Those of a child are in the time of the person.
   */
  ofOthers(minor: boolean): ClassTime {
    if (this.#cuts.length === 0) return NO_TIME;
    const closed = this.#cuts.filter(({ whom }) => minor || whom === "all")
      .sort((a, b) => a.from - b.from)
      .map(({ from, to }): ClosedInterval => [from, to, "cut"]);
    if (closed.length === 0) return NO_TIME;
    return { parts: { closed }, key: this.#keyOf(JSON.stringify([closed, this.#permitted])) };
  }

  #closedOf(time: PersonTime): readonly ClosedInterval[] {
    const { enabled, grid, bonus, grant, mode } = time;
    if (bonus !== undefined || grant !== undefined || mode?.mode === "cut") {
      return this.#windows(time);
    }
    if (!enabled) return OPEN;
    let known = this.#byGrid.get(grid);
    if (known === undefined) this.#byGrid.set(grid, known = this.#windows(time));
    return known;
  }

  #windows(time: PersonTime): ClosedInterval[] {
    return this.#days.closed(time).map(({ from, to, why }) => [from, to, why]);
  }

  #heldOf({ personId, mode }: PersonTime, shared: number | undefined): readonly TimedBlock[] {
    if (this.#reached.size === 0 && mode?.mode !== "homework") return NOT_HELD;
    const scope = shared === undefined
      ? formatScope("person", personId)
      : formatScope("device", shared);
    const reached = (this.#reached.get(scope) ?? []).map(({ category, from, to }): TimedBlock => [
      category,
      from,
      to,
      "limit",
    ]);
    const homework = mode?.mode === "homework"
      ? TIMED_CATEGORIES.map((category): TimedBlock => [category, mode.from, mode.to, "homework"])
      : [];
    // Intervals that ended before today are dropped, so that the result does not depend on the time
    // of compilation.
    return [...homework, ...reached].filter(([, , to]) => to > this.#days.begin);
  }
}
