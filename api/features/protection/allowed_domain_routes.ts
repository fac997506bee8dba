/** The routes that allow one domain of a check, and take that back (A 4.5). */
import { z } from "@hono/zod-openapi";
import type { Principal } from "../../http/principal.ts";
import { routeFor } from "../../http/route.ts";
import { domainSchema } from "../../http/shared_schemas.ts";
import type { SettingsService } from "../../settings/settings_service.ts";
import { changeAllowed, type Checks } from "./check_switches.ts";

/** The services that the routes use themselves. */
interface AllowedNeeds {
  readonly settings: SettingsService;
}

/** The routes of the allowed domains of one page. */
export interface AllowedDomains<Needs extends AllowedNeeds, Answer extends z.ZodType> {
  /** The path of the page in the API. */
  readonly path: `/api/v1/${string}`;
  readonly checks: Pick<Checks, "allowed">;
  readonly answer: Answer;
  /** The state of the page after a change. */
  readonly shown: (services: Needs, by: Principal) => Promise<z.input<Answer>>;
  /** The identifiers of the operations. */
  readonly names: Readonly<Record<"put" | "delete", string>>;
  /** What the domain is. */
  readonly domain: string;
  readonly summaries: Readonly<Record<"put" | "delete", string>>;
}

/** Declares the two routes. */
export function allowedDomainRoutes<Needs extends AllowedNeeds, Answer extends z.ZodType>(
  { path, checks, answer, shown, names, domain, summaries }: AllowedDomains<Needs, Answer>,
) {
  const route = routeFor<Needs>();
  const refusals = {
    put: ["bad_value", "setting_fixed", "changed_meanwhile"],
    delete: ["not_found", "setting_fixed", "changed_meanwhile"],
  } as const;
  return (["put", "delete"] as const).map((method) =>
    route({
      doc: "A 4.5",
      method,
      path: `${path}/allowed/{domain}`,
      operationId: names[method],
      summary: summaries[method],
      access: "rules.write",
      publishes: true,
      database: "box",
      audit: [checks.allowed.action],
      params: z.object({ domain: domainSchema.describe(domain) }),
      answers: { 200: answer },
      refusals: refusals[method],
      async handle({ params: { domain }, principal, audit }, services) {
        await changeAllowed(checks, domain, method === "put", { principal, audit }, services);
        return await shown(services, principal);
      },
    })
  );
}
