/**
 * The context passed to every part of a page: language and number formats, the current user, and
 * the result of the last action.
 */
import type { Language } from "../policy/catalogue/languages.ts";
import type { Principal } from "../api/http/principal.ts";
import type { Right } from "../api/http/rights.ts";
import { type Child, html } from "./html.ts";
import type { Plural, Text } from "./text/text.ts";
import { type TextKey, TEXTS } from "./text/list.ts";

/** Values inserted into a text. */
export type TextArguments = Readonly<Record<string, string | number>>;

/** Why a form was refused, with the submitted values except passwords. */
export interface FormFailure {
  readonly code: string;
  readonly error: string;
  /** Details of the refusal: errors by setting, or changes made by another user. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, string>>;
}

/** The context in which a page is rendered. */
export interface RenderContext {
  readonly language: Language;
  /** IANA name of the time zone of the household. */
  readonly zone: string;
  /** Unix milliseconds. */
  readonly now: number;
  readonly by: Principal;
  /** Path and query string of the page. */
  readonly address: string;
  /** Name of the box. */
  readonly box: string;
  readonly version: string;
  /** Why the submitted form was refused. */
  readonly failed?: FormFailure;
  /** The response to the submitted form, where a page shows it once (a new token). */
  readonly result?: unknown;
  /** The values of the form that led to the page, without passwords. */
  readonly values?: Readonly<Record<string, string>>;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const MONTH = 30.44 * DAY;
const YEAR = 365.25 * DAY;
/** The unit in which a time is shown, by its minimum number of seconds. */
const FAR = [
  [2 * YEAR, YEAR, "year"],
  [2 * MONTH, MONTH, "month"],
  [DAY, DAY, "day"],
  [HOUR, HOUR, "hour"],
  [0, MINUTE, "minute"],
] as const;
/** Units of durations: the minimum number of seconds, the seconds of the unit, and its name. */
const DURATION_UNITS: readonly (readonly [from: number, size: number, unit: string])[] = [
  [2 * DAY, DAY, "day"],
  [HOUR, HOUR, "hour"],
  [MINUTE, MINUTE, "minute"],
];

/** The last instant of a Date in milliseconds; a wrong clock may exceed it. */
const LAST_INSTANT = 8.64e15;

/** Unix seconds as milliseconds within the range of Date. */
function instantOf(seconds: number): number {
  const milliseconds = Number.isNaN(seconds) ? 0 : seconds * 1000;
  return Math.max(-LAST_INSTANT, Math.min(LAST_INSTANT, milliseconds));
}

/** A wording with a value in each place. */
export function filled(wording: string, given: Readonly<Record<string, Child>>): Child[] {
  return wording.split(/\{(\w+)\}/).map((part, at) => at % 2 === 0 ? part : given[part]);
}

/** A page being rendered: translates texts and formats numbers and times for the language. */
export class Ui {
  /** Labels of fields by name. */
  readonly #labels = new Map<string, string>();
  readonly context: RenderContext;

  constructor(shown: RenderContext) {
    this.context = shown;
  }

  /** A text with its values; numbers are formatted for the language. */
  t(key: TextKey, given: TextArguments = {}): string {
    return this.#wording(key, given).replace(/\{(\w+)\}/g, (whole, name) => {
      const value = given[name];
      if (value === undefined) return whole;
      return typeof value === "number" ? this.number(value) : value;
    });
  }

  /** A text into which markup is inserted. */
  tRich(key: TextKey, given: Readonly<Record<string, Child>>, count?: number): Child[] {
    const wording = this.#wording(key, count === undefined ? {} : { count });
    return filled(wording, count === undefined ? given : { ...given, count: this.number(count) });
  }

  /** `For whom: everyone`, with the space that French puts before the colon. */
  labelWithValue(label: string, value: string): string {
    return `${label}${this.context.language === "fr" ? "\u00a0" : ""}: ${value}`;
  }

  /** 1,234,567 */
  number(value: number, digits = 0): string {
    return this.#numbers({ maximumFractionDigits: digits }).format(value);
  }

  /** 1.2M, for places with little room. */
  compactNumber(value: number): string {
    return this.#numbers({ notation: "compact", maximumFractionDigits: 1 }).format(value);
  }

  /** A fraction of one as 12.3 %; tiny values as less than 0.1 %. */
  percent(share: number): string {
    const digits = share > 0 && share < 0.1 ? 1 : 0;
    const numbers = this.#numbers({ style: "percent", maximumFractionDigits: digits });
    return share > 0 && share < 0.0005 ? `<${numbers.format(0.001)}` : numbers.format(share);
  }

  /** Bytes as 12 MB; the number and its unit do not break across lines. */
  bytes(value: number): string {
    const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"];
    const size = Math.abs(value);
    const power = size >= 1000 ? Math.min(5, Math.floor(Math.log10(size) / 3)) : 0;
    const number = value / 1000 ** power;
    const digits = Math.abs(number) < 10 && power > 0 ? 1 : 0;
    return this.#numbers({ style: "unit", unit: units[power], maximumFractionDigits: digits })
      .format(number)
      .replaceAll(" ", "\u00a0");
  }

  /** Microseconds as 0.3 ms, 12 ms or 1.2 s. */
  latency(microseconds: number): string {
    const [value, unit] = microseconds < 1e6
      ? [microseconds / 1000, "millisecond"]
      : [microseconds / 1e6, "second"];
    return this.#numbers({ style: "unit", unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(
      value,
    )
      .replaceAll(" ", "\u00a0");
  }

  /** Seconds as 45 min, 3 h or 2 days, in the largest unit that fits. */
  duration(seconds: number): string {
    const [, size, unit] = DURATION_UNITS.find(([from]) => seconds >= from) ?? [0, 1, "second"];
    const style = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 } as const;
    return this.#numbers(style).format(Math.floor(seconds / size));
  }

  /**
   * Unix seconds as a time element: the time for today, otherwise with the date; the full timestamp
   * is in its title.
   */
  time(seconds: number): Child {
    if (seconds === 0) return html`<span class="muted">${this.t("frame.never")}</span>`;
    const at = instantOf(seconds);
    const day = this.#dates({ dateStyle: "short" });
    const same = day.format(at) === day.format(instantOf(this.context.now / 1000));
    const text = this.#dates(
      same ? { timeStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" },
    );
    return this.#instant(at, text.format(at));
  }

  /** Unix seconds as `3 minutes ago` or `in 2 days`. */
  relativeTime(seconds: number): Child {
    if (seconds === 0) return html`<span class="muted">${this.t("frame.never")}</span>`;
    const at = instantOf(seconds);
    const from = at / 1000 - Math.floor(this.context.now / 1000);
    const [, size, unit] = FAR.find(([least]) => Math.abs(from) >= least)!;
    const { language } = this.context;
    const style = kept(
      `r ${language}`,
      () => new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" }),
    );
    return this.#instant(at, style.format(Math.trunc(from / size), unit));
  }

  /** Unix seconds formatted in a style of Intl. */
  date(seconds: number, style: Intl.DateTimeFormatOptions): string {
    const dates = this.#dates(style);
    const at = instantOf(seconds);
    if (this.context.language !== "pt" || style.weekday !== "short") return dates.format(at);
    // Intl abbreviates Monday as "segunda" in Portugal; calendars write "seg".
    return dates.formatToParts(at).map(({ type, value }) =>
      type === "weekday" ? value.slice(0, 3) : value
    ).join("");
  }

  /** A range of Unix seconds in a style of Intl: `14:00 – 15:00`. */
  dateRange(from: number, to: number, style: Intl.DateTimeFormatOptions): string {
    return this.#dates(style).formatRange(instantOf(from), instantOf(to));
  }

  /** Offset of the household's time zone from UTC in seconds, at a time in Unix seconds. */
  zoneOffset(seconds: number): number {
    const { zone } = this.context;
    const style = { timeZone: zone, timeZoneName: "longOffset" } as const;
    const format = kept(`z ${zone}`, () => new Intl.DateTimeFormat("en", style));
    const [, sign, hours, minutes = "0"] =
      /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(instantOf(seconds))) ?? [];
    return sign === undefined
      ? 0
      : (sign === "-" ? -60 : 60) * (Number(hours) * 60 + Number(minutes));
  }

  /** `a, b and c` */
  list(items: readonly string[]): string {
    return new Intl.ListFormat(localeOf(this.context.language), { type: "conjunction" }).format(
      items,
    );
  }

  /** Whether the current user has a right. */
  may(right: Right): boolean {
    return this.context.by.kind === "socket" || this.context.by.rights.has(right);
  }

  /** Remembers the label of a field of this page; of several fields of a name, the first counts. */
  noteLabel(field: string, label: string): void {
    if (!this.#labels.has(field)) this.#labels.set(field, label);
  }

  /** The label of a field by its path in a request, such as `config.port`; undefined = no field. */
  labelOf(path: string): string | undefined {
    for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
      const label = this.#labels.get(at);
      if (label !== undefined) return label;
    }
    return undefined;
  }

  /** The value submitted in a refused form, otherwise the current value. */
  fieldValue(field: string, otherwise: string | number = ""): string {
    return this.context.failed?.values[field] ?? String(otherwise);
  }

  #wording(key: TextKey, given: TextArguments): string {
    const dot = key.indexOf(".");
    const area = TEXTS[key.slice(0, dot) as keyof typeof TEXTS];
    const { language } = this.context;
    const text = (area as Readonly<Record<string, Text>>)[key.slice(dot + 1)];
    const wording = text[language];
    if (typeof wording === "string") return wording;
    return (wording as Plural)[plurals(language).select(Number(given.count ?? 0))] ?? wording.other;
  }

  #instant(milliseconds: number, text: string): Child {
    const whole = this.#dates({ dateStyle: "full", timeStyle: "long" }).format(milliseconds);
    return html`<time datetime=${
      new Date(milliseconds).toISOString()
    } title=${whole}>${text}</time>`;
  }

  #numbers(style: Intl.NumberFormatOptions): Intl.NumberFormat {
    return kept(
      `n ${this.context.language} ${JSON.stringify(style)}`,
      () => new Intl.NumberFormat(localeOf(this.context.language), style),
    );
  }

  #dates(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const { language, zone } = this.context;
    return kept(`d ${language} ${zone} ${JSON.stringify(style)}`, () => {
      // All pages use the 24-hour clock of the input fields, also in English.
      return new Intl.DateTimeFormat(localeOf(language), {
        ...style,
        timeZone: zone,
        hourCycle: "h23",
      });
    });
  }
}

/** The Intl locale of the language: "pt" alone would not mean Portuguese of Portugal. */
export function localeOf(language: Language): string {
  return language === "pt" ? "pt-PT" : language;
}

function plurals(language: Language): Intl.PluralRules {
  return kept(`p ${language}`, () => new Intl.PluralRules(localeOf(language)));
}

/** Formatters are expensive to create. The cache has one per style, language and time zone used. */
const formatters = new Map<string, unknown>();

function kept<T>(key: string, make: () => T): T {
  let found = formatters.get(key) as T | undefined;
  if (found === undefined) {
    if (formatters.size > 500) formatters.clear();
    formatters.set(key, found = make());
  }
  return found;
}
