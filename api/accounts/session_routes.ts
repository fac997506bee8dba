/**
 * Routes for signing in and out, and for the sessions and the password of the own account (A 5.1).
 */
import { z } from "@hono/zod-openapi";
import { accountKindSchema, rightSchema, roleSchema } from "../http/shared_schemas.ts";
import { LIMITS } from "../../policy/limits.ts";
import type { Alerts } from "../events/alerts.ts";
import { DomainError } from "../schema/errors.ts";
import type { Principal, PrincipalAccount } from "../http/principal.ts";
import { recordId, reply, routeFor, seconds } from "../http/route.ts";
import { hostOf } from "../http/steps/origin.ts";
import type { FactorService } from "./factors/service.ts";
import { newPassword, signedInAccount } from "./routes.ts";
import type { AccountService } from "./service.ts";
import type { SessionPlace } from "./sessions.ts";
import { CLEARED_SESSION_COOKIE, throttledError } from "./sign_in.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly factors: FactorService;
  readonly accounts: AccountService;
  readonly alerts: Pick<Alerts, "raise">;
}

const route = routeFor<Needs>();

/** Schema of the signed-in principal. */
export const who = z.object({
  by: z.enum(["session", "token", "device", "socket"]),
  account: z.object({
    id: z.int(),
    name: z.string(),
    kind: accountKindSchema,
    role: roleSchema,
    person_id: z.int(),
    language: z.string(),
  }).meta({ id: "SignedInAccount" }).nullable().describe("null = not signed in"),
  rights: z.array(rightSchema),
  setup: z.boolean().describe("Whether this session is valid for the setup only"),
  finished: z.boolean().describe("Whether the installation is finished"),
}).meta({ id: "SessionClient" });
const session = z.object({
  id: z.int(),
  created: seconds,
  seen: seconds.describe("Unix seconds of its last use"),
  address: z.string(),
  host: z.string().describe("The host name at which it is valid"),
  user_agent: z.string(),
  remembered: z.boolean(),
  current: z.boolean(),
}).meta({ id: "Session" });

const shownSession = who.extend({
  passkeys_refused: z.string().describe(
    "Why passkeys are impossible at the current host name; empty = possible",
  ),
});

/** The response of GET /api/v1/session. */
export type SessionResponse = z.infer<typeof shownSession>;
/** The signed-in principal. */
export type PrincipalResponse = z.infer<typeof who>;
/** The response of GET /api/v1/me/sessions. */
export type SessionsResponse = { readonly sessions: readonly z.infer<typeof session>[] };

const signInBody = z.strictObject({
  account: z.string().min(1).max(256).describe("Name of the account"),
  password: z.string().min(1).max(LIMITS.accounts.passwordMost).describe("Its password"),
  code: z.string().max(64).optional().describe("Code of the second factor, if the account has one"),
  remember: z.boolean().default(false).describe(
    "Whether the session survives closing the browser",
  ),
});

/** The routes of sessions. */
export const sessionRoutes = [
  route({
    doc: "A 5.1",
    method: "get",
    path: "/api/v1/session",
    summary: "The signed-in account and its rights",
    access: "open",
    answers: { 200: shownSession },
    async handle({ principal, request }, services) {
      const finished = await services.accounts.isFinished();
      return {
        ...shownWho(principal, finished),
        passkeys_refused: services.factors.refusal(hostOf(request)),
      };
    },
  }),
  route({
    doc: "A 5.1",
    method: "post",
    path: "/api/v1/session",
    operationId: "signIn",
    summary: "Signs in with name and password",
    access: "open",
    secure: true,
    database: "box",
    audit: ["session.begin", "factor.code.used"],
    body: signInBody,
    answers: { 200: who },
    headers: ["set-cookie"],
    refusals: ["wrong_sign_in", "code_needed", "wrong_code", "throttled", "too_many_requests"],
    async handle({ body, principal, request, audit }, { accounts, alerts, factors }) {
      await accounts.ready();
      const begun = await accounts.signIn.withPassword(body, placeOf(request, principal));
      // The previous session of this browser ends.
      if (principal.kind === "session") await accounts.sessions.end(principal.sessionId);
      const { account: { id, name: account }, factor } = begun;
      audit("session.begin", {
        account,
        remembered: body.remember,
        ...(factor === undefined ? {} : { factor }),
      });
      if (factor === "recovery") {
        const left = await factors.recovery.left(id);
        audit("factor.code.used", { account, left });
        alerts.raise({ kind: "account.code.used", name: account, detail: String(left) });
      }
      const signedIn = accounts.auth.of(begun.session)!;
      return reply(200, shownWho(signedIn, accounts.accounts.isFinished()), {
        "set-cookie": begun.cookie,
      });
    },
  }),
  route({
    doc: "A 5.1",
    method: "delete",
    path: "/api/v1/session",
    operationId: "signOut",
    summary: "Signs out: the session ends",
    access: "session",
    audit: ["session.end"],
    answers: { 204: z.undefined() },
    headers: ["set-cookie"],
    refusals: ["not_found"],
    async handle({ principal, audit }, { accounts }) {
      if (principal.kind !== "session") {
        throw new DomainError(
          "not_found",
          sentence`There is no session here that could end`,
        );
      }
      await accounts.sessions.end(principal.sessionId);
      audit("session.end", { account: principal.account.name, sessions: 1 });
      return reply(204, undefined, { "set-cookie": CLEARED_SESSION_COOKIE });
    },
  }),
  route({
    doc: "A 5.3",
    method: "put",
    path: "/api/v1/me/password",
    operationId: "changeMyPassword",
    summary: "Changes the own password; the other sessions end",
    access: "session",
    database: "box",
    audit: ["account.password"],
    body: z.strictObject({
      old: z.string().min(1).max(LIMITS.accounts.passwordMost).describe("The current password"),
      new: newPassword.describe("The new password"),
    }),
    answers: { 204: z.undefined() },
    refusals: [
      "not_found",
      "setup_needed",
      "wrong_password",
      "throttled",
      "weak_password",
      "too_many_requests",
    ],
    async handle({ body, principal, audit }, services) {
      const { name } = await signedInAccount(principal, services);
      const { accounts } = services;
      if (principal.kind !== "session" || principal.setup) throw new DomainError("setup_needed");
      const outcome = await accounts.auth.confirm(principal, body.old);
      if (outcome === "wrong") {
        throw new DomainError("wrong_password", sentence`The old password is not right`);
      }
      if (outcome !== "right") throw throttledError(outcome.retryAfter);
      await accounts.changePassword(principal, body.new);
      audit("account.password", { account: name });
      return reply(204, undefined);
    },
  }),
  route({
    doc: "A 5.3",
    method: "get",
    path: "/api/v1/me/sessions",
    summary: "The sessions of the own account",
    access: "account",
    answers: { 200: z.object({ sessions: z.array(session) }) },
    refusals: ["not_found"],
    async handle({ principal }, services) {
      const { id } = await signedInAccount(principal, services);
      const current = principal.kind === "session" ? principal.sessionId : 0;
      const sessions = services.accounts.sessions.of(id).map((
        { userAgent, accountId: _, ...rest },
      ) => ({
        id: rest.id,
        created: rest.created,
        seen: rest.seen,
        address: rest.address,
        host: rest.host,
        user_agent: userAgent,
        remembered: rest.remembered,
        current: rest.id === current,
      }));
      return { sessions };
    },
  }),
  route({
    doc: "A 5.3",
    method: "delete",
    path: "/api/v1/me/sessions",
    operationId: "endMyOtherSessions",
    summary: "Ends the other sessions of the own account",
    access: "session",
    audit: ["session.end"],
    answers: { 200: z.object({ ended: z.int() }) },
    refusals: ["not_found"],
    async handle({ principal, audit }, services) {
      const { id, name } = await signedInAccount(principal, services);
      const current = principal.kind === "session" ? principal.sessionId : undefined;
      const ended = await services.accounts.sessions.endOf(id, current);
      audit("session.end", { account: name, sessions: ended });
      return { ended };
    },
  }),
  route({
    doc: "A 5.3",
    method: "delete",
    path: "/api/v1/me/sessions/{id}",
    operationId: "endMySession",
    summary: "Ends one session of the own account",
    access: "session",
    audit: ["session.end"],
    params: z.object({ id: recordId }),
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params, principal, audit }, services) {
      const { id, name } = await signedInAccount(principal, services);
      const { sessions } = services.accounts;
      if (!sessions.of(id).some((one) => one.id === params.id)) {
        throw new DomainError(
          "not_found",
          sentence`This account has no session with the number: ${params.id}`,
        );
      }
      await sessions.end(params.id);
      audit("session.end", { account: name, sessions: 1 });
      return reply(204, undefined);
    },
  }),
];

/** The host, address and browser of a sign-in request. */
export function placeOf(request: Request, by: Principal): SessionPlace {
  return {
    host: hostOf(request),
    address: by.address,
    userAgent: request.headers.get("user-agent") ?? "",
  };
}

/** The API form of a principal, which is also the response of a sign-in. */
export function shownWho(by: Principal, finished: boolean): PrincipalResponse {
  const signedIn = by.kind === "session" || by.kind === "token" ? by.account : undefined;
  return {
    by: by.kind,
    account: signedIn === undefined ? null : shownAccount(signedIn),
    rights: [...by.rights],
    setup: by.kind === "session" && by.setup,
    finished,
  };
}

function shownAccount(
  { id, name, kind, role, personId, language }: PrincipalAccount,
): NonNullable<PrincipalResponse["account"]> {
  return { id, name, kind, role, person_id: personId, language };
}
