/** Checks the scope and the end of a pause. */
import { LIMITS } from "../../../../policy/limits.ts";
import { parseScope } from "../../../../policy/model/scope.ts";
import { programSentence, type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/**
 * Returns why the protection of a scope cannot be paused until then, in a sentence; "" = it can.
 * Times are Unix milliseconds.
 */
export function pauseRefusal(scope: string, until: number, now: number): Sentence | "" {
  const { minutesMost } = LIMITS.pauses;
  if (parseScope(scope) === undefined) {
    return programSentence`A pause is for all, a profile, a group, a person or a device, not for: ${scope}`;
  }
  if (until <= now) return sentence`The end of the pause is in the past`;
  if (until <= now + minutesMost * 60_000) return "";
  return sentence`A pause lasts at most ${minutesMost} minutes`;
}
