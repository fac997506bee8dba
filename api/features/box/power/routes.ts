/**
 * The routes that restart the box and power off its machine; a session must send its password again
 * (A 5.5).
 */
import { z } from "@hono/zod-openapi";
import { routeFor, seconds, toSeconds } from "../../../http/route.ts";
import type { BoxState } from "../../../schema/box_state.ts";
import type { Power } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly state: () => BoxState;
  readonly power: Pick<Power, "restart" | "powerOff">;
}

const route = routeFor<Needs>();

const ending = z.object({ started: seconds.describe("Start time of the process that ends now") })
  .meta({ id: "EndingBox" });

/** The response of POST /api/v1/restart and /api/v1/power-off. */
export type PowerResponse = z.infer<typeof ending>;

const common = {
  doc: "A 5.5",
  method: "post",
  access: "system.write",
  confirmPassword: true,
  answers: { 202: ending },
} as const;

/** POST /api/v1/restart and /api/v1/power-off. */
export const powerRoutes = [
  route({
    ...common,
    path: "/api/v1/restart",
    operationId: "restartBox",
    summary: "Restarts the box; queries are not answered for about a second",
    audit: ["system.restart"],
    handle({ audit }, services) {
      services.power.restart();
      audit("system.restart", {});
      return { started: toSeconds(services.state().started) };
    },
  }),
  route({
    ...common,
    path: "/api/v1/power-off",
    operationId: "powerOff",
    summary: "Powers off the machine of the box",
    audit: ["system.poweroff"],
    refusals: ["conflict"],
    async handle({ audit }, services) {
      await services.power.powerOff();
      audit("system.poweroff", {});
      return { started: toSeconds(services.state().started) };
    },
  }),
];
