/**
 * The guided setup: its choices while the installation is not finished, and finishing it (A 4.9,
 * 5.7).
 */
import { NEW_DEVICE_MODES } from "../../../../policy/model/household.ts";
import { isSameZone } from "../../../settings/system_zone.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { accountLanguageSchema, languageSchema } from "../../../http/shared_schemas.ts";
import { COUNTRIES } from "../../../../policy/catalogue/countries.ts";
import { LANGUAGES } from "../../../../policy/catalogue/languages.ts";
import { PUBLIC_RESOLVERS } from "../../../../policy/catalogue/resolver_rows.ts";
import { protocolsOf } from "../../../../policy/catalogue/resolvers.ts";
import { peerAddress } from "../../../http/sources.ts";
import { reply, routeFor } from "../../../http/route.ts";
import { hostOf } from "../../../http/steps/origin.ts";
import { NETWORK_KINDS, SETTINGS } from "../../../settings/list.ts";
import { fixedByText } from "../settings/service.ts";
import { TERMS_VERSION } from "../terms/service.ts";
import { NETWORKS } from "./networks.ts";
import { type Setup, type SetupServices, startSetupSession } from "./service.ts";

/** The services that these routes use. */
type Needs = SetupServices & {
  readonly setup: Pick<Setup, "finish">;
};

const route = routeFor<Needs>();

const named = z.array(z.object({ id: z.string(), name: z.string() })).readonly();
const choices = z.object({
  languages: named,
  countries: named,
  time_zones: z.array(z.string()).readonly(),
  system_time_zone: z.string(),
  networks: z.array(z.object({
    id: z.enum(NETWORK_KINDS),
    summary: z.string(),
    settings: z.record(
      z.string(),
      z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
    ),
    lists: z.array(z.string()).readonly(),
  })).readonly(),
  upstreams: z.array(z.object({
    id: z.string(),
    operator: z.string(),
    country: z.string(),
    protocols: z.array(z.string()),
  })).readonly(),
  lists: z.array(z.object({ id: z.string(), name: z.string(), category: z.string() })).readonly(),
  fixed: z.array(z.string()).readonly().describe(
    "Settings among these that are fixed by command line options or variables",
  ),
});
const setup = z.object({
  finished: z.boolean(),
  terms_version: z.string().describe("The terms to accept"),
  choices: choices.nullable().describe("null once the installation is finished"),
}).meta({ id: "SetupState" });
const finished = z.object({
  account: z.string(),
  terms_accepted: z.boolean(),
  restart_needed: z.boolean().describe("Whether a choice applies only after the next restart"),
});
const unrecorded = z.object({
  error: z.string(),
  code: z.literal("terms_not_recorded"),
  account: z.string(),
});

/** The response of GET /api/v1/setup. */
export type SetupResponse = z.infer<typeof setup>;
/** The response of POST /api/v1/setup. */
export type SetupResponseResult = z.infer<typeof finished>;

const id = z.string().min(1).max(64);
const body = z.strictObject({
  account: z.strictObject({
    name: label({ most: LIMITS.accounts.nameCharacters }),
    password: z.string().max(LIMITS.accounts.passwordMost).meta({
      description: "Password of the account",
      minLength: LIMITS.accounts.passwordLeast,
    }),
    email: z.string().max(254).optional().describe("Mail address of the account"),
    language: accountLanguageSchema.default(""),
  }).describe("The administrator, who replaces the default account"),
  accept_terms: z.boolean().default(false).describe("Whether the terms are accepted"),
  terms_version: z.string().max(32).default("").describe("Version of the terms as shown"),
  telemetry: z.boolean().default(true).describe("Whether the anonymous daily signal is sent"),
  country: z.string().max(2).meta({ pattern: "^([A-Za-z]{2})?$" }).optional().describe(
    "Country of the household, such as FR",
  ),
  time_zone: z.string().max(64).optional().describe(
    "Time zone of the household, such as Europe/Paris; absent = that of the machine",
  ),
  language: languageSchema.optional().describe(
    "Language of the box, for texts without a particular reader",
  ),
  network: z.enum(NETWORK_KINDS).default("home").describe(
    "What the network is for; it proposes settings and lists",
  ),
  new_devices: z.enum(NEW_DEVICE_MODES).optional().describe(
    "Policy of a new device: open = as everyone, child = as a child's, held = quarantine until approved",
  ),
  upstreams: z.array(id).min(1).max(10).optional().describe(
    "Identifiers of the public resolvers to use as upstreams",
  ),
  lists: z.array(id).max(50).default([]).describe("Identifiers of lists to subscribe"),
});

/** GET and POST /api/v1/setup. */
export const setupRoutes = [
  route({
    doc: "A 5.7",
    method: "get",
    path: "/api/v1/setup",
    summary: "Whether the installation is finished, and the choices until it is",
    access: "open",
    database: "box",
    query: z.object({ lang: languageSchema.default("en") }),
    answers: { 200: setup },
    async handle({ query: { lang } }, services) {
      const finished = await services.accounts.isFinished();
      return {
        finished,
        terms_version: TERMS_VERSION,
        choices: finished ? null : choicesIn(lang, services),
      };
    },
  }),
  route({
    doc: "A 4.9",
    method: "post",
    path: "/api/v1/setup",
    operationId: "finishSetup",
    summary:
      "Finishes the installation: account, terms, statistics and first choices; removes the default account",
    access: "setup",
    audit: ["setup.finish"],
    database: "box",
    deadline: 60_000,
    body,
    answers: { 200: finished, 500: unrecorded },
    headers: ["set-cookie"],
    refusals: [
      "setup_finished",
      "terms_needed",
      "bad_value",
      "weak_password",
      "list_refused",
      "setting_fixed",
    ],
    async handle({ body, principal, request, audit }, services) {
      const { accountId, account, termsRecorded } = await services.setup.finish(
        body,
        principal,
        services,
      );
      audit("setup.finish", { account, ...(termsRecorded ? { terms: TERMS_VERSION } : {}) });
      const headers = principal.kind === "session"
        ? await signedIn(accountId, principal.address, request, services)
        : {};
      if (!termsRecorded) {
        const error =
          `The account ${account} is made, but the acceptance of the terms could not be recorded; ` +
          "sign in and accept them on the System page";
        return reply(500, { error, code: "terms_not_recorded" as const, account }, headers);
      }
      const { settings } = services;
      const zone = settings.resolved().values.time_zone;
      return reply(
        200,
        {
          account,
          terms_accepted: true,
          restart_needed: !isSameZone(zone, settings.started().time_zone),
        },
        headers,
      );
    },
  }),
];

/** Signs in the browser that finished the setup; when that fails, the user signs in separately. */
async function signedIn(accountId: number, address: string, request: Request, services: Needs) {
  const place = {
    host: hostOf(request),
    address: peerAddress(address) === undefined ? "" : address,
    userAgent: request.headers.get("user-agent") ?? "",
  };
  try {
    return { "set-cookie": await startSetupSession(accountId, place, services) };
  } catch (error) {
    services.runtime.log(
      "warn",
      `Nobody is signed in after the setup: ${(error as Error).message}`,
    );
    return {};
  }
}

function choicesIn(lang: string, services: Needs): z.infer<typeof choices> {
  const regions = new Intl.DisplayNames(lang, { type: "region" });
  const countries = COUNTRIES.map((id) => ({ id, name: regions.of(id) ?? id }));
  const keys = [
    "telemetry",
    "country",
    "time_zone",
    "language",
    "network_kind",
    "new_devices",
    "upstreams",
  ];
  return {
    languages: LANGUAGES.map((id) => ({
      id,
      name: new Intl.DisplayNames(id, { type: "language" }).of(id) ?? id,
    })),
    countries: countries.sort((a, b) => a.name.localeCompare(b.name, lang)),
    time_zones: Intl.supportedValuesOf("timeZone"),
    system_time_zone: new Intl.DateTimeFormat("en").resolvedOptions().timeZone,
    networks: NETWORKS.map(({ settings, ...kind }) => ({
      ...kind,
      settings: { ...settings } as Record<string, string>,
    })),
    upstreams: PUBLIC_RESOLVERS.map((resolver) => ({
      id: resolver.id,
      operator: resolver.operator,
      country: resolver.country,
      protocols: protocolsOf(resolver),
    })),
    lists: services.catalogue.map(({ id, name, category }) => ({ id, name, category })),
    fixed: SETTINGS.filter((row) => keys.includes(row.key) && fixedByText(row, services) !== "")
      .map((
        { key },
      ) => key),
  };
}
