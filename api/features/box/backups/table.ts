/** Tables of backups: the places they are sent to, their key, and what was restored. */
import type { Database, Row } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";
import { type BackupConfig, backupConfig, type SftpConfig } from "./targets/config.ts";

/** A restore is under way: its row is done at the end of the transaction. */
const WITHIN_RESTORE = "exists (select 1 from restores where done = 0)";
/** The columns of a target that say what this box did there. */
const OUTCOME = "last_ok, last_name, last_bytes, last_error, last_error_at, checked, check_error";
/** The fields of where a target is, without what may change while the place stays the same. */
const PLACE_FIELDS = ["kind", "path", "url", "bucket", "folder", "host", "port", "user"] as const;
/** The place of a column `config`. */
const PLACE = `json_array(${PLACE_FIELDS.map((field) => `config ->> '$.${field}'`).join(", ")})`;
/** Maximum number of places whose state is kept for a restore. */
const PLACES = 40;

/** The tables, all of box.db. */
export const BACKUP_TABLES: readonly Table[] = [
  {
    name: "backup_targets",
    database: "box",
    doc: "Places that backups are sent to, their secret sealed by this box",
    keep: "forever",
    inBackups: true,
    toSecondary: true,
    sealed: { column: "secret", row: "id" },
    // What another box sent is not what this one sent. A daily copy of this box keeps its state.
    restored: "update backup_targets set last_ok = 0, last_name = '', last_bytes = 0, " +
      "last_error = '', last_error_at = 0, checked = 0, check_error = '' " +
      `where ${WITHIN_RESTORE}`,
  },
  {
    name: "backup_outcomes",
    database: "box",
    doc: "What this box knew about places of backups when its tables were replaced",
    keep: "bounded",
    inBackups: false,
    toSecondary: false,
    restored: `update backup_targets set (${OUTCOME}) = (${
      OUTCOME.replaceAll(/\w+/g, "known.$&")
    }) from backup_outcomes as known where known.place = ${PLACE} and ${WITHIN_RESTORE}`,
  },
  {
    name: "backup_key",
    database: "box",
    doc: "The public recipient of backups, whose recovery key the household keeps",
    keep: "forever",
    inBackups: true,
    toSecondary: true,
  },
  {
    name: "restores",
    database: "box",
    doc: "Backups that were restored on this box",
    keep: "bounded",
    inBackups: false,
    toSecondary: false,
    // Part of the transaction of a restore: the files follow only when the tables were replaced.
    restored: "update restores set done = 1 where done = 0",
  },
];

/** A stored target. Times in Unix milliseconds, 0 = never. */
export interface BackupTargetRow {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly config: BackupConfig;
  /** Sealed; "" = none. */
  readonly secret: string;
  readonly lastOk: number;
  readonly lastName: string;
  readonly lastBytes: number;
  readonly lastError: string;
  readonly lastErrorAt: number;
  /** When a backup of this place was last read back and checked. */
  readonly checked: number;
  /** Why that failed; "" = it did not. */
  readonly checkError: string;
}

/** What this box did at the place of a target. */
export type BackupTargetOutcome = Pick<
  BackupTargetRow,
  "lastOk" | "lastName" | "lastBytes" | "lastError" | "lastErrorAt" | "checked" | "checkError"
>;

/** The outcome of a place where nothing was done yet. */
export const NO_OUTCOME: BackupTargetOutcome = {
  lastOk: 0,
  lastName: "",
  lastBytes: 0,
  lastError: "",
  lastErrorAt: 0,
  checked: 0,
  checkError: "",
};

/** Whether two configurations are of one place, whatever authority or key is used. */
export function isSamePlace(one: BackupConfig, other: BackupConfig): boolean {
  const [before, after]: Readonly<Record<string, unknown>>[] = [one, other];
  return PLACE_FIELDS.every((field) => before[field] === after[field]);
}

const COLUMNS: Readonly<Record<keyof Omit<BackupTargetRow, "id">, string>> = {
  name: "name",
  enabled: "enabled",
  config: "config",
  secret: "secret",
  lastOk: "last_ok",
  lastName: "last_name",
  lastBytes: "last_bytes",
  lastError: "last_error",
  lastErrorAt: "last_error_at",
  checked: "checked",
  checkError: "check_error",
};

type TargetChange = Partial<Omit<BackupTargetRow, "id">>;

/** The recipient of backups. */
export interface BackupKeyRow {
  readonly recipient: string;
  /** Unix milliseconds. */
  readonly made: number;
  readonly madeBy: string;
}

/** A restore. */
export interface RestoreRow {
  readonly id: number;
  /** Unix milliseconds. */
  readonly time: number;
  readonly by: string;
  /** Name and version of the box that made the backup, and when, in Unix milliseconds. */
  readonly box: string;
  readonly version: string;
  readonly made: number;
  /** Whether the tables were replaced. */
  readonly done: boolean;
  /** Whether it was the return to the state before another restore. */
  readonly isReturn: boolean;
}

/** The field that holds the sealed secret of a target. */
export function secretField(id: number) {
  return { table: "backup_targets", row: id, field: "secret" } as const;
}

/** The rows of the tables. */
export class BackupRows {
  readonly #db: Pick<Database, "all" | "run">;

  constructor(db: Pick<Database, "all" | "run">) {
    this.#db = db;
  }

  /** All targets, oldest first; one with an unreadable configuration is left out. */
  async targets(): Promise<BackupTargetRow[]> {
    const rows = await this.#db.all("select * from backup_targets order by id");
    return rows.flatMap((row) => targetOf(row) ?? []);
  }

  /** A target; undefined = unknown. */
  async target(id: number): Promise<BackupTargetRow | undefined> {
    const rows = await this.#db.all("select * from backup_targets where id = ?", [id]);
    return rows.map(targetOf)[0];
  }

  /** The id of the next target, for which its secret is sealed. Removed ids stay unused. */
  async nextTargetId(): Promise<number> {
    const [{ last }] = await this.#db.all(
      "select max(coalesce((select max(id) from backup_targets), 0), " +
        "coalesce((select seq from sqlite_sequence where name = 'backup_targets'), 0)) as last",
    );
    return Number(last) + 1;
  }

  /** Adds a target. */
  async addTarget(
    row: Pick<BackupTargetRow, "id" | "name" | "enabled" | "config" | "secret">,
  ): Promise<void> {
    await this.#db.run(
      "insert into backup_targets (id, name, enabled, config, secret) values (?, ?, ?, ?, ?)",
      [row.id, row.name, Number(row.enabled), JSON.stringify(row.config), row.secret],
    );
  }

  /** Changes fields of a target. */
  async changeTarget(id: number, change: TargetChange): Promise<void> {
    const { set, values } = assigned(change);
    await this.#db.run(`update backup_targets set ${set} where id = ?`, [...values, id]);
  }

  /** Stores what was done at the place of a target, unless it is at another place meanwhile. */
  async setOutcome(
    { id, config }: Pick<BackupTargetRow, "id" | "config">,
    outcome: Partial<BackupTargetOutcome>,
  ): Promise<void> {
    const { set, values } = assigned(outcome);
    await this.#db.run(
      `update backup_targets set ${set} where id = ? ` +
        `and ${PLACE} = (select ${PLACE} from (select ? as config))`,
      [...values, id, JSON.stringify(config)],
    );
  }

  /** Stores the first host key of a server, unless the target became another one meanwhile. */
  async keepHostKey(id: number, { host, port, user }: SftpConfig, hostKey: string): Promise<void> {
    await this.#db.run(
      "update backup_targets set config = json_set(config, '$.fingerprint', ?) where id = ? " +
        "and config ->> '$.kind' = 'sftp' and config ->> '$.fingerprint' = '' " +
        "and config ->> '$.host' = ? and config ->> '$.port' = ? and config ->> '$.user' = ?",
      [hostKey, id, host, port, user],
    );
  }

  /** Removes a target. */
  async removeTarget(id: number): Promise<void> {
    await this.#db.run("delete from backup_targets where id = ?", [id]);
  }

  /** The recipient; undefined = there is none yet. */
  async key(): Promise<BackupKeyRow | undefined> {
    const [row] = await this.#db.all("select * from backup_key where id = 1");
    if (row === undefined) return undefined;
    return {
      recipient: String(row.recipient),
      made: Number(row.made),
      madeBy: String(row.made_by),
    };
  }

  /** Stores the recipient in the place of an older one. */
  async setKey({ recipient, made, madeBy }: BackupKeyRow): Promise<void> {
    await this.#db.run(
      "insert or replace into backup_key (id, recipient, made, made_by) values (1, ?, ?, ?)",
      [recipient, made, madeBy],
    );
  }

  /** The last restore that was done; undefined = none. */
  async lastRestore(): Promise<RestoreRow | undefined> {
    const rows = await this.#db.all(
      "select * from restores where done = 1 order by id desc limit 1",
    );
    return rows.map(restoreOf)[0];
  }

  /**
   * Begins a restore, which is done once the tables are replaced; returns its id. The restored
   * targets get the state that this box knows of their places.
   */
  async beginRestore(row: Omit<RestoreRow, "id" | "done">): Promise<number> {
    await this.forgetRestores();
    await this.#keepOutcomes();
    const { lastId } = await this.#db.run(
      "insert into restores (time, by_name, box, version, made, is_return, done) " +
        "values (?, ?, ?, ?, ?, ?, 0)",
      [row.time, row.by, row.box, row.version, row.made, Number(row.isReturn)],
    );
    return lastId;
  }

  async #keepOutcomes(): Promise<void> {
    const newest = "max(last_ok, last_error_at, checked)";
    await this.#db.run(
      `insert or replace into backup_outcomes (place, ${OUTCOME}) ` +
        `select ${PLACE}, ${OUTCOME} from backup_targets where ${newest} > 0 order by ${newest}`,
    );
    await this.#db.run(
      "delete from backup_outcomes where place not in " +
        `(select place from backup_outcomes order by ${newest} desc limit ${PLACES})`,
    );
  }

  /** Removes restores that were not done, and all but the last twenty. */
  async forgetRestores(): Promise<void> {
    await this.#db.run(
      "delete from restores where done = 0 or id not in " +
        "(select id from restores where done = 1 order by id desc limit 20)",
    );
  }
}

/** The assignments of an update, and their values. */
function assigned(change: TargetChange): {
  readonly set: string;
  readonly values: readonly (string | number)[];
} {
  const fields = Object.entries(change) as [keyof typeof COLUMNS, unknown][];
  const set = fields.map(([field]) => `${COLUMNS[field]} = ?`).join(", ");
  const values = fields.map(([field, value]) => {
    if (field === "config") return JSON.stringify(value);
    return typeof value === "boolean" ? Number(value) : value as string | number;
  });
  return { set, values };
}

function targetOf(row: Row): BackupTargetRow | undefined {
  const config = backupConfig.safeParse(jsonOf(String(row.config)));
  if (!config.success) return undefined;
  return {
    id: Number(row.id),
    name: String(row.name),
    enabled: row.enabled === 1,
    config: config.data,
    secret: String(row.secret),
    lastOk: Number(row.last_ok),
    lastName: String(row.last_name),
    lastBytes: Number(row.last_bytes),
    lastError: String(row.last_error),
    lastErrorAt: Number(row.last_error_at),
    checked: Number(row.checked),
    checkError: String(row.check_error),
  };
}

function restoreOf(row: Row): RestoreRow {
  return {
    id: Number(row.id),
    time: Number(row.time),
    by: String(row.by_name),
    box: String(row.box),
    version: String(row.version),
    made: Number(row.made),
    done: row.done === 1,
    isReturn: row.is_return === 1,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
