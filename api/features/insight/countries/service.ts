/**
 * Where addresses are: a database of countries that is downloaded every month (A 7.12.2). It is
 * read when a page needs it, and leaves the memory soon after.
 */
import { createHash } from "node:crypto";
import { LIMITS } from "../../../../policy/limits.ts";
import { Mutex } from "../../../async/mutex.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import { AtomicFile, removeFile, writeWhole } from "../../../system/atomic_file.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { CountryDatabase, CountryDatabaseError } from "./database.ts";
import { type CountryTransport, downloadCountries } from "./download.ts";

/** Dependencies of the service. */
export interface CountriesOptions extends CountryTransport {
  readonly dataDir: string;
  /** The address of the database, with `{month}` for 2026-11; "" = none is used. */
  readonly url: () => string;
  /** Whether the terms in force were accepted; rejects with DatabaseUnavailableError. */
  readonly accepted: () => Promise<boolean>;
  readonly timeKnown: () => boolean;
  readonly runtime: Runtime;
}

/** What is known of the database. */
export interface CountriesState {
  /** Whether addresses have a country: `off` = no address is set, `missing` = no download yet. */
  readonly state: "ready" | "off" | "missing";
  /** Unix milliseconds at which its owner made it; 0 = there is none. */
  readonly built: number;
  /** The host that it came from; "" = there is none. */
  readonly host: string;
}

/** A trial of a file. It stays on disk if it ended the process, or if the file was unusable. */
interface Trial {
  readonly sha256: string;
  /** Unix milliseconds. */
  readonly time: number;
}

/** What is kept beside the file. */
interface Description {
  /** The setting with which it was downloaded. */
  readonly url: string;
  /** Unix milliseconds. */
  readonly downloaded: number;
  readonly sha256: string;
}

const { every: EVERY, kept: KEPT, retry: RETRY } = LIMITS.countries;
const MONTH = "{month}";
/** Addresses that are looked up before other requests get a turn. */
const AT_ONCE = 1000;

/** The service. */
export class Countries {
  readonly #options: CountriesOptions;
  readonly #path: string;
  /** Serialises reading and replacing the file with its description. */
  readonly #files = new Mutex();
  #loaded: { readonly database: CountryDatabase | undefined; cancel: () => void } | undefined;
  #loading: Promise<CountryDatabase | undefined> | undefined;
  #refreshing: Promise<IdleReason | void> | undefined;

  constructor(options: CountriesOptions) {
    this.#options = options;
    this.#path = `${options.dataDir}/countries.mmdb`;
  }

  /** Downloads the database when that is due (task `countries.refresh`). */
  refresh(signal: AbortSignal): Promise<IdleReason | void> {
    return this.#refreshing ??= this.#refresh(signal).finally(() => this.#refreshing = undefined);
  }

  /** The countries of addresses; those without a known one are left out. */
  async find(addresses: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const database = await this.#database();
    if (database === undefined) return found;
    const { runtime } = this.#options;
    let looked = 0;
    try {
      for (const address of addresses) {
        if (++looked % AT_ONCE === 0) await new Promise<void>((then) => runtime.after(0, then));
        const country = database.countryOf(address);
        if (country !== "") found.set(address, country);
      }
    } catch (error) {
      this.#warn(error as Error);
    }
    return found;
  }

  /** What is known of the database. */
  async state(): Promise<CountriesState> {
    const url = this.#options.url();
    if (url === "") return { state: "off", built: 0, host: "" };
    const database = await this.#database();
    if (database === undefined) return { state: "missing", built: 0, host: "" };
    const from = (await this.#description())?.url ?? url;
    return { state: "ready", built: database.built, host: new URL(from).host };
  }

  async #refresh(signal: AbortSignal): Promise<IdleReason | void> {
    const { url, accepted, timeKnown, runtime } = this.#options;
    const address = url();
    if (address === "") {
      await this.#remove();
      return "not_configured";
    }
    if (!await accepted()) return "terms";
    if (!timeKnown()) return "clock";
    const known = await this.#description();
    const age = runtime.now() - (known?.downloaded ?? 0);
    if (known?.url === address && age >= 0 && age < EVERY * 1000) return "not_due";
    await this.#download(address, signal);
  }

  async #download(address: string, signal: AbortSignal): Promise<void> {
    const { runtime } = this.#options;
    const downloaded = runtime.now();
    const file = await AtomicFile.create(this.#path);
    let sha256: string;
    try {
      sha256 = await this.#fetch(address, file, signal);
      // The previous file stays until the new one has proved usable.
      await this.#try(file.aside, sha256);
      signal.throwIfAborted();
    } catch (error) {
      await file.drop();
      throw error;
    }
    const description: Description = { url: address, downloaded, sha256 };
    await this.#files.take(async () => {
      await file.keep();
      await writeJson(this.#descriptionPath, description);
      this.#forget();
    });
  }

  /** Reads a new file to prove it. A file that failed is not read again for a day. */
  async #try(path: string, sha256: string): Promise<void> {
    const time = this.#options.runtime.now();
    const before = await this.#trial();
    if (before?.sha256 === sha256 && Math.abs(time - before.time) < RETRY * 1000) {
      throw new CountryDatabaseError("the same file could not be read before");
    }
    const trial: Trial = { sha256, time };
    await writeJson(this.#trialPath, trial);
    CountryDatabase.read(await Deno.readFile(path));
    await removeFile(this.#trialPath);
  }

  async #trial(): Promise<Trial | undefined> {
    try {
      const { sha256, time } = JSON.parse(await Deno.readTextFile(this.#trialPath));
      return typeof sha256 === "string" && typeof time === "number" ? { sha256, time } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Downloads the file of this month, or of the previous month if there is none yet. */
  async #fetch(address: string, file: AtomicFile, signal: AbortSignal): Promise<string> {
    const now = new Date(this.#options.runtime.now());
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
    const urls = new Set(
      [now, before].map((time) => address.replaceAll(MONTH, time.toISOString().slice(0, 7))),
    );
    for (const url of urls) {
      const sha256 = await downloadCountries(new URL(url), file, this.#options, signal);
      if (sha256 !== undefined) return sha256;
    }
    throw new CountryDatabaseError(`${new URL(address).host} has no such file (status 404)`);
  }

  /** The database; undefined = there is no usable one. */
  async #database(): Promise<CountryDatabase | undefined> {
    if (this.#options.url() === "") return undefined;
    if (this.#loaded === undefined) {
      this.#loading ??= this.#files.take(() => this.#load())
        .finally(() => this.#loading = undefined);
      return await this.#loading;
    }
    this.#loaded.cancel();
    this.#loaded.cancel = this.#forgetLater();
    return this.#loaded.database;
  }

  async #load(): Promise<CountryDatabase | undefined> {
    const database = await this.#read();
    this.#forget();
    this.#loaded = { database, cancel: this.#forgetLater() };
    return database;
  }

  async #read(): Promise<CountryDatabase | undefined> {
    const description = await this.#description();
    if (description === undefined) return undefined;
    try {
      const bytes = await Deno.readFile(this.#path);
      if (createHash("sha256").update(bytes).digest("hex") !== description.sha256) {
        throw new CountryDatabaseError("the file changed since its download");
      }
      return CountryDatabase.read(bytes);
    } catch (error) {
      this.#warn(error as Error);
      // The next run of the task downloads it again.
      await removeFile(this.#descriptionPath).catch(() => {});
      return undefined;
    }
  }

  async #description(): Promise<Description | undefined> {
    try {
      const known = JSON.parse(await Deno.readTextFile(this.#descriptionPath));
      const { url, downloaded, sha256 } = known as Partial<Description>;
      return typeof url === "string" && URL.canParse(url) && typeof sha256 === "string" &&
          typeof downloaded === "number"
        ? { url, downloaded, sha256 }
        : undefined;
    } catch {
      return undefined;
    }
  }

  async #remove(): Promise<void> {
    await this.#files.take(async () => {
      await removeFile(this.#descriptionPath);
      await removeFile(this.#path);
      await removeFile(this.#trialPath);
      this.#forget();
    });
  }

  get #trialPath(): string {
    return `${this.#path}.tried`;
  }

  get #descriptionPath(): string {
    return `${this.#path}.json`;
  }

  #forgetLater(): () => void {
    return this.#options.runtime.after(KEPT * 1000, () => this.#forget());
  }

  #forget(): void {
    this.#loaded?.cancel();
    this.#loaded = undefined;
  }

  #warn({ message }: Error): void {
    this.#options.runtime.log("warn", `No countries are shown: ${message}`);
  }
}

async function writeJson(path: string, value: Description | Trial): Promise<void> {
  await writeWhole(path, new TextEncoder().encode(JSON.stringify(value)));
}
