/**
 * The keys of backups (age, X25519). The box keeps the recipient of its household only: the
 * recovery key is shown once. A second recipient, derived from the secret of the data directory,
 * lets the box read its own backups to check them (docs/decisions/0110).
 */
import { bech32 } from "@scure/base";
import { deriveKey } from "../../../system/data_directory.ts";
import { backupRefusal } from "./refused.ts";

const PREFIX = "AGE-SECRET-KEY-";
const FORM = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/;

/** A recovery key, and the recipient that backups are encrypted for. */
export interface RecoveryKey {
  /** `AGE-SECRET-KEY-1…`; it opens every backup made for its recipient. */
  readonly key: string;
  /** `age1…`; public. */
  readonly recipient: string;
}

/** The library is loaded when it is needed: its curves take 2 MB of memory. */
const age = () => import("age-encryption");

/** Makes a recovery key. */
export async function createRecoveryKey(): Promise<RecoveryKey> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const key = await generateX25519Identity();
  return { key, recipient: await identityToRecipient(key) };
}

/** The identity with which this data directory reads its own backups. */
export function ownIdentity(secret: Uint8Array): string {
  const bytes = deriveKey(secret, "backups of this box", 32);
  return bech32.encode(PREFIX, bech32.toWords(bytes), false).toUpperCase();
}

/** Whether backups can be encrypted for a stored recipient. */
export async function isRecipient(text: string): Promise<boolean> {
  const { Encrypter } = await age();
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** The recipient of an identity. */
export async function recipientOf(identity: string): Promise<string> {
  return await (await age()).identityToRecipient(identity);
}

/**
 * A number that tells this data directory from others, without naming it. `salt` is set in a copy
 * that got a new identity, so that its number differs; otherwise it is empty.
 */
export function boxMark(secret: Uint8Array, salt = ""): string {
  return deriveKey(secret, `mark in backups${salt}`, 8).toHex();
}

/**
 * A recovery key as it was typed: spaces, line ends and small letters do not matter. Throws a
 * refusal for a text that is no key.
 */
export async function readRecoveryKey(text: string): Promise<string> {
  const key = text.replace(/\s+/g, "").toUpperCase();
  if (!FORM.test(key)) throw backupRefusal("backup_wrong_key");
  // The checksum finds typing errors.
  await recipientOf(key).catch(() => {
    throw backupRefusal("backup_wrong_key");
  });
  return key;
}
