/** Defines a setting: one row with all facts for flags, files, pages, backups and the pair. */
import type { Kind } from "./kinds.ts";

/** The sections under which settings are shown. */
export type SettingSection = "network" | "upstreams" | "cache" | "filtering" | "insight" | "box";

/** One setting: its key, its kind, and where it is transferred. */
export interface Setting<K extends string = string, T = unknown> {
  /** Its name in box.toml, in the database and in the API. */
  readonly key: K;
  readonly section: SettingSection;
  readonly kind: Kind<T>;
  readonly default: T;
  readonly summary: string;
  readonly inBackups: boolean;
  /** Whether it is sent to the secondary of a pair. */
  readonly toSecondary: boolean;
  readonly needsRestart: boolean;
  /**
   * Whether only a flag or a variable can set it: it is needed before box.toml and the database are
   * read.
   */
  readonly startOnly: boolean;
  /** Option of `box serve`: `--dns-listen`. */
  readonly flag: string;
  /** Environment variable: `BOX_DNS_LISTEN`. */
  readonly env: string;
}

/** The optional facts of a row. */
export type SettingFacts = Partial<
  Pick<Setting, "inBackups" | "toSecondary" | "needsRestart" | "startOnly">
>;

/** Options of a setting that belongs to this machine only. */
export const OF_THIS_BOX: SettingFacts = {
  inBackups: false,
  toSecondary: false,
  needsRestart: true,
};

/** Creates the row of a setting; flag and variable derive from the key. */
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
