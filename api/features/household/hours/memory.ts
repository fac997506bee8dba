/** The rows of hours in memory, changed one after another, with all that a view of them needs. */
import { schoolSites } from "../../../../policy/catalogue/school_sites.ts";
import type { HoursContext } from "../../../../policy/hours/plan.ts";
import type { TimedCategory, VacationRow } from "../../../../policy/model/person_time.ts";
import { Mutex } from "../../../async/mutex.ts";
import { LazyValue } from "../../../async/lazy_value.ts";
import type { Statement } from "../../../store/database.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import type { HouseholdRepository } from "../household_repository.ts";
import { type HoursRows, readHours } from "./hours_table.ts";
import type { PermittedNames } from "./schedules.ts";
import { GridWindows } from "./grid_windows.ts";
import { HouseholdUse } from "./household_use.ts";
import { settleStatements } from "./settle.ts";
import { type MinutesToday, TimeView } from "./view.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The used time as hours need it (../usage/service.ts). */
export interface UsageSource {
  ready(): Promise<void>;
  today(scope: string): ReadonlyMap<TimedCategory, MinutesToday>;
  onCounted(listener: (scope: string, category: TimedCategory) => void): unknown;
}

/** Vacations as hours need them (../vacations/service.ts). */
export interface VacationSource {
  rows(): Promise<readonly VacationRow[]>;
  onChange(listener: () => void): unknown;
}

/** Dependencies of the hours in memory. */
export interface HoursMemoryOptions {
  /** box.db. */
  readonly db: StoredDatabase;
  readonly register: HouseholdRepository;
  readonly usage: UsageSource;
  readonly vacations: VacationSource;
  /** Whether the time of day is known; hours and limits do not apply until then. */
  readonly timeKnown: () => boolean;
  /** Offset of local time from UTC at an instant, in milliseconds; positive = ahead. */
  readonly offset: (unix: number) => number;
  /** The name of the time zone, and the country set by the household, "" = none. */
  readonly zone: () => string;
  readonly country: () => string;
  /** The label of a device. */
  readonly labelOf: (device: number) => string;
  readonly runtime: Runtime;
}

/**
 * The memory. Methods reject with DatabaseUnavailableError when the database cannot be used, and then
 * change nothing.
 */
export class HoursMemory {
  readonly #options: HoursMemoryOptions;
  readonly #loading = new LazyValue(async () =>
    void (this.#kept = await readHours(this.#options.db))
  );
  #kept: HoursRows = { people: new Map(), cuts: [], allow: undefined };
  #vacations: readonly VacationRow[] = [];
  /** What was counted of the household, and for which revision of the register. */
  #use: { readonly revision: number; readonly counted: HouseholdUse } | undefined;
  #windows: GridWindows | undefined;
  readonly #changes = new Mutex();

  constructor(options: HoursMemoryOptions) {
    const { db, register, vacations } = options;
    this.#options = options;
    db.whenReplaced(() => void this.#again());
    // The rows of a person are removed with the person.
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

  /** Whether loading has already been requested. */
  get begun(): boolean {
    return this.#loading.begun;
  }

  /** The stored rows. */
  get kept(): HoursRows {
    return this.#kept;
  }

  /** The vacations. */
  get vacations(): readonly VacationRow[] {
    return this.#vacations;
  }

  /** The present input for reading hours. */
  context(): HoursContext {
    const { offset, timeKnown } = this.#options;
    return { offset, vacations: this.#vacations, known: timeKnown() };
  }

  /** The present time state of all people. */
  view(): TimeView {
    const { register, usage, labelOf, runtime } = this.#options;
    const usedToday = (scope: string) => usage.today(scope);
    const context = this.context();
    const now = runtime.now();
    return new TimeView({
      register,
      use: this.#counted(),
      kept: this.#kept,
      usedToday,
      context,
      windows: () => this.#windowsFor(now, context),
      now,
      labelOf,
    });
  }

  #counted(): HouseholdUse {
    const { register } = this.#options;
    const { revision } = register;
    if (this.#use?.revision !== revision) {
      this.#use = { revision, counted: new HouseholdUse(register) };
    }
    return this.#use.counted;
  }

  #windowsFor(now: number, context: HoursContext): GridWindows {
    if (this.#windows?.holdsFor(now, context) !== true) {
      this.#windows = new GridWindows(now, context);
    }
    return this.#windows!;
  }

  /** The names that are always resolved, regardless of the hours. */
  permitted(): PermittedNames {
    const { country, zone } = this.#options;
    const { allow } = this.#kept;
    return { allow: allow ?? schoolSites(country(), zone()), allow_default: allow === undefined };
  }

  /** Runs reads and changes under the mutex, without a change in between. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.take(() => this.ready().then(work));
  }

  /** Writes a change as one transaction. Call it only within `alone`. */
  async write(statements: readonly Statement[]): Promise<void> {
    if (statements.length === 0) return;
    await this.#options.db.batch(statements);
    await this.#loading.again();
  }

  /**
   * Removes expired rows, and corrects rows that lie in the future after the clock was set back.
   */
  async settle(): Promise<void> {
    const work = () => {
      const { timeKnown, runtime } = this.#options;
      const { today } = this.view();
      // Until the time is known, it cannot be determined which entries have ended.
      return timeKnown()
        ? settleStatements(this.#kept, { today, now: runtime.now(), context: this.context() })
        : [];
    };
    if (work().length === 0) return;
    await this.alone(() => this.write(work())).catch(({ message }: Error) =>
      this.#options.runtime.log(
        "warn",
        `Could not remove expired hours from the database: ${message}`,
      )
    );
  }

  async #again(): Promise<void> {
    await this.#loading.again().catch(({ message }: Error) =>
      this.#options.runtime.log("warn", `Could not reload the hours: ${message}`)
    );
  }

  /** Equal vacations stay the same array, so that what was computed with them holds. */
  async #readVacations(): Promise<void> {
    const rows = await this.#options.vacations.rows();
    if (JSON.stringify(rows) !== JSON.stringify(this.#vacations)) this.#vacations = rows;
  }
}
