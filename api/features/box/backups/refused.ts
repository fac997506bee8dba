/** Refusals of backups and restores: each has a code, so that pages say it in every language. */
import { DomainError } from "../../../schema/errors.ts";
import { TransferError } from "../../../store/transfer/refused.ts";
import { placeFault } from "./targets/store.ts";

/** Why a file cannot be restored. */
export type BackupFault =
  | "backup_wrong_key"
  | "backup_foreign_file"
  | "backup_damaged"
  | "backup_newer"
  | "backup_too_large";

/** A file cannot be restored; the message is a sentence without values of rows. */
export function backupRefusal(code: BackupFault, message?: string): DomainError {
  return new DomainError(code, message);
}

/** Whether an error is one of `backupRefusal`. */
export function isBackupRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code.startsWith("backup_");
}

/** The refusal that an error of reading means; other errors are returned as they are. */
export function backupFault(error: unknown): unknown {
  if (!(error instanceof TransferError)) return error;
  if (error.culprit === "box") return placeFault(error.message);
  return backupRefusal(isNewer(error) ? "backup_newer" : "backup_damaged", error.message);
}

function isNewer({ message }: Error): boolean {
  return /newer program/.test(message);
}
