/** Text of another server, made safe to show to people: it may contain anything. */

/**
 * Its words on one line, without characters that change how a line is shown, cut to a maximum
 * length; "" if it is no text. No word is split: a secret in it is either complete, so that a
 * filter finds it, or absent.
 */
export function sanitizeRemoteText(said: unknown, most: number): string {
  const text = typeof said === "string" ? said.toWellFormed() : "";
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length > most
    ? `${line.slice(0, most + 1).replace(/[\w+/=-]+$|[^]$/, "").toWellFormed()}…`
    : line;
}
