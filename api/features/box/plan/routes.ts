/** The plan of the box, and the routes that it includes (A, conventions). */
import { z } from "@hono/zod-openapi";
import { type Route, routeFor } from "../../../http/route.ts";
import type { Plans } from "../../../schema/plan.ts";

const plan = z.object({
  beta: z.boolean().describe("Whether every box may use every function"),
  plan: z.enum(["", "subscription", "business"]).describe("The plan of the box; empty = none"),
  functions: z.array(z.object({
    plan: z.enum(["subscription", "business"]),
    method: z.string(),
    path: z.string(),
    summary: z.string(),
    open: z.boolean().describe("Whether this box may use it now"),
    partly: z.boolean().describe(
      "Whether some requests need no plan, such as clearing a value",
    ),
  })).readonly(),
}).meta({ id: "Plan" });

/** The response of GET /api/v1/plan. */
export type PlanResponse = z.infer<typeof plan>;

/** GET /api/v1/plan, built from the list of routes. */
export function planRoute(routes: () => readonly Route[]): Route<{ readonly plan: Plans }> {
  const route = routeFor<{ readonly plan: Plans }>();
  return route({
    doc: "A 1",
    method: "get",
    path: "/api/v1/plan",
    summary: "The plan of the box and the functions that plans include",
    access: "account",
    answers: { 200: plan },
    handle: (_, { plan }) => ({
      beta: plan.beta,
      plan: plan.held() ?? "" as const,
      functions: routes().flatMap(({ plan: needed, method, path, summary }) =>
        needed === undefined ? [] : [{
          plan: needed.name,
          method: method.toUpperCase(),
          path,
          summary,
          open: plan.has(needed.name),
          partly: needed.unless !== undefined,
        }]
      ),
    }),
  });
}
