/**
 * School holidays from elsewhere: from a public holiday service, looked at again every week, or from a calendar file (A 4.2). What
 * is wrong with an answer is told and kept; nothing that was accepted is lost for it, and no date is made up.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { dayNumber, dayText } from "../../../../policy/model/calendar_day.ts";
import type { Raise } from "../../../events/alert_kinds.ts";
import { InTurn } from "../../../in_turn.ts";
import { Loading } from "../../../loading.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import {
  type Brought,
  daysKey,
  VacationRefused,
  type VacationService,
} from "../vacations/service.ts";
import { areasOf, BadAnswer, countriesOf, holidaysOf, type Place } from "./answers.ts";
import { askHolidays, type HolidayClientOptions, HolidayServiceFailed } from "./client.ts";
import { readCalendar, type RefusedEvent } from "./calendar_file.ts";
import { keptImport, readImport, type StoredImport } from "./import_table.ts";
import { HolidayRefused, tooLate } from "./refusals.ts";
import { type Region, regionsOf } from "./region.ts";
import { type KnownCountry, wantedOf } from "./wanted.ts";

export { WHYS } from "./calendar_file.ts";
export type { RefusedEvent } from "./calendar_file.ts";
export type { Place } from "./answers.ts";
export type { Region } from "./region.ts";
export { HolidayServiceFailed } from "./client.ts";
export { HolidayRefused } from "./refusals.ts";

/** Whose holidays are wanted. */
export interface WantedHolidays {
  /** ISO 3166-1, `FR`. */
  readonly country: string;
  /** Code of a subdivision or a school group; "" = the whole country. */
  readonly region: string;
  /** ISO 639-1: the language of the names. */
  readonly lang: string;
}

/** The weekly import, with when it is looked at again (Unix milliseconds). */
export interface WeeklyImport extends StoredImport {
  readonly next: number;
}

/** What became of a calendar file. */
export interface FileOutcome extends Brought {
  /** The first events that were not taken, by the line at which each begins. */
  readonly refused: readonly RefusedEvent[];
  /** How many more were not taken. */
  readonly moreRefused: number;
}

/** What the service needs. */
export interface HolidayServiceOptions extends HolidayClientOptions {
  readonly db: Pick<StoredDatabase, "all" | "run" | "batch" | "whenReplaced">;
  readonly vacations: VacationService;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Whether that is the time it is: until then, nobody is asked for the year to come. */
  readonly timeKnown: () => boolean;
  /** Told when the weekly import brought something: publish. */
  readonly changed: () => void | Promise<void>;
  readonly raise: Raise;
}

/** Chosen when the import was ended. */
const NOTHING: WantedHolidays = { country: "", region: "", lang: "" };
const { importAhead: AHEAD, checkedEvery, fileOctets: FILE_MOST } = LIMITS.vacations;
const EVERY = checkedEvery * 1000,
  HOUR = 3_600_000,
  AGAIN = 6 * HOUR,
  KEPT_MOST = 20,
  REFUSED_SHOWN = 100;

/** The imports. Methods reject with HolidayRefused, VacationRefused, HolidayServiceFailed, or DatabaseUnavailable without database. */
export class HolidayService {
  readonly #options: HolidayServiceOptions;
  readonly #loading: Loading;
  readonly #kept = new Map<string, { readonly until: number; readonly what: Promise<unknown> }>();
  readonly #changes = new InTurn();
  #weekly: StoredImport | undefined;
  /** What somebody chose last: an answer that was asked for before comes too late. */
  #choice: WantedHolidays = { ...NOTHING };

  constructor(options: HolidayServiceOptions) {
    this.#options = options;
    this.#loading = new Loading(async () => void (this.#weekly = await readImport(options.db)));
    options.db.whenReplaced(() => {
      if (this.#loading.begun) this.#loading.again().catch(() => {});
    });
  }

  /** What is imported every week; undefined = nothing. */
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

  /** The regions and school groups of a country that school holidays know, in a language; none = all is the same there. */
  async regions(country: string, lang: string): Promise<readonly Region[]> {
    const { areas, holidays } = await this.#country(country, lang);
    return regionsOf(holidays, areas, lang);
  }

  /** Imports the coming year of a region, from now on every week. What cannot be asked now is tried again. */
  async import(wanted: WantedHolidays, by: string): Promise<Brought> {
    await this.#loading.ready();
    const before = this.#weekly, isSame = before !== undefined && isFor(before, wanted);
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

  /** Imports nothing any more; what was imported stays. */
  stop(): Promise<StoredImport> {
    return this.#changes.take(async () => {
      await this.#loading.ready();
      const before = this.#weekly;
      if (before === undefined) {
        throw new HolidayRefused("missing", "No school holidays are imported");
      }
      await this.#write(undefined);
      this.#choice = { ...NOTHING };
      return before;
    });
  }

  /** Looks again when a week has gone by, or some hours after a failure; what fails is kept and told by `weekly`. */
  async check(): Promise<void> {
    await this.#loading.ready();
    const weekly = this.#weekly, now = this.#options.now();
    // A clock that was ahead left times that are still to come: they say nothing.
    if (
      weekly === undefined || !this.#options.timeKnown() ||
      now < nextOf(weekly) && weekly.tried <= now
    ) return;
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
      // What somebody chose meanwhile was asked for by itself.
      if (this.#isLate(weekly, choice)) return;
      // One failure may be over at the next try.
      if (weekly.error !== "") {
        this.#options.raise({ kind: "holiday.failed", detail: (error as Error).message });
      }
      throw error;
    }
  }

  /** Takes in the whole days of a calendar file (RFC 5545). */
  async file(content: string, by: string): Promise<FileOutcome> {
    const { vacations } = this.#options;
    if (new TextEncoder().encode(content).length > FILE_MOST) {
      throw new HolidayRefused("bad", `A calendar file has at most ${FILE_MOST} octets`);
    }
    const read = readCalendar(content, dayNumber(vacations.today())!);
    if (read === undefined) {
      throw new HolidayRefused(
        "bad",
        "This is no calendar file: it does not begin with BEGIN:VCALENDAR",
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

  /** Asks, and takes in what is answered; `anew` = those of another region go. A failure is written before it is thrown. */
  async #take(weekly: StoredImport, by: string, anew: boolean): Promise<Brought> {
    const tried = this.#options.now(), choice = this.#choice;
    try {
      const { country, region, lang } = weekly;
      const known = await this.#country(country, lang);
      const found = this.#read(() => wantedOf(region, known), [], lang);
      const { subdivisions, groups } = known.areas, today = this.#options.vacations.today();
      const name = [...subdivisions, ...groups].find(({ code }) => code === region)?.name ?? "";
      const done: StoredImport = { ...weekly, name, tried, done: tried, error: "" };
      return await this.#changes.take(async () => {
        if (this.#isLate(weekly, choice)) throw tooLate();
        const outcome = await this.#options.vacations.bring(found, {
          source: "service",
          by,
          gone: ({ source, lastDay }) => anew && source === "service" && lastDay >= today,
          with: [keptImport(done)],
        });
        this.#weekly = done;
        return outcome;
      });
    } catch (error) {
      // What never worked and never can is not tried again: a country or region that there is not.
      const isKept = error instanceof HolidayServiceFailed || weekly.done > 0 && isRefusal(error);
      if (isKept) {
        const failed = { ...weekly, tried, error: error.message };
        await this.#changes.take(async () =>
          void (this.#isLate(weekly, choice) || await this.#write(failed))
        );
      }
      throw error;
    }
  }

  /** Whether somebody chose something else than this since a choice. */
  #isLate(weekly: StoredImport, choice: WantedHolidays): boolean {
    return choice !== this.#choice && !isFor(weekly, this.#choice);
  }

  /** What the service says of a country. */
  #country(country: string, lang: string): Promise<KnownCountry> {
    return this.#keep(countryKey({ country, lang }), async () => {
      const first = dayNumber(this.#options.vacations.today())!, year = AHEAD / 86_400;
      const of = { countryIsoCode: country, languageIsoCode: lang };
      const days = { validFrom: dayText(first), validTo: dayText(first + year) };
      const [subdivisions, groups, holidays] = await Promise.all([
        this.#ask("Subdivisions", of),
        // Services that are older than school groups have none.
        askHolidays("Groups", of, this.#options),
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
    const answer = await askHolidays(path, query, this.#options);
    return answer ?? this.#fail("it has no such list");
  }

  /** Reads an answer; what cannot be used is a failure of the service. */
  #read<T>(
    read: (answer: readonly unknown[], lang: string) => T,
    answer: readonly unknown[],
    lang: string,
  ): T {
    try {
      return read(answer, lang);
    } catch (error) {
      if (error instanceof BadAnswer) return this.#fail(error.message);
      throw error;
    }
  }

  #fail(why: string): never {
    const { host } = new URL(this.#options.url());
    throw new HolidayServiceFailed(`The holiday service ${host} cannot be used now: ${why}`);
  }

  /** What was answered of late, or what is answered now; what fails is not kept. */
  #keep<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const now = this.#options.now(),
      whole = `${this.#options.url()} ${key}`,
      known = this.#kept.get(whole);
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

  #forgetCountry(wanted: WantedHolidays): void {
    this.#kept.delete(`${this.#options.url()} ${countryKey(wanted)}`);
  }

  async #write(weekly: StoredImport | undefined): Promise<void> {
    await this.#options.db.batch([keptImport(weekly)]);
    this.#weekly = weekly;
  }
}

function countryKey({ country, lang }: Omit<WantedHolidays, "region">): string {
  return `country ${country} ${lang}`;
}

function isFor(weekly: StoredImport, { country, region, lang }: WantedHolidays): boolean {
  return weekly.country === country && weekly.region === region && weekly.lang === lang;
}

function isRefusal(error: unknown): error is HolidayRefused | VacationRefused {
  return error instanceof HolidayRefused || error instanceof VacationRefused;
}

/** When an import is looked at again: a week after it went well, or some hours after it did not. */
function nextOf({ tried, done, error }: StoredImport): number {
  return error === "" ? done + EVERY : tried + AGAIN;
}
