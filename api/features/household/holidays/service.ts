/**
 * School holidays from external sources: a public holiday service, checked again every week, or a
 * calendar file (A 4.2). An error in a response is reported and stored. Accepted data is never
 * lost because of an error, and no date is invented.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { dayNumber, dayText } from "../../../../policy/model/calendar_day.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import { Mutex } from "../../../async/mutex.ts";
import { LazyValue } from "../../../async/lazy_value.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import { daysKey, type VacationImportResult, type VacationService } from "../vacations/service.ts";
import { areasOf, BadAnswerError, countriesOf, holidaysOf, type Place } from "./answers.ts";
import { fetchHolidays, type HolidayClientOptions } from "./client.ts";
import { readCalendar, type RefusedEvent } from "./calendar_file.ts";
import { importStatement, readImport, type StoredImport } from "./import_table.ts";
import { tooLate } from "./refusals.ts";
import { type Region, regionsOf } from "./region.ts";
import { type KnownCountry, wantedOf } from "./holiday_selection.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export { WHYS } from "./calendar_file.ts";
export type { RefusedEvent } from "./calendar_file.ts";
export type { Place } from "./answers.ts";
export type { Region } from "./region.ts";

/** The selected country, region and language. */
export interface HolidaySelection {
  /** ISO 3166-1, `FR`. */
  readonly country: string;
  /** Code of a subdivision or a school group; "" = the whole country. */
  readonly region: string;
  /** ISO 639-1: the language of the names. */
  readonly lang: string;
}

/** The weekly import, with the time of its next check (Unix milliseconds). */
export interface WeeklyImport extends StoredImport {
  readonly next: number;
}

/** The result of importing a calendar file. */
export interface FileOutcome extends VacationImportResult {
  /** The first refused events, by the line at which each begins. */
  readonly refused: readonly RefusedEvent[];
  /** The number of further refused events. */
  readonly moreRefused: number;
}

/** Dependencies of the service. */
export interface HolidayServiceOptions extends HolidayClientOptions {
  readonly db: Pick<StoredDatabase, "all" | "run" | "batch" | "whenReplaced">;
  readonly vacations: VacationService;
  readonly runtime: Runtime;
  /**
   * Whether the system time is reliable. Until it is, the holidays of the coming year are not
   * requested.
   */
  readonly timeKnown: () => boolean;
  /** Called when the weekly import changed vacations; it publishes the policy. */
  readonly changed: () => void | Promise<void>;
  readonly raise: RaiseAlert;
}

/** The choice after the import was ended. */
const NOTHING: HolidaySelection = { country: "", region: "", lang: "" };
const { importAhead: AHEAD, checkedEvery, fileBytes: FILE_MOST } = LIMITS.vacations;
const EVERY = checkedEvery * 1000;
const HOUR = 3_600_000;
const AGAIN = 6 * HOUR;
const KEPT_MOST = 20;
const REFUSED_SHOWN = 100;

/**
 * The imports. Methods reject with DomainError for invalid input or a failure of the service, and
 * with DatabaseUnavailableError.
 */
export class HolidayService {
  readonly #options: HolidayServiceOptions;
  readonly #loading: LazyValue;
  readonly #kept = new Map<string, { readonly until: number; readonly what: Promise<unknown> }>();
  readonly #changes = new Mutex();
  #weekly: StoredImport | undefined;
  /**
   * The latest choice of the user. A response to a request made for an earlier choice is
   * discarded.
   */
  #choice: HolidaySelection = { ...NOTHING };

  constructor(options: HolidayServiceOptions) {
    this.#options = options;
    this.#loading = new LazyValue(async () => void (this.#weekly = await readImport(options.db)));
    options.db.whenReplaced(() => {
      if (this.#loading.begun) this.#loading.again().catch(() => {});
    });
  }

  /** The weekly import; undefined = none. */
  async weekly(): Promise<WeeklyImport | undefined> {
    await this.#loading.ready();
    return this.#weekly === undefined ? undefined : { ...this.#weekly, next: nextOf(this.#weekly) };
  }

  /** The countries that the service knows, in a language. */
  countries(lang: string): Promise<readonly Place[]> {
    return this.#keep(`countries ${lang}`, async () => {
      return this.#read(countriesOf, await this.#ask("Countries", { languageIsoCode: lang }), lang);
    });
  }

  /**
   * The regions and school groups used by the school holidays of a country, in a language; empty
   * = no differences within the country.
   */
  async regions(country: string, lang: string): Promise<readonly Region[]> {
    const { areas, holidays } = await this.#country(country, lang);
    return regionsOf(holidays, areas, lang);
  }

  /**
   * Imports the coming year of a region now and every week from now on. A failed request is
   * retried.
   */
  async import(wanted: HolidaySelection, by: string): Promise<VacationImportResult> {
    await this.#loading.ready();
    const before = this.#weekly;
    const isSame = before !== undefined && isFor(before, wanted);
    this.#choice = wanted;
    this.#forgetCountry(wanted);
    return await this.#take(
      {
        ...wanted,
        name: isSame ? before.name : "",
        tried: 0,
        done: isSame ? before.done : 0,
        error: "",
      },
      by,
      !isSame,
    );
  }

  /** Ends the import; imported vacations remain. */
  stop(): Promise<StoredImport> {
    return this.#changes.take(async () => {
      await this.#loading.ready();
      const before = this.#weekly;
      if (before === undefined) {
        throw new DomainError("not_found", sentence`No school holidays are imported`);
      }
      await this.#write(undefined);
      this.#choice = { ...NOTHING };
      return before;
    });
  }

  /**
   * Checks again after a week, or some hours after a failure. A failure is stored and reported by
   * `weekly`. Resolves with the reason when there was nothing to do.
   */
  async check(): Promise<IdleReason | void> {
    await this.#loading.ready();
    const weekly = this.#weekly;
    const now = this.#options.runtime.now();
    // A clock that was ahead left times in the future; they are ignored.
    if (weekly === undefined) return "not_configured";
    if (!this.#options.timeKnown()) return "clock";
    if (now < nextOf(weekly) && weekly.tried <= now) return "not_due";
    this.#forgetCountry(weekly);
    const choice = this.#choice;
    try {
      const { added } = await this.#take(
        weekly,
        `${weekly.country} ${weekly.region}`.trim(),
        false,
      );
      if (added > 0) await this.#options.changed();
    } catch (error) {
      // A choice made meanwhile has sent its own request.
      if (this.#isLate(weekly, choice)) return;
      // A single failure may be temporary.
      if (weekly.error !== "") {
        this.#options.raise({ kind: "holiday.failed", detail: (error as Error).message });
      }
      throw error;
    }
  }

  /** Imports the whole-day events of a calendar file (RFC 5545). */
  async file(content: string, by: string): Promise<FileOutcome> {
    const { vacations } = this.#options;
    if (new TextEncoder().encode(content).length > FILE_MOST) {
      throw new DomainError("bad_value", sentence`A calendar file has at most ${FILE_MOST} bytes`);
    }
    const read = readCalendar(content, dayNumber(vacations.today())!);
    if (read === undefined) {
      throw new DomainError(
        "bad_value",
        sentence`This is not a calendar file: it does not begin with BEGIN:VCALENDAR`,
      );
    }
    const brought = await vacations.bring(
      read.events.map((each) => ({ ...each, key: daysKey(each) })),
      {
        source: "file",
        by,
      },
    );
    const refused = read.refused.slice(0, REFUSED_SHOWN);
    return { ...brought, refused, moreRefused: read.refused.length - refused.length };
  }

  /**
   * Requests and imports the holidays; `anew` = vacations of another region are removed. A
   * failure is stored before it is thrown.
   */
  async #take(weekly: StoredImport, by: string, anew: boolean): Promise<VacationImportResult> {
    const tried = this.#options.runtime.now();
    const choice = this.#choice;
    try {
      const { country, region, lang } = weekly;
      const known = await this.#country(country, lang);
      const found = this.#read(() => wantedOf(region, known), [], lang);
      const { subdivisions, groups } = known.areas;
      const today = this.#options.vacations.today();
      const name = [...subdivisions, ...groups].find(({ code }) => code === region)?.name ?? "";
      const done: StoredImport = { ...weekly, name, tried, done: tried, error: "" };
      return await this.#changes.take(async () => {
        if (this.#isLate(weekly, choice)) throw tooLate();
        const outcome = await this.#options.vacations.bring(found, {
          source: "service",
          by,
          gone: ({ source, lastDay }) => anew && source === "service" && lastDay >= today,
          with: [importStatement(done)],
        });
        this.#weekly = done;
        return outcome;
      });
    } catch (error) {
      // An import that never succeeded and never can is not retried: the country or region does
      // not exist.
      const isKept = error instanceof DomainError &&
        (weekly.done > 0 || error.code === "holiday_service_failed");
      if (isKept) {
        const failed = { ...weekly, tried, error: error.message };
        await this.#changes.take(async () =>
          void (this.#isLate(weekly, choice) || await this.#write(failed))
        );
      }
      throw error;
    }
  }

  /** Whether the user has chosen something else since `choice`. */
  #isLate(weekly: StoredImport, choice: HolidaySelection): boolean {
    return choice !== this.#choice && !isFor(weekly, this.#choice);
  }

  /** The data of the service about a country. */
  #country(country: string, lang: string): Promise<KnownCountry> {
    return this.#keep(countryKey({ country, lang }), async () => {
      const first = dayNumber(this.#options.vacations.today())!;
      const year = AHEAD / 86_400;
      const of = { countryIsoCode: country, languageIsoCode: lang };
      const days = { validFrom: dayText(first), validTo: dayText(first + year) };
      const [subdivisions, groups, holidays] = await Promise.all([
        this.#ask("Subdivisions", of),
        // Older services have no school groups.
        fetchHolidays("Groups", of, this.#options),
        this.#ask("SchoolHolidays", { ...of, ...days }),
      ]);
      const areas = {
        subdivisions: this.#read(areasOf, subdivisions, lang),
        groups: this.#read(areasOf, groups ?? [], lang),
      };
      return { areas, holidays: this.#read(holidaysOf, holidays, lang) };
    });
  }

  async #ask(path: string, query: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
    const answer = await fetchHolidays(path, query, this.#options);
    return answer ?? this.#fail("it has no such list");
  }

  /** Parses a response; an unusable response counts as a failure of the service. */
  #read<T>(
    read: (answer: readonly unknown[], lang: string) => T,
    answer: readonly unknown[],
    lang: string,
  ): T {
    try {
      return read(answer, lang);
    } catch (error) {
      if (error instanceof BadAnswerError) return this.#fail(error.message);
      throw error;
    }
  }

  #fail(why: string): never {
    const { host } = new URL(this.#options.url());
    throw new DomainError(
      "holiday_service_failed",
      sentence`The holiday service ${host} cannot be used now: ${why}`,
    );
  }

  /** The cached response, or a new one; failures are not cached. */
  #keep<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const now = this.#options.runtime.now();
    const whole = `${this.#options.url()} ${key}`;
    const known = this.#kept.get(whole);
    if (known !== undefined && now < known.until && known.until <= now + HOUR) {
      return known.what as Promise<T>;
    }
    this.#kept.delete(whole);
    if (this.#kept.size >= KEPT_MOST) this.#kept.delete(this.#kept.keys().next().value!);
    const what = ask();
    this.#kept.set(whole, { until: now + HOUR, what });
    what.catch(() => this.#kept.delete(whole));
    return what;
  }

  #forgetCountry(wanted: HolidaySelection): void {
    this.#kept.delete(`${this.#options.url()} ${countryKey(wanted)}`);
  }

  async #write(weekly: StoredImport | undefined): Promise<void> {
    await this.#options.db.batch([importStatement(weekly)]);
    this.#weekly = weekly;
  }
}

function countryKey({ country, lang }: Omit<HolidaySelection, "region">): string {
  return `country ${country} ${lang}`;
}

function isFor(weekly: StoredImport, { country, region, lang }: HolidaySelection): boolean {
  return weekly.country === country && weekly.region === region && weekly.lang === lang;
}

/** When an import runs again: a week after success, or some hours after a failure. */
function nextOf({ tried, done, error }: StoredImport): number {
  return error === "" ? done + EVERY : tried + AGAIN;
}
