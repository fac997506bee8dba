/** The effect of a starting or ending cut or homework on the extra time of a person (A 3.2). */
import type { PersonTime } from "../model/person_time.ts";
import { bonusAfterCut } from "./extra.ts";
import type { HoursContext } from "./plan.ts";

/**
 * The time of a person once a mode begins, replacing the previous one. A cut ends all extra time
 * given before it. Requests accepted earlier therefore do not lift it, and none of that time
 * remains afterwards. The order of the changes decides, not the clock, which may be set between
 * them.
 */
export function startMode(
  time: PersonTime,
  mode: NonNullable<PersonTime["mode"]>,
  context: HoursContext,
): PersonTime {
  if (mode.mode === "homework") return { ...endMode(time, mode.from, context), mode };
  const { bonus: _, grant: __, ...rest } = time;
  return { ...rest, mode };
}

/** The time of a person whose mode ends early. A bonus that was delayed by a cut is rescheduled. */
export function endMode(time: PersonTime, now: number, context: HoursContext): PersonTime {
  const { mode, ...rest } = time;
  const bonus = mode?.mode === "cut" ? bonusAfterCut(time, now, context) : time.bonus;
  return { ...rest, ...(bonus && { bonus }) };
}
