/**
 * Table `time_spent`: minutes of each person and device by local day, in all, by category and by
 * service.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { Database, Statement } from "../../../store/database.ts";

/** Minutes of one subject on one day: `person:2` or `device:3`, `YYYY-MM-DD`, and of what. */
export interface SpentMinutes {
  readonly subject: string;
  readonly day: string;
  /** "" = anything, `category:games`, `service:roblox`. */
  readonly key: string;
  readonly minutes: number;
}

/** The keys of minutes, as stored in the table. */
export const ANYTHING = "";
export const CATEGORY = "category:";
export const SERVICE = "service:";

/**
 * Maximum minutes of a day, including a day that is an hour longer by the clock; two merged
 * devices had the same day.
 */
const DAY_MINUTES = 25 * 60;
const STEP_MINUTES = LIMITS.categoryTime.step / 60;

/** The change that counts steps: subject, day, key and number of each. */
export function countStatements(
  steps: readonly (readonly [subject: string, day: string, key: string, steps: number])[],
): Statement {
  const sql = "insert into time_spent (subject, day, key, minutes) " +
    `select r.value ->> 0, r.value ->> 1, r.value ->> 2, (r.value ->> 3) * ${STEP_MINUTES} from json_each(?) r where true ` +
    `on conflict do update set minutes = min(minutes + excluded.minutes, ${DAY_MINUTES})`;
  return { sql, args: [JSON.stringify(steps)] };
}

/** The time that some subjects spent on days, both inclusive. */
export async function readSpent(
  database: Database,
  subjects: readonly string[],
  { first, last }: { readonly first: string; readonly last: string },
): Promise<SpentMinutes[]> {
  const sql = "select subject, day, key, minutes from time_spent " +
    "where subject in (select value from json_each(?)) and day >= ? and day <= ? order by day";
  const rows = await database.all(sql, [JSON.stringify(subjects), first, last]);
  return rows.map(({ subject, day, key, minutes }) => ({
    subject: String(subject),
    day: String(day),
    key: String(key),
    minutes: Number(minutes),
  }));
}

/** Moves the minutes of a device to the device that it was merged into. */
export function moveStatements(from: number, into: number): Statement[] {
  const sql = "insert into time_spent (subject, day, key, minutes) " +
    "select ?, day, key, minutes from time_spent where subject = ? " +
    `on conflict do update set minutes = min(minutes + excluded.minutes, ${DAY_MINUTES})`;
  return [{ sql, args: [`device:${into}`, `device:${from}`] }, forgetStatement([`device:${from}`])];
}

/** Deletes the time of subjects. */
export function forgetStatement(subjects: readonly string[]): Statement {
  const sql = "delete from time_spent where subject in (select value from json_each(?))";
  return { sql, args: [JSON.stringify(subjects)] };
}
