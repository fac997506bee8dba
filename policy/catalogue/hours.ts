/** The proposed hours of each profile (A 2.2). They apply only after hours are turned on. */
import type { Profile } from "../model/household.ts";
import { gridOf, WEEKDAYS, type WeekHours } from "../model/week.ts";

const SCHOOL_DAYS = WEEKDAYS.slice(0, 5);
const WEEKEND = WEEKDAYS.slice(5);

/** Proposed hours; adults have none. */
export const PROPOSED_HOURS: Readonly<Record<Profile, readonly WeekHours[]>> = {
  child: [
    { days: SCHOOL_DAYS, from: "07:00", to: "08:00" },
    { days: SCHOOL_DAYS, from: "16:30", to: "19:30" },
    { days: WEEKEND, from: "08:00", to: "20:00" },
  ],
  teen: [
    { days: SCHOOL_DAYS, from: "07:00", to: "22:00" },
    { days: WEEKEND, from: "08:00", to: "23:00" },
  ],
  adult: [],
};

const GRIDS: Readonly<Record<Profile, string>> = {
  child: gridOf(PROPOSED_HOURS.child) ?? "",
  teen: gridOf(PROPOSED_HOURS.teen) ?? "",
  adult: "",
};

/** The proposed hours of a profile as a grid (policy/model/hours.ts); "" = none. */
export function proposedGrid(profile: Profile): string {
  return GRIDS[profile];
}
