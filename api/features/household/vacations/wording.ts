/** Names of vacations, entered by users or imported. */
import { LIMITS } from "../../../../policy/limits.ts";
import { oneLine } from "../one_line.ts";

/**
 * A name in its stored form: on one line, composed, without characters that hide or reorder text,
 * truncated if too long.
 */
export function vacationName(text: string): string {
  // The part beyond the limit is not processed, because composing is slow.
  const { nameCharacters: most } = LIMITS.vacations;
  const line = oneLine(text.slice(0, 4 * most));
  return [...line].slice(0, most).join("").trim();
}

/** The text that identifies a vacation: its name, if any, and its days. */
export function vacationText(
  { name, firstDay, lastDay }: {
    readonly name: string;
    readonly firstDay: string;
    readonly lastDay: string;
  },
): string {
  const days = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
  return name === "" ? days : `${name}, ${days}`;
}
