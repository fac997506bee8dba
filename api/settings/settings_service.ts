/** The settings as features use them. */
import type { SettingsChange } from "./box_settings.ts";
import type { SettingValues } from "./list.ts";
import type { ResolvedSettings } from "./resolve.ts";
import type { LastChange } from "./saved.ts";

/** Reads and changes settings. */
export interface SettingsService {
  /** Values, the source of each, and the refused values. */
  readonly resolved: () => ResolvedSettings;
  /** The values at the start of the box: for a setting that needs a restart, they are in force. */
  readonly started: () => SettingValues;
  /** Who changed a saved setting last; undefined = it is not saved. */
  readonly trace: (key: string) => LastChange | undefined;
  /**
   * Makes a change, completely or not at all. Rejects with `bad_value` or `changed_meanwhile`.
   */
  readonly change: (change: Omit<SettingsChange, "now">) => Promise<void>;
}
