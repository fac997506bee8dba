/**
 * Whether HTTP is redirected to the name of the box, and the reason when it is not (A 2.6, 4.7,
 * 7.8).
 */
import { z } from "@hono/zod-openapi";
import { routeFor } from "../../../http/route.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { changeSettings } from "../../box/settings/service.ts";
import { redirectState } from "../redirect_response.ts";
import type { HttpsRedirect } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly settings: SettingsService;
  readonly httpsRedirect: Pick<HttpsRedirect, "state">;
}

const route = routeFor<Needs>();

export type { RedirectResponse } from "../redirect_response.ts";

/** GET and PUT /api/v1/https-redirect. */
export const redirectRoutes = [
  route({
    doc: "A 4.7",
    method: "get",
    path: "/api/v1/https-redirect",
    summary: "Whether HTTP is redirected to the name of the box, checked now",
    access: "system.read",
    answers: { 200: redirectState },
    handle: (_, { httpsRedirect }) => httpsRedirect.state(),
  }),
  route({
    doc: "A 4.7",
    method: "put",
    path: "/api/v1/https-redirect",
    summary: "Turns the redirection to the name of the box on or off; in force when this responds",
    access: "system.write",
    database: "box",
    audit: ["https.redirect.on", "https.redirect.off"],
    body: z.strictObject({ enabled: z.boolean().describe("Whether plain HTTP is redirected") }),
    answers: { 200: redirectState },
    refusals: ["setting_fixed"],
    async handle({ body: { enabled }, principal, audit }, services) {
      await changeSettings({ https_redirect: enabled }, principal, services);
      audit(enabled ? "https.redirect.on" : "https.redirect.off", {});
      return await services.httpsRedirect.state();
    },
  }),
];
