/**
 * The settings in force. `settings.json` beside the database is a copy of the settings saved in it.
 * So a start needs no database, and a broken one changes nothing.
 */
import type { EncryptedDns, ResolverSettings } from "../../policy/snapshot/settings.ts";
import { DomainError } from "../schema/errors.ts";
import type { SettingValues } from "./list.ts";
import {
  parseSettingsFile,
  prepareSettings,
  type ResolvedSettings,
  resolverSettings,
  resolveSettings,
  type SettingSources,
} from "./resolve.ts";
import { type LastChange, savedSettings, type SettingChanges, settingStatements } from "./saved.ts";
import { writeWhole } from "../system/atomic_file.ts";
import { type Database, DatabaseUnavailable, type Statement } from "../store/database.ts";
import { Mutex } from "../async/mutex.ts";

/** Most bytes of box.toml, far beyond real files. */
const LARGEST_FILE = 16 * 1024 ** 2;

type Given = Omit<SettingSources, "database" | "file">;

/** A change of settings, with its context. */
export interface SettingsChange {
  readonly values: SettingChanges;
  /** Who changes them, as the settings report it at the next change. */
  readonly by: string;
  /** Unix seconds. */
  readonly now: number;
  /**
   * The values the client saw before the change, by key: the change is refused when another value
   * is in force by now.
   */
  readonly seen?: Readonly<Record<string, unknown>>;
  /** Statements of the same transaction, after those of the settings. */
  readonly with?: readonly Statement[];
}

/**
 * The refusal of a change of settings that others changed since they were shown: the values in
 * force, and who changed them.
 */
export function changedMeanwhile(
  keys: readonly string[],
  held: Readonly<Record<string, unknown>>,
  traceOf: (key: string) => LastChange | undefined,
): DomainError {
  const changed = keys.map((key) => {
    const trace = traceOf(key);
    return { key, value: held[key], changed: trace?.changed ?? 0, changed_by: trace?.by ?? "" };
  });
  const who = changed.map(({ key, changed_by: by }) =>
    by === "" ? `${key} was put back` : `${by} changed ${key}`
  );
  const text = `Nothing is saved, since other values hold by now (${
    who.join(", ")
  }); look at them again`;
  return new DomainError("changed_meanwhile", text, { body: { settings: changed } });
}

/** The settings of the box; every change is made here. */
export class BoxSettings {
  readonly #given: Given;
  readonly #path: string;
  #file: Record<string, unknown> = {};
  #saved: Record<string, unknown> = {};
  #traces: ReadonlyMap<string, LastChange> = new Map();
  /** The values at the start of the box: for a setting that needs a restart, they are in force. */
  #started: SettingValues;
  /** Changes are serialised, so that each sees the result of the previous one. */
  readonly #changes = new Mutex();
  #resolved: ResolvedSettings;
  #database: Database | undefined;
  /** The open encrypted DNS; undefined until it is set. */
  #encrypted: () => EncryptedDns | undefined = () => undefined;
  /** Sentences about values that were refused. */
  readonly problems: string[] = [];

  private constructor(dataDir: string, given: Given) {
    this.#given = given;
    this.#path = `${dataDir}/settings.json`;
    // Values are read in `open`, once box.toml and their checks are loaded.
    this.#resolved = resolveSettings({});
    this.#started = this.#resolved.values;
  }

  /** Reads box.toml and the copy of the saved settings in the data directory. */
  static async open(dataDir: string, given: Given): Promise<BoxSettings> {
    const settings = new BoxSettings(dataDir, given);
    settings.#file = await settings.#readFile(`${dataDir}/box.toml`);
    settings.#saved = jsonObject(await writtenText(settings.#path).catch(() => undefined));
    await settings.#resolve();
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
      // The file is optional.
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

  /** The settings of the resolver; `interfaces` are the addresses of this machine. */
  resolver(interfaces: readonly string[]): ResolverSettings {
    return resolverSettings(this.values, interfaces, this.#encrypted());
  }

  /** Makes the resolver settings include the open encrypted DNS, from the next time on. */
  encryptedBy(encrypted: () => EncryptedDns): void {
    this.#encrypted = encrypted;
  }

  /** Uses the database once it is open: its values are in force from now on. */
  async attach(database: Database): Promise<void> {
    this.#database = database;
    await this.#read(database);
  }

  /** Values, the source of each, and the refused values. */
  resolved(): ResolvedSettings {
    return this.#resolved;
  }

  /** The values in force when the box started. */
  get started(): SettingValues {
    return this.#started;
  }

  /** Who changed a saved setting last; undefined = it is not saved. */
  trace(key: string): LastChange | undefined {
    return this.#traces.get(key);
  }

  /** Makes a change as one transaction. Rejects with DomainError (bad_value, changed_meanwhile) or DatabaseUnavailable. */
  change(change: SettingsChange): Promise<void> {
    return this.#changes.take(() => this.#change(change));
  }

  async #change({ values, by, now, seen = {}, with: more = [] }: SettingsChange): Promise<void> {
    const database = this.#open();
    const statements = settingStatements(values, by, now);
    const held = this.values as Readonly<Record<string, unknown>>;
    const other = Object.keys(seen).filter((key) =>
      JSON.stringify(held[key]) !== JSON.stringify(seen[key])
    );
    if (other.length > 0) throw changedMeanwhile(other, held, (key) => this.trace(key));
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
    await this.#resolve();
  }

  async #resolve(): Promise<void> {
    const sources = { ...this.#given, file: this.#file, database: this.#saved };
    await prepareSettings(sources);
    this.#resolved = resolveSettings(sources);
  }
}

/**
 * The text of a settings file. Throws if it cannot be read or is not a regular file: a device may
 * have no end.
 */
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
