/**
 * What people and devices spend their time on, by local day, as far as questions tell: a step of five minutes counts once three
 * sites were asked for in it, for a category or a service from the second name (A 7.1.3). Only what was answered counts; what
 * is about a sensitive category is nobody's business and left out.
 */
import { isSensitive } from "../../../../policy/catalogue/categories.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { dayOf, dayText } from "../../../../policy/model/calendar_day.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { Log } from "../../../log.ts";
import { type Database, DatabaseUnavailable } from "../../../store/database.ts";
import { BelievedTime } from "../believed_time.ts";
import { isAnswered, isSite } from "../site.ts";
import { STEP, StepNames } from "../step_names.ts";
import type { Subject } from "../subject.ts";
import {
  ANYTHING,
  CATEGORY,
  counted,
  forgotten,
  moved,
  readSpent,
  SERVICE,
  type Spent,
} from "./spent_table.ts";

export { ANYTHING, CATEGORY, SERVICE, type Spent } from "./spent_table.ts";

/** What it needs. */
export interface TimeSpentOptions {
  /** stats.db. */
  readonly database: Database;
  /** The number of the device at an address; 0 = none that is known. */
  readonly deviceAt: (address: string) => number;
  /** The person whose alone a device is; 0 = nobody, or shared. */
  readonly personOf: (device: number) => number;
  /** Whether clients are kept at all (the setting `anonymize_clients`): nothing is counted otherwise. */
  readonly keepsClients: () => boolean;
  /** What the name of a question is about. */
  readonly subjectOf: (seen: Observation) => Subject;
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

/** Days, both included, `YYYY-MM-DD`. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

const FLUSH_MS = 10_000;
/** Sites in a step from which somebody uses a device; what idle devices ask by themselves is less. */
const SITES = 3;
/** Keys followed in a step, and counts that wait to be written, at most. */
const MOST_KEYS = 40_000, MOST_WAITING = 40_000;
const SEPARATOR = "\n";

/** The time spent. Counting never throws and never waits. */
export class TimeSpent {
  readonly #options: TimeSpentOptions;
  readonly #sites = new StepNames<number>(MOST_KEYS);
  readonly #names = new StepNames<string>(MOST_KEYS);
  readonly #believed = new BelievedTime();
  /** Steps that are not written yet, by subject, day and key. */
  #waiting = new Map<string, number>();
  #writing: Promise<void> = Promise.resolve();
  #callOff: (() => void) | undefined;
  #closed = false;

  constructor(options: TimeSpentOptions) {
    this.#options = options;
  }

  /** Takes in what was answered. */
  observe(batch: readonly Observation[]): void {
    const { known, keepsClients, deviceAt } = this.#options;
    if (this.#closed || !known() || !keepsClients()) return;
    for (const seen of batch) {
      if (!isAnswered(seen) || !isSite(seen)) continue;
      const device = deviceAt(seen.client);
      if (device !== 0) this.#take(seen, device);
    }
    if (this.#waiting.size > 0) this.#arm();
  }

  /** The local day of now, or of some days ago. */
  day(ago = 0): string {
    return dayText(dayOf(this.#options.now(), this.#options.offset) - ago);
  }

  /** What `person:2` and `device:3` spent on days, one row for each day and key that has any. */
  async spent(subjects: readonly string[], days: Days): Promise<Spent[]> {
    await this.flush();
    return await readSpent(this.#options.database, subjects, days);
  }

  /** The first day of which anything is kept, `YYYY-MM-DD`; "" = none. */
  async since(): Promise<string> {
    const [{ day }] = await this.#options.database.all("select min(day) as day from time_spent");
    return String(day ?? "");
  }

  /** Makes what a device spent that of another: they were merged. */
  async moveDevice(from: number, into: number): Promise<void> {
    await this.flush();
    await this.#options.database.batch(moved(from, into));
  }

  /** Lets go of all that people and devices spent who are gone. */
  async forget(subjects: readonly string[]): Promise<void> {
    await this.flush();
    await this.#options.database.batch([forgotten(subjects)]);
  }

  /** Lets go of days that are too old; a clock that jumps ahead is believed a day at a time. */
  async retain(): Promise<void> {
    const { database, known, now } = this.#options;
    if (!known()) return;
    const newest = async () => {
      const [{ day }] = await database.all("select max(day) as day from time_spent");
      return day === null ? undefined : Date.parse(`${day}T00:00:00Z`);
    };
    const believed = await this.#believed.at(now(), newest);
    const before = dayText(
      dayOf(believed - LIMITS.categoryTime.spentKept * 1000, this.#options.offset),
    );
    await database.run("delete from time_spent where day < ?", [before]);
  }

  /** Writes what waits; what cannot be written waits on. */
  async flush(): Promise<void> {
    this.#callOff?.();
    this.#callOff = undefined;
    await (this.#writing = this.#writing.then(() => this.#write()));
  }

  /** Writes what waits and counts nothing any more. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
    this.#callOff?.();
  }

  #take(seen: Observation, device: number): void {
    const { personOf, subjectOf } = this.#options,
      { time, name } = seen,
      step = Math.floor(time / STEP);
    const person = personOf(device);
    if (this.#sites.reaches(step, device * 2, name, SITES)) {
      this.#count(`device:${device}`, step, ANYTHING);
    }
    if (person !== 0 && this.#sites.reaches(step, person * 2 + 1, name, SITES)) {
      this.#count(`person:${person}`, step, ANYTHING);
    }
    const { category, service } = subjectOf(seen);
    if (isSensitive(category) || category === "" && service === "") return;
    this.#about(`device:${device}`, step, name, category, service);
    if (person !== 0) this.#about(`person:${person}`, step, name, category, service);
  }

  #about(subject: string, step: number, name: string, category: string, service: string): void {
    const from = LIMITS.categoryTime.stepCountsFromName;
    for (const key of [category && CATEGORY + category, service && SERVICE + service]) {
      if (key !== "" && this.#names.reaches(step, subject + SEPARATOR + key, name, from)) {
        this.#count(subject, step, key);
      }
    }
  }

  #count(subject: string, step: number, key: string): void {
    const id = [subject, dayText(dayOf(step * STEP, this.#options.offset)), key].join(SEPARATOR);
    const steps = this.#waiting.get(id);
    if (steps === undefined && this.#waiting.size >= MOST_WAITING) return;
    this.#waiting.set(id, (steps ?? 0) + 1);
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const writing = this.#waiting;
    this.#waiting = new Map();
    const rows = [...writing].map(([id, steps]) => {
      const [subject, day, key] = id.split(SEPARATOR);
      return [subject, day, key, steps] as const;
    });
    try {
      await this.#options.database.batch([counted(rows)]);
    } catch (error) {
      for (const [id, steps] of this.#waiting) writing.set(id, (writing.get(id) ?? 0) + steps);
      this.#waiting = writing;
      this.#arm();
      // The store says itself why a database cannot be used.
      if (error instanceof DatabaseUnavailable) return;
      this.#options.log(
        "error",
        `The time that was spent could not be written: ${(error as Error).message}`,
      );
    }
  }

  #arm(): void {
    if (this.#closed) return;
    this.#callOff ??= this.#options.after(FLUSH_MS, () => {
      this.#callOff = undefined;
      void this.flush();
    });
  }
}
