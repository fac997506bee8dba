/** What imports of school holidays refuse. */
import { Refused } from "../../../schema/refused.ts";

/**
 * A refusal caused by user input; the message is shown to the user.
 *
 * Reasons: the country or region does not exist, the file is invalid, nothing is imported, or a
 * user has changed the choice meanwhile.
 */
export class HolidayRefused extends Refused<"bad" | "missing" | "conflict"> {}

/** The refusal of a response that arrives after it is no longer needed. */
export function tooLate(): HolidayRefused {
  return new HolidayRefused(
    "conflict",
    "Another import was chosen, or ended, while the holiday service was asked: nothing was taken in",
  );
}
