/** The redirection of HTTP as its own routes and those of encrypted DNS show it (A 2.6, 4.6). */
import { z } from "@hono/zod-openapi";

/** The state of the redirection as it is shown. */
export const redirectState = z.object({
  enabled: z.boolean().describe("Whether it is wanted"),
  active: z.boolean().describe("Whether HTTP is sent to the name of the box"),
  name: z.string().describe("The name of the box in encrypted DNS; empty = it has none"),
  url: z.string().describe("Where HTTP is sent while it is active; empty without a name"),
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
    .optional().describe("The first term that does not hold; absent while it is active"),
});

/** The response of GET and PUT /api/v1/https-redirect. */
export type RedirectResponse = z.infer<typeof redirectState>;
