/**
 * Routes for second factors: those of an account, its recovery codes, and removing them when a
 * person lost them.
 */
import { z } from "@hono/zod-openapi";
import { DomainError } from "../../schema/errors.ts";
import { recordId, reply, routeFor, seconds } from "../../http/route.ts";
import { hostOf } from "../../http/steps/origin.ts";
import type { AccountService } from "../service.ts";
import { factorOwner } from "./owner.ts";
import { passkeyRoutes } from "./passkey_routes.ts";
import { passkeySignInRoutes } from "./passkey_sign_in_routes.ts";
import type { FactorService } from "./service.ts";
import { totpRoutes } from "./totp_routes.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly factors: FactorService;
  readonly accounts: AccountService;
}

const route = routeFor<Needs>();

const summary = z.object({
  required: z.boolean().describe("Whether a second factor is required besides the password"),
  totp_since: seconds.describe("Unix seconds when the authenticator was set up, 0 = none"),
  passkeys: z.int(),
  recovery_codes: z.int().describe("Number that are left"),
}).meta({ id: "AccountFactors" });
const own = summary.extend({
  passkeys_refused: z.string().describe(
    "Why passkeys are impossible at the current host name; empty = possible",
  ),
});

/** The second factors of an account as the API shows them. */
export type FactorsResponse = z.infer<typeof summary>;

const shared = { doc: "A 5.2", database: "box" } as const;
const params = z.object({ id: recordId });

/** The routes of second factors. */
export const factorRoutes = [
  ...passkeySignInRoutes,
  route({
    ...shared,
    method: "get",
    path: "/api/v1/me/factors",
    summary: "The second factors of the own account",
    access: "account",
    answers: { 200: own },
    refusals: ["not_found", "setup_needed"],
    async handle({ principal, request }, services) {
      const { id } = await factorOwner(principal, services);
      return {
        ...await shown(id, services),
        passkeys_refused: services.factors.refusal(hostOf(request)),
      };
    },
  }),
  ...totpRoutes,
  ...passkeyRoutes,
  route({
    ...shared,
    method: "post",
    path: "/api/v1/me/recovery-codes",
    operationId: "renewMyRecoveryCodes",
    summary: "New recovery codes, shown once; the previous ones become invalid",
    access: "session",
    confirmPassword: true,
    secure: true,
    audit: ["factor.codes"],
    answers: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
    refusals: ["not_found", "setup_needed", "conflict"],
    async handle({ principal, audit }, services) {
      const { id, name } = await factorOwner(principal, services);
      const { factors } = services;
      if (!await factors.required(id)) {
        throw new DomainError(
          "conflict",
          sentence`There is no second factor to recover; set up an authenticator or a passkey first`,
        );
      }
      const codes = await factors.recovery.renew(id);
      audit("factor.codes", { account: name, codes: codes.length });
      return { recovery_codes: [...codes] };
    },
  }),
  route({
    ...shared,
    method: "get",
    path: "/api/v1/accounts/{id}/factors",
    summary: "The second factors of an account",
    access: "accounts.read",
    params,
    answers: { 200: summary },
    refusals: ["not_found"],
    async handle({ params: { id } }, services) {
      await services.accounts.ready();
      return await shown(services.accounts.accounts.known(id).id, services);
    },
  }),
  route({
    ...shared,
    method: "delete",
    path: "/api/v1/accounts/{id}/factors",
    summary: "Removes every second factor of an account whose owner lost them",
    access: "accounts.write",
    confirmPassword: true,
    audit: ["factor.remove", "consent.end"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found", "no_right"],
    async handle({ params: { id }, principal, audit }, { accounts }) {
      const { account, consentsEnded } = await accounts.removeFactors(id, principal);
      audit("factor.remove", { account: account.name, kind: "all" });
      for (const person of consentsEnded) audit("consent.end", { person, account: account.name });
      return reply(204, undefined);
    },
  }),
];

async function shown(
  accountId: number,
  { factors }: Pick<Needs, "factors">,
): Promise<FactorsResponse> {
  const { totpSince, passkeys, recoveryCodes } = await factors.summary(accountId);
  const required = totpSince > 0 || passkeys > 0;
  return { required, totp_since: totpSince, passkeys, recovery_codes: recoveryCodes };
}
