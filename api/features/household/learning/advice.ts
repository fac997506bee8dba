/**
 * Advice on settings that only a person can choose well: children without hours, and time spent
 * by children without a daily limit. It links to the page of the setting; it is never applied
 * without the user.
 */
import { TIMED_CATEGORIES, type TimedCategory } from "../../../../policy/model/person_time.ts";
import type { Principal } from "../../../http/principal.ts";
import { CATEGORY, type SpentMinutes, type TimeSpent } from "../../insight/time_spent/service.ts";
import type { HoursService, PersonPlan } from "../hours/service.ts";

/** The kinds of advice. */
export const ADVICE_KINDS = ["hours", "limit"] as const;

/** One piece of advice, about a child or teenager. */
export interface Advice {
  readonly kind: (typeof ADVICE_KINDS)[number];
  readonly person_id: number;
  readonly name: string;
  /** Of a limit; "" = of hours. */
  readonly category: TimedCategory | "";
  /** Spent on it in the last days, of a limit. */
  readonly minutes: number;
}

/** Number of past days considered, and minutes in them from which a limit is advised. */
export const ADVICE_DAYS = 7;
const MUCH = 60;

/** What was set for people, and the time spent in the last days by `person:ID`. */
export interface AdviceInput {
  readonly young: readonly PersonPlan[];
  readonly spent: readonly Pick<SpentMinutes, "subject" | "key" | "minutes">[];
}

/** The advice: hours for children first, then limits, with the most time spent first. */
export function adviceFor({ young, spent }: AdviceInput): Advice[] {
  const minutes = new Map<string, number>();
  for (const { subject, key, minutes: more } of spent) {
    minutes.set(`${subject} ${key}`, (minutes.get(`${subject} ${key}`) ?? 0) + more);
  }
  const hours = young.filter((one) => one.profile === "child" && !one.enabled && one.devices > 0)
    .map(({ person_id, name }): Advice => ({
      kind: "hours",
      person_id,
      name,
      category: "",
      minutes: 0,
    }));
  const limits: Advice[] = [];
  for (const { person_id, name, limits: set } of minutes.size === 0 ? [] : young) {
    for (const category of TIMED_CATEGORIES) {
      const on = minutes.get(`person:${person_id} ${CATEGORY}${category}`) ?? 0;
      const isLimited = set.some((limit) => limit.category === category && limit.minutes > 0);
      if (on >= MUCH && !isLimited) {
        limits.push({ kind: "limit", person_id, name, category, minutes: on });
      }
    }
  }
  limits.sort((a, b) => b.minutes - a.minutes);
  return [...hours, ...limits];
}

/** The services that advice is read from. */
export interface AdviceServices {
  readonly hours: Pick<HoursService, "plans">;
  readonly timeSpent: Pick<TimeSpent, "day" | "spent">;
}

/**
 * The current advice. Users without access to reports receive advice on hours only, as does every
 * user while statistics cannot be read.
 */
export async function advise(
  { hours, timeSpent }: AdviceServices,
  by: Principal,
): Promise<Advice[]> {
  const young = await hours.plans();
  const subjects = young.map(({ person_id }) => `person:${person_id}`);
  const days = { first: timeSpent.day(ADVICE_DAYS - 1), last: timeSpent.day() };
  const spent = by.rights.has("reports.read")
    ? await timeSpent.spent(subjects, days).catch(() => [])
    : [];
  return adviceFor({ young, spent });
}
