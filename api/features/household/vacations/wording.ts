/** Names of vacations, as people and others write them. */
import { LIMITS } from "../../../../policy/limits.ts";
import { oneLine } from "../one_line.ts";

/** A name as it is kept: on one line, composed, without what hides or turns text, cut where it is too long. */
export function vacationName(text: string): string {
  // What is cut off anyway is not looked at: composing takes its time.
  const { nameCharacters: most } = LIMITS.vacations, line = oneLine(text.slice(0, 4 * most));
  return [...line].slice(0, most).join("").trim();
}

/** How a vacation is called where it is named: by its name when it has one, and its days. */
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
