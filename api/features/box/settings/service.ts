/**
 * Changes settings on behalf of an account: fixed ones stay, and settings that others changed
 * meanwhile are reported (A 7.11).
 */
import "../../../settings/with_suffixes.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Principal } from "../../../http/principal.ts";
import { type SettingKey, SETTINGS } from "../../../settings/list.ts";
import { isFixed, readSetting } from "../../../settings/resolve.ts";
import { type SettingChanges, unknownSetting } from "../../../settings/saved.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { Statement } from "../../../store/database.ts";

/** A row of the settings. */
export type SettingRow = (typeof SETTINGS)[number];

/** What goes with a change. */
export interface ChangeFacts {
  /** Values by key as they were shown: what is the same is no change, and one is refused when other ones hold by now. */
  readonly seen?: Readonly<Record<string, unknown>>;
  /** Statements of the same transaction. */
  readonly with?: readonly Statement[];
}

/**
 * Changes settings, all of them or none; null puts one back. The keys that were changed. Rejects with a DomainError: not_found,
 * setting_fixed, bad_value with why by key, or changed_meanwhile with what holds now and who changed it.
 */
export async function changeSettings(
  values: SettingChanges,
  by: Principal,
  services: { readonly settings: SettingsService },
  facts: ChangeFacts = {},
): Promise<readonly string[]> {
  const given = facts.seen ?? {};
  for (const key of [...Object.keys(values), ...Object.keys(given)]) settingRow(key);
  const changed = Object.keys(values).filter((key) => !isAsSeen(key, values[key], given));
  for (const key of changed) {
    const row = settingRow(key);
    const fixed = fixedByText(row, services);
    if (fixed !== "") {
      throw new DomainError(
        "setting_fixed",
        `The setting ${key} is fixed by ${fixed}; change it there and restart the box`,
      );
    }
  }
  if (changed.length === 0 && facts.with === undefined) return changed;
  const part = (of: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      changed.filter((key) => Object.hasOwn(of, key)).map((key) => [key, of[key]]),
    );
  await services.settings.change({
    ...facts,
    values: part(values),
    seen: part(given),
    by: by.name,
  });
  return changed;
}

/**
 * Whether a value is the one that was shown: a client that sends a whole form changes only the
 * edited fields.
 */
function isAsSeen(key: string, value: unknown, seen: Readonly<Record<string, unknown>>): boolean {
  if (value === null || !Object.hasOwn(seen, key)) return false;
  const read = readSetting(settingRow(key), value);
  return read.ok && JSON.stringify(read.value) === JSON.stringify(seen[key]);
}

/** The row of a setting. Throws not_found with the name that may be meant. */
export function settingRow(key: string): SettingRow {
  const row = SETTINGS.find((candidate) => candidate.key === key);
  if (row === undefined) throw new DomainError("not_found", unknownSetting(key));
  return row;
}

/** What fixes a setting where the box is started, in words; empty = nothing. */
export function fixedByText(
  row: SettingRow,
  services: { readonly settings: Pick<SettingsService, "resolved"> },
): string {
  const source = services.settings.resolved().sources[row.key as SettingKey];
  if (!isFixed(source)) {
    return row.startOnly ? `the option ${row.flag} or the variable ${row.env}` : "";
  }
  if (source === "flag") return `the option ${row.flag}`;
  return source === "file" ? "box.toml" : `the variable ${row.env}`;
}
