/** Observations as rows of journal.db and back: words as small numbers, every text that repeats by its number in a dictionary. */
import type { Row, SqlValue, Statement } from "../../../store/database.ts";
import type { Observation, Status, Transport } from "../../../../resolver/protocol.ts";
import { HIDDEN } from "../kept.ts";

/** An observation as the journal takes it; without a name where it is left out (kept.ts). */
export interface Journalled extends Observation {
  /** The device that asked, 0 = none that is known. */
  readonly device: number;
}

/** One with its number in the journal, which grows. */
export interface JournalEntry extends Journalled {
  readonly id: number;
}

/** What to look for in the journal; every given field must hold. */
export interface JournalFilter {
  /** What the name holds or is (name_text.ts). */
  readonly name?: string;
  readonly client?: string;
  /** Any of these devices. */
  readonly devices?: readonly number[];
  /** None of these devices. */
  readonly except?: readonly number[];
  /** `allowed` = whatever is neither blocked nor failed. */
  readonly status?: Status | "allowed";
  readonly reason?: string;
  readonly type?: number;
  /** Unix seconds, the first included and the last not. */
  readonly since?: number;
  readonly until?: number;
}

/** Stored by their place: append only. */
const TRANSPORTS: readonly Transport[] = ["udp", "tcp", "tls", "https", "quic", "relay", "ask"];
const STATUSES: readonly Status[] = ["answered", "cached", "stale", "local", "blocked", "failed"];
const HOUR = 3_600_000, DAY = 86_400_000;

const NAMES = "insert into names (name) select value from json_each(?) where true on conflict do nothing";
const TEXTS = "insert into texts (text, day) select value, ? from json_each(?) where true " +
  "on conflict do update set day = excluded.day where day < excluded.day";
const TEXT_ID = (at: number) => `(select id from texts where text = value ->> ${at})`;
const QUERIES =
  "insert into queries (id, time, duration, client, transport, name, type, rcode, status, reason, origin, " +
  "list, rule, upstream, size, answer, device) select value ->> 15, value ->> 0, value ->> 1, " + TEXT_ID(2) +
  ", value ->> 3, " +
  // Number 0 is no name: that of a question whose name is left out.
  "case when value ->> 4 = '' then 0 else (select id from names where name = value ->> 4) end, value ->> 5, value ->> 6, value ->> 7, " +
  `case when value ->> 8 <> '' then ${TEXT_ID(8)} end, case when value ->> 9 <> '' then ${TEXT_ID(9)} end, ` +
  `value ->> 10, case when value ->> 11 <> '' then ${TEXT_ID(11)} end, ` +
  `case when value ->> 12 <> '' then ${TEXT_ID(12)} end, value ->> 13, value ->> 14, value ->> 16 from json_each(?)`;

/** Whether a status is one that a filter asks for. */
export function isStatus(status: Status, wanted: NonNullable<JournalFilter["status"]>): boolean {
  return wanted === "allowed" ? STATUSES.indexOf(status) < STATUSES.indexOf("blocked") : status === wanted;
}
/** Entries are in the order of their time but for a clock that jumped: an hour may then reach over others. */
const HOURS = "insert into hours (hour, first, last) select value ->> 0, value ->> 1, value ->> 2 from json_each(?) " +
  "where true on conflict do update set first = min(first, excluded.first), last = max(last, excluded.last)";

/** The changes that write a batch. */
export function insertStatements(batch: readonly JournalEntry[]): Statement[] {
  const names = new Set<string>(), texts = new Set<string>(), rows: unknown[] = [], hours = new Map<number, number[]>();
  let newest = 0;
  for (const seen of batch) {
    if (seen.name !== HIDDEN) names.add(seen.name);
    for (const text of [seen.client, seen.reason, seen.origin, seen.rule, seen.upstream]) texts.add(text);
    newest = Math.max(newest, seen.time);
    const hour = Math.floor(seen.time / HOUR), ids = hours.get(hour);
    if (ids === undefined) hours.set(hour, [seen.id, seen.id]);
    else ids[1] = seen.id;
    rows.push([
      Math.trunc(seen.time),
      Math.trunc(seen.duration),
      seen.client,
      TRANSPORTS.indexOf(seen.transport),
      seen.name,
      seen.type,
      seen.rcode,
      STATUSES.indexOf(seen.status),
      seen.reason,
      seen.origin,
      seen.list < 0 ? null : seen.list,
      seen.rule,
      seen.upstream,
      seen.size,
      seen.answer === "" ? null : seen.answer,
      seen.id,
      seen.device === 0 ? null : seen.device,
    ]);
  }
  return [
    { sql: NAMES, args: [JSON.stringify([...names])] },
    { sql: TEXTS, args: [Math.trunc(newest / DAY), JSON.stringify([...texts])] },
    { sql: QUERIES, args: [JSON.stringify(rows)] },
    { sql: HOURS, args: [JSON.stringify([...hours].map(([hour, ids]) => [hour, ...ids]))] },
  ];
}

/** The condition that a status asked for is on the row `q`. */
export function statusCondition(status: NonNullable<JournalFilter["status"]>): string {
  return status === "allowed" ? `q.status < ${STATUSES.indexOf("blocked")}` : `q.status = ${STATUSES.indexOf(status)}`;
}

/** An entry from the row that selectPage gives. */
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
    upstream: text(row.upstream),
    size: Number(row.size),
    answer: text(row.answer),
    device: Number(row.device ?? 0),
  };
}
