/**
 * Updates: looks for signed versions, downloads them and asks the root unit to install one, or to
 * return to the version before (docs/decisions/0100). Where nothing installs, it only tells.
 */
import type { AutomaticUpdates, UpdateChannel } from "../../../../policy/catalogue/updates.ts";
import { delay } from "../../../async/delay.ts";
import type { AuditLog } from "../../../events/audit_log.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import { DomainError, isDomainError } from "../../../schema/errors.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import { removeFile, writeWhole } from "../../../system/atomic_file.ts";
import { isThere, type UpdatePlace } from "../../../system/install.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { AptState } from "../../../updates/apt.ts";
import { fileFor, type Manifest, readRootKeys, verifyManifest } from "../../../updates/manifest.ts";
import { UpdateError } from "../../../updates/refusal.ts";
import {
  DOWNLOAD_FILE,
  MANIFEST_FILE,
  REQUEST_FILE,
  requestText,
  type UpdateRequest,
} from "../../../updates/request.ts";
import {
  NEW_STATE,
  readPending,
  readUnitState,
  type UnitState,
  type UpdateResult,
  type UpdateStep,
} from "../../../updates/unit_state.ts";
import { isNewer } from "../../../updates/version_order.ts";
import { type CheckedUpdates, readChecked, writeChecked } from "./checked.ts";
import { type ChangesSince, changesSince, lostSince } from "./changes.ts";
import { type DownloadDeps, downloadFile, downloadManifest, updateUrl } from "./download.ts";
import { programSentence, type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** Why nobody looks for new versions; "" = the box does. */
export type UpdatePause = "" | "off" | "not_configured" | "terms" | "clock" | "no_key";

/** What is under way: a download, or a step of the root unit. */
export type UpdatePhase = "idle" | "downloading" | "waiting" | UpdateStep;

/** The settings that the service reads. */
export interface UpdateSettings {
  readonly update_url: string;
  readonly update_channel: UpdateChannel;
  readonly automatic_updates: AutomaticUpdates;
  readonly update_hour: number;
}

/** Dependencies of the service. */
export interface UpdateDeps extends DownloadDeps {
  readonly runtime: Runtime;
  readonly version: string;
  /** In the words of manifests: amd64, arm64 or arm. */
  readonly arch: string;
  readonly place: UpdatePlace;
  readonly dataDir: string;
  readonly settings: () => UpdateSettings;
  /** Whether the current terms were accepted; rejects with DatabaseUnavailableError. */
  readonly accepted: () => Promise<boolean>;
  readonly timeKnown: () => boolean;
  /** Milliseconds that local time is ahead of UTC. */
  readonly offset: (unix: number) => number;
  /** The text of the root keys; "" = none. */
  readonly rootKeys: () => string;
  readonly apt: () => Promise<AptState>;
  readonly audit: Pick<AuditLog, "page" | "recordOwn">;
  readonly raise: RaiseAlert;
}

/** A version that can be installed. */
export type AvailableVersion =
  & Pick<
    Manifest,
    "version" | "released" | "security" | "changelog"
  >
  & { readonly bytes: number };

/** Progress of what is under way. */
export interface UpdateProgress {
  readonly phase: UpdatePhase;
  /** Bytes of a download. */
  readonly done: number;
  readonly total: number;
}

/** The state of updates. Times are Unix seconds, 0 = never. */
export interface UpdatesState {
  readonly version: string;
  readonly way: UpdatePlace["way"];
  readonly channel: UpdateChannel;
  readonly automatic: AutomaticUpdates;
  readonly hour: number;
  readonly pause: UpdatePause;
  readonly checked: number;
  /** Why the last check failed; "" = it did not. */
  readonly problem: Sentence | "";
  /** Whether it is known that there is no newer version. */
  readonly isNewest: boolean;
  readonly available: AvailableVersion | undefined;
  readonly apt: AptState | undefined;
  readonly progress: UpdateProgress;
  readonly last: UpdateResult | undefined;
  /** The version to which the box can return; "" = none. */
  readonly previous: string;
  readonly switched: number;
}

const IDLE: UpdateProgress = { phase: "idle", done: 0, total: 0 };
const SECOND = 1000;
const HOUR = 3_600_000;
/** Milliseconds between two looks at the root unit, and how long it may take to begin. */
const LOOK = 1000;
const PATIENCE = 30_000;
/** Milliseconds until a refused version is tried again: a full disk may have room the next night. */
const RETRY = 12 * HOUR;

/** Looks for versions and has them installed. Methods reject with DomainError. */
export class Updates {
  readonly #deps: UpdateDeps;
  readonly #folder: string;
  readonly #reading: Promise<void>;
  readonly #followers = new Set<(progress: UpdateProgress) => void>();
  readonly #ending = new AbortController();
  #kept!: CheckedUpdates;
  #problem: Sentence | "" = "";
  #progress = IDLE;
  #work: Promise<void> = Promise.resolve();

  constructor(deps: UpdateDeps) {
    this.#deps = deps;
    this.#folder = `${deps.dataDir}/update`;
    this.#reading = readChecked(this.#folder).then((kept) => void (this.#kept = kept));
  }

  /** Reports how the last request ended, which may have restarted the box, and goes on watching. */
  async begin(): Promise<void> {
    await this.#reading;
    // The unit writes the result before it takes the step away.
    if (this.#pendingStep() === undefined) await this.#tellResult();
    else this.#start(() => this.#watchUnit(""));
  }

  /** The whole state. */
  async state(): Promise<UpdatesState> {
    await this.#reading;
    const { version, place } = this.#deps;
    const { update_channel, automatic_updates, update_hour } = this.#deps.settings();
    const { last, previous, switched } = this.#unit();
    const apt = place.way === "apt" ? await this.#apt() : undefined;
    return {
      version,
      way: place.way,
      channel: update_channel,
      automatic: automatic_updates,
      hour: update_hour,
      pause: await this.#pause(),
      checked: this.#kept.at,
      problem: this.#problem,
      isNewest: this.#isNewest() && (apt?.candidate ?? "") === "",
      available: this.#available(),
      apt,
      progress: this.#progress,
      last,
      previous,
      switched,
    };
  }

  /** The version that can be installed; "" = none is known. */
  async newVersion(): Promise<string> {
    await this.#reading;
    return this.#available()?.version ?? "";
  }

  /** The next progress and all that follow; the returned function ends it. */
  follow(follower: (progress: UpdateProgress) => void): () => void {
    this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /** What is under way now. */
  get progress(): UpdateProgress {
    return this.#progress;
  }

  /**
   * The task: looks for a version unless it is paused; resolves with the reason of a pause. Rejects
   * with an Error when no manifest can be believed.
   */
  async look(signal: AbortSignal): Promise<IdleReason | void> {
    await this.#reading;
    const pause = await this.#pause();
    if (pause === "no_key") return "not_configured";
    if (pause !== "") return pause;
    await this.#check(signal);
  }

  /** Looks for a version now, also when that is off; resolves with it, "" = none. */
  async check(): Promise<string> {
    await this.#reading;
    const pause = await this.#pause();
    if (pause !== "" && pause !== "off") throw new DomainError("conflict", PAUSES[pause]);
    try {
      await this.#check(this.#ending.signal);
    } catch (error) {
      throw new DomainError("update_refused", programSentence`${(error as Error).message}`);
    }
    return this.#available()?.version ?? "";
  }

  /** Begins to download and install a version; resolves once that has begun. */
  async install(version: string): Promise<void> {
    await this.#reading;
    const { place } = this.#deps;
    if (place.way === "none") throw new DomainError("conflict", BY_HAND);
    this.#refuseBusy();
    if (place.way === "apt") return this.#installByApt(version);
    const available = this.#available();
    if (available?.version !== version) {
      throw new DomainError("conflict", sentence`Version ${version} is not offered any more`);
    }
    const { manifest, text } = this.#kept;
    const request = this.#request("install", version);
    this.#start(async () => {
      await this.#download(manifest!);
      await writeWhole(`${this.#folder}/${MANIFEST_FILE}`, new TextEncoder().encode(text));
      await this.#ask(request);
    });
  }

  /** The task: installs at the chosen hour; resolves with the reason when it does not. */
  async installDue(): Promise<IdleReason | void> {
    await this.#reading;
    const { settings, timeKnown, runtime, offset, place } = this.#deps;
    const { automatic_updates, update_hour } = settings();
    if (automatic_updates !== "install") return "off";
    if (place.way === "none") return "not_configured";
    if (!timeKnown()) return "clock";
    const now = runtime.now();
    const hour = Math.floor((now + offset(now)) / HOUR) % 24;
    const version = this.#available()?.version ?? "";
    if (hour !== update_hour || version === "" || this.#isPutOff(version)) return "not_due";
    if (this.#progress.phase !== "idle") return "running";
    await this.install(version);
  }

  /** What changed since the version in use was installed, which a return may lose. */
  async changes(): Promise<ChangesSince> {
    const { previous, switched } = this.#unit();
    if (previous === "") throw new DomainError("conflict", NO_PREVIOUS);
    const { audit, dataDir } = this.#deps;
    const lost = lostSince(`${dataDir}/copies`, switched);
    return await changesSince(audit, { version: previous, since: switched, lost });
  }

  /** Begins to return to the version before. */
  async rollback(version: string): Promise<void> {
    await this.#reading;
    this.#refuseBusy();
    const { previous } = this.#unit();
    if (previous === "") throw new DomainError("conflict", NO_PREVIOUS);
    if (previous !== version) {
      throw new DomainError("conflict", sentence`The version that was kept is ${previous}`);
    }
    const request = this.#request("rollback", version);
    this.#start(() => this.#ask(request));
  }

  /** Ends what is under way; a download goes on at the next attempt. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#work;
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { settings, rootKeys, runtime } = this.#deps;
    const { update_url, update_channel: channel } = settings();
    const host = new URL(update_url).host;
    try {
      const url = updateUrl(update_url, `${channel}.json`);
      const text = await downloadManifest(url, this.#deps, signal);
      const now = Math.floor(runtime.now() / SECOND);
      const roots = readRootKeys(rootKeys());
      const { floor: seen } = this.#kept;
      const { manifest, floor } = verifyManifest(text, { roots, channel, floor: seen, now });
      await this.#keep({ floor, manifest, text, at: now });
      this.#problem = "";
    } catch (error) {
      this.#problem = error instanceof UpdateError
        ? sentence`The manifest of ${host} is not believed: ${error.message}`
        : sentence`The server ${host} cannot be used now: ${(error as Error).message}`;
      throw new Error(this.#problem);
    }
    const available = this.#available();
    if (available === undefined) return;
    const { version, security } = available;
    this.#deps.raise({
      kind: "update.available",
      name: version,
      detail: security ? "security" : "",
    });
  }

  async #keep(change: Partial<CheckedUpdates>): Promise<void> {
    this.#kept = { ...this.#kept, ...change };
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeChecked(this.#folder, this.#kept);
  }

  async #pause(): Promise<UpdatePause> {
    const { update_url, automatic_updates } = this.#deps.settings();
    if (update_url === "") return "not_configured";
    if (automatic_updates === "off") return "off";
    if (!this.#deps.timeKnown()) return "clock";
    if (!this.#hasKey()) return "no_key";
    return await this.#deps.accepted() ? "" : "terms";
  }

  #hasKey(): boolean {
    try {
      return readRootKeys(this.#deps.rootKeys()).length > 0;
    } catch {
      return false;
    }
  }

  /** The version of the last manifest, if it is newer, of the chosen channel and still believed. */
  #available(): AvailableVersion | undefined {
    const { manifest } = this.#kept;
    const { version: own, arch, place } = this.#deps;
    if (!this.#isBelieved(manifest)) return undefined;
    if (!isNewer(manifest.version, own) || isNewer(manifest.least, own)) return undefined;
    const { version, released, security, changelog, files } = manifest;
    const kind = place.way === "apt" ? "package" : "archive";
    const bytes = files.find((file) => file.kind === kind && file.arch === arch)?.bytes ?? 0;
    if (place.way === "unit" && bytes === 0) return undefined;
    return { version, released, security, changelog, bytes };
  }

  /** Whether the last manifest says that there is no newer version. */
  #isNewest(): boolean {
    const { manifest } = this.#kept;
    return this.#isBelieved(manifest) && !isNewer(manifest.version, this.#deps.version);
  }

  /** Whether a manifest is of the chosen channel and has not expired. */
  #isBelieved(manifest: Manifest | undefined): manifest is Manifest {
    const { settings, runtime } = this.#deps;
    return manifest !== undefined && manifest.channel === settings().update_channel &&
      runtime.now() < manifest.expires * SECOND;
  }

  /** Whether this version did not run well, or was refused for another reason a short time ago. */
  #isPutOff(version: string): boolean {
    const { last } = this.#unit();
    if (last === undefined) return false;
    const { outcome, from, to, fault, at } = last;
    if (outcome === "returned") return from === version;
    if (outcome === "installed" || to !== version) return false;
    if (outcome === "rolled_back" || fault === "start" || fault === "health") return true;
    return this.#deps.runtime.now() - at * SECOND < RETRY;
  }

  /** What the root unit did; `previous` is "" when the box cannot return to that version. */
  #unit(): UnitState {
    const { place, runtime } = this.#deps;
    if (place.way === "none") return NEW_STATE;
    try {
      const state = readUnitState(`${place.home}/update`);
      const isKept = place.way === "unit" &&
        isThere(`${place.home}/releases/${state.previous}/box`);
      return isKept ? state : { ...state, previous: "" };
    } catch (error) {
      runtime.log("warn", `The state of updates cannot be read: ${(error as Error).message}`);
      return NEW_STATE;
    }
  }

  #pendingStep(): UpdateStep | undefined {
    const { place } = this.#deps;
    if (place.way === "none") return undefined;
    try {
      return readPending(`${place.home}/update`)?.step;
    } catch {
      return undefined;
    }
  }

  #refuseBusy(): void {
    if (this.#progress.phase !== "idle" || this.#pendingStep() !== undefined) {
      throw new DomainError("conflict", sentence`An update is already running`);
    }
  }

  #request(action: UpdateRequest["action"], version: string): UpdateRequest {
    const id = this.#deps.runtime.randomBytes(16).toHex();
    return { id, action, channel: this.#deps.settings().update_channel, version };
  }

  /** What apt knows; a version that is not newer is none that it would install. */
  async #apt(): Promise<AptState> {
    const { apt, version } = this.#deps;
    const known = await apt();
    const isNew = known.candidate !== "" && isNewer(known.candidate, version);
    return isNew ? known : { ...known, candidate: "" };
  }

  async #installByApt(version: string): Promise<void> {
    const { isConfigured, candidate } = await this.#apt();
    if (!isConfigured) throw new DomainError("conflict", NO_REPOSITORY);
    // The root unit reads the lists anew before it installs: those of now may be older.
    if (version !== candidate && version !== this.#available()?.version) {
      throw new DomainError("conflict", sentence`Version ${version} is not offered any more`);
    }
    const request = this.#request("install", version);
    this.#start(() => this.#ask(request));
  }

  /** Runs one piece of work in the background and reports its failure. */
  #start(work: () => Promise<void>): void {
    this.#show({ phase: "waiting", done: 0, total: 0 });
    this.#work = work().catch((error: unknown) => {
      if (this.#ending.signal.aborted) return;
      const message = whyNotInstalled(error);
      this.#problem = message;
      this.#deps.runtime.log("warn", `The update was not installed: ${message}`);
      this.#deps.raise({
        kind: "update.failed",
        name: this.#available()?.version ?? this.#deps.version,
        detail: message,
      });
    }).finally(() => this.#show(IDLE));
  }

  async #download(manifest: Manifest): Promise<void> {
    const file = fileFor(manifest, "archive", this.#deps.arch);
    const { update_url } = this.#deps.settings();
    this.#show({ phase: "downloading", done: 0, total: file.bytes });
    try {
      await downloadFile({
        url: updateUrl(update_url, file.name),
        file,
        folder: this.#folder,
        name: DOWNLOAD_FILE,
        received: (done) => this.#show({ phase: "downloading", done, total: file.bytes }),
        signal: this.#ending.signal,
      }, this.#deps);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const { host } = new URL(update_url);
      throw new DomainError(
        "update_refused",
        sentence`The server ${host} cannot be used now: ${error.message}`,
      );
    }
  }

  /** Writes the request last: its name is what the root unit waits for. */
  async #ask(request: UpdateRequest): Promise<void> {
    this.#show({ phase: "waiting", done: 0, total: 0 });
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const bytes = new TextEncoder().encode(requestText(request));
    await writeWhole(`${this.#folder}/${REQUEST_FILE}`, bytes);
    await this.#watchUnit(request.id);
  }

  /** Shows the steps of the root unit until it has ended; usually it restarts the box before. */
  async #watchUnit(id: string): Promise<void> {
    const { runtime } = this.#deps;
    let waited = 0;
    for (;;) {
      const step = this.#pendingStep();
      if (step !== undefined) this.#show({ phase: step, done: 0, total: 0 });
      else if (id === "" || this.#unit().last?.id === id) break;
      else if ((waited += LOOK) > PATIENCE && isThere(`${this.#folder}/${REQUEST_FILE}`)) {
        await removeFile(`${this.#folder}/${REQUEST_FILE}`);
        throw new DomainError(
          "update_refused",
          sentence`The root unit box-update.path does not run; start it with systemctl`,
        );
      }
      await delay(runtime.after, LOOK, this.#ending.signal);
      if (this.#ending.signal.aborted) return;
    }
    await this.#tellResult();
  }

  /** Reports the last result of the root unit once: log, administration log and alert. */
  async #tellResult(): Promise<void> {
    const { last } = this.#unit();
    if (last === undefined || last.id === this.#kept.reported) return;
    await this.#keep({ reported: last.id });
    const { audit, raise, runtime } = this.#deps;
    const { outcome, from, to, why } = last;
    if (outcome === "installed") {
      runtime.log("info", `Version ${to} was installed in place of ${from}`);
      await audit.recordOwn("update.installed", { from, to });
      return;
    }
    if (outcome === "returned") {
      runtime.log("info", `The box returned from version ${from} to ${to}`);
      return;
    }
    await audit.recordOwn("update.failed", { from, to, why });
    raise({ kind: "update.failed", name: to === "" ? from : to, detail: why });
  }

  #show(progress: UpdateProgress): void {
    this.#progress = progress;
    for (const follower of this.#followers) follower(progress);
  }
}

/** Why an update was not installed, as a sentence. */
function whyNotInstalled(error: unknown): Sentence {
  if (error instanceof UpdateError) return error.message;
  if (isDomainError(error)) return programSentence`${error.message}`;
  return sentence`it stopped with an error: ${(error as Error).message}`;
}

const BY_HAND = sentence`The box cannot update itself here; update it the way it was installed`;
const NO_PREVIOUS = sentence`There is no version to return to`;
const NO_REPOSITORY =
  sentence`The repository of the box is not configured: /etc/apt/sources.list.d/box.list is missing`;

/** Why nobody can look for versions. */
const PAUSES: Readonly<Record<Exclude<UpdatePause, "">, Sentence>> = {
  off: sentence`Updates are turned off`,
  not_configured: sentence`No address for updates is set (setting update_url)`,
  terms: sentence`The current terms of use were not accepted yet`,
  clock: sentence`The time of day is not known yet`,
  no_key: sentence`This installation has no root key, so updates cannot be verified`,
};
