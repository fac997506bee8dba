/** Subscribed lists: listed, added, removed, turned on and off, refreshed and checked (A 7.6.9). */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { type Concern, CONCERN_KINDS } from "../../../../policy/lists/concerns.ts";
import { maskUrl } from "../../../../policy/model/masked_address.ts";
import { LIST_FORMATS } from "../../../../policy/model/rule.ts";
import type { ListReport } from "../../../../policy/snapshot/report.ts";
import { SCOPE_FORM } from "../../../http/shared_schemas.ts";
import { DomainError } from "../../../schema/errors.ts";
import { count, recordId, reply, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import type { Principal } from "../../../http/principal.ts";
import { coversScopes } from "../../../../policy/model/list_reach.ts";
import { hoursOf } from "../../../../policy/model/week.ts";
import { readSchedule, scheduleGiven } from "../../../schema/week_schedule.ts";
import { weekHours } from "../../../schema/week_texts.ts";
import { type Scopes, scopeText } from "../../household/scopes.ts";
import { scopeFacts } from "../choices/service.ts";
import { type GivenReach, givesReach, readReach } from "./reach.ts";
import type { CatalogueList, ListService, ListState } from "./service.ts";
import { isDoubtfulInForce } from "./table.ts";
import { previewBlocked, readPassedNames, type WeekNeeds } from "./week.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs extends WeekNeeds {
  readonly runtime: Runtime;
  readonly lists: Pick<
    ListService,
    | "list"
    | "quartersOn"
    | "refresh"
    | "setEnabled"
    | "setReach"
    | "remove"
    | "accept"
    | "add"
    | "get"
    | "check"
  >;
  readonly scopes: Pick<Scopes, "find" | "names">;
  readonly catalogue: readonly CatalogueList[];
}

const route = routeFor<Needs>();

const format = z.enum(LIST_FORMATS).meta({ id: "ListFormat", description: "Format of the lines" });
const kind = z.enum(["block", "allow"]).meta({
  id: "ListKind",
  description: "Whether the names of a list are blocked or allowed",
});
const counts = z.object({
  lines: count,
  used: count,
  names: count,
  rules: count,
  duplicates: count.describe("Names already present in this list or an earlier one"),
  ignored: z.record(z.string(), count),
  refused: z.record(z.string(), count),
  samples: z.array(z.object({ line: count, why: z.string(), text: z.string() })),
  error: z.string().optional().describe("Why the list could not be read completely"),
}).meta({ id: "ListCounts" });
const concern = z.object({
  kind: z.enum(CONCERN_KINDS).describe(
    "refused: more than a third of the lines are refused; unused: no line is used; popular: popular names would be blocked; widespread: a tenth of them or more would be",
  ),
  count: count.describe("Lines or names concerned"),
  of: count.describe("Number of lines or names inspected"),
  examples: z.array(z.string()).describe("Lines or names; none if the list may not be shown"),
}).meta({ id: "ListConcern" });
const list = z.object({
  id: z.int(),
  name: z.string(),
  source: z.enum(["url", "file", "embedded"]),
  url: z.string(),
  format,
  kind,
  category: z.string(),
  enabled: z.boolean(),
  scopes: z.array(z.string()).describe(
    "Its scopes, or all; empty = all of its scopes were removed, so it has no effect",
  ),
  except: z.array(z.string()).describe("Scopes to which it does not apply, regardless of `scopes`"),
  scope_names: z.record(z.string(), z.string()).describe(
    "Names of these scopes; empty for everyone and for profiles",
  ),
  hours: z.array(weekHours).describe("When it applies; none = always"),
  schedule: z.string().describe("The same as 672 slots of 15 minutes from Monday 00:00, or empty"),
  health: z.enum(["ok", "off", "waiting", "held", "doubtful", "failing", "for_no_one"]),
  message: z.string().describe("The problem as a sentence, or empty"),
  in_force: z.enum(["", "copy", "older"]).describe(
    "The copy in force: the last good one, an older one, or none",
  ),
  why: z.string().describe(
    "Why the last attempt failed, in lower case without final dot; empty = it succeeded",
  ),
  created: seconds,
  last_attempt: seconds,
  last_success: seconds,
  next_attempt: seconds,
  failures: count.describe("Consecutive failures"),
  bytes: count,
  lines: count,
  held_lines: count.describe("Lines of the new copy that waits for acceptance, 0 = none"),
  concerns: z.array(concern).describe(
    "Concerns about the new copy that waits for acceptance, or about the copy in force if none waits",
  ),
  confirmed: z.array(z.enum(CONCERN_KINDS)).describe(
    "Kinds of confirmed concerns: copies that raise no others come into force",
  ),
  counts: counts.nullable(),
  step: z.enum(["", "queued", "downloading", "compiling"]).describe(
    "The current work on it",
  ),
  received: count.describe("Bytes received of the current download"),
}).meta({ id: "FilterList" });
const week = z.object({
  journal: z.enum(["on", "off", "unavailable"]).describe(
    "off = nothing is recorded, unavailable = it cannot be read",
  ),
  since: seconds.describe("Start of counting, at most 7 days ago: the journal may be shorter"),
  complete: z.boolean().describe("false = there were more entries than could be counted in time"),
  scoped: z.boolean().describe(
    "Whether only the scopes and hours of the list were counted; false = everyone, always",
  ),
  queries: count,
  names: count.describe("Distinct names"),
  top: z.array(z.object({ name: z.string(), count })).optional().describe(
    "Most queried names; absent without the right reports.read, and for sensitive categories",
  ),
});
const checked = z.object({
  url: z.string().describe("The inspected URL or identifier; empty = a text"),
  ...counts.shape,
  concerns: z.array(concern).describe("Concerns about the list; none = it would come into force"),
  week: week.describe(
    "What it would have blocked additionally in the last 7 days; devices with private names are left out",
  ),
}).meta({ id: "CheckedList" });
const lists = z.object({ lists: z.array(list) });
const offered = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  format,
  kind,
  category: z.string(),
  homepage: z.string().describe("Page of its publisher"),
  licence: z.string().describe("SPDX identifier or the publisher's wording; empty = not stated"),
  language: z.string().describe("Code of the language of a regional list, or empty"),
}).meta({ id: "CatalogueList" });

/** A list in responses. */
export type ListResponse = z.infer<typeof list>;
/** The response of GET /api/v1/lists. */
export type ListsResponse = z.infer<typeof lists>;
/** The outcome of the lines of a list. */
export type CountsResponse = z.infer<typeof counts>;
/** A concern about a list. */
export type ConcernResponse = z.infer<typeof concern>;
/** The response of POST /api/v1/lists/check. */
export type CheckResponse = z.infer<typeof checked>;
/** The response of GET /api/v1/lists/catalogue. */
export type CatalogueResponse = { readonly lists: readonly z.infer<typeof offered>[] };

const scopeList = z.array(z.string().max(64)).max(1000);
const reach = {
  scopes: scopeList.optional().describe(
    "Scopes of the list: all, profile:child|teen|adult, group:ID, person:ID, device:ID",
  ),
  except: scopeList.optional().describe(
    "Scopes to which it does not apply, regardless of `scopes`",
  ),
  hours: scheduleGiven.optional().describe(
    "When it applies: 672 slots of 15 minutes from Monday 00:00, or hours; empty = always",
  ),
};
const params = z.object({ id: recordId });
const how = {
  format: format.optional(),
  kind: kind.optional(),
  category: label({ mayBeEmpty: true }).optional(),
};
const url = z.string().min(1).max(2048).describe(
  "A URL, or the identifier of a list of the catalogue",
);
const reads = { access: "rules.read", database: "box" } as const;
const wait = z.enum(["true", "false"]).default("true").describe(
  "false = responds immediately, while the work continues",
);
/** A download and a compilation may take minutes. */
const writes = { access: "rules.write", database: "box", deadline: 600_000 } as const;
/** Maximum size of a request with a whole list, in bytes: four million characters, escaped. */
const LIST_LIMIT = 16 * 1024 * 1024;

/** The routes of lists. */
export const listRoutes = [
  route({
    ...reads,
    doc: "A 7.6.9",
    method: "get",
    path: "/api/v1/lists",
    summary: "The subscribed lists and their state",
    query: z.strictObject({
      scope: z.string().max(64).meta(SCOPE_FORM).optional().describe(
        "Only lists that apply to the whole scope or to one of the people who share it: person:1, device:2",
      ),
    }),
    answers: { 200: lists },
    refusals: ["bad_value"],
    async handle({ query: { scope }, principal }, services) {
      const all = await services.lists.list();
      const facts = scope === undefined ? undefined : await scopeFacts(services.scopes, scope);
      const applied = facts === undefined
        ? all
        : all.filter((state) => facts.lines.some((line) => coversScopes(state, line)));
      return { lists: await shownAll(applied, principal, services) };
    },
  }),
  route({
    ...writes,
    doc: "A 7.6.9",
    method: "post",
    path: "/api/v1/lists",
    summary: "Subscribes to a list and waits until it is in force, unless wait=false",
    audit: ["list.add", "list.scope"],
    query: z.object({ wait }),
    body: z.strictObject({
      url: url.optional(),
      path: z.string().min(1).max(4096).optional().describe(
        "A file of this machine; over the local socket only",
      ),
      name: label({ most: 200, mayBeEmpty: true }).optional(),
      format: format.optional(),
      kind: kind.optional(),
      category: label({ mayBeEmpty: true }).optional(),
      ...reach,
    }),
    answers: { 201: list },
    refusals: ["list_refused", "bad_value"],
    async handle({ body, query, principal, audit }, services) {
      const { lists, runtime } = services;
      if (body.path !== undefined && principal.kind !== "socket") {
        // Lines that were not understood are shown: no account may read files of the machine that
        // way.
        throw new DomainError(
          "list_refused",
          programSentence`A file of this machine is subscribed by the command \`box lists add\` only`,
        );
      }
      const wanted = Object.fromEntries(
        Object.entries(body).filter(([, value]) => value !== undefined),
      );
      const said = await reachText(body, services);
      const added = await lists.add(wanted);
      audit("list.add", { list: added.name, url: added.url });
      if (said !== undefined) audit("list.scope", { list: added.name, ...said });
      const [state] = await begun(lists.refresh(added.id), query.wait, runtime.log) ??
        [await lists.get(added.id)];
      return await shownOne(state ?? added, principal, services);
    },
  }),
  route({
    ...writes,
    doc: "A 7.6.9",
    method: "post",
    path: "/api/v1/lists/refresh",
    summary: "Downloads new copies now and waits until they are in force, unless wait=false",
    audit: ["list.refresh"],
    query: z.object({ wait }),
    body: z.strictObject({
      id: z.int().min(0).optional().describe("The list to refresh; absent = all"),
    }),
    answers: { 200: lists },
    refusals: ["not_found"],
    async handle({ body: { id }, query, principal, audit }, services) {
      const one = id === undefined ? undefined : await services.lists.get(id);
      audit("list.refresh", one === undefined ? {} : { list: one.name });
      const done = await begun(services.lists.refresh(id), query.wait, services.runtime.log);
      const states = done ?? await services.lists.list();
      const wanted = states.filter((state) =>
        done !== undefined || one === undefined || state.id === id
      );
      return { lists: await shownAll(wanted, principal, services) };
    },
  }),
  route({
    doc: "A 7.6.9",
    method: "post",
    path: "/api/v1/lists/check",
    operationId: "checkList",
    summary: "Inspects a list and shows what it would have blocked, without subscribing to it",
    access: "rules.write",
    deadline: 600_000,
    unaudited: "it changes nothing",
    body: z.union([
      z.strictObject({ url, ...how, ...reach }),
      z.strictObject({
        text: z.string().max(LIST_LIMIT).describe("The lines of the list"),
        ...how,
        ...reach,
      }),
    ]),
    bodyLimit: LIST_LIMIT,
    answers: { 200: checked },
    refusals: ["list_refused", "bad_value"],
    async handle({ body, principal }, services) {
      await reachText(body, services);
      const from = "url" in body ? { url: body.url } : { text: body.text };
      const given = Object.fromEntries(
        Object.entries({ format: body.format, kind: body.kind, category: body.category })
          .filter(([, value]) => value !== undefined),
      );
      const passed = await readPassedNames(services, readReach(body), principal);
      const names = passed?.names.map(({ name }) => name) ?? [];
      const found = await services.lists.check(from, { ...given, names });
      return {
        url: "url" in from ? from.url : "",
        ...countsOf(found.report),
        concerns: found.concerns.map(shownConcern),
        week: previewBlocked(passed, found, services.journal.isOn, principal),
      };
    },
  }),
  route({
    doc: "A 7.6.9",
    method: "get",
    path: "/api/v1/lists/catalogue",
    summary: "Well-known lists to choose from",
    access: "rules.read",
    answers: { 200: z.object({ lists: z.array(offered) }) },
    handle: (_, { catalogue }) => ({
      lists: catalogue.map((
        { id, name, url, format, kind, category, homepage = "", licence = "", language = "" },
      ) => (
        { id, name, url, format, kind, category, homepage, licence, language }
      )),
    }),
  }),
  route({
    ...writes,
    doc: "A 7.6.9",
    method: "put",
    path: "/api/v1/lists/{id}",
    summary: "Turns a list on or off, or changes its scopes and hours",
    audit: ["list.change", "list.scope"],
    params,
    body: z.strictObject({
      enabled: z.boolean().optional().describe("Whether the list is on"),
      ...reach,
    }),
    answers: { 200: list },
    refusals: ["not_found", "bad_value"],
    async handle({ params: { id }, body, principal, audit }, services) {
      const { lists } = services;
      let state = await lists.get(id);
      const said = await reachText(body, services);
      if (said === undefined && body.enabled === undefined) {
        throw new DomainError("bad_value", programSentence`Give enabled, scopes, except or hours`);
      }
      if (said !== undefined) {
        state = await lists.setReach(id, body);
        audit("list.scope", { list: state.name, ...said });
      }
      if (body.enabled !== undefined) {
        audit("list.change", { list: state.name, enabled: body.enabled });
        state = await lists.setEnabled(id, body.enabled);
      }
      return await shownOne(state, principal, services);
    },
  }),
  route({
    ...writes,
    doc: "A 7.6.9",
    method: "delete",
    path: "/api/v1/lists/{id}",
    summary: "Removes a list with its copies",
    audit: ["list.remove"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found", "list_refused"],
    async handle({ params: { id }, audit }, services) {
      audit("list.remove", { list: (await services.lists.get(id)).name });
      await services.lists.remove(id);
      return reply(204, undefined);
    },
  }),
  route({
    ...writes,
    doc: "A 7.6.9",
    method: "post",
    path: "/api/v1/lists/{id}/accept",
    summary: "Accepts a new copy of a list that lost most of its lines or is doubtful",
    audit: ["list.accept"],
    params,
    answers: { 200: list },
    refusals: ["not_found", "list_refused"],
    async handle({ params: { id }, principal, audit }, services) {
      audit("list.accept", { list: (await services.lists.get(id)).name });
      return await shownOne(await services.lists.accept(id), principal, services);
    },
  }),
];

/** Returns the result of a task; undefined when the client does not want to wait. */
async function begun<T>(
  work: Promise<T>,
  wait: "true" | "false",
  log: Runtime["log"],
): Promise<T | undefined> {
  if (wait === "true") return await work;
  work.catch((error: Error) => log("error", `A list could not be refreshed: ${error.message}`));
  return undefined;
}

/**
 * What a request says about whom a list is for, as the administration log has it; undefined =
 * nothing. Throws `bad_value` for a scope that does not exist.
 */
async function reachText(
  { scopes, except, hours }: GivenReach,
  services: Pick<Needs, "scopes">,
): Promise<Record<string, string[] | string> | undefined> {
  if (!givesReach({ scopes, except, hours })) return undefined;
  const named = async (texts: readonly string[] = []) => {
    const facts = await Promise.all(texts.map((text) => scopeFacts(services.scopes, text)));
    return facts.map(scopeText);
  };
  const grid = hours === undefined ? undefined : readSchedule(hours) ?? "";
  return {
    ...(scopes !== undefined && { scopes: await named(scopes) }),
    ...(except !== undefined && { except: await named(except) }),
    ...(grid !== undefined && { hours: weekSummary(grid) }),
  };
}

/** `mon-fri 08:00-16:00`, or `always`. */
function weekSummary(grid: string): string {
  const parts = hoursOf(grid).map(({ days, from, to }) => `${days.join(",")} ${from}-${to}`);
  return parts.length === 0 ? "always" : parts.join(", ");
}

async function shownOne(
  state: ListState,
  by: Principal,
  services: Pick<Needs, "scopes">,
): Promise<ListResponse> {
  return (await shownAll([state], by, services))[0];
}

/** Lists for the API, with the names of the scopes that they are for. */
async function shownAll(
  states: readonly ListState[],
  by: Principal,
  { scopes }: Pick<Needs, "scopes">,
): Promise<ListResponse[]> {
  const used = new Set(states.flatMap(({ scopes, except }) => [...scopes, ...except]));
  const names = await scopes.names(used);
  return states.map((state) => shown(state, by, names));
}

/**
 * Returns a list for the API; only accounts that may change it see its whole URL, which may contain
 * secrets.
 */
function shown(
  state: ListState,
  by: Principal,
  names: ReadonlyMap<string, string>,
): ListResponse {
  const {
    id,
    name,
    source,
    url,
    format,
    kind,
    category,
    enabled,
    health,
    message,
    failures,
    bytes,
    lines,
  } = state;
  const { step, received, scopes, except, schedule } = state;
  return {
    id,
    name,
    source,
    url: by.rights.has("rules.write") ? url : maskUrl(url),
    format,
    kind,
    category,
    enabled,
    scopes: [...scopes],
    except: [...except],
    scope_names: Object.fromEntries(
      [...scopes, ...except].map((scope) => [scope, names.get(scope) ?? ""]),
    ),
    hours: hoursOf(schedule),
    schedule,
    health,
    message,
    failures,
    bytes,
    lines,
    step,
    received,
    why: state.lastError,
    in_force: state.inForce,
    held_lines: isDoubtfulInForce(state) ? 0 : state.held?.lines ?? 0,
    concerns: (state.held?.concerns ?? []).map(shownConcern),
    confirmed: [...state.confirmed ?? []],
    created: toSeconds(state.created),
    last_attempt: toSeconds(state.lastAttempt),
    last_success: toSeconds(state.lastSuccess),
    next_attempt: toSeconds(state.nextAttempt),
    counts: state.counts === undefined ? null : countsOf(state.counts),
  };
}

function shownConcern({ examples, ...rest }: Concern): ConcernResponse {
  return { ...rest, examples: [...examples] };
}

function countsOf({ ignored, refused, samples, ...rest }: ListReport): CountsResponse {
  return { ...rest, ignored: { ...ignored }, refused: { ...refused }, samples: [...samples] };
}
