/**
 * What people and devices spend their time on, by local day, estimated from queries. A step of
 * five minutes counts once three sites were queried in it; for a category or a service, from the
 * second name (A 7.1.3). Only answered queries count. Sensitive categories are private and left
 * out.
 */
import { isSensitive } from "../../../../policy/catalogue/categories.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { dayOf, dayText } from "../../../../policy/model/calendar_day.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import { type Database, DatabaseUnavailableError } from "../../../store/database.ts";
import { PlausibleClock } from "../plausible_clock.ts";
import { isAnswered, isSite } from "../site.ts";
import { STEP, StepNames } from "../step_names.ts";
import type { NameSubject } from "../subject.ts";
import {
  ANYTHING,
  CATEGORY,
  countStatements,
  forgetStatement,
  moveStatements,
  readSpent,
  SERVICE,
  type SpentMinutes,
} from "./spent_table.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { Mutex } from "../../../async/mutex.ts";

export { ANYTHING, CATEGORY, SERVICE, type SpentMinutes } from "./spent_table.ts";

/** Dependencies of the counters of time spent. */
export interface TimeSpentOptions {
  /** stats.db. */
  readonly database: Database;
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  /** The only owner of a device; 0 = no owner, or shared. */
  readonly personOf: (device: number) => number;
  /**
   * Whether clients are stored at all (the setting `anonymize_clients`); otherwise nothing is
   * counted.
   */
  readonly keepsClients: () => boolean;
  /** The subject of the queried name. */
  readonly subjectOf: (seen: Observation) => NameSubject;
  /** Offset of local time from UTC at an instant, in milliseconds; positive = ahead. */
  readonly offset: (unix: number) => number;
  /** Whether the time of day is known; counting starts only then. */
  readonly known: () => boolean;
  readonly runtime: Runtime;
}

/** Days, both included, `YYYY-MM-DD`. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

const FLUSH_MS = 10_000;
/**
 * Minimum number of sites in a step that indicates use by a person; idle devices query fewer
 * automatically.
 */
const SITES = 3;
/** Maximum number of keys tracked in a step, and of pending counts. */
const MOST_KEYS = 40_000;
const MOST_WAITING = 40_000;
const SEPARATOR = "\n";

/** The time spent. Counting never throws and never blocks. */
export class TimeSpent {
  readonly #options: TimeSpentOptions;
  readonly #sites = new StepNames<number>(MOST_KEYS);
  readonly #names = new StepNames<string>(MOST_KEYS);
  readonly #believed = new PlausibleClock();
  /** Steps that are not written yet, by subject, day and key. */
  #waiting = new Map<string, number>();
  readonly #writing = new Mutex();
  #callOff: (() => void) | undefined;
  #closed = false;

  constructor(options: TimeSpentOptions) {
    this.#options = options;
  }

  /** Processes a batch of observations. */
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

  /** The current local day, or the day some days ago. */
  day(ago = 0): string {
    return dayText(dayOf(this.#options.runtime.now(), this.#options.offset) - ago);
  }

  /**
   * The time that `person:2` and `device:3` spent on days, one row for each day and key with any.
   */
  async spent(subjects: readonly string[], days: Days): Promise<SpentMinutes[]> {
    await this.flush();
    return await readSpent(this.#options.database, subjects, days);
  }

  /** The first day with stored data, `YYYY-MM-DD`; "" = none. */
  async since(): Promise<string> {
    const [{ day }] = await this.#options.database.all("select min(day) as day from time_spent");
    return String(day ?? "");
  }

  /** Moves the minutes of a device to the device that it was merged into. */
  async moveDevice(from: number, into: number): Promise<void> {
    await this.flush();
    await this.#options.database.batch(moveStatements(from, into));
  }

  /** Deletes the time of people and devices that no longer exist. */
  async forget(subjects: readonly string[]): Promise<void> {
    await this.flush();
    await this.#options.database.batch([forgetStatement(subjects)]);
  }

  /** Deletes old days; if the clock jumps ahead, the deletion advances by one day at a time. */
  async retain(): Promise<void> {
    const { database, known, runtime } = this.#options;
    if (!known()) return;
    const newest = async () => {
      const [{ day }] = await database.all("select max(day) as day from time_spent");
      return day === null ? undefined : Date.parse(`${day}T00:00:00Z`);
    };
    const believed = await this.#believed.at(runtime.now(), newest);
    const before = dayText(
      dayOf(believed - LIMITS.categoryTime.spentKept * 1000, this.#options.offset),
    );
    await database.run("delete from time_spent where day < ?", [before]);
  }

  /** Writes pending data; data that cannot be written stays pending. */
  async flush(): Promise<void> {
    this.#callOff?.();
    this.#callOff = undefined;
    await this.#writing.take(() => this.#write());
  }

  /** Writes pending data and stops counting. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
    this.#callOff?.();
  }

  #take(seen: Observation, device: number): void {
    const { personOf, subjectOf } = this.#options;
    const { time, name } = seen;
    const step = Math.floor(time / STEP);
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
      await this.#options.database.batch([countStatements(rows)]);
    } catch (error) {
      for (const [id, steps] of this.#waiting) writing.set(id, (writing.get(id) ?? 0) + steps);
      this.#waiting = writing;
      this.#arm();
      // The store itself logs why a database cannot be used.
      if (error instanceof DatabaseUnavailableError) return;
      this.#options.runtime.log(
        "error",
        `Could not write the time spent: ${(error as Error).message}`,
      );
    }
  }

  #arm(): void {
    if (this.#closed) return;
    this.#callOff ??= this.#options.runtime.after(FLUSH_MS, () => {
      this.#callOff = undefined;
      void this.flush();
    });
  }
}
