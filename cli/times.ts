/** Parses and formats times for commands. */
import { LIMITS } from "../policy/limits.ts";
import { usageError } from "./command_error.ts";
import { clean, type Terminal } from "./terminal.ts";

const SECONDS: Readonly<Record<string, number>> = { s: 1, min: 60, m: 60, h: 3600, d: 86_400 };

/** Unix seconds of an age such as `2h` (--since); undefined = none given. Throws a usage error. */
export function sinceOf(
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
 * Unix seconds of an end, given as a duration (`--for 2h`) or as a local time of the machine
 * (`--until 2026-12-24T18:00`); 0 = none given. Throws a usage error.
 */
export function endOf(
  options: Readonly<Record<string, string | undefined>>,
  terminal: Pick<Terminal, "now">,
): number {
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
  const end = /^\d+$/.test(until) ? Number(until) : secondsOf(until);
  if (end > 0 && end <= LIMITS.rules.endMost) return end;
  throw usageError(
    `Bad value for --until, allowed are 2026-12-24, 2026-12-24T18:00 or Unix seconds: ${
      clean(until)
    }`,
  );
}

/** Unix seconds of a date or time in the machine's time zone; NaN if it is invalid. */
function secondsOf(text: string): number {
  const [, day, time = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ??
    [];
  return day === undefined ? NaN : Math.floor(Date.parse(`${day}T${time}`) / 1000);
}

/** Unix seconds as `2026-11-21 17:05:09` in a time zone; "" = the machine's time zone. */
export function timeText(time: number, zone = ""): string {
  // The Swedish locale uses this format.
  if (zone !== "") return new Date(time * 1000).toLocaleString("sv-SE", { timeZone: zone });
  const at = new Date(time * 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** The number of entries to fetch (--limit). Throws a usage error. */
export function limitOf(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw usageError(`Bad value for --limit, allowed is a number from 1 to 1000: ${clean(text)}`);
  }
  return limit;
}
