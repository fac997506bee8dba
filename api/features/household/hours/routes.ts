/** Hours, extra time, cuts, homework and daily limits in the API (A 3.2, 4.2). */
import { z } from "@hono/zod-openapi";
import { timedCategorySchema } from "../../../http/shared_schemas.ts";
import { MODE_DURATIONS, type ModeDuration } from "../../../../policy/hours/morning.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { isGrid } from "../../../../policy/model/hours.ts";
import { MODES } from "../../../../policy/model/person_time.ts";
import { gridOf } from "../../../../policy/model/week.ts";
import { DomainError } from "../../../schema/errors.ts";
import { cursorOf, pageQuery, readCursor } from "../../../http/paging.ts";
import { recordId, reply, routeFor, seconds, toSeconds, wholeNumber } from "../../../http/route.ts";
import { gridOfWeek, weekHours, weekTexts } from "../../../schema/week_texts.ts";
import type { Runtime } from "../../../system/runtime.ts";
import {
  cutSchema,
  cutWhom,
  ENDED,
  interval,
  personSchema,
  schedulesSchema,
  shownMode,
} from "./schedules.ts";
import type { HoursService } from "./service.ts";
import { intervalResponse } from "./view.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly hours: Pick<
    HoursService,
    | "schedules"
    | "setSchedule"
    | "addBonus"
    | "endBonus"
    | "setMode"
    | "endMode"
    | "undoMode"
    | "setCut"
    | "endCut"
    | "morning"
    | "setLimit"
    | "setPermitted"
    | "person"
  >;
}

const route = routeFor<Needs>();

const givenBonus = interval.extend({
  cut_until: seconds.describe(
    "The active cut continues until then, and the extra time begins after it; 0 = no active cut",
  ),
});
const begunMode = shownMode.extend({
  ended: z.array(z.enum(ENDED)).readonly().describe(
    "What it ended: the previous mode; for a cut also extra time given before it",
  ),
});

/** The extra time of a person. */
export type ExtraTimeResponse = z.infer<typeof givenBonus>;
/** The mode of a person. */
export type ModeResponse = z.infer<typeof begunMode>;

const { modeMinutes: [half, one, two], extraMinutes: [least, middle, most], permittedNames } =
  LIMITS.hours;
const { dailyMinutesMost } = LIMITS.categoryTime;
/** Maximum characters of a name in user input, with every letter escaped. */
const NAME_CHARACTERS = 1024;

const duration = z.union([
  z.enum(MODE_DURATIONS),
  z.union([z.literal(half), z.literal(one), z.literal(two)]).transform((minutes) =>
    String(minutes) as ModeDuration
  ),
]).describe(
  "30, 60 or 120 minutes, or morning: until the hours open next within a day, else until 07:00",
);
const grid = z.string().max(LIMITS.services.scheduleSlots).refine(
  (text) => text === "" || isGrid(text),
  {
    message: `a grid has ${LIMITS.services.scheduleSlots} slots, each 0 or 1, or is empty`,
  },
).meta({
  description:
    "672 slots of 15 minutes from Monday 00:00, 1 = open; empty = the proposed grid, absent = unchanged",
  pattern: `^([01]{${LIMITS.services.scheduleSlots}})?$`,
});
const allowed = schedulesSchema.pick({ allow: true, allow_default: true });

const params = z.object({ id: recordId });
const cutParams = z.object({ whom: cutWhom });
const writes = { access: "household.write", database: "box", publishes: "rules", params } as const;

/** GET /api/v1/schedules, PUT /api/v1/schedule-allow, and what changes the time of a person. */
export const hoursRoutes = [
  route({
    doc: "A 4.2",
    method: "get",
    path: "/api/v1/schedules",
    summary:
      "Hours, extra time, cuts and limits of children and teenagers, and of the devices that they share",
    access: "household.read",
    database: "box",
    query: z.strictObject({
      person: wholeNumber(1).optional().describe("Only this person"),
      device: wholeNumber(1).optional().describe(
        "Only this device and the people who use it",
      ),
      q: z.string().max(255).optional().describe("Part of the name of a person"),
      cursor: pageQuery.shape.cursor,
      limit: wholeNumber(1, 1000).optional().describe(
        "People per page; absent = all",
      ),
    }),
    answers: { 200: schedulesSchema },
    handle: async ({ query: { cursor, limit, ...filter } }, { hours }) => {
      const after = readCursor(cursor, ["number"])?.[0] as number | undefined;
      const { last, ...schedules } = await hours.schedules(filter, limit, after);
      return { ...schedules, next: last === undefined ? "" : cursorOf([last]) };
    },
  }),
  route({
    ...writes,
    doc: "A 4.2",
    method: "put",
    path: "/api/v1/people/{id}/schedule",
    summary: "Turns the hours of a person on or off; the grid is kept",
    audit: ["schedule.hours"],
    body: z.strictObject({
      enabled: z.boolean().describe("Whether the hours have an effect"),
      grid: grid.optional(),
      week: z.union([weekTexts, z.array(weekHours).max(50)]).optional().describe(
        "The grid as hours, instead of slots",
      ),
    }),
    answers: { 200: personSchema },
    refusals: ["bad_value", "not_found"],
    async handle({ params: { id }, body: { enabled, grid, week }, principal, audit }, { hours }) {
      if (grid !== undefined && week !== undefined) {
        throw new DomainError("bad_value", programSentence`Give either grid or week`);
      }
      const ofWeek = Array.isArray(week) ? gridOf(week) : week && gridOfWeek(week);
      const read = week === undefined ? grid : ofWeek;
      if (week !== undefined && read === undefined) {
        throw new DomainError(
          "bad_value",
          sentence`Hours are such as 07:00-08:00, 16:30-19:30, in quarters of an hour`,
        );
      }
      const kept = await hours.setSchedule(id, { enabled, grid: read }, principal.name);
      audit("schedule.hours", { person: kept.name, enabled });
      return kept;
    },
  }),
  route({
    ...writes,
    doc: "A 3.2",
    method: "post",
    path: "/api/v1/people/{id}/bonus",
    operationId: "givePersonBonus",
    summary:
      "Gives extra time, from now or from the end of the hours; after an active cut, the minutes begin at its end",
    audit: ["schedule.bonus"],
    body: z.strictObject({
      minutes: z.union([z.literal(least), z.literal(middle), z.literal(most)]).describe(
        "Minutes of extra time",
      ),
    }),
    answers: { 201: givenBonus },
    refusals: ["bad_value", "not_found", "conflict"],
    async handle({ params: { id }, body: { minutes }, principal, audit }, { hours }) {
      const given = await hours.addBonus(id, minutes, principal.name);
      audit("schedule.bonus", { person: nameOf(hours, id), minutes });
      return { ...intervalResponse(given), cut_until: toSeconds(given.cutTo) };
    },
  }),
  route({
    ...writes,
    doc: "A 3.2",
    method: "delete",
    path: "/api/v1/people/{id}/bonus",
    operationId: "endPersonBonus",
    summary: "Ends the extra time of a person, including that of an accepted request",
    audit: ["schedule.bonus.end"],
    answers: { 204: z.undefined() },
    refusals: ["bad_value", "not_found"],
    async handle({ params: { id }, audit }, { hours }) {
      await hours.endBonus(id);
      audit("schedule.bonus.end", { person: nameOf(hours, id) });
      return reply(204, undefined);
    },
  }),
  route({
    ...writes,
    doc: "A 3.2",
    method: "put",
    path: "/api/v1/people/{id}/mode",
    summary:
      "Cuts the Internet of a person and ends earlier extra time, or starts homework: games, videos and social networks are blocked",
    audit: ["mode.cut", "mode.homework"],
    body: z.strictObject({
      mode: z.enum(MODES).describe("cut = no Internet, homework = no games, videos and networks"),
      duration,
    }),
    answers: { 200: begunMode },
    refusals: ["bad_value", "not_found"],
    async handle({ params: { id }, body: { mode, duration }, principal, audit }, { hours }) {
      const begun = await hours.setMode(id, mode, duration, principal.name);
      audit(`mode.${mode}`, { person: nameOf(hours, id), duration });
      return { mode, ...intervalResponse(begun), ended: begun.ended };
    },
  }),
  route({
    ...writes,
    doc: "A 3.2",
    method: "delete",
    path: "/api/v1/people/{id}/mode",
    operationId: "endPersonMode",
    summary: "Ends the cut or homework of a person",
    audit: ["mode.end"],
    answers: { 204: z.undefined() },
    refusals: ["bad_value", "not_found"],
    async handle({ params: { id }, principal, audit }, { hours }) {
      const mode = await hours.endMode(id, principal.name);
      audit("mode.end", { person: nameOf(hours, id), mode });
      return reply(204, undefined);
    },
  }),
  route({
    ...writes,
    doc: "A 3.2, docs/requirements.md#interface",
    method: "post",
    path: "/api/v1/people/{id}/mode/undo",
    summary:
      "Undoes one's own last change to the cut or homework of a person; extra time that the cut ended is restored",
    audit: ["mode.cut", "mode.homework", "mode.end"],
    answers: { 200: personSchema },
    refusals: ["bad_value", "not_found", "conflict"],
    async handle({ params: { id }, principal, audit }, { hours }) {
      const { back, ended } = await hours.undoMode(id, principal.name);
      const state = hours.person(id)!;
      const person = state.name;
      if (back !== undefined) audit(`mode.${back.mode}`, { person, duration: back.duration });
      else if (ended !== undefined) audit("mode.end", { person, mode: ended });
      return state;
    },
  }),
  route({
    ...writes,
    doc: "A 3.2, docs/requirements.md#cuts-of-several-people",
    method: "put",
    path: "/api/v1/cuts/{whom}",
    operationId: "beginCut",
    summary:
      "Turns the Internet off for all children and teenagers, or for everyone, for a day at most",
    description: "Send one of `duration`, `minutes` and `until`. It replaces the previous cut",
    audit: ["cut.begin"],
    params: cutParams,
    body: z.strictObject({
      duration: duration.optional(),
      minutes: z.int().min(1).max(LIMITS.hours.householdCutMinutes).optional()
        .describe("Minutes from now, instead of duration or until"),
      until: z.int().min(1).max(LIMITS.rules.endMost).optional().describe(
        "Unix seconds, instead of duration or minutes",
      ),
    }),
    answers: { 200: cutSchema },
    refusals: ["bad_value"],
    async handle({ params: { whom }, body, principal, audit }, { hours, runtime }) {
      const { duration, minutes, until } = body;
      if ([duration, minutes, until].filter((each) => each !== undefined).length !== 1) {
        throw new DomainError(
          "bad_value",
          programSentence`Give one of duration, minutes and until`,
        );
      }
      const now = runtime.now();
      const lasts = minutes ?? Number(duration);
      const timed = duration === "morning" ? hours.morning() : now + lasts * 60_000;
      const end = until === undefined ? timed : until * 1000;
      const cut = await hours.setCut(whom, end, principal.name);
      const minutesKept = Math.round((end - now) / 60_000);
      audit("cut.begin", { whom: CUT_WORDS[whom], minutes: minutesKept });
      return cut;
    },
  }),
  route({
    ...writes,
    doc: "A 3.2, docs/requirements.md#cuts-of-several-people",
    method: "delete",
    path: "/api/v1/cuts/{whom}",
    operationId: "endCut",
    summary: "Turns the Internet on again; back=true restores the cut that was replaced",
    audit: ["cut.end", "cut.begin"],
    params: cutParams,
    query: z.strictObject({
      back: z.enum(["true", "false"]).default("false").describe(
        "Whether it was started by mistake",
      ),
    }),
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { whom }, query: { back }, audit }, { hours, runtime }) {
      const before = await hours.endCut(whom, back === "true");
      audit("cut.end", { whom: CUT_WORDS[whom] });
      if (before !== undefined) {
        const minutes = Math.round((before.until - toSeconds(runtime.now())) / 60);
        audit("cut.begin", { whom: CUT_WORDS[whom], minutes });
      }
      return reply(204, undefined);
    },
  }),
  route({
    ...writes,
    doc: "A 4.2",
    method: "put",
    path: "/api/v1/people/{id}/limits",
    summary: "Limits the daily minutes of a category",
    audit: ["limit.change"],
    body: z.strictObject({
      category: timedCategorySchema,
      minutes: z.int().min(0).max(dailyMinutesMost).describe("15 to 480; 0 = no limit"),
    }),
    answers: { 200: personSchema },
    refusals: ["bad_value", "not_found"],
    async handle({ params: { id }, body: { category, minutes }, principal, audit }, { hours }) {
      const kept = await hours.setLimit(id, category, minutes, principal.name);
      audit("limit.change", { person: kept.name, category, minutes });
      return kept;
    },
  }),
  route({
    access: "household.write",
    database: "box",
    publishes: "rules",
    doc: "A 4.2",
    method: "put",
    path: "/api/v1/schedule-allow",
    summary: "Replaces the names that are answered regardless of hours",
    audit: ["schedule.allow"],
    bodyLimit: 256 * 1024,
    body: z.union([
      z.strictObject({
        domains: z.array(z.string().max(NAME_CHARACTERS)).max(10 * permittedNames).describe(
          "Names, each including all below it",
        ),
      }),
      z.strictObject({
        proposed: z.literal(true).describe("The names proposed for the country"),
      }),
    ]),
    answers: { 200: allowed },
    refusals: ["bad_value"],
    async handle({ body, principal, audit }, { hours }) {
      const domains = "domains" in body ? body.domains : undefined;
      const kept = await hours.setPermitted(domains, principal.name);
      audit("schedule.allow", { names: kept.allow });
      return kept;
    },
  }),
];

/** Cuts of several people as words of the administration log (ui/text/audit.ts). */
const CUT_WORDS = { children: "all_children", all: "everyone" } as const;

function nameOf(hours: { person(id: number): { name: string } | undefined }, id: number): string {
  return hours.person(id)?.name ?? String(id);
}
