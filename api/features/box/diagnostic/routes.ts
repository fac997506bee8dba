/** The diagnostic, to be given to somebody who helps (A 7.11). */
import { z } from "@hono/zod-openapi";
import { reply, route } from "../../../http/route.ts";
import { diagnosticReport } from "./report.ts";

/** GET /api/v1/diagnostic. */
export const diagnosticRoutes = [
  route({
    doc: "A 7.11",
    method: "get",
    path: "/api/v1/diagnostic",
    summary:
      "State, versions, settings and last warnings, without names, addresses in full or secrets",
    access: "system.read",
    audit: ["diagnostic.download"],
    database: "box",
    answers: { 200: z.record(z.string(), z.unknown()) },
    async handle({ note }, services) {
      const report = await diagnosticReport(services);
      note("diagnostic.download", {});
      const day = new Date(services.now()).toISOString().slice(0, 10);
      return reply(200, report, {
        "content-disposition": `attachment; filename="box-diagnostic-${day}.json"`,
      });
    },
  }),
];
