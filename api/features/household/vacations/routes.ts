/**
 * Vacations in the API: on their weekdays children and teenagers have the hours of Saturday (A
 * 4.2).
 */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { recordId, reply, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import type { HolidayService, WeeklyImport } from "../holidays/service.ts";
import { SOURCES, type StoredVacation, type VacationService } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly vacations: Pick<VacationService, "list" | "today" | "add" | "remove">;
  readonly holidays: Pick<HolidayService, "weekly">;
}

const route = routeFor<Needs>();

const day = z.string().max(10).meta({
  description: "YYYY-MM-DD, a day of the calendar",
  format: "date",
});
const vacation = z.object({
  id: z.int(),
  first_day: day,
  last_day: day.describe("YYYY-MM-DD, inclusive"),
  name: z.string().describe("May be empty"),
  source: z.enum(SOURCES).describe(
    "Its source: added by hand, holiday service, or calendar file",
  ),
  created: seconds,
  by: z.string().describe("Who added or imported it"),
}).meta({ id: "Vacation" });
const weeklyImport = z.object({
  country: z.string(),
  region: z.string().describe("Empty = the whole country"),
  name: z.string().describe("Name of the region, if known"),
  lang: z.string(),
  tried: seconds.describe("Unix seconds of the last attempt"),
  done: seconds.describe("Unix seconds of the last successful attempt, 0 = none"),
  next: seconds.describe("Unix seconds of the next attempt"),
  error: z.string().describe("Error of the last attempt, empty when it succeeded"),
}).meta({ id: "WeeklyImport" });
const vacations = z.object({
  vacations: z.array(vacation),
  import: weeklyImport.nullable().describe("What is imported every week; null = nothing"),
  today: z.boolean().describe("Whether today is in a vacation"),
  day: day.describe("Today in the time zone of the household"),
});

/** A vacation in responses. */
export type VacationResponse = z.infer<typeof vacation>;
/** The response of GET /api/v1/vacations. */
export type VacationsResponse = z.infer<typeof vacations>;

const writes = { access: "household.write", database: "box", publishes: "rules" } as const;
/** GET and POST /api/v1/vacations, DELETE /api/v1/vacations/{id}. */
export const vacationRoutes = [
  route({
    doc: "A 4.2",
    method: "get",
    path: "/api/v1/vacations",
    summary: "Vacations of the last 60 days and all future ones, and the weekly import",
    access: "household.read",
    database: "box",
    answers: { 200: vacations },
    async handle(_, { vacations, holidays }) {
      const [all, weekly] = await Promise.all([vacations.list(), holidays.weekly()]);
      const day = vacations.today();
      return {
        vacations: all.map(shown),
        import: weekly === undefined ? null : shownImport(weekly),
        today: all.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay),
        day,
      };
    },
  }),
  route({
    ...writes,
    doc: "A 4.2",
    method: "post",
    path: "/api/v1/vacations",
    summary:
      "Adds a vacation: on its weekdays the hours of Saturday apply to children and teenagers",
    audit: ["vacation.add"],
    body: z.strictObject({
      first_day: day,
      last_day: day,
      name: label({ most: LIMITS.vacations.nameCharacters, mayBeEmpty: true }).optional(),
    }),
    answers: { 201: vacation },
    refusals: ["bad_value", "conflict"],
    async handle({ body: { first_day, last_day, name }, principal, audit }, { vacations }) {
      const added = await vacations.add(
        { firstDay: first_day, lastDay: last_day, name },
        principal.name,
      );
      audit("vacation.add", { first_day, last_day });
      return shown(added);
    },
  }),
  route({
    ...writes,
    doc: "A 4.2",
    method: "delete",
    path: "/api/v1/vacations/{id}",
    summary: "Removes a vacation; an imported one is not imported again",
    audit: ["vacation.remove"],
    params: z.object({ id: recordId }),
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { vacations }) {
      const { firstDay, lastDay } = await vacations.remove(id);
      audit("vacation.remove", { first_day: firstDay, last_day: lastDay });
      return reply(204, undefined);
    },
  }),
];

function shown(
  { id, firstDay, lastDay, name, source, created, by }: StoredVacation,
): VacationResponse {
  return {
    id,
    first_day: firstDay,
    last_day: lastDay,
    name,
    source,
    created: toSeconds(created),
    by,
  };
}

function shownImport({ tried, done, next, ...weekly }: WeeklyImport): z.infer<typeof weeklyImport> {
  return { ...weekly, tried: toSeconds(tried), done: toSeconds(done), next: toSeconds(next) };
}
