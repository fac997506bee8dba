/** Safe search: search engines are answered with their safe addresses, by scope (A 4.9). */
import { z } from "@hono/zod-openapi";
import {
  SAFE_SEARCH_ENGINES,
  safeSearchEngine,
  safeSearchValues,
} from "../../../../policy/catalogue/safe_search.ts";
import {
  groupByKey,
  narrowestSafeSearch,
  strictestChoice,
} from "../../../../policy/model/effective.ts";
import { DomainError } from "../../../schema/errors.ts";
import { routeFor } from "../../../http/route.ts";
import { type ScopeFacts, type Scopes, scopeText } from "../../household/scopes.ts";
import { type ChoiceService, type NewChoice, scopeFacts, scopeQuery } from "../choices/service.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly choices: Pick<ChoiceService, "choose" | "chosen">;
  readonly scopes: Pick<Scopes, "find">;
}

const route = routeFor<Needs>();

const value = z.enum(["off", "on", "moderate", "strict"]).meta({ id: "SafeSearchValue" });
const choice = z.enum(["", "off", "on", "moderate", "strict"]).meta({ id: "SafeSearchChoice" });
const engine = z.object({
  id: z.string(),
  name: z.string(),
  values: z.array(value).readonly().describe("Allowed values, the strictest last"),
  here: choice.describe("The choice of this scope; empty = inherited from wider scopes"),
  effective: value.describe("The effective value"),
  from: z.string().describe("The scope of that choice; empty = the default"),
  follows: value.describe("The value inherited if this scope chooses nothing"),
  default: value.describe("The default value"),
}).meta({ id: "SearchEngine" });
const safeSearch = z.object({
  scope: z.string(),
  name: z.string().describe("Name of the scope; empty for everyone and for profiles"),
  engines: z.array(engine),
}).meta({ id: "SafeSearch" });

/** A search engine with the choice of a scope. */
export type EngineResponse = z.infer<typeof engine>;
/** The response of GET and PUT /api/v1/safe-search. */
export type SafeSearch = z.infer<typeof safeSearch>;

const body = z.strictObject({
  engines: z.record(z.string().min(1).max(40), choice)
    .describe(
      "on or off, for YouTube off, moderate or strict; empty = inherited again from wider scopes",
    ),
});

/** GET and PUT /api/v1/safe-search. */
export const safeSearchRoutes = [
  route({
    doc: "A 4.9",
    method: "get",
    path: "/api/v1/safe-search",
    summary: "Every search engine with the choice of a scope and its effective value",
    access: "rules.read",
    database: "box",
    query: scopeQuery,
    answers: { 200: safeSearch },
    refusals: ["bad_value"],
    handle: async ({ query: { scope } }, services) =>
      await shownFor(await scopeFacts(services.scopes, scope), services),
  }),
  route({
    doc: "A 4.9",
    method: "put",
    path: "/api/v1/safe-search",
    summary: "Sets the safe search of a scope; absent engines are unchanged",
    access: "rules.write",
    database: "box",
    audit: ["safesearch.change"],
    publishes: "rules",
    query: scopeQuery,
    body,
    answers: { 200: safeSearch },
    refusals: ["bad_value", "conflict"],
    async handle({ query, body, principal, audit }, services) {
      const facts = await scopeFacts(services.scopes, query.scope);
      const { scope } = facts;
      const changes = Object.entries(body.engines).map(wanted);
      await services.choices.choose(scope, "safe_search", changes, principal.name);
      audit("safesearch.change", {
        scope: scopeText(facts),
        changed: changes.map(({ key, value }) => `${key}=${value || "follow"}`),
      });
      return await shownFor(facts, services);
    },
  }),
];

function wanted([key, value]: [string, z.infer<typeof choice>]): NewChoice {
  const found = safeSearchEngine(key);
  if (found === undefined) {
    throw new DomainError(
      "bad_value",
      programSentence`There is no such engine, there are ${names()}: ${key}`,
    );
  }
  const values = safeSearchValues(key);
  if (value !== "" && !values.includes(value)) {
    throw new DomainError(
      "bad_value",
      programSentence`The safe search of ${found.name} is ${values.join(", ")}, not: ${value}`,
    );
  }
  return { key, value, schedule: "" };
}

function names(): string {
  return SAFE_SEARCH_ENGINES.map(({ id }) => id).join(", ");
}

async function shownFor(
  { scope, name, lines, profiles }: ScopeFacts,
  { choices }: Pick<Needs, "choices">,
): Promise<SafeSearch> {
  const all = groupByKey(await choices.chosen("safe_search"));
  const wider = lines.map((line) => line.filter((each) => each !== scope));
  const engines = SAFE_SEARCH_ENGINES.map(({ id, name }): EngineResponse => {
    const values = safeSearchValues(id);
    const made = all.get(id);
    const held = (chosen: typeof made, of = lines) =>
      strictestChoice(
        of.map((line, at) => narrowestSafeSearch(line, profiles[at], id, chosen)),
        values,
      );
    const { value, from } = held(made);
    return {
      id,
      name,
      values,
      here: (made?.get(scope)?.value ?? "") as EngineResponse["here"],
      effective: value as EngineResponse["effective"],
      from,
      follows: held(made, wider).value as EngineResponse["follows"],
      default: held(undefined).value as EngineResponse["default"],
    };
  });
  return { scope, name, engines };
}
