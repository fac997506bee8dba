/** One spelling for each password. */

/** A password as it is hashed: the same however a keyboard composes its characters (NFKC, NIST SP 800-63B 3.1.1.2). */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}
