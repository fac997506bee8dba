/**
 * Creates and hashes recovery codes, for people who lost their authenticator or passkey. Each has
 * 80 random bits, so a plain hash protects them.
 */
import { createHash } from "node:crypto";
import type { Runtime } from "../../system/runtime.ts";

/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHARACTERS = 16;

/** A new code, such as `7KQ2-9XAB-M3PT-00HZ`. */
export function newRecoveryCode(random: Runtime["randomBytes"]): string {
  const letters = Array.from(random(CHARACTERS), (byte) => ALPHABET[byte & 31]).join("");
  return letters.match(/.{4}/g)!.join("-");
}

/** The stored hash of a code, independent of how it was typed; undefined = invalid. */
export function recoveryHash(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  if (code.length !== CHARACTERS || [...code].some((letter) => !ALPHABET.includes(letter))) {
    return undefined;
  }
  return createHash("sha256").update(`recovery ${code}`).digest("base64url");
}
