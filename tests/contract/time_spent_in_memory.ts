/** The time that the household in memory spent: a child on a tablet, adults on a television that they share. */
import { dayOf, dayText } from "../../policy/model/calendar_day.ts";
import type { Spent } from "../../api/features/insight/time_spent/service.ts";
import type { Application } from "../../api/app/routes.ts";
import { HOSTILE, NOW } from "./facts.ts";

/** It: the same today and eight days ago, in UTC. */
export function timeSpentInMemory(): Application["timeSpent"] {
  const day = (ago = 0) => dayText(dayOf(NOW, () => 0) - ago);
  const rows: Spent[] = [0, 8].flatMap((ago) => [
    ...[["person:3", ""], ["device:3", ""], ["person:2", ""], ["person:1", ""]].map((
      [subject, key],
    ) => ({
      subject,
      key,
      day: day(ago),
      minutes: 60 + ago,
    })),
    ...["person:3", "device:3", "person:2", "person:1"].flatMap((subject) => [
      { subject, key: "category:games", day: day(ago), minutes: 40 + ago },
      { subject, key: "service:roblox", day: day(ago), minutes: 35 },
    ]),
    { subject: "device:5", key: "", day: day(ago), minutes: 120 },
    { subject: "device:5", key: "category:videos", day: day(ago), minutes: 90 },
    { subject: "person:3", key: `service:${HOSTILE}`, day: day(ago), minutes: 5 },
  ]);
  const isIn = (subjects: readonly string[], { subject }: Spent) => subjects.includes(subject);
  return {
    day,
    since: () => Promise.resolve(day(20)),
    spent: (subjects, { first, last }) =>
      Promise.resolve(
        rows.filter((row) => isIn(subjects, row) && row.day >= first && row.day <= last),
      ),
  };
}
