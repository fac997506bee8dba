/** Secrets of sessions and tokens: 256 bits at random, shown once, stored as their SHA-256 (they are random, so it needs no salt). */
import { createHash, randomBytes } from "node:crypto";

/** A new secret: 43 characters of base64url, never "-" first, which a command reads as a flag. */
export function newSecret(): string {
  const secret = randomBytes(32).toString("base64url");

  return secret.startsWith("-") ? newSecret() : secret;
}

/** Whether a text can be a secret at all. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * The stored form of a secret, by which it is looked up: the time to look up a hash reveals
 * nothing.
 */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
