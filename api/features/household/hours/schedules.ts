/** The time of the household as the API shows it (A 4.2). */
import { z } from "@hono/zod-openapi";
import { PROFILES } from "../../../../policy/model/household.ts";
import { CUT_WHOM, MODES, TIMED_CATEGORIES } from "../../../../policy/model/person_time.ts";
import { nextCursor } from "../../../http/paging.ts";
import { seconds } from "../../../http/route.ts";
import { weekHours } from "../../../schema/week_texts.ts";

/** An interval between two instants; both 0 = none. */
export const interval = z.object({ from: seconds, until: seconds });
/** A state of a person that is limited in time. */
export const shownMode = interval.extend({ mode: z.enum(["", ...MODES]).describe("Empty = none") });
/** What starting a mode can end: the other mode, extra time. */
export const ENDED = [...MODES, "extra"] as const;
/** One of `ENDED`. */
export type EndedInterval = (typeof ENDED)[number];

const minutes = z.int().min(0);
const sharedLimit = z.object({
  category: z.enum(TIMED_CATEGORIES),
  minutes: minutes.describe("Allowed a day, 0 = no limit"),
  used: minutes.describe("Of today"),
  left: minutes.describe("Of today; 0 where there is no limit"),
  blocked_until: seconds.describe("0 = the category is not blocked for being used up"),
});
const limit = sharedLimit.extend({
  extra: minutes.describe("Minutes more for today"),
  allowed: minutes.describe("Minutes of today with the extra ones, 0 = no limit"),
});
const state = {
  open_now: z.boolean(),
  why: z.enum(["", "hours", "cut"]).describe("Why it is closed"),
  next_change: seconds.describe(
    "When what is open closes, or the other way round; 0 = not within a week",
  ),
  cut_until: seconds.describe(
    "When the cut that closes it ends, after which the hours may still be closed; 0 = none closes it",
  ),
};
const person = z.object({
  person_id: z.int(),
  name: z.string(),
  profile: z.enum(PROFILES),
  devices: z.int().min(0).describe(
    "Devices that the person uses, shared ones too; hours of none apply to nothing",
  ),
  enabled: z.boolean().describe("Whether the hours hold"),
  grid: z.string().describe(
    "672 slots of 15 minutes from Monday 00:00, 1 = open; empty = never set",
  ),
  hours: z.array(weekHours).describe("The grid in hours"),
  proposed: z.string().describe("The grid that is proposed for the profile"),
  ...state,
  bonus: interval.describe("Extra time; it opens the person's own closing only"),
  extra: interval.describe("Internet by an accepted request; it opens a cut too"),
  mode: shownMode,
  limits: z.array(limit),
  vacation: z.boolean().describe("Whether today lies in a vacation"),
});
const shared = z.object({
  device_id: z.int(),
  label: z.string(),
  people: z.array(z.int()).readonly(),
  follows: z.enum(PROFILES),
  ...state,
  homework: z.boolean(),
  limits: z.array(sharedLimit),
});

const cutReach = z.object({
  people: z.int().min(0).describe("People whom it concerns"),
  devices: z.int().min(0).describe("Devices that it closes"),
});
/** A cut of all children or of everyone. */
export const cutSchema = interval.extend({
  whom: z.enum(CUT_WHOM).describe("children = children and teenagers"),
  by: z.string().describe("Who began it"),
  ...cutReach.shape,
});
/** A cut of all children or of everyone. */
export type CutState = z.infer<typeof cutSchema>;

/** The schema of GET /api/v1/schedules. */
export const schedulesSchema = z.object({
  people: z.array(person).describe("Children and teenagers"),
  shared: z.array(shared).describe("Devices that they share"),
  cuts: z.array(cutSchema).describe("Internet off for all children or for everyone"),
  cut_reach: z.object({ children: cutReach, all: cutReach }).describe(
    "Whom such a cut would concern now",
  ),
  allow: z.array(z.string()).readonly().describe(
    "Names that answer whatever the hours say, each with all below it",
  ),
  allow_default: z.boolean().describe("Whether these are the ones proposed by country"),
  answers_kept: z.int().describe(
    "Seconds after which a change holds on every device at the latest",
  ),
  zone: z.string().describe("The time zone that the hours are kept in"),
  next: nextCursor,
  counts: z.object({
    people: z.int().describe("Children and teenagers that were asked for, on all pages"),
    open: z.int().describe("Those of them who have Internet now"),
    closed: z.int(),
    without: z.int().describe("Those without devices"),
  }),
  now: seconds,
  time_known: z.boolean().describe("Hours and limits hold back until the time of day is known"),
});
/** The schema of one person in it. */
export const personSchema = person;

/** The response of GET /api/v1/schedules. */
export type Schedules = z.infer<typeof schedulesSchema>;
/** The time of one child or teenager. */
export type PersonState = z.infer<typeof person>;
/** The time of a device that several people share. */
export type SharedState = z.infer<typeof shared>;
/** The names that are always resolved, regardless of the hours. */
export type PermittedNames = Pick<Schedules, "allow" | "allow_default">;
