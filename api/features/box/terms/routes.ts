/** The terms of use: their text, the recorded acceptance, and accepting them (A 4.9, 7.12). */
import { z } from "@hono/zod-openapi";
import { languageSchema } from "../../../http/shared_schemas.ts";
import { routeFor, seconds } from "../../../http/route.ts";
import { TERMS_VERSION, TERMS_VERSIONS, termsNeeded, type TermsService } from "./service.ts";
import { TERMS_TEXT } from "./text.ts";

/** The services that these routes use. */
interface Needs {
  readonly terms: Pick<TermsService, "accept" | "accepted">;
}

const route = routeFor<Needs>();

const terms = z.object({
  current: z.string().describe("The version in force"),
  versions: z.array(z.string()).readonly(),
  terms_version: z.string().describe("The newest version that was accepted; empty = none"),
  terms_accepted_at: seconds,
  terms_accepted_by: z.string().describe("The account; empty = nobody"),
  accepted: z.boolean().describe("Whether the version in force was accepted"),
  banner: z.boolean().describe("Whether administrators are asked to accept it"),
}).meta({ id: "Terms" });
const text = z.object({
  version: z.string(),
  lang: languageSchema,
  title: z.string(),
  before: z.array(z.string()).readonly(),
  sends: z.array(z.string()).readonly().describe("Everything that the box sends out"),
  after: z.array(z.string()).readonly(),
});

/** The response of GET and POST /api/v1/terms. */
export type TermsResponse = z.infer<typeof terms>;
/** The response of GET /api/v1/terms/text. */
export type TermsTextResponse = z.infer<typeof text>;

/** The routes of the terms. */
export const termsRoutes = [
  route({
    doc: "A 4.9",
    method: "get",
    path: "/api/v1/terms",
    summary: "The accepted terms of use, when and by whom",
    access: "system.read",
    database: "box",
    answers: { 200: terms },
    handle: (_, services) => shownTerms(services),
  }),
  route({
    doc: "A 4.9",
    method: "post",
    path: "/api/v1/terms",
    operationId: "acceptTerms",
    summary: "Accepts the terms of use in force",
    access: "system.write",
    audit: ["terms.accept"],
    database: "box",
    body: z.strictObject({
      accept: z.boolean().describe("Whether the terms are accepted"),
      version: z.string().max(32).describe("Version of the terms as shown"),
    }),
    answers: { 200: terms },
    refusals: ["terms_needed"],
    async handle({ body: { accept, version }, principal, audit }, services) {
      if (!accept || version !== TERMS_VERSION) throw termsNeeded("accept true and version");
      await services.terms.accept(principal.name);
      audit("terms.accept", { version });
      return await shownTerms(services);
    },
  }),
  route({
    doc: "A 7.12.2",
    method: "get",
    path: "/api/v1/terms/text",
    summary: "The terms of use in force, with everything that the box sends out",
    access: "open",
    query: z.object({ lang: languageSchema.default("en") }),
    answers: { 200: text },
    store: "etag",
    handle: ({ query: { lang } }) => ({ version: TERMS_VERSION, lang, ...TERMS_TEXT[lang] }),
  }),
];

async function shownTerms({ terms }: Needs): Promise<TermsResponse> {
  const last = await terms.accepted();
  const accepted = last?.version === TERMS_VERSION;
  return {
    current: TERMS_VERSION,
    versions: TERMS_VERSIONS,
    terms_version: last?.version ?? "",
    terms_accepted_at: last?.at ?? 0,
    terms_accepted_by: last?.by ?? "",
    accepted,
    banner: !accepted,
  };
}
