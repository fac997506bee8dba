/**
 * The queries of a device, a person or a group. Users with access to reports see counts. Names
 * are shown only if every adult who uses the device agreed to detailed reports (A 4.4, 7.1.5).
 * Names have a path of their own, so that reading counts is never refused.
 */
import { z } from "@hono/zod-openapi";
import { CLIENT_SCOPE_FORM } from "../../../http/shared_schemas.ts";
import { DomainError } from "../../../schema/errors.ts";
import { count, routeFor, seconds, wholeNumber } from "../../../http/route.ts";
import { personIdOf, type Principal } from "../../../http/principal.ts";
import { asker, clientResponse } from "../client_response.ts";
import { type ClientDirectory, readClientScope } from "../client_directory.ts";
import { NamePrivacy } from "../name_privacy.ts";
import type { Journal } from "../journal/service.ts";
import { type Period, spanOf, type Statistics } from "../statistics/service.ts";
import { type ActivityScope, readActivityScope } from "./activity_scope.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly journal: Pick<Journal, "askedMost">;
  readonly statistics: Pick<Statistics, "devices" | "eachDevice">;
  readonly askers: ClientDirectory;
}

const route = routeFor<Needs>();

const counts = z.record(z.string(), count);
const deviceActivity = z.object({
  ...asker.required({ device: true }).shape,
  private: z.boolean().describe("Whether an adult who uses it keeps its names private"),
  queries: count,
  blocked: count,
}).meta({ id: "DeviceActivity" });
const activity = z.object({
  scope: z.string().describe("device:ID, person:ID or group:ID"),
  name: z.string().describe("Empty = it has no name yet"),
  shared: z.boolean().describe("Whether it is a device that several people use"),
  private: z.boolean().describe(
    "Whether names are hidden, because an adult has not agreed to detailed reports",
  ),
  period: z.string(),
  from: seconds,
  to: seconds,
  queries: count,
  blocked: count,
  series: z.array(z.object({ at: seconds, queries: count, blocked: count })).describe(
    "By hours or days",
  ),
  categories: counts.describe(
    "Queries blocked or reported by category; none where private",
  ),
  services: counts.describe("Queries blocked or reported by service; none where private"),
  devices: z.array(deviceActivity).describe("Its devices, those with the most queries first"),
  shared_devices: z.array(deviceActivity).describe(
    "Devices that the person shares with others, not included in the totals",
  ),
}).meta({ id: "Activity" });
const names = z.object({
  scope: z.string(),
  period: z.string(),
  since: seconds.describe("Start of counting: the journal may be shorter than the period"),
  names: z.array(z.object({ name: z.string(), count })).describe("Most queried names"),
  blocked: z.array(z.object({ name: z.string(), count })).describe("Most blocked names"),
  left_out: z.int().describe("Devices of a group whose names are private"),
}).meta({ id: "ActivityNames" });

/** The response of GET /api/v1/activity and /api/v1/me/activity. */
export type ActivityResponse = z.infer<typeof activity>;
/** The response of GET /api/v1/activity/names and /api/v1/me/activity/names. */
export type NamesResponse = z.infer<typeof names>;

const period = z.enum(["hour", "day", "week", "month", "year"]).default("day").describe(
  "Length of the period",
);
const before = wholeNumber(1, 1e11).optional()
  .describe("Unix seconds at which the period ends, not included; absent = now");
const step = z.enum(["hour", "day"]).optional()
  .describe(
    "Step of the series; absent = hours for an hour or a day, days for longer periods; a month and a year always by days",
  );
const limit = wholeNumber(1, 100).default(10).describe(
  "Maximum number of entries",
);
const scope = z.string().max(32).meta(CLIENT_SCOPE_FORM).describe(
  "device:ID, person:ID or group:ID",
);

/**
 * GET /api/v1/activity, /api/v1/activity/names, /api/v1/me/activity and /api/v1/me/activity/names.
 */
export const activityRoutes = [
  route({
    doc: "A 4.4",
    method: "get",
    path: "/api/v1/activity",
    summary: "Query counts of a device, a person or a group in a period",
    access: "reports.read",
    query: z.strictObject({ scope, period, before, step }),
    database: "stats",
    answers: { 200: activity },
    refusals: ["bad_value", "not_found"],
    handle: ({ query: { scope, ...asked }, principal }, services) =>
      activityOf(services, found(services, scope, asked, principal), asked, principal),
  }),
  route({
    doc: "A 4.4",
    method: "get",
    path: "/api/v1/activity/names",
    summary: "The names most queried by a device, a person or a group; refused where private",
    access: "reports.read",
    query: z.strictObject({ scope, period, before, limit }),
    database: "journal",
    answers: { 200: names },
    refusals: ["bad_value", "not_found", "private"],
    async handle({ query: { scope, ...asked }, principal }, services) {
      const wanted = found(services, scope, asked, principal);
      if (wanted.private) throw new DomainError("private");
      return await namesOf(services, wanted, asked);
    },
  }),
  route({
    doc: "A 5.2",
    method: "get",
    path: "/api/v1/me/activity",
    summary: "Query counts of the devices of one's own person in a period",
    access: "account",
    query: z.strictObject({ period, before, step }),
    database: "stats",
    answers: { 200: activity },
    refusals: ["not_found"],
    handle: ({ query, principal }, services) =>
      activityOf(
        services,
        { ...own(services, principal, query), private: false },
        query,
        principal,
      ),
  }),
  route({
    doc: "A 5.2",
    method: "get",
    path: "/api/v1/me/activity/names",
    summary: "The names most queried by the devices of one's own person",
    access: "account",
    query: z.strictObject({ period, before, limit }),
    database: "journal",
    answers: { 200: names },
    refusals: ["not_found"],
    handle: ({ query, principal }, services) => {
      const wanted = own(services, principal, query);
      return namesOf(services, { ...wanted, open: wanted.own }, query);
    },
  }),
];

interface Asked {
  readonly period: Period;
  readonly before?: number | undefined;
}

/** The scope with its owner, or a refusal if it does not exist. */
function found(
  { askers, runtime }: Pick<Needs, "askers" | "runtime">,
  text: string,
  asked: Asked,
  by: Principal,
): ActivityScope {
  const scope = readClientScope(text);
  if (scope === undefined) {
    throw new DomainError(
      "bad_value",
      programSentence`A scope is device:ID, person:ID or group:ID: ${text}`,
    );
  }
  const viewer = personIdOf(by);
  const wanted = readActivityScope(askers, scope, sinceOf(asked, runtime.now()), viewer);
  if (wanted === undefined) {
    throw new DomainError(
      "not_found",
      sentence`There is no ${scope.kind} with the number: ${scope.id}`,
    );
  }
  return wanted;
}

/** Unix seconds at which the requested period begins. */
function sinceOf({ period, before }: Asked, now: number): number {
  return spanOf(period, now / 1000, before).from;
}

/** The person who makes the API request. */
function own(
  { askers, runtime }: Pick<Needs, "askers" | "runtime">,
  by: Principal,
  asked: Asked,
): ActivityScope {
  const id = personIdOf(by);
  const wanted = readActivityScope(askers, { kind: "person", id }, sinceOf(asked, runtime.now()));
  if (wanted === undefined) {
    throw new DomainError(
      "not_found",
      sentence`This account belongs to no person of the household`,
    );
  }
  return wanted;
}

async function activityOf(
  { statistics, askers }: Pick<Needs, "statistics" | "askers">,
  wanted: ActivityScope,
  { period, before, step }: Asked & { readonly step?: "hour" | "day" | undefined },
  by: Principal,
): Promise<ActivityResponse> {
  const { scope, name, devices, shared } = wanted;
  const byHours = period === "hour" || period === "day";
  const seconds = byHours || period === "week" && step === "hour" ? 3600 : 86_400;
  const [sum, each] = await Promise.all([
    statistics.devices(devices, period, seconds, before),
    statistics.eachDevice([...devices, ...shared], period, before),
  ]);
  const privacy = NamePrivacy.of(askers, by);
  const shown = (ids: readonly number[]) =>
    ids.map((id) => {
      const { person, device: shownDevice } = clientResponse(askers, id);
      const counts = each.get(id) ?? { queries: 0, blocked: 0 };
      const reserved = privacy.hides(id, Infinity);
      return {
        device: shownDevice!,
        ...(person === undefined ? {} : { person }),
        private: reserved,
        ...counts,
      };
    }).sort((a, b) => b.queries - a.queries || a.device.id - b.device.id);
  const visible = wanted.private ? { categories: {}, services: {} } : sum;
  return {
    scope: `${scope.kind}:${scope.id}`,
    name,
    private: wanted.private,
    period,
    shared: scope.kind === "device" && askers.device(scope.id)!.people.length > 0,
    from: sum.from,
    to: sum.to,
    queries: sum.queries,
    blocked: sum.blocked,
    series: [...sum.series],
    categories: { ...visible.categories },
    services: { ...visible.services },
    devices: shown(devices),
    shared_devices: shown(shared),
  };
}

async function namesOf(
  { journal, runtime }: Pick<Needs, "journal" | "runtime">,
  { scope, devices, open }: ActivityScope,
  { period, before, limit }: Asked & { readonly limit: number },
): Promise<NamesResponse> {
  const { from: since, to: until } = spanOf(period, runtime.now() / 1000, before);
  const by = { devices: open };
  const [asked, blocked] = await Promise.all(
    [false, true].map((blocked) => journal.askedMost({ by, blocked, since, until }, limit)),
  );
  const named = (top: typeof asked.top) => top.map(({ key: name, count }) => ({ name, count }));
  return {
    scope: `${scope.kind}:${scope.id}`,
    period,
    since: asked.since,
    names: named(asked.top),
    blocked: named(blocked.top),
    left_out: devices.length - open.length,
  };
}
