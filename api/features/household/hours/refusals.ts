/** Errors of hours, cuts and limits. */
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError } from "../../../schema/errors.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** Refuses a number of extra minutes that is not offered. */
export function checkExtraMinutes(minutes: number): void {
  const { extraMinutes } = LIMITS.hours;
  if (extraMinutes.some((each) => each === minutes)) return;
  throw new DomainError(
    "bad_value",
    programSentence`Extra time is ${extraMinutes.join(", ")} minutes, not: ${minutes}`,
  );
}

/** The refusal of a change that needs the time to be known. */
export function unknownTime(): DomainError {
  return new DomainError(
    "conflict",
    sentence`The time of day is not known yet: hours and limits do not apply until it is`,
  );
}
