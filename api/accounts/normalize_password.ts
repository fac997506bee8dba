/** Normalizes the spelling of passwords. */

/**
 * The form of a password that is hashed: the same however a keyboard composes its characters (NFKC,
 * NIST SP 800-63B 3.1.1.2).
 */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}
