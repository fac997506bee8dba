/**
 * Parses the scenario lines about the time of children and teenagers (tests/scenarios/README.md)
 * into steps.
 */
import {
  type Mode,
  MODES,
  TIMED_CATEGORIES,
  type TimedCategory,
} from "../../policy/model/person_time.ts";
import { gridOf, WEEKDAYS, type WeekHours } from "../../policy/model/week.ts";

/**
 * A line about hours, extra time, cuts, homework, limits, vacations or always-permitted names.
 * Times are in milliseconds.
 */
export type HoursStep =
  | { readonly do: "zone"; readonly zone: string }
  /** "" = hours are turned off. */
  | { readonly do: "hours"; readonly person: string; readonly grid: string }
  /** 0 milliseconds = it ends; `after` = it begins this much later. */
  | {
    readonly do: "bonus" | "grant";
    readonly person: string;
    readonly after: number;
    readonly milliseconds: number;
  }
  | {
    readonly do: "mode";
    readonly person: string;
    readonly mode: Mode;
    readonly after: number;
    readonly milliseconds: number;
  }
  | {
    readonly do: "limited";
    readonly person: string;
    readonly categories: readonly TimedCategory[];
  }
  /**
   * For a person, or a device that several people share, until midnight; undefined = no limit is
   * reached any more.
   */
  | {
    readonly do: "reached";
    readonly scope: string;
    readonly category: TimedCategory | undefined;
    readonly after: number;
  }
  | { readonly do: "vacation"; readonly firstDay: string; readonly lastDay: string }
  | { readonly do: "permitted"; readonly names: readonly string[] }
  | { readonly do: "time"; readonly known: boolean };

/** The parsers of these lines by their first word; `readTime` reads `5m`. */
export function hoursReaders(
  readTime: (text: string) => number,
): Readonly<Record<string, (rest: string) => HoursStep>> {
  /** `NAME for TIME [after TIME]`, or `NAME end`. */
  const stretch = (rest: string) => {
    const [person, ...words] = rest.split(/\s+/);
    const time = (word: string) =>
      words.includes(word) ? readTime(words[words.indexOf(word) + 1]) : 0;
    if (words[0] !== "end" && time("for") === 0) {
      throw new SyntaxError("NAME for TIME, or NAME end, is missing");
    }
    return { person, after: time("after"), milliseconds: time("for") };
  };
  const mode = (mode: Mode) => (rest: string): HoursStep => ({
    do: "mode",
    mode,
    ...stretch(rest),
  });
  return {
    zone: (rest) => ({ do: "zone", zone: rest }),
    hours: readHours,
    bonus: (rest) => ({ do: "bonus", ...stretch(rest) }),
    grant: (rest) => ({ do: "grant", ...stretch(rest) }),
    ...Object.fromEntries(MODES.map((each) => [each, mode(each)])),
    limited: (rest) => {
      const [person, categories] = rest.split(/\s+/);
      return { do: "limited", person, categories: categories.split(",").map(categoryOf) };
    },
    reached: (rest) => {
      const [scope, category, word, time] = rest.split(/\s+/);
      const after = word === "after" ? readTime(time) : 0;
      return {
        do: "reached",
        scope,
        category: category === "end" ? undefined : categoryOf(category),
        after,
      };
    },
    vacation: (rest) => {
      const [firstDay, lastDay = firstDay] = rest.split(/\s+/);
      return { do: "vacation", firstDay, lastDay };
    },
    permitted: (rest) => ({ do: "permitted", names: rest === "" ? [] : rest.split(",") }),
    time: (rest) => ({ do: "time", known: rest === "known" }),
  };
}

function categoryOf(text: string): TimedCategory {
  const found = TIMED_CATEGORIES.find((each) => each === text);
  if (found === undefined) throw new SyntaxError(`no category whose time is limited: ${text}`);
  return found;
}

/** `NAME mon-fri 07:00-08:00,16:30-19:30 sat,sun 08:00-20:00`, `NAME never` or `NAME off`. */
function readHours(rest: string): HoursStep {
  const [person, ...words] = rest.split(/\s+/);
  const hours: WeekHours[] = [];
  if (words[0] === "off") return { do: "hours", person, grid: "" };
  for (let i = 0; i + 1 < words.length; i += 2) {
    const days = words[i].split(",").flatMap(daysOf);
    for (const each of words[i + 1].split(",")) {
      const [from, to] = each.split("-");
      hours.push({ days, from, to });
    }
  }
  const grid = gridOf(hours);
  if (grid === undefined || (hours.length === 0 && words[0] !== "never")) {
    throw new SyntaxError("NAME DAYS HOURS is missing");
  }
  return { do: "hours", person, grid };
}

function daysOf(text: string): WeekHours["days"] {
  const [first, last = first] = text.split("-").map((day) =>
    WEEKDAYS.findIndex((each) => each === day)
  );
  if (first < 0 || last < first) throw new SyntaxError(`no days: ${text}`);
  return WEEKDAYS.slice(first, last + 1);
}
