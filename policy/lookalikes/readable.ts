/** Names as people read them. */
import { decodePunycode } from "./punycode.ts";

/**
 * Characters that would change how the text around them is shown, or that nobody can see; and a
 * mark without its letter.
 */
const UNREADABLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}.]|^\p{M}/u;

/**
 * The name with its international labels decoded. A label that cannot be decoded, or that contains
 * invisible characters, stays as it is.
 */
export function readableName(name: string): string {
  return name.includes("xn--") ? name.split(".").map(readableLabel).join(".") : name;
}

function readableLabel(label: string): string {
  if (!label.startsWith("xn--")) return label;
  const codes = decodePunycode(label.slice(4));
  if (codes === undefined) return label;
  const text = String.fromCodePoint(...codes);
  return UNREADABLE.test(text) ? label : text;
}
