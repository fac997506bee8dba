/** Refusals of backups and restores: each has a code, so that pages say it in every language. */
import type { BackupReason } from "../../../schema/backup_reasons.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { type TransferCulprit, TransferError } from "../../../store/transfer/refused.ts";
import { isPlaceFault, placeFault } from "./targets/store.ts";
import { programSentence, type Sentence } from "../../../../policy/model/sentence.ts";

/** Why a file cannot be restored. */
export type BackupFault =
  | "backup_wrong_key"
  | "backup_foreign_file"
  | "backup_damaged"
  | "backup_newer"
  | "backup_too_large";

/** A file cannot be restored; the message is a sentence without values of rows. */
export function backupRefusal(code: BackupFault, message?: Sentence): DomainError {
  return new DomainError(code, message);
}

/** Whether an error is one of `backupRefusal`. */
export function isBackupRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code.startsWith("backup_");
}

/** The reason for each culprit of a transfer other than the rows. */
const BOX_REASONS: Readonly<Record<Exclude<TransferCulprit, "rows">, BackupReason>> = {
  full: "box_full",
  unwritable: "box_unwritable",
  memory: "box_memory",
  busy: "busy",
  box: "failed",
};

/** The refusal that an error of reading means; other errors are returned as they are. */
export function backupFault(error: unknown): unknown {
  if (!(error instanceof TransferError) || error.culprit !== "rows") return boxFault(error);
  return backupRefusal(
    isNewer(error) ? "backup_newer" : "backup_damaged",
    programSentence`${error.message}`,
  );
}

/** The fault that a transfer has because of the box; other errors are returned as they are. */
export function boxFault(error: unknown): unknown {
  if (!(error instanceof TransferError) || error.culprit === "rows") return error;
  return placeFault(BOX_REASONS[error.culprit], "", error.message);
}

function isNewer({ message }: Error): boolean {
  return /newer program/.test(message);
}

/** A failure as a fault with a reason, which keeps the texts of libraries for the log. */
export function faultOf(error: unknown): DomainError {
  if (isPlaceFault(error)) return error;
  const text = error instanceof Error ? error.message : String(error);
  return placeFault("failed", "", text);
}

/** Why a backup of a target cannot be restored, as a fault with a reason. */
export function faultOfCheck(error: unknown): DomainError {
  const code = isBackupRefusal(error) ? error.code : "backup_failed";
  if (code === "backup_failed") return faultOf(error);
  return placeFault(
    code === "backup_wrong_key" ? "unreadable" : "damaged",
    "",
    (error as Error).message,
  );
}

/**
 * Does what a client waits for, and logs the cause of its fault, which the client does not get.
 * The log masks secrets.
 */
export async function withLoggedCause<T>(
  log: Runtime["log"],
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isPlaceFault(error)) {
      const text = logText(error);
      if (text !== error.message) log("warn", `${what} failed: ${text}`);
    }
    throw error;
  }
}

/** The message of a fault, with its cause. */
export function logText({ message, cause }: DomainError): string {
  return typeof cause === "string" && cause !== "" ? `${message} (${cause})` : message;
}
