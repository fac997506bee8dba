/** The time of the household as the API shows it (A 4.2). */
import { z } from "@hono/zod-openapi";
import { nextCursor } from "../../../http/paging.ts";
import { profileSchema, timedCategorySchema } from "../../../http/shared_schemas.ts";
import { CUT_WHOM, MODES } from "../../../../policy/model/person_time.ts";
import { seconds } from "../../../http/route.ts";
import { weekHours } from "../../../schema/week_texts.ts";

/** An interval between two instants; both 0 = none. */
export const interval = z.object({ from: seconds, until: seconds }).meta({ id: "Interval" });
/** A state of a person that is limited in time. */
export const shownMode = interval.extend({ mode: z.enum(["", ...MODES]).describe("Empty = none") })
  .meta({ id: "PersonMode" });
/** What starting a mode can end: the other mode, extra time. */
export const ENDED = [...MODES, "extra"] as const;
/** One of `ENDED`. */
export type EndedInterval = (typeof ENDED)[number];

const minutes = z.int().min(0);
const sharedLimit = z.object({
  category: timedCategorySchema,
  minutes: minutes.describe("Allowed per day, 0 = no limit"),
  used: minutes.describe("Of today"),
  left: minutes.describe("Of today; 0 where there is no limit"),
  blocked_until: seconds.describe("0 = the category is not blocked by its limit"),
}).meta({ id: "SharedLimit" });
const limit = sharedLimit.extend({
  extra: minutes.describe("Additional minutes for today"),
  allowed: minutes.describe("Minutes of today including additional ones, 0 = no limit"),
}).meta({ id: "DailyLimit" });
const state = {
  open_now: z.boolean(),
  why: z.enum(["", "hours", "cut"]).describe("Why it is closed"),
  next_change: seconds.describe(
    "When it next opens or closes; 0 = not within a week",
  ),
  cut_until: seconds.describe(
    "End of the cut that closes it, after which the hours may still be closed; 0 = no cut",
  ),
};
const person = z.object({
  person_id: z.int(),
  name: z.string(),
  profile: profileSchema,
  devices: z.int().min(0).describe(
    "Devices that the person uses, including shared ones; without devices hours have no effect",
  ),
  enabled: z.boolean().describe("Whether the hours are on"),
  grid: z.string().describe(
    "672 slots of 15 minutes from Monday 00:00, 1 = open; empty = never set",
  ),
  hours: z.array(weekHours).describe("The grid as hours"),
  proposed: z.string().describe("The grid proposed for the profile"),
  ...state,
  bonus: interval.describe("Extra time; it opens the person's own closing only"),
  extra: interval.describe("Internet by an accepted request; it also overrides a cut"),
  mode: shownMode,
  limits: z.array(limit),
  vacation: z.boolean().describe("Whether today is in a vacation"),
}).meta({ id: "PersonSchedule" });
const shared = z.object({
  device_id: z.int(),
  label: z.string(),
  people: z.array(z.int()).readonly(),
  follows: profileSchema,
  ...state,
  homework: z.boolean(),
  limits: z.array(sharedLimit),
}).meta({ id: "SharedDeviceSchedule" });

const cutReach = z.object({
  people: z.int().min(0).describe("Affected people"),
  devices: z.int().min(0).describe("Affected devices"),
}).meta({ id: "CutReach" });
/** Whose Internet such a cut turns off. */
export const cutWhom = z.enum(CUT_WHOM).describe("children = children and teenagers");
/** A cut of all children or of everyone. */
export const cutSchema = interval.extend({
  whom: cutWhom,
  by: z.string().describe("Who started it"),
  ...cutReach.shape,
}).meta({ id: "Cut" });
/** A cut of all children or of everyone. */
export type CutState = z.infer<typeof cutSchema>;

/** The schema of GET /api/v1/schedules. */
export const schedulesSchema = z.object({
  people: z.array(person).describe("Children and teenagers"),
  shared: z.array(shared).describe("Devices that they share"),
  cuts: z.array(cutSchema).describe("Internet off for all children or for everyone"),
  cut_reach: z.object({ children: cutReach, all: cutReach }).describe(
    "Who such a cut would affect now",
  ),
  allow: z.array(z.string()).readonly().describe(
    "Names that are answered regardless of hours, each including all below it",
  ),
  allow_default: z.boolean().describe("Whether these are the names proposed for the country"),
  answers_kept: z.int().describe(
    "Seconds within which a change applies to every device",
  ),
  zone: z.string().describe("The time zone of the hours"),
  next: nextCursor,
  counts: z.object({
    people: z.int().describe("Number of matching children and teenagers on all pages"),
    open: z.int().describe("How many of them have Internet now"),
    closed: z.int(),
    without: z.int().describe("How many of them have no devices"),
  }),
  now: seconds,
  time_known: z.boolean().describe(
    "Whether hours and limits are suspended because the time of day is unknown",
  ),
}).meta({ id: "Schedules" });
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
