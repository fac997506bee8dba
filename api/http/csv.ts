/**
 * Lines of comma-separated values that no spreadsheet runs as a formula and no terminal interprets
 * (RFC 4180).
 */

/** Media type of CSV with a header row (RFC 4180, 3; RFC 7111). */
export const CSV_TYPE = "text/csv; charset=utf-8; header=present";

/** The start of a formula for a spreadsheet. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** Characters that RFC 4180 does not allow in a text, and those that reverse or hide text. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/**
 * Formats one record with its CRLF. A text that starts like a formula (=, +, -, @, tab, CR, LF)
 * gets a `'` before it, and control characters are written as `\u{1b}`, so that each record is one
 * line; numbers are unchanged.
 */
export function csvLine(values: readonly (string | number)[]): string {
  return `${
    values.map((value) => typeof value === "number" ? String(value) : fieldOf(value)).join(",")
  }\r\n`;
}

function fieldOf(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  const written = guarded.replace(CONTROL, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
  return /[",]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}
