/**
 * The state of the redirection of HTTP, in responses of its own routes and those of encrypted DNS
 * (A 2.6, 4.6).
 */
import { z } from "@hono/zod-openapi";

/** The schema of the state. */
export const redirectState = z.object({
  enabled: z.boolean().describe("Whether it is turned on"),
  active: z.boolean().describe("Whether HTTP is redirected to the name of the box"),
  name: z.string().describe("The name of the box in encrypted DNS; empty = none"),
  url: z.string().describe("Target of the redirection while active; empty without a name"),
  reason: z.enum([
    "off",
    "listener",
    "setup",
    "name",
    "certificate",
    "expired",
    "untrusted",
    "standby",
    "resolve",
  ])
    .optional().describe("The first unmet condition; absent while it is active"),
}).meta({ id: "HttpsRedirect" });

/** The response of GET and PUT /api/v1/https-redirect. */
export type RedirectResponse = z.infer<typeof redirectState>;
