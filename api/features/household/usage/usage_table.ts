/** Tables `category_usage` and `shared_usage`: a row for each step of five minutes that counts. */
import type { TimedCategory } from "../../../../policy/model/person_time.ts";
import type { Database, Statement } from "../../../store/database.ts";

/** A user of time: a person, or a shared device. */
export interface UsageOwner {
  readonly kind: "person" | "device";
  readonly id: number;
}

/** A step that counts. */
export interface UsageStep extends UsageOwner {
  /** Local, `YYYY-MM-DD`. */
  readonly day: string;
  readonly category: TimedCategory;
  /** Unix seconds at which it begins. */
  readonly step: number;
}

const TABLES = {
  person: { table: "category_usage", column: "person_id", of: "people" },
  device: { table: "shared_usage", column: "device_id", of: "devices" },
} as const;

/** The rows. Every method rejects with DatabaseUnavailableError when the database cannot be used. */
export class UsageTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The steps of a day. */
  async of(day: string): Promise<UsageStep[]> {
    const kinds = ["person", "device"] as const;
    const rows = await Promise.all(kinds.map(async (kind) => {
      const { table, column } = TABLES[kind];
      const sql = `select ${column} as id, category, step from ${table} where day = ?`;
      return (await this.#db.all(sql, [day])).map(({ id, category, step }): UsageStep => ({
        kind,
        day,
        id: Number(id),
        category: category as TimedCategory,
        step: Number(step),
      }));
    }));
    return rows.flat();
  }

  /** Writes steps; existing ones are kept, those of removed users are left out. */
  async add(steps: readonly UsageStep[]): Promise<void> {
    await this.#db.batch((["person", "device"] as const).flatMap((kind): Statement[] => {
      const rows = steps.filter((step) => step.kind === kind);
      const { table, column, of } = TABLES[kind];
      if (rows.length === 0) return [];
      const sql = `insert or ignore into ${table} (${column}, day, category, step) ` +
        "select r.value ->> 0, r.value ->> 1, r.value ->> 2, r.value ->> 3 from json_each(?) r " +
        `join ${of} on ${of}.id = r.value ->> 0`;
      return [{
        sql,
        args: [
          JSON.stringify(rows.map(({ id, day, category, step }) => [id, day, category, step])),
        ],
      }];
    }));
  }

  /** Deletes the days before one. */
  async forget(before: string): Promise<void> {
    await this.#db.batch(
      Object.values(TABLES).map(({ table }) => ({
        sql: `delete from ${table} where day < ?`,
        args: [before],
      })),
    );
  }

  /** Unix milliseconds of the newest step; undefined = there is none. */
  async newest(): Promise<number | undefined> {
    const sql =
      "select max(step) as step from (select step from category_usage union all select step from shared_usage)";
    const [{ step }] = await this.#db.all(sql);
    return step === null ? undefined : Number(step) * 1000;
  }
}
