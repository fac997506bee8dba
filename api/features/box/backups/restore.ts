/**
 * Restores: a preview that reads the whole backup and changes nothing, then one transaction over
 * the tables. The state before is kept, so that a restore can be taken back.
 */
import { DomainError } from "../../../schema/errors.ts";
import { removeFile, syncFolder, writeWhole } from "../../../system/atomic_file.ts";
import { isThere } from "../../../system/install.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { BackupArchive, CheckedBackup } from "./archive.ts";
import { readRecoveryKey } from "./keys.ts";
import type { MovedFile } from "./format.ts";
import type { MovedFileStore } from "./moved_files.ts";
import { withLoggedCause } from "./refused.ts";
import type { BackupRows } from "./table.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** A backup that was read, and may be restored. */
export interface RestorePlan {
  readonly id: string;
  /** The name of its file. */
  readonly name: string;
  /** Where it comes from. */
  readonly box: string;
  readonly version: string;
  /** Whether this box made it with its present identity. */
  readonly own: boolean;
  /** Whether it has an identity that this box had before, which another box may use now. */
  readonly earlier: boolean;
  /** Times in Unix milliseconds. */
  readonly made: number;
  readonly until: number;
  /** Whether it is of an older schema, which is brought up to date. */
  readonly older: boolean;
  /** Rows by table: in the backup, and here now. */
  readonly inside: Readonly<Record<string, number>>;
  readonly here: Readonly<Record<string, number>>;
  readonly files: readonly MovedFile[];
}

/** A restore that was done. */
export interface RestoreResult {
  readonly plan: RestorePlan;
  /** Whether the state before can be returned to. */
  readonly returnable: boolean;
}

/** The state before the last restore. */
export interface ReturnPoint {
  /** Unix milliseconds. */
  readonly made: number;
}

/** Dependencies of Restores. */
export interface RestoresOptions {
  readonly archive: BackupArchive;
  readonly rows: BackupRows;
  readonly files: MovedFileStore;
  readonly runtime: Runtime;
  /** The schema of this program. */
  readonly schema: number;
  /** Throws a DomainError while a backup is being made or restored. */
  readonly refuseBusy: () => void;
  /** Runs work while no backup is being made. */
  readonly alone: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Takes up the restored tables: settings, lists, policy; then restarts. */
  readonly takeUp: () => Promise<void>;
}

/** Milliseconds for which a plan is kept. */
const KEPT = 30 * 60_000;
/** The file of a plan is `restore-<id>.age`. */
const PLAN_FILES = "restore-";
const BEFORE_FILE = "before_restore.age";
/** The state before a restore that is not finished yet. */
const BEFORE_PART = "before_restore.age.part";
/** Exists from a restore until the next start, which downloads the lists of the backup. */
const RESTORED_FILE = "restored";

interface OpenPlan {
  readonly plan: RestorePlan;
  readonly key: string;
  /** Stops the timer that forgets the plan. */
  readonly forget: () => void;
}

/** The restores of a box; one plan is open at a time. Methods reject with DomainError. */
export class Restores {
  readonly #options: RestoresOptions;
  #open: OpenPlan | undefined;

  constructor(options: RestoresOptions) {
    this.#options = options;
  }

  /** Completes what a kill interrupted, and removes files that were left. */
  async begin(): Promise<void> {
    const { rows, files } = this.#options;
    const last = await rows.lastRestore();
    let isDone = false;
    const wasInterrupted = await files.resume((id) => {
      isDone = last?.id === id;
      return Promise.resolve(isDone);
    });
    if (wasInterrupted && isDone) {
      await this.#keepBefore();
      await this.#markRestored();
    }
    await rows.forgetRestores();
    await this.#removeLeftFiles();
  }

  /** Whether the box was restored since the last call. */
  async takeRestored(): Promise<boolean> {
    const path = this.#path(RESTORED_FILE);
    const isRestored = isThere(path);
    await removeFile(path);
    return isRestored;
  }

  /**
   * Reads a backup that a function writes to a file, and says what a restore would do. Without a
   * key, only a backup of this box can be read. Rejects with a refusal.
   */
  async preview(
    name: string,
    recoveryKey: string,
    write: (path: string, signal: AbortSignal) => Promise<void>,
  ): Promise<RestorePlan> {
    return await this.#logged(
      "The preview of a restore",
      () => this.#preview(name, recoveryKey, write),
    );
  }

  async #preview(
    name: string,
    recoveryKey: string,
    write: (path: string, signal: AbortSignal) => Promise<void>,
  ): Promise<RestorePlan> {
    const { archive, runtime, refuseBusy } = this.#options;
    refuseBusy();
    // A key that is given has to open the backup, so that a written key can be tried out.
    const key = recoveryKey.trim() === "" ? archive.ownKey : await readRecoveryKey(recoveryKey);
    const id = runtime.randomBytes(16).toHex();
    const path = this.#planPath(id);
    await Deno.mkdir(archive.folder, { recursive: true, mode: 0o700 });
    const never = new AbortController().signal;
    try {
      await archive.checkSpace();
      await write(path, never);
      return await this.#options.alone(async () => {
        const plan = await this.#planOf(id, name, await archive.check(path, key));
        this.#close();
        this.#keepPlan(plan, key);
        return plan;
      });
    } catch (error) {
      await removeFile(path);
      throw error;
    }
  }

  /** The open plan. DomainError: not_found. */
  plan(id: string): RestorePlan {
    return this.#planned(id).plan;
  }

  /**
   * Restores a plan. All sessions end. Without `keepsBefore`, such as in the setup of a box, no
   * state before is kept.
   */
  async apply(id: string, by: string, keepsBefore = true): Promise<RestoreResult> {
    const { plan, key, forget } = this.#planned(id);
    const restore = async (signal: AbortSignal) => {
      forget();
      try {
        if (keepsBefore) await this.#makeBefore(signal);
        await this.#restore(this.#planPath(id), key, by, false);
      } catch (error) {
        this.#keepPlan(plan, key);
        await removeFile(this.#path(BEFORE_PART));
        throw error;
      }
      this.#close();
    };
    await this.#logged("A restore", () => this.#options.alone(restore));
    await this.#afterCommit(() => this.#options.takeUp());
    return { plan, returnable: keepsBefore };
  }

  /** The state before the last restore; undefined = none is kept. */
  async returnPoint(): Promise<ReturnPoint | undefined> {
    const found = await Deno.stat(this.#path(BEFORE_FILE)).catch(() => undefined);
    return found === undefined ? undefined : { made: found.mtime?.getTime() ?? 0 };
  }

  /** Returns to the state before the last restore, which is kept no longer. */
  async takeBack(by: string): Promise<void> {
    if (await this.returnPoint() === undefined) {
      throw new DomainError("conflict", sentence`There is no earlier state to go back to`);
    }
    const { archive } = this.#options;
    const path = this.#path(BEFORE_FILE);
    const restore = () => this.#restore(path, archive.ownKey, by, true);
    await this.#logged("The return from a restore", () => this.#options.alone(restore));
    await this.#afterCommit(() => removeFile(path));
    await this.#afterCommit(() => this.#options.takeUp());
  }

  async #restore(path: string, key: string, by: string, isReturn: boolean): Promise<void> {
    const { archive, rows, files, runtime } = this.#options;
    const { manifest, files: moved } = await archive.check(path, key);
    const id = await rows.beginRestore({
      time: runtime.now(),
      by,
      box: manifest.box.name,
      version: manifest.box.version,
      made: manifest.made * 1000,
      isReturn,
    });
    try {
      await files.begin(id, moved);
      await archive.restore(path, key);
    } catch (error) {
      await files.undo();
      await rows.forgetRestores();
      throw error;
    }
    await this.#afterCommit(async () => {
      await this.#keepBefore();
      await this.#markRestored();
      await files.finish();
    });
  }

  async #logged<T>(what: string, work: () => Promise<T>): Promise<T> {
    return await withLoggedCause(this.#options.runtime.log, what, work);
  }

  /** Runs a step after the tables were replaced: its failure does not undo the restore. */
  async #afterCommit(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#options.runtime.log("error", `A step after a restore failed: ${why}`);
    }
  }

  async #makeBefore(signal: AbortSignal): Promise<void> {
    const { archive, rows, runtime } = this.#options;
    const key = await rows.key();
    const recipient = key?.recipient;
    const made = await archive.make(BEFORE_PART, { recipient, made: runtime.now() }, signal);
    await archive.check(made.path, archive.ownKey);
  }

  /** Keeps the state before a finished restore, if it was made, as the one to return to. */
  async #keepBefore(): Promise<void> {
    if (!isThere(this.#path(BEFORE_PART))) return;
    await Deno.rename(this.#path(BEFORE_PART), this.#path(BEFORE_FILE));
    await syncFolder(this.#path(BEFORE_FILE));
  }

  async #markRestored(): Promise<void> {
    await writeWhole(this.#path(RESTORED_FILE), new Uint8Array(0));
  }

  async #removeLeftFiles(): Promise<void> {
    const { folder } = this.#options.archive;
    for (const file of [BEFORE_PART, "making.part", "download.part", "check.part"]) {
      await removeFile(`${folder}/${file}`);
    }
    try {
      for await (const { name } of Deno.readDir(folder)) {
        if (name.startsWith(PLAN_FILES)) await removeFile(`${folder}/${name}`);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  async #planOf(id: string, name: string, checked: CheckedBackup): Promise<RestorePlan> {
    const { archive, runtime, schema } = this.#options;
    const { manifest, tables, files } = checked;
    const here = await archive.counts();
    const inside = Object.fromEntries(
      Object.keys(here).map((table) => [table, tables[table] ?? 0]),
    );
    return {
      id,
      name,
      box: manifest.box.name,
      version: manifest.box.version,
      own: archive.owns(manifest.box.mark),
      earlier: archive.hadBefore(manifest.box.mark),
      made: manifest.made * 1000,
      until: runtime.now() + KEPT,
      older: manifest.box.schema < schema,
      inside,
      here,
      files: Object.keys(files) as MovedFile[],
    };
  }

  #planned(id: string): OpenPlan {
    if (this.#open?.plan.id !== id) {
      throw new DomainError(
        "not_found",
        sentence`This preview has expired; choose the backup again`,
      );
    }
    return this.#open;
  }

  #path(file: string): string {
    return `${this.#options.archive.folder}/${file}`;
  }

  #planPath(id: string): string {
    return this.#path(`${PLAN_FILES}${id}.age`);
  }

  /** Keeps a plan open until its time is over. */
  #keepPlan(plan: RestorePlan, key: string): void {
    const { runtime } = this.#options;
    const left = Math.max(0, plan.until - runtime.now());
    this.#open = { plan, key, forget: runtime.after(left, () => this.#close()) };
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { plan, forget } = this.#open;
    forget();
    this.#open = undefined;
    try {
      Deno.removeSync(this.#planPath(plan.id));
    } catch {
      // There is none.
    }
  }
}

/** Writes an uploaded backup to a file. */
export function uploaded(content: Uint8Array): (path: string) => Promise<void> {
  return (path) => writeWhole(path, content);
}
