/** Backups in a folder of this machine, or on a share that is mounted there. */
import { dirname } from "node:path";
import { removeFile, syncFolder } from "../../../../system/atomic_file.ts";
import type { FolderConfig } from "./config.ts";
import {
  type BackupFile,
  backupsAmong,
  type BackupStore,
  isPlaceFault,
  type KeptBackup,
  MOST_ENTRIES,
  placeFault,
  type TransferContext,
} from "./store.ts";

/**
 * Whether a folder, or where it would be made, is inside the data folder and on the same disk:
 * backups there are lost together with the data. Links are followed.
 */
export async function isLostWith(path: string, dataDir: string): Promise<boolean> {
  const [inside, data] = [await existingPart(path), await existingPart(dataDir)];
  if (!`${inside.path}/`.startsWith(`${data.path}/`)) return false;
  return inside.device === data.device;
}

/** The real path of the deepest folder on the way to a path that is there, and its device. */
async function existingPart(path: string): Promise<{ path: string; device: number }> {
  for (let at = path;; at = dirname(at)) {
    try {
      const real = await Deno.realPath(at);
      return { path: real, device: (await Deno.stat(real)).dev };
    } catch {
      if (at === dirname(at)) return { path: at, device: 0 };
    }
  }
}

/** A folder; `dataDir` is on the disk that a mounted share must not be. */
export class FolderStore implements BackupStore {
  readonly #config: FolderConfig;
  readonly #dataDir: string;

  constructor(config: FolderConfig, dataDir: string) {
    this.#config = config;
    this.#dataDir = dataDir;
  }

  async put(name: string, file: BackupFile, { signal }: TransferContext): Promise<void> {
    await this.#checkMounted();
    const path = `${this.#config.path}/${name}`;
    const aside = `${path}.part`;
    try {
      using from = await Deno.open(file.path, { read: true });
      using to = await Deno.open(aside, {
        write: true,
        create: true,
        truncate: true,
        mode: 0o600,
      });
      const buffer = new Uint8Array(64 << 10);
      for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
        signal.throwIfAborted();
        for (let at = 0; at < read;) at += await to.write(buffer.subarray(at, read));
      }
      await to.sync();
      await Deno.rename(aside, path);
      // Some shares cannot sync a folder.
      await syncFolder(path).catch(() => {});
    } catch (error) {
      await removeFile(aside).catch(() => {});
      throw this.#fault(error, signal);
    }
  }

  async list({ signal }: TransferContext): Promise<readonly KeptBackup[]> {
    await this.#checkMounted();
    const found: KeptBackup[] = [];
    try {
      for await (const { name, isFile } of Deno.readDir(this.#config.path)) {
        if (!isFile) continue;
        found.push({ name, bytes: 0 });
        if (found.length >= MOST_ENTRIES) break;
      }
      const kept = backupsAmong(found);
      return await Promise.all(kept.map(async ({ name }) => ({
        name,
        bytes: (await Deno.stat(`${this.#config.path}/${name}`)).size,
      })));
    } catch (error) {
      throw this.#fault(error, signal);
    }
  }

  async get(
    name: string,
    take: (part: Uint8Array) => Promise<void>,
    { signal }: TransferContext,
  ): Promise<void> {
    await this.#checkMounted();
    try {
      const file = await Deno.open(`${this.#config.path}/${name}`, { read: true });
      for await (const part of file.readable) {
        signal.throwIfAborted();
        await take(part);
      }
    } catch (error) {
      throw this.#fault(error, signal);
    }
  }

  async remove(name: string, { signal }: TransferContext): Promise<void> {
    await this.#checkMounted();
    await removeFile(`${this.#config.path}/${name}`).catch((error) => {
      throw this.#fault(error, signal);
    });
  }

  /** A share that is not mounted leaves an empty folder on the card of the box. */
  async #checkMounted(): Promise<void> {
    const { path, mounted } = this.#config;
    const found = await Deno.stat(path).catch((error) => {
      throw this.#fault(error, undefined);
    });
    if (!found.isDirectory) throw placeFault("no_folder", path);
    if (mounted && found.dev === (await Deno.stat(this.#dataDir)).dev) {
      throw placeFault("unmounted", path);
    }
    if (await isLostWith(path, this.#dataDir)) throw placeFault("inside_data", path);
  }

  #fault(error: unknown, signal: AbortSignal | undefined): unknown {
    const { path } = this.#config;
    if (signal?.aborted) return signal.reason;
    if (isPlaceFault(error)) return error;
    if (error instanceof Deno.errors.NotFound) return placeFault("gone", path);
    if (error instanceof Deno.errors.PermissionDenied) return placeFault("denied", path);
    const text = error instanceof Error ? error.message : String(error);
    if (/os error 30/.test(text)) return placeFault("read_only", path);
    if (/os error 28/.test(text)) return placeFault("disk_full", path);
    return placeFault("unusable", path, text);
  }
}
