/** The identity of the box at the online service. */
import { z } from "@hono/zod-openapi";
import { routeFor } from "../../../http/route.ts";
import type { BoxIdentity } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly identity: Pick<BoxIdentity, "hasCopies" | "renew">;
}

const route = routeFor<Needs>();

const identity = z.object({
  copied: z.boolean().describe("Whether another box uses the identity of this box"),
}).meta({ id: "Identity" });

/** The response of the routes of the identity. */
export type IdentityResponse = z.infer<typeof identity>;

/** GET and POST /api/v1/identity. */
export const identityRoutes = [
  route({
    doc: "docs/requirements.md#backups",
    method: "get",
    path: "/api/v1/identity",
    summary: "Whether another box uses the identity of this box at the online service",
    description: "True while a copy runs, such as a backup that was restored beside its " +
      "original, and for up to two days after. The online service notices it within a day, when " +
      "the key has a name of it",
    access: "system.read",
    answers: { 200: identity },
    handle: (_, { identity }) => ({ copied: identity.hasCopies }),
  }),
  route({
    doc: "docs/requirements.md#backups",
    method: "post",
    path: "/api/v1/identity",
    operationId: "renewIdentity",
    summary: "Makes this box a new one at the online service",
    description: "The box gets another key and, if the service gave it a name for encrypted DNS, " +
      "another name once the service can be reached; devices that use the name need the new one. " +
      "All else stays. Refused while no other box uses the identity",
    access: "system.write",
    audit: ["identity.new"],
    database: "box",
    answers: { 200: identity },
    refusals: ["conflict"],
    async handle({ principal, audit }, { identity }) {
      await identity.renew(principal.name);
      audit("identity.new", {});
      return { copied: identity.hasCopies };
    },
  }),
];
