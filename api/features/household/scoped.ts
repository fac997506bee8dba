/** What is said of one person, group or device elsewhere in box.db: it goes with it, or moves to the device it is merged into. */
import { acknowledgeStatement } from "../../events/alert_rows.ts";
import type { Database, Statement } from "../../store/database.ts";

/** Tables with a row for a scope such as `device:3`, and the column that names it. */
const SCOPED = [
  { table: "rules", column: "scope" },
  { table: "choices", column: "scope" },
  { table: "pauses", column: "scope" },
  { table: "tunnels", column: "who" },
] as const;

/** Forgets what is said of a scope. */
export function forgetScope(scope: string): Statement[] {
  return SCOPED.map(({ table, column }) => ({
    sql: `delete from ${table} where ${column} = ?`,
    args: [scope],
  }));
}

/** Moves what is said of a device to another; where both say something of the same, what the other says stays. */
export function moveDevice(from: number, into: number): Statement[] {
  const moved = SCOPED.map(({ table, column }) => ({
    sql: `update or ignore ${table} set ${column} = ? where ${column} = ?`,
    args: [`device:${into}`, `device:${from}`],
  }));
  const told = ["alerts", "time_requests"].map((table) => ({
    sql: `update ${table} set device_id = ? where device_id = ?`,
    args: [into, from],
  }));
  return [...moved, ...forgetScope(`device:${from}`), ...told];
}

/** Moves the time that a shared device used to another. Rows of a device go with it, so this comes before. */
export function moveUsage(from: number, into: number): Statement {
  const sql = "insert or ignore into shared_usage (device_id, day, category, step) " +
    "select ?, day, category, step from shared_usage where device_id = ?";
  return { sql, args: [into, from] };
}

/** Acknowledges that a device is new, once somebody said what it is; without `id` of all devices. `now` in Unix milliseconds. */
export function acknowledgeNew(now: number, id?: number): Statement {
  return acknowledgeStatement(
    { kind: "device.new", ...(id !== undefined && { deviceId: id }) },
    "",
    now,
  );
}

/** The numbers of the devices of which rules, choices, pauses or tunnels say something. */
export async function devicesSaidOf(db: Database): Promise<Set<number>> {
  const sql = SCOPED.map(({ table, column }) =>
    `select cast(substr(${column}, 8) as integer) as id from ${table} where ${column} like 'device:%'`
  ).join(" union ");
  return new Set((await db.all(sql)).map(({ id }) => Number(id)));
}
