/**
 * The time that children and teenagers spend in the limited categories, in steps of five minutes.
 * A step counts from its second distinct name (A 7.1.3, 7.1.5). It is counted in memory
 * immediately from resolver observations, and written as it is counted. Limit checks read `today`
 * and listen to `onCounted`.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { dayOf, dayText } from "../../../../policy/model/calendar_day.ts";
import { TIMED_CATEGORIES, type TimedCategory } from "../../../../policy/model/person_time.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import { LazyValue } from "../../../async/lazy_value.ts";
import { DatabaseUnavailableError } from "../../../store/database.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import { PlausibleClock } from "../../insight/plausible_clock.ts";
import { isAnswered } from "../../insight/site.ts";
import { STEP, StepNames } from "../../insight/step_names.ts";
import type { HouseholdChange } from "../members.ts";
import { isMinor, isMinorsShared } from "../minors.ts";
import type { HouseholdRepository } from "../household_repository.ts";
import { DayUsage, type UsageOfDay } from "./used_days.ts";
import { type UsageOwner, type UsageStep, UsageTable } from "./usage_table.ts";
import type { Runtime } from "../../../system/runtime.ts";

export type { UsageOfDay } from "./used_days.ts";

/** Dependencies of the usage service. */
export interface UsageServiceOptions {
  /** box.db. */
  readonly db: Pick<StoredDatabase, "all" | "run" | "batch" | "close" | "whenReplaced">;
  readonly household: Pick<HouseholdRepository, "people" | "devices" | "onChange">;
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  /** The category of the queried name, "" = unknown (insight/subject.ts). */
  readonly categoryOf: (seen: Observation) => string;
  /** Offset of local time from UTC at an instant, in milliseconds; positive = ahead. */
  readonly offset: (unix: number) => number;
  /** Whether the time of day is known; counting starts only then. */
  readonly known: () => boolean;
  readonly runtime: Runtime;
}

/**
 * Listener called for each step that counts, with its scope (`person:2`, `device:3`) and
 * category.
 */
export type CountedListener = (scope: string, category: TimedCategory) => void;

const DAY = 86_400_000;
const AGAIN = 30_000;
/**
 * Days in memory: today, the previous one for late threads, and one more for a change of the
 * clock.
 */
const MOST_DAYS = 3;
/**
 * Maximum number of steps waiting for an unavailable database: days of a large family. Also the
 * maximum number of users whose names are tracked in a step.
 */
const MOST_WAITING = 20_000;
const MOST_USERS = 20_000;

/** The used time. Counting never throws and never blocks. */
export class UsageService {
  readonly #options: UsageServiceOptions;
  readonly #table: UsageTable;
  readonly #names = new StepNames<number>(MOST_USERS);
  readonly #believed = new PlausibleClock();
  readonly #listeners = new Set<CountedListener>();
  readonly #loading = new LazyValue(() => this.#load());
  readonly #ends: (() => void)[];
  #days = new Map<string, DayUsage<number>>();
  /** Days whose stored rows are not in memory yet. */
  readonly #unread = new Set<string>();
  #waiting: UsageStep[] = [];
  #working: Promise<void> | undefined;
  #again: (() => void) | undefined;
  #daily: (() => void) | undefined;
  #closed = false;

  /** The text of the present day. */
  #today: { readonly number: number; readonly text: string } | undefined;

  constructor(options: UsageServiceOptions) {
    this.#options = options;
    this.#table = new UsageTable(options.db);
    this.#ends = [options.household.onChange((change) => this.#follow(change))];
    options.db.whenReplaced(() => void this.reload().catch(() => {}));
  }

  /**
   * Resolves when the used time of today is in memory; rejects with DatabaseUnavailableError. Time
   * counted meanwhile is included.
   */
  ready(): Promise<void> {
    return this.#loading.ready();
  }

  /** Reloads everything after the database was replaced. */
  reload(): Promise<void> {
    this.#days = new Map();
    return this.#loading.again();
  }

  /** Processes a batch of observations. */
  observe(batch: readonly Observation[]): void {
    if (this.#closed || !this.#options.known()) return;
    for (const seen of batch) if (isAnswered(seen)) this.#take(seen);
    if (this.#waiting.length > 0) this.#work();
  }

  /**
   * The time used today by `person:2`, or by the shared device `device:3`, of each limited
   * category.
   */
  today(scope: string): ReadonlyMap<TimedCategory, UsageOfDay> {
    const { runtime, offset } = this.#options;
    const colon = scope.indexOf(":");
    const number = dayOf(runtime.now(), offset);
    // A page asks for thousands of people and devices.
    if (this.#today?.number !== number) this.#today = { number, text: dayText(number) };
    const day = this.#day(this.#today.text);
    const id = Number(scope.slice(colon + 1));
    const user: UsageOwner = { kind: scope.startsWith("person:") ? "person" : "device", id };
    return new Map(TIMED_CATEGORIES.map((category) => [category, day.of(keyOf(user, category))]));
  }

  /**
   * Registers a listener that is called as soon as a step counts; the returned function removes
   * it.
   */
  onCounted(listener: CountedListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Deletes rows older than seven days. If the clock jumps ahead, the deletion advances by one
   * day at a time.
   */
  async retain(): Promise<void> {
    const { known, runtime, offset } = this.#options;
    if (!known()) return;
    const believed = await this.#believed.at(runtime.now(), () => this.#table.newest());
    await this.#table.forget(
      dayText(dayOf(believed - LIMITS.categoryTime.usageKept * 1000, offset)),
    );
  }

  /** Writes pending data if the database can be used. */
  async flush(): Promise<void> {
    this.#work();
    while (this.#working !== undefined) await this.#working;
  }

  /** Writes pending data and stops counting. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
    this.#again?.();
    this.#daily?.();
    this.#ends.forEach((end) => end());
  }

  #take(seen: Observation): void {
    const user = this.#userOf(this.#options.deviceAt(seen.client));
    if (user === undefined) return;
    const category = this.#options.categoryOf(seen) as TimedCategory;
    if (!TIMED_CATEGORIES.includes(category)) return;
    const step = Math.floor(seen.time / STEP);
    const key = keyOf(user, category);
    if (!this.#names.reaches(step, key, seen.name, LIMITS.categoryTime.stepCountsFromName)) return;
    const day = dayText(dayOf(step * STEP, this.#options.offset));
    if (!this.#day(day).add(key, step)) return;
    if (this.#waiting.length >= MOST_WAITING) this.#waiting.shift();
    this.#waiting.push({ kind: user.kind, id: user.id, day, category, step: step * STEP / 1000 });
    for (const listener of this.#listeners) listener(`${user.kind}:${user.id}`, category);
  }

  /**
   * Whose time a device uses: its only owner if that is a child or teenager, or the device itself
   * if a child or teenager is among the people who share it. Undefined = no one's time is
   * counted.
   */
  #userOf(id: number): UsageOwner | undefined {
    const { people, devices } = this.#options.household;
    const device = id === 0 ? undefined : devices.get(id);
    if (device === undefined) return undefined;
    if (device.personId !== 0) {
      return isMinor(people.get(device.personId))
        ? { kind: "person", id: device.personId }
        : undefined;
    }
    return isMinorsShared(device, people) ? { kind: "device", id } : undefined;
  }

  #day(text: string): DayUsage<number> {
    let day = this.#days.get(text);
    if (day === undefined) {
      this.#days.set(text, day = new DayUsage(text));
      this.#unread.add(text);
      if (this.#days.size > MOST_DAYS) {
        const oldest = this.#days.keys().next().value!;
        this.#days.delete(oldest);
        this.#unread.delete(oldest);
      }
      if (this.#loading.begun) this.#work();
    }
    return day;
  }

  async #load(): Promise<void> {
    const { runtime, offset } = this.#options;
    for (const day of [dayText(dayOf(runtime.now(), offset)), ...this.#days.keys()]) {
      this.#day(day);
      this.#unread.add(day);
    }
    this.#daily ??= this.#everyDay();
    try {
      await this.#readDays();
    } catch (error) {
      this.#tryAgain();
      throw error;
    }
    await this.#tryToRetain();
  }

  #everyDay(): () => void {
    return this.#options.runtime.after(DAY, () => {
      this.#daily = this.#everyDay();
      void this.#tryToRetain();
    });
  }

  async #tryToRetain(): Promise<void> {
    await this.retain().catch((error: Error) => this.#tell(error));
  }

  /** Merges the stored rows of newly opened days with the time counted meanwhile. */
  async #readDays(): Promise<void> {
    for (const day of [...this.#unread]) {
      const steps = await this.#table.of(day);
      const into = this.#days.get(day);
      const added = new Map<number, UsageStep>();
      for (const step of steps) {
        const key = keyOf(step, step.category);
        if (into?.add(key, step.step * 1000 / STEP)) added.set(key, step);
      }
      this.#unread.delete(day);
      for (const { kind, id, category } of added.values()) {
        for (const listener of this.#listeners) listener(`${kind}:${id}`, category);
      }
    }
  }

  /** Reads and writes pending data outside the query path; a failure is retried. */
  #work(): void {
    this.#working ??= this.#workedOff().finally(() => {
      this.#working = undefined;
      if (this.#isBehind && this.#again === undefined && !this.#closed) this.#work();
    });
  }

  get #isBehind(): boolean {
    return this.#waiting.length > 0 || this.#unread.size > 0;
  }

  async #workedOff(): Promise<void> {
    let writing: UsageStep[] = [];
    try {
      while (this.#isBehind) {
        [writing, this.#waiting] = [this.#waiting, []];
        if (writing.length > 0) await this.#table.add(writing);
        writing = [];
        await this.#readDays();
      }
    } catch (error) {
      this.#waiting = [...writing, ...this.#waiting].slice(-MOST_WAITING);
      this.#tell(error as Error);
      this.#tryAgain();
    }
  }

  #tryAgain(): void {
    if (this.#closed) return;
    this.#again ??= this.#options.runtime.after(AGAIN, () => {
      this.#again = undefined;
      this.#work();
    });
  }

  #tell(error: Error): void {
    // The store itself logs why a database cannot be used.
    if (error instanceof DatabaseUnavailableError) return;
    this.#options.runtime.log(
      "error",
      `Could not write the used time: ${error.message}`,
    );
  }

  /** Drops the time of removed users; moves the time of a merged shared device to its target. */
  #follow({ gone = {}, moved }: HouseholdChange): void {
    if (moved !== undefined) this.#move(moved.from, moved.into);
    const users: UsageOwner[] = [
      ...(gone.people ?? []).map((id) => ({ kind: "person" as const, id })),
      ...(gone.devices ?? []).map((id) => ({ kind: "device" as const, id })),
    ];
    for (const user of users) {
      for (const category of TIMED_CATEGORIES) {
        this.#days.forEach((day) => day.drop(keyOf(user, category)));
      }
    }
    const isGone = ({ kind, id }: UsageOwner) =>
      users.some((user) => user.kind === kind && user.id === id);
    if (users.length > 0) this.#waiting = this.#waiting.filter((step) => !isGone(step));
  }

  #move(from: number, into: number): void {
    const isMoved = ({ kind, id }: UsageOwner) => kind === "device" && id === from;
    this.#waiting = this.#waiting.map((step) => isMoved(step) ? { ...step, id: into } : step);
    for (const day of this.#days.values()) {
      for (const category of TIMED_CATEGORIES) {
        const key = keyOf({ kind: "device", id: into }, category);
        for (const step of day.stepsOf(keyOf({ kind: "device", id: from }, category))) {
          day.add(key, step);
        }
      }
    }
  }
}

/** A number for a user and a category. */
function keyOf({ kind, id }: UsageOwner, category: TimedCategory): number {
  return (id * TIMED_CATEGORIES.length + TIMED_CATEGORIES.indexOf(category)) * 2 +
    (kind === "device" ? 1 : 0);
}
