/**
 * The settings in force. A copy of those saved in the database stands in `settings.json` beside it, so that a start needs no
 * database, and a broken one changes nothing (DESIGN 1.2, 11).
 */
import type { ResolverSettings } from "../policy/snapshot/settings.ts";
import type { SettingValues } from "./settings.ts";
import {
  parseSettingsFile,
  type ResolvedSettings,
  resolverSettings,
  resolveSettings,
  type SettingSources,
} from "./settings/resolve.ts";
import { forgetSetting, savedSettings, saveSetting } from "./settings/saved.ts";
import { writeWhole } from "./whole_file.ts";
import { type Database, DatabaseUnavailable } from "./store/database.ts";

type Given = Omit<SettingSources, "database" | "file">;

/** Holds the settings; every change goes through here. */
export class BoxSettings {
  readonly #given: Given;
  readonly #path: string;
  #file: Record<string, unknown> = {};
  #saved: Record<string, unknown> = {};
  #resolved: ResolvedSettings;
  #database: Database | undefined;
  /** Sentences about values that were refused. */
  readonly problems: string[] = [];

  private constructor(dataDir: string, given: Given) {
    this.#given = given;
    this.#path = `${dataDir}/settings.json`;
    this.#resolved = resolveSettings(given);
  }

  /** Reads box.toml and the copy of the saved settings in the data directory. */
  static async open(dataDir: string, given: Given): Promise<BoxSettings> {
    const settings = new BoxSettings(dataDir, given);
    const toml = await readText(`${dataDir}/box.toml`), kept = await readText(settings.#path);
    const { values, error } = parseSettingsFile(toml ?? "");
    settings.#file = values;
    if (error !== undefined) settings.problems.push(error);
    settings.#saved = jsonObject(kept);
    settings.#resolve();
    const { errors, unknown } = settings.#resolved;
    settings.problems.push(...errors.map(({ message }) => message), ...unknown);
    return settings;
  }

  /** The values in force. */
  get values(): SettingValues {
    return this.#resolved.values;
  }

  /** What the resolver needs; `interfaces` are the addresses of this machine. */
  resolver(interfaces: readonly string[]): ResolverSettings {
    return resolverSettings(this.values, interfaces);
  }

  /** Takes the database up once it is open: what it says holds from now on. */
  async attach(database: Database): Promise<void> {
    this.#database = database;
    await this.#read(database);
  }

  /** Values, where each comes from, and what was refused. */
  resolved(): ResolvedSettings {
    return this.#resolved;
  }

  /** Saves a value; a RangeError says what is allowed. `now` in Unix seconds. */
  async save(key: string, value: unknown, now: number): Promise<void> {
    await saveSetting(this.#open(), key, value, now);
    await this.#read(this.#open());
  }

  /** Forgets a saved value, so that the default holds. */
  async forget(key: string): Promise<void> {
    await forgetSetting(this.#open(), key);
    await this.#read(this.#open());
  }

  #open(): Database {
    if (this.#database === undefined) {
      throw new DatabaseUnavailable("The settings cannot be changed yet: the database is being opened");
    }
    return this.#database;
  }

  async #read(database: Database): Promise<void> {
    const saved = await savedSettings(database);
    if (JSON.stringify(saved) !== JSON.stringify(this.#saved)) {
      this.#saved = saved;
      await writeWhole(this.#path, new TextEncoder().encode(JSON.stringify(saved)));
    }
    this.#resolve();
  }

  #resolve(): void {
    this.#resolved = resolveSettings({ ...this.#given, file: this.#file, database: this.#saved });
  }
}

async function readText(path: string): Promise<string | undefined> {
  return await Deno.readTextFile(path).catch(() => undefined);
}

function jsonObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : {};
  } catch {
    return {};
  }
}
