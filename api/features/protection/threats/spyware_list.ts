/**
 * The servers of commercial spyware: the list of the catalogue, and what a newer one adds, which is
 * downloaded every six hours (A 7.4.2). A list that changed too much waits for a person.
 */
import { createHash } from "node:crypto";
import { SPYWARE_LIST, SPYWARE_NAMES } from "../../../../policy/catalogue/spyware_names.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { hasSameItems } from "../../../../policy/model/items.ts";
import { Mutex } from "../../../async/mutex.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import { type AtomicFile, removeFile, writeWhole } from "../../../system/atomic_file.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { readSpywareText } from "./spyware_text.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

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
  /** Whether a list was downloaded; otherwise all names come from the catalogue. */
  readonly isDownloaded: boolean;
  /** When the server last sent or confirmed them. */
  readonly refreshed: number;
  /** When the box last tried to download them. */
  readonly checked: number;
  /** Why the last download failed; "" = it did not. */
  readonly error: string;
  /** Number of names of a new list that waits for a person; 0 = no list waits. */
  readonly held: number;
  /** The version of the list that waits; "" = no list waits. */
  readonly heldVersion: string;
  /** Until when the acceptance of a list can be undone; 0 = it cannot. */
  readonly undoUntil: number;
}

/** What is stored beside the list. */
interface Description {
  /** The address that gave the downloaded list; "" = none yet. */
  readonly url: string;
  /** The address that gave the list that waits; "" = none waits. */
  readonly heldUrl: string;
  /** The address that gave the list before the accepted one; "" = there was none. */
  readonly beforeUrl: string;
  /** Until when the acceptance of a list can be undone. */
  readonly undoUntil: number;
  /** The address of the last try, successful or not. */
  readonly tried: string;
  /** The validators of the list that waits, or else of the downloaded one. */
  readonly etag: string;
  readonly lastModified: string;
  readonly refreshed: number;
  readonly checked: number;
  readonly error: string;
}

const NOTHING: Description = {
  url: "",
  heldUrl: "",
  beforeUrl: "",
  undoUntil: 0,
  tried: "",
  etag: "",
  lastModified: "",
  refreshed: 0,
  checked: 0,
  error: "",
};

const NO_UNDO = { beforeUrl: "", undoUntil: 0 };
const BUILT_IN: ReadonlySet<string> = new Set(SPYWARE_NAMES);
/** Milliseconds during which the acceptance of a list can be undone. */
const UNDO = 86_400_000;
const { refreshAfter, bytes: MOST_BYTES, names: MOST_NAMES } = LIMITS.spyware;

/** The list. `open` is called before anything else. */
export class SpywareList {
  readonly #options: SpywareListOptions;
  readonly #changes = new Mutex();
  /** The downloaded list as it is; undefined = none. */
  #downloaded: readonly string[] | undefined;
  /** The names in force: those of the catalogue, then what the downloaded list adds. */
  #names: readonly string[] = SPYWARE_NAMES;
  #lookup: ReadonlySet<string> = BUILT_IN;
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
    const { url, beforeUrl } = this.#description;
    const isUndone = beforeUrl !== "" && (await readNames(this.#beforePath)).length === 0;
    if (isUndone) {
      // A process killed while it undid an acceptance had put the list before in place.
      this.#description = { ...this.#description, url: beforeUrl, heldUrl: url, ...NO_UNDO };
    }
  }

  /** The names in force for the snapshot; undefined = exactly those of the catalogue. */
  rows(): readonly string[] | undefined {
    return this.#names === SPYWARE_NAMES ? undefined : this.#names;
  }

  /**
   * The listed name that a name equals or is below; undefined = none. A list that an administrator
   * chose cannot silence reports of the names of the catalogue (A 7.4.2).
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
      isDownloaded: this.#downloaded !== undefined,
      refreshed,
      checked,
      error,
      held: this.#held.length,
      heldVersion: versionOf(this.#held),
      undoUntil: this.#undoUntil,
    };
  }

  /** Downloads the list (task `stalkerware`). Rejects with the reason if that fails. */
  refresh(signal: AbortSignal): Promise<IdleReason | void> {
    return this.#changes.take(() => this.#refresh(signal));
  }

  /**
   * Uses the list that waits. Rejects with `conflict` if none does, and with `changed_meanwhile` if
   * it has another version.
   */
  accept(version: string): Promise<void> {
    return this.#changes.take(async () => {
      const names = this.#held;
      if (names.length === 0) {
        throw new DomainError(
          "conflict",
          sentence`No list of spyware is waiting for your approval`,
        );
      }
      if (version !== versionOf(names)) {
        throw new DomainError(
          "changed_meanwhile",
          sentence`A newer list of spyware is waiting now; look at it again`,
        );
      }
      const isFirst = this.#downloaded === undefined;
      if (isFirst) await removeFile(this.#beforePath);
      else await writeWhole(this.#beforePath, await Deno.readFile(this.#path));
      await Deno.rename(this.#heldPath, this.#path);
      this.#held = [];
      const { url, heldUrl, checked } = this.#description;
      await this.#describe({
        url: heldUrl || url,
        heldUrl: "",
        beforeUrl: isFirst ? "" : url,
        undoUntil: this.#options.runtime.now() + UNDO,
        refreshed: checked,
        error: "",
      });
      this.#use(names);
      await this.#options.changed();
    });
  }

  /**
   * Returns to the list before the accepted one, within a day. The present one waits again, unless a
   * newer one does. Rejects with `conflict` if nothing was accepted in that time.
   */
  undoAccept(): Promise<void> {
    return this.#changes.take(async () => {
      if (this.#undoUntil === 0) {
        throw new DomainError(
          "conflict",
          sentence`No list of spyware was accepted in the last day`,
        );
      }
      const before = await readNames(this.#beforePath);
      const { url, heldUrl, beforeUrl } = this.#description;
      const isHeld = this.#held.length > 0;
      if (!isHeld) {
        await writeWhole(this.#heldPath, await Deno.readFile(this.#path));
        this.#held = this.#downloaded!;
      }
      if (before.length > 0) await Deno.rename(this.#beforePath, this.#path);
      else await removeFile(this.#path);
      await this.#describe({
        url: beforeUrl,
        heldUrl: isHeld ? heldUrl : url,
        ...NO_UNDO,
      });
      this.#use(before);
      await this.#options.changed();
    });
  }

  get #undoUntil(): number {
    const { undoUntil } = this.#description;
    return undoUntil > this.#options.runtime.now() ? undoUntil : 0;
  }

  async #refresh(signal: AbortSignal): Promise<IdleReason | void> {
    const { url, accepted, timeKnown, runtime } = this.#options;
    const address = url();
    if (address === "") return "not_configured";
    if (!await accepted()) return "terms";
    // Without the time no certificate can be checked.
    if (!timeKnown()) return "clock";
    const { checked, tried } = this.#description;
    const age = runtime.now() - checked;
    if (tried === address && age >= 0 && age < refreshAfter * 1000) return "not_due";
    try {
      await this.#download(address, signal);
    } catch (error) {
      signal.throwIfAborted();
      const { message } = error as Error;
      await this.#describe({ tried: address, checked: runtime.now(), error: message });
      throw error;
    }
  }

  async #download(address: string, signal: AbortSignal): Promise<void> {
    const { download, runtime } = this.#options;
    const { url, heldUrl, etag, lastModified } = this.#description;
    const isHeld = heldUrl !== "";
    // Without a good copy the whole list is wanted.
    const hasCopy = isHeld ? this.#held.length > 0 : this.#downloaded !== undefined;
    const validators = hasCopy && (heldUrl || url) === address ? { etag, lastModified } : undefined;
    const rewrite = (pieces: AsyncIterable<Uint8Array>) => this.#limited(pieces);
    const fetched = await download(address, validators, this.#path, rewrite);
    const checked = runtime.now();
    if (fetched === "unchanged") {
      const refreshed = isHeld ? this.#description.refreshed : checked;
      await this.#describe({ tried: address, refreshed, checked, error: "" });
      if (isHeld) this.#raiseHeld(String(this.#held.length));
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
        throw new DomainError(
          "list_refused",
          sentence`the list is larger than ${MOST_BYTES >> 20} MB`,
        );
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
      this.#raiseHeld(isTooLong ? `${MOST_NAMES}+` : "0");
      throw new DomainError(
        "list_refused",
        isTooLong
          ? sentence`the list has more than ${MOST_NAMES} names`
          : sentence`the list has no names`,
      );
    }
    if (this.#isDoubtful(address, names)) {
      await file.keep(this.#heldPath);
      this.#held = names;
      const copy = { heldUrl: address, etag, lastModified };
      await this.#describe({ ...copy, tried: address, checked, error: "" });
      this.#raiseHeld(String(names.length));
      return;
    }
    await file.keep();
    await removeFile(this.#heldPath);
    this.#held = [];
    const before = this.#names;
    await this.#describe({
      url: address,
      heldUrl: "",
      tried: address,
      etag,
      lastModified,
      refreshed: checked,
      checked,
      error: "",
    });
    this.#use(names);
    if (!hasSameItems(before, this.#names)) await this.#options.changed();
  }

  /**
   * Whether a new list must wait: more than half of it is new or gone, it is the first with less
   * than half of the catalogue, or it is from another address and lacks what the one before added.
   */
  #isDoubtful(address: string, names: readonly string[]): boolean {
    const before = this.#downloaded ?? SPYWARE_NAMES;
    const most = Math.max(before.length, SPYWARE_NAMES.length) / 2;
    if (countChanges(before, names) > most || isErosion(before, names)) return true;
    const isOther = address !== (this.#description.url || SPYWARE_LIST.url);
    const now = new Set(names);
    return isOther && before.some((name) => !BUILT_IN.has(name) && !now.has(name));
  }

  /** Uses a downloaded list; an empty one = only the catalogue. */
  #use(names: readonly string[]): void {
    const added = names.filter((name) => !BUILT_IN.has(name));
    this.#downloaded = names.length === 0 ? undefined : names;
    this.#names = added.length === 0 ? SPYWARE_NAMES : [...SPYWARE_NAMES, ...added];
    this.#lookup = new Set(this.#names);
  }

  /** Raises the alert that a new list is not used. */
  #raiseHeld(now: string): void {
    const detail = `${(this.#downloaded ?? SPYWARE_NAMES).length}|${now}`;
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

  get #beforePath(): string {
    return `${this.#options.dataDir}/lists/spyware.before`;
  }

  get #descriptionPath(): string {
    return `${this.#options.dataDir}/lists/spyware.json`;
  }
}

/** The number of names that are new or gone. */
function countChanges(before: readonly string[], now: readonly string[]): number {
  const known = new Set(before);
  const kept = now.filter((name) => known.has(name)).length;
  return before.length - kept + now.length - kept;
}

/** The version of a list, hexadecimal to be typed as an argument of a command; "" = it is empty. */
function versionOf(names: readonly string[]): string {
  if (names.length === 0) return "";
  return createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 16);
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
    if (typeof read !== "object" || read === null) return NOTHING;
    const whole = { ...NOTHING, ...read };
    const keys = Object.keys(NOTHING) as (keyof Description)[];
    return keys.every((key) => typeof whole[key] === typeof NOTHING[key]) ? whole : NOTHING;
  } catch {
    return NOTHING;
  }
}
