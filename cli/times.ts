/** Parses and formats times for commands. */
import { LIMITS } from "../policy/limits.ts";
import { usageError } from "./command_error.ts";
import { clean, type Terminal } from "./terminal.ts";

const SECONDS: Readonly<Record<string, number>> = { s: 1, min: 60, m: 60, h: 3600, d: 86_400 };

/** Unix seconds of an age such as `2h` (--since); undefined = none given. Throws a usage error. */
export function parseSince(
  text: string | undefined,
  terminal: Pick<Terminal, "now">,
): number | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit] = /^(\d{1,11})(s|min|m|h|d)?$/.exec(text) ?? [];
  if (amount === undefined) {
    throw usageError(
      `Bad value for --since, allowed are 30s, 15min, 2h, 3d or Unix seconds: ${clean(text)}`,
    );
  }
  if (unit === undefined) return Number(amount);
  return Math.max(0, Math.floor(terminal.now() / 1000) - Number(amount) * SECONDS[unit]);
}

/**
 * Unix seconds of an end, given as a duration (`--for 2h`) or as a local time of the household
 * (`--until 2026-12-24T18:00`, `--until 18:00`); 0 = none given. `zone` is read only for a local time. Rejects with
 * a usage error.
 */
export async function parseEnd(
  options: Readonly<Record<string, string | undefined>>,
  terminal: Pick<Terminal, "now">,
  zone: () => Promise<string>,
): Promise<number> {
  const { for: duration, until } = options;
  if (duration !== undefined && until !== undefined) {
    throw usageError("Give --for or --until, not both");
  }
  if (duration !== undefined) {
    const [, amount, unit] = /^(\d{1,9})(s|min|m|h|d)$/.exec(duration) ?? [];
    const end = Math.floor(terminal.now() / 1000) + Number(amount) * SECONDS[unit];
    if (Number(amount) > 0 && end <= LIMITS.rules.endMost) return end;
    throw usageError(`Bad value for --for, allowed are 30s, 15min, 2h, 3d: ${clean(duration)}`);
  }
  if (until === undefined) return 0;
  const clock = /^([01]\d|2[0-3]):[0-5]\d$/.exec(until);
  if (clock !== null) return nextClock(until, Math.floor(terminal.now() / 1000), await zone());
  const local = utcOf(until);
  const end = Number.isNaN(local) ? numberOf(until) : instantOf(local, await zone());
  if (end > 0 && end <= LIMITS.rules.endMost) return end;
  throw usageError(
    `Bad value for --until, allowed are 18:00, 2026-12-24, 2026-12-24T18:00 or Unix seconds: ${
      clean(until)
    }`,
  );
}

/** Unix seconds at which clocks of a zone show a time such as `07:00` next. */
function nextClock(time: string, now: number, zone: string): number {
  const today = timeText(now, zone).slice(0, 10);
  const tomorrow = timeText(now + 86_400, zone).slice(0, 10);
  const [first, second] = [today, tomorrow].map((day) => instantOf(utcOf(`${day}T${time}`), zone));
  return first > now ? first : second;
}

function numberOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

/** Unix seconds of a date or time as if it were UTC; NaN if it is invalid. */
function utcOf(text: string): number {
  const [, day, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ??
    [];
  return day === undefined ? NaN : Math.floor(Date.parse(`${day}T${time}Z`) / 1000);
}

/**
 * Unix seconds at which clocks of a zone show a time, given as if it were UTC. A time that a clock
 * change skips is moved by the change; of a time that comes twice, one is taken.
 */
function instantOf(local: number, zone: string): number {
  const ahead = (at: number) => utcOf(timeText(at, zone)) - at;
  return local - ahead(local - ahead(local));
}

/**
 * Unix seconds as `2026-11-21 17:05:09` in the household's time zone (householdZone in
 * cli/household.ts); "" = the machine's, since the household's cannot be read.
 */
export function timeText(time: number, zone: string): string {
  const at = new Date(time * 1000);
  if (zone !== "" && !Number.isNaN(at.getTime())) return clockOf(zone).format(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Makes the format of a zone once: making one takes longer than printing a line. */
function clockOf(zone: string): Intl.DateTimeFormat {
  if (clock?.zone !== zone) {
    // The Swedish locale uses this format.
    const options = { timeZone: zone, dateStyle: "short", timeStyle: "medium" } as const;
    clock = { zone, format: new Intl.DateTimeFormat("sv-SE", options) };
  }
  return clock.format;
}

let clock: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined;

/** The number of entries to fetch (--limit). Throws a usage error. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw usageError(`Bad value for --limit, allowed is a number from 1 to 1000: ${clean(text)}`);
  }
  return limit;
}
