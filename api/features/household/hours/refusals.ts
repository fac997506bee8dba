/** What hours, cuts and limits refuse. */
import { LIMITS } from "../../../../policy/limits.ts";
import { refusing } from "../../../http/refusing.ts";

/** What was wanted is refused; the message is for the person who wanted it. */
export class HoursRefused extends Error {
  /** Why: it cannot be, there is nobody or nothing of that kind, or it does not go with what is there. */
  readonly why: "bad" | "missing" | "conflict";

  constructor(why: HoursRefused["why"], message: string) {
    super(message);
    this.name = "HoursRefused";
    this.why = why;
  }
}

/** What a person did wrong becomes a refusal of the API. */
export const hoursRefused = refusing(HoursRefused, { bad: "bad_value", missing: "not_found", conflict: "conflict" });

/** Refuses minutes of extra time that nobody offers. */
export function checkExtraMinutes(minutes: number): void {
  const { extraMinutes } = LIMITS.hours;
  if (extraMinutes.some((each) => each === minutes)) return;
  throw new HoursRefused("bad", `Extra time is ${extraMinutes.join(", ")} minutes, not: ${minutes}`);
}

/** The refusal of what holds back until the time is known. */
export function unknownTime(): HoursRefused {
  return new HoursRefused("conflict", "The time of day is not known yet: hours and limits do not apply until it is");
}
