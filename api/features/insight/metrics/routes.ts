/** The metrics of the box for Prometheus, if turned on. */
import { z } from "@hono/zod-openapi";
import { DomainError } from "../../../schema/errors.ts";
import { routeFor } from "../../../http/route.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { gatherMetrics, type MetricsServices } from "./gather.ts";
import { processMetrics } from "./process.ts";
import { METRICS_TYPE, metricsText } from "../../../schema/metrics_text.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
type Needs = MetricsServices & {
  readonly settings: Pick<SettingsService, "resolved">;
};

const route = routeFor<Needs>();

/** The rights that the setting `token` requires. */
const RIGHTS = ["reports.read", "system.read"] as const;

/** GET /metrics. */
export const metricsRoutes = [
  route({
    doc: "docs/requirements.md#operation",
    method: "get",
    path: "/metrics",
    summary: "The metrics of the box for Prometheus, if the setting `metrics` is on",
    access: "open",
    there: ({ settings }) => settings.resolved().values.metrics !== "off",
    types: ["text/plain"],
    answers: { 200: z.string() },
    refusals: ["not_signed_in", "no_right"],
    async handle({ principal }, services) {
      if (services.settings.resolved().values.metrics !== "open" && principal.kind !== "socket") {
        if (principal.kind === "device") {
          throw new DomainError("not_signed_in", undefined, {
            headers: { "www-authenticate": "Bearer" },
          });
        }
        const missing = RIGHTS.find((right) => !principal.rights.has(right));
        if (missing !== undefined) {
          throw new DomainError("no_right", programSentence`This needs the right ${missing}`);
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
