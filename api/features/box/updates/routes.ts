/** The routes of updates: their state, looking for a version, installing it, and returning. */
import { z } from "@hono/zod-openapi";
import { AUTOMATIC_UPDATES, UPDATE_CHANNELS } from "../../../../policy/catalogue/updates.ts";
import { boundedStream, LINES, SERVER_SENT } from "../../../http/event_stream.ts";
import { count, routeFor, seconds } from "../../../http/route.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../../../schema/audit_actions.ts";
import { UPDATE_FAULTS } from "../../../updates/refusal.ts";
import { UPDATE_OUTCOMES, UPDATE_STEPS } from "../../../updates/unit_state.ts";
import { VERSION_FORM } from "../../../updates/version_order.ts";
import type { UpdateProgress, Updates } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly updates: Pick<
    Updates,
    "state" | "check" | "install" | "rollback" | "changes" | "follow" | "progress"
  >;
}

const route = routeFor<Needs>();

const version = z.string().max(64).regex(VERSION_FORM).describe("Such as 0.9.1");
const progress = z.object({
  phase: z.enum(["idle", "downloading", "waiting", ...UPDATE_STEPS]).describe(
    "waiting = the root unit begins; the others are its steps",
  ),
  done: count.describe("Bytes of a download"),
  total: count.describe("Bytes of a download"),
}).meta({ id: "UpdateProgress" });
const state = z.object({
  version: z.string().describe("The version that runs"),
  way: z.enum(["unit", "apt", "none"]).describe(
    "What installs versions: the root unit, apt by a root unit, or nothing but people",
  ),
  channel: z.enum(UPDATE_CHANNELS),
  automatic: z.enum(AUTOMATIC_UPDATES),
  hour: z.int().min(0).max(23).describe("When versions are installed, in local time"),
  pause: z.enum(["", "off", "not_configured", "terms", "clock", "no_key"]).describe(
    "Why nobody looks for versions; empty = the box does",
  ),
  checked: seconds.describe("When a manifest was last believed, 0 = never"),
  problem: z.string().describe("Why the last attempt failed; empty = it did not"),
  newest: z.boolean().describe("Whether a manifest in force says that there is no newer version"),
  available: z.object({
    version: z.string(),
    released: seconds,
    security: z.boolean().describe("Whether it mends a hole in security"),
    changelog: z.string().describe("What changed, as Markdown"),
    bytes: count.describe("Size of the download"),
  }).nullable(),
  apt: z.object({
    configured: z.boolean().describe("Whether the repository of the box is configured"),
    candidate: z.string().describe("The version that apt would install; empty = none"),
  }).nullable(),
  progress,
  last: z.object({
    outcome: z.enum(UPDATE_OUTCOMES),
    from: z.string(),
    to: z.string(),
    fault: z.enum(["", ...UPDATE_FAULTS]),
    why: z.string(),
    at: seconds,
  }).nullable().describe("How the last update ended"),
  previous: z.object({
    version: z.string(),
    since: seconds.describe("When the version that runs took its place"),
  }).nullable().describe("The version to which the box can return"),
}).meta({ id: "Updates" });
const changes = z.object({
  version: z.string().describe("The version to which the box would return"),
  since: seconds,
  data_lost: z.boolean().describe(
    "Whether the data returns too, because the version before cannot read what is there",
  ),
  log_lost: z.boolean().describe("Whether the query log since then is lost, for the same reason"),
  stats_lost: z.boolean().describe("Whether the statistics since then are lost"),
  whole_log_lost: z.boolean().describe(
    "Whether the whole query log is lost: it was not copied before the update",
  ),
  all_stats_lost: z.boolean().describe("Whether all statistics are lost, for the same reason"),
  log_fault: z.string().describe(
    "Why the copy of the query log failed; empty if there is one or it was too large",
  ),
  stats_fault: z.string().describe("Why the copy of the statistics failed"),
  actions: z.array(z.object({
    action: z.string(),
    text: z.string().describe("What was done, for a person"),
    count,
  })).describe("What people changed since then"),
}).meta({ id: "UpdateChanges" });
const chosen = z.strictObject({ version });

/** The response of GET /api/v1/updates. */
export type UpdatesResponse = z.infer<typeof state>;
/** The response of GET /api/v1/updates/changes. */
export type UpdateChangesResponse = z.infer<typeof changes>;
/** One line of GET /api/v1/updates/stream. */
export type UpdateProgressResponse = z.infer<typeof progress>;

const DOC = "A 7.12.2";

/** The routes below /api/v1/updates. */
export const updateRoutes = [
  route({
    doc: DOC,
    method: "get",
    path: "/api/v1/updates",
    summary: "The version that runs, the one that is available, and what is under way",
    access: "system.read",
    database: "box",
    answers: { 200: state },
    handle: (_, services) => shown(services),
  }),
  route({
    doc: DOC,
    method: "get",
    path: "/api/v1/updates/stream",
    summary: "The progress of an update, then each change of it",
    access: "system.read",
    lines: true,
    types: [LINES.type, SERVER_SENT.type],
    answers: { 200: progress },
    handle({ request }, { updates }) {
      const event = (now: UpdateProgress) => [{ event: "entry", data: JSON.stringify(now) }];
      const accepted = (request.headers.get("accept") ?? "").includes(SERVER_SENT.type);
      return boundedStream(
        (send) => {
          send(event(updates.progress));
          return updates.follow((now) => send(event(now)));
        },
        request.signal,
        accepted ? SERVER_SENT : LINES,
      );
    },
  }),
  route({
    doc: DOC,
    method: "post",
    path: "/api/v1/updates/check",
    operationId: "checkForUpdates",
    summary: "Looks for a new version now",
    access: "system.write",
    audit: ["update.check"],
    database: "box",
    answers: { 200: state },
    refusals: ["conflict", "update_refused"],
    async handle({ audit }, services) {
      const found = await services.updates.check();
      audit("update.check", { version: found });
      return await shown(services);
    },
  }),
  route({
    doc: DOC,
    method: "post",
    path: "/api/v1/updates/install",
    operationId: "installUpdate",
    summary: "Begins to download and install the available version; names pause for a second or so",
    access: "system.write",
    confirmPassword: true,
    audit: ["update.install"],
    database: "box",
    body: chosen,
    answers: { 202: state },
    refusals: ["conflict"],
    async handle({ body, audit }, services) {
      const { version: from } = await services.updates.state();
      await services.updates.install(body.version);
      audit("update.install", { from, to: body.version });
      return await shown(services);
    },
  }),
  route({
    doc: DOC,
    method: "get",
    path: "/api/v1/updates/changes",
    operationId: "getUpdateChanges",
    summary: "What changed since the version that runs was installed, before a return",
    access: "system.read",
    database: "box",
    answers: { 200: changes },
    refusals: ["conflict"],
    async handle(_, { updates }) {
      const { version, since, lost, actions } = await updates.changes();
      const texts = actions.map(({ action, count }) => ({ action, text: textOf(action), count }));
      return {
        version,
        since,
        data_lost: lost.isDataLost,
        log_lost: lost.isLogLost,
        stats_lost: lost.areStatsLost,
        whole_log_lost: lost.isWholeLogLost,
        all_stats_lost: lost.areAllStatsLost,
        log_fault: lost.logFault,
        stats_fault: lost.statsFault,
        actions: texts,
      };
    },
  }),
  route({
    doc: DOC,
    method: "post",
    path: "/api/v1/updates/rollback",
    operationId: "rollBackUpdate",
    summary: "Begins to return to the version before",
    access: "system.write",
    confirmPassword: true,
    audit: ["update.rollback"],
    database: "box",
    body: chosen,
    answers: { 202: state },
    refusals: ["conflict"],
    async handle({ body, audit }, services) {
      const { version: from } = await services.updates.state();
      await services.updates.rollback(body.version);
      audit("update.rollback", { from, to: body.version });
      return await shown(services);
    },
  }),
];

function textOf(action: string): string {
  return Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action as AuditAction].doc : action;
}

async function shown({ updates }: Needs): Promise<UpdatesResponse> {
  const { isNewest, available, apt, last, previous, switched, progress, ...rest } = await updates
    .state();
  return {
    ...rest,
    newest: isNewest,
    available: available ?? null,
    apt: apt === undefined ? null : { configured: apt.isConfigured, candidate: apt.candidate },
    progress: { ...progress },
    last: last === undefined ? null : {
      outcome: last.outcome,
      from: last.from,
      to: last.to,
      fault: last.fault,
      why: last.why,
      at: last.at,
    },
    previous: previous === "" ? null : { version: previous, since: switched },
  };
}
