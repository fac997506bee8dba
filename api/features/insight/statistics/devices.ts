/**
 * The queries of each device: exact counters by hour and day. They come from the observations,
 * which are reduced during a flood. The number of devices is bounded by the household at 10,000.
 */
import type { Database, Row, SqlValue, Statement } from "../../../store/database.ts";
import type { StoredQuery } from "../stored_query.ts";
import { PendingCounts, type PendingRow } from "./pending_counts.ts";
import { DAY, HOUR, type Span } from "./period.ts";
import { type Point, pointsOf } from "./reading.ts";

/** Counts of one device. */
export interface DeviceCount {
  readonly queries: number;
  readonly blocked: number;
}

/** The queries of some devices in a period, added up. */
export interface DevicesSummary extends DeviceCount {
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  /** By hours, or days. */
  readonly series: readonly Point[];
  /** Number of queries for which a category or a service decided or was reported, by its word. */
  readonly categories: Readonly<Record<string, number>>;
  readonly services: Readonly<Record<string, number>>;
}

/** Days for which hours are stored. */
export const DEVICE_HOURS_KEPT = 9;
/** Maximum number of pending counts; beyond it, the hours of a day are merged. */
const MOST_WAITING = 100_000;
const QUERIES = "queries";
const BLOCKED = "blocked";
const CATEGORY = "category:";
const SERVICE = "service:";
const UPSERT = "insert into device_counters (device, step, at, key, count) " +
  "select r.value ->> 1, s.value, (r.value ->> 0) / s.value * s.value, r.value ->> 2, sum(r.value ->> 3) " +
  "from json_each(?) r, (select 3600 as value union all select 86400) s where true " +
  "group by 1, 2, 3, 4 on conflict do update set count = count + excluded.count";
const OF_DEVICES = "device in (select value from json_each(?))";
/**
 * The devices that have counts, each found by one look-up after the one before, and then NULL. The
 * household may have thousands of others.
 */
const COUNTED =
  "with recursive counted (id) as (select min(device) from device_counters union all " +
  "select (select min(device) from device_counters where device > id) from counted where id is not null) ";

/** Those counted since the last write. */
export class DeviceCounts {
  readonly #pending = new PendingCounts({ step: HOUR, most: MOST_WAITING });

  /** Counts a query at a time in Unix seconds. */
  add(at: number, { device, status, category, service }: StoredQuery): void {
    const of = String(device);
    this.#pending.add(at, of, QUERIES, 1);
    if (status === "blocked") this.#pending.add(at, of, BLOCKED, 1);
    if (category !== "") this.#pending.add(at, of, CATEGORY + category, 1);
    if (service !== "") this.#pending.add(at, of, SERVICE + service, 1);
  }

  /** Removes and returns all pending entries. */
  take(): PendingRow[] {
    return this.#pending.take();
  }

  /** Puts back entries that could not be written. */
  restore(rows: readonly PendingRow[]): void {
    this.#pending.restore(rows);
  }

  /** The changes that write them. */
  static statements(rows: readonly PendingRow[]): Statement[] {
    if (rows.length === 0) return [];
    return [{
      sql: UPSERT,
      args: [JSON.stringify(rows.map(([at, device, ...rest]) => [at, Number(device), ...rest]))],
    }];
  }
}

/** The queries of each of some devices in a span; devices without queries are left out. */
export async function readEach(
  database: Database,
  devices: readonly number[],
  span: Span,
): Promise<Map<number, DeviceCount>> {
  const sql = "select device, key, sum(count) as count from device_counters " +
    `where ${OF_DEVICES} and ${IN_SPAN} group by device, key`;
  return countsOf(await database.all(sql, [JSON.stringify(devices), ...spanArgs(span)]));
}

/**
 * The queries of each device in a span; devices without queries are left out. 0 = clients outside
 * the household; the others may have been removed.
 */
export async function readEvery(database: Database, span: Span): Promise<Map<number, DeviceCount>> {
  const sql = `${COUNTED}select device, key, sum(count) as count from counted ` +
    `cross join device_counters on device = id where ${IN_SPAN} group by device, key`;
  return countsOf(await database.all(sql, spanArgs(span)));
}

const IN_SPAN = "step = ? and at >= ? and at < ? and key in (?, ?)";

function spanArgs(span: Span): SqlValue[] {
  const { step, from, to } = stepsOf(span, span.step === DAY ? DAY : HOUR);
  return [step, from, to, QUERIES, BLOCKED];
}

function countsOf(rows: readonly Row[]): Map<number, DeviceCount> {
  const found = new Map<number, { queries: number; blocked: number }>();
  for (const row of rows) {
    const id = Number(row.device);
    const counts = found.get(id) ?? { queries: 0, blocked: 0 };
    counts[row.key as typeof QUERIES | typeof BLOCKED] = Number(row.count);
    found.set(id, counts);
  }
  return found;
}

/**
 * The queries of some devices in a span, added up, by hours or days; deleted hours have no
 * counts.
 */
export async function readTogether(
  database: Database,
  devices: readonly number[],
  span: Span,
  by: typeof HOUR | typeof DAY,
): Promise<DevicesSummary> {
  const steps = stepsOf(span, by);
  const sql = "select at, key, sum(count) as count from device_counters " +
    `where ${OF_DEVICES} and step = ? and at >= ? and at < ? group by at, key`;
  const rows = await database.all(sql, [JSON.stringify(devices), by, steps.from, steps.to]);
  const counted: { at: number; blocked: boolean; count: number }[] = [];
  const categories: Record<string, number> = {};
  const services: Record<string, number> = {};
  const add = (to: Record<string, number>, word: string, count: number) =>
    to[word] = (to[word] ?? 0) + count;
  for (const row of rows) {
    const at = Number(row.at);
    const key = String(row.key);
    const count = Number(row.count);
    if (key.startsWith(CATEGORY)) add(categories, key.slice(CATEGORY.length), count);
    else if (key.startsWith(SERVICE)) add(services, key.slice(SERVICE.length), count);
    else counted.push({ at, blocked: key === BLOCKED, count });
  }
  const sum = (blocked: boolean) =>
    counted.reduce((all, row) => row.blocked === blocked ? all + row.count : all, 0);
  const { from, to } = span;
  const series = pointsOf(counted, steps);
  return { from, to, queries: sum(false), blocked: sum(true), series, categories, services };
}

/** Deletes hours and days before their time limits in Unix seconds. */
export async function forgetDevices(
  database: Database,
  hours: number,
  days: number,
): Promise<void> {
  await database.run(
    "delete from device_counters where (step = ? and at < ?) or (step = ? and at < ?)",
    [
      HOUR,
      hours,
      DAY,
      days,
    ],
  );
}

/** Moves the counts of a device to the device that it was merged into. */
export function moveDeviceStatements(from: number, into: number): Statement[] {
  const sql = "insert into device_counters (device, step, at, key, count) " +
    "select ?, step, at, key, count from device_counters where device = ? " +
    "on conflict do update set count = count + excluded.count";
  return [{ sql, args: [into, from] }, {
    sql: "delete from device_counters where device = ?",
    args: [from],
  }];
}

/**
 * A step is counted as a whole: a span of shorter steps includes only the running one, so that
 * nothing older is counted.
 */
function stepsOf({ from, to, step }: Span, by: typeof HOUR | typeof DAY): Span {
  const end = Math.ceil(to / by) * by;
  return { from: step < by ? end - by : from, to: end, step: by };
}
