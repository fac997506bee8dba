/**
 * The action for names of each category: passed, reported or blocked, by scope (A 3.2, 7.1, 7.6.9).
 */
import { z } from "@hono/zod-openapi";
import {
  ACTION_CATEGORIES,
  type ActionCategory,
  actionsOf,
  isConfidential,
  isSensitive,
  protectionKindOf,
} from "../../../../policy/catalogue/categories.ts";
import { SERVICES } from "../../../../policy/catalogue/services.ts";
import {
  groupByKey,
  isFixed,
  narrowestCategory,
  strictestChoice,
} from "../../../../policy/model/effective.ts";
import { coversScopes } from "../../../../policy/model/list_reach.ts";
import { CATEGORY_ACTIONS, type CategoryAction } from "../../../../policy/model/household.ts";
import { DomainError } from "../../../schema/errors.ts";
import { count, routeFor } from "../../../http/route.ts";
import { type ScopeFacts, type Scopes, scopeText } from "../../household/scopes.ts";
import { type ChoiceService, type NewChoice, scopeFacts, scopeQuery } from "../choices/service.ts";
import type { ListService, ListState } from "../lists/service.ts";
import { programSentence, type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly lists: Pick<ListService, "list">;
  readonly choices: Pick<ChoiceService, "choose" | "chosen">;
  readonly scopes: Pick<Scopes, "find">;
}

const route = routeFor<Needs>();

const action = z.enum(CATEGORY_ACTIONS).meta({ id: "CategoryAction" });
const choice = z.enum(["", ...CATEGORY_ACTIONS]).meta({ id: "CategoryChoice" });
const feeding = z.object({
  id: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  names: count.describe("Names and rules from it in the last compilation"),
  in_use: z.boolean().describe(
    "Whether it is on, for the scope, and a copy that is not known to be empty is in force",
  ),
}).meta({ id: "CategorySource" });
const category = z.object({
  category: z.string(),
  protects: z.enum(["security", "illegal", "choice"]).describe("What blocking it protects from"),
  sensitive: z.boolean().describe("Its names are only counted, never shown"),
  confidential: z.boolean().describe("Its lists are never shown"),
  actions: z.array(action).readonly().describe("Allowed values for this scope"),
  here: choice.describe("The choice of this scope; empty = inherited from wider scopes"),
  effective: action.describe("The effective value"),
  from: z.string().describe("The scope of that choice; empty = the default"),
  follows: action.describe("The value inherited if this scope chooses nothing"),
  default: action.describe("The default value"),
  lists: z.array(feeding).describe("Subscribed lists that define its names"),
  services: count.describe("Services of the catalogue that belong to it"),
}).meta({ id: "Category" });
const categories = z.object({
  scope: z.string(),
  name: z.string().describe("Name of the scope; empty for everyone and for profiles"),
  categories: z.array(category),
}).meta({ id: "Categories" });

/** A category with the choice of a scope. */
export type CategoryResponse = z.infer<typeof category>;
/** The response of GET and PUT /api/v1/categories. */
export type Categories = z.infer<typeof categories>;

const body = z.strictObject({
  categories: z.partialRecord(
    z.enum(ACTION_CATEGORIES as [ActionCategory, ...ActionCategory[]]),
    choice,
  )
    .describe("The choice of the scope; empty = inherited again from wider scopes"),
  accept_risk: z.boolean().default(false)
    .describe(
      "Confirms that attacks are allowed: malware, phishing, fraud or mining is not blocked",
    ),
});

/** GET and PUT /api/v1/categories. */
export const categoryRoutes = [
  route({
    doc: "A 7.6.9",
    method: "get",
    path: "/api/v1/categories",
    summary: "Every category with the choice of a scope, its effective value, and its sources",
    access: "rules.read",
    database: "box",
    query: scopeQuery,
    answers: { 200: categories },
    refusals: ["bad_value"],
    handle: async ({ query: { scope } }, services) =>
      await shownFor(await scopeFacts(services.scopes, scope), services),
  }),
  route({
    doc: "A 7.6.9",
    method: "put",
    path: "/api/v1/categories",
    summary: "Sets the choices about categories for a scope; absent categories are unchanged",
    access: "rules.write",
    database: "box",
    audit: ["categories.change"],
    publishes: "rules",
    query: scopeQuery,
    body,
    answers: { 200: categories },
    refusals: ["bad_value", "conflict"],
    async handle({ query, body, principal, audit }, services) {
      const facts = await scopeFacts(services.scopes, query.scope);
      const { scope } = facts;
      const changes = Object.entries(body.categories).map(([key, value]): NewChoice => {
        const refusal = refusalOf(key, value, facts, body.accept_risk);
        if (refusal !== "") throw new DomainError("bad_value", refusal);
        return { key, value, schedule: "" };
      });
      await services.choices.choose(scope, "category", changes, principal.name);
      audit("categories.change", {
        scope: scopeText(facts),
        changed: changes.map(({ key, value }) => `${key}=${value || "follow"}`),
      });
      return await shownFor(facts, services);
    },
  }),
];

/** Returns why a scope may not make a choice; "" = it may. */
function refusalOf(
  category: string,
  value: string,
  { profiles }: ScopeFacts,
  acceptsRisk: boolean,
): Sentence | "" {
  if (value === "" || value === "block") return "";
  if (isConfidential(category)) {
    return programSentence`What the law forbids is always blocked: ${category}`;
  }
  if (profiles.some((profile) => isFixed(category, profile))) {
    return sentence`VPNs and bypass tools stay blocked for children and teenagers: ${category}`;
  }
  if (protectionKindOf(category) === "security" && !acceptsRisk) {
    return sentence`This lets attacks through. Confirm that you accept the risk (accept_risk): ${category}`;
  }
  return "";
}

/** Returns a list that defines which names belong to a category, for a scope with these lines. */
function feedingOf(
  list: ListState,
  lines: ScopeFacts["lines"],
): z.infer<typeof feeding> {
  const { id, name, enabled, counts, inForce } = list;
  const names = (counts?.names ?? 0) + (counts?.rules ?? 0);
  const isInForce = enabled && inForce !== "" && lines.some((line) => coversScopes(list, line));
  return { id, name, enabled, names, in_use: isInForce && (!counts || names > 0) };
}

async function shownFor(
  { scope, name, lines, profiles }: ScopeFacts,
  { lists, choices }: Pick<Needs, "lists" | "choices">,
): Promise<Categories> {
  const [subscribed, rows] = await Promise.all([lists.list(), choices.chosen("category")]);
  const all = groupByKey(rows);
  const wider = lines.map((line) => line.filter((each) => each !== scope));
  const held = (
    category: string,
    made: ReturnType<typeof all.get>,
    fed: readonly boolean[],
    of = lines,
  ) =>
    strictestChoice(
      of.map((line, at) => narrowestCategory(line, profiles[at], category, made, fed[at])),
      CATEGORY_ACTIONS,
    );
  const shown = ACTION_CATEGORIES.map((category): CategoryResponse => {
    const feeds = subscribed.filter((list) => list.kind === "block" && list.category === category);
    const made = all.get(category);
    const fed = lines.map((line) => feeds.some((list) => list.enabled && coversScopes(list, line)));
    const { value, from } = held(category, made, fed);
    const fixed = profiles.some((profile) => isFixed(category, profile));
    return {
      category,
      protects: protectionKindOf(category),
      sensitive: isSensitive(category),
      confidential: isConfidential(category),
      actions: fixed ? ["block"] : actionsOf(category),
      here: (made?.get(scope)?.value ?? "") as CategoryResponse["here"],
      effective: value as CategoryAction,
      from,
      default: held(category, undefined, fed).value as CategoryAction,
      follows: held(category, made, fed, wider).value as CategoryAction,
      lists: feeds.map((list) => feedingOf(list, lines)),
      services: SERVICES.filter((service) => service.category === category).length,
    };
  });
  return { scope, name, categories: shown };
}
