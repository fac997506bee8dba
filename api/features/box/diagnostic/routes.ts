/** The diagnostic report, for a person who helps the owner (A 7.11). */
import { z } from "@hono/zod-openapi";
import { reply, routeFor } from "../../../http/route.ts";
import { diagnosticReport, type DiagnosticServices } from "./report.ts";

const route = routeFor<DiagnosticServices>();

/** GET /api/v1/diagnostic. */
export const diagnosticRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/diagnostic",
    summary:
      "State, versions, settings and last warnings, without names, full addresses or secrets",
    access: "system.read",
    audit: ["diagnostic.download"],
    database: "box",
    answers: { 200: z.record(z.string(), z.unknown()) },
    headers: ["content-disposition"],
    async handle({ audit }, services) {
      const report = await diagnosticReport(services);
      audit("diagnostic.download", {});
      const day = new Date(services.runtime.now()).toISOString().slice(0, 10);
      return reply(200, report, {
        "content-disposition": `attachment; filename="box-diagnostic-${day}.json"`,
      });
    },
  }),
];
