/** What hours, cuts and limits refuse. */
import { Refused } from "../../../refused.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { refusing } from "../../../http/refusing.ts";

/**
 * What was wanted is refused; the message is for the person who wanted it.
 * Why: it cannot be, there is nobody or nothing of that kind, or it does not go with what is there.
 */
export class HoursRefused extends Refused<"bad" | "missing" | "conflict"> {}

/** What a person did wrong becomes a refusal of the API. */
export const hoursRefused = refusing(HoursRefused, {
  bad: "bad_value",
  missing: "not_found",
  conflict: "conflict",
});

/** Refuses minutes of extra time that nobody offers. */
export function checkExtraMinutes(minutes: number): void {
  const { extraMinutes } = LIMITS.hours;
  if (extraMinutes.some((each) => each === minutes)) return;
  throw new HoursRefused(
    "bad",
    `Extra time is ${extraMinutes.join(", ")} minutes, not: ${minutes}`,
  );
}

/** The refusal of what holds back until the time is known. */
export function unknownTime(): HoursRefused {
  return new HoursRefused(
    "conflict",
    "The time of day is not known yet: hours and limits do not apply until it is",
  );
}
