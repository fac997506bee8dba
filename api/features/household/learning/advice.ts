/**
 * What the box would look at next, and only a person can choose well: children without hours, and what children spend time on
 * without a daily limit. It leads to where that is chosen; nothing of it can be carried out unseen.
 */
import { TIMED_CATEGORIES, type TimedCategory } from "../../../../policy/model/person_time.ts";
import type { Services } from "../../../http/services.ts";
import type { Principal } from "../../../http/principal.ts";
import { CATEGORY, type Spent } from "../../insight/time_spent/service.ts";
import type { PersonState } from "../hours/service.ts";

/** What can be advised. */
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

/** Days that are looked back at, and minutes in them from which a limit is worth a thought. */
export const ADVICE_DAYS = 7;
const MUCH = 60;

/** Who has devices, and what was spent in the last days by `person:ID`. */
export interface AdviceSeen {
  readonly young: readonly Pick<
    PersonState,
    "person_id" | "name" | "profile" | "enabled" | "limits"
  >[];
  readonly hasDevice: (person: number) => boolean;
  readonly spent: readonly Pick<Spent, "subject" | "key" | "minutes">[];
}

/** The advice: hours for children first, then limits, that on which most time was spent before. */
export function adviceFor({ young, hasDevice, spent }: AdviceSeen): Advice[] {
  const minutes = new Map<string, number>();
  for (const { subject, key, minutes: more } of spent) {
    minutes.set(`${subject} ${key}`, (minutes.get(`${subject} ${key}`) ?? 0) + more);
  }
  const hours = young.filter((one) =>
    one.profile === "child" && !one.enabled && hasDevice(one.person_id)
  )
    .map(({ person_id, name }): Advice => ({
      kind: "hours",
      person_id,
      name,
      category: "",
      minutes: 0,
    }));
  const limits = young.flatMap(({ person_id, name, limits }) =>
    TIMED_CATEGORIES.filter((category) =>
      !limits.some((limit) => limit.category === category && limit.minutes > 0)
    )
      .map((category): Advice => {
        const on = minutes.get(`person:${person_id} ${CATEGORY}${category}`) ?? 0;
        return { kind: "limit", person_id, name, category, minutes: on };
      })
  ).filter(({ minutes }) => minutes >= MUCH).sort((a, b) => b.minutes - a.minutes);
  return [...hours, ...limits];
}

/** What is advised now; who may not read reports is told of hours alone, and so is everybody while statistics cannot be read. */
export async function advise(
  { hours, timeSpent, askers }: Pick<Services, "hours" | "timeSpent" | "askers">,
  by: Principal,
): Promise<Advice[]> {
  const { people: young } = await hours.schedules();
  const owners = new Set(
    [...askers.devices()].flatMap(({ personId, people }) => [personId, ...people]),
  );
  const subjects = young.map(({ person_id }) => `person:${person_id}`);
  const days = { first: timeSpent.day(ADVICE_DAYS - 1), last: timeSpent.day() };
  const spent = by.rights.has("reports.read")
    ? await timeSpent.spent(subjects, days).catch(() => [])
    : [];
  return adviceFor({ young, hasDevice: (person) => owners.has(person), spent });
}
