/** The scopes that rules, choices and pauses can have. */
import { z } from "@hono/zod-openapi";
import { routeFor, wholeNumber } from "../../../http/route.ts";
import { scopeKindSchema } from "../../../http/shared_schemas.ts";
import type { Scopes } from "../../household/scopes.ts";

/** The services that these routes use. */
interface Needs {
  readonly scopes: Pick<Scopes, "list">;
}

const route = routeFor<Needs>();

const scope = z.object({
  scope: z.string().describe("Value of the parameter `scope` of other routes"),
  kind: scopeKindSchema,
  name: z.string().describe("Name of the scope; empty for everyone and for profiles"),
}).meta({ id: "Scope" });
const scopes = z.object({ scopes: z.array(scope) });

/** A scope in responses. */
export type ScopeResponse = z.infer<typeof scope>;
/** The response of GET /api/v1/scopes. */
export type ScopesResponse = z.infer<typeof scopes>;

/** GET /api/v1/scopes. */
export const scopeRoutes = [
  route({
    doc: "docs/requirements.md#scopes",
    method: "get",
    path: "/api/v1/scopes",
    summary:
      "The scopes of rules, choices and pauses: everyone, profiles, groups, people, known devices",
    access: "rules.read",
    database: "box",
    query: z.strictObject({
      name: z.string().max(64).default("").describe("Part of the name"),
      limit: wholeNumber(1, 1000).default(200).describe(
        "Maximum number of entries",
      ),
    }),
    answers: { 200: scopes },
    handle: async ({ query: { name, limit } }, { scopes }) => ({
      scopes: await scopes.list(name.toLowerCase(), limit),
    }),
  }),
];
