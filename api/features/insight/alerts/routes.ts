/**
 * The alerts: a page of them, their kinds, a stream of new ones, and acknowledging them (A 6, B
 * 6).
 */
import { z } from "@hono/zod-openapi";
import {
  ADMINISTRATOR_KINDS,
  ALERT_GROUPS,
  ALERT_KINDS,
  type AlertKind,
} from "../../../events/alert_kinds.ts";
import { alertKind } from "../../../events/alert_kind_schema.ts";
import { hasQueriedName, withoutQueriedName } from "../../../events/queried_name.ts";
import type { AlertFilter, Alerts, StoredAlert } from "../../../events/alerts.ts";
import { DomainError } from "../../../schema/errors.ts";
import {
  beforeOf,
  LIVE_TYPES,
  liveLines,
  liveQuery,
  skippedLine,
} from "../../../http/live_lines.ts";
import { cursorOf, nextCursor, pageQuery, readCursor } from "../../../http/paging.ts";
import { routeFor, seconds, toSeconds, wholeNumber } from "../../../http/route.ts";
import { asker, clientResponse, personResponse } from "../client_response.ts";
import type { ClientDirectory } from "../client_directory.ts";
import type { Principal } from "../../../http/principal.ts";
import { NamePrivacy } from "../name_privacy.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly askers: ClientDirectory;
  readonly alerts: Pick<
    Alerts,
    "page" | "open" | "beyond" | "follow" | "acknowledge" | "reopen" | "get"
  >;
}

const route = routeFor<Needs>();

const alertGroup = z.enum(ALERT_GROUPS).meta({ id: "AlertGroup" });
const alert = z.object({
  id: z.int().describe("Grows"),
  time: seconds,
  kind: z.string(),
  text: z.string().describe("The alert as a sentence"),
  group: alertGroup,
  severity: z.int().min(0).max(10),
  device_id: z.int().describe("0 = none"),
  person_id: z.int().describe("0 = nobody"),
  name: z.string().describe("The domain or object that it is about"),
  detail: z.string().describe("As its kind declares it"),
  private: z.boolean()
    .describe(
      "Whether name and detail are left out: an adult sharing the device did not agree to detailed reports",
    ),
  count: z.int().describe("Number of occurrences; it is reported once"),
  last: seconds,
  acknowledged: seconds,
  acknowledged_by: z.string(),
  ...asker.shape,
}).meta({ id: "Alert" });
const page = z.object({
  alerts: z.array(alert),
  next: nextCursor,
  open: z.int().describe("Number of unacknowledged alerts"),
});
const kind = z.object({
  kind: z.string(),
  text: z.string(),
  group: alertGroup,
  severity: z.int(),
  once_per: z.string(),
  a_day: z.int().describe("Maximum alerts per day, 0 = no limit"),
  beyond: z.int().describe("Alerts of today that were counted only"),
  detail: z.string(),
}).meta({ id: "AlertKindInfo" });
const kinds = z.object({ kinds: z.array(kind) });

/** An alert in responses. */
export type AlertResponse = z.infer<typeof alert>;
/** The response of GET /api/v1/alerts. */
export type AlertPage = z.infer<typeof page>;
/** The response of GET /api/v1/alerts/kinds. */
export type AlertKinds = z.infer<typeof kinds>;
/** One line of GET /api/v1/alerts/stream. */
export type AlertLine = AlertResponse | z.infer<typeof skippedLine>;

const time = wholeNumber(0, 1e11).optional();
const filter = {
  kind: alertKind.optional().describe("Only alerts of this kind"),
  group: alertGroup.optional(),
  acknowledged: z.enum(["true", "false"]).optional().describe("Absent = both"),
  severity: wholeNumber(0, 10).optional().describe("At least this severe"),
  device_id: wholeNumber(1).optional()
    .describe("Only alerts about this device"),
  from: time.describe("Unix seconds"),
  to: time.describe("Unix seconds, not included"),
};
const id = wholeNumber(1).describe(
  "Number of the alert",
);
const ids = z.array(z.int().min(1)).min(1).max(1000).describe("Numbers of alerts");

/** GET /api/v1/alerts with its kinds and stream, POST .../acknowledge and .../reopen. */
export const alertRoutes = [
  route({
    doc: "A 6",
    method: "get",
    path: "/api/v1/alerts",
    summary: "The alerts, newest first",
    access: "reports.read",
    query: z.strictObject({ ...filter, ...pageQuery.shape }),
    database: "box",
    answers: { 200: page },
    async handle({ query: { cursor, limit, ...rest }, principal }, { alerts, askers }) {
      const before = readCursor(cursor, ["number"])?.[0] as number | undefined;
      const found = await alerts.page(filterOf(rest), limit, before);
      const next = found.length < limit ? "" : cursorOf([found.at(-1)!.id]);
      return {
        alerts: found.map((stored) => shown(stored, askers, principal)),
        next,
        open: await alerts.open(),
      };
    },
  }),
  route({
    doc: "A 6",
    method: "get",
    path: "/api/v1/alerts/kinds",
    summary: "Every kind of alert, with its group, its severity and how often it is reported",
    access: "reports.read",
    answers: { 200: kinds },
    handle: (_, { alerts }) => ({
      kinds: ADMINISTRATOR_KINDS.map((kind) => {
        const { doc, group, severity, once, cap, detail } = ALERT_KINDS[kind];
        return {
          kind,
          text: doc,
          group,
          severity,
          once_per: once,
          a_day: cap?.most ?? 0,
          beyond: alerts.beyond(kind),
          detail,
        };
      }),
    }),
  }),
  route({
    doc: "A 6",
    method: "get",
    path: "/api/v1/alerts/stream",
    summary: "The last alerts, then new ones as they are raised",
    access: "reports.read",
    query: z.strictObject(liveQuery),
    lines: true,
    types: LIVE_TYPES,
    database: "box",
    answers: { 200: z.union([alert, skippedLine]) },
    refusals: ["too_many_watchers"],
    handle({ query, principal, request }, { alerts, askers }) {
      const before = (wanted: { last: number; after?: number }) =>
        beforeOf(wanted, (limit) => alerts.page({}, limit));
      const follow = (follower: (raised: readonly StoredAlert[]) => void) =>
        alerts.follow(follower);
      return liveLines(
        { before, follow, shown: (stored: StoredAlert) => shown(stored, askers, principal) },
        query,
        request,
      );
    },
  }),
  route({
    doc: "A 6",
    method: "post",
    path: "/api/v1/alerts/acknowledge",
    summary: "Acknowledges some alerts, all of them, or all up to one",
    access: "reports.write",
    audit: ["alert.acknowledge"],
    body: z.union([
      z.strictObject({ ids }),
      z.strictObject({ all: z.literal(true).describe("Acknowledges every alert") }),
      z.strictObject({ until: z.int().min(0).describe("The newest alert that is acknowledged") }),
    ]),
    database: "box",
    answers: { 200: z.object({ acknowledged: z.int(), open: z.int() }) },
    async handle({ body, principal, audit }, { alerts }) {
      const acknowledged = await alerts.acknowledge(body, principal.name);
      if (acknowledged > 0) {
        audit("alert.acknowledge", {
          ...("ids" in body && { alerts: body.ids }),
          ...("until" in body && { until: body.until }),
          count: acknowledged,
        });
      }
      return { acknowledged, open: await alerts.open() };
    },
  }),
  route({
    doc: "A 6",
    method: "post",
    path: "/api/v1/alerts/reopen",
    summary: "Reopens some acknowledged alerts, or those that the caller acknowledged since a time",
    access: "reports.write",
    audit: ["alert.reopen"],
    body: z.union([
      z.strictObject({ ids }),
      z.strictObject({ since: z.int().min(0).describe("Unix seconds") }),
    ]),
    database: "box",
    answers: { 200: z.object({ reopened: z.int(), open: z.int() }) },
    async handle({ body, principal, audit }, { alerts }) {
      const choice = "ids" in body ? body : { since: body.since * 1000, by: principal.name };
      const reopened = await alerts.reopen(choice);
      if (reopened > 0) {
        audit("alert.reopen", { ...("ids" in body ? { alerts: body.ids } : {}), count: reopened });
      }
      return { reopened, open: await alerts.open() };
    },
  }),
  route({
    doc: "A 6",
    method: "post",
    path: "/api/v1/alerts/{id}/acknowledge",
    summary: "Acknowledges an alert",
    access: "reports.write",
    audit: ["alert.acknowledge"],
    params: z.object({ id }),
    database: "box",
    answers: { 200: alert },
    refusals: ["not_found"],
    async handle({ params: { id }, principal, audit }, { alerts, askers }) {
      const count = await alerts.acknowledge({ ids: [id] }, principal.name);
      const found = await alerts.get(id);
      if (found === undefined) {
        throw new DomainError("not_found", sentence`There is no alert with the number: ${id}`);
      }
      if (count > 0) audit("alert.acknowledge", { alerts: [id], count });
      return shown(found, askers, principal);
    },
  }),
];

interface FilterQuery {
  readonly kind?: AlertKind | undefined;
  readonly group?: AlertFilter["group"] | undefined;
  readonly acknowledged?: "true" | "false" | undefined;
  readonly severity?: number | undefined;
  readonly device_id?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

function filterOf({ acknowledged, device_id, from, to, ...rest }: FilterQuery): AlertFilter {
  const given = {
    ...rest,
    deviceId: device_id,
    acknowledged: acknowledged === undefined ? acknowledged : acknowledged === "true",
    from: from === undefined ? from : from * 1000,
    to: to === undefined ? to : to * 1000,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function shown(alert: StoredAlert, askers: ClientDirectory, by: Principal): AlertResponse {
  const privacy = NamePrivacy.of(askers, by);
  const isPrivate = hasQueriedName(alert) && privacy.hides(alert.deviceId, alert.time);
  const stored = isPrivate ? withoutQueriedName(alert) : alert;
  const {
    id,
    time,
    kind,
    group,
    severity,
    deviceId,
    personId,
    name,
    detail,
    count,
    last,
    acknowledged,
  } = stored;
  const person = askers.person(personId);
  return {
    id,
    kind,
    group,
    severity,
    name,
    detail,
    count,
    device_id: deviceId,
    person_id: personId,
    private: isPrivate,
    time: toSeconds(time),
    last: toSeconds(last),
    acknowledged: toSeconds(acknowledged),
    text: Object.hasOwn(ALERT_KINDS, kind) ? ALERT_KINDS[kind as AlertKind].doc : "",
    acknowledged_by: stored.acknowledgedBy,
    ...(personId === 0 || person === undefined ? {} : { person: personResponse(person) }),
    ...clientResponse(askers, deviceId),
  };
}
