/** Hours of a week as commands read and write them: `mon-fri 08:00-16:00, sat 22:00-06:00`. */
import type { ChosenService } from "../api/features/protection/services/routes.ts";
import { usageError } from "./command_error.ts";
import { clean } from "./terminal.ts";

type Hours = ChosenService["hours"];

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Parses the hours of an option; an absent option means no hours. Throws a usage error. */
export function parseHours(text: string | undefined, option = "--hours"): Hours {
  if (text === undefined || text.trim() === "") return [];
  const found: Hours = [];
  let days: readonly (typeof DAYS[number])[] = [];
  for (const part of text.toLowerCase().split(",").map((each) => each.trim())) {
    const [, named, from, to] = /^(?:([a-z-]+)(?: +|$))?(?:(\d\d:\d\d)-(\d\d:\d\d))?$/.exec(part) ??
      [];
    const more = named === undefined ? [] : daysOf(named);
    if (more === undefined || (named === undefined && from === undefined)) {
      throw wrong(text, option);
    }
    days = [...days, ...more];
    if (from === undefined) continue;
    if (days.length === 0) throw wrong(text, option);
    found.push({ days, from, to });
    days = [];
  }
  if (days.length > 0) throw wrong(text, option);
  return found;
}

/** The days of `mon` or `mon-fri`; also `sat-mon`. */
function daysOf(text: string): (typeof DAYS[number])[] | undefined {
  const [first, last = first, ...rest] = text.split("-").map((day) =>
    DAYS.findIndex((each) => each === day)
  );
  if (first < 0 || last < 0 || rest.length > 0) return undefined;
  return Array.from({ length: (last - first + 7) % 7 + 1 }, (_, at) => DAYS[(first + at) % 7]);
}

function wrong(text: string, option: string): Error {
  return usageError(
    `Bad value for ${option}, allowed is 'mon-fri 08:00-16:00, sat,sun 22:00-06:00': ${
      clean(text)
    }`,
  );
}

/** Hours as a text; "" = none. */
export function hoursText(hours: Hours): string {
  return hours.map(({ days, from, to }) => `${daysText(days)} ${from}-${to}`).join(", ");
}

function daysText(days: readonly string[]): string {
  const first = DAYS.findIndex((day) => day === days[0]);
  const isRun = days.length > 2 && days.every((day, at) => DAYS[first + at] === day);
  return isRun ? `${days[0]}-${days.at(-1)}` : days.join(",");
}
