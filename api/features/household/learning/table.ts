/** Table `learning`: when the box began to learn the household, and until when. */
import type { Database, Statement } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

/** The declaration of the table. */
export const LEARNING_TABLE: Table = {
  name: "learning",
  database: "box",
  doc: "Period in which the box learned the household, in one row",
  keep: "forever",
  inBackups: true,
  toSecondary: false,
};

/** When the box learns; Unix seconds. */
export interface LearningPeriod {
  readonly started: number;
  readonly until: number;
  /** Whether the user has dismissed the proposals. */
  readonly done: boolean;
}

/** Reads the period; undefined = the box never began to learn. */
export async function readPeriod(db: Database): Promise<LearningPeriod | undefined> {
  const [row] = await db.all("select started, until, done from learning where id = 1");
  return row && { started: Number(row.started), until: Number(row.until), done: row.done === 1 };
}

/** Writes the period, replacing the previous one, together with the `more` statements. */
export async function writePeriod(
  db: Database,
  { started, until, done }: LearningPeriod,
  ...more: readonly Statement[]
): Promise<void> {
  const sql =
    "insert into learning (id, started, until, done) values (1, ?, ?, ?) on conflict (id) do update set " +
    "started = excluded.started, until = excluded.until, done = excluded.done";
  await db.batch([{ sql, args: [started, until, done ? 1 : 0] }, ...more]);
}
