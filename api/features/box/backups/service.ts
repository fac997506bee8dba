/**
 * Backups: encrypted for the recovery key of the household, sent to targets by hand and by
 * themselves, and checked once a month (A 7.12.4, docs/decisions/0110).
 */
import { Mutex } from "../../../async/mutex.ts";
import { backupReasonSentence } from "../../../schema/backup_reasons.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import type { SettingValues } from "../../../settings/list.ts";
import { removeFile } from "../../../system/atomic_file.ts";
import type { HostLookup } from "../../../system/outgoing_request.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { Seal } from "../../../system/seal.ts";
import type { BackupArchive, MadeBackup } from "./archive.ts";
import { type BackupSchedule, isDue, lastDue, nextDue } from "./due.ts";
import { createRecoveryKey } from "./keys.ts";
import {
  type BackupKeyRow,
  BackupRows,
  type BackupTargetRow,
  isSamePlace,
  NO_OUTCOME,
  type RestoreRow,
} from "./table.ts";
import { faultOf, faultOfCheck, logText, withLoggedCause } from "./refused.ts";
import { type BackupTest, readSum, TargetAccess } from "./target_access.ts";
import { type BackupConfig, backupDestination } from "./targets/config.ts";
import { isLostWith } from "./targets/folder.ts";
import { backupName, type KeptBackup, parseBackupName, placeFault } from "./targets/store.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The settings of a target. */
export interface BackupTargetChoice {
  readonly name: string;
  readonly enabled: boolean;
  readonly config: BackupConfig;
  /** Undefined = unchanged, "" = none. */
  readonly secret: string | undefined;
}

/** A target with its state, without its secret. */
export interface BackupTargetState extends Omit<BackupTargetRow, "secret"> {
  readonly secretSet: boolean;
}

/** What a run does now. */
export interface BackupProgress {
  readonly step: "making" | "checking" | "sending";
  /** The name of the target; "" = none yet. */
  readonly target: string;
  /** Bytes so far, and in all; 0 = not known yet. */
  readonly bytes: number;
  readonly total: number;
}

/** The state of backups. Times in Unix milliseconds, 0 = never. */
export interface BackupsState {
  readonly key: BackupKeyRow | undefined;
  readonly targets: readonly BackupTargetState[];
  readonly running: BackupProgress | undefined;
  /** When the next backup is made; 0 = never. */
  readonly next: number;
  readonly lastRestore: RestoreRow | undefined;
}

/** The result of a run at one target. */
export interface BackupOutcome {
  readonly target: string;
  /** "" = success. */
  readonly error: string;
}

/** The result of a run. */
export interface BackupRun {
  readonly name: string;
  readonly bytes: number;
  readonly outcomes: readonly BackupOutcome[];
}

/** Backups that a target keeps, newest first; `own` = of this box. */
export interface StoredBackup extends KeptBackup {
  readonly target: number;
  readonly own: boolean;
  /** Whether it has an identity that this box had before. */
  readonly earlier: boolean;
  /** Unix milliseconds, from its name. */
  readonly made: number;
}

/** Dependencies of the service. */
export interface BackupsOptions {
  readonly archive: BackupArchive;
  readonly rows: BackupRows;
  readonly dataDir: string;
  readonly seal: Pick<Seal, "seal" | "open">;
  readonly lookup: HostLookup;
  readonly settings: () =>
    & BackupSchedule
    & Pick<SettingValues, "backup_keep" | "box_name">;
  readonly isPrimary: () => boolean;
  readonly timeKnown: () => boolean;
  readonly raise: RaiseAlert;
  readonly runtime: Runtime;
}

const MOST_TARGETS = 10;
/** Milliseconds between two checks of a restore. */
const CHECK_EVERY = 30 * 24 * 3_600_000;

/**
 * The backups of the box. Methods reject with DomainError for invalid input, and with
 * DatabaseUnavailableError without the database.
 */
export class Backups {
  readonly #options: BackupsOptions;
  readonly #access: TargetAccess;
  readonly #mutex = new Mutex();
  readonly #adding = new Mutex();
  #running: BackupProgress | undefined;
  #abort: AbortController | undefined;
  #isCancelled = false;
  readonly #closing = new AbortController();

  constructor(options: BackupsOptions) {
    this.#options = options;
    this.#access = new TargetAccess(options, this.#closing.signal);
  }

  /** The key, the targets, and what is going on. */
  async state(): Promise<BackupsState> {
    const { rows, settings, runtime } = this.#options;
    const [key, targets, lastRestore] = await Promise.all([
      rows.key(),
      rows.targets(),
      rows.lastRestore(),
    ]);
    const isReady = key !== undefined && targets.some(({ enabled }) => enabled);
    return {
      key,
      targets: targets.map(stateOf),
      running: this.#running,
      next: isReady ? nextDue(settings(), runtime.now()) : 0,
      lastRestore,
    };
  }

  /**
   * Makes a recovery key in the place of an older one, and returns it: it is stored nowhere. Older
   * backups open with the older key.
   */
  async createKey(by: string): Promise<{ readonly key: string; readonly recipient: string }> {
    const { rows, runtime } = this.#options;
    const made = await createRecoveryKey();
    await rows.setKey({ recipient: made.recipient, made: runtime.now(), madeBy: by });
    return made;
  }

  /** A target by its id. DomainError: not_found. */
  async target(id: number): Promise<BackupTargetState> {
    return stateOf(await this.#row(id));
  }

  /** Adds a target. */
  addTarget(choice: BackupTargetChoice): Promise<BackupTargetState> {
    return this.#adding.take(async () => {
      const { rows } = this.#options;
      const all = await rows.targets();
      if (all.length >= MOST_TARGETS) {
        throw new DomainError(
          "conflict",
          sentence`There can be ${MOST_TARGETS} targets; remove one first`,
        );
      }
      refuseSameName(choice.name, all);
      await this.#refuseLost(choice.config);
      const id = await rows.nextTargetId();
      const { name, enabled, config } = choice;
      // One change: a kill leaves no target without its secret.
      const { secret = "" } = this.#access.sealed(id, choice.secret);
      await rows.addTarget({ id, name, enabled, config, secret });
      return await this.target(id);
    });
  }

  /**
   * Changes a target. At another place it has no outcome yet, and another server needs the secret
   * again.
   */
  async changeTarget(id: number, choice: BackupTargetChoice): Promise<BackupTargetState> {
    const { rows } = this.#options;
    const before = await this.#row(id);
    refuseSameName(choice.name, (await rows.targets()).filter((row) => row.id !== id));
    const { name, enabled, config, secret } = choice;
    await this.#refuseLost(config);
    const isElsewhere = backupDestination(config) !== backupDestination(before.config);
    if (isElsewhere && secret === undefined && before.secret !== "") {
      throw new DomainError(
        "conflict",
        sentence`The address of the target has changed; enter its password or key again, or leave it empty`,
      );
    }
    // One update: neither the secret nor the outcome of one place is kept with another place.
    await rows.changeTarget(id, {
      name,
      enabled,
      config,
      ...this.#access.sealed(id, secret),
      ...(isSamePlace(config, before.config) ? {} : NO_OUTCOME),
    });
    return await this.target(id);
  }

  /** Removes a target; what it keeps stays there. */
  async removeTarget(id: number): Promise<BackupTargetState> {
    const state = await this.target(id);
    await this.#options.rows.removeTarget(id);
    return state;
  }

  /** Writes a small file to a target, reads it back, and removes it; reports each step. */
  async testTarget(id: number): Promise<BackupTest> {
    return await this.#access.test(await this.#row(id));
  }

  /**
   * Begins a backup for targets; absent = all that are on. Rejects with DomainError when there is
   * no key, no target, or another run. `done` is its result.
   */
  async begin(
    ids?: readonly number[],
  ): Promise<{ readonly name: string; readonly done: Promise<BackupRun> }> {
    const { rows, archive, settings, runtime } = this.#options;
    const targets = (await rows.targets()).filter(({ id, enabled }) =>
      ids === undefined ? enabled : ids.includes(id)
    );
    if (targets.length === 0) {
      throw new DomainError("conflict", sentence`No target is turned on; turn one on first`);
    }
    if (await rows.key() === undefined) throw keyNeeded();
    this.refuseBusy();
    const made = runtime.now();
    const name = backupName(settings().box_name, archive.mark, made);
    return { name, done: this.#exclusive((signal) => this.#runFor(targets, made, signal)) };
  }

  /** Cancels the run; resolves when it has ended. DomainError: conflict, when there is none. */
  async cancel(): Promise<void> {
    if (this.#abort === undefined) {
      throw new DomainError("conflict", sentence`No backup is running`);
    }
    this.#isCancelled = true;
    this.#abort.abort(placeFault("cancelled"));
    await this.#mutex.idle();
  }

  /** Makes a backup for a download: its name, its size, and its bytes. */
  async download(): Promise<{
    readonly name: string;
    readonly bytes: number;
    readonly stream: ReadableStream<Uint8Array>;
  }> {
    const now = this.#options.runtime.now();
    const make = (signal: AbortSignal) => this.#make("download.part", now, signal);
    const made = await this.#logged("The download of a backup", () => this.#exclusive(make));
    const file = await Deno.open(made.path, { read: true });
    // The open file stays readable after its name is gone.
    await removeFile(made.path);
    return { name: made.name, bytes: made.bytes, stream: file.readable };
  }

  /** The backups that a target keeps, newest first. Rejects with DomainError. */
  async stored(id: number): Promise<readonly StoredBackup[]> {
    const row = await this.#row(id);
    const { archive } = this.#options;
    const list = (signal: AbortSignal) => this.#access.open(row).list(this.#access.context(signal));
    const found = await this.#logged(
      `The list of the target ${row.name}`,
      () => this.#access.asked(list),
    );
    return found.map((backup) => {
      const { mark = "", time = 0 } = parseBackupName(backup.name) ?? {};
      const [own, earlier] = [archive.owns(mark), archive.hadBefore(mark)];
      return { ...backup, target: id, own, earlier, made: time };
    }).toReversed();
  }

  /**
   * Copies a backup of a target to a file of the box. Rejects with DomainError; the preview that
   * needs the copy logs the cause.
   */
  async fetch(id: number, name: string, path: string, signal: AbortSignal): Promise<void> {
    const row = await this.#row(id);
    if (parseBackupName(name) === undefined) throw new DomainError("not_found");
    await this.#exclusive(async (running) => {
      const context = this.#access.context(AbortSignal.any([signal, running]));
      const store = this.#access.open(row);
      await this.#access.copy(store, name, path, context);
    });
  }

  /** Removes a backup that a target keeps. Rejects with DomainError. */
  async removeStored(id: number, name: string): Promise<void> {
    const row = await this.#row(id);
    if (parseBackupName(name) === undefined) throw new DomainError("not_found");
    const remove = async (signal: AbortSignal) => {
      const context = this.#access.context(signal);
      const store = this.#access.open(row);
      const isThere = (await store.list(context)).some((backup) => backup.name === name);
      if (!isThere) throw new DomainError("not_found");
      await store.remove(name, context);
    };
    await this.#logged(
      `The removal of a backup of the target ${row.name}`,
      () => this.#access.asked(remove),
    );
  }

  /** Makes the backups that are due (task backups.make). */
  async runDue(signal: AbortSignal): Promise<IdleReason | void> {
    const { rows, settings, runtime, isPrimary, timeKnown } = this.#options;
    const due = lastDue(settings(), runtime.now());
    if (due === undefined || !isPrimary()) return "off";
    if (!timeKnown()) return "clock";
    const targets = await rows.targets();
    if (await rows.key() === undefined || !targets.some(({ enabled }) => enabled)) {
      return "not_configured";
    }
    const waiting = targets.filter((target) => isDue(target, due, runtime.now()));
    if (waiting.length === 0) return "not_due";
    if (this.#running !== undefined) return "running";
    const cancel = () => this.#abort?.abort(placeFault("slow", "", String(signal.reason)));
    signal.addEventListener("abort", cancel);
    try {
      const { outcomes } = await this.#exclusive((running) =>
        this.#runFor(waiting, runtime.now(), running)
      );
      const failed = outcomes.filter(({ error }) => error !== "");
      if (failed.length > 0) {
        const [{ target, error }] = failed;
        throw new Error(
          failed.length === 1
            ? sentence`The backup to the target ${target} failed: ${error}`
            : sentence`Backups failed: ${
              failed.map(({ target, error }) => `${target}: ${error}`).join("; ")
            }`,
        );
      }
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  /**
   * Restores the newest backup of each target into a temporary database, once a month (task
   * backups.check).
   */
  async checkDue(signal: AbortSignal): Promise<IdleReason | void> {
    const { rows, runtime, isPrimary, timeKnown } = this.#options;
    if (!isPrimary()) return "off";
    if (!timeKnown()) return "clock";
    const now = runtime.now();
    const due = (await rows.targets()).filter(({ enabled, lastOk, checked }) =>
      enabled && lastOk > 0 && (now - checked >= CHECK_EVERY || checked > now)
    );
    if (due.length === 0) return "not_due";
    for (const row of due) {
      if (this.#running !== undefined) return "running";
      await this.#exclusive((running) =>
        this.#checkTarget(row, AbortSignal.any([signal, running]))
      );
    }
  }

  /** What the running backup does, in a few words. */
  progress(): string {
    const { step, target, bytes, total } = this.#running ??
      { step: "", target: "", bytes: 0, total: 0 };
    const share = total === 0 ? "" : ` ${Math.round(bytes / total * 100)} %`;
    return [step, target].filter((word) => word !== "").join(" ") + share;
  }

  /** Throws a DomainError while a backup is being made or restored. */
  refuseBusy(): void {
    if (this.#running === undefined) return;
    throw new DomainError(
      "conflict",
      sentence`A backup or a restore is running; wait until it ends`,
    );
  }

  /** Runs work while no backup is being made, such as a restore. Rejects with DomainError. */
  async alone<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return await this.#exclusive(work);
  }

  /** Begins a new mark, so that new backups differ from those of the box that this one copies. */
  async renewMark(): Promise<void> {
    const { archive, runtime } = this.#options;
    await archive.renewMark(runtime.randomBytes(8));
  }

  /** Cancels what is running. */
  async close(): Promise<void> {
    this.#closing.abort(placeFault("stopping"));
    await this.#mutex.idle();
  }

  /** Refuses a folder that dies together with the data of the box. */
  async #refuseLost(config: BackupConfig): Promise<void> {
    if (config.kind !== "folder" || !await isLostWith(config.path, this.#options.dataDir)) return;
    const sentence = backupReasonSentence("inside_data", config.path);
    throw new DomainError("bad_value", sentence, { body: { reason: "inside_data" } });
  }

  async #logged<T>(what: string, work: () => Promise<T>): Promise<T> {
    return await withLoggedCause(this.#options.runtime.log, what, work);
  }

  async #exclusive<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.refuseBusy();
    this.#running = { step: "making", target: "", bytes: 0, total: 0 };
    this.#isCancelled = false;
    const abort = this.#abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#closing.signal]);
    return await this.#mutex.take(() => work(signal)).finally(() => {
      this.#running = undefined;
      this.#abort = undefined;
    });
  }

  async #make(file: string, at: number, signal: AbortSignal): Promise<MadeBackup> {
    const { archive, rows } = this.#options;
    const key = await rows.key();
    if (key === undefined) throw keyNeeded();
    const made = await archive.make(
      file,
      { recipient: key.recipient, made: at },
      signal,
      (bytes) => this.#running = { step: "making", target: "", bytes, total: 0 },
    );
    try {
      this.#running = { step: "checking", target: "", bytes: 0, total: 0 };
      await archive.check(made.path, archive.ownKey);
      signal.throwIfAborted();
      return made;
    } catch (error) {
      await removeFile(made.path);
      throw error;
    }
  }

  async #runFor(
    targets: readonly BackupTargetRow[],
    at: number,
    signal: AbortSignal,
  ): Promise<BackupRun> {
    const { runtime } = this.#options;
    let made: MadeBackup;
    try {
      made = await this.#make("making.part", at, signal);
    } catch (error) {
      if (error instanceof DomainError && error.code === "conflict") throw error;
      const fault = faultOf(error);
      for (const target of targets) await this.#failed(target, fault);
      throw fault;
    }
    const outcomes: BackupOutcome[] = [];
    try {
      for (const target of targets) {
        const fault = await this.#send(target, made, signal).then(() => undefined, faultOf);
        outcomes.push({ target: target.name, error: fault?.message ?? "" });
        if (fault !== undefined) await this.#failed(target, fault);
      }
    } finally {
      await removeFile(made.path).catch((error: Error) =>
        runtime.log("warn", `A file of a backup could not be removed: ${error.message}`)
      );
    }
    return { name: made.name, bytes: made.bytes, outcomes };
  }

  /** Sends a backup, reads it back, and only then removes older ones of this box. */
  async #send(row: BackupTargetRow, made: MadeBackup, signal: AbortSignal): Promise<void> {
    const { rows, settings, runtime } = this.#options;
    const { name, bytes } = made;
    const step = (step: "sending" | "checking") => (at: number) =>
      void (this.#running = { step, target: row.name, bytes: at, total: bytes });
    step("sending")(0);
    const context = this.#access.context(signal, step("sending"));
    const store = this.#access.open(row);
    await store.put(name, made, context);
    step("checking")(0);
    const sum = await readSum(store, name, bytes, { ...context, onBytes: step("checking") });
    if (sum !== made.sha256) throw placeFault("changed");
    const state = { lastOk: runtime.now(), lastName: name, lastBytes: bytes };
    await rows.setOutcome(row, { ...state, lastError: "" });
    const own = (await store.list(context)).filter((backup) => this.#isOwn(backup.name));
    const old = own.filter((backup) => backup.name !== name).slice(
      0,
      -(settings().backup_keep - 1) || undefined,
    );
    for (const backup of old) await store.remove(backup.name, context);
  }

  async #failed(row: BackupTargetRow, fault: DomainError): Promise<void> {
    const { rows, raise, runtime } = this.#options;
    const { name } = row;
    await rows.setOutcome(row, { lastError: fault.message, lastErrorAt: runtime.now() });
    const { message, cause } = fault;
    runtime.log(
      "warn",
      typeof cause === "string" && cause !== ""
        ? sentence`The backup to the target ${name} failed: ${message} (${cause})`
        : sentence`The backup to the target ${name} failed: ${message}`,
    );
    // After a cancellation or a stop of the box, the target did not fail.
    if (this.#isCancelled || this.#closing.signal.aborted) return;
    raise({ kind: "backup.failed", name, detail: fault.message });
  }

  async #checkTarget(row: BackupTargetRow, signal: AbortSignal): Promise<void> {
    const { archive, rows, runtime, raise } = this.#options;
    const path = `${archive.folder}/check.part`;
    this.#running = { step: "checking", target: row.name, bytes: 0, total: 0 };
    let fault: DomainError | undefined;
    try {
      const context = this.#access.context(signal);
      const store = this.#access.open(row);
      const found = await store.list(context);
      const newest = found.findLast(({ name }) => this.#isOwn(name)) ??
        found.findLast(({ name }) => archive.hadBefore(parseBackupName(name)?.mark ?? ""));
      if (newest === undefined) throw placeFault("none_kept");
      await Deno.mkdir(archive.folder, { recursive: true, mode: 0o700 });
      await archive.checkSpace(newest.bytes);
      await this.#access.copy(store, newest.name, path, context);
      await archive.check(path, archive.ownKey);
    } catch (failure) {
      if (signal.aborted) throw signal.reason;
      fault = faultOfCheck(failure);
    } finally {
      await removeFile(path).catch(() => {});
    }
    const checkError = fault?.message ?? "";
    await rows.setOutcome(row, { checked: runtime.now(), checkError });
    if (fault === undefined) return;
    runtime.log("warn", `A backup at the target ${row.name} cannot be restored: ${logText(fault)}`);
    raise({ kind: "backup.failed", name: row.name, detail: checkError });
  }

  #isOwn(name: string): boolean {
    return this.#options.archive.owns(parseBackupName(name)?.mark ?? "");
  }

  async #row(id: number): Promise<BackupTargetRow> {
    const row = await this.#options.rows.target(id);
    if (row === undefined) {
      throw new DomainError("not_found", sentence`There is no target with the number: ${id}`);
    }
    return row;
  }
}

function stateOf({ secret, ...rest }: BackupTargetRow): BackupTargetState {
  return { ...rest, secretSet: secret !== "" };
}

function refuseSameName(name: string, rows: readonly BackupTargetRow[]): void {
  if (!rows.some((row) => row.name.toLowerCase() === name.toLowerCase())) return;
  throw new DomainError(
    "conflict",
    sentence`There is already a target called ${name}; choose another name`,
  );
}

function keyNeeded(): DomainError {
  return new DomainError("conflict", sentence`Make a recovery key first; it opens the backups`);
}
