/**
 * Makes backups of the running box as files, checks them against the schema without touching the
 * database, and puts their tables in the place of the present ones.
 */
import { createHash } from "node:crypto";
import { removeFile, writeWhole } from "../../../system/atomic_file.ts";
import { freeBytes } from "../../../system/free_space.ts";
import { type Seal, SealError } from "../../../system/seal.ts";
import type { TransferDatabase } from "../../../store/open.ts";
import type { Table } from "../../../store/table.ts";
import { exportTables } from "../../../store/transfer/export_tables.ts";
import { type ImportReport, importTables } from "../../../store/transfer/import_tables.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { withoutControls } from "./clean.ts";
import type { Manifest } from "./format.ts";
import { boxMark, isRecipient, ownIdentity, recipientOf } from "./keys.ts";
import type { MovedFiles, MovedFileStore } from "./moved_files.ts";
import { openBackup } from "./read.ts";
import { backupFault, boxFault } from "./refused.ts";
import { type BackupFile, backupName, placeFault } from "./targets/store.ts";
import { writeBackup } from "./write.ts";

/** Dependencies of BackupArchive. */
export interface BackupArchiveOptions {
  readonly database: TransferDatabase;
  readonly tables: readonly Table[];
  readonly dataDir: string;
  /** The secret of the data directory. */
  readonly secret: Uint8Array;
  readonly seal: Pick<Seal, "seal" | "open">;
  readonly files: MovedFileStore;
  readonly boxName: () => string;
  readonly version: string;
  readonly log: Runtime["log"];
  /** Bytes that are free on the disk of a folder; default: those of the file system. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** A backup in a file of the data directory, which its owner removes. */
export interface MadeBackup extends BackupFile {
  readonly name: string;
  /** Unix milliseconds. */
  readonly made: number;
}

/** A backup that was opened, read to its end and found to fit this box. */
export interface CheckedBackup {
  readonly manifest: Manifest;
  /** Rows by table. */
  readonly tables: ImportReport["tables"];
  readonly files: MovedFiles;
}

/** Bytes that stay free on the disk of the box. */
const SPARE = 32 << 20;
/** Bytes that are written between two checks of the free space. */
const CHECKED_EVERY = 4 << 20;
/** Exists in a copy of a box that got a new identity: one salt per line, the current one first. */
const SALT_FILE = "mark";
/** Maximum number of salts that are kept. */
const SALTS = 8;
/** Replaces salts that cannot be read, so that the mark differs from the original's. */
const UNREADABLE = "unreadable";

/** The backups of one box. */
export class BackupArchive {
  readonly #options: BackupArchiveOptions;
  /** The mark of new backups, then those of backups from before. */
  #marks: readonly string[];
  /** The key with which this box opens its own backups. */
  readonly ownKey: string;

  constructor(options: BackupArchiveOptions) {
    this.#options = options;
    this.#marks = this.#readMarks();
    this.ownKey = ownIdentity(options.secret);
  }

  /** The folder for files of backups in the data directory. */
  get folder(): string {
    return `${this.#options.dataDir}/backups`;
  }

  /** The first digits of the names of this box's backups. */
  get mark(): string {
    return this.#marks[0];
  }

  /** Whether a mark, or its beginning, is the current one of this box. */
  owns(mark: string): boolean {
    return mark !== "" && this.mark.startsWith(mark);
  }

  /**
   * Whether a mark, or its beginning, is one that this box shared with its copy before its identity
   * changed. The other box may still make backups with it.
   */
  hadBefore(mark: string): boolean {
    return mark !== "" && !this.owns(mark) &&
      this.#marks.some((earlier) => earlier.startsWith(mark));
  }

  /**
   * Begins a new mark. Backups with older marks may belong to another box, so none of them is
   * removed from then on. `salt` is random.
   */
  async renewMark(salt: Uint8Array): Promise<void> {
    await Deno.mkdir(this.folder, { recursive: true, mode: 0o700 });
    const salts = [salt.toHex(), ...this.#readSalts()].slice(0, SALTS);
    const bytes = new TextEncoder().encode(salts.join("\n"));
    await writeWhole(`${this.folder}/${SALT_FILE}`, bytes);
    this.#marks = this.#readMarks();
  }

  #readMarks(): string[] {
    return [...this.#readSalts(), ""].map((salt) => boxMark(this.#options.secret, salt));
  }

  #readSalts(): string[] {
    try {
      const text = Deno.readTextFileSync(`${this.folder}/${SALT_FILE}`);
      return text.split("\n").filter((salt) => salt !== "");
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      const why = (error as Error).message;
      this.#options.log("error", `The mark of backups of this box cannot be read: ${why}`);
      return [UNREADABLE];
    }
  }

  /**
   * Writes a backup for a recipient, and for the box itself, to a file. `onBytes` is called with
   * the size so far.
   */
  async make(
    file: string,
    { recipient, made }: { readonly recipient: string | undefined; readonly made: number },
    signal: AbortSignal,
    onBytes: (bytes: number) => void = () => {},
  ): Promise<MadeBackup> {
    const { boxName, files } = this.#options;
    await Deno.mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.checkSpace();
    const path = `${this.folder}/${file}`;
    if (recipient !== undefined && !await isRecipient(recipient)) throw placeFault("key_damaged");
    const stream = await writeBackup({
      manifest: await this.#manifest(made),
      files: await files.read(),
      tables: this.#tables(),
    }, [await recipientOf(this.ownKey), ...(recipient === undefined ? [] : [recipient])]);
    try {
      const { bytes, sha256 } = await writeFile(path, stream, signal, onBytes);
      return { path, bytes, sha256, made, name: backupName(boxName(), this.mark, made) };
    } catch (error) {
      await removeFile(path).catch(() => {});
      throw boxFault(error);
    }
  }

  /**
   * Reads a backup to its end into a temporary database, as a restore would, and changes nothing.
   * Rejects with a refusal.
   */
  async check(path: string, key: string): Promise<CheckedBackup> {
    return await this.#read(path, key, true);
  }

  /**
   * Puts the tables of a backup in the place of the present ones, in one transaction. Rejects with
   * a refusal.
   */
  async restore(path: string, key: string): Promise<CheckedBackup> {
    return await this.#read(path, key, false);
  }

  async #read(path: string, key: string, checkOnly: boolean): Promise<CheckedBackup> {
    const { database, tables, seal, files } = this.#options;
    // A refusal before the end of the stream leaves the file open.
    using file = await Deno.open(path, { read: true });
    try {
      const opened = await openBackup(file.readable, key);
      const moved = Object.fromEntries(opened.files) as MovedFiles;
      files.check(moved);
      const report = await importTables(database, this.#withinSpace(opened.tables, checkOnly), {
        purpose: "backup",
        tables,
        seal: (bytes, field) => seal.seal(bytes, field),
        clean: withoutControls,
        checkOnly,
      });
      return { manifest: opened.manifest, tables: report.tables, files: moved };
    } catch (error) {
      throw backupFault(error);
    }
  }

  #tables(): AsyncGenerator<Uint8Array, void, void> {
    const { database, tables, seal } = this.#options;
    return exportTables(database, {
      purpose: "backup",
      tables,
      open(sealed, field) {
        try {
          return seal.open(sealed, field);
        } catch (error) {
          if (error instanceof SealError) return undefined;
          throw error;
        }
      },
    });
  }

  async #manifest(made: number): Promise<Omit<Manifest, "format" | "version">> {
    const { database, boxName, version } = this.#options;
    const [row] = await database.all("pragma user_version");
    return {
      made: Math.floor(made / 1000),
      box: { name: boxName(), version, mark: this.mark, schema: Number(row.user_version) },
      counts: await this.counts(),
    };
  }

  /** Rows of the tables that people know, as they are now. */
  async counts(): Promise<Record<string, number>> {
    const { database } = this.#options;
    const selected = COUNTED.map((name) => `(select count(*) from ${name}) as ${name}`);
    const [row] = await database.all(`select ${selected.join(", ")}`);
    return Object.fromEntries(COUNTED.map((name) => [name, Number(row[name])]));
  }

  /** Checks that bytes can be written and enough stays free. Rejects with placeFault(). */
  async checkSpace(bytes = 0): Promise<void> {
    const { dataDir, freeBytes: freeOn = freeBytes } = this.#options;
    if (await freeOn(dataDir) - bytes < SPARE) {
      throw placeFault("box_full");
    }
  }

  /**
   * Returns a check for bytes that arrive one after another: it looks at the free space at first,
   * then every few megabytes. `bytes` are those that must still fit, as in checkSpace().
   */
  spaceChecks(): (arrived: number, bytes: number) => Promise<void> {
    let next = 0;
    return async (arrived, bytes) => {
      if (arrived < next) return;
      await this.checkSpace(bytes);
      next = arrived + CHECKED_EVERY;
    };
  }

  /** The lines, while the disk has space for them. The commit of a restore writes them again. */
  async *#withinSpace(
    lines: AsyncIterable<Uint8Array>,
    checkOnly: boolean,
  ): AsyncGenerator<Uint8Array, void, void> {
    const check = this.spaceChecks();
    let total = 0;
    for await (const part of lines) {
      total += part.length;
      await check(total, checkOnly ? 0 : total);
      yield part;
    }
  }
}

/** The tables whose rows the preview of a restore counts. */
export const COUNTED = [
  "people",
  "devices",
  "groups",
  "rules",
  "lists",
  "dns_records",
  "accounts",
  "settings",
] as const;

async function writeFile(
  path: string,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<{ bytes: number; sha256: string }> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 });
  const digest = createHash("sha256");
  let bytes = 0;
  for await (const part of stream) {
    signal.throwIfAborted();
    for (let at = 0; at < part.length;) at += await file.write(part.subarray(at));
    digest.update(part);
    bytes += part.length;
    onBytes(bytes);
  }
  await file.sync();
  return { bytes, sha256: digest.digest("hex") };
}
