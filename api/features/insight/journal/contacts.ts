/**
 * The names that a device contacted, with the first and the last time. Rows are read in pieces,
 * newest first, within bounds of time and of distinct names; the result says how far it reaches.
 */
import type { Database } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { rangeOf } from "./search.ts";
import { STATUSES } from "./rows.ts";

/** A name that a device contacted: it was answered, from the Internet or from the cache. */
export interface Contact {
  readonly name: string;
  /** Unix milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** The records of one of its answers (`CNAME a.example, 192.0.2.1`); "" = none with an address. */
  readonly answer: string;
}

/** The contacts of a device. */
export interface Contacts {
  readonly names: readonly Contact[];
  /** Unix milliseconds of the oldest entry that was read; 0 = there is none. */
  readonly since: number;
  /** Whether the whole journal of the device was read. */
  readonly complete: boolean;
}

/** Bounds of reading. */
export interface ContactBounds {
  /** Milliseconds after which reading ends. */
  readonly budget: number;
  /** Distinct names that are kept. */
  readonly names: number;
  /** Entry numbers per piece, those of all devices: the database is busy for the duration of one. */
  readonly piece: number;
}

/** Bounds of a page. */
export const CONTACT_BOUNDS: ContactBounds = { budget: 1500, names: 20_000, piece: 200_000 };

/** Statuses of a contact: a blocked name was not contacted. */
const CONTACTED = ["answered", "cached", "stale"].map((status) =>
  STATUSES.indexOf(status as (typeof STATUSES)[number])
);

const COUNT = "select +name as name, min(time) as first, max(time) as last, count(*) as count, " +
  "max(answer) as answer from queries where device = ? and id >= ? and id < ? and +name > 0 " +
  `and status in (${CONTACTED.join(", ")}) and rcode = 0 group by +name`;
const OLDEST =
  "select min(time) as time from (select time from queries where device = ? and id >= ? " +
  "order by id limit 1)";
const NAMED = "select id, name from names where id in (select value from json_each(?))";
const AT_ONCE = 5000;

type Tally = Omit<Contact, "name">;

/** Reads the contacts of a device; `now` gives Unix milliseconds. */
export async function readContacts(
  database: Database,
  device: number,
  now: Runtime["now"],
  bounds: ContactBounds = CONTACT_BOUNDS,
): Promise<Contacts> {
  const range = await rangeOf(database, {});
  if (range === undefined) return { names: [], since: 0, complete: true };
  const end = now() + bounds.budget;
  const tallies = new Map<number, Tally>();
  let complete = true;
  let to = range.to;
  while (to > range.from) {
    if (to < range.to && now() >= end) {
      complete = false;
      break;
    }
    const from = Math.max(range.from, to - bounds.piece);
    const rows = await database.all(COUNT, [device, from, to]);
    const added = rows.filter(({ name }) => !tallies.has(Number(name))).length;
    // A part of a piece would make names look new that are not.
    if (tallies.size > 0 && tallies.size + added > bounds.names) {
      complete = false;
      break;
    }
    for (const row of rows) {
      const id = Number(row.name);
      const known = tallies.get(id);
      if (known === undefined && tallies.size >= bounds.names) complete = false;
      else tallies.set(id, merged(known, row));
    }
    to = from;
  }
  const [{ time }] = await database.all(OLDEST, [device, to]);
  // Entries are out of order where the clock was set back.
  const firsts = tallies.values().map(({ first }) => first);
  const since = firsts.reduce((a, b) => Math.min(a, b), Number(time ?? 0));
  return { names: await named(database, tallies), since, complete };
}

/** Adds a piece to what newer pieces told. */
function merged(known: Tally | undefined, row: Readonly<Record<string, unknown>>): Tally {
  const { answer = "", count = 0, last = 0 } = known ?? {};
  return {
    first: Number(row.first),
    last: Math.max(last, Number(row.last)),
    count: count + Number(row.count),
    answer: answer === "" ? String(row.answer ?? "") : answer,
  };
}

async function named(
  database: Database,
  tallies: ReadonlyMap<number, Tally>,
): Promise<readonly Contact[]> {
  const ids = [...tallies.keys()];
  const contacts: Contact[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const row of await database.all(NAMED, [JSON.stringify(ids.slice(at, at + AT_ONCE))])) {
      contacts.push({ name: String(row.name), ...tallies.get(Number(row.id))! });
    }
  }
  return contacts;
}
