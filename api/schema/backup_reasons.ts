/**
 * Why a backup could not be made, sent, read or checked: one table of codes. `{place}` is a folder
 * or a host. Pages say the same sentences in every language.
 */
import { type Sentence, sentencePattern } from "../../policy/model/sentence.ts";

/** The table. */
export const BACKUP_REASONS = {
  unmounted: "Nothing is mounted at {place}: it is on the disk of the box",
  no_folder: "{place} is no folder",
  gone: "The folder {place} does not exist, or a file in it is gone",
  denied: "The box may not use the folder {place}: check who owns it",
  read_only: "The folder {place} is read-only for the box",
  disk_full: "The disk of {place} is full",
  unusable: "The folder {place} cannot be used",
  inside_data:
    "The folder {place} is inside the data folder of the box and would be lost with it: choose a folder on another disk",
  no_address: "The name {place} has no address",
  refused: "{place} refuses the connection: check the port, and whether the service runs there",
  untrusted:
    "The certificate of {place} is not trusted: check its name, its date and its authority",
  silent: "Nothing arrived from {place} for a minute",
  unreachable: "{place} cannot be reached",
  public_http: "{place} is outside this network, where backups are sent over https only",
  redirects: "{place} sends on to another address, which is not followed",
  account: "{place} refuses the account: check the name, the password or key, and its rights",
  not_there: "{place} does not have the folder or the file",
  no_space: "{place} has no space for the backup",
  unexpected: "{place} answered something unexpected",
  host_key: "{place} has another host key than before: if that is right, change it",
  too_many_files: "There are too many files at {place}",
  changed: "The backup came back changed",
  too_large: "The backup is too large",
  slow: "It took too long",
  none_kept: "It keeps no backup of this box",
  damaged: "Its newest backup is damaged",
  unreadable: "This box cannot open its newest backup",
  box_full: "The disk of the box is nearly full",
  box_unwritable: "The box cannot write to its disk",
  box_memory: "The box has too little memory for this",
  busy: "The database of the box is busy: try again later",
  key_damaged: "The stored half of the recovery key is damaged: make a new recovery key",
  cancelled: "It was cancelled",
  stopping: "The box is stopping",
  failed: "The box itself failed at it; its log says more",
} as const;

/** A code of the table. */
export type BackupReason = keyof typeof BACKUP_REASONS;

/** The sentence of a reason. */
export function backupReasonSentence(reason: BackupReason, place = ""): Sentence {
  return BACKUP_REASONS[reason].replace("{place}", () => place) as Sentence;
}

// The longest sentence first: a place may end like a shorter one.
const PATTERNS = Object.entries(BACKUP_REASONS).toSorted(([, one], [, other]) =>
  other.length - one.length
).map(([reason, sentence]) => [reason as BackupReason, sentencePattern(sentence)] as const);

/** The reason that a stored sentence gives; undefined = none of the table. */
export function backupReasonOf(sentence: string): BackupReason | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(sentence))?.[0];
}
