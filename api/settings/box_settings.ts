/**
 * The active settings. `settings.json` beside the database is a copy of the saved settings, so that
 * a start needs no database and a broken one changes nothing.
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
  type StartSources,
} from "./resolve.ts";
import { type LastChange, savedSettings, type SettingChanges, settingStatements } from "./saved.ts";
import { writeWhole } from "../system/atomic_file.ts";
import { type Database, DatabaseUnavailableError, type Statement } from "../store/database.ts";
import { Mutex } from "../async/mutex.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** Maximum size of box.toml in bytes, far beyond real files. */
const LARGEST_FILE = 16 * 1024 ** 2;

/** A change of settings, with its context. */
export interface SettingsChange {
  readonly values: SettingChanges;
  /** The actor, which later changes report. */
  readonly by: string;
  /** Unix seconds. */
  readonly now: number;
  /**
   * The values that the client saw before the change, by key: the change is refused when one of
   * them differs now.
   */
  readonly seen?: Readonly<Record<string, unknown>>;
  /** Statements of the same transaction, after those of the settings. */
  readonly with?: readonly Statement[];
}

/**
 * The refusal of a change to settings that others changed in the meantime, with the current values
 * and actors.
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
  const text = sentence`Nothing is saved, because others saved changes meanwhile (${
    who.join(", ")
  }); look at them again`;
  return new DomainError("changed_meanwhile", text, { body: { settings: changed } });
}

/** The settings of the box; every change is made here. */
export class BoxSettings {
  readonly #given: StartSources;
  readonly #path: string;
  #file: Record<string, unknown> = {};
  #saved: Record<string, unknown> = {};
  #traces: ReadonlyMap<string, LastChange> = new Map();
  /** The values at the start of the box; settings that need a restart still have them. */
  #started: SettingValues;
  /** Changes are serialised, so that each sees the result of the previous one. */
  readonly #changes = new Mutex();
  #resolved: ResolvedSettings;
  #database: Database | undefined;
  /** The open encrypted DNS; undefined until it is set. */
  #encrypted: () => EncryptedDns | undefined = () => undefined;
  /** Sentences about values that were refused. */
  readonly problems: string[] = [];

  private constructor(dataDir: string, given: StartSources) {
    this.#given = given;
    this.#path = `${dataDir}/settings.json`;
    // `open` reads the values, after box.toml and the checks are loaded.
    this.#resolved = resolveSettings({});
    this.#started = this.#resolved.values;
  }

  /** Reads box.toml and the copy of the saved settings in the data directory. */
  static async open(dataDir: string, given: StartSources): Promise<BoxSettings> {
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

  /** The active values. */
  get values(): SettingValues {
    return this.#resolved.values;
  }

  /** The settings of the resolver; `interfaces` are the addresses of this machine. */
  resolver(interfaces: readonly string[]): ResolverSettings {
    return resolverSettings(this.values, interfaces, this.#encrypted());
  }

  /** Makes resolver() include the open encrypted DNS from the next call on. */
  encryptedBy(encrypted: () => EncryptedDns): void {
    this.#encrypted = encrypted;
  }

  /** Uses the database from now on; its values become active. */
  async attach(database: Database): Promise<void> {
    this.#database = database;
    await this.#read(database);
  }

  /** Values, the source of each, and the refused values. */
  resolved(): ResolvedSettings {
    return this.#resolved;
  }

  /** The active values when the box started. */
  get started(): SettingValues {
    return this.#started;
  }

  /** The last change of a saved setting; undefined = not saved. */
  trace(key: string): LastChange | undefined {
    return this.#traces.get(key);
  }

  /**
   * Makes a change in one transaction. Rejects with DomainError (bad_value, changed_meanwhile) or
   * DatabaseUnavailableError.
   */
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
      throw new DatabaseUnavailableError(
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
 * The text of a settings file. Rejects if it cannot be read or is not a regular file: a device may
 * be endless.
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
