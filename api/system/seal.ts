/**
 * Secrets that the box must read again (a shared secret, a password for mail) are sealed before
 * they are stored: AES-256-GCM (NIST SP 800-38D) with a key derived from the secret of the box,
 * bound to their field.
 */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv } from "node:crypto";
import { deriveKey } from "./data_directory.ts";
import type { Runtime } from "./runtime.ts";

/** The field of a sealed secret; a secret sealed for one field opens in no other. */
export interface SealedField {
  readonly table: string;
  /** The key of the row. */
  readonly row: string | number;
  readonly field: string;
}

/** A secret cannot be opened: sealed by another box, for another field, or damaged. The message names the field only. */
export class SealBroken extends Error {
  constructor({ table, row, field }: SealedField) {
    super(
      `The secret ${table}.${field} of the row ${row} cannot be read: it was sealed by another box, or is damaged. Set it anew.`,
    );
    this.name = "SealBroken";
  }
}

/** Version of the format: this prefix, then base64url of nonce, ciphertext and tag. */
const VERSION = "1.";
const NONCE = 12;
const TAG = 16;

/** Seals and opens secrets. Nonces are random, so one key is good for 2^32 of them, far beyond what a box stores. */
export class Seal {
  readonly #key: Uint8Array;
  readonly #random: Runtime["randomBytes"];

  /** `secret` is the secret of the data directory; `random` returns that many random bytes. */
  constructor(secret: Uint8Array, random: Runtime["randomBytes"]) {
    this.#key = deriveKey(secret, "seal", 32);
    this.#random = random;
  }

  /** The secret as text for the field. */
  seal(secret: Uint8Array, field: SealedField): string {
    const nonce = this.#random(NONCE);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    cipher.setAAD(nameOf(field));
    const parts = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()];
    return VERSION + Buffer.concat(parts).toString("base64url");
  }

  /** The secret of a field. Throws SealBroken. */
  open(sealed: string, field: SealedField): Uint8Array {
    const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
    if (!sealed.startsWith(VERSION) || bytes.length < NONCE + TAG) throw new SealBroken(field);
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, NONCE), {
        authTagLength: TAG,
      });
      decipher.setAAD(nameOf(field));
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
      const text = decipher.update(bytes.subarray(NONCE, bytes.length - TAG));
      return new Uint8Array(Buffer.concat([text, decipher.final()]));
    } catch {
      throw new SealBroken(field);
    }
  }
}

/** The field as associated data, different for any two fields. */
function nameOf({ table, row, field }: SealedField): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([table, String(row), field]));
}
