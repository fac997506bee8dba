/** What a setting is: one row says everything that flags, files, pages, backups and the pair need to know (DESIGN 6, 11). */
import type { Kind } from "./kinds.ts";

/** The chapters under which settings are shown. */
export type SettingSection = "network" | "upstreams" | "cache" | "filtering" | "insight" | "box";

/** One setting: its key, what it can hold, and who is given it. */
export interface Setting<K extends string = string, T = unknown> {
  /** Its name in box.toml, in the database and in the API. */
  readonly key: K;
  readonly section: SettingSection;
  readonly kind: Kind<T>;
  readonly default: T;
  readonly summary: string;
  readonly inBackups: boolean;
  /** Whether it is given to the secondary of a pair. */
  readonly toSecondary: boolean;
  readonly needsRestart: boolean;
  /** Whether flag and variable alone give it: what is saved in the box, or stands in box.toml, would come too late. */
  readonly startOnly: boolean;
  /** Option of `box serve`: `--dns-listen`. */
  readonly flag: string;
  /** Environment variable: `BOX_DNS_LISTEN`. */
  readonly env: string;
}

/** What a row may say beside the usual: in backups, given to the secondary, applied at once. */
export type SettingFacts = Partial<
  Pick<Setting, "inBackups" | "toSecondary" | "needsRestart" | "startOnly">
>;

/** Facts of a setting that belongs to this machine alone. */
export const OF_THIS_BOX: SettingFacts = {
  inBackups: false,
  toSecondary: false,
  needsRestart: true,
};

/** Makes the row of a setting; flag and variable follow from the key. */
export function setting<const K extends string, T>(
  section: SettingSection,
  key: K,
  kind: Kind<T>,
  value: T,
  summary: string,
  facts: SettingFacts = {},
): Setting<K, T> {
  return {
    key,
    section,
    kind,
    default: value,
    summary,
    inBackups: true,
    toSecondary: true,
    needsRestart: false,
    startOnly: false,
    ...facts,
    flag: `--${key.replaceAll("_", "-")}`,
    env: `BOX_${key.toUpperCase()}`,
  };
}
