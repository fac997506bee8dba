/**
 * Vacations of the household: on their weekdays the hours of Saturday apply to children and
 * teenagers (A 3.2, 4.2). Users add them; imports (../holidays) bring more. The snapshot is built
 * from `rows()`.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { dayNumber, dayOf, dayText } from "../../../../policy/model/calendar_day.ts";
import type { VacationRow } from "../../../../policy/model/person_time.ts";
import { Mutex } from "../../../async/mutex.ts";
import { LazyValue } from "../../../async/lazy_value.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Statement } from "../../../store/database.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import {
  deleteStatement,
  forgetStatement,
  insertStatement,
  type NewVacation,
  readVacations,
  rememberStatement,
  type StoredVacation,
} from "./vacation_table.ts";
import { vacationName, vacationText } from "./wording.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export { vacationName } from "./wording.ts";
export { SOURCES } from "./vacation_table.ts";
export type { StoredVacation, VacationOrigin } from "./vacation_table.ts";

/** The user input of a vacation. */
export interface VacationWords {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly name?: string | undefined;
}

/** An imported vacation: days with a name, and the key that identifies it in the next import. */
export interface ImportedVacation {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly name: string;
  readonly key: string;
}

/** The result of an import. */
export interface VacationImportResult {
  readonly added: number;
  /** Number of vacations that exist already, by their days or their key. */
  readonly known: number;
  readonly removedByHand: number;
}

/** Options of an import. */
export interface VacationImportOptions {
  readonly source: "service" | "file";
  readonly by: string;
  /**
   * Selects future vacations of the service to remove, in addition to those that the import
   * replaces.
   */
  readonly gone?: (vacation: StoredVacation) => boolean;
  /** Statements written in the same transaction. */
  readonly with?: readonly Statement[];
}

/** Dependencies of the service. */
export interface VacationServiceOptions {
  readonly db: Pick<StoredDatabase, "all" | "run" | "batch" | "whenReplaced">;
  readonly runtime: Runtime;
  /** Offset of local time from UTC at an instant, in milliseconds; positive = ahead. */
  readonly offset: (unix: number) => number;
}

const { most: MOST, daysMost: DAYS_MOST, daysShownAfter: SHOWN_AFTER } = LIMITS.vacations;

/**
 * The vacations. Methods reject with DomainError for invalid user input, DatabaseUnavailableError
 * when the database cannot be used.
 */
export class VacationService {
  readonly #options: VacationServiceOptions;
  readonly #loading: LazyValue;
  readonly #listeners = new Set<() => void>();
  #vacations: readonly StoredVacation[] = [];
  #removed: ReadonlyMap<string, string> = new Map();
  readonly #changes = new Mutex();

  constructor(options: VacationServiceOptions) {
    this.#options = options;
    this.#loading = new LazyValue(() => this.#load());
    options.db.whenReplaced(() => {
      if (this.#loading.begun) this.#loading.again().then(() => this.#tell()).catch(() => {});
    });
  }

  /** Vacations that affect hours: those that did not end long ago. */
  async rows(): Promise<VacationRow[]> {
    return (await this.list()).map(({ firstDay, lastDay }) => ({ firstDay, lastDay }));
  }

  /** Vacations of the last 60 days and all future ones, by first day. */
  async list(): Promise<readonly StoredVacation[]> {
    await this.#loading.ready();
    const since = dayText(this.#today() - SHOWN_AFTER);
    return this.#vacations.filter(({ lastDay }) => lastDay >= since);
  }

  /** The current local day, `YYYY-MM-DD`. */
  today(): string {
    return dayText(this.#today());
  }

  /** Calls a function after each change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Adds a vacation by hand. */
  add(words: VacationWords, by: string): Promise<StoredVacation> {
    return this.#alone(async () => {
      const { firstDay, lastDay } = this.#days(words);
      const name = vacationName(words.name ?? "");
      const own = this.#vacations.filter(({ source }) => source === "hand");
      const other = own.find((one) => one.firstDay <= lastDay && firstDay <= one.lastDay);
      if (other !== undefined) {
        throw new DomainError(
          "conflict",
          sentence`These days overlap with ${vacationText(other)}; change them`,
        );
      }
      const added = {
        firstDay,
        lastDay,
        name,
        source: "hand",
        key: "",
        created: this.#options.runtime.now(),
        by,
      } as const;
      await this.#options.db.batch([...this.#room(1), insertStatement(added)]);
      await this.#reload();
      return this.#vacations.find((one) => one.source === "hand" && one.firstDay === firstDay)!;
    });
  }

  /** Removes a vacation; an imported one is remembered, so that it is not imported again. */
  remove(id: number): Promise<StoredVacation> {
    return this.#alone(async () => {
      const vacation = this.#vacations.find((one) => one.id === id);
      if (vacation === undefined) {
        throw new DomainError("not_found", sentence`There is no vacation with the number: ${id}`);
      }
      const keys = vacation.source === "hand" ? [] : keysOf(vacation);
      await this.#options.db.batch([
        deleteStatement(id),
        forgetStatement(dayText(this.#today() - SHOWN_AFTER)),
        ...keys.map((key) => rememberStatement(key, vacation.lastDay)),
      ]);
      await this.#reload();
      return vacation;
    });
  }

  /**
   * Stores imported vacations. Vacations removed by hand are not added again. Existing ones are
   * unchanged, except that those of the service follow its changed days. Rejects with "conflict"
   * and changes nothing when there is no room.
   */
  bring(
    brought: readonly ImportedVacation[],
    { source, by, gone = () => false, with: more = [] }: VacationImportOptions,
  ) {
    return this.#alone(async (): Promise<VacationImportResult> => {
      const wanted = brought.filter((one) => !keysOf(one).some((key) => this.#removed.has(key)));
      const leaving = this.#vacations.filter((one) =>
        gone(one) || source === "service" && isReplaced(one, wanted)
      );
      const left = this.#vacations.filter((one) => !leaving.includes(one));
      const there = new Set(left.flatMap(keysOf));
      const added: NewVacation[] = [];
      for (const one of wanted) {
        if (keysOf(one).some((key) => there.has(key))) continue;
        added.push({ ...one, source, created: this.#options.runtime.now(), by });
        keysOf(one).forEach((key) => there.add(key));
      }
      const room = this.#room(added.length - leaving.length);
      await this.#options.db.batch([
        ...leaving.map(({ id }) => deleteStatement(id)),
        ...room,
        ...added.map(insertStatement),
        ...more,
      ]);
      if (leaving.length + added.length + room.length > 0) await this.#reload();
      const removedByHand = brought.length - wanted.length;
      return { added: added.length, known: wanted.length - added.length, removedByHand };
    });
  }

  /** The days that the user entered; refuses invalid ones. */
  #days({ firstDay, lastDay }: VacationWords): { firstDay: string; lastDay: string } {
    const first = dayNumber(firstDay);
    const last = dayNumber(lastDay);
    const wrong = first === undefined ? firstDay : lastDay;
    if (first === undefined || last === undefined) {
      throw new DomainError(
        "bad_value",
        sentence`The calendar has no such day, write it as 2026-12-24: ${wrong}`,
      );
    }
    if (first > last) {
      throw new DomainError(
        "bad_value",
        sentence`The last day is before the first one: ${firstDay} to ${lastDay}`,
      );
    }
    if (last - first >= DAYS_MOST) {
      throw new DomainError(
        "bad_value",
        sentence`A vacation has at most ${DAYS_MOST} days, this one has: ${last - first + 1}`,
      );
    }
    if (last < this.#today() - SHOWN_AFTER) {
      throw new DomainError(
        "bad_value",
        sentence`These days have been over for more than ${SHOWN_AFTER} days: ${lastDay}`,
      );
    }
    return { firstDay, lastDay };
  }

  /**
   * Statements that make room for more vacations: those that ended long ago are removed, but only
   * when their place is needed.
   */
  #room(more: number): Statement[] {
    const over = this.#vacations.length + more - MOST;
    if (over <= 0) return [];
    const since = dayText(this.#today() - SHOWN_AFTER);
    const old = this.#vacations.filter(({ lastDay }) => lastDay < since);
    if (old.length < over) {
      throw new DomainError(
        "conflict",
        sentence`There can be ${MOST} vacations; remove some first`,
      );
    }
    return old.map(({ id }) => deleteStatement(id));
  }

  #today(): number {
    return dayOf(this.#options.runtime.now(), this.#options.offset);
  }

  async #load(): Promise<void> {
    const { vacations, removed } = await readVacations(this.#options.db);
    this.#vacations = vacations;
    this.#removed = removed;
  }

  async #reload(): Promise<void> {
    await this.#loading.again();
    this.#tell();
  }

  #tell(): void {
    this.#listeners.forEach((listener) => listener());
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.take(() => this.#loading.ready().then(work));
  }
}

/** The key of the days, by which each source recognises equal days. */
export function daysKey({ firstDay, lastDay }: VacationRow): string {
  return `days:${firstDay}/${lastDay}`;
}

/** The keys of an imported vacation; one added by hand is identified by its days alone. */
function keysOf(vacation: VacationRow & { readonly key: string }): string[] {
  return vacation.key === "" ? [daysKey(vacation)] : [vacation.key, daysKey(vacation)];
}

/**
 * Whether the new response of the service replaces a stored vacation: the same vacation with
 * other days, or another vacation over the same days.
 */
function isReplaced(vacation: StoredVacation, brought: readonly ImportedVacation[]): boolean {
  if (vacation.source !== "service") return false;
  const isSame = (one: ImportedVacation) => daysKey(one) === daysKey(vacation);
  if (brought.some(isSame)) return false;
  return brought.some((one) =>
    one.key === vacation.key || one.firstDay <= vacation.lastDay && vacation.firstDay <= one.lastDay
  );
}
