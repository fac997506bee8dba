/** The file of root keys that packages and archives bring along. */

/** The text of the file; without a key, no update is believed. */
export function rootKeysFile(keys: readonly string[]): string {
  const head = "# Root keys of updates (Ed25519, base64): they sign the release keys.\n";
  return head + keys.map((key) => `${key}\n`).join("");
}
