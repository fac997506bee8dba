/** Services of the catalogue and of the household, blocked or allowed by scope, always or at times (A 7.2.3). */
import { z } from "@hono/zod-openapi";
import { hasAction } from "../../../../policy/catalogue/categories.ts";
import { letterOf, SERVICE_GROUPS, serviceOf, SERVICES } from "../../../../policy/catalogue/services.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import type { Profile } from "../../../../policy/model/household.ts";
import {
  byKey,
  type ChoicesByScope,
  type Effective,
  narrowest,
  narrowestCategory,
  strictest,
} from "../../../../policy/model/effective.ts";
import { hoursOf } from "../../../../policy/model/week.ts";
import { ApiError } from "../../../http/errors.ts";
import { reply, route, seconds, toSeconds } from "../../../http/route.ts";
import type { Services } from "../../../http/services.ts";
import { scopeSaid } from "../../../scopes.ts";
import {
  choiceRefused,
  type NewChoice,
  scopeFacts,
  scopeQuery,
  serviceId,
  type StoredService,
} from "../choices/service.ts";
import { readSchedule, scheduleGiven, weekHours } from "./grid.ts";

const group = z.enum(SERVICE_GROUPS);
const known = {
  id: z.string(),
  name: z.string(),
  letter: z.string().describe("One or two letters for its tile"),
  group: z.string().describe("A group of the catalogue"),
  custom: z.boolean().describe("Whether the household added it"),
};
const service = z.object({
  ...known,
  domains: z.array(z.string()).readonly().describe("Names that it uses alone; each covers all below it"),
  changed: seconds.describe("When the household wrote it; 0 = it is of the catalogue"),
  by: z.string().describe("Who wrote it last"),
});
const offered = z.object({ groups: z.array(z.string()).readonly(), services: z.array(service) });
const choice = z.enum(["", "allow", "block"]);
const chosen = z.object({
  ...known,
  here: choice.describe("What this scope chose; empty = it follows the wider ones"),
  effective: z.enum(["allow", "block"]).describe("What holds for it"),
  from: z.string().describe(
    "The scope that chose that, or category:NAME where it is blocked as one; empty = nobody did",
  ),
  follows: z.enum(["allow", "block"]).describe("What holds when this scope chooses nothing"),
  schedule: z.string().describe("672 slots of 15 minutes from Monday 00:00, 1 = blocked; empty = always"),
  hours: z.array(weekHours).describe("The schedule in hours"),
});
const blocked = z.object({
  scope: z.string(),
  name: z.string().describe("How the scope is called; empty for everyone and for profiles"),
  groups: z.array(z.string()).readonly(),
  services: z.array(chosen),
});

/** A service as the API shows it. */
export type ShownService = z.infer<typeof service>;
/** The answer of GET /api/v1/services. */
export type OfferedServices = z.infer<typeof offered>;
/** A service with what a scope chose of it. */
export type ChosenService = z.infer<typeof chosen>;
/** The answer of GET and PUT /api/v1/blocked-services. */
export type BlockedServices = z.infer<typeof blocked>;

const params = z.object({ id: z.string().min(1).max(LIMITS.services.idCharacters) });
const serviceBody = z.strictObject({
  name: z.string().max(4 * LIMITS.services.nameCharacters),
  group: group.default("software"),
  domains: z.array(z.string().min(1).max(255)).max(LIMITS.services.domains)
    .describe("Names that it uses; each covers all below it"),
});
const most = SERVICES.length + LIMITS.services.most;
const key = z.string().min(1).max(LIMITS.services.idCharacters);
const blockedBody = z.strictObject({
  services: z.record(key, choice).default({}).describe(
    "What the scope chooses; empty = it follows the wider ones again",
  ),
  schedules: z.record(key, scheduleGiven).default({})
    .describe("When a blocked service is blocked: 672 slots of 15 minutes from Monday 00:00, or hours; empty = always"),
});

/** GET and PUT /api/v1/blocked-services, GET /api/v1/services, PUT and DELETE /api/v1/services/{id}. */
export const serviceRoutes = [
  route({
    doc: "A 4.9",
    method: "get",
    path: "/api/v1/blocked-services",
    summary: "Every service with what a scope chose and what holds for it",
    access: "rules.read",
    database: "box",
    query: scopeQuery,
    answers: { 200: blocked },
    refusals: ["bad_value"],
    handle: async ({ query: { scope } }, services) => await shownFor(scope, services),
  }),
  route({
    doc: "A 4.9",
    method: "put",
    path: "/api/v1/blocked-services",
    summary: "Blocks and allows services for a scope; those that are not named stay",
    access: "rules.write",
    database: "box",
    audit: ["services.change"],
    publishes: "rules",
    query: scopeQuery,
    body: blockedBody,
    answers: { 200: blocked },
    refusals: ["bad_value", "conflict"],
    async handle({ query, body, by, note }, services) {
      const facts = await scopeFacts(services.scopes, query.scope), { scope } = facts;
      const changes = await wanted(scope, body, services.choices);
      await choiceRefused(services.choices.choose(scope, "service", changes, by.name));
      note("services.change", {
        scope: scopeSaid(facts),
        changed: changes.map(({ key, value }) => `${key}=${value || "follow"}`),
      });
      return await shownFor(scope, services);
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "get",
    path: "/api/v1/services",
    summary: "The services of the catalogue, then those that the household added",
    access: "rules.read",
    database: "box",
    answers: { 200: offered },
    handle: async (_, { choices }) => ({
      groups: SERVICE_GROUPS,
      services: [...SERVICES.map(ofCatalogue), ...(await choices.services()).map(ofHousehold)],
    }),
  }),
  route({
    doc: "A 7.2.3",
    method: "post",
    path: "/api/v1/services",
    summary: "Adds a service of the household, which is named after its name",
    access: "rules.write",
    database: "box",
    audit: ["service.set"],
    publishes: "rules",
    body: serviceBody,
    answers: { 201: service },
    refusals: ["bad_value", "conflict"],
    async handle({ body, by, note }, { choices }) {
      const taken = new Set((await choices.services()).map(({ id }) => id));
      const kept = await choiceRefused(choices.setService({ id: serviceId(body.name, taken), ...body }, by.name));
      note("service.set", { service: kept.name, domains: kept.domains });
      return ofHousehold(kept);
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "put",
    path: "/api/v1/services/{id}",
    summary: "Writes a service of the household; its id begins with custom-",
    access: "rules.write",
    database: "box",
    audit: ["service.set"],
    publishes: "rules",
    params,
    body: serviceBody,
    answers: { 200: service },
    refusals: ["bad_value", "conflict"],
    async handle({ params: { id }, body, by, note }, { choices }) {
      const kept = await choiceRefused(choices.setService({ id, ...body }, by.name));
      note("service.set", { service: kept.name, domains: kept.domains });
      return ofHousehold(kept);
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "delete",
    path: "/api/v1/services/{id}",
    summary: "Removes a service of the household with all that was chosen of it",
    access: "rules.write",
    database: "box",
    audit: ["service.remove"],
    publishes: "rules",
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { id }, note }, { choices }) {
      const { name } = await choiceRefused(choices.removeService(id));
      note("service.remove", { service: name });
      return reply(204, undefined);
    },
  }),
];

/** What holds of a service, the strictest last. */
const STRICTNESS = ["allow", "block"];

async function shownFor(text: string, { scopes, choices }: Services): Promise<BlockedServices> {
  const { scope, name, lines, profiles } = await scopeFacts(scopes, text);
  const [rows, categoryRows, own] = await Promise.all([
    choices.chosen("service"),
    choices.chosen("category"),
    choices.services(),
  ]);
  const all = byKey(rows), wider = lines.map((line) => line.filter((each) => each !== scope));
  const categories = byKey(categoryRows),
    services = [...SERVICES.map(ofCatalogue), ...own.map(ofHousehold)].map((service) => {
      const { id, name, letter, group, custom } = service, made = all.get(id), category = categoryOf(service);
      const of = (lines: readonly (readonly string[])[]) =>
        strictest(lines.map((line, at) => heldFor(line, profiles[at], category, made, categories)), STRICTNESS);
      const held = of(lines);
      return {
        ...{ id, name, letter, group, custom, here: (made?.get(scope)?.value ?? "") as ChosenService["here"] },
        ...{ effective: held.value as ChosenService["effective"], from: held.from, schedule: held.schedule },
        follows: of(wider).value as ChosenService["follows"],
        hours: hoursOf(held.schedule),
      };
    });
  return { scope, name, groups: SERVICE_GROUPS, services };
}

/** What holds of a service for a line: what was chosen of it, else what is done with the category that it counts in. */
function heldFor(
  line: readonly string[],
  profile: Profile | undefined,
  category: string,
  made: ChoicesByScope | undefined,
  categories: ReadonlyMap<string, ChoicesByScope>,
): Effective {
  const held = narrowest(line, made, "");
  if (held.value !== "") return held;
  const of = hasAction(category) ? narrowestCategory(line, profile, category, categories.get(category)).value : "allow";
  return {
    value: of === "block" ? "block" : "allow",
    from: of === "block" ? `category:${category}` : "",
    schedule: "",
  };
}

/** The category that the names of a service count in; those of the household count in that of their group. */
function categoryOf({ id, group }: Pick<ShownService, "id" | "group">): string {
  return serviceOf(id)?.category ?? SERVICES.findLast((service) => service.group === group)?.category ?? "";
}

/** The choices that a body asks for. A schedule alone changes when the service is blocked that the scope blocks already. */
async function wanted(
  scope: string,
  { services, schedules }: z.output<typeof blockedBody>,
  choices: Services["choices"],
): Promise<NewChoice[]> {
  const keys = new Set([...Object.keys(services), ...Object.keys(schedules)]);
  const own = new Set([...SERVICES, ...await choices.services()].map(({ id }) => id));
  const rows = await choices.chosen("service"),
    before = new Map(
      rows.filter((row) => row.scope === scope).map((row) => [row.key, row]),
    );
  if (keys.size > most) throw new ApiError("bad_value", `There are ${own.size} services, not: ${keys.size}`);
  return [...keys].map((key) => {
    if (!own.has(key)) throw new ApiError("bad_value", `There is no such service: ${key}`);
    const value = Object.hasOwn(services, key) ? services[key] : before.get(key)?.value ?? "";
    if (!Object.hasOwn(schedules, key)) {
      const schedule = value === "block" && before.get(key)?.value === "block" ? before.get(key)!.schedule : "";
      return { key, value, schedule };
    }
    const schedule = readSchedule(schedules[key]);
    if (schedule === undefined) {
      throw new ApiError(
        "bad_value",
        `A schedule has ${LIMITS.services.scheduleSlots} slots, 0 or 1, one of them 1, or hours in quarters: ${key}`,
      );
    }
    if (value !== "block" && schedule !== "") {
      throw new ApiError("bad_value", `Only what this scope blocks has a schedule: ${key}`);
    }
    return { key, value, schedule };
  });
}

function ofCatalogue({ id, name, letter, group, domains }: (typeof SERVICES)[number]): ShownService {
  return { id, name, letter, group, custom: false, domains, changed: 0, by: "" };
}

function ofHousehold({ id, name, group, domains, changed, by }: StoredService): ShownService {
  return { id, name, letter: letterOf(name), group, custom: true, domains, changed: toSeconds(changed), by };
}
