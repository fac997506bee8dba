/**
 * Rows about one person, group or device in other tables of box.db. They are removed with it, or
 * moved to the device that it is merged into.
 */
import { acknowledgeStatement } from "../../events/alert_rows.ts";
import type { Database, Statement } from "../../store/database.ts";

/** Tables with a row for a scope such as `device:3`, and the column that names it. */
const SCOPED = [
  { table: "rules", column: "scope" },
  { table: "choices", column: "scope" },
  { table: "pauses", column: "scope" },
  { table: "tunnels", column: "who" },
  { table: "scope_upstreams", column: "scope" },
  { table: "list_scopes", column: "scope" },
  { table: "restrict_modes", column: "scope" },
  { table: "restrict_names", column: "scope" },
  { table: "restrict_before", column: "scope" },
  { table: "restrict_forgotten", column: "scope" },
  { table: "restrict_blocked", column: "scope" },
] as const;

/** Removes the rows of a scope. */
export function forgetScope(scope: string): Statement[] {
  return SCOPED.map(({ table, column }) => ({
    sql: `delete from ${table} where ${column} = ?`,
    args: [scope],
  }));
}

/** Counts of restricted mode that both devices have; what one of them was given stays given. */
const SUMMED = [
  "update restrict_names as kept set hits = kept.hits + other.hits, " +
  "source = case other.source when 'admin' then 'admin' else kept.source end, " +
  "first_seen = case when 0 in (kept.first_seen, other.first_seen) " +
  "then max(kept.first_seen, other.first_seen) else min(kept.first_seen, other.first_seen) end, " +
  "last_seen = max(kept.last_seen, other.last_seen) from restrict_names as other " +
  "where kept.scope = ? and other.scope = ? and other.domain = kept.domain",
  "update restrict_blocked as kept set hits = kept.hits + other.hits, " +
  "last = max(kept.last, other.last) from restrict_blocked as other where kept.scope = ? " +
  "and other.scope = ? and other.day = kept.day and other.domain = kept.domain",
];

/**
 * Moves the rows of a device to another one; on a conflict the row of the target remains, with the
 * counts of both.
 */
export function moveDevice(from: number, into: number): Statement[] {
  const summed = SUMMED.map((sql) => ({ sql, args: [`device:${into}`, `device:${from}`] }));
  const moved = SCOPED.map(({ table, column }) => ({
    sql: `update or ignore ${table} set ${column} = ? where ${column} = ?`,
    args: [`device:${into}`, `device:${from}`],
  }));
  const reassigned = ["alerts", "time_requests"].map((table) => ({
    sql: `update ${table} set device_id = ? where device_id = ?`,
    args: [into, from],
  }));
  // The mode "off" only records that a learning stopped by itself or can go on. It is deleted, because
  // it must not replace the mode of the other device.
  const stopped = {
    sql: "delete from restrict_modes where scope in (?, ?) and mode = 'off'",
    args: [`device:${into}`, `device:${from}`],
  };
  // What could be undone was another list of names.
  const undone = ["restrict_before", "restrict_forgotten"].map((table) => ({
    sql: `delete from ${table} where scope in (?, ?)`,
    args: [`device:${into}`, `device:${from}`],
  }));
  return [
    stopped,
    ...undone,
    ...summed,
    ...moved,
    ...forgetScope(`device:${from}`),
    ...reassigned,
  ];
}

/**
 * Moves the used time of a shared device to another one. Rows are removed with their device, so
 * this has to run first.
 */
export function moveUsage(from: number, into: number): Statement {
  const sql = "insert or ignore into shared_usage (device_id, day, category, step) " +
    "select ?, day, category, step from shared_usage where device_id = ?";
  return { sql, args: [into, from] };
}

/**
 * Acknowledges the new-device alert once a user has said what the device is; without `id`, of all
 * devices. `now` in Unix milliseconds.
 */
export function acknowledgeNew(now: number, id?: number): Statement {
  return acknowledgeStatement(
    { kind: "device.new", ...(id !== undefined && { deviceId: id }) },
    "",
    now,
  );
}

/**
 * What scopes have of their own beside rules that decides about names: choices, tunnels and lists,
 * as one text for each scope.
 */
export async function ownChoices(db: Database): Promise<Map<string, string>> {
  const rows = await db.all(
    "select scope, group_concat(part, ' ') as parts from (" +
      "select scope, kind || ':' || key || '=' || value || '@' || schedule as part from choices " +
      "union all select who, 'tunnel:' || domain from tunnels " +
      "union all select scope, 'list:' || list_id || ':' || excluded from list_scopes " +
      "union all select scope, 'restricted:' || scope from restrict_modes where mode <> 'off' " +
      "order by 1, 2) group by scope",
  );
  return new Map(rows.map(({ scope, parts }) => [String(scope), String(parts)]));
}

/** The numbers of the devices that have rules, choices, pauses, tunnels, upstreams or lists. */
export async function devicesText(db: Database): Promise<Set<number>> {
  const sql = SCOPED.map(({ table, column }) =>
    `select cast(substr(${column}, 8) as integer) as id from ${table} where ${column} like 'device:%'`
  ).join(" union ");
  return new Set((await db.all(sql)).map(({ id }) => Number(id)));
}
