/**
 * Changes settings for an account: fixed settings are refused, and concurrent changes are reported
 * (A 7.11).
 */
import "../../../settings/with_suffixes.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Principal } from "../../../http/principal.ts";
import { type SettingKey, SETTINGS } from "../../../settings/list.ts";
import { isFixed, readSetting } from "../../../settings/resolve.ts";
import { type SettingChanges, unknownSetting } from "../../../settings/saved.ts";
import { forwardedZones } from "../../../settings/local_zones.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { Statement } from "../../../store/database.ts";
import { programSentence, type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** The definition of a setting. */
export type SettingRow = (typeof SETTINGS)[number];

/** Options of a change. */
export interface ChangeFacts {
  /**
   * Values by key that the client has seen: an equal value is no change, and a change is refused
   * when the current value differs from the seen one.
   */
  readonly seen?: Readonly<Record<string, unknown>>;
  /** Statements added to the same transaction. */
  readonly with?: readonly Statement[];
}

/**
 * Changes settings in one transaction; null resets a setting. Resolves with the changed keys.
 * Rejects with a DomainError: not_found, setting_fixed, bad_value with the reason by key, or
 * changed_meanwhile with the current values and who changed them.
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
        sentence`The setting ${key} is fixed by ${fixed}; change it there, then restart the box`,
      );
    }
  }
  if (changed.length === 0 && facts.with === undefined) return changed;
  refuseSilencedUpstreams(changed, values, services);
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
 * Refuses a local zone and an upstream line of the same domain, because the line would have no
 * effect. Those that are there already, from box.toml, refuse no other change.
 */
function refuseSilencedUpstreams(
  changed: readonly string[],
  values: SettingChanges,
  services: { readonly settings: Pick<SettingsService, "resolved"> },
): void {
  if (!changed.includes("local_zones") && !changed.includes("upstreams")) return;
  const held = services.settings.resolved().values;
  const next = (key: "local_zones" | "upstreams"): readonly string[] => {
    if (!changed.includes(key)) return held[key];
    const row = settingRow(key);
    const read = readSetting(row, values[key] ?? row.default);
    return read.ok ? read.value as readonly string[] : [];
  };
  const before = forwardedZones(held.local_zones, held.upstreams);
  const zone = forwardedZones(next("local_zones"), next("upstreams")).find((each) =>
    !before.includes(each)
  );
  if (zone === undefined) return;
  throw new DomainError(
    "bad_value",
    sentence`${zone} is a local zone, so the upstream of [/${zone}/] would never be used; remove the zone or the line`,
  );
}

/**
 * Whether a value equals the one that the client has seen: a client that sends a whole form changes
 * only the edited fields.
 */
function isAsSeen(key: string, value: unknown, seen: Readonly<Record<string, unknown>>): boolean {
  if (value === null || !Object.hasOwn(seen, key)) return false;
  const read = readSetting(settingRow(key), value);
  return read.ok && JSON.stringify(read.value) === JSON.stringify(seen[key]);
}

/**
 * Returns the definition of a setting. Throws not_found, with a suggestion for a misspelled key.
 */
export function settingRow(key: string): SettingRow {
  const row = SETTINGS.find((candidate) => candidate.key === key);
  if (row === undefined) {
    throw new DomainError("not_found", programSentence`${unknownSetting(key)}`);
  }
  return row;
}

/** Returns what fixes a setting at the start of the box, in words; "" = nothing. */
export function fixedByText(
  row: SettingRow,
  services: { readonly settings: Pick<SettingsService, "resolved"> },
): Sentence | "" {
  const source = services.settings.resolved().sources[row.key as SettingKey];
  if (!isFixed(source)) {
    return row.startOnly ? sentence`the option ${row.flag} or the variable ${row.env}` : "";
  }
  if (source === "flag") return sentence`the option ${row.flag}`;
  return source === "file" ? sentence`the file box.toml` : sentence`the variable ${row.env}`;
}
