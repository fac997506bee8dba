/** Stores the export targets (A 6). */
import type { Database, Row } from "../../store/database.ts";
import type { Table } from "../../store/table.ts";
import { type TargetConfig, targetConfig } from "./config.ts";

/**
 * The table of targets. After a restore, they are sent what comes from then on: the events of the
 * box that made the backup are not those of this one.
 */
export const EXPORTS_TABLE: Table = {
  name: "exports",
  database: "box",
  doc: "Targets that alerts and the administration log are sent to",
  keep: "forever",
  inBackups: true,
  toSecondary: false,
  sealed: { column: "secret", row: "id" },
  restored: `update exports set last_ok = 0, last_error = '', last_error_at = 0, dropped = 0,
    alert_cursor = (select coalesce(max(seq), 0) from sqlite_sequence where name = 'alerts'),
    audit_cursor = (select coalesce(max(seq), 0) from sqlite_sequence where name = 'audit')`,
};

/** A stored target. Its pending events are those after its cursors, so a restart loses nothing. */
export interface ExportRow {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly config: TargetConfig;
  /** Sealed; "" = none. */
  readonly secret: string;
  /** Kinds of alerts that are sent; undefined = all. */
  readonly kinds: readonly string[] | undefined;
  /** Whether the administration log is sent. */
  readonly audit: boolean;
  /** Ids of the last alert and the last entry that were sent or skipped. */
  readonly alertCursor: number;
  readonly auditCursor: number;
  /** Unix milliseconds, 0 = never. */
  readonly lastOk: number;
  readonly lastError: string;
  /** Unix milliseconds, 0 = never. */
  readonly lastErrorAt: number;
  /** Events dropped because too many were pending. */
  readonly dropped: number;
}

const COLUMNS: Readonly<Record<keyof Omit<ExportRow, "id">, string>> = {
  name: "name",
  enabled: "enabled",
  config: "config",
  secret: "secret",
  kinds: "kinds",
  audit: "audit",
  alertCursor: "alert_cursor",
  auditCursor: "audit_cursor",
  lastOk: "last_ok",
  lastError: "last_error",
  lastErrorAt: "last_error_at",
  dropped: "dropped",
};

/** The rows of the table. */
export class ExportTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** All targets, oldest first; one with an unreadable configuration is left out. */
  async all(): Promise<ExportRow[]> {
    return (await this.#db.all("select * from exports order by id")).flatMap((row) =>
      rowOf(row) ?? []
    );
  }

  /** A target by its id; undefined = unknown. */
  async get(id: number): Promise<ExportRow | undefined> {
    return (await this.#db.all("select * from exports where id = ?", [id])).map(rowOf)[0];
  }

  /** Adds a target that starts with events from now on; returns its id. */
  async add(
    row: Pick<ExportRow, "name" | "enabled" | "config" | "kinds" | "audit">,
  ): Promise<number> {
    const { lastId } = await this.#db.run(
      "insert into exports (name, enabled, config, kinds, audit, alert_cursor, audit_cursor) values (?, ?, ?, ?, ?, " +
        `${NEWEST_ALERT}, ${NEWEST_ENTRY})`,
      [
        row.name,
        Number(row.enabled),
        JSON.stringify(row.config),
        kindsText(row.kinds),
        Number(row.audit),
      ],
    );
    return lastId;
  }

  /** Changes fields of a target. */
  async update(id: number, change: Partial<Omit<ExportRow, "id">>): Promise<void> {
    const fields = Object.entries(change).filter(([field]) => Object.hasOwn(COLUMNS, field));
    if (fields.length === 0) return;
    const set = fields.map(([field]) => `${COLUMNS[field as keyof typeof COLUMNS]} = ?`).join(", ");
    await this.#db.run(`update exports set ${set} where id = ?`, [
      ...fields.map(([field, value]) => valueOf(field, value)),
      id,
    ]);
  }

  /** Makes a target continue after the newest alert, the newest entry, or both. */
  async beginNow(
    id: number,
    what: { readonly alerts: boolean; readonly audit: boolean },
  ): Promise<void> {
    if (what.alerts) {
      await this.#db.run(`update exports set alert_cursor = ${NEWEST_ALERT} where id = ?`, [id]);
    }
    if (what.audit) {
      await this.#db.run(`update exports set audit_cursor = ${NEWEST_ENTRY} where id = ?`, [id]);
    }
  }

  /** Removes a target. */
  async remove(id: number): Promise<void> {
    await this.#db.run("delete from exports where id = ?", [id]);
  }

  /** Pending alerts and entries of a target; `upTo` = only those up to these ids. */
  async waiting(
    { alertCursor, auditCursor, kinds, audit }: ExportRow,
    upTo = { alertCursor: Number.MAX_SAFE_INTEGER, auditCursor: Number.MAX_SAFE_INTEGER },
  ): Promise<{ alerts: number; entries: number }> {
    const chosen = kinds === undefined ? "" : "and kind in (select value from json_each(?))";
    const [{ alerts }] = await this.#db.all(
      `select count(*) as alerts from alerts where id > ? and id <= ? and audience = 'administrators' ${chosen}`,
      [alertCursor, upTo.alertCursor, ...(kinds === undefined ? [] : [JSON.stringify(kinds)])],
    );
    if (!audit) return { alerts: Number(alerts), entries: 0 };
    const sql = "select count(*) as entries from audit where id > ? and id <= ?";
    const [{ entries }] = await this.#db.all(sql, [auditCursor, upTo.auditCursor]);
    return { alerts: Number(alerts), entries: Number(entries) };
  }

  /** The id of the row that is `many` rows before the newest one; 0 = there are fewer rows. */
  async before(table: "alerts" | "audit", many: number): Promise<number> {
    const rows = await this.#db.all(`select id from ${table} order by id desc limit 1 offset ?`, [
      many,
    ]);
    return Number(rows[0]?.id ?? 0);
  }
}

// The highest id ever used, because retention may have deleted the newest row.
const NEWEST_ALERT = "(select coalesce(max(seq), 0) from sqlite_sequence where name = 'alerts')";
const NEWEST_ENTRY = "(select coalesce(max(seq), 0) from sqlite_sequence where name = 'audit')";

function kindsText(kinds: readonly string[] | undefined): string | null {
  return kinds === undefined ? null : JSON.stringify(kinds);
}

function valueOf(field: string, value: unknown): string | number | null {
  if (field === "kinds") return kindsText(value as readonly string[] | undefined);
  if (field === "config") return JSON.stringify(value);
  return typeof value === "boolean" ? Number(value) : value as string | number;
}

function rowOf(row: Row): ExportRow | undefined {
  const config = targetConfig.safeParse(JSON.parse(String(row.config)));
  if (!config.success) return undefined;
  return {
    id: Number(row.id),
    name: String(row.name),
    enabled: row.enabled === 1,
    config: config.data,
    secret: String(row.secret),
    audit: row.audit === 1,
    dropped: Number(row.dropped),
    kinds: row.kinds === null ? undefined : JSON.parse(String(row.kinds)),
    alertCursor: Number(row.alert_cursor),
    auditCursor: Number(row.audit_cursor),
    lastOk: Number(row.last_ok),
    lastError: String(row.last_error),
    lastErrorAt: Number(row.last_error_at),
  };
}
