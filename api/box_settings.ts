/**
 * The settings in force. A copy of those saved in the database stands in `settings.json` beside it, so that a start needs no
 * database, and a broken one changes nothing (DESIGN 1.2, 11).
 */
import type { EncryptedDns, ResolverSettings } from "../policy/snapshot/settings.ts";
import type { SettingValues } from "./settings.ts";
import {
  parseSettingsFile,
  type ResolvedSettings,
  resolverSettings,
  resolveSettings,
  type SettingSources,
} from "./settings/resolve.ts";
import {
  savedSettings,
  type SettingChanges,
  settingStatements,
  type SettingTrace,
} from "./settings/saved.ts";
import { writeWhole } from "./whole_file.ts";
import { type Database, DatabaseUnavailable, type Statement } from "./store/database.ts";

/** Octets of box.toml, far beyond what anybody writes. */
const LARGEST_FILE = 16 * 1024 ** 2;

type Given = Omit<SettingSources, "database" | "file">;

/** A change of settings, and what it is made with. */
export interface SettingsChange {
  readonly values: SettingChanges;
  /** Who changes them, as the settings tell it to the next. */
  readonly by: string;
  /** Unix seconds. */
  readonly now: number;
  /** What whoever changes them saw before, by key: the change is refused when something else holds by now. */
  readonly seen?: Readonly<Record<string, unknown>>;
  /** Statements of the same transaction, after those of the settings. */
  readonly with?: readonly Statement[];
}

/** Settings that somebody else changed since they were looked at. */
export class SettingsChangedMeanwhile extends Error {
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    super(`Changed meanwhile: ${keys.join(", ")}`);
    this.name = "SettingsChangedMeanwhile";
    this.keys = keys;
  }
}

/** Holds the settings; every change goes through here. */
export class BoxSettings {
  readonly #given: Given;
  readonly #path: string;
  #file: Record<string, unknown> = {};
  #saved: Record<string, unknown> = {};
  #traces: ReadonlyMap<string, SettingTrace> = new Map();
  /** What held when the box started: where a setting needs a restart, this is in force. */
  #started: SettingValues;
  /** Changes go one after another, so that each sees what the one before it made. */
  #changing: Promise<unknown> = Promise.resolve();
  #resolved: ResolvedSettings;
  #database: Database | undefined;
  /** The encrypted DNS that is open; undefined until somebody tells it. */
  #encrypted: () => EncryptedDns | undefined = () => undefined;
  /** Sentences about values that were refused. */
  readonly problems: string[] = [];

  private constructor(dataDir: string, given: Given) {
    this.#given = given;
    this.#path = `${dataDir}/settings.json`;
    this.#resolved = resolveSettings(given);
    this.#started = this.#resolved.values;
  }

  /** Reads box.toml and the copy of the saved settings in the data directory. */
  static async open(dataDir: string, given: Given): Promise<BoxSettings> {
    const settings = new BoxSettings(dataDir, given);
    settings.#file = await settings.#readFile(`${dataDir}/box.toml`);
    settings.#saved = jsonObject(await writtenText(settings.#path).catch(() => undefined));
    settings.#resolve();
    settings.#started = settings.values;
    const { errors, unknown } = settings.#resolved;
    settings.problems.push(...errors.map(({ message }) => message), ...unknown);
    return settings;
  }

  async #readFile(path: string): Promise<Record<string, unknown>> {
    try {
      const { values, error } = parseSettingsFile(await writtenText(path));
      if (error !== undefined) this.problems.push(error);
      return values;
    } catch (error) {
      // Nobody has to write one.
      if (!(error instanceof Deno.errors.NotFound)) {
        this.problems.push(`box.toml cannot be read and is left out: ${(error as Error).message}`);
      }
      return {};
    }
  }

  /** The values in force. */
  get values(): SettingValues {
    return this.#resolved.values;
  }

  /** What the resolver needs; `interfaces` are the addresses of this machine. */
  resolver(interfaces: readonly string[]): ResolverSettings {
    return resolverSettings(this.values, interfaces, this.#encrypted());
  }

  /** Has what the resolver needs tell of the encrypted DNS that is open, from the next time on. */
  encryptedBy(encrypted: () => EncryptedDns): void {
    this.#encrypted = encrypted;
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

  /** The values that held when the box started. */
  get started(): SettingValues {
    return this.#started;
  }

  /** Who changed a saved setting last; undefined = it is not saved. */
  trace(key: string): SettingTrace | undefined {
    return this.#traces.get(key);
  }

  /** Makes a change as one transaction. Rejects with SettingsRefused, SettingsChangedMeanwhile or DatabaseUnavailable. */
  change(change: SettingsChange): Promise<void> {
    const done = this.#changing.then(() => this.#change(change));
    this.#changing = done.catch(() => {});
    return done;
  }

  async #change({ values, by, now, seen = {}, with: more = [] }: SettingsChange): Promise<void> {
    const database = this.#open(), statements = settingStatements(values, by, now);
    const held = this.values as Readonly<Record<string, unknown>>;
    const other = Object.keys(seen).filter((key) =>
      JSON.stringify(held[key]) !== JSON.stringify(seen[key])
    );
    if (other.length > 0) throw new SettingsChangedMeanwhile(other);
    await database.batch([...statements, ...more]);
    await this.#read(database);
  }

  #open(): Database {
    if (this.#database === undefined) {
      throw new DatabaseUnavailable(
        "The settings cannot be changed yet: the database is being opened",
      );
    }
    return this.#database;
  }

  async #read(database: Database): Promise<void> {
    const { values: saved, traces } = await savedSettings(database);
    this.#traces = traces;
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

/** The text of a file of settings. Throws where it cannot be read, or is none that somebody wrote: a device may have no end. */
async function writtenText(path: string): Promise<string> {
  const { isFile, size } = await Deno.stat(path);
  if (!isFile) throw new TypeError("it is no file");
  if (size > LARGEST_FILE) throw new RangeError(`it may have ${LARGEST_FILE / 1024 ** 2} MiB`);
  return await Deno.readTextFile(path);
}

function jsonObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? value as Record<string, unknown>
      : {};
  } catch {
    return {};
  }
}
