/** The time zone of the household; a change applies after the next restart (A 2.9, 4.9). */
import { z } from "@hono/zod-openapi";
import { routeFor } from "../../../http/route.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { isSameZone, systemZone } from "../../../settings/system_zone.ts";
import { changeSettings } from "../settings/service.ts";

/** The services that these routes use. */
interface Needs {
  readonly settings: SettingsService;
}

const route = routeFor<Needs>();

const timeZone = z.object({
  zone: z.string().describe("The chosen zone; empty = that of the system"),
  in_force: z.string().describe("The zone in force since the start"),
  system: z.string().describe("The zone of the system"),
  restart_needed: z.boolean(),
}).meta({ id: "TimeZone" });

/** The response of GET and PUT /api/v1/time-zone. */
export type TimeZoneResponse = z.infer<typeof timeZone>;

/** The routes of the time zone. */
export const timeZoneRoutes = [
  route({
    doc: "A 4.9",
    method: "get",
    path: "/api/v1/time-zone",
    summary: "The time zone of the household",
    access: "system.read",
    answers: { 200: timeZone },
    handle: (_, services) => shown(services),
  }),
  route({
    doc: "A 4.9",
    method: "put",
    path: "/api/v1/time-zone",
    summary: "Chooses the time zone, which applies after the next restart",
    access: "system.write",
    audit: ["timezone.change"],
    database: "box",
    body: z.strictObject({
      zone: z.string().max(64).describe("A name such as Europe/Paris; empty = the system's"),
    }),
    answers: { 200: timeZone },
    refusals: ["bad_value", "setting_fixed"],
    async handle({ body: { zone }, principal, audit }, services) {
      const settings = await changeSettings({ time_zone: zone }, principal, services);
      if (settings.length > 0) audit("timezone.change", { settings });
      return shown(services);
    },
  }),
];

function shown({ settings }: Needs): TimeZoneResponse {
  const system = systemZone();
  const zone = settings.resolved().values.time_zone;
  const started = settings.started().time_zone;
  return { zone, in_force: started || system, system, restart_needed: !isSameZone(zone, started) };
}
