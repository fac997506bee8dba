/**
 * Reads the vacations in a calendar file (RFC 5545): only events of whole days. The subset is
 * small (unfolded lines, VEVENT, DATE, a duration in days), and each refused event has to be
 * reported with its line. Therefore no library is used.
 *
 * Recurring events are refused, not expanded: school holidays never recur on the same days, and
 * dates are never invented.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { dayNumber, dayText } from "../../../../policy/model/calendar_day.ts";
import { vacationName } from "../vacations/service.ts";

/** Why an event is refused. */
export const WHYS = [
  // It has no start.
  "no_start",
  // It starts or ends at a time of day, in any zone.
  "time",
  // The calendar has no such day.
  "bad_day",
  // Its duration is not a number of whole days.
  "duration",
  // It ends before it starts.
  "reversed",
  // It is longer than a year.
  "too_long",
  // It recurs.
  "repeats",
  // It is cancelled.
  "cancelled",
  // It ended long ago.
  "over",
  // The file ends inside it.
  "unfinished",
] as const;
/** A reason of `WHYS`. */
export type EventReason = (typeof WHYS)[number];

/** An event that is refused. */
export interface RefusedEvent {
  /** The line at which it begins, counted from 1. */
  readonly line: number;
  readonly why: EventReason;
}

/** An event of whole days, `YYYY-MM-DD`; both days are inclusive. */
export interface CalendarEvent {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly name: string;
}

/** The content of a calendar file. */
export interface CalendarContents {
  readonly events: readonly CalendarEvent[];
  readonly refused: readonly RefusedEvent[];
}

/** A property of an event: its parameters and the text after them. */
interface Property {
  readonly parameters: string;
  readonly value: string;
}

/** Maximum characters read of an unfolded line: no date and no stored name is longer. */
const LINE_MOST = 4096;
/** Properties of an event that are read. */
const READ = new Set(["DTSTART", "DTEND", "DURATION", "SUMMARY", "STATUS", "RRULE", "RDATE"]);

/**
 * Reads a file; undefined = not a calendar file. `today` = the current day, counted from 1
 * January 1970. Never throws.
 */
export function readCalendar(text: string, today: number): CalendarContents | undefined {
  const events: CalendarEvent[] = [];
  const refused: RefusedEvent[] = [];
  /**
   * The current event, its first line, and the number of open components inside it (such as an
   * alarm).
   */
  let began = false;
  let event: Map<string, Property> | undefined;
  let line = 0;
  let deeper = 0;
  for (const { number, content } of unfolded(text)) {
    const { name, ...property } = propertyOf(content);
    if (!began && content.trim() === "") continue;
    if (!began && (name !== "BEGIN" || property.value.trim().toUpperCase() !== "VCALENDAR")) {
      return undefined;
    }
    began = true;
    const component = property.value.trim().toUpperCase();
    if (name === "BEGIN" && component === "VEVENT") {
      // An event without an end is over where the next one begins.
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

/**
 * Unfolds lines (RFC 5545 3.1) and yields each with the number of its first line; a BOM at the
 * start is skipped.
 */
function* unfolded(text: string): Generator<{ readonly number: number; readonly content: string }> {
  let number = 0;
  let first = 1;
  let content: string | undefined;
  for (let at = text.startsWith("\ufeff") ? 1 : 0; at <= text.length;) {
    const end = lineEnd(text, at);
    const piece = text.slice(at, Math.min(end, at + LINE_MOST));
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

/** The end of the line that begins at `from`: at CRLF, LF or CR, or at the end of the text. */
function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

/**
 * Parses a line such as `DTSTART;VALUE=DATE:20261224`; a colon in a quoted parameter does not end
 * the parameters.
 */
function propertyOf(content: string): Property & { readonly name: string } {
  let quoted = false;
  let at = 0;
  for (; at < content.length && (quoted || content[at] !== ":"); at++) {
    if (content[at] === '"') quoted = !quoted;
  }
  const head = content.slice(0, at);
  const split = head.indexOf(";");
  return {
    name: (split < 0 ? head : head.slice(0, split)).trim().toUpperCase(),
    parameters: split < 0 ? "" : head.slice(split).toUpperCase(),
    value: content.slice(at + 1),
  };
}

/** The event, or why it is refused. */
function eventOf(
  properties: ReadonlyMap<string, Property>,
  today: number,
): CalendarEvent | EventReason {
  const start = properties.get("DTSTART");
  const { daysMost, daysShownAfter } = LIMITS.vacations;
  if (start === undefined) return "no_start";
  if (properties.get("STATUS")?.value.trim().toUpperCase() === "CANCELLED") return "cancelled";
  if (properties.has("RRULE") || properties.has("RDATE")) return "repeats";
  const first = dayIn(start);
  if (typeof first === "string") return first;
  const after = endOf(first, properties);
  if (typeof after === "string") return after;
  // Some programs write the day of a one-day event as its end too, although the end is exclusive.
  const last = after === first ? first : after - 1;
  if (last < first) return "reversed";
  if (last - first >= daysMost) return "too_long";
  if (last < today - daysShownAfter) return "over";
  if (last > LAST_DAY) return "bad_day";
  const name = vacationName(unescaped(properties.get("SUMMARY")?.value ?? ""));
  return { firstDay: dayText(first), lastDay: dayText(last), name };
}

const LAST_DAY = dayNumber("9999-12-31")!;

/**
 * The day after the last one: DTEND, which is exclusive, or computed from the duration; one day
 * when both are absent (3.6.1).
 */
function endOf(first: number, properties: ReadonlyMap<string, Property>): number | EventReason {
  const end = properties.get("DTEND");
  const duration = properties.get("DURATION");
  if (end !== undefined) return dayIn(end);
  if (duration === undefined) return first + 1;
  const days = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T0+[HMS])*$/i.exec(duration.value.trim());
  const count = days === null ? 0 : 7 * Number(days[1] ?? 0) + Number(days[2] ?? 0);
  return count === 0 ? "duration" : first + count;
}

function dayIn({ parameters, value }: Property): number | EventReason {
  const text = value.trim();
  if (/;VALUE=DATE-TIME(;|$)/.test(parameters) || /^\d{8}T/i.test(text)) return "time";
  const written = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return (written === null ? undefined : dayNumber(`${written[1]}-${written[2]}-${written[3]}`)) ??
    "bad_day";
}

/** A text with its escapes removed (3.3.11). */
function unescaped(text: string): string {
  return text.replace(
    /\\([\\;,nN])/g,
    (_, what: string) => what === "n" || what === "N" ? " " : what,
  );
}
