/**
 * Services of the catalogue and of the household, blocked or allowed by scope, always or at times
 * (A 7.2.3).
 */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { SERVICE_GROUPS, SERVICES } from "../../../../policy/catalogue/services.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { reply, routeFor } from "../../../http/route.ts";
import { scopeText } from "../../household/scopes.ts";
import { type ChoiceService, scopeFacts, scopeQuery, serviceId } from "../choices/service.ts";
import { scheduleGiven } from "../../../schema/week_schedule.ts";
import {
  blockedSchema,
  catalogueServiceResponse,
  choiceSchema,
  type ChosenServices,
  householdServiceResponse,
  offeredSchema,
  serviceSchema,
  servicesOfScope,
} from "./service_responses.ts";
import { readServiceChoices } from "./service_choices.ts";

/** The services that these routes use. */
type Needs = ChosenServices & {
  readonly choices: Pick<ChoiceService, "choose" | "services" | "setService" | "removeService">;
};

const route = routeFor<Needs>();

export type {
  BlockedServices,
  ChosenService,
  OfferedServices,
  ServiceResponse,
} from "./service_responses.ts";

const params = z.object({
  id: z.string().min(1).max(LIMITS.services.idCharacters).describe("Identifier of the service"),
});
const serviceBody = z.strictObject({
  name: label({ most: LIMITS.services.nameCharacters }),
  group: z.enum(SERVICE_GROUPS).default("software").describe(
    "Group in which it is listed",
  ),
  domains: z.array(z.string().min(1).max(255)).max(LIMITS.services.domains)
    .describe("Names that it uses, each including all below it"),
}).meta({ id: "ServiceFields" });
const key = z.string().min(1).max(LIMITS.services.idCharacters);
/** Maximum size of choices in bytes: enough for a grid for every service. */
const BLOCKED_LIMIT = 512 * 1024;
const blockedBody = z.strictObject({
  services: z.record(key, choiceSchema).default({}).describe(
    "The choice of the scope; empty = inherited again from wider scopes",
  ),
  schedules: z.record(key, scheduleGiven).default({})
    .describe(
      "When a blocked service is blocked: 672 slots of 15 minutes from Monday 00:00, or hours; empty = always",
    ),
});

/**
 * GET and PUT /api/v1/blocked-services, GET /api/v1/services, PUT and DELETE /api/v1/services/{id}.
 */
export const serviceRoutes = [
  route({
    doc: "A 4.9",
    method: "get",
    path: "/api/v1/blocked-services",
    summary: "Every service with the choice of a scope and its effective value",
    access: "rules.read",
    database: "box",
    query: scopeQuery,
    answers: { 200: blockedSchema },
    refusals: ["bad_value"],
    handle: async ({ query: { scope } }, services) => await servicesOfScope(scope, services),
  }),
  route({
    doc: "A 4.9",
    method: "put",
    path: "/api/v1/blocked-services",
    summary: "Blocks and allows services for a scope; absent services are unchanged",
    access: "rules.write",
    database: "box",
    audit: ["services.change"],
    publishes: "rules",
    query: scopeQuery,
    body: blockedBody,
    bodyLimit: BLOCKED_LIMIT,
    answers: { 200: blockedSchema },
    refusals: ["bad_value", "conflict"],
    async handle({ query, body, principal, audit }, services) {
      const facts = await scopeFacts(services.scopes, query.scope);
      const { scope } = facts;
      const changes = await readServiceChoices(facts, body, services.choices);
      await services.choices.choose(scope, "service", changes, principal.name);
      audit("services.change", {
        scope: scopeText(facts),
        changed: changes.map(({ key, value }) => `${key}=${value || "follow"}`),
      });
      return await servicesOfScope(scope, services);
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "get",
    path: "/api/v1/services",
    summary: "The services of the catalogue, then those of the household",
    access: "rules.read",
    database: "box",
    answers: { 200: offeredSchema },
    handle: async (_, { choices }) => ({
      groups: SERVICE_GROUPS,
      services: [
        ...SERVICES.map(catalogueServiceResponse),
        ...(await choices.services()).map(householdServiceResponse),
      ],
    }),
  }),
  route({
    doc: "A 7.2.3",
    method: "post",
    path: "/api/v1/services",
    summary: "Adds a service of the household; its id is derived from its name",
    access: "rules.write",
    database: "box",
    audit: ["service.set"],
    publishes: "rules",
    body: serviceBody,
    answers: { 201: serviceSchema },
    refusals: ["bad_value", "conflict"],
    async handle({ body, principal, audit }, { choices }) {
      const taken = new Set((await choices.services()).map(({ id }) => id));
      const kept = await choices.setService(
        { id: serviceId(body.name, taken), ...body },
        principal.name,
      );
      audit("service.set", { service: kept.name, domains: kept.domains });
      return householdServiceResponse(kept);
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "put",
    path: "/api/v1/services/{id}",
    summary: "Replaces a service of the household; its id begins with custom-",
    access: "rules.write",
    database: "box",
    audit: ["service.set"],
    publishes: "rules",
    params,
    body: serviceBody,
    answers: { 200: serviceSchema },
    refusals: ["bad_value", "conflict"],
    async handle({ params: { id }, body, principal, audit }, { choices }) {
      const kept = await choices.setService({ id, ...body }, principal.name);
      audit("service.set", { service: kept.name, domains: kept.domains });
      return householdServiceResponse(kept);
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "delete",
    path: "/api/v1/services/{id}",
    summary: "Removes a service of the household and all choices about it",
    access: "rules.write",
    database: "box",
    audit: ["service.remove"],
    publishes: "rules",
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { choices }) {
      const { name } = await choices.removeService(id);
      audit("service.remove", { service: name });
      return reply(204, undefined);
    },
  }),
];
