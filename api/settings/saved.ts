/** The settings chosen in the box itself, in the table of settings. */
import { SETTINGS } from "../settings.ts";
import type { Database } from "../store/database.ts";
import { readSetting, refusalText } from "./resolve.ts";

/** The saved values by key; a value that is no JSON comes as its text, so that resolving it says what is wrong. */
export async function savedSettings(database: Database): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { key, value } of await database.all("select key, value from settings")) {
    try {
      values[String(key)] = JSON.parse(String(value));
    } catch {
      values[String(key)] = String(value);
    }
  }
  return values;
}

/** Saves one setting (`now` in Unix seconds); a RangeError that says what is allowed when the value is refused. */
export async function saveSetting(database: Database, key: string, value: unknown, now: number): Promise<void> {
  const row = SETTINGS.find((setting) => setting.key === key);
  if (row === undefined) throw new RangeError(`There is no such setting: ${key}`);
  const read = readSetting(row, value);
  if (!read.ok) throw new RangeError(refusalText(row, `for ${key}`, value));
  await database.run(
    "insert into settings (key, value, changed) values (?, ?, ?) on conflict (key) do update set value = excluded.value, changed = excluded.changed",
    [key, JSON.stringify(read.value), now],
  );
}

/** Forgets the saved value, so that the default holds again. */
export async function forgetSetting(database: Database, key: string): Promise<void> {
  await database.run("delete from settings where key = ?", [key]);
}
