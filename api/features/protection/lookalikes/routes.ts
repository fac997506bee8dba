/** Look-alike names: switches, what was found, and what is no imitation (A 2.5, 4.5). */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { domainSchema, filteringField } from "../../../http/shared_schemas.ts";
import { routeFor, seconds, toSeconds } from "../../../http/route.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { allowedDomainRoutes } from "../allowed_domain_routes.ts";
import { changeChecks, type Checks } from "../check_switches.ts";
import { allowingRules, type RuleSources } from "./allowing_rule.ts";
import type { LookalikeService } from "./service.ts";

/** The services that these routes use. */
interface Needs extends RuleSources {
  readonly lookalikes: Pick<LookalikeService, "found" | "protectedCount">;
  readonly settings: SettingsService;
}

const route = routeFor<Needs>();

const found = z.object({
  name: z.string().describe(
    "The name that imitates, as a device asked for it: the domain, or the whole name where a known name stands in front of the domain",
  ),
  readable: z.string().describe("The same as people read it"),
  domain: z.string().describe("The domain to allow, so that it is no imitation any more"),
  imitates: z.string().describe("The name that it imitates; empty = it mixes alphabets"),
  why: z.enum(["homograph", "typosquat", "brandsub", "combosquat"]).describe(
    "Look-alike letters, a typing error, a known name in front of another domain, or an added word",
  ),
  alike: z.boolean().describe(
    "Whether all that differs from the imitated name are letters that look alike, such as rn and m",
  ),
  young: z.boolean().describe("Whether the domain was registered less than 30 days before"),
  blocked: z.boolean().describe("Whether it was blocked, or only reported"),
  rule: z.string().describe(
    "Domain of the rule that allows it now for the devices that asked for it; empty = none",
  ),
  count: z.int().describe("How often it was queried in the last 30 days"),
  last: seconds.describe("Unix seconds of the last query"),
}).meta({ id: "Lookalike" });

const lookalikes = z.object({
  filtering: filteringField,
  enabled: z.boolean().describe("Whether look-alike names are blocked and reported"),
  typos: z.boolean().describe("Whether typing errors are reported too"),
  ask: z.boolean().describe("Whether the online service is queried for the age of domains"),
  protected: z.int().describe("Number of known services that are protected"),
  allowed: z.array(z.string()).readonly().describe("Domains that are never an imitation"),
  lookalikes: z.array(found).describe("What was blocked or reported in the last 30 days"),
}).meta({ id: "Lookalikes" });

/** A look-alike in responses. */
export type LookalikeResponse = z.infer<typeof found>;
/** The response of GET and PUT /api/v1/lookalike. */
export type LookalikesResponse = z.infer<typeof lookalikes>;

const KINDS = found.shape.why.options;

const body = z.strictObject({
  enabled: z.boolean().optional().describe("Whether look-alike names are blocked and reported"),
  typos: z.boolean().optional().describe("Whether typing errors are reported too"),
  ask: z.boolean().optional().describe("Whether the online service may be queried for ages"),
  allowed: z.array(domainSchema).max(LIMITS.lookalikes.allowed).optional()
    .describe("All domains that are never an imitation; replaces those before"),
}).refine((changes) => Object.keys(changes).length > 0, "name at least one field to change");

const CHECKS = {
  switches: [
    {
      field: "enabled",
      key: "lookalike",
      logged: { on: "lookalike.on", off: "lookalike.off" },
    },
    {
      field: "typos",
      key: "lookalike_typos",
      logged: { on: "lookalike.typos.on", off: "lookalike.typos.off" },
    },
    {
      field: "ask",
      key: "lookalike_ask",
      logged: { on: "lookalike.ask.on", off: "lookalike.ask.off" },
    },
  ],
  allowed: {
    field: "allowed",
    key: "lookalike_allowed",
    action: "lookalike.allowed",
    most: LIMITS.lookalikes.allowed,
  },
} as const satisfies Checks;

/** GET and PUT /api/v1/lookalike, and the domains that are no imitations. */
export const lookalikeRoutes = [
  route({
    doc: "A 4.5",
    method: "get",
    path: "/api/v1/lookalike",
    operationId: "getLookalikes",
    summary: "Names that imitate others: the switches, and what was found in the last 30 days",
    access: "rules.read",
    database: "box",
    answers: { 200: lookalikes },
    handle: (_, services) => shown(services),
  }),
  route({
    doc: "A 4.5",
    method: "put",
    path: "/api/v1/lookalike",
    operationId: "updateLookalikes",
    summary: "Turns the checks for look-alike names on or off, or replaces the allowed domains",
    description: "The switches need the right to change settings",
    access: "rules.write",
    publishes: true,
    database: "box",
    audit: [
      ...CHECKS.switches.flatMap(({ logged: { on, off } }) => [on, off]),
      "lookalike.allowed",
    ],
    body,
    answers: { 200: lookalikes },
    refusals: ["no_right", "bad_value", "setting_fixed"],
    async handle({ body: changes, principal, audit }, services) {
      await changeChecks(CHECKS, changes, { principal, audit }, services);
      return await shown(services);
    },
  }),
  ...allowedDomainRoutes({
    path: "/api/v1/lookalike",
    checks: CHECKS,
    answer: lookalikes,
    shown,
    names: { put: "allowLookalike", delete: "disallowLookalike" },
    domain: "Domain that is never an imitation",
    summaries: {
      put: "Takes one domain for no imitation; the others stay as they are",
      delete: "No longer takes one domain for no imitation",
    },
  }),
];

async function shown({ lookalikes, settings, ...sources }: Needs): Promise<LookalikesResponse> {
  const { values } = settings.resolved();
  const found = await lookalikes.found();
  const rules = await allowingRules(found, sources);
  return {
    filtering: values.filtering,
    enabled: values.lookalike,
    typos: values.lookalike_typos,
    ask: values.lookalike_ask,
    protected: lookalikes.protectedCount,
    allowed: values.lookalike_allowed,
    lookalikes: found.flatMap(({ kind, last, devices: _, ...one }, at) => {
      const why = KINDS.find((each) => each === kind);
      return why === undefined ? [] : [{ ...one, why, last: toSeconds(last), rule: rules[at] }];
    }),
  };
}
