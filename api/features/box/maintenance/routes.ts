/**
 * The routes of maintenance: restarting the resolver needs no password, deleting data does (A 4.9,
 * 5.5, 7.11).
 */
import { z } from "@hono/zod-openapi";
import { count, routeFor } from "../../../http/route.ts";
import type { Maintenance, MaintenanceAction } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly maintenance: Pick<Maintenance, "run">;
}

const route = routeFor<Needs>();

const done = z.object({
  action: z.enum(["resolver", "network", "logs"]),
  removed: z.record(z.string(), count).describe("What was removed, by kind"),
}).meta({ id: "MaintenanceResult" });

/** The response of POST /api/v1/maintenance/{action}. */
export type MaintenanceResponse = z.infer<typeof done>;

const common = {
  doc: "A 7.11",
  method: "post",
  access: "system.write",
  // Deleting a journal of millions of queries takes minutes.
  deadline: 300_000,
  answers: { 200: done },
  refusals: ["conflict"],
} as const;

/** POST /api/v1/maintenance/{action}, with one route per action because their fields differ. */
export const maintenanceRoutes = [
  route({
    ...common,
    path: "/api/v1/maintenance/resolver",
    operationId: "restartResolver",
    summary: "Restarts the resolver: drops its cache and connections, keeps its statistics",
    audit: ["maintenance.resolver"],
    async handle({ audit }, services) {
      const done = await run("resolver", services);
      audit("maintenance.resolver", { answers: done.removed.answers });
      return done;
    },
  }),
  route({
    ...common,
    path: "/api/v1/maintenance/network",
    operationId: "clearNetwork",
    summary: "Empties the network table; devices, their owners and entered names are kept",
    database: "box",
    confirmPassword: true,
    audit: ["maintenance.network"],
    async handle({ audit }, services) {
      const done = await run("network", services);
      audit("maintenance.network", {
        removed: Object.entries(done.removed).map(([what, rows]) => `${what}: ${rows}`),
      });
      return done;
    },
  }),
  route({
    ...common,
    path: "/api/v1/maintenance/logs",
    operationId: "clearLogs",
    summary:
      "Deletes the journal and the live view; statistics and the administration log are kept",
    database: "journal",
    confirmPassword: true,
    audit: ["maintenance.logs"],
    async handle({ audit }, services) {
      const done = await run("logs", services);
      audit("maintenance.logs", { queries: done.removed.queries });
      return done;
    },
  }),
];

async function run(
  action: MaintenanceAction,
  { maintenance }: Needs,
): Promise<MaintenanceResponse> {
  return { action, removed: await maintenance.run(action) };
}
