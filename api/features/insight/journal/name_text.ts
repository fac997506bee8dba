/**
 * A search text for names: a substring, `=name` for the whole name, or a pattern in which `*`
 * matches anything. A pattern also has to match the whole name (`*.example.org`). Letters match
 * regardless of case.
 */

/** A searched text, for the database and for entries in memory. */
export interface NameText {
  /** The pattern for `like ? escape '\'`; a whole name has none. */
  readonly like?: string;
  /** The whole name. */
  readonly whole?: string;
  /** Whether a name in lower case matches. */
  matches(name: string): boolean;
}

/** Parses the search text that the user typed. */
export function nameText(typed: string): NameText {
  const text = typed.toLowerCase();
  if (text.startsWith("=")) {
    const whole = text.slice(1);
    return { whole, matches: (name) => name === whole };
  }
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  if (!text.includes("*")) return { like: `%${escaped}%`, matches: (name) => name.includes(text) };
  const parts = text.split("*");
  return { like: escaped.replace(/\*+/g, "%"), matches: (name) => matchesParts(name, parts) };
}

/** Whether the parts occur in order in a name, the first at its start and the last at its end. */
function matchesParts(name: string, parts: readonly string[]): boolean {
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) {
    return false;
  }
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
