/** What another server said, as it can be told to people: it may hold anything. */

/** Its words on one line, without what changes how a line is shown, cut after so many characters; "" when it is no text. */
export function repeatedWords(said: unknown, most: number): string {
  const text = typeof said === "string" ? said.slice(0, 4 * most).toWellFormed() : "";
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line;
}
