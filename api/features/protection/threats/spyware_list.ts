/**
 * The servers of commercial spyware: the list of the catalogue, or a newer one, which is downloaded
 * every six hours (A 7.4.2). A list that changed too much waits for a person.
 */
import { SPYWARE_LIST, SPYWARE_NAMES } from "../../../../policy/catalogue/spyware_names.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { Mutex } from "../../../async/mutex.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import { type AtomicFile, removeFile, writeWhole } from "../../../system/atomic_file.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { readSpywareText } from "./spyware_text.ts";

/** The validators of the server's copy (RFC 9110 13.1). */
export interface SpywareValidators {
  readonly etag: string;
  readonly lastModified: string;
}

/** A list that was downloaded to a temporary file. */
export interface DownloadedSpyware extends SpywareValidators {
  readonly file: AtomicFile;
}

/**
 * Downloads a list beside a path, through a conversion of its pieces. Rejects with a DomainError
 * that gives the reason.
 */
export type DownloadSpyware = (
  url: string,
  validators: SpywareValidators | undefined,
  path: string,
  rewrite: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
) => Promise<DownloadedSpyware | "unchanged">;

/** Dependencies of the list. */
export interface SpywareListOptions {
  /** The true path of the data directory; its folder `lists` exists. */
  readonly dataDir: string;
  /** The address of the list (setting `spyware_url`); "" = it is not downloaded. */
  readonly url: () => string;
  /** Whether the terms in force were accepted; rejects with DatabaseUnavailableError. */
  readonly accepted: () => Promise<boolean>;
  readonly timeKnown: () => boolean;
  readonly download: DownloadSpyware;
  readonly raise: RaiseAlert;
  /** Called when the names changed, to publish the policy. */
  readonly changed: () => void | Promise<void>;
  readonly runtime: Runtime;
}

/** What is known of the list. Times are Unix milliseconds, 0 = never. */
export interface SpywareListState {
  /** Number of names in force. */
  readonly domains: number;
  /** Whether they were downloaded; otherwise they come from the catalogue. */
  readonly isDownloaded: boolean;
  /** When the server last sent or confirmed them. */
  readonly refreshed: number;
  /** When the box last tried to download them. */
  readonly checked: number;
  /** Why the last download failed; "" = it did not. */
  readonly error: string;
  /** Number of names of a new list that waits for a person; 0 = no list waits. */
  readonly held: number;
}

/** What is stored beside the list. */
interface Description {
  /** The address that gave the list in force; "" = none yet. */
  readonly url: string;
  readonly etag: string;
  readonly lastModified: string;
  readonly refreshed: number;
  readonly checked: number;
  readonly error: string;
}

const NOTHING: Description = {
  url: "",
  etag: "",
  lastModified: "",
  refreshed: 0,
  checked: 0,
  error: "",
};

const { refreshAfter, bytes: MOST_BYTES, names: MOST_NAMES } = LIMITS.spyware;

/** The list. `open` is called before anything else. */
export class SpywareList {
  readonly #options: SpywareListOptions;
  readonly #changes = new Mutex();
  #names: readonly string[] = SPYWARE_NAMES;
  #lookup: ReadonlySet<string> = new Set(SPYWARE_NAMES);
  #held: readonly string[] = [];
  #description = NOTHING;

  constructor(options: SpywareListOptions) {
    this.#options = options;
  }

  /** Reads what was downloaded. A file that cannot be used leaves the list of the catalogue. */
  async open(): Promise<void> {
    this.#description = await readDescription(this.#descriptionPath);
    const stored = await readNames(this.#path);
    if (stored.length > 0) this.#use(stored);
    this.#held = await readNames(this.#heldPath);
  }

  /** The downloaded names for the snapshot; undefined = the names of the catalogue are in force. */
  rows(): readonly string[] | undefined {
    return this.#names === SPYWARE_NAMES ? undefined : this.#names;
  }

  /**
   * The listed name that a name equals or is below, in the downloaded list and in the catalogue;
   * undefined = none. A list that an administrator chose cannot silence reports (A 7.4.2).
   */
  find(name: string): string | undefined {
    for (let at = name.length; at > 0;) {
      at = name.lastIndexOf(".", at - 1);
      const suffix = name.slice(at + 1);
      if (this.#lookup.has(suffix)) return suffix;
    }
    return undefined;
  }

  /** What is known of the list. */
  state(): SpywareListState {
    const { refreshed, checked, error } = this.#description;
    return {
      domains: this.#names.length,
      isDownloaded: this.#names !== SPYWARE_NAMES,
      refreshed,
      checked,
      error,
      held: this.#held.length,
    };
  }

  /** Downloads the list (task `stalkerware`). Rejects with the reason if that fails. */
  refresh(signal: AbortSignal): Promise<IdleReason | void> {
    return this.#changes.take(() => this.#refresh(signal));
  }

  /** Uses the list that waits. Rejects with `conflict` if none does. */
  accept(): Promise<void> {
    return this.#changes.take(async () => {
      const names = this.#held;
      if (names.length === 0) throw new DomainError("conflict", "No list of spyware waits");
      await Deno.rename(this.#heldPath, this.#path);
      this.#held = [];
      await this.#describe({ refreshed: this.#description.checked, error: "" });
      this.#use(names);
      await this.#options.changed();
    });
  }

  async #refresh(signal: AbortSignal): Promise<IdleReason | void> {
    const { url, accepted, timeKnown, runtime } = this.#options;
    const address = url();
    if (address === "") return "not_configured";
    if (!await accepted()) return "terms";
    // Without the time no certificate can be checked.
    if (!timeKnown()) return "clock";
    const { checked, url: before } = this.#description;
    const age = runtime.now() - checked;
    if (before === address && age >= 0 && age < refreshAfter * 1000) return "not_due";
    try {
      await this.#download(address, signal);
    } catch (error) {
      signal.throwIfAborted();
      await this.#describe({ checked: runtime.now(), error: (error as Error).message });
      throw error;
    }
  }

  async #download(address: string, signal: AbortSignal): Promise<void> {
    const { download, runtime } = this.#options;
    const { url: before, etag, lastModified } = this.#description;
    // Without a good copy the whole list is wanted.
    const validators = before === address && this.rows() !== undefined
      ? { etag, lastModified }
      : undefined;
    const rewrite = (pieces: AsyncIterable<Uint8Array>) => this.#limited(pieces);
    const fetched = await download(address, validators, this.#path, rewrite);
    const checked = runtime.now();
    if (fetched === "unchanged") {
      await this.#describe({ url: address, refreshed: checked, checked, error: "" });
      return;
    }
    if (signal.aborted) {
      await fetched.file.drop();
      throw signal.reason;
    }
    await this.#judge(address, fetched, checked);
  }

  /** The pieces of a list; one that is far too large is reported and refused. */
  async *#limited(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > MOST_BYTES) {
        this.#raiseHeld(`${MOST_NAMES}+`);
        throw new DomainError("list_refused", `the list is larger than ${MOST_BYTES >> 20} MB`);
      }
      yield piece;
    }
  }

  /** Uses a new list, or keeps it aside if it changed too much. */
  async #judge(address: string, fetched: DownloadedSpyware, checked: number): Promise<void> {
    const { file, etag, lastModified } = fetched;
    const { names, isTooLong } = readSpywareText(await Deno.readTextFile(file.aside));
    if (names.length === 0 || isTooLong) {
      await file.drop();
      this.#raiseHeld(isTooLong ? `${names.length}+` : "0");
      const what = isTooLong ? `more than ${names.length} names` : "no names";
      throw new DomainError("list_refused", `the list has ${what}`);
    }
    const isKnown = address === (this.#description.url || SPYWARE_LIST.url);
    if (isKnown && (isDoubtful(this.#names, names) || isErosion(this.#names, names))) {
      await file.keep(this.#heldPath);
      this.#held = names;
      await this.#describe({ checked, error: "" });
      this.#raiseHeld(String(names.length));
      return;
    }
    await file.keep();
    await removeFile(this.#heldPath);
    this.#held = [];
    const isSame = names.join() === this.#names.join();
    await this.#describe({
      url: address,
      etag,
      lastModified,
      refreshed: checked,
      checked,
      error: "",
    });
    this.#use(names);
    if (!isSame) await this.#options.changed();
  }

  #use(names: readonly string[]): void {
    this.#names = names;
    this.#lookup = new Set([...SPYWARE_NAMES, ...names]);
  }

  /** Raises the alert that a new list is not used. */
  #raiseHeld(now: string): void {
    const detail = `${this.#names.length}|${now}`;
    this.#options.raise({ kind: "spyware.held", name: SPYWARE_LIST.name, detail });
  }

  /** Stores what is known of the list. On a full disk it is logged, and kept in memory. */
  async #describe(changed: Partial<Description>): Promise<void> {
    this.#description = { ...this.#description, ...changed };
    const bytes = new TextEncoder().encode(JSON.stringify(this.#description));
    await writeWhole(this.#descriptionPath, bytes).catch(({ message }: Error) =>
      this.#options.runtime.log("warn", `The state of the spyware list is not stored: ${message}`)
    );
  }

  get #path(): string {
    return `${this.#options.dataDir}/lists/spyware.txt`;
  }

  get #heldPath(): string {
    return `${this.#options.dataDir}/lists/spyware.held`;
  }

  get #descriptionPath(): string {
    return `${this.#options.dataDir}/lists/spyware.json`;
  }
}

/** Whether more than half of a list is new or gone. */
function isDoubtful(before: readonly string[], now: readonly string[]): boolean {
  const known = new Set(before);
  const kept = now.filter((name) => known.has(name)).length;
  const changed = before.length - kept + now.length - kept;
  return changed > before.length / 2;
}

/**
 * Whether a list is the first with less than half of the catalogue: copies that each change little
 * must not empty it step by step.
 */
function isErosion(before: readonly string[], now: readonly string[]): boolean {
  return keepsHalf(before) && !keepsHalf(now);
}

function keepsHalf(names: readonly string[]): boolean {
  const known = new Set(names);
  return SPYWARE_NAMES.filter((name) => known.has(name)).length >= SPYWARE_NAMES.length / 2;
}

/** The names of a stored list; empty = there is none that can be used. */
async function readNames(path: string): Promise<readonly string[]> {
  const text = await Deno.readTextFile(path).catch(() => "");
  const { names, isTooLong } = readSpywareText(text);
  return isTooLong ? [] : names;
}

async function readDescription(path: string): Promise<Description> {
  try {
    const read: unknown = JSON.parse(await Deno.readTextFile(path));
    const isWhole = typeof read === "object" && read !== null &&
      Object.entries(NOTHING).every(([key, value]) =>
        typeof (read as Record<string, unknown>)[key] === typeof value
      );
    return isWhole ? read as Description : NOTHING;
  } catch {
    return NOTHING;
  }
}
