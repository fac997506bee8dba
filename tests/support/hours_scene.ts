/**
 * Hours over their own database, with a clock that a test moves from timer to timer, and recorded
 * usage.
 */
import assert from "node:assert/strict";
import { HoursService } from "../../api/features/household/hours/service.ts";
import type { MinutesToday } from "../../api/features/household/hours/view.ts";
import { DomainError, type ErrorCode } from "../../api/schema/errors.ts";
import type { StoredDatabase } from "../../api/store/open.ts";
import { offsetOf } from "../../api/system/zone_offset.ts";
import type { TimedCategory, TimeRows, VacationRow } from "../../policy/model/person_time.ts";
import { type HouseholdScene, withHousehold } from "./household_scene.ts";
import { testRuntime } from "./test_runtime.ts";

/** Where and when a test begins. */
export interface HoursSceneOptions {
  /** A text for `Date.parse`. */
  readonly start?: string;
  readonly zone?: string;
}

/** What a test gets. */
export class HoursScene {
  readonly household: HouseholdScene;
  readonly hours: HoursService;
  readonly #zone: string;
  /** Minutes used today by scope and category, `person:1 games`. */
  readonly used = new Map<string, MinutesToday>();
  readonly #counted = new Set<(scope: string, category: TimedCategory) => void>();
  readonly #timers = new Map<() => void, number>();
  readonly #open: HoursService[] = [];
  readonly #whenReplaced = new Set<() => void>();
  vacations: readonly VacationRow[] = [];
  timeKnown = true;
  country = "FR";
  /** How often the snapshot was rebuilt; each time it is read as by the publisher. */
  published = 0;
  /** The inputs of the last snapshot. */
  rows: TimeRows | undefined;
  #publishing: Promise<void> = Promise.resolve();

  constructor(household: HouseholdScene, zone: string) {
    this.household = household;
    this.#zone = zone;
    this.hours = this.restarted();
  }

  /** Runs a test on Monday 5 October 2026 at 18:00 in Paris, unless it says otherwise. */
  static async run(
    test: (scene: HoursScene) => Promise<void>,
    { start = "2026-10-05T18:00:00+02:00", zone = "Europe/Paris" }: HoursSceneOptions = {},
  ): Promise<void> {
    await withHousehold(async (household) => {
      household.clock.now = Date.parse(start);
      const scene = new HoursScene(household, zone);
      await test(scene);
      await scene.#publishing;
      scene.#open.forEach((hours) => hours.close());
      assert.equal(scene.#timers.size, 0, "timers that nobody ended");
    });
  }

  /** The hours after a restart, over the same database. */
  restarted(): HoursService {
    const { household: { db, household: register, devices, clock, logged } } = this;
    const hours: HoursService = new HoursService({
      db: this.#watched(db),
      register,
      runtime: testRuntime({
        now: () => clock.now,
        after: (ms, run) => {
          this.#timers.set(run, clock.now + ms);
          return () => void this.#timers.delete(run);
        },
        log: (_, text) => void logged.push(text),
      }),
      offset: offsetOf(this.#zone),
      zone: () => this.#zone,
      country: () => this.country,
      usage: {
        ready: () => Promise.resolve(),
        today: (scope) => this.#usedBy(scope),
        onCounted: (listener) => this.#counted.add(listener),
      },
      vacations: { rows: () => Promise.resolve(this.vacations), onChange: () => {} },
      timeKnown: () => this.timeKnown,
      labelOf: (id) => devices.byId(id)?.label ?? "",
      changed: () => {
        this.published++;
        this.#publishing = this.#publishing.then(() => this.read());
      },
    });
    this.#open.push(hours);
    return hours;
  }

  /** Replaces the database file; resolves when the hours have read the new one. */
  async replaced(): Promise<void> {
    this.#whenReplaced.forEach((then) => then());
    await this.hours.ready();
  }

  /** The database; the test says when it was replaced. */
  #watched(db: StoredDatabase): StoredDatabase {
    return {
      name: db.name,
      all: (...given) => db.all(...given),
      run: (...given) => db.run(...given),
      batch: (...given) => db.batch(...given),
      copy: (...given) => db.copy(...given),
      close: () => db.close(),
      whenReplaced: (then) => void this.#whenReplaced.add(then),
    };
  }

  /** Rebuilds the snapshot, as each change does. */
  async read(): Promise<void> {
    this.rows = await this.hours.rows();
  }

  /** Records usage of a category: total minutes, of which the last ends now by default. */
  use(scope: string, category: TimedCategory, minutes: number, last = this.now): void {
    const key = `${scope} ${category}`;
    const before = this.used.get(key);
    const filledAt = (wanted: number) =>
      before && before.minutes >= wanted ? before.filledAt(wanted) : last;
    this.used.set(key, { minutes, filledAt });
    for (const listener of this.#counted) listener(scope, category);
  }

  #usedBy(scope: string): ReadonlyMap<TimedCategory, MinutesToday> {
    const found = new Map<TimedCategory, MinutesToday>();
    for (const category of ["games", "videos", "social"] as const) {
      const used = this.used.get(`${scope} ${category}`);
      if (used !== undefined) found.set(category, used);
    }
    return found;
  }

  /** Unix milliseconds. */
  get now(): number {
    return this.household.clock.now;
  }

  /** Sets the clock; pending timers keep their remaining time. */
  set now(unix: number) {
    const by = unix - this.now;
    for (const [run, due] of this.#timers) this.#timers.set(run, due + by);
    this.household.clock.now = unix;
  }

  /** Advances time to an instant, timer by timer, and finishes the work they start. */
  async until(time: string | number): Promise<void> {
    const end = typeof time === "number" ? time : Date.parse(time);
    for (;;) {
      await this.#publishing;
      const [next] = [...this.#timers].sort(([, a], [, b]) => a - b);
      if (next === undefined || next[1] > end) break;
      this.household.clock.now = Math.max(this.now, next[1]);
      this.#timers.delete(next[0]);
      next[0]();
    }
    this.household.clock.now = end;
    await this.#publishing;
  }

  /** Adds a person with their own device. */
  async person(name: string, profile: "child" | "teen" | "adult"): Promise<number> {
    return (await this.household.people.add({ name, profile })).id;
  }

  /** `open`, `hours` or `cut`, and the time of the next change, as text. */
  state(id: number): [why: string, until: string] {
    const { why, next_change } = this.hours.person(id)!;
    return [why || "open", next_change === 0 ? "" : new Date(next_change * 1000).toISOString()];
  }
}

/** Whether an error is a refusal of hours. */
export function refusedHours(
  code: ErrorCode,
  message: RegExp,
): (error: unknown) => boolean {
  return (error) =>
    error instanceof DomainError && error.code === code && message.test(error.message);
}
