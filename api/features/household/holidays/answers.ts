/**
 * Parses the responses of an OpenHolidays service. A malformed response is refused as a whole, so
 * that no date is invented (A 4.2).
 *
 * Countries have `isoCode` and `name` or `names`. Subdivisions are a tree of `children`. Groups
 * (zones of school holidays) name subdivisions. A holiday has `startDate`, `endDate` and `type`,
 * and is `nationwide` or applies to `subdivisions` and `groups`.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { dayNumber } from "../../../../policy/model/calendar_day.ts";
import { vacationName } from "../vacations/service.ts";

/** The response cannot be used; the message says why. */
export class BadAnswerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BadAnswerError";
  }
}

/** A country or a region by its code, `FR` or `FR-ZA`. */
export interface Place {
  readonly code: string;
  readonly name: string;
}

/** A subdivision or a group, with the codes of its enclosing areas. */
export interface Area extends Place {
  /** Codes of the areas that contain it, its own first. */
  readonly within: readonly string[];
  /**
   * Of a group: the codes of its subdivisions. Of a subdivision: the codes of its groups, as far
   * as the response names them.
   */
  readonly linked: readonly string[];
}

/** A school holiday. */
export interface SchoolHoliday {
  readonly id: string;
  /** `YYYY-MM-DD`, like `lastDay`; both days are inclusive. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly name: string;
  readonly nationwide: boolean;
  /**
   * Why its days cannot be used, "" = they can. It matters only for a holiday of the selected
   * region; errors in others are ignored.
   */
  readonly wrong: string;
  /** Codes of the subdivisions and groups that it applies to. */
  readonly subdivisions: readonly string[];
  readonly groups: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const CODE = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/;
const ID = /^[\w-]{8,64}$/;
/**
 * Maximum number of entries in a response, of regions per country and of regions named by one
 * region, and maximum nesting of subdivisions.
 */
const MOST = 20_000;
const AREAS_MOST = 3000;
const NAMED_MOST = 1000;
const DEEPEST = 6;

/** Parses the response as a list. */
export function listOf(text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    const other = text.trim() === "" ? "nothing" : "something else";
    const what = /^\s*</.test(text) ? "a web page" : other;
    throw new BadAnswerError(`it answered ${what} in place of a list of holidays`);
  }
  if (!Array.isArray(value)) {
    throw new BadAnswerError("it answered something else in place of a list of holidays");
  }
  if (value.length > MOST) {
    throw new BadAnswerError(`it answered ${value.length} entries, more than ${MOST}`);
  }
  return value;
}

/** The countries, by name. */
export function countriesOf(answer: readonly unknown[], lang: string): Place[] {
  const countries = answer.map((each): Place => {
    const { isoCode, name, names } = fieldsOf(each);
    const code = codeOf(isoCode);
    return { code, name: textOf(name ?? names, lang) || code };
  });
  return sortedByName(countries, lang);
}

/** Subdivisions or groups, each followed by all areas within it, in response order. */
export function areasOf(answer: readonly unknown[], lang: string): Area[] {
  const areas: Area[] = [];
  const read = (each: unknown, above: readonly string[]) => {
    const { code, name, shortName, children, subdivisions, groups } = fieldsOf(each);
    const own = codeOf(code);
    if (areas.length >= AREAS_MOST || above.length >= DEEPEST) {
      throw new BadAnswerError("it answered too many regions");
    }
    const linked = [...referencesOf(subdivisions), ...referencesOf(groups)];
    areas.push({
      code: own,
      name: textOf(name, lang) || plain(shortName) || own,
      within: [own, ...above],
      linked,
    });
    listIn(children).forEach((child) => read(child, [own, ...above]));
  };
  answer.forEach((each) => read(each, []));
  return areas;
}

/** The school holidays. First and last days of school and half days are not holidays. */
export function holidaysOf(answer: readonly unknown[], lang: string): SchoolHoliday[] {
  return answer.flatMap((each) => {
    const { id, startDate, endDate, type, name, nationwide, temporalScope, subdivisions, groups } =
      fieldsOf(each);
    if (type !== undefined && type !== "School" || temporalScope === "HalfDay") return [];
    const firstDay = plain(startDate);
    const lastDay = plain(endDate);
    return [{
      id: ID.test(plain(id)) ? plain(id) : "",
      firstDay,
      lastDay,
      name: vacationName(textOf(name, lang)),
      nationwide: nationwide === true,
      wrong: wrongIn(firstDay, lastDay),
      subdivisions: referencesOf(subdivisions),
      groups: referencesOf(groups),
    }];
  });
}

/** Why the days cannot be a holiday; "" = they can. */
function wrongIn(firstDay: string, lastDay: string): string {
  const first = dayNumber(firstDay);
  const last = dayNumber(lastDay);
  if (first === undefined || last === undefined) {
    return `it answered a day that the calendar has not: ${
      first === undefined ? firstDay : lastDay
    }`;
  }
  if (first > last) {
    return `it answered a holiday that ends before it begins: ${firstDay} to ${lastDay}`;
  }
  if (last - first < LIMITS.vacations.daysMost) return "";
  return `it answered a holiday of more than a year: ${firstDay} to ${lastDay}`;
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BadAnswerError("it answered an entry that is none");
  }
  return value as Fields;
}

function codeOf(value: unknown): string {
  if (typeof value !== "string" || !CODE.test(value)) {
    throw new BadAnswerError("it answered a code that is none");
  }
  return value.toUpperCase();
}

/** A list that may be absent. */
function listIn(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    throw new BadAnswerError("it answered something else in place of a list");
  }
  return value;
}

function referencesOf(value: unknown): string[] {
  const codes = listIn(value).map((each) => codeOf(fieldsOf(each).code));
  if (codes.length > NAMED_MOST) throw new BadAnswerError("it answered too many regions");
  return codes;
}

function plain(value: unknown): string {
  return typeof value === "string" ? vacationName(value) : "";
}

/** The text in a language, otherwise in English, otherwise the first. */
function textOf(value: unknown, lang: string): string {
  if (typeof value === "string") return vacationName(value);
  if (!Array.isArray(value)) return "";
  const texts = value.slice(0, 50).flatMap((each) => {
    const { language, text } = typeof each === "object" && each !== null ? each as Fields : {};
    return typeof text === "string"
      ? [{ language: plain(language).toLowerCase(), text: vacationName(text) }]
      : [];
  });
  const wanted = [lang.toLowerCase(), "en"].flatMap((each) =>
    texts.filter(({ language }) => language === each)
  );
  return [...wanted, ...texts].find(({ text }) => text !== "")?.text ?? "";
}

/** Places by name, as the language sorts them. */
export function sortedByName<P extends Place>(places: readonly P[], lang: string): P[] {
  const order = new Intl.Collator(lang, { numeric: true });
  return [...places].sort((a, b) => order.compare(a.name, b.name) || (a.code < b.code ? -1 : 1));
}
