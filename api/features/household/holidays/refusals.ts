/** What imports of school holidays refuse. */
import { Refused } from "../../../refused.ts";

/**
 * What a person did wrong; the message is for them.
 * Why: there is no such country or region, the file is none, nothing is imported, or somebody chose otherwise meanwhile.
 */
export class HolidayRefused extends Refused<"bad" | "missing" | "conflict"> {}

/** The refusal of an answer that somebody waits for no more. */
export function tooLate(): HolidayRefused {
  return new HolidayRefused(
    "conflict",
    "Another import was chosen, or ended, while the holiday service was asked: nothing was taken in",
  );
}
