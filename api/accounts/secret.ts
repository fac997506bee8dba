/** Secrets of sessions and tokens: 256 bits at random, shown once, stored as their SHA-256 (they are random, so it needs no salt). */
import { createHash, randomBytes } from "node:crypto";

/** A new secret: 43 characters of base64url. */
export function newSecret(): string {
  return new Uint8Array(randomBytes(32)).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Whether a text can be a secret at all. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What is stored of a secret, and looked up: looking up a hash tells nothing by the time it takes. */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
