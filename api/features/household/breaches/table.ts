/** Tables of the breach watch (A 2.1, 3.3), and their rows. */
import { dayNumber } from "../../../../policy/model/calendar_day.ts";
import type { Database, Row, Statement } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

const common = { database: "box", inBackups: true, toSecondary: true } as const;

/** The tables. Breaches are in backups, so that a restore reports none again (A 6). */
export const BREACH_TABLES: readonly Table[] = [
  {
    name: "breach_addresses",
    doc: "E-mail addresses that are watched for data breaches",
    ...common,
    keep: "bounded",
  },
  {
    name: "breaches",
    doc: "Data breaches in which a watched address was found",
    ...common,
    keep: "bounded",
  },
  {
    ...common,
    name: "breach_checks",
    doc: "How the last check for data breaches went",
    keep: "bounded",
    // The state concerns only this box and its online service.
    inBackups: false,
    toSecondary: false,
  },
];

/** The day of a breach whose stored day is invalid, because another program wrote the row. */
const FIRST_DAY = "1970-01-01";

/** States of the checks (A 3.3); `none` = nothing was checked yet. */
export const CHECK_STATES = [
  "none",
  "ok",
  "not_configured",
  "limit",
  "busy",
  "unreachable",
  "error",
] as const;
/** A state of `CHECK_STATES`. */
export type CheckStatus = typeof CHECK_STATES[number];

/** The state of the checks; times in Unix milliseconds, 0 = never. */
export interface CheckState {
  readonly status: CheckStatus;
  /** The last attempt. */
  readonly at: number;
  /** The last usable response of the online service. */
  readonly lastOk: number;
  /** The last time after which no address was left to check. */
  readonly lastFull: number;
  /** When addresses that are due are tried again; 0 = no check failed. */
  readonly retryAt: number;
  /** Attempts in a row without a usable response. */
  readonly failures: number;
}

/** A breach in which an address was found. */
export interface FoundBreach {
  readonly name: string;
  /** The day on which the box saw it, `YYYY-MM-DD`. */
  readonly found: string;
}

/** A watched address; times in Unix milliseconds, 0 = never. */
export interface WatchedAddress {
  readonly id: number;
  /** As typed. */
  readonly address: string;
  /** 0 = nobody. */
  readonly personId: number;
  readonly created: number;
  readonly checked: number;
  /** The last check by hand. */
  readonly manual: number;
  /** The newest first. */
  readonly breaches: readonly FoundBreach[];
}

/** Before the first check. */
export const NO_CHECK: CheckState = {
  status: "none",
  at: 0,
  lastOk: 0,
  lastFull: 0,
  retryAt: 0,
  failures: 0,
};

/** The addresses with their breaches, in the order in which they were added. */
export async function readAddresses(db: Pick<Database, "all">): Promise<WatchedAddress[]> {
  const [addresses, breaches] = await Promise.all([
    db.all("select * from breach_addresses order by id"),
    db.all("select * from breaches order by found desc, name"),
  ]);
  const found = Map.groupBy(breaches, ({ address_id: id }) => Number(id));
  return addresses.map((row) => addressOf(row, found.get(Number(row.id)) ?? []));
}

/** The state of the checks. */
export async function readState(db: Pick<Database, "all">): Promise<CheckState> {
  const [row] = await db.all("select * from breach_checks");
  if (row === undefined) return NO_CHECK;
  return {
    status: CHECK_STATES.find((each) => each === row.status) ?? "error",
    at: Number(row.at),
    lastOk: Number(row.last_ok),
    lastFull: Number(row.last_full),
    retryAt: Number(row.retry_at),
    failures: Number(row.failures),
  };
}

/** Stores the state of the checks. */
export function stateStatement(state: CheckState): Statement {
  const { status, at, lastOk, lastFull, retryAt, failures } = state;
  return {
    sql: "insert or replace into breach_checks " +
      "(id, status, at, last_ok, last_full, retry_at, failures) values (1, ?, ?, ?, ?, ?, ?)",
    args: [status, at, lastOk, lastFull, retryAt, failures],
  };
}

/** Stores a breach; fails when its address was removed meanwhile. */
export function breachStatement(address: number, { name, found }: FoundBreach): Statement {
  return {
    sql: "insert into breaches (address_id, name, found) values (?, ?, ?)",
    args: [address, name, found],
  };
}

function addressOf(row: Row, breaches: readonly Row[]): WatchedAddress {
  return {
    id: Number(row.id),
    address: String(row.address),
    personId: Number(row.person_id ?? 0),
    created: Number(row.created),
    checked: Number(row.checked),
    manual: Number(row.manual),
    breaches: breaches.map(({ name, found }) => ({
      name: String(name),
      found: dayNumber(String(found)) === undefined ? FIRST_DAY : String(found),
    })),
  };
}
