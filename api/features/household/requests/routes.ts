/**
 * Sends requests for more time from the device of a child or teenager without sign-in, and
 * answers them (A 2.2, 4.2, 5.4).
 */
import { z } from "@hono/zod-openapi";
import { timedCategorySchema } from "../../../http/shared_schemas.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { TIMED_CATEGORIES } from "../../../../policy/model/person_time.ts";
import { LIVE_TYPES, liveLines, liveQuery, skippedLine } from "../../../http/live_lines.ts";
import { cursorOf, nextCursor, pageQuery, readCursor } from "../../../http/paging.ts";
import { recordId, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import { REFUSED_DEVICES } from "./requester.ts";
import { MESSAGE_READ } from "./message.ts";
import type { AskState, RequestService, StoredRequest } from "./service.ts";
import { REQUEST_STATES } from "./request_rows.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly requests: Pick<
    RequestService,
    | "accept"
    | "refuse"
    | "state"
    | "ask"
    | "page"
    | "waiting"
    | "follow"
    | "namesOf"
    | "modeOf"
    | "isBlocked"
  >;
}

const route = routeFor<Needs>();

const [least, middle, most] = LIMITS.hours.extraMinutes;
const minutes = z.union([z.literal(least), z.literal(middle), z.literal(most)]).describe(
  "15, 30 or 60",
).meta({ id: "RequestedMinutes" });
const category = z.enum(["", ...TIMED_CATEGORIES]).describe(
  "The category whose time is used up; empty = Internet",
);
const state = z.enum(REQUEST_STATES).meta({ id: "RequestState" });

const request = z.object({
  id: z.int(),
  person_id: z.int(),
  person: z.string(),
  device_id: z.int(),
  device: z.string().describe("Empty = the device has no name, or was removed"),
  kind: z.enum(["internet", "category"]),
  category,
  minutes: z.int().describe("What was requested"),
  message: z.string(),
  created: seconds,
  expires: seconds.describe("When it expires"),
  status: state,
  answered: seconds,
  answered_by: z.string(),
  given: z.int().describe("Granted minutes"),
  cut_until: seconds.describe(
    "End of the person's cut, 0 = none: accepted Internet overrides it, minutes of a category do not",
  ),
  homework_until: seconds.describe(
    "End of the person's homework, which blocks the categories, 0 = none",
  ),
  blocked_by_choice: z.boolean().describe(
    "Whether a choice blocks the category now, so that minutes have no effect",
  ),
}).meta({ id: "TimeRequest" });
const page = z.object({
  requests: z.array(request),
  waiting: z.int().describe("Number of pending requests"),
  next: nextCursor,
});
const asked = z.object({
  id: z.int(),
  kind: z.enum(["internet", "category"]),
  category,
  minutes: z.int(),
  message: z.string(),
  created: seconds,
  expires: seconds,
  status: state,
  answered: seconds,
  given: z.int(),
}).meta({ id: "AskedTime" });
const ask = z.object({
  device: z.string().describe(
    "Name of the requesting device; empty = unknown, or without a name",
  ),
  person: z.string().describe("The child or teenager who owns it; empty = none"),
  profile: z.enum(["", "child", "teen"]),
  can_ask: z.boolean(),
  refusal: z.enum(["", ...REFUSED_DEVICES, "waiting", "too_many", "nothing"])
    .describe(
      "Why nothing can be requested: the device, a pending request, no requests left today, nothing closed",
    ),
  open: z.boolean(),
  why: z.enum(["", "hours", "cut"]).describe("Why it is closed"),
  next_change: seconds.describe("When it next closes or opens; 0 = not in the next days"),
  cut_until: seconds.describe("End of the cut that closes it; 0 = no cut"),
  homework_until: seconds,
  cut_from: seconds.describe("Start of the active cut; 0 = no cut"),
  extra: z.object({ from: seconds, until: seconds }).describe(
    "Extra time that starts later, at the end of the hours or of a cut; zeros = none",
  ),
  internet: z.boolean().describe(
    "Whether Internet can be requested: it is closed, or closes within 12 hours",
  ),
  categories: z.array(z.object({
    category: timedCategorySchema,
    minutes: z.int().describe("Minutes of today, including added ones"),
    used: z.int(),
    left: z.int(),
    blocked: z.boolean().describe("Whether it is used up, so that more can be requested"),
    blocked_by_choice: z.boolean().describe(
      "Whether a choice blocks it now regardless of the time left, so that nothing can be requested",
    ),
  })),
  day_ends: seconds.describe("When the used time is reset"),
  minutes: z.array(z.int()).readonly().describe("What can be requested"),
  requests_left: z.int().describe("Number of requests left today"),
  requests: z.array(asked).describe("Requests of today, newest first"),
  time_known: z.boolean().describe("Whether the box knows the time of day"),
  now: seconds,
}).meta({ id: "AskState" });

/** A request as the API shows it to parents. */
export type RequestResponse = z.infer<typeof request>;
/** The response of GET /api/v1/requests. */
export type Requests = z.infer<typeof page>;
/** One line of GET /api/v1/requests/stream. */
export type RequestLine = RequestResponse | z.infer<typeof skippedLine>;
/** A request as the API shows it to its author. */
export type AskedRequest = z.infer<typeof asked>;
/** The response of GET /api/v1/ask. */
export type AskResponse = z.infer<typeof ask>;

const params = z.object({ id: recordId });
const answering = {
  access: "household.write",
  database: "box",
  publishes: "rules",
  params,
} as const;
const refusals = ["bad_value", "not_found", "conflict"] as const;

/** GET and POST /api/v1/ask; GET /api/v1/requests and its stream; POST …/accept and …/refuse. */
export const requestRoutes = [
  route({
    doc: "A 4.2, 5.4",
    method: "get",
    path: "/api/v1/ask",
    operationId: "getAskedTime",
    summary: "The time left for the requesting device, identified by its address, without sign-in",
    access: "open",
    database: "box",
    answers: { 200: ask },
    refusals: ["too_many_requests"],
    handle: async ({ principal }, { requests, runtime }) =>
      shownAsk(await requests.state(principal.address), runtime.now()),
  }),
  route({
    doc: "A 4.2, 5.4",
    method: "post",
    path: "/api/v1/ask",
    operationId: "askForTime",
    summary: "Requests more time from the device of a child or teenager, without sign-in",
    access: "open",
    database: "box",
    unaudited: "it is a wish, kept with its answer; what is answered is audited",
    body: z.strictObject({
      minutes,
      category: category.default(""),
      message: z.string().max(MESSAGE_READ).meta({
        description: "Shown to the parents",
        maxLength: LIMITS.timeRequests.messageCharacters,
      }).default(""),
    }),
    bodyLimit: 8192,
    answers: { 201: asked },
    refusals: [...refusals, "too_many_requests"],
    handle: async ({ principal, body }, { requests }) =>
      shownAsked(await requests.ask(principal.address, body)),
  }),
  route({
    doc: "A 4.2",
    method: "get",
    path: "/api/v1/requests",
    summary:
      "Requests for more time: pending ones, then the others of the last 90 days, newest first",
    access: "household.read",
    database: "box",
    query: z.strictObject(pageQuery.shape),
    answers: { 200: page },
    async handle({ query: { cursor, limit } }, services) {
      const { requests } = services;
      const before = readCursor(cursor, ["number"])?.[0] as number | undefined;
      const found = await requests.page(limit, before);
      const last = found.findLast(({ status }) => status !== "waiting");
      return {
        requests: found.map((each) => shown(each, services)),
        waiting: await requests.waiting(),
        // If waiting requests fill the page, all other requests follow on later pages.
        next: found.length < limit ? "" : cursorOf([last?.id ?? Number.MAX_SAFE_INTEGER]),
      };
    },
  }),
  route({
    doc: "A 4.2",
    method: "get",
    path: "/api/v1/requests/stream",
    summary: "Each request when it is made, is answered or expires",
    access: "household.read",
    database: "box",
    query: z.strictObject({ last: liveQuery.last }),
    lines: true,
    types: LIVE_TYPES,
    answers: { 200: z.union([request, skippedLine]) },
    refusals: ["too_many_watchers"],
    handle({ query, request }, services) {
      const { requests } = services;
      return liveLines(
        {
          before: async ({ last }) => ({
            entries: last === 0 ? [] : (await requests.page(last)).toReversed(),
          }),
          follow: (follower: (batch: readonly StoredRequest[]) => void) =>
            requests.follow(follower),
          shown: (each) => shown(each, services),
        },
        query,
        request,
      );
    },
  }),
  route({
    ...answering,
    doc: "A 3.2",
    method: "post",
    path: "/api/v1/requests/{id}/accept",
    summary: "Grants the requested time, or other minutes; in force when this responds",
    audit: ["request.accept"],
    body: z.strictObject({
      minutes: minutes.optional().describe("15, 30 or 60; absent = as requested"),
    }),
    answers: { 200: request },
    refusals,
    async handle({ params: { id }, body, principal, audit }, services) {
      const given = shown(
        await services.requests.accept(id, body.minutes, principal.name),
        services,
      );
      audit("request.accept", {
        person: given.person,
        minutes: given.given,
        category: given.category,
      });
      return given;
    },
  }),
  route({
    ...answering,
    doc: "A 3.2",
    method: "post",
    path: "/api/v1/requests/{id}/refuse",
    summary: "Refuses a request",
    publishes: false,
    audit: ["request.refuse"],
    body: z.strictObject({}),
    answers: { 200: request },
    refusals,
    async handle({ params: { id }, principal, audit }, services) {
      const refused = shown(await services.requests.refuse(id, principal.name), services);
      audit("request.refuse", {
        person: refused.person,
        minutes: refused.minutes,
        category: refused.category,
      });
      return refused;
    },
  }),
];

function shownAsked(
  { id, category, minutes, message, created, expires, status, answered, given }: StoredRequest,
): AskedRequest {
  return {
    id,
    kind: category === "" ? "internet" : "category",
    category,
    minutes,
    message,
    status,
    given,
    created: toSeconds(created),
    expires: toSeconds(expires),
    answered: toSeconds(answered),
  };
}

function shown(stored: StoredRequest, { requests }: Pick<Needs, "requests">): RequestResponse {
  const { personId, deviceId, answeredBy } = stored;
  const names = requests.namesOf(stored);
  const { mode, until } = requests.modeOf(stored);
  return {
    ...shownAsked(stored),
    person_id: personId,
    device_id: deviceId,
    ...names,
    answered_by: answeredBy,
    cut_until: mode === "cut" ? until : 0,
    homework_until: mode === "homework" ? until : 0,
    blocked_by_choice: requests.isBlocked(stored),
  };
}

function shownAsk(state: AskState, now: number): AskResponse {
  const { device, person, profile, refusal, open, why, internet, limits } = state;
  return {
    device,
    person,
    profile,
    can_ask: refusal === "",
    refusal,
    open,
    why,
    next_change: state.nextChange,
    homework_until: state.homeworkUntil,
    cut_until: state.cutUntil,
    cut_from: state.cutFrom,
    extra: state.extra,
    internet,
    categories: limits.map(({ category, allowed, used, left, askable, blocked }) => ({
      category,
      minutes: allowed,
      used,
      left,
      blocked: askable,
      blocked_by_choice: blocked,
    })),
    day_ends: state.midnight,
    minutes: LIMITS.hours.extraMinutes,
    requests_left: state.left,
    requests: state.requests.map(shownAsked),
    time_known: state.timeKnown,
    now: toSeconds(now),
  };
}
