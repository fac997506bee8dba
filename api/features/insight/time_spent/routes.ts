/**
 * The time that people spend, for users with access to reports and for each person about
 * themselves. It is given by day, and by week or month next to the previous one. For an adult who
 * did not agree to detailed reports there are only totals (A 4.4, 7.1.5).
 */
import { z } from "@hono/zod-openapi";
import { DomainError } from "../../../schema/errors.ts";
import type { Principal } from "../../../http/principal.ts";
import { count, recordId, routeFor, wholeNumber } from "../../../http/route.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import type { ChoiceService } from "../../protection/choices/service.ts";
import type { ClientDirectory } from "../client_directory.ts";
import type { Statistics } from "../statistics/service.ts";
import {
  NOTES,
  type Person,
  type PersonDevice,
  personOf,
  PersonSpent,
  type ReportNote,
  type SpentTotals,
} from "./report.ts";
import type { Days, TimeSpent } from "./service.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly choices: Pick<ChoiceService, "services">;
  readonly timeSpent: Pick<TimeSpent, "day" | "since" | "spent">;
  readonly statistics: Pick<Statistics, "devices">;
  readonly askers: ClientDirectory;
  readonly settings: Pick<SettingsService, "resolved">;
}

const route = routeFor<Needs>();

const minutes = z.int().min(0).describe("Minutes, in steps of five");
const day = z.string().describe("YYYY-MM-DD, by the time zone of the box");
const category = z.object({ category: z.string(), minutes }).meta({ id: "CategoryMinutes" });
const service = z.object({ service: z.string(), name: z.string(), minutes }).meta({
  id: "ServiceMinutes",
});
const before = minutes.describe("Minutes of the previous period");
const spent = {
  minutes,
  categories: z.array(category).describe(
    "Largest first; a service counts in its category too",
  ),
  services: z.array(service),
};
const dayOf = z.object({ day, ...spent }).meta({ id: "DayMinutes" });
const device = z.object({
  device_id: z.int(),
  label: z.string().describe("Empty = it has no name yet"),
  minutes,
}).meta({ id: "DeviceMinutes" });
const isPrivate = z.boolean().describe(
  "Whether only totals are shown: an adult has not agreed to detailed reports",
);
const sharedBy = z.array(z.object({ id: z.int(), name: z.string() })).readonly()
  .describe("The people who share it");
const whose = {
  person_id: z.int(),
  name: z.string(),
  private: isPrivate,
  first_day: day,
  last_day: day,
};
const notes = z.array(z.enum(NOTES).meta({ id: "TimeNote" })).describe(
  "Limits of what queries can show, as codes",
);
const time = z.object({
  ...whose,
  days: z.array(dayOf).describe("Every day in order"),
  devices: z.array(device).describe("Their own devices"),
  shared: z.array(
    z.object({
      ...device.shape,
      shared_by: sharedBy,
      private: isPrivate,
      days: z.array(dayOf),
    }),
  )
    .describe(
      "Devices shared with others, counted separately and for none of their users",
    ),
  notes,
}).meta({ id: "TimeSpent" });
const compared = {
  minutes,
  before,
  categories: z.array(category.extend({ before }).meta({ id: "ComparedCategory" })),
  services: z.array(service.extend({ before }).meta({ id: "ComparedService" })),
};
const report = z.object({
  ...whose,
  period: z.enum(["week", "month"]),
  counted_before: z.boolean().describe(
    "Whether the whole previous period was counted; false for a new box",
  ),
  ...compared,
  days: z.array(z.object({ day, minutes })),
  queries: count.describe("Queries of their own devices in the period"),
  blocked: count.describe("Blocked queries among them"),
  devices: z.array(device),
  shared: z.array(
    z.object({
      device_id: z.int(),
      label: z.string(),
      shared_by: sharedBy,
      private: isPrivate,
      ...compared,
    }),
  ),
  notes,
}).meta({ id: "TimeReport" });

/** The response of GET /api/v1/people/{id}/time and /api/v1/me/time. */
export type TimeResponse = z.infer<typeof time>;
/** The response of GET /api/v1/people/{id}/report and /api/v1/me/report. */
export type ReportResponse = z.infer<typeof report>;

const params = z.object({ id: recordId });
const days = wholeNumber(1, 90).default(7).describe(
  "How many days, today included",
);
const period = z.enum(["week", "month"]).default("week").describe(
  "The last 7 or 30 days, today included",
);
const LENGTH = { week: 7, month: 30 } as const;

/** GET /api/v1/people/{id}/time and /report, /api/v1/me/time and /report. */
export const timeSpentRoutes = [
  route({
    doc: "A 4.4",
    method: "get",
    path: "/api/v1/people/{id}/time",
    summary: "Time of a person by day and category, with shared devices apart",
    access: "reports.read",
    database: "stats",
    params,
    query: z.strictObject({ days }),
    answers: { 200: time },
    refusals: ["bad_value", "not_found"],
    handle: ({ params: { id }, query }, services) =>
      timeOf(services, found(services, id), query.days),
  }),
  route({
    doc: "A 4.4",
    method: "get",
    path: "/api/v1/people/{id}/report",
    summary: "Time of a person in a week or a month, compared with the previous one",
    access: "reports.read",
    database: "stats",
    params,
    query: z.strictObject({ period }),
    answers: { 200: report },
    refusals: ["bad_value", "not_found"],
    handle: ({ params: { id }, query }, services) =>
      reportOf(services, found(services, id), query.period),
  }),
  route({
    doc: "A 5.2",
    method: "get",
    path: "/api/v1/me/time",
    summary: "Time of one's own person by day and category, with shared devices apart",
    access: "account",
    database: "stats",
    query: z.strictObject({ days }),
    answers: { 200: time },
    refusals: ["bad_value", "not_found"],
    handle: ({ principal, query }, services) =>
      timeOf(services, own(services, principal), query.days),
  }),
  route({
    doc: "A 5.2",
    method: "get",
    path: "/api/v1/me/report",
    summary: "Time of one's own person in a week or a month, compared with the previous one",
    access: "account",
    database: "stats",
    query: z.strictObject({ period }),
    answers: { 200: report },
    refusals: ["bad_value", "not_found"],
    handle: ({ principal, query }, services) =>
      reportOf(services, own(services, principal), query.period),
  }),
];

function found({ askers }: Needs, id: number): Person {
  const person = personOf(askers, id);
  if (person === undefined) {
    throw new DomainError("not_found", sentence`There is no person with the number: ${id}`);
  }
  return person;
}

function own({ askers }: Needs, by: Principal): Person {
  const person = "account" in by ? personOf(askers, by.account.personId, true) : undefined;
  if (person === undefined) {
    throw new DomainError(
      "not_found",
      sentence`This account belongs to no person of the household`,
    );
  }
  return person;
}

async function timeOf(services: Needs, person: Person, length: number): Promise<TimeResponse> {
  const all = lastDays(services, length);
  const spent = await PersonSpent.read(services, person, all);
  const each = eachDay(services, length);
  const daily = (of: (days: Days) => SpentTotals) =>
    each.map((day) => ({ day, ...of({ first: day, last: day }) }));
  return {
    ...whoseOf(person, all),
    days: daily((days) => spent.ofPerson(days)),
    devices: devicesOf(spent, all),
    shared: person.shared.map((device) => ({
      device_id: device.id,
      label: device.label,
      shared_by: device.sharedBy,
      private: person.private || device.private,
      minutes: spent.ofDevice(device, all).minutes,
      days: daily((days) => spent.ofDevice(device, days)),
    })),
    notes: notesOf(services),
  };
}

async function reportOf(
  services: Needs,
  person: Person,
  period: "week" | "month",
): Promise<ReportResponse> {
  const length = LENGTH[period];
  const all = lastDays(services, length);
  const past = {
    first: services.timeSpent.day(2 * length - 1),
    last: services.timeSpent.day(length),
  };
  const [spent, asked, since] = await Promise.all([
    PersonSpent.read(services, person, { first: past.first, last: all.last }),
    services.statistics.devices(person.own.map(({ id }) => id), period),
    services.timeSpent.since(),
  ]);
  const beside = (of: (days: Days) => SpentTotals) => besides(of(all), of(past));
  return {
    counted_before: since !== "" && since <= past.first,
    ...whoseOf(person, all),
    period,
    ...beside((days) => spent.ofPerson(days)),
    days: eachDay(services, length).map((day) => ({
      day,
      minutes: spent.ofPerson({ first: day, last: day }).minutes,
    })),
    queries: asked.queries,
    blocked: asked.blocked,
    devices: devicesOf(spent, all),
    shared: person.shared.map((device) => ({
      device_id: device.id,
      label: device.label,
      shared_by: device.sharedBy,
      private: person.private || device.private,
      ...beside((days) => spent.ofDevice(device, days)),
    })),
    notes: notesOf(services),
  };
}

/**
 * The time spent next to the time of the previous period; entries without any time in the present
 * period come last.
 */
function besides(now: SpentTotals, then: SpentTotals) {
  const last = new Map([
    ...then.categories.map(({ category, minutes }) => [category, minutes] as const),
    ...then.services.map(({ service, minutes }) => [`service:${service}`, minutes] as const),
  ]);
  const gone = <T extends { minutes: number }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, minutes: 0 }));
  const categories = [...now.categories, ...gone(then.categories)].filter(
    isFirst(({ category }) => category),
  );
  const services = [...now.services, ...gone(then.services)].filter(
    isFirst(({ service }) => service),
  );
  return {
    minutes: now.minutes,
    before: then.minutes,
    categories: categories.map((row) => ({ ...row, before: last.get(row.category) ?? 0 })),
    services: services.map((row) => ({ ...row, before: last.get(`service:${row.service}`) ?? 0 })),
  };
}

function isFirst<T>(keyOf: (row: T) => string): (row: T) => boolean {
  const seen = new Set<string>();
  return (row) => !seen.has(keyOf(row)) && seen.add(keyOf(row)) !== undefined;
}

function whoseOf({ id, name, private: reserved }: Person, { first, last }: Days) {
  return { person_id: id, name, private: reserved, first_day: first, last_day: last };
}

function devicesOf(spent: PersonSpent, days: Days) {
  const rows = spent.person.own.map((device: PersonDevice) => ({
    device_id: device.id,
    label: device.label,
    minutes: spent.ofDevice(device, days).minutes,
  }));
  return rows.sort((a, b) => b.minutes - a.minutes || a.device_id - b.device_id);
}

function lastDays({ timeSpent }: Needs, length: number): Days {
  return { first: timeSpent.day(length - 1), last: timeSpent.day() };
}

function eachDay({ timeSpent }: Needs, length: number): string[] {
  return Array.from({ length }, (_, place) => timeSpent.day(length - 1 - place));
}

function notesOf({ settings }: Needs): ReportNote[] {
  const all = NOTES.filter((note) => note !== "clients_left_out");
  return settings.resolved().values.anonymize_clients === "off"
    ? all
    : [...all, "clients_left_out"];
}
