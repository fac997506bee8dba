/**
 * Reads the vacations out of a calendar file (RFC 5545): events of whole days, and nothing else. The subset is small - unfolded lines,
 * VEVENT, DATE, a duration in days - and each event that is not taken has to be named with its line, so no library is used for it.
 * Events that repeat are refused, not worked out: school holidays never repeat on the same days, and dates are never made up.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { dayNumber, dayText } from "../../../../policy/model/calendar_day.ts";
import { vacationName } from "../vacations/service.ts";

/** Why an event is not taken. */
export const WHYS = [
  "no_start", // it does not say when it begins
  "time", // it begins or ends at a time of day, in whatever zone
  "bad_day", // the calendar has no such day
  "duration", // it lasts something else than whole days
  "reversed", // it ends before it begins
  "too_long", // more than a year
  "repeats", // it repeats
  "cancelled", // it says that it does not take place
  "over", // it was over long ago
  "unfinished", // the file ends in the middle of it
] as const;
/** A reason of `WHYS`. */
export type Why = (typeof WHYS)[number];

/** An event that is not taken. */
export interface RefusedEvent {
  /** The line at which it begins, from 1. */
  readonly line: number;
  readonly why: Why;
}

/** An event of whole days, `YYYY-MM-DD`; both days are in it. */
export interface CalendarEvent {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly name: string;
}

/** What a calendar file holds. */
export interface ReadCalendar {
  readonly events: readonly CalendarEvent[];
  readonly refused: readonly RefusedEvent[];
}

/** A property of an event: the text after its parameters, and those. */
interface Property {
  readonly parameters: string;
  readonly value: string;
}

/** Characters of an unfolded line that are looked at: no date and no name that is kept is longer. */
const LINE_MOST = 4096;
/** Properties of an event that are read. */
const READ = new Set(["DTSTART", "DTEND", "DURATION", "SUMMARY", "STATUS", "RRULE", "RDATE"]);

/** Reads a file; undefined = it is no calendar file. `today` = the day of now, from 1 January 1970. Never throws. */
export function readCalendar(text: string, today: number): ReadCalendar | undefined {
  const events: CalendarEvent[] = [], refused: RefusedEvent[] = [];
  /** The event that is being read, where it begins, and how many components it has open inside (such as an alarm). */
  let began = false, event: Map<string, Property> | undefined, line = 0, deeper = 0;
  for (const { number, content } of unfolded(text)) {
    const { name, ...property } = propertyOf(content);
    if (!began && content.trim() === "") continue;
    if (!began && (name !== "BEGIN" || property.value.trim().toUpperCase() !== "VCALENDAR")) {
      return undefined;
    }
    began = true;
    const component = property.value.trim().toUpperCase();
    if (name === "BEGIN" && component === "VEVENT") {
      // One that has no end is over where the next begins.
      if (event !== undefined) refused.push({ line, why: "unfinished" });
      event = new Map();
      line = number;
      deeper = 0;
    } else if (name === "BEGIN") deeper++;
    else if (name === "END" && component === "VEVENT" && event !== undefined) {
      const read = eventOf(event, today);
      if (typeof read === "string") refused.push({ line, why: read });
      else events.push(read);
      event = undefined;
    } else if (name === "END") deeper = Math.max(0, deeper - 1);
    else if (event !== undefined && deeper === 0 && READ.has(name) && !event.has(name)) {
      event.set(name, property);
    }
  }
  if (event !== undefined) refused.push({ line, why: "unfinished" });
  return began ? { events, refused } : undefined;
}

/** Lines put together again that were folded (RFC 5545 3.1), each with the number of its first; a BOM at the start is left out. */
function* unfolded(text: string): Generator<{ readonly number: number; readonly content: string }> {
  let number = 0, first = 1, content: string | undefined;
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at <= text.length;) {
    const end = lineEnd(text, at), piece = text.slice(at, Math.min(end, at + LINE_MOST));
    number++;
    if (content !== undefined && /^[ \t]/.test(piece)) {
      if (content.length < LINE_MOST) content += piece.slice(1);
    } else {
      if (content !== undefined) yield { number: first, content };
      content = piece;
      first = number;
    }
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  if (content !== undefined) yield { number: first, content };
}

/** Where the line that begins at a place ends: at CRLF, LF or CR, or with the text. */
function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

/** `DTSTART;VALUE=DATE:20261224` taken apart; a colon in a quoted parameter does not end the parameters. */
function propertyOf(content: string): Property & { readonly name: string } {
  let quoted = false, at = 0;
  for (; at < content.length && (quoted || content[at] !== ":"); at++) {
    if (content[at] === '"') quoted = !quoted;
  }
  const head = content.slice(0, at), split = head.indexOf(";");
  return {
    name: (split < 0 ? head : head.slice(0, split)).trim().toUpperCase(),
    parameters: split < 0 ? "" : head.slice(split).toUpperCase(),
    value: content.slice(at + 1),
  };
}

/** The event, or why it is not taken. */
function eventOf(properties: ReadonlyMap<string, Property>, today: number): CalendarEvent | Why {
  const start = properties.get("DTSTART"), { daysMost, daysShownAfter } = LIMITS.vacations;
  if (start === undefined) return "no_start";
  if (properties.get("STATUS")?.value.trim().toUpperCase() === "CANCELLED") return "cancelled";
  if (properties.has("RRULE") || properties.has("RDATE")) return "repeats";
  const first = dayIn(start);
  if (typeof first === "string") return first;
  const after = endOf(first, properties);
  if (typeof after === "string") return after;
  // Some write the day of an event of one day as its end too, though the end is not in it.
  const last = after === first ? first : after - 1;
  if (last < first) return "reversed";
  if (last - first >= daysMost) return "too_long";
  if (last < today - daysShownAfter) return "over";
  if (last > LAST_DAY) return "bad_day";
  const name = vacationName(unescaped(properties.get("SUMMARY")?.value ?? ""));
  return { firstDay: dayText(first), lastDay: dayText(last), name };
}

const LAST_DAY = dayNumber("9999-12-31")!;

/** The day after the last one: of DTEND, which is not in the event, or by its duration; one day when neither is said (3.6.1). */
function endOf(first: number, properties: ReadonlyMap<string, Property>): number | Why {
  const end = properties.get("DTEND"), duration = properties.get("DURATION");
  if (end !== undefined) return dayIn(end);
  if (duration === undefined) return first + 1;
  const days = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T0+[HMS])*$/i.exec(duration.value.trim());
  const count = days === null ? 0 : 7 * Number(days[1] ?? 0) + Number(days[2] ?? 0);
  return count === 0 ? "duration" : first + count;
}

function dayIn({ parameters, value }: Property): number | Why {
  const text = value.trim();
  if (/;VALUE=DATE-TIME(;|$)/.test(parameters) || /^\d{8}T/i.test(text)) return "time";
  const written = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return (written === null ? undefined : dayNumber(`${written[1]}-${written[2]}-${written[3]}`)) ??
    "bad_day";
}

/** A text as it was before it was escaped (3.3.11). */
function unescaped(text: string): string {
  return text.replace(
    /\\([\\;,nN])/g,
    (_, what: string) => what === "n" || what === "N" ? " " : what,
  );
}
