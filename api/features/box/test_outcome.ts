/** The result of the test of a target of notifications or backups. */
import { z } from "@hono/zod-openapi";

/** The schema in responses. */
export const testOutcome = z.object({
  ok: z.boolean(),
  steps: z.array(z.string()).readonly().describe("Steps that succeeded, in order"),
  error: z.string().describe("Why it failed; empty = it did not"),
  duration: z.number().describe("Milliseconds"),
}).meta({ id: "TestOutcome" });
