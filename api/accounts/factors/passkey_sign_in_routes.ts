/** Routes for signing in with a passkey, which needs no name, password or code. */
import { z } from "@hono/zod-openapi";
import { reply, routeFor } from "../../http/route.ts";
import { hostOf } from "../../http/steps/origin.ts";
import type { AccountService } from "../service.ts";
import { placeOf, shownWho, who } from "../session_routes.ts";
import { base64urlText, browserOptions } from "./passkey_routes.ts";
import type { FactorService } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly factors: FactorService;
  readonly accounts: AccountService;
}

const route = routeFor<Needs>();

const remember = z.boolean().default(false).describe(
  "Whether the session survives closing the browser",
);
const shown = z.object({
  id: base64urlText(1400).min(1).describe("Identifier of the passkey"),
  response: z.object({
    clientDataJSON: base64urlText(8192).describe("The challenge and the address of the page"),
    authenticatorData: base64urlText(8192).describe("Host name, counter and flags (WebAuthn 6.1)"),
    signature: base64urlText(2048).describe("Signature by the passkey"),
    userHandle: base64urlText(128).nullable().optional().describe(
      "User handle of the account, as given when the passkey was created",
    ),
  }).describe("Signature and signed data"),
}).describe("The result of navigator.credentials.get, as JSON");
const shared = {
  doc: "A 5.1",
  method: "post",
  access: "open",
  secure: true,
  database: "box",
} as const;

/** Two POST routes: for the options and for the browser's response. */
export const passkeySignInRoutes = [
  route({
    ...shared,
    path: "/api/v1/session/passkey/options",
    operationId: "beginPasskeySignIn",
    summary: "Options for a browser to sign in with a passkey",
    unaudited: "nothing is proved yet",
    answers: { 200: browserOptions },
    refusals: ["no_passkeys_here"],
    async handle({ principal, request }, { factors }) {
      return {
        ...await factors.passkeys.signInOptions(principal.address, factors.place(hostOf(request))),
      };
    },
  }),
  route({
    ...shared,
    path: "/api/v1/session/passkey",
    operationId: "signInWithPasskey",
    summary: "Signs in with a passkey, which replaces the password and the second factor",
    audit: ["session.begin"],
    body: z.strictObject({ credential: shown, remember }),
    answers: { 200: who },
    headers: ["set-cookie"],
    refusals: ["no_passkeys_here", "wrong_passkey", "wrong_sign_in", "not_found"],
    async handle({ body, principal, request, audit }, { accounts, factors }) {
      const accountId = await factors.passkeys.signIn(
        body.credential,
        factors.place(hostOf(request)),
      );
      const begun = await accounts.signIn.begin(
        accountId,
        placeOf(request, principal),
        body.remember,
      );
      // The previous session of this browser ends.
      if (principal.kind === "session") await accounts.sessions.end(principal.sessionId);
      audit("session.begin", {
        account: begun.account.name,
        factor: "passkey",
        remembered: body.remember,
      });
      const signedIn = accounts.auth.of(begun.session)!;
      return reply(200, shownWho(signedIn, accounts.accounts.isFinished()), {
        "set-cookie": begun.cookie,
      });
    },
  }),
];
