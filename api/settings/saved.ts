/** Reads and writes the settings that are saved in the database. */
import { suggestNearest } from "../../policy/model/nearest.ts";
import { DomainError } from "../schema/errors.ts";
import { SETTINGS } from "./list.ts";
import type { Database, Statement } from "../store/database.ts";
import { readSetting, refusalText } from "./resolve.ts";
import { programSentence } from "../../policy/model/sentence.ts";

/** The last change of a setting: its time in Unix seconds and its actor. */
export interface LastChange {
  readonly changed: number;
  readonly by: string;
}

/** The content of the table of settings. */
export interface SavedSettings {
  /**
   * Values by key; one that is not JSON is returned as text, so that resolving it reports the
   * fault.
   */
  readonly values: Record<string, unknown>;
  readonly traces: ReadonlyMap<string, LastChange>;
}

/** New values by key; null resets a setting to its default. */
export type SettingChanges = Readonly<Record<string, unknown>>;

/** Reads the table. */
export async function savedSettings(database: Database): Promise<SavedSettings> {
  const values: Record<string, unknown> = {};
  const traces = new Map<string, LastChange>();
  for (const row of await database.all("select key, value, changed, changed_by from settings")) {
    const key = String(row.key);
    traces.set(key, { changed: Number(row.changed), by: String(row.changed_by) });
    try {
      values[key] = JSON.parse(String(row.value));
    } catch {
      values[key] = String(row.value);
    }
  }
  return { values, traces };
}

/**
 * The statements of a change for one transaction, alone or with others. `by` names the actor, `now`
 * in Unix seconds. Throws DomainError (bad_value), which states for each bad value what is allowed.
 */
export function settingStatements(changes: SettingChanges, by: string, now: number): Statement[] {
  const faults = new Map<string, string>();
  const statements: Statement[] = [];
  for (const [key, value] of Object.entries(changes)) {
    const row = SETTINGS.find((setting) => setting.key === key);
    if (row === undefined) {
      faults.set(key, unknownSetting(key));
      continue;
    }
    if (value === null) {
      statements.push({ sql: "delete from settings where key = ?", args: [key] });
      continue;
    }
    const read = readSetting(row, value);
    if (read.ok) statements.push({ sql: UPSERT, args: [key, JSON.stringify(read.value), now, by] });
    else faults.set(key, refusalText(row, `for ${key}`, value));
  }
  if (faults.size > 0) throw refusedValues(faults);
  return statements;
}

/** The refusal of a change, with the reason by key: one bad value refuses the whole change. */
export function refusedValues(faults: ReadonlyMap<string, string>): DomainError {
  const body = { settings: Object.fromEntries(faults) };
  return new DomainError("bad_value", programSentence`${[...faults.values()].join(". ")}`, {
    body,
  });
}

const UPSERT =
  "insert into settings (key, value, changed, changed_by) values (?, ?, ?, ?) on conflict (key) do update " +
  "set value = excluded.value, changed = excluded.changed, changed_by = excluded.changed_by";

/** A sentence that a setting is unknown, with the most similar key. */
export function unknownSetting(key: string): string {
  const near = suggestNearest(key, SETTINGS.map((row) => row.key));
  return `There is no such setting${near === undefined ? "" : `, perhaps ${near} is meant`}: ${
    key.slice(0, 64)
  }`;
}
