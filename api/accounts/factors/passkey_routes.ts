/** Routes for the passkeys of the own account. */
import { label } from "../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../policy/limits.ts";
import { recordId, reply, routeFor, seconds } from "../../http/route.ts";
import { hostOf } from "../../http/steps/origin.ts";
import type { AccountService } from "../service.ts";
import { factorOwner } from "./owner.ts";
import type { Passkey } from "./passkeys.ts";
import type { FactorService } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly factors: FactorService;
  readonly accounts: AccountService;
}

const route = routeFor<Needs>();

/** Schema of bytes in base64url with at most `most` characters. */
export function base64urlText(most: number) {
  return z.string().max(most).regex(/^[\w-]*$/, "base64url is wanted");
}

/** Schema of the options for navigator.credentials. */
export const browserOptions = z.looseObject({ challenge: z.string() }).describe(
  "For navigator.credentials, as JSON",
);
const name = label({ most: LIMITS.factors.passkeyNameCharacters });
const passkey = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string().describe("The name of the box at which it is valid"),
  synced: z.boolean().describe("Whether it is synchronised between devices"),
  created: seconds,
  last_use: seconds,
}).meta({ id: "Passkey" });
const registered = z.object({
  id: base64urlText(1400).min(1).describe("Identifier of the passkey"),
  response: z.object({
    clientDataJSON: base64urlText(8192).describe("The challenge and the address of the page"),
    attestationObject: base64urlText(32_768).describe("The public key (WebAuthn 6.5)"),
    transports: z.array(z.string().max(32).regex(/^[a-z-]+$/)).max(10).optional().describe(
      "Transports of the authenticator, such as usb or internal",
    ),
  }).describe("The new public key"),
}).describe("The result of navigator.credentials.create, as JSON");

/** A passkey as the API shows it. */
export type PasskeyResponse = z.infer<typeof passkey>;

const shared = { doc: "A 5.3", database: "box" } as const;
const refusals = ["not_found", "setup_needed"] as const;
const params = z.object({ id: recordId });

/** The routes of passkeys. */
export const passkeyRoutes = [
  route({
    ...shared,
    method: "get",
    path: "/api/v1/me/passkeys",
    summary: "The passkeys of the own account",
    access: "account",
    answers: { 200: z.object({ passkeys: z.array(passkey) }) },
    refusals,
    async handle({ principal }, services) {
      return {
        passkeys: (await services.factors.passkeys.of((await factorOwner(principal, services)).id))
          .map(
            shownPasskey,
          ),
      };
    },
  }),
  route({
    ...shared,
    method: "post",
    path: "/api/v1/me/passkeys/options",
    operationId: "beginMyPasskey",
    summary: "Options for a browser to create a passkey for the own account",
    access: "session",
    confirmPassword: true,
    secure: true,
    unaudited: "nothing is registered yet",
    answers: { 200: browserOptions },
    refusals: [...refusals, "no_passkeys_here", "conflict"],
    async handle({ principal, request }, services) {
      const account = await factorOwner(principal, services);
      const { factors } = services;
      return {
        ...await factors.passkeys.registrationOptions(account, factors.place(hostOf(request))),
      };
    },
  }),
  route({
    ...shared,
    method: "post",
    path: "/api/v1/me/passkeys",
    operationId: "registerMyPasskey",
    summary: "Registers a passkey that a browser created",
    access: "session",
    secure: true,
    audit: ["factor.add", "factor.codes"],
    body: z.strictObject({ name, credential: registered }),
    answers: { 201: z.object({ passkey, recovery_codes: z.array(z.string()) }) },
    refusals: [...refusals, "no_passkeys_here", "bad_value", "conflict"],
    async handle({ body, principal, request, audit }, services) {
      const account = await factorOwner(principal, services);
      const { factors } = services;
      const place = factors.place(hostOf(request));
      const added = await factors.passkeys.register(account, body.credential, body.name, place);
      audit("factor.add", { account: account.name, kind: "passkey", name: added.name });
      const codes = await factors.firstCodes(account.id);
      if (codes.length > 0) audit("factor.codes", { account: account.name, codes: codes.length });
      return { passkey: shownPasskey(added), recovery_codes: [...codes] };
    },
  }),
  route({
    ...shared,
    method: "put",
    path: "/api/v1/me/passkeys/{id}",
    summary: "Renames a passkey",
    access: "session",
    audit: ["factor.change"],
    params,
    body: z.strictObject({ name }),
    answers: { 200: passkey },
    refusals: [...refusals, "bad_value"],
    async handle({ params, body, principal, audit }, services) {
      const account = await factorOwner(principal, services);
      const renamed = await services.factors.passkeys.rename(account.id, params.id, body.name);
      audit("factor.change", { account: account.name, kind: "passkey", name: renamed.name });
      return shownPasskey(renamed);
    },
  }),
  route({
    ...shared,
    method: "delete",
    path: "/api/v1/me/passkeys/{id}",
    summary: "Removes a passkey, which can no longer sign in",
    access: "session",
    confirmPassword: true,
    audit: ["factor.remove"],
    params,
    answers: { 204: z.undefined() },
    refusals,
    async handle({ params, principal, audit }, services) {
      const account = await factorOwner(principal, services);
      const { factors } = services;
      const removed = await factors.passkeys.remove(account.id, params.id);
      await factors.recovery.removeUnneeded(account.id);
      audit("factor.remove", { account: account.name, kind: "passkey", name: removed.name });
      return reply(204, undefined);
    },
  }),
];

/** Formats a passkey for the API. */
export function shownPasskey({ lastUse, ...rest }: Passkey): PasskeyResponse {
  return { ...rest, last_use: lastUse };
}
