/**
 * Encodes observations as rows of journal.db and back: words as small numbers, repeated texts by
 * their number in a dictionary.
 */
import { maskUpstream } from "../../../../policy/model/masked_address.ts";
import type { Row, SqlValue, Statement } from "../../../store/database.ts";
import type { Observation, QueryStatus, QueryTransport } from "../../../../resolver/protocol.ts";

/** An observation as the journal takes it; without a name where it is left out (stored_query.ts). */
export interface JournalObservation extends Observation {
  /** The device that sent the query, 0 = no known device. */
  readonly device: number;
}

/** A stored entry with its increasing number in the journal. */
export interface JournalEntry extends Omit<JournalObservation, "spyware"> {
  readonly id: number;
}

/** A journal filter; every given field must match. */
export interface JournalFilter {
  /** The text that the name contains or equals (name_text.ts). */
  readonly name?: string;
  readonly client?: string;
  /** Any of these devices. */
  readonly devices?: readonly number[];
  /** None of these devices. */
  readonly except?: readonly number[];
  /** `allowed` = neither blocked nor failed. */
  readonly status?: QueryStatus | "allowed";
  readonly reason?: string;
  readonly type?: number;
  /** Unix seconds; the first is inclusive, the last exclusive. */
  readonly since?: number;
  readonly until?: number;
}

/** Transports and statuses are stored by their index: append only. */
export const TRANSPORTS: readonly QueryTransport[] = [
  "udp",
  "tcp",
  "tls",
  "https",
  "quic",
  "relay",
  "ask",
];
/** Statuses by their number. */
export const STATUSES: readonly QueryStatus[] = [
  "answered",
  "cached",
  "stale",
  "local",
  "blocked",
  "failed",
];
/** Milliseconds of an hour and of a day. */
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/** The offset of a number in an encoded row, its size in bytes, and the largest value that fits. */
interface Field {
  readonly at: number;
  readonly width: number;
  readonly most: number;
}

/**
 * The fields of a row, their decimals one after the other: texts by their number in the batch, 0
 * = none.
 */
export const FIELDS = (() => {
  const widths = {
    time: 15,
    duration: 10,
    client: 6,
    transport: 1,
    name: 6,
    type: 5,
    rcode: 5,
    status: 1,
    reason: 6,
    origin: 6,
    /** The index of the list plus one, 0 = none. */
    list: 11,
    rule: 6,
    upstream: 6,
    size: 6,
    answerAt: 8,
    answerLength: 6,
    device: 10,
  };
  let end = 0;
  const fields = Object.entries(widths).map(([name, width]) => {
    const at = end;
    end += width;
    return [name, { at, width, most: 10 ** width - 1 }];
  });
  return Object.fromEntries(fields) as Readonly<Record<keyof typeof widths, Field>>;
})();
/** Bytes of a row. */
export const ROW_BYTES = FIELDS.device.at + FIELDS.device.width;

/** A batch as the statements take it. */
interface BatchParts {
  /** The number of the first row. */
  readonly first: number;
  readonly rows: Uint8Array;
  /** The texts of the answers, concatenated in UTF-8. */
  readonly answers: Uint8Array;
  /** Each text once, in the order of its number in the batch, from 1. */
  readonly names: readonly string[];
  readonly texts: readonly string[];
  /** Hours with the first and last number of their rows. */
  readonly hours: readonly (readonly [hour: number, first: number, last: number])[];
  /** The time of the newest row. */
  readonly day: number;
}

/**
 * The texts of a batch by their number in it, with their number in the dictionary, in memory of
 * the connection.
 */
const TABLES = [
  "create temp table if not exists batch_names (place integer primary key, text text not null, id integer)",
  "create temp table if not exists batch_texts (place integer primary key, text text not null, id integer, day integer)",
  "delete from temp.batch_names",
  "delete from temp.batch_texts",
];
// Look-ups are the main cost of a dictionary: each text is looked up once, except new ones.
const NAMES =
  "insert into temp.batch_names select key + 1, value, (select id from names where name = value) from json_each(?)";
const NEW_NAMES = "insert into names (name) select text from temp.batch_names where id is null";
const NAMED =
  "update temp.batch_names set id = (select id from names where name = text) where id is null";
/** Number 0 is no name: the query's name is left out. */
const NO_NAME = "insert into temp.batch_names values (0, '', 0)";
const TEXTS = "insert into temp.batch_texts select key + 1, value, t.id, t.day from json_each(?) " +
  "left join texts t on t.text = value";
const NEW_TEXTS =
  "insert into texts (text, day) select text, ? from temp.batch_texts where id is null";
const TOLD =
  "update temp.batch_texts set id = (select t.id from texts t where t.text = batch_texts.text) where id is null";
const SEEN =
  "update texts set day = ?1 where id in (select id from temp.batch_texts where day < ?1)";

const decimal = ({ at, width }: Field) => `cast(substr(?1, o + ${at}, ${width}) as integer)`;
const idOf = (dictionary: string, field: Field) =>
  `(select id from temp.${dictionary} where place = ${decimal(field)})`;
const QUERIES = (() => {
  const column = (field: keyof typeof FIELDS) => decimal(FIELDS[field]);
  const text = (field: keyof typeof FIELDS) => idOf("batch_texts", FIELDS[field]);
  // Most rows have none of these, and need no look-up then.
  const maybe = (field: keyof typeof FIELDS) => `iif(${column(field)}, ${text(field)}, null)`;
  const answer = `nullif(cast(substr(?3, ${column("answerAt")}, ${
    column("answerLength")
  }) as text), '')`;
  const columns = {
    id: `?2 + o / ${ROW_BYTES}`,
    time: column("time"),
    duration: column("duration"),
    client: text("client"),
    transport: column("transport"),
    name: idOf("batch_names", FIELDS.name),
    type: column("type"),
    rcode: column("rcode"),
    status: column("status"),
    reason: maybe("reason"),
    origin: maybe("origin"),
    list: `nullif(${column("list")}, 0) - 1`,
    rule: maybe("rule"),
    upstream: maybe("upstream"),
    size: column("size"),
    answer,
    device: `nullif(${column("device")}, 0)`,
  };
  return `with recursive n(o) as (values (1) union all select o + ${ROW_BYTES} from n where o + ${ROW_BYTES} <= length(?1)) ` +
    `insert into queries (${Object.keys(columns)}) select ${Object.values(columns)} from n`;
})();
/** Entries are ordered by time except after a clock jump: an hour may then overlap others. */
const HOURS =
  "insert into hours (hour, first, last) select value ->> 0, value ->> 1, value ->> 2 from json_each(?) " +
  "where true on conflict do update set first = min(first, excluded.first), last = max(last, excluded.last)";

/** The changes that write a batch. */
export function rowStatements(
  { first, rows, answers, names, texts, hours, day }: BatchParts,
): Statement[] {
  return [
    ...TABLES.map((sql) => ({ sql })),
    { sql: NAMES, args: [JSON.stringify(names)] },
    { sql: NEW_NAMES },
    { sql: NAMED },
    { sql: NO_NAME },
    { sql: TEXTS, args: [JSON.stringify(texts)] },
    { sql: NEW_TEXTS, args: [day] },
    { sql: TOLD },
    { sql: SEEN, args: [day] },
    { sql: QUERIES, args: [rows, first, answers] },
    { sql: HOURS, args: [JSON.stringify(hours)] },
  ];
}

/** Whether a status matches the status of a filter. */
export function isStatus(
  status: QueryStatus,
  wanted: NonNullable<JournalFilter["status"]>,
): boolean {
  return wanted === "allowed"
    ? STATUSES.indexOf(status) < STATUSES.indexOf("blocked")
    : status === wanted;
}

/** The SQL condition of a filter status on the row `q`. */
export function statusCondition(status: NonNullable<JournalFilter["status"]>): string {
  return status === "allowed"
    ? `q.status < ${STATUSES.indexOf("blocked")}`
    : `q.status = ${STATUSES.indexOf(status)}`;
}

/** Converts a row of a search to an entry. */
export function entryOf(row: Row): JournalEntry {
  const text = (value: SqlValue) => value === null ? "" : String(value);
  return {
    id: Number(row.id),
    time: Number(row.time),
    duration: Number(row.duration),
    client: text(row.client),
    transport: TRANSPORTS[Number(row.transport)] ?? "udp",
    name: text(row.name),
    type: Number(row.type),
    rcode: Number(row.rcode),
    status: STATUSES[Number(row.status)] ?? "answered",
    reason: text(row.reason),
    origin: text(row.origin),
    list: row.list === null ? -1 : Number(row.list),
    rule: text(row.rule),
    // Older versions stored the configured address.
    upstream: maskUpstream(text(row.upstream)),
    size: Number(row.size),
    answer: text(row.answer),
    device: Number(row.device ?? 0),
  };
}
