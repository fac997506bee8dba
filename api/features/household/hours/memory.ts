/** The rows of hours in memory, changed one after another, with all that a view of them needs. */
import { schoolSites } from "../../../../policy/catalogue/school_sites.ts";
import type { HoursContext } from "../../../../policy/hours/plan.ts";
import type { TimedCategory, VacationRow } from "../../../../policy/model/person_time.ts";
import { InTurn } from "../../../in_turn.ts";
import { Loading } from "../../../loading.ts";
import type { Log } from "../../../log.ts";
import type { Statement } from "../../../store/database.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import type { Register } from "../register.ts";
import { type KeptHours, readHours } from "./hours_table.ts";
import type { PermittedNames } from "./schedules.ts";
import { settled } from "./settle.ts";
import { TimeView, type UsedToday } from "./view.ts";

/** The used time as hours need it (../usage/service.ts). */
export interface UsageSource {
  ready(): Promise<void>;
  today(scope: string): ReadonlyMap<TimedCategory, UsedToday>;
  onCounted(listener: (scope: string, category: TimedCategory) => void): unknown;
}

/** Vacations as hours need them (../vacations/service.ts). */
export interface VacationSource {
  rows(): Promise<readonly VacationRow[]>;
  onChange(listener: () => void): unknown;
}

/** What it needs. */
export interface HoursMemoryOptions {
  /** box.db. */
  readonly db: StoredDatabase;
  readonly register: Register;
  readonly usage: UsageSource;
  readonly vacations: VacationSource;
  /** Whether the time of day is known; hours and limits hold back until it is. */
  readonly timeKnown: () => boolean;
  /** How far local time is ahead of UTC at an instant, in milliseconds. */
  readonly offset: (unix: number) => number;
  /** The name of the time zone, and the country that the household told, "" = none. */
  readonly zone: () => string;
  readonly country: () => string;
  /** What a device is called. */
  readonly labelOf: (device: number) => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** The memory. Methods reject with DatabaseUnavailable when the database cannot be used, and then change nothing. */
export class HoursMemory {
  readonly #options: HoursMemoryOptions;
  readonly #loading = new Loading(async () =>
    void (this.#kept = await readHours(this.#options.db))
  );
  #kept: KeptHours = { people: new Map(), allow: undefined };
  #vacations: readonly VacationRow[] = [];
  readonly #changes = new InTurn();

  constructor(options: HoursMemoryOptions) {
    const { db, register, vacations } = options;
    this.#options = options;
    db.whenReplaced(() => void this.#again());
    // The rows of a person go with the person.
    register.onChange(({ gone }) => void (gone?.people !== undefined && this.#again()));
    vacations.onChange(() => void this.#readVacations().catch(() => {}));
  }

  /** Resolves when everything is in memory. */
  async ready(): Promise<void> {
    const { register, usage } = this.#options;
    await Promise.all([
      register.ready(),
      usage.ready(),
      this.#loading.ready(),
      this.#readVacations(),
    ]);
  }

  /** Whether somebody asked for it already. */
  get begun(): boolean {
    return this.#loading.begun;
  }

  /** What is kept. */
  get kept(): KeptHours {
    return this.#kept;
  }

  /** The vacations. */
  get vacations(): readonly VacationRow[] {
    return this.#vacations;
  }

  /** What hours are read with now. */
  context(): HoursContext {
    const { offset, timeKnown } = this.#options;
    return { offset, vacations: this.#vacations, known: timeKnown() };
  }

  /** The time of everybody now. */
  view(): TimeView {
    const { register, usage, labelOf, now } = this.#options,
      usedToday = (scope: string) => usage.today(scope);
    return new TimeView({
      register,
      kept: this.#kept,
      usedToday,
      context: this.context(),
      now: now(),
      labelOf,
    });
  }

  /** The names that answer whatever the hours say. */
  permitted(): PermittedNames {
    const { country, zone } = this.#options, { allow } = this.#kept;
    return { allow: allow ?? schoolSites(country(), zone()), allow_default: allow === undefined };
  }

  /** Looks and changes without anybody else in between. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.take(() => this.ready().then(work));
  }

  /** Makes a change: all of it or nothing. Called within `alone`. */
  async write(statements: readonly Statement[]): Promise<void> {
    if (statements.length === 0) return;
    await this.#options.db.batch(statements);
    await this.#loading.again();
  }

  /** Removes what ended, and puts right what a clock that was set back left in the future. */
  async settle(): Promise<void> {
    const work = () => {
      const { timeKnown, now } = this.#options, { today } = this.view();
      // Until the time is known nobody can say what has ended.
      return timeKnown() ? settled(this.#kept, { today, now: now(), context: this.context() }) : [];
    };
    if (work().length === 0) return;
    await this.alone(() => this.write(work())).catch(({ message }: Error) =>
      this.#options.log("warn", `Hours that ended stay in the database: ${message}`)
    );
  }

  async #again(): Promise<void> {
    await this.#loading.again().catch(({ message }: Error) =>
      this.#options.log("warn", `The hours in memory are those of before: ${message}`)
    );
  }

  async #readVacations(): Promise<void> {
    this.#vacations = await this.#options.vacations.rows();
  }
}
