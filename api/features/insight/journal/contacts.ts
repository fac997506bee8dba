/**
 * The names that a device contacted, with the first and the last time, within bounds of time and of
 * distinct names; the result says how far it reaches.
 */
import type { Database } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { namedTallies, PASSED_CONDITION, type PieceBounds, readPieces } from "./pieces.ts";
import { rangeOf } from "./search.ts";

/** A name that a device contacted: it was answered, from the Internet or from the cache. */
export interface Contact {
  readonly name: string;
  /** Unix milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** The records of one of its answers (`CNAME a.example, 192.0.2.1`); "" = no answer had any. */
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

/** Bounds of a page. */
export const CONTACT_BOUNDS: PieceBounds = { budget: 1500, names: 20_000, piece: 200_000 };

const COUNT = "select +name as name, min(time) as first, max(time) as last, count(*) as count, " +
  "max(answer) as answer from queries where device = ? and id >= ? and id < ? and +name > 0 " +
  `and ${PASSED_CONDITION} and rcode = 0 group by +name`;
const OLDEST =
  "select min(time) as time from (select time from queries where device = ? and id >= ? " +
  "order by id limit 1)";

type Tally = Omit<Contact, "name">;

/** Reads the contacts of a device; `now` gives Unix milliseconds. */
export async function readContacts(
  database: Database,
  device: number,
  now: Runtime["now"],
  bounds: PieceBounds = CONTACT_BOUNDS,
): Promise<Contacts> {
  const range = await rangeOf(database, {});
  if (range === undefined) return { names: [], since: 0, complete: true };
  const tallies = new Map<number, Tally>();
  let isCut = false;
  const reached = await readPieces(range, bounds, now, async ({ from, to }) => {
    const rows = await database.all(COUNT, [device, from, to]);
    const added = rows.filter(({ name }) => !tallies.has(Number(name))).length;
    // A part of a piece would make names look new that are not.
    if (tallies.size > 0 && tallies.size + added > bounds.names) return false;
    for (const row of rows) {
      const id = Number(row.name);
      const known = tallies.get(id);
      if (known === undefined && tallies.size >= bounds.names) isCut = true;
      else tallies.set(id, merged(known, row));
    }
    return true;
  });
  const [{ time }] = await database.all(OLDEST, [device, reached]);
  // Entries are out of order where the clock was set back.
  const firsts = tallies.values().map(({ first }) => first);
  const since = firsts.reduce((a, b) => Math.min(a, b), Number(time ?? 0));
  const names: Contact[] = [];
  for await (const [name, tally] of namedTallies(database, tallies)) {
    names.push({ name, ...tally });
  }
  return { names, since, complete: !isCut && reached === range.from };
}

/** Adds a row of a piece to the tally of newer pieces. */
function merged(known: Tally | undefined, row: Readonly<Record<string, unknown>>): Tally {
  const { answer = "", count = 0, last = 0 } = known ?? {};
  return {
    first: Number(row.first),
    last: Math.max(last, Number(row.last)),
    count: count + Number(row.count),
    answer: answer === "" ? String(row.answer ?? "") : answer,
  };
}
