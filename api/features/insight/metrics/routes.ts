/** The measures of the box for Prometheus, where they are turned on. */
import { z } from "@hono/zod-openapi";
import { ApiError } from "../../../http/errors.ts";
import { route } from "../../../http/route.ts";
import { gatherMetrics } from "./gather.ts";
import { processMetrics } from "./process.ts";
import { METRICS_TYPE, metricsText } from "./text.ts";

/** The rights that the setting `token` asks for. */
const RIGHTS = ["reports.read", "system.read"] as const;

/** GET /metrics. */
export const metricsRoutes = [
  route({
    doc: "DESIGN 6",
    method: "get",
    path: "/metrics",
    summary: "The measures of the box for Prometheus, where the setting `metrics` turns them on",
    access: "open",
    there: ({ settings }) => settings.resolved().values.metrics !== "off",
    types: ["text/plain"],
    answers: { 200: z.string() },
    refusals: ["not_signed_in", "no_right"],
    async handle({ by }, services) {
      if (services.settings.resolved().values.metrics !== "open" && by.kind !== "socket") {
        if (by.kind === "device") {
          throw new ApiError("not_signed_in", undefined, {
            headers: { "www-authenticate": "Bearer" },
          });
        }
        const missing = RIGHTS.find((right) => !by.rights.has(right));
        if (missing !== undefined) {
          throw new ApiError("no_right", `This needs the right ${missing}`);
        }
      }
      const text = metricsText(await gatherMetrics(services, processMetrics()));
      return new Response(text, {
        headers: {
          "content-type": METRICS_TYPE,
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        },
      });
    },
  }),
];
