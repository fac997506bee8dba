/** The certificate of the block page: for devices without sign-in, and made anew by administrators (A 2.6, 4.6, 7.7). */
import { z } from "@hono/zod-openapi";
import { derOf, PROFILE_TYPE } from "../../../certificate/apple_profile.ts";
import type { AuthorityState } from "../../../certificate/authority.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Principal } from "../../../http/principal.ts";
import { routeFor, seconds } from "../../../http/route.ts";
import type { AuthorityRoutesSource } from "./offered_authority.ts";
import { authorityProfile } from "./profile.ts";

/** The services that these routes use. */
interface Needs {
  readonly authority: AuthorityRoutesSource;
}

const route = routeFor<Needs>();

const certificate = z.object({
  name: z.string().describe("What devices call it"),
  fingerprint: z.string().describe("SHA-256, AB:CD:…"),
  made: seconds,
  until: seconds.describe("The end of its validity"),
  url: z.string().describe("Where devices find how to install it"),
});

/** The response of GET /api/v1/certificate. */
export type CertificateResponse = z.infer<typeof certificate>;

/** The authority, made on first use, for those who do not ask too often (A 4.6). */
async function offered(
  by: Principal,
  { authority }: Pick<Needs, "authority">,
): Promise<AuthorityState> {
  if (by.kind !== "socket" && !authority.admits(by.address)) {
    throw new DomainError("too_many_requests", undefined, { headers: { "retry-after": "1" } });
  }
  return await authority.use().catch((error: Error) => {
    throw new DomainError("conflict", error.message);
  });
}

function shown(
  { name, fingerprint, made, until }: AuthorityState,
  { authority }: Pick<Needs, "authority">,
): CertificateResponse {
  return { name, fingerprint, made, until, url: authority.url() };
}

/** One of the files that devices install. */
function file(
  name: string,
  type: string,
  summary: string,
  content: (authority: AuthorityState) => Uint8Array<ArrayBuffer> | string | Promise<string>,
) {
  return route({
    doc: "A 4.6, 7.7.5",
    method: "get",
    path: `/certificate/${name}`,
    summary,
    access: "open",
    answers: { 200: z.string() },
    types: [type],
    refusals: ["conflict", "too_many_requests"],
    handle: async ({ principal }, services) =>
      new Response(await content(await offered(principal, services)), {
        headers: {
          "content-type": type,
          "content-disposition": `attachment; filename="${name}"`,
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        },
      }),
  });
}

/** GET /api/v1/certificate and the three files; POST …/block-authority/regenerate. */
export const blockPageRoutes = [
  route({
    doc: "A 2.6, 4.6",
    method: "get",
    path: "/api/v1/certificate",
    summary:
      "The certificate that block pages of https sites need; it is made when it is first asked for",
    access: "open",
    answers: { 200: certificate },
    refusals: ["conflict", "too_many_requests"],
    handle: async ({ principal }, services) => shown(await offered(principal, services), services),
  }),
  file(
    "box-ca.crt",
    "application/x-x509-ca-cert",
    "The certificate of the block page in DER",
    ({ cert }) => derOf(cert),
  ),
  file(
    "box-ca.pem",
    "application/x-pem-file",
    "The certificate of the block page as PEM",
    ({ cert }) => cert,
  ),
  file(
    "box-ca.mobileconfig",
    PROFILE_TYPE,
    "The certificate of the block page as a profile for phones and computers of Apple",
    authorityProfile,
  ),
  route({
    doc: "A 4.6, 7.7.4",
    method: "post",
    path: "/api/v1/dns-services/block-authority/regenerate",
    summary:
      "Makes the certificate of the block page anew: devices that trusted the one before must install the new one",
    access: "system.write",
    confirmPassword: true,
    audit: ["blockpage.authority"],
    body: z.strictObject({}),
    answers: { 200: certificate },
    refusals: ["conflict"],
    async handle({ audit }, services) {
      const made = await services.authority.regenerate().catch((error: Error) => {
        throw new DomainError("conflict", error.message);
      });
      audit("blockpage.authority", { fingerprint: made.fingerprint });
      return shown(made, services);
    },
  }),
];
