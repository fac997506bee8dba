/** What another server said, as it can be told to people: it may hold anything. */

/**
 * Its words on one line, without what changes how a line is shown, cut before so many characters; "" when it is no text. No word
 * is cut in two: a secret among them is whole, so that who leaves it out finds it, or gone.
 */
export function repeatedWords(said: unknown, most: number): string {
  const text = typeof said === "string" ? said.toWellFormed() : "";
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length > most
    ? `${line.slice(0, most + 1).replace(/[\w+/=-]+$|[^]$/, "").toWellFormed()}…`
    : line;
}
