/**
 * What is searched for in names: a part of them, `=name` for the whole name, or with `*` for anything, which then stands for the
 * whole name too (`*.example.org`). Letters count without their case.
 */

/** A searched text, for the database and for entries at hand. */
export interface NameText {
  /** The pattern for `like ? escape '\'`; a whole name has none. */
  readonly like?: string;
  /** The whole name. */
  readonly whole?: string;
  /** Whether a name in lower case is meant. */
  matches(name: string): boolean;
}

/** Reads what somebody typed. */
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

/** Whether the parts follow one another in a name, the first at its begin and the last at its end. */
function matchesParts(name: string, parts: readonly string[]): boolean {
  const first = parts[0], last = parts[parts.length - 1];
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
