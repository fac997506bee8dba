/** Signing in by a passkey: the browser proves the account, so neither name nor password nor code is asked. */
import { z } from "@hono/zod-openapi";
import { reply, route } from "../../http/route.ts";
import { hostOf } from "../../http/steps/origin.ts";
import { placeOf, shownWho, who } from "../session_routes.ts";
import { browserOptions, octets } from "./passkey_routes.ts";

const shown = z.object({
  id: octets(1400).min(1),
  response: z.object({
    clientDataJSON: octets(8192),
    authenticatorData: octets(8192),
    signature: octets(2048),
    userHandle: octets(128).nullable().optional(),
  }),
}).describe("The answer of navigator.credentials.get, as JSON");
const shared = {
  doc: "A 5.1",
  method: "post",
  access: "open",
  secure: true,
  database: "box",
} as const;

/** POST of the options and of the answer. */
export const passkeySignInRoutes = [
  route({
    ...shared,
    path: "/api/v1/session/passkey/options",
    summary: "What a browser needs to sign in by a passkey",
    unaudited: "nothing is proved yet",
    answers: { 200: browserOptions },
    refusals: ["no_passkeys_here"],
    async handle({ by, request }, { factors }) {
      return {
        ...await factors.passkeys.signInOptions(by.address, factors.place(hostOf(request))),
      };
    },
  }),
  route({
    ...shared,
    path: "/api/v1/session/passkey",
    summary: "Signs in by a passkey, which stands for the password and the second factor",
    audit: ["session.begin"],
    body: z.strictObject({ credential: shown, remember: z.boolean().default(false) }),
    answers: { 200: who },
    refusals: ["no_passkeys_here", "wrong_passkey", "wrong_sign_in", "not_found"],
    async handle({ body, by, request, note }, { accounts, factors }) {
      const accountId = await factors.passkeys.signIn(
        body.credential,
        factors.place(hostOf(request)),
      );
      const begun = await accounts.signIn.begin(accountId, placeOf(request, by), body.remember);
      // A session that was open in this browser has come to its end.
      if (by.kind === "session") await accounts.sessions.end(by.sessionId);
      note("session.begin", {
        account: begun.account.name,
        factor: "passkey",
        remembered: body.remember,
      });
      const principal = accounts.auth.of(begun.session)!;
      return reply(200, shownWho(principal, accounts.accounts.isFinished()), {
        "set-cookie": begun.cookie,
      });
    },
  }),
];
