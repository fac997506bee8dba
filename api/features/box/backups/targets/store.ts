/** The common interface of the places that keep backups. */
import { type BackupReason, backupReasonSentence } from "../../../../schema/backup_reasons.ts";
import { DomainError, isDomainError } from "../../../../schema/errors.ts";
import type { HostLookup } from "../../../../system/outgoing_request.ts";
import type { Runtime } from "../../../../system/runtime.ts";

/** A complete backup in a file of the box. */
export interface BackupFile {
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** A backup that a place keeps. */
export interface KeptBackup {
  readonly name: string;
  readonly bytes: number;
}

/** The context of a transfer. */
export interface TransferContext {
  readonly runtime: Runtime;
  readonly lookup: HostLookup;
  /** Aborts the transfer. */
  readonly signal: AbortSignal;
  /** Called with the bytes that were sent or received so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** A place that keeps backups. Methods reject with placeFault(). */
export interface BackupStore {
  /** Writes a backup completely or not at all; another one of this name is replaced. */
  put(name: string, file: BackupFile, context: TransferContext): Promise<void>;
  /** The backups there, oldest first; other files are left out. */
  list(context: TransferContext): Promise<readonly KeptBackup[]>;
  /** Passes on the bytes of a backup. */
  get(
    name: string,
    take: (part: Uint8Array) => Promise<void>,
    context: TransferContext,
  ): Promise<void>;
  /** Removes a backup. */
  remove(name: string, context: TransferContext): Promise<void>;
}

/**
 * A place, or the box, does not do what it should. `cause` is for the log only: the texts of
 * libraries and servers.
 */
export function placeFault(reason: BackupReason, place = "", cause = ""): DomainError {
  const error = new DomainError("backup_failed", backupReasonSentence(reason, place), {
    body: { reason },
  });
  error.cause = cause;
  return error;
}

/** The fault of a connection that could not be made, or that broke. */
export function unreachable(host: string, error: unknown): DomainError {
  const { code = "", message } = error instanceof Error
    ? error as Error & { readonly code?: string }
    : new Error(String(error)) as Error & { readonly code?: string };
  const text = `${code} ${message}`;
  if (/ENOTFOUND|EAI_|has no address|no such host/i.test(text)) {
    return placeFault("no_address", host, message);
  }
  if (/ECONNREFUSED|connection refused/i.test(text)) return placeFault("refused", host, message);
  // Of the code alone: a host may be called `certs`.
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO_/.test(code) ||
    /certificate|UnknownIssuer|NotValidForName/i.test(message);
  if (isCertificate) {
    return placeFault("untrusted", host, message);
  }
  return placeFault("unreachable", host, message);
}

/** Whether an error is one of `placeFault`. */
export function isPlaceFault(error: unknown): error is DomainError {
  return isDomainError(error, "backup_failed");
}

/** Maximum number of entries of a folder that are read, and bytes of a listing. */
export const MOST_ENTRIES = 10_000;
export const MOST_LISTING = 8 << 20;
/** Maximum bytes of one backup. */
export const MOST_BACKUP = 1 << 30;

/** The form of the names of backups; anything else at a place is never touched. */
const NAME = /^box-([a-z0-9-]{1,63})-([0-9a-f]{8})-(\d{4}-\d{2}-\d{2})-(\d{6})\.age$/;

/** The name of a backup: box, mark of its data directory, and time in UTC. */
export function backupName(box: string, mark: string, time: number): string {
  const word = box.toLowerCase().replace(/[^a-z0-9-]+/g, "-").slice(0, 63) || "box";
  const [day, clock] = new Date(time).toISOString().slice(0, 19).split("T");
  return `box-${word}-${mark.slice(0, 8)}-${day}-${clock.replaceAll(":", "")}.age`;
}

/** The parts of a name; undefined = no backup of a box is called so. */
export function parseBackupName(
  name: string,
): { readonly mark: string; readonly time: number } | undefined {
  const [, , mark, day, clock] = NAME.exec(name) ?? [];
  if (mark === undefined) return undefined;
  const time = Date.parse(`${day}T${clock.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`);
  return Number.isNaN(time) ? undefined : { mark, time };
}

/** The backups among entries, oldest first. */
export function backupsAmong(entries: readonly KeptBackup[]): readonly KeptBackup[] {
  return entries.flatMap((entry) => {
    const parts = parseBackupName(entry.name);
    const { name, bytes } = entry;
    return parts === undefined ? [] : [{ entry: { name, bytes }, time: parts.time }];
  }).sort((a, b) => a.time - b.time).map(({ entry }) => entry);
}

/** Callbacks of a place. */
export interface StoreEvents {
  /** Called with the host key of the first connection. */
  readonly onFingerprint: (fingerprint: string) => Promise<void>;
}
