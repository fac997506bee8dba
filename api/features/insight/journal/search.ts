/**
 * Searches the journal, newest first, in bounded time. Rows are read in pieces until the page is
 * full or the time is over; the result says where the next page continues. Rare values are found
 * by an index: names, reasons, and the entry numbers of each hour. Devices have an index too.
 */
import type { Database, SqlValue } from "../../../store/database.ts";
import { nameText } from "./name_text.ts";
import { entryOf, type JournalEntry, type JournalFilter, statusCondition } from "./rows.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** A page; without `next` there are no older entries. */
export interface JournalPage {
  readonly entries: JournalEntry[];
  readonly next?: number;
}

/** Milliseconds after which an incomplete page is returned, and target duration of one piece. */
const BUDGET = 100;
const PIECE = 25;
/**
 * Rows of the first piece; number of names beyond which a text is compared row by row; number of
 * rows up to which a name index is faster.
 */
const FIRST_PIECE = 20_000;
const MOST_NAMES = 20_000;
const FEW_ROWS = 20_000;
/** Number of devices beyond which their index is not used. */
const MOST_BY_INDEX = 200;
const HOUR = 3_600_000;

/** A range of entry numbers; the end is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

interface Conditions {
  readonly sql: string;
  readonly args: readonly SqlValue[];
}

/** Reads a page before `cursor`; `now` gives Unix milliseconds. */
export async function searchPage(
  database: Database,
  filter: JournalFilter,
  limit: number,
  cursor: number,
  now: Runtime["now"],
): Promise<JournalPage> {
  const start = now();
  const range = await rangeOf(database, filter, cursor);
  if (range === undefined || filter.devices?.length === 0) return { entries: [] };
  const [names, others] = [
    await nameCondition(database, filter.name, range),
    await otherConditions(database, filter),
  ];
  if (names === undefined || others === undefined) return { entries: [] };
  const devices = deviceCondition(filter.devices, names.few === true);
  const all = [others, devices, names, exceptCondition(filter.except)];
  // Cheap comparisons come first.
  const sql = all.map(({ sql }) => sql).join(" and ");
  const args = all.flatMap(({ args }) => args);
  const entries: JournalEntry[] = [];
  let size = names.few === true ? Infinity : FIRST_PIECE;
  let before = now();
  for (let to = range.to; to > range.from;) {
    const from = Math.max(range.from, to - size);
    entries.push(...await readPiece(database, { sql, args }, { from, to }, limit - entries.length));
    if (entries.length >= limit) return { entries, next: entries[limit - 1].id };
    const after = now();
    const took = after - before;
    if (from > range.from && after - start >= BUDGET) return { entries, next: from };
    if (took < PIECE) size *= 2;
    else if (took > 2 * PIECE) size = Math.max(FIRST_PIECE, size / 2);
    [to, before] = [from, after];
  }
  return { entries };
}

/** The entry numbers of a period, as far as the journal reaches; undefined = none. */
export async function rangeOf(
  database: Database,
  { since = 0, until = 1e12 }: { readonly since?: number; readonly until?: number },
  cursor = Number.MAX_SAFE_INTEGER,
): Promise<Range | undefined> {
  const sql =
    "select min(first) as first, max(last) as last from hours where hour >= ? and hour <= ?";
  const hour = (seconds: number) => Math.floor(seconds * 1000 / HOUR);
  const [{ first, last }] = await database.all(sql, [hour(since), hour(until)]);
  const to = Math.min(cursor, Number(last) + 1);
  return first === null || to <= Number(first) ? undefined : { from: Number(first), to };
}

/** The condition on the name; `few` = an index returns few rows. Undefined = no name matches. */
async function nameCondition(
  database: Database,
  typed: string | undefined,
  { from, to }: Range,
): Promise<(Conditions & { few?: boolean }) | undefined> {
  if (!typed) return { sql: "true", args: [] };
  const { like, whole } = nameText(typed);
  const limit = `limit ${MOST_NAMES + 1}`;
  const found = whole !== undefined
    ? await database.all("select id from names where name = ?", [whole])
    : await database.all(`select id from names where name like ? escape '\\' ${limit}`, [like!]);
  if (found.length === 0) return undefined;
  if (found.length > MOST_NAMES) {
    return { sql: "(select name from names where id = q.name) like ? escape '\\'", args: [like!] };
  }
  const ids = JSON.stringify(found.map(({ id }) => Number(id)));
  const some =
    "select 1 from queries where name in (select value from json_each(?)) and id >= ? and id < ? " +
    `limit ${FEW_ROWS + 1}`;
  const [{ rows }] = await database.all(`select count(*) as rows from (${some})`, [ids, from, to]);
  if (Number(rows) === 0) return undefined;
  const few = Number(rows) <= FEW_ROWS;
  // The plus sign prevents SQLite from using the index of names, whose rows it would have to
  // sort.
  return { sql: `${few ? "" : "+"}q.name in (select value from json_each(?))`, args: [ids], few };
}

/**
 * The condition on devices to include. Their index is not used where the name index returns few
 * rows, or where so many devices are given that a full scan is faster.
 */
export function deviceCondition(devices: readonly number[] | undefined, few: boolean): Conditions {
  if (devices === undefined) return { sql: "true", args: [] };
  const column = few || devices.length > MOST_BY_INDEX ? "+q.device" : "q.device";
  if (devices.length === 1) return { sql: `${column} = ?`, args: [devices[0]] };
  return { sql: `${column} in (select value from json_each(?))`, args: [JSON.stringify(devices)] };
}

/** The condition on devices to exclude: compared last, with the few remaining rows. */
export function exceptCondition(except: readonly number[] = []): Conditions {
  if (except.length === 0) return { sql: "true", args: [] };
  return {
    sql: "coalesce(q.device, 0) not in (select value from json_each(?))",
    args: [JSON.stringify(except)],
  };
}

/** The remaining conditions; undefined when a text is in no entry. */
async function otherConditions(
  database: Database,
  filter: JournalFilter,
): Promise<Conditions | undefined> {
  const where: string[] = [];
  const args: SqlValue[] = [];
  const add = (sql: string, ...values: SqlValue[]) => {
    where.push(sql);
    args.push(...values);
  };
  for (const field of ["client", "reason"] as const) {
    const text = filter[field];
    if (text === undefined) continue;
    const [row] = await database.all("select id from texts where text = ?", [text]);
    if (row === undefined) return undefined;
    add(`q.${field} = ?`, row.id);
  }
  if (filter.status !== undefined) add(statusCondition(filter.status));
  if (filter.type !== undefined) add("q.type = ?", filter.type);
  if (filter.since !== undefined) add("q.time >= ?", filter.since * 1000);
  if (filter.until !== undefined) add("q.time < ?", filter.until * 1000);
  return { sql: where.length === 0 ? "true" : where.join(" and "), args };
}

const PAGE =
  "select q.id, q.time, q.duration, c.text as client, q.transport, n.name, q.type, q.rcode, q.status, " +
  "r.text as reason, o.text as origin, q.list, l.text as rule, u.text as upstream, q.size, q.answer, q.device from (WANTED) q " +
  "left join names n on n.id = q.name left join texts c on c.id = q.client left join texts r on r.id = q.reason " +
  "left join texts o on o.id = q.origin left join texts l on l.id = q.rule left join texts u on u.id = q.upstream " +
  "order by q.id desc";

async function readPiece(
  database: Database,
  { sql, args }: Conditions,
  { from, to }: Range,
  limit: number,
): Promise<JournalEntry[]> {
  const wanted =
    `select * from queries q where q.id >= ? and q.id < ? and ${sql} order by q.id desc limit ?`;
  return (await database.all(PAGE.replace("WANTED", wanted), [from, to, ...args, limit])).map(
    entryOf,
  );
}
