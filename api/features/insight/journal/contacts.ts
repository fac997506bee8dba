/**
 * The names that a device contacted, with the first and the last time, within bounds of time and of
 * distinct names; the result says how far it reaches.
 */
import type { Database } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import {
  allInOne,
  namedTallies,
  PASSED_CONDITION,
  type PieceBounds,
  readPieces,
} from "./pieces.ts";
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

/** Bounds of a page. Pieces are those of the device: 20,000 entries take some 50 ms. */
export const CONTACT_BOUNDS: PieceBounds = { budget: 1500, names: 20_000, piece: 20_000 };

const COUNT = "select json_group_array(json_array(name, first, last, count, answer)) as found " +
  "from (select +name as name, min(time) as first, max(time) as last, count(*) as count, " +
  "max(answer) as answer from queries where device = ? and id >= ? and id < ? and +name > 0 " +
  `and ${PASSED_CONDITION} and rcode = 0 group by +name)`;
/** The first entry of a piece that ends at another; the index of devices has it. */
const START =
  "select id from queries where device = ? and id < ? order by id desc limit 1 offset ?";
const OLDEST =
  "select min(time) as time from (select time from queries where device = ? and id >= ? " +
  "order by id limit 1)";

type Tally = Omit<Contact, "name">;
/** A row of `COUNT`. */
type Counted = readonly [
  name: number,
  first: number,
  last: number,
  count: number,
  answer: string | null,
];

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
  const startOf = async (to: number) => {
    const [row] = await database.all(START, [device, to, bounds.piece - 1]);
    return row === undefined ? range.from : Number(row.id);
  };
  const reached = await readPieces(range, bounds, now, async ({ from, to }) => {
    const rows = await allInOne<Counted>(database, COUNT, [device, from, to]);
    const added = rows.filter(([name]) => !tallies.has(name)).length;
    // A part of a piece would make names look new that are not.
    if (tallies.size > 0 && tallies.size + added > bounds.names) return false;
    for (const row of rows) {
      const [id] = row;
      const known = tallies.get(id);
      if (known === undefined && tallies.size >= bounds.names) isCut = true;
      else tallies.set(id, merged(known, row));
    }
    return true;
  }, startOf);
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
function merged(known: Tally | undefined, [, first, last, count, answer]: Counted): Tally {
  if (known === undefined) return { first, last, count, answer: answer ?? "" };
  return {
    first,
    last: Math.max(known.last, last),
    count: known.count + count,
    answer: known.answer === "" ? answer ?? "" : known.answer,
  };
}
