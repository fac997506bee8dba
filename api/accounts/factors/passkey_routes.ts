/** The passkeys of the own account. */
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../policy/limits.ts";
import { recordId, reply, route, seconds } from "../../http/route.ts";
import { hostOf } from "../../http/steps/origin.ts";
import { owner } from "./owner.ts";
import type { Passkey } from "./passkeys.ts";

/** Octets in base64url, at most that many characters. */
export function octets(most: number) {
  return z.string().max(most).regex(/^[\w-]*$/, "base64url is wanted");
}

/** What navigator.credentials is given, as JSON. */
export const browserOptions = z.looseObject({ challenge: z.string() }).describe(
  "For navigator.credentials, as JSON",
);
const name = z.string().trim().min(1).max(LIMITS.factors.passkeyNameCharacters)
  .regex(/^\P{Cc}+$/u, "a name without control characters is wanted");
const passkey = z.object({
  id: z.int(),
  name: z.string(),
  host: z.string().describe("The name of the box where it is good"),
  synced: z.boolean().describe("Whether it is kept in more than one place"),
  created: seconds,
  last_use: seconds,
});
const registered = z.object({
  id: octets(1400).min(1),
  response: z.object({
    clientDataJSON: octets(8192),
    attestationObject: octets(32_768),
    transports: z.array(z.string().max(32).regex(/^[a-z-]+$/)).max(10).optional(),
  }),
}).describe("The answer of navigator.credentials.create, as JSON");

/** A passkey as the API shows it. */
export type ShownPasskey = z.infer<typeof passkey>;

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
    async handle({ by }, services) {
      return {
        passkeys: (await services.factors.passkeys.of((await owner(by, services)).id)).map(
          shownPasskey,
        ),
      };
    },
  }),
  route({
    ...shared,
    method: "post",
    path: "/api/v1/me/passkeys/options",
    summary: "What a browser needs to make a passkey for the own account",
    access: "session",
    confirmPassword: true,
    secure: true,
    unaudited: "nothing is registered yet",
    answers: { 200: browserOptions },
    refusals: [...refusals, "no_passkeys_here", "conflict"],
    async handle({ by, request }, services) {
      const account = await owner(by, services), { factors } = services;
      return {
        ...await factors.passkeys.registrationOptions(account, factors.place(hostOf(request))),
      };
    },
  }),
  route({
    ...shared,
    method: "post",
    path: "/api/v1/me/passkeys",
    summary: "Registers the passkey that a browser made",
    access: "session",
    secure: true,
    audit: ["factor.add", "factor.codes"],
    body: z.strictObject({ name, credential: registered }),
    answers: { 201: z.object({ passkey, recovery_codes: z.array(z.string()) }) },
    refusals: [...refusals, "no_passkeys_here", "bad_value", "conflict"],
    async handle({ body, by, request, note }, services) {
      const account = await owner(by, services),
        { factors } = services,
        place = factors.place(hostOf(request));
      const added = await factors.passkeys.register(account, body.credential, body.name, place);
      note("factor.add", { account: account.name, kind: "passkey", name: added.name });
      const codes = await factors.firstCodes(account.id);
      if (codes.length > 0) note("factor.codes", { account: account.name, codes: codes.length });
      return { passkey: shownPasskey(added), recovery_codes: [...codes] };
    },
  }),
  route({
    ...shared,
    method: "put",
    path: "/api/v1/me/passkeys/{id}",
    summary: "Gives a passkey another name",
    access: "session",
    audit: ["factor.change"],
    params,
    body: z.strictObject({ name }),
    answers: { 200: passkey },
    refusals,
    async handle({ params, body, by, note }, services) {
      const account = await owner(by, services);
      const renamed = await services.factors.passkeys.rename(account.id, params.id, body.name);
      note("factor.change", { account: account.name, kind: "passkey", name: renamed.name });
      return shownPasskey(renamed);
    },
  }),
  route({
    ...shared,
    method: "delete",
    path: "/api/v1/me/passkeys/{id}",
    summary: "Removes a passkey: it signs in no more",
    access: "session",
    confirmPassword: true,
    audit: ["factor.remove"],
    params,
    answers: { 204: z.undefined() },
    refusals,
    async handle({ params, by, note }, services) {
      const account = await owner(by, services), { factors } = services;
      const removed = await factors.passkeys.remove(account.id, params.id);
      await factors.recovery.removeUnneeded(account.id);
      note("factor.remove", { account: account.name, kind: "passkey", name: removed.name });
      return reply(204, undefined);
    },
  }),
];

/** As the API shows it. */
export function shownPasskey({ lastUse, ...rest }: Passkey): ShownPasskey {
  return { ...rest, last_use: lastUse };
}
