/**
 * Creates secrets of sessions and tokens: 256 random bits, shown once and stored as SHA-256 without
 * salt, since they are random.
 */
import { createHash, randomBytes } from "node:crypto";

/**
 * A new secret: 43 characters of base64url, never beginning with "-", which commands read as a
 * flag.
 */
export function newSecret(): string {
  const secret = randomBytes(32).toString("base64url");

  return secret.startsWith("-") ? newSecret() : secret;
}

/** Whether a text has the form of a secret. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * The stored hash of a secret. Lookups use it, so that their timing reveals nothing about the
 * secret.
 */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
