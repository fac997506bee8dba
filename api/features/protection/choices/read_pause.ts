/** Checks the scope and the end of a pause. */
import { LIMITS } from "../../../../policy/limits.ts";
import { parseScope } from "../../../../policy/model/scope.ts";

/**
 * Returns why the protection of a scope cannot be paused until then, in a sentence; "" = it can.
 * Times are Unix milliseconds.
 */
export function pauseRefusal(scope: string, until: number, now: number): string {
  const { minutesMost } = LIMITS.pauses;
  if (parseScope(scope) === undefined) {
    return `A pause is for all, a profile, a group, a person or a device, not for: ${scope}`;
  }
  if (until <= now) return "The end of the pause has passed already";
  if (until <= now + minutesMost * 60_000) return "";
  return `A pause lasts ${minutesMost} minutes at most, so that nobody forgets it`;
}
