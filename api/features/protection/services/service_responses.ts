/** Services in responses: their description, the choice of a scope, and the effective state. */
import { z } from "@hono/zod-openapi";
import {
  findService,
  SERVICE_GROUPS,
  SERVICES,
  tileLettersOf,
} from "../../../../policy/catalogue/services.ts";
import {
  groupByKey,
  isFixed,
  narrowestService,
  strictestChoice,
} from "../../../../policy/model/effective.ts";
import { hoursOf } from "../../../../policy/model/week.ts";
import { weekHours } from "../../../schema/week_texts.ts";
import { seconds, toSeconds } from "../../../http/route.ts";
import type { Scopes } from "../../household/scopes.ts";
import { type ChoiceService, scopeFacts, type StoredService } from "../choices/service.ts";

const known = {
  id: z.string(),
  name: z.string(),
  letter: z.string().describe("One or two letters for its tile"),
  group: z.string().describe("A group of the catalogue"),
  custom: z.boolean().describe("Whether the household added it"),
};
/** The schema of a service. */
export const serviceSchema = z.object({
  ...known,
  domains: z.array(z.string()).readonly().describe(
    "Names that only it uses, each including all below it",
  ),
  changed: seconds.describe("When the household wrote it; 0 = of the catalogue"),
  by: z.string().describe("Who last wrote it"),
}).meta({ id: "Service" });
/** The schema of all services. */
export const offeredSchema = z.object({
  groups: z.array(z.string()).readonly(),
  services: z.array(serviceSchema),
}).meta({ id: "OfferedService" });
/** The possible choices of a scope. */
export const choiceSchema = z.enum(["", "allow", "block"]).meta({ id: "ServiceChoice" });
const chosen = z.object({
  ...known,
  here: choiceSchema.describe("The choice of this scope; empty = inherited from wider scopes"),
  effective: z.enum(["allow", "block"]).describe("The effective value"),
  from: z.string().describe(
    "The scope of that choice, or category:NAME if a category blocks it; empty = the default",
  ),
  follows: z.enum(["allow", "block"]).describe("The value inherited if this scope chooses nothing"),
  fixed: z.boolean().describe(
    "Whether allowing it here is refused, because minors could bypass the box with it",
  ),
  schedule: z.string().describe(
    "672 slots of 15 minutes from Monday 00:00, 1 = blocked; empty = always",
  ),
  hours: z.array(weekHours).describe("The schedule as hours"),
}).meta({ id: "ChosenService" });
/** The services that choices are read from. */
export interface ChosenServices {
  readonly choices: Pick<ChoiceService, "chosen" | "services">;
  readonly scopes: Pick<Scopes, "find">;
}

/** The schema of all services with the choices of a scope. */
export const blockedSchema = z.object({
  scope: z.string(),
  name: z.string().describe("Name of the scope; empty for everyone and for profiles"),
  groups: z.array(z.string()).readonly(),
  services: z.array(chosen),
}).meta({ id: "BlockedServices" });

/** A service in responses. */
export type ServiceResponse = z.infer<typeof serviceSchema>;
/** The response of GET /api/v1/services. */
export type OfferedServices = z.infer<typeof offeredSchema>;
/** A service with the choice of a scope. */
export type ChosenService = z.infer<typeof chosen>;
/** The response of GET and PUT /api/v1/blocked-services. */
export type BlockedServices = z.infer<typeof blockedSchema>;

/** The effective states of a service, the strictest last. */
const STRICTNESS = ["allow", "block"];

/** The services that choices are read from. */
export interface ChosenServices {
  readonly choices: Pick<ChoiceService, "chosen" | "services">;
  readonly scopes: Pick<Scopes, "find">;
}

/**
 * Returns every service with the choice of a scope and the effective state. Refuses an invalid
 * scope with `bad_value`.
 */
export async function servicesOfScope(
  text: string,
  { scopes, choices }: ChosenServices,
): Promise<BlockedServices> {
  const { scope, name, lines, profiles } = await scopeFacts(scopes, text);
  const [rows, categoryRows, own] = await Promise.all([
    choices.chosen("service"),
    choices.chosen("category"),
    choices.services(),
  ]);
  const all = groupByKey(rows);
  const wider = lines.map((line) => line.filter((each) => each !== scope));
  const categories = groupByKey(categoryRows);
  const services = [...SERVICES.map(catalogueServiceResponse), ...own.map(householdServiceResponse)]
    .map((service) => {
      const { id, name, letter, group, custom } = service;
      const made = all.get(id);
      const category = categoryOf(service);
      const of = (lines: readonly (readonly string[])[]) =>
        strictestChoice(
          lines.map((line, at) =>
            narrowestService(line, profiles[at], category, made, categories.get(category))
          ),
          STRICTNESS,
        );
      const held = of(lines);
      return {
        id,
        name,
        letter,
        group,
        custom,
        here: (made?.get(scope)?.value ?? "") as ChosenService["here"],
        effective: held.value as ChosenService["effective"],
        from: held.from,
        schedule: held.schedule,
        follows: of(wider).value as ChosenService["follows"],
        fixed: profiles.some((profile) => isFixed(category, profile)),
        hours: hoursOf(held.schedule),
      };
    });
  return { scope, name, groups: SERVICE_GROUPS, services };
}

/** Returns the category of a service; a service of the household has that of its group. */
export function categoryOf({ id, group }: Pick<ServiceResponse, "id" | "group">): string {
  return findService(id)?.category ??
    SERVICES.findLast((service) => service.group === group)?.category ?? "";
}

/** Returns a service of the catalogue in the form of the API. */
export function catalogueServiceResponse(
  { id, name, letter, group, domains }: (typeof SERVICES)[number],
): ServiceResponse {
  return { id, name, letter, group, custom: false, domains, changed: 0, by: "" };
}

/** Returns a service of the household in the form of the API. */
export function householdServiceResponse(
  { id, name, group, domains, changed, by }: StoredService,
): ServiceResponse {
  return {
    id,
    name,
    letter: tileLettersOf(name),
    group,
    custom: true,
    domains,
    changed: toSeconds(changed),
    by,
  };
}
