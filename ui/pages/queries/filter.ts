/**
 * The filter of the query log: read from the address of a page, written into addresses, and sent to
 * the API.
 */
import type { Values } from "../../page.ts";

/** Parameters of the query string that filter the log. */
export const FILTER_NAMES = [
  "name",
  "who",
  "client",
  "outcome",
  "reason",
  "type",
  "range",
  "from",
  "to",
] as const;
/** The name of a filter parameter. */
export type FilterName = (typeof FILTER_NAMES)[number];
/** The selected values; absent = everything. */
export type Filter = Readonly<Partial<Record<FilterName, string>>>;

/** The result of a query as shown to people. */
export const OUTCOMES = ["blocked", "allowed", "failed"] as const;
/** The time ranges offered with one tap. */
export const RANGES = ["hour", "day", "week"] as const;
/** Record types offered; an address may contain any. */
export const RECORD_TYPES = [
  "A",
  "AAAA",
  "HTTPS",
  "CNAME",
  "MX",
  "TXT",
  "SRV",
  "PTR",
  "NS",
  "SOA",
  "SVCB",
] as const;
/** Seconds of a range. */
const SECONDS: Readonly<Record<string, number>> = { hour: 3600, day: 86_400, week: 7 * 86_400 };

/** The filter in the query string of a page; invalid values are dropped. */
export function filterOf(query: Readonly<Record<string, string>>): Filter {
  const fields = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, query[name]?.trim()]).filter(([, value]) =>
      value !== undefined && value !== ""
    ),
  ) as Partial<Record<FilterName, string>>;
  if (!(OUTCOMES as readonly (string | undefined)[]).includes(fields.outcome)) {
    delete fields.outcome;
  }
  if (!(RANGES as readonly (string | undefined)[]).includes(fields.range)) delete fields.range;
  if (fields.type !== undefined && !/^[a-z0-9-]{1,20}$/i.test(fields.type)) delete fields.type;
  if (fields.name !== undefined) fields.name = fields.name.slice(0, 255);
  if (fields.client !== undefined) fields.client = fields.client.slice(0, 64);
  // A client outside the household is identified by its address.
  if (fields.who !== undefined && scopeOf(fields.who) === undefined) {
    fields.client = fields.who.slice(0, 64);
    delete fields.who;
  }
  if (fields.reason !== undefined) fields.reason = fields.reason.slice(0, 32);
  for (const side of ["from", "to"] as const) {
    // A range and a custom period exclude each other: the custom period is the more deliberate
    // choice.
    if (fields[side] !== undefined && plainTime(fields[side]) === undefined) delete fields[side];
    else if (fields[side] !== undefined) delete fields.range;
  }
  return fields;
}

/** Reads `device:3`, `person:2` or `group:1`; undefined = it is none of them. */
function scopeOf(text: string): { readonly [kind: string]: string } | undefined {
  const [, kind, id] = /^(device|person|group):(\d{1,15})$/.exec(text) ?? [];
  return kind === undefined ? undefined : { [kind]: id };
}

/** The address of a page with a filter and further parameters. */
export function withFilter(
  path: string,
  filter: Filter,
  more: Readonly<Record<string, string | number>> = {},
): string {
  const values = Object.entries({ ...filter, ...more }).map((
    [name, value],
  ) => [name, String(value)]);
  const text = new URLSearchParams(values).toString();
  return text === "" ? path : `${path}?${text}`;
}

/** A filter without some of its parameters. */
export function withoutFilters(filter: Filter, ...names: readonly FilterName[]): Filter {
  return Object.fromEntries(
    Object.entries(filter).filter(([name]) => !names.includes(name as FilterName)),
  );
}

/**
 * The API parameters of a filter; `now` in Unix milliseconds, `zone` the time zone of typed times.
 */
export function filterParameters(filter: Filter, now: number, zone: string): Values {
  const { name, who, client, outcome, reason, type, range, from, to } = filter;
  const since = range === undefined
    ? instant(from, zone, 0)
    : Math.floor(now / 1000) - SECONDS[range];
  const until = instant(to, zone, 60);
  const by = who === undefined ? {} : scopeOf(who);
  return { name, ...by, client, status: outcome, reason, type: type?.toUpperCase(), since, until };
}

/** Unix seconds of a typed local time; `more` seconds later. */
function instant(text: string | undefined, zone: string, more: number): number | undefined {
  const plain = text === undefined ? undefined : plainTime(text);
  if (plain === undefined) return undefined;
  return Math.max(0, Math.floor(plain.toZonedDateTime(zone).epochMilliseconds / 1000) + more);
}

function plainTime(text: string): Temporal.PlainDateTime | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/.test(text)) return undefined;
  try {
    return Temporal.PlainDateTime.from(text);
  } catch {
    return undefined;
  }
}
