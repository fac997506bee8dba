/**
 * Routes for invitations. The response that creates an invitation is the only one with its secret
 * (A 5.2).
 */
import { z } from "@hono/zod-openapi";
import { accountKindSchema } from "../http/shared_schemas.ts";
import { LIMITS } from "../../policy/limits.ts";
import { label } from "../http/label.ts";
import type { Principal } from "../http/principal.ts";
import { recordId, reply, routeFor, seconds } from "../http/route.ts";
import { hostOf } from "../http/steps/origin.ts";
import { PLAIN_CHOICES } from "./accounts.ts";
import { invitationUrl } from "./invitation_link.ts";
import type { IssuedInvitation } from "./invitation_service.ts";
import { NOTICE_KINDS } from "./notices.ts";
import { PERSON_RIGHTS } from "./person_access.ts";
import {
  accountChoices,
  accountSchema,
  choicesOf,
  customPlan,
  emailOf,
  newPassword,
  shownAccount,
  signedInAccount,
} from "./routes.ts";
import type { BoxState } from "../schema/box_state.ts";
import type { AccountService } from "./service.ts";
import { placeOf } from "./session_routes.ts";

/** The services that these routes use. */
interface Needs {
  readonly accounts: AccountService;
  /** The address at which browsers trust the interface. */
  readonly httpsRedirect: {
    state(): Promise<{ readonly active: boolean; readonly url: string }>;
  };
  readonly state: () => BoxState;
}

const route = routeFor<Needs>();

const secret = z.string().min(1).max(256).describe("As shown when the invitation was created");
const invited = accountSchema.extend({
  secret: z.string().describe("Shown once: the person chooses the password with it"),
  url: z.string().describe("The page that accepts it; empty = no browser can reach the box"),
}).meta({ id: "InvitedAccount" });
const open = z.object({
  account: z.string(),
  person: z.string(),
  expires: seconds,
});
const notices = z.object({
  notices: z.array(z.object({
    id: z.int(),
    time: seconds,
    kind: z.enum(NOTICE_KINDS).describe(
      "reset = this account got a new password by invitation; access, left = another account of the person was added or removed; factors = second factors were removed; token = another account created a token; restored = the box was restored from an older copy of its data",
    ),
    by: z.string(),
    subject: z.string().describe("The other account, or the token"),
    consent_ended: z.boolean().describe("Whether this ended the consent to detailed reports"),
  })),
});

/** The response with the secret of an invitation. */
export type MadeInvitation = z.infer<typeof invited>;
/** The response of GET /api/v1/invitation. */
export type InvitationResponse = z.infer<typeof open>;
/** The response of GET /api/v1/me/notices. */
export type NoticesResponse = z.infer<typeof notices>;

const invites = {
  doc: "A 5.2",
  access: ["accounts.write", ...PERSON_RIGHTS],
  database: "box",
  audit: ["account.invite", "consent.end"],
  answers: { 201: invited },
} as const;
const params = z.object({ id: recordId });
const { person_id: _, ...choicesWithoutPerson } = accountChoices;

/** The routes of invitations, and of the notices that accounts get at their next sign-in. */
export const invitationRoutes = [
  route({
    ...invites,
    method: "post",
    path: "/api/v1/people/{id}/accounts",
    summary: "Creates an account for a person, who chooses its password; the secret is shown once",
    plan: customPlan,
    params,
    body: z.strictObject({
      name: label({ most: LIMITS.accounts.nameCharacters }),
      kind: accountKindSchema.default("member"),
      ...choicesWithoutPerson,
    }),
    refusals: ["bad_value", "conflict", "no_right", "setup_needed"],
    async handle({ params: { id: personId }, body, principal, request, audit }, services) {
      const choices = {
        ...PLAIN_CHOICES,
        role: "readonly",
        ...choicesOf(body),
        name: body.name,
        personId,
      } as const;
      const made = await services.accounts.inviting.invite(choices, principal);
      audit("account.invite", detailOf(made, false));
      if (made.consentEnded) {
        audit("consent.end", { person: made.person, account: made.account.name });
      }
      return reply(201, await shown(made, principal, request, services));
    },
  }),
  route({
    ...invites,
    method: "post",
    path: "/api/v1/accounts/{id}/invitation",
    operationId: "inviteAccount",
    summary:
      "Invites a person to choose a new password: password, sessions, tokens, second factors and consents end",
    confirmPassword: true,
    params,
    body: z.strictObject({
      person_id: z.int().min(1).optional().describe(
        "Another person than the linked one",
      ),
    }),
    refusals: [
      "not_found",
      "bad_value",
      "conflict",
      "no_right",
      "setup_needed",
      "last_administrator",
    ],
    async handle({ params: { id }, body, principal, request, audit }, services) {
      const made = await services.accounts.inviting.inviteAgain(id, body.person_id, principal);
      audit("account.invite", detailOf(made, true));
      if (made.consentEnded) {
        audit("consent.end", { person: made.person, account: made.account.name });
      }
      return reply(201, await shown(made, principal, request, services));
    },
  }),
  route({
    doc: "A 5.2",
    method: "delete",
    path: "/api/v1/accounts/{id}/invitation",
    operationId: "withdrawAccountInvitation",
    summary: "Withdraws the invitation of an account; its secret becomes invalid",
    access: "accounts.write",
    database: "box",
    audit: ["account.withdraw"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found", "conflict", "no_right"],
    async handle({ params: { id }, principal, audit }, { accounts }) {
      const { name } = await accounts.inviting.withdraw(id, principal);
      audit("account.withdraw", { account: name });
      return reply(204, undefined);
    },
  }),
  route({
    doc: "A 5.4",
    method: "get",
    path: "/api/v1/invitation",
    summary: "Account, person and expiry of an invitation",
    access: "open",
    secure: true,
    database: "box",
    query: z.strictObject({ secret }),
    answers: { 200: open },
    refusals: ["not_found", "throttled"],
    async handle({ query, principal }, { accounts }) {
      const { account, person, expires } = await accounts.inviting.open(query.secret, principal);
      return { account: account.name, person, expires };
    },
  }),
  route({
    doc: "A 5.4",
    method: "post",
    path: "/api/v1/invitation",
    operationId: "acceptInvitation",
    summary: "Accepts an invitation: the person chooses the password and is signed in",
    access: "open",
    secure: true,
    database: "box",
    audit: ["account.accept", "session.begin"],
    body: z.strictObject({ secret, password: newPassword }),
    answers: { 200: z.object({ account: z.string() }) },
    headers: ["set-cookie"],
    refusals: ["not_found", "throttled", "weak_password", "wrong_sign_in", "too_many_requests"],
    async handle({ body, principal, request, audit }, { accounts }) {
      const { id, name } = await accounts.inviting.accept(body.secret, body.password, principal);
      audit("account.accept", { account: name });
      if (principal.kind === "socket") return { account: name };
      const begun = await accounts.signIn.begin(id, placeOf(request, principal), false);
      // The previous session of this browser ends.
      if (principal.kind === "session") await accounts.sessions.end(principal.sessionId);
      audit("session.begin", { account: name, remembered: false });
      return reply(200, { account: name }, { "set-cookie": begun.cookie });
    },
  }),
  route({
    doc: "A 5.3",
    method: "get",
    path: "/api/v1/me/notices",
    summary: "Unread notices: changes by others to the access to the own account and its person",
    access: "account",
    answers: { 200: notices },
    refusals: ["not_found"],
    async handle({ principal }, services) {
      const { id } = await signedInAccount(principal, services);
      const all = services.accounts.notices.of(id).map(({ accountId: _, by, ...notice }) => ({
        id: notice.id,
        time: notice.time,
        kind: notice.kind,
        by,
        subject: notice.subject,
        consent_ended: notice.consentEnded,
      }));
      return { notices: all };
    },
  }),
  route({
    doc: "A 5.3",
    method: "post",
    path: "/api/v1/me/notices/read",
    operationId: "dismissMyNotices",
    summary: "Marks the notices of the own account as read, up to a given one",
    access: "session",
    database: "box",
    unaudited: "it only marks the notices of the own account as read",
    body: z.strictObject({
      up_to: z.int().min(0).describe("Number of the newest notice that was read"),
    }),
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ principal, body }, services) {
      const { id } = await signedInAccount(principal, services);
      await services.accounts.notices.read(id, body.up_to);
      return reply(204, undefined);
    },
  }),
];

async function shown(
  { account, secret }: IssuedInvitation,
  by: Principal,
  request: Request,
  services: Needs,
): Promise<MadeInvitation> {
  const { active, url: trusted } = await services.httpsRedirect.state();
  const { listeners, addresses } = services.state();
  // The Host of the command line is not usable in a browser.
  const host = by.kind === "socket" ? "" : hostOf(request);
  const reached = { trusted: active ? trusted : "", host, listeners, addresses };
  const url = invitationUrl(secret, reached);
  return { ...await shownAccount(account, services), secret, url };
}

function detailOf({ account, invitation, person }: IssuedInvitation, again: boolean) {
  return {
    account: account.name,
    person,
    role: account.role,
    again,
    expires: invitation.expires,
    ...emailOf(account),
  };
}
