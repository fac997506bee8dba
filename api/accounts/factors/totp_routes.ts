/**
 * Routes for the authenticator of the own account, which is shown once and activated by its first
 * code.
 */
import { z } from "@hono/zod-openapi";
import { DomainError } from "../../schema/errors.ts";
import { reply, routeFor } from "../../http/route.ts";
import type { AccountService } from "../service.ts";
import { factorOwner } from "./owner.ts";
import type { FactorService } from "./service.ts";
import { sentence } from "../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly factors: FactorService;
  readonly accounts: AccountService;
}

const route = routeFor<Needs>();

const recoveryCodes = z.array(z.string()).describe(
  "Shown only once; empty = the account has recovery codes already",
);
const shared = {
  doc: "A 5.3",
  path: "/api/v1/me/totp",
  access: "session",
  database: "box",
} as const;

/** POST, PUT and DELETE of the authenticator. */
export const totpRoutes = [
  route({
    ...shared,
    method: "post",
    operationId: "beginMyTotp",
    summary: "A new secret for an authenticator; active once its first code is confirmed",
    confirmPassword: true,
    secure: true,
    unaudited: "nothing holds before the first code",
    answers: {
      200: z.object({
        secret: z.string().describe("In base32, for typing"),
        address: z.string().describe("otpauth:// address"),
        qr: z.string().describe("The address as a QR code: an SVG"),
      }),
    },
    refusals: ["not_found", "setup_needed"],
    handle: async ({ principal }, services) =>
      services.factors.authenticators.begin(await factorOwner(principal, services)),
  }),
  route({
    ...shared,
    method: "put",
    operationId: "confirmMyTotp",
    summary: "Activates the new authenticator by its first code; it replaces the previous one",
    audit: ["factor.add", "factor.codes"],
    secure: true,
    body: z.strictObject({ code: z.string().min(1).max(64).describe("Six digits") }),
    answers: { 200: z.object({ recovery_codes: recoveryCodes }) },
    refusals: ["not_found", "setup_needed", "bad_value", "conflict"],
    async handle({ body, principal, audit }, services) {
      const { id, name } = await factorOwner(principal, services);
      const { factors } = services;
      const outcome = await factors.authenticators.confirm(id, body.code);
      if (outcome === "absent") {
        throw new DomainError(
          "conflict",
          sentence`The setup of the authenticator has expired, it lasts ten minutes; start it again`,
        );
      }
      if (outcome === "wrong") {
        throw new DomainError(
          "bad_value",
          sentence`The code is not right; check that the clocks of the phone and the box agree`,
        );
      }
      audit("factor.add", { account: name, kind: "totp" });
      const codes = await factors.firstCodes(id);
      if (codes.length > 0) audit("factor.codes", { account: name, codes: codes.length });
      return { recovery_codes: [...codes] };
    },
  }),
  route({
    ...shared,
    method: "delete",
    summary: "Removes the authenticator",
    confirmPassword: true,
    audit: ["factor.remove"],
    answers: { 204: z.undefined() },
    refusals: ["not_found", "setup_needed"],
    async handle({ principal, audit }, services) {
      const { id, name } = await factorOwner(principal, services);
      const { factors } = services;
      if (!await factors.authenticators.remove(id)) {
        throw new DomainError("not_found", sentence`This account has no authenticator`);
      }
      await factors.recovery.removeUnneeded(id);
      audit("factor.remove", { account: name, kind: "totp" });
      return reply(204, undefined);
    },
  }),
];
