/** Upstreams of groups, ages, people and devices, instead of those of the settings. */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { maskUpstreamLine } from "../../../../policy/model/masked_address.ts";
import { parseScope } from "../../../../policy/model/scope.ts";
import { reply, routeFor, seconds, toSeconds } from "../../../http/route.ts";
import { NARROW_SCOPE_FORM, scopeKindSchema } from "../../../http/shared_schemas.ts";
import { scopeFacts } from "../../protection/choices/service.ts";
import { type Scopes, scopeText } from "../../household/scopes.ts";
import type { ScopeUpstreams, StoredScopeUpstreams } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly scopes: Pick<Scopes, "find" | "names">;
  readonly scopeUpstreams: Pick<ScopeUpstreams, "list" | "set" | "remove">;
}

const route = routeFor<Needs>();

const scope = z.string().max(64).meta(NARROW_SCOPE_FORM).describe(
  "group:ID, profile:child|teen|adult, person:ID, device:ID",
);
const row = z.object({
  scope,
  kind: scopeKindSchema,
  name: z.string().describe("Name of the scope; empty for profiles"),
  upstreams: z.array(z.string()).readonly().describe("Lines as in the setting `upstreams`"),
  changed: seconds,
  changed_by: z.string(),
}).meta({ id: "ScopeUpstreams" });
const rows = z.object({ scopes: z.array(row) });

/** The upstreams of a scope in responses. */
export type ScopeUpstreamsResponse = z.infer<typeof row>;
/** The response of GET /api/v1/upstreams/scopes. */
export type ScopesUpstreamsResponse = z.infer<typeof rows>;

const common = { doc: "docs/requirements.md#upstreams-by-scope", database: "box" } as const;
const changes = { ...common, access: "system.write", publishes: "rules" } as const;

/** GET, PUT and DELETE of the upstreams of scopes. */
export const scopeUpstreamRoutes = [
  route({
    ...common,
    method: "get",
    path: "/api/v1/upstreams/scopes",
    operationId: "listScopeUpstreams",
    summary: "Groups, ages, people and devices with upstreams of their own",
    description: "Secrets in addresses are masked for accounts that may not change them",
    access: "system.read",
    answers: { 200: rows },
    async handle({ principal }, { scopes, scopeUpstreams }) {
      const all = await scopeUpstreams.list();
      const names = await scopes.names(all.map(({ scope }) => scope));
      // Addresses of upstreams can contain secrets, which only those who may change them see.
      const mask = principal.rights.has("system.write") ? (line: string) => line : maskUpstreamLine;
      return { scopes: all.map((each) => shown(each, names.get(each.scope) ?? "", mask)) };
    },
  }),
  route({
    ...changes,
    method: "put",
    path: "/api/v1/upstreams/scopes",
    operationId: "setScopeUpstreams",
    summary:
      "Sets the upstreams of a scope; a device takes precedence over its person, a person over a group",
    audit: ["upstream.scope"],
    body: z.strictObject({
      scope,
      upstreams: z.array(z.string().max(4096)).min(1).max(LIMITS.scopeUpstreams.lines).describe(
        "Any value of the setting `upstreams`",
      ),
    }),
    answers: { 200: row },
    refusals: ["bad_value", "conflict"],
    async handle({ body, principal, audit }, { scopes, scopeUpstreams }) {
      const facts = await scopeFacts(scopes, body.scope);
      const stored = await scopeUpstreams.set(facts.scope, body.upstreams, principal.name);
      audit("upstream.scope", {
        scope: scopeText(facts),
        upstreams: stored.lines.map(maskUpstreamLine),
      });
      return shown(stored, facts.name);
    },
  }),
  route({
    ...changes,
    method: "delete",
    path: "/api/v1/upstreams/scopes/{scope}",
    operationId: "deleteScopeUpstreams",
    summary: "Removes the upstreams of a scope; those of the next wider one apply again",
    audit: ["upstream.scope.remove"],
    params: z.object({ scope }),
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { scope }, audit }, { scopes, scopeUpstreams }) {
      const name = (await scopes.find(scope))?.name ?? "";
      await scopeUpstreams.remove(scope);
      audit("upstream.scope.remove", { scope: scopeText({ scope, name }) });
      return reply(204, undefined);
    },
  }),
];

function shown(
  { scope, lines, changed, by }: StoredScopeUpstreams,
  name: string,
  mask: (line: string) => string = (line) => line,
): ScopeUpstreamsResponse {
  const kind = parseScope(scope)?.kind ?? "device";
  return {
    scope,
    kind,
    name: kind === "profile" ? "" : name,
    upstreams: lines.map(mask),
    changed: toSeconds(changed),
    changed_by: by,
  };
}
