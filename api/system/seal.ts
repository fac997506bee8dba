/**
 * Seals secrets that the box must read again (a shared secret, a password for mail) before they are
 * stored: AES-256-GCM (NIST SP 800-38D) with a key derived from the secret of the box, bound to
 * their field.
 */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv } from "node:crypto";
import { deriveKey } from "./data_directory.ts";
import type { Runtime } from "./runtime.ts";

/** The field of a sealed secret, which can be opened for no other field. */
export interface SealedField {
  readonly table: string;
  /** The key of the row. */
  readonly row: string | number;
  readonly field: string;
}

/**
 * A secret cannot be opened: it was sealed by another box or for another field, or is damaged. The
 * message contains only the field.
 */
export class SealError extends Error {
  constructor({ table, row, field }: SealedField) {
    super(
      `The secret ${table}.${field} of the row ${row} cannot be read: it was sealed by another box, or is damaged. Set it again.`,
    );
    this.name = "SealError";
  }
}

/** Version of the format: this prefix, then base64url of nonce, ciphertext and tag. */
const VERSION = "1.";
const NONCE = 12;
const TAG = 16;

/**
 * Seals and opens secrets. Nonces are random, so one key is safe for 2^32 secrets, far more than a
 * box stores.
 */
export class Seal {
  readonly #key: Uint8Array;
  readonly #random: Runtime["randomBytes"];

  /**
   * `secret` is the secret of the data directory; `random` returns random bytes of a given number.
   */
  constructor(secret: Uint8Array, random: Runtime["randomBytes"]) {
    this.#key = deriveKey(secret, "seal", 32);
    this.#random = random;
  }

  /** Seals a secret for a field; returns text. */
  seal(secret: Uint8Array, field: SealedField): string {
    const nonce = this.#random(NONCE);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    cipher.setAAD(nameOf(field));
    const parts = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()];
    return VERSION + Buffer.concat(parts).toString("base64url");
  }

  /** Opens the sealed secret of a field. Throws SealError. */
  open(sealed: string, field: SealedField): Uint8Array {
    const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
    if (!sealed.startsWith(VERSION) || bytes.length < NONCE + TAG) throw new SealError(field);
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, NONCE), {
        authTagLength: TAG,
      });
      decipher.setAAD(nameOf(field));
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
      const text = decipher.update(bytes.subarray(NONCE, bytes.length - TAG));
      return new Uint8Array(Buffer.concat([text, decipher.final()]));
    } catch {
      throw new SealError(field);
    }
  }
}

/** The field as associated data, different for any two fields. */
function nameOf({ table, row, field }: SealedField): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([table, String(row), field]));
}
