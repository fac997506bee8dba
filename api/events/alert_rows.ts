/** Builds the statements that write, find and change the rows of alerts (A 6). */
import type { Row, SqlValue, Statement } from "../store/database.ts";
import { ALERT_KINDS, type AlertGroup, type AlertKind } from "./alert_kinds.ts";
import type { CompleteAlert } from "./subject.ts";

/** A stored alert. */
export interface StoredAlert {
  /** Increases with each alert. */
  readonly id: number;
  /** Unix milliseconds of the first time. */
  readonly time: number;
  readonly kind: string;
  readonly group: AlertGroup;
  readonly severity: number;
  /** 0 = none. */
  readonly deviceId: number;
  /** 0 = none. */
  readonly personId: number;
  readonly name: string;
  readonly detail: string;
  /** How often it was raised; it is reported once. */
  readonly count: number;
  /** Unix milliseconds of the last time. */
  readonly last: number;
  /** Unix milliseconds; 0 = not yet. */
  readonly acknowledged: number;
  readonly acknowledgedBy: string;
}

/** A filter of alerts. */
export interface AlertFilter {
  readonly kind?: string;
  readonly group?: AlertGroup;
  readonly acknowledged?: boolean;
  readonly deviceId?: number;
  /** Alerts for this person (A 7.4.2); absent = those for administrators. */
  readonly person?: number;
  /** At least this severe, 0 to 10. */
  readonly severity?: number;
  /** Unix milliseconds. */
  readonly from?: number;
  /** Unix milliseconds, not included. */
  readonly to?: number;
}

/** Alerts about one subject: all given fields must match. */
export interface SubjectFilter {
  readonly kind: AlertKind;
  /** Beginning of the detail: `m@example.com|`. */
  readonly detailPrefix?: string;
  readonly deviceId?: number;
  readonly personId?: number;
}

/**
 * The alerts to acknowledge: some, all, all up to one, or those of a kind, optionally of one device
 * or person.
 */
export type AlertChoice =
  | { readonly ids: readonly number[] }
  | { readonly all: true }
  | { readonly until: number }
  | { readonly kind: AlertKind; readonly deviceId?: number; readonly personId?: number };

/**
 * The alerts to reopen: some, or those that an account acknowledged since a time in Unix
 * milliseconds.
 */
export type AlertReopening = { readonly ids: readonly number[] } | {
  readonly since: number;
  readonly by: string;
};

/** Columns of an alert. */
export const ALERT_COLUMNS =
  'id, time, kind, "group", severity, device_id, person_id, name, detail, count, last, ' +
  "acknowledged, acknowledged_by";

/**
 * The statements that write an alert, and record that it was raised unless its kind is reported
 * every time.
 */
export function raiseStatements(alert: CompleteAlert): Statement[] {
  const { group, severity, to, once } = ALERT_KINDS[alert.kind];
  const { time, kind, deviceId, personId, name, detail, subject, day } = alert;
  const about = [deviceId, personId, name, detail];
  const insert = {
    sql:
      'insert into alerts (time, kind, "group", severity, audience, device_id, person_id, name, detail, last) ' +
      "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    args: [time, kind, group, severity, to, ...about, time],
  };
  if (once === "time") return [insert];
  return [insert, {
    sql:
      "insert or replace into alerts_told (kind, subject, time, day, device_id, person_id, detail, alert) " +
      "values (?, ?, ?, ?, ?, ?, ?, last_insert_rowid())",
    args: [kind, subject, time, day, deviceId, personId, detail],
  }];
}

/** The statement that counts a repeated alert. */
export function countStatement(
  id: number,
  { count, last }: { count: number; last: number },
): Statement {
  return {
    sql: "update alerts set count = count + ?, last = max(last, ?) where id = ?",
    args: [count, last, id],
  };
}

/** The statements that delete the alerts about one subject and the record that they were raised. */
export function forgetStatements(
  { kind, detailPrefix, deviceId, personId }: SubjectFilter,
): Statement[] {
  const where: string[] = ["kind = ?"];
  const args: SqlValue[] = [kind];
  const add = (sql: string, ...values: SqlValue[]) => {
    where.push(sql);
    args.push(...values);
  };
  if (detailPrefix !== undefined) {
    add("substr(detail, 1, length(?)) = ?", detailPrefix, detailPrefix);
  }
  if (deviceId !== undefined) add("device_id = ?", deviceId);
  if (personId !== undefined) add("person_id = ?", personId);
  return ["alerts", "alerts_told"].map((table) => ({
    sql: `delete from ${table} where ${where.join(" and ")}`,
    args,
  }));
}

/** The query for alerts that match a filter, newest first, before an id. */
export function pageStatement(filter: AlertFilter, limit: number, before: number): Statement {
  const where: string[] = [];
  const args: SqlValue[] = [];
  const add = (sql: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    where.push(sql);
    args.push(value);
  };
  add("id < ?", before);
  add("audience = ?", filter.person === undefined ? "administrators" : "person");
  add("person_id = ?", filter.person);
  add("kind = ?", filter.kind);
  add('"group" = ?', filter.group);
  add("device_id = ?", filter.deviceId);
  add("severity >= ?", filter.severity);
  add("time >= ?", filter.from);
  add("time < ?", filter.to);
  if (filter.acknowledged !== undefined) {
    where.push(`acknowledged ${filter.acknowledged ? "<>" : "="} 0`);
  }
  return {
    sql: `select ${ALERT_COLUMNS} from alerts where ${
      where.join(" and ")
    } order by id desc limit ?`,
    args: [...args, limit],
  };
}

/** The statement that counts alerts about a device by kind: since a time, and all open ones. */
export function summaryStatement(
  deviceId: number,
  kinds: readonly AlertKind[],
  from: number,
): Statement {
  return {
    sql: "select kind, count(*) as count, sum(acknowledged = 0) as open, max(last) as last " +
      "from alerts where audience = 'administrators' and device_id = ? and kind in " +
      "(select value from json_each(?)) and (time >= ? or acknowledged = 0) group by kind",
    args: [deviceId, JSON.stringify(kinds), from],
  };
}

/** The statement that acknowledges alerts for administrators. */
export function acknowledgeStatement(choice: AlertChoice, by: string, now: number): Statement {
  const sql = "update alerts set acknowledged = ?, acknowledged_by = ? " +
    "where acknowledged = 0 and audience = 'administrators'";
  const args = [now, by];
  if ("all" in choice) return { sql, args };
  if ("kind" in choice) {
    const { kind, deviceId, personId } = choice;
    const about =
      " and kind = ? and device_id = coalesce(?, device_id) and person_id = coalesce(?, person_id)";
    return { sql: sql + about, args: [...args, kind, deviceId ?? null, personId ?? null] };
  }
  if ("until" in choice) return { sql: `${sql} and id <= ?`, args: [...args, choice.until] };
  return {
    sql: `${sql} and id in (select value from json_each(?))`,
    args: [...args, JSON.stringify(choice.ids)],
  };
}

/** The statement that reopens acknowledged alerts for administrators. */
export function reopenStatement(choice: AlertReopening): Statement {
  const sql = "update alerts set acknowledged = 0, acknowledged_by = '' " +
    "where acknowledged <> 0 and audience = 'administrators'";
  if ("ids" in choice) {
    return {
      sql: `${sql} and id in (select value from json_each(?))`,
      args: [JSON.stringify(choice.ids)],
    };
  }
  return {
    sql: `${sql} and acknowledged >= ? and acknowledged_by = ?`,
    args: [choice.since, choice.by],
  };
}

/** The alert of a database row. */
export function alertOf(row: Row): StoredAlert {
  return {
    id: Number(row.id),
    time: Number(row.time),
    kind: String(row.kind),
    group: row.group as AlertGroup,
    severity: Number(row.severity),
    deviceId: Number(row.device_id),
    personId: Number(row.person_id),
    name: String(row.name),
    detail: String(row.detail),
    count: Number(row.count),
    last: Number(row.last),
    acknowledged: Number(row.acknowledged),
    acknowledgedBy: String(row.acknowledged_by),
  };
}
