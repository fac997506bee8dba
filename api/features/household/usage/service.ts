/**
 * The time that children and teenagers use of the limited categories, by steps of five minutes that count from their second
 * distinct name (A 7.1.3, 7.1.5). It is counted in memory from what the resolver saw, at once, and written as it is counted;
 * whoever decides about limits asks `today` and listens to `onCounted`.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { dayOf, dayText } from "../../../../policy/model/calendar_day.ts";
import { TIMED_CATEGORIES, type TimedCategory } from "../../../../policy/model/person_time.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import { Loading } from "../../../loading.ts";
import type { Log } from "../../../log.ts";
import { DatabaseUnavailable } from "../../../store/database.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import { BelievedTime } from "../../insight/believed_time.ts";
import { isAnswered } from "../../insight/site.ts";
import { STEP, StepNames } from "../../insight/step_names.ts";
import type { HouseholdChange } from "../members.ts";
import { isMinor, isMinorsShared } from "../minors.ts";
import type { Register } from "../register.ts";
import { type Used, UsedDay } from "./used_days.ts";
import { UsageTable, type UsedStep, type User } from "./usage_table.ts";

export type { Used } from "./used_days.ts";

/** What it needs. */
export interface UsageServiceOptions {
  /** box.db. */
  readonly db: Pick<StoredDatabase, "all" | "run" | "batch" | "close" | "whenReplaced">;
  readonly household: Pick<Register, "people" | "devices" | "onChange">;
  /** The number of the device at an address; 0 = none that is known. */
  readonly deviceAt: (address: string) => number;
  /** What the name of a question is about, "" = nothing that is known (insight/subject.ts). */
  readonly categoryOf: (seen: Observation) => string;
  /** How far local time is ahead of UTC at an instant, in milliseconds. */
  readonly offset: (unix: number) => number;
  /** Whether the time of day is known; nothing is counted until it is. */
  readonly known: () => boolean;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Runs something after some milliseconds; the function given back calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly log: Log;
}

/** Told of each step that counts: of whom (`person:2`, `device:3`), and of which category. */
export type CountedListener = (scope: string, category: TimedCategory) => void;

const DAY = 86_400_000, AGAIN = 30_000;
/** Days in memory: today, the one before for threads that are late, and one more for a clock that is set. */
const MOST_DAYS = 3;
/** Steps that wait for a database that is gone: days of a large family. Users whose names are followed in a step. */
const MOST_WAITING = 20_000, MOST_USERS = 20_000;

/** The used time. Counting never throws and never waits. */
export class UsageService {
  readonly #options: UsageServiceOptions;
  readonly #table: UsageTable;
  readonly #names = new StepNames<number>(MOST_USERS);
  readonly #believed = new BelievedTime();
  readonly #listeners = new Set<CountedListener>();
  readonly #loading = new Loading(() => this.#load());
  readonly #ends: (() => void)[];
  #days = new Map<string, UsedDay<number>>();
  /** Days of which what is written is not in memory yet. */
  readonly #unread = new Set<string>();
  #waiting: UsedStep[] = [];
  #working: Promise<void> | undefined;
  #again: (() => void) | undefined;
  #daily: (() => void) | undefined;
  #closed = false;

  constructor(options: UsageServiceOptions) {
    this.#options = options;
    this.#table = new UsageTable(options.db);
    this.#ends = [options.household.onChange((change) => this.#follow(change))];
    options.db.whenReplaced(() => void this.reload().catch(() => {}));
  }

  /** Resolves when the time used today is in memory; rejects with DatabaseUnavailable. What is counted meanwhile counts. */
  ready(): Promise<void> {
    return this.#loading.ready();
  }

  /** Reads everything again: the database was replaced. */
  reload(): Promise<void> {
    this.#days = new Map();
    return this.#loading.again();
  }

  /** Takes in what was answered. */
  observe(batch: readonly Observation[]): void {
    if (this.#closed || !this.#options.known()) return;
    for (const seen of batch) if (isAnswered(seen)) this.#take(seen);
    if (this.#waiting.length > 0) this.#work();
  }

  /** The time used today by `person:2`, or by the shared device `device:3`, of each limited category. */
  today(scope: string): ReadonlyMap<TimedCategory, Used> {
    const { now, offset } = this.#options, colon = scope.indexOf(":");
    const day = this.#day(dayText(dayOf(now(), offset))), id = Number(scope.slice(colon + 1));
    const user: User = { kind: scope.startsWith("person:") ? "person" : "device", id };
    return new Map(TIMED_CATEGORIES.map((category) => [category, day.of(keyOf(user, category))]));
  }

  /** Tells of each step that counts, as soon as it does; the function given back ends it. */
  onCounted(listener: CountedListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Lets go of what is older than seven days; a clock that jumps ahead is believed a day at a time. */
  async retain(): Promise<void> {
    const { known, now, offset } = this.#options;
    if (!known()) return;
    const believed = await this.#believed.at(now(), () => this.#table.newest());
    await this.#table.forget(
      dayText(dayOf(believed - LIMITS.categoryTime.usageKept * 1000, offset)),
    );
  }

  /** Writes what waits, as far as the database can be used. */
  async flush(): Promise<void> {
    this.#work();
    while (this.#working !== undefined) await this.#working;
  }

  /** Writes what waits and counts nothing any more. */
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
    const step = Math.floor(seen.time / STEP), key = keyOf(user, category);
    if (!this.#names.reaches(step, key, seen.name, LIMITS.categoryTime.stepCountsFromName)) return;
    const day = dayText(dayOf(step * STEP, this.#options.offset));
    if (!this.#day(day).add(key, step)) return;
    if (this.#waiting.length >= MOST_WAITING) this.#waiting.shift();
    this.#waiting.push({ kind: user.kind, id: user.id, day, category, step: step * STEP / 1000 });
    for (const listener of this.#listeners) listener(`${user.kind}:${user.id}`, category);
  }

  /** Whose time a device uses: that of its child or teenager, its own where several share it and one of them is one, else nobody's. */
  #userOf(id: number): User | undefined {
    const { people, devices } = this.#options.household,
      device = id === 0 ? undefined : devices.get(id);
    if (device === undefined) return undefined;
    if (device.personId !== 0) {
      return isMinor(people.get(device.personId))
        ? { kind: "person", id: device.personId }
        : undefined;
    }
    return isMinorsShared(device, people) ? { kind: "device", id } : undefined;
  }

  #day(text: string): UsedDay<number> {
    let day = this.#days.get(text);
    if (day === undefined) {
      this.#days.set(text, day = new UsedDay(text));
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
    const { now, offset } = this.#options;
    for (const day of [dayText(dayOf(now(), offset)), ...this.#days.keys()]) {
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
    return this.#options.after(DAY, () => {
      this.#daily = this.#everyDay();
      void this.#tryToRetain();
    });
  }

  async #tryToRetain(): Promise<void> {
    await this.retain().catch((error: Error) => this.#tell(error));
  }

  /** Takes what is written of days that were just opened into memory, beside what was counted meanwhile. */
  async #readDays(): Promise<void> {
    for (const day of [...this.#unread]) {
      const steps = await this.#table.of(day),
        into = this.#days.get(day),
        added = new Map<number, UsedStep>();
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

  /** Reads and writes what waits, off the way of the answers; what cannot be done now is tried again. */
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
    let writing: UsedStep[] = [];
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
    this.#again ??= this.#options.after(AGAIN, () => {
      this.#again = undefined;
      this.#work();
    });
  }

  #tell(error: Error): void {
    // The store says itself why a database cannot be used.
    if (error instanceof DatabaseUnavailable) return;
    this.#options.log("error", `The time that was used could not be kept: ${error.message}`);
  }

  /** Who is gone used nothing; what a shared device used that became another is that one's. */
  #follow({ gone = {}, moved }: HouseholdChange): void {
    if (moved !== undefined) this.#move(moved.from, moved.into);
    const users: User[] = [
      ...(gone.people ?? []).map((id) => ({ kind: "person" as const, id })),
      ...(gone.devices ?? []).map((id) => ({ kind: "device" as const, id })),
    ];
    for (const user of users) {
      for (const category of TIMED_CATEGORIES) {
        this.#days.forEach((day) => day.drop(keyOf(user, category)));
      }
    }
    const isGone = ({ kind, id }: User) =>
      users.some((user) => user.kind === kind && user.id === id);
    if (users.length > 0) this.#waiting = this.#waiting.filter((step) => !isGone(step));
  }

  #move(from: number, into: number): void {
    const isMoved = ({ kind, id }: User) => kind === "device" && id === from;
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
function keyOf({ kind, id }: User, category: TimedCategory): number {
  return (id * TIMED_CATEGORIES.length + TIMED_CATEGORIES.indexOf(category)) * 2 +
    (kind === "device" ? 1 : 0);
}
