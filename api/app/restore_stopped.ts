/**
 * `box restore` on a box that does not run, also before its first start: the same restore as in the
 * running box, over the locked data directory. main.ts loads this module for that command only.
 */
import {
  AT_SYMLINK_NOFOLLOW,
  ELOOP,
  encodeCString,
  ENOENT,
  ENOTDIR,
  errno,
  libc,
  O_CLOEXEC,
  O_DIRECTORY,
  O_NOFOLLOW,
  SystemError,
} from "../../resolver/net/libc.ts";
import { BackupArchive } from "../features/box/backups/archive.ts";
import { readRecoveryKey } from "../features/box/backups/keys.ts";
import { MovedFileStore } from "../features/box/backups/moved_files.ts";
import { Restores } from "../features/box/backups/restore.ts";
import { BackupRows } from "../features/box/backups/table.ts";
import { BoxSettings } from "../settings/box_settings.ts";
import { registerSuffixLoader } from "../settings/suffixes.ts";
import { openDatabase } from "../store/open.ts";
import { TlsDirectory } from "../certificate/tls_directory.ts";
import { openDataDirectory } from "../system/data_directory.ts";
import { processRuntime } from "../system/process_runtime.ts";
import { Seal } from "../system/seal.ts";
import { VERSION } from "../system/version.ts";
import { boxSchema, TABLES } from "./tables.ts";

/** What is restored, and where. */
export interface StoppedRestore {
  readonly dataDir: string;
  /** The path of the backup. */
  readonly file: string;
  /** The recovery key; "" = the backup is of this box. */
  readonly key: string;
}

/** The result; `error` = a sentence, "" = success. */
export interface StoppedRestoreResult {
  readonly error: string;
  readonly rows: number;
}

/** Restores a backup. Never rejects. */
export async function restoreStopped(
  given: StoppedRestore,
  err: (text: string) => void,
): Promise<StoppedRestoreResult> {
  try {
    return { error: "", rows: await restore(given, err) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), rows: 0 };
  }
}

async function restore(
  { dataDir, file, key }: StoppedRestore,
  err: (text: string) => void,
): Promise<number> {
  // A wrong key or file is found before a data directory is made.
  const keys = key.trim() === "" ? "" : await readRecoveryKey(key);
  const { size } = await Deno.stat(file);
  const { runtime } = processRuntime(err, import.meta.url);
  registerSuffixLoader(() => import(runtime.moduleUrl("policy/lists/public_suffix").href));
  const directory = await openDataDirectory(dataDir);
  const { path, secret } = directory;
  const settings = await BoxSettings.open(path, { flags: {}, env: {} });
  const database = await openDatabase({
    name: "box",
    path: `${path}/box.db`,
    workerUrl: runtime.moduleUrl("api/store/thread"),
    tell: runtime.log,
  });
  try {
    const rows = new BackupRows(database);
    const files = new MovedFileStore(path, new TlsDirectory(`${path}/tls`, runtime.log));
    const archive = new BackupArchive({
      database,
      tables: TABLES,
      dataDir: path,
      secret,
      seal: new Seal(secret, runtime.randomBytes),
      files,
      boxName: () => settings.values.box_name,
      version: VERSION,
      log: runtime.log,
    });
    const restores = new Restores({
      archive,
      rows,
      files,
      runtime,
      schema: boxSchema(),
      refuseBusy: () => {},
      alone: (work) => work(new AbortController().signal),
      takeUp: () => settings.attach(database),
    });
    await restores.begin();
    const name = file.slice(file.lastIndexOf("/") + 1);
    const plan = await restores.preview(name, keys, async (to) => {
      await archive.checkSpace(size);
      await Deno.copyFile(file, to);
    });
    await restores.apply(plan.id, "box", await hasHousehold(archive));
    return Object.values(plan.inside).reduce((sum, rows) => sum + rows, 0);
  } finally {
    await database.close();
    try {
      if (Deno.uid() === 0) await giveToOwner(path);
    } finally {
      directory.close();
    }
  }
}

/** Whether there is something to return to. */
async function hasHousehold(archive: BackupArchive): Promise<boolean> {
  const { accounts = 0, settings = 0 } = await archive.counts();
  return accounts + settings > 0;
}

/**
 * Gives files that root made to the owner of the data directory, as whom the box runs. Links are
 * not followed, even if that owner replaces a folder by one meanwhile, because they may lead to
 * files of the machine. Throws a SystemError when a file cannot be given.
 */
export async function giveToOwner(dataDir: string): Promise<void> {
  const { uid, gid } = await Deno.stat(dataDir);
  if (uid === null || gid === null || uid === 0) return;
  for (const folder of ["/tls", "/lists", "/copies", "/snapshot", "/backups", ""]) {
    // The data directory itself may be a link of the administrator.
    await giveFolder(dataDir + folder, folder === "" ? 0 : O_NOFOLLOW, { uid, gid });
  }
}

/**
 * Gives what is in a folder to a user: names are looked up in the folder that was opened. Throws a
 * SystemError with the path of what cannot be given, because the box could not use it.
 */
async function giveFolder(
  path: string,
  flags: number,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const opened = libc.open(encodeCString(path), O_DIRECTORY | O_CLOEXEC | flags, 0);
  if (opened < 0) {
    // The folder is missing, or something else has its name.
    passOnly([ENOENT, ENOTDIR, ELOOP], path);
    return;
  }
  try {
    for (const name of await namesIn(path)) {
      const given = libc.fchownat(opened, encodeCString(name), uid, gid, AT_SYMLINK_NOFOLLOW);
      // It may have been removed meanwhile.
      if (given < 0) passOnly([ENOENT], `${path}/${name}`);
    }
  } finally {
    libc.close(opened);
  }
}

/** Throws the last error of the system unless it is one of these. */
function passOnly(passed: readonly number[], path: string): void {
  const code = errno();
  if (passed.includes(code)) return;
  throw new SystemError(`Give ${path} to the owner of the data directory`, code);
}

async function namesIn(path: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(path)) names.push(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names;
}
