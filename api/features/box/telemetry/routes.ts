/** The anonymous statistics: their content, and turning them on and off (A 4.9, 7.12.3). */
import { z } from "@hono/zod-openapi";
import { maskUrl } from "../../../../policy/model/masked_address.ts";
import type { Principal } from "../../../http/principal.ts";
import { routeFor, seconds, toSeconds } from "../../../http/route.ts";
import type { TaskRunner } from "../../../schema/tasks.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { changeSettings } from "../settings/service.ts";
import type { Telemetry } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly settings: SettingsService;
  readonly telemetry: Pick<Telemetry, "state">;
  readonly tasks: Pick<TaskRunner, "taskStates">;
}

const route = routeFor<Needs>();

const telemetry = z.object({
  enabled: z.boolean(),
  sends: z.boolean().describe("Whether statistics are sent"),
  why: z.string().describe("Why nothing is sent; empty = statistics are sent"),
  method: z.literal("POST"),
  url: z.string().describe("URL to which it is sent; empty = none"),
  headers: z.record(z.string(), z.string()),
  body: z.object({
    id: z.string().describe("Random and new for each signal; this one is an example"),
    version: z.string(),
    install: z.enum(["docker", "pi", "deb", "archive"]),
    country: z.string(),
    arch: z.enum(["amd64", "arm64", "arm", "other"]),
  }),
  last_sent: seconds.describe("Unix seconds of the last signal since the start, 0 = none"),
  next: seconds.describe("Unix seconds of the next signal, 0 = none"),
}).meta({ id: "Telemetry" });

/** The response of GET and PUT /api/v1/telemetry. */
export type TelemetryResponse = z.infer<typeof telemetry>;

/** Name of the task that sends the statistics. */
const TASK = "telemetry.send";

const WHY = {
  "": "",
  off: "The statistics are turned off",
  terms: "The current terms of use were not accepted yet",
  no_cloud_url: "The box knows no online service (setting cloud_url)",
} as const;

/** The routes of the statistics. */
export const telemetryRoutes = [
  route({
    doc: "A 4.9",
    method: "get",
    path: "/api/v1/telemetry",
    summary: "The exact content of the anonymous statistics, and when they are sent",
    access: "system.read",
    database: "box",
    answers: { 200: telemetry },
    handle: ({ principal }, services) => shown(principal, services),
  }),
  route({
    doc: "A 4.9",
    method: "put",
    path: "/api/v1/telemetry",
    summary: "Turns the anonymous statistics on or off",
    access: "system.write",
    audit: ["telemetry.on", "telemetry.off"],
    database: "box",
    body: z.strictObject({
      enabled: z.boolean().describe("Whether the anonymous daily signal is sent"),
    }),
    answers: { 200: telemetry },
    refusals: ["setting_fixed"],
    async handle({ body: { enabled }, principal, audit }, services) {
      await changeSettings({ telemetry: enabled }, principal, services);
      audit(enabled ? "telemetry.on" : "telemetry.off", {});
      return await shown(principal, services);
    },
  }),
];

async function shown(by: Principal, services: Needs): Promise<TelemetryResponse> {
  const { enabled, pause, url, headers, body, lastSent } = await services.telemetry.state();
  const next = services.tasks.taskStates().find(({ name }) => name === TASK)?.next_run ?? 0;
  return {
    enabled,
    sends: pause === "",
    why: WHY[pause],
    method: "POST",
    url: by.rights.has("system.write") ? url : maskUrl(url),
    headers: { ...headers },
    body,
    last_sent: toSeconds(lastSent),
    next: pause === "" ? next : 0,
  };
}
