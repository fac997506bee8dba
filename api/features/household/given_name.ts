/** Names that people give to people, groups and devices. */
import { readLabel } from "../../http/label.ts";

/** A name in its stored form: composed and trimmed. Refuses invalid names with `bad_value`. */
export function givenName(text: string): string {
  return readLabel(text);
}

/** The comparison key of a name: names with equal keys count as the same. */
export function givenNameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
