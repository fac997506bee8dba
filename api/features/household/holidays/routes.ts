/**
 * Imports of school holidays in the API: from the holiday service every week, or from a calendar
 * file (A 4.2).
 */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { languageSchema } from "../../../http/shared_schemas.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { reply, routeFor } from "../../../http/route.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { VacationImportResult } from "../vacations/service.ts";
import { type HolidayService, WHYS } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly holidays: Pick<HolidayService, "countries" | "regions" | "import" | "stop" | "file">;
  readonly settings: Pick<SettingsService, "resolved">;
}

const route = routeFor<Needs>();

const lang = languageSchema.default("en").describe("Language of the names");
const upper = (text: string) => text.toUpperCase();
const country = z.string().regex(/^[A-Za-z]{2}$/, "a code of two letters is wanted, such as FR")
  .transform(upper)
  .describe("Country as a code of two letters, such as FR");
const region = z.string().regex(
  /^([A-Za-z0-9][A-Za-z0-9-]{0,31})?$/,
  "a code is wanted, such as FR-ZA",
)
  .transform(upper);
const brought = z.object({
  added: z.int(),
  known: z.int().describe("Events that were present already"),
  removed_by_hand: z.int().describe("Events that a user removed: they are not imported again"),
});
const outcome = brought.extend({
  refused: z.array(
    z.object({ line: z.int().describe("Line at which the event begins"), why: z.enum(WHYS) }),
  )
    .describe("Events that were not imported, 100 at most"),
  more_refused: z.int().describe("Number of further events that were not imported"),
});
const place = z.object({ code: z.string(), name: z.string() }).meta({ id: "HolidayPlace" });
const countries = z.object({
  countries: z.array(place),
  proposed: z.string().describe("The country of the household, if it is set and among them"),
});
const regions = z.object({
  regions: z.array(place.extend({
    kind: z.enum(["subdivision", "group"]).describe(
      "A part of the country, or a school group such as a zone",
    ),
    detail: z.string().describe("The surrounding region, where names are ambiguous"),
  })).describe("Regions with school holidays of their own; none = the same in the whole country"),
});

/** The response of GET /api/v1/holidays/countries. */
export type HolidayCountries = z.infer<typeof countries>;
/** The response of GET /api/v1/holidays/regions. */
export type HolidayRegions = z.infer<typeof regions>;
/** The response of POST /api/v1/holidays/import. */
export type ImportedHolidays = z.infer<typeof brought>;
/** The response of POST /api/v1/holidays/file. */
export type HolidayFile = z.infer<typeof outcome>;

const asks = {
  access: "household.read",
  refusals: ["bad_value", "holiday_service_failed"],
} as const;
const writes = { access: "household.write", database: "box", publishes: "rules" } as const;
/** The countries and regions of the holiday service, the weekly import, and calendar files. */
export const holidayRoutes = [
  route({
    ...asks,
    doc: "A 4.2",
    method: "get",
    path: "/api/v1/holidays/countries",
    summary: "The countries of the holiday service; only the language is sent to it",
    query: z.object({ lang }),
    answers: { 200: countries },
    async handle({ query }, { holidays, settings }) {
      const countries = [...await holidays.countries(query.lang)];
      const { country } = settings.resolved().values;
      return { countries, proposed: countries.some(({ code }) => code === country) ? country : "" };
    },
  }),
  route({
    ...asks,
    doc: "A 4.2",
    method: "get",
    path: "/api/v1/holidays/regions",
    summary: "The regions and school groups of a country; only country and language are sent",
    query: z.object({ country, lang }),
    answers: { 200: regions },
    async handle({ query: { country, lang } }, { holidays }) {
      return { regions: [...await holidays.regions(country, lang)] };
    },
  }),
  route({
    ...writes,
    doc: "A 4.2",
    method: "post",
    path: "/api/v1/holidays/import",
    summary: "Imports the school holidays of the coming year for a region, now and every week",
    audit: ["holiday.import"],
    body: z.strictObject({
      country,
      region: region.default("").describe("Region or school group, such as FR-ZA; empty = none"),
      lang,
    }),
    answers: { 200: brought },
    refusals: ["bad_value", "conflict", "holiday_service_failed"],
    async handle({ body, principal, audit }, { holidays }) {
      const done = await holidays.import(body, principal.name);
      audit("holiday.import", { country: body.country, region: body.region, added: done.added });
      return shown(done);
    },
  }),
  route({
    access: "household.write",
    database: "box",
    doc: "A 4.2",
    method: "delete",
    path: "/api/v1/holidays/import",
    operationId: "stopHolidayImport",
    summary: "Ends the weekly import; imported holidays are kept",
    audit: ["holiday.import.off"],
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ audit }, { holidays }) {
      await holidays.stop();
      audit("holiday.import.off", {});
      return reply(204, undefined);
    },
  }),
  route({
    ...writes,
    doc: "A 4.2",
    method: "post",
    path: "/api/v1/holidays/file",
    operationId: "importHolidayFile",
    summary: "Imports the all-day events of a calendar file (.ics), for a box without Internet",
    audit: ["holiday.file"],
    body: z.strictObject({
      content: z.string().max(2 * LIMITS.vacations.fileBytes).describe("The text of the file"),
      name: label({ most: 255, mayBeEmpty: true }).describe("Name of the file")
        .optional(),
    }),
    // Line ends and quotes take two characters in JSON.
    bodyLimit: 2 * LIMITS.vacations.fileBytes + 4096,
    answers: { 200: outcome },
    refusals: ["bad_value", "conflict"],
    async handle({ body: { content, name = "" }, principal, audit }, { holidays }) {
      const { refused: events, moreRefused, ...done } = await holidays.file(
        content,
        principal.name,
      );
      audit("holiday.file", { file: name, added: done.added });
      return { ...shown(done), refused: [...events], more_refused: moreRefused };
    },
  }),
];

function shown({ added, known, removedByHand }: VacationImportResult): ImportedHolidays {
  return { added, known, removed_by_hand: removedByHand };
}
