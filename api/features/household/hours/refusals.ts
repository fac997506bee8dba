/** What hours, cuts and limits refuse. */
import { Refused } from "../../../schema/refused.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { refusing } from "../../../http/refusing.ts";

/**
 * A refused change; the message is for the user who requested it.
 *
 * Reasons: the change is impossible, the person or object does not exist, or the change conflicts
 * with the current state.
 */
export class HoursRefused extends Refused<"bad" | "missing" | "conflict"> {}

/** Converts a HoursRefused into an API refusal. */
export const hoursRefused = refusing(HoursRefused, {
  bad: "bad_value",
  missing: "not_found",
  conflict: "conflict",
});

/** Refuses a number of extra minutes that is not offered. */
export function checkExtraMinutes(minutes: number): void {
  const { extraMinutes } = LIMITS.hours;
  if (extraMinutes.some((each) => each === minutes)) return;
  throw new HoursRefused(
    "bad",
    `Extra time is ${extraMinutes.join(", ")} minutes, not: ${minutes}`,
  );
}

/** The refusal of a change that needs the time to be known. */
export function unknownTime(): HoursRefused {
  return new HoursRefused(
    "conflict",
    "The time of day is not known yet: hours and limits do not apply until it is",
  );
}
