/** Names of vacations, as people and others write them. */
import { LIMITS } from "../../../../policy/limits.ts";

/** Controls, lone surrogates, line ends, and characters that turn or hide text; joiners stay, since scripts need them. */
const DROPPED = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu;

/** A name as it is kept: on one line, composed, without what hides or turns text, cut where it is too long. */
export function vacationName(text: string): string {
  // What is cut off anyway is not looked at: composing takes its time.
  const short = text.slice(0, 4 * LIMITS.vacations.nameCharacters).replace(/\s+/g, " ").replace(DROPPED, "");
  return [...short.normalize("NFC").trim()].slice(0, LIMITS.vacations.nameCharacters).join("").trim();
}

/** How a vacation is called where it is named: by its name when it has one, and its days. */
export function vacationText(
  { name, firstDay, lastDay }: { readonly name: string; readonly firstDay: string; readonly lastDay: string },
): string {
  const days = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
  return name === "" ? days : `${name}, ${days}`;
}
