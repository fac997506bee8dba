/** Makes text of another server safe to show to people. */

/**
 * The text on one line of at most `most` characters and an ellipsis, without control and format
 * characters; "" if it is no text. A word is never split: a secret in it is either complete, so
 * that a filter finds it, or absent.
 */
export function sanitizeRemoteText(said: unknown, most: number): string {
  const text = typeof said === "string" ? said.toWellFormed() : "";
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length > most
    ? `${line.slice(0, most + 1).replace(/[\w+/=-]+$|[^]$/, "").toWellFormed()}…`
    : line;
}
