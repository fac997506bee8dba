/** The interface of settings for features. */
import type { SettingsChange } from "./box_settings.ts";
import type { SettingValues } from "./list.ts";
import type { ResolvedSettings } from "./resolve.ts";
import type { LastChange } from "./saved.ts";

/** Reads and changes settings. */
export interface SettingsService {
  /** Values, the source of each, and the refused values. */
  readonly resolved: () => ResolvedSettings;
  /** The values at the start of the box; settings that need a restart still have them. */
  readonly started: () => SettingValues;
  /** The last change of a saved setting; undefined = not saved. */
  readonly trace: (key: string) => LastChange | undefined;
  /**
   * Makes a change in one transaction. Rejects with DomainError (bad_value, changed_meanwhile) or
   * DatabaseUnavailableError.
   */
  readonly change: (change: Omit<SettingsChange, "now">) => Promise<void>;
}
