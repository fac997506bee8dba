/** Routes for accounts: administrators manage all accounts, others only their own (A 5.2, 5.3). */
import { label } from "../http/label.ts";
import { z } from "@hono/zod-openapi";
import {
  accountKindSchema,
  accountLanguageSchema,
  rightSchema,
  roleSchema,
} from "../http/shared_schemas.ts";
import { LIMITS } from "../../policy/limits.ts";
import { DomainError } from "../schema/errors.ts";
import type { Principal } from "../http/principal.ts";
import { RIGHTS } from "../http/rights.ts";
import { recordId, reply, routeFor, seconds } from "../http/route.ts";
import { type Account, type AccountChoices, isDefault, rightsOfAccount } from "./account.ts";
import { checkManagedAccount, PLAIN_CHOICES } from "./accounts.ts";
import { FACTOR_KINDS } from "./factors/factor.ts";
import { INVITATION_STATES } from "./invitations.ts";
import type { AccountService } from "./service.ts";
import { programSentence } from "../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly accounts: AccountService;
}

const route = routeFor<Needs>();

const { nameCharacters, passwordLeast, passwordMost } = LIMITS.accounts;
const name = label({ most: nameCharacters }).describe("Unique regardless of case");
/** Schema of a new password. */
export const newPassword = z.string().min(1).max(passwordMost).meta({
  description: "The new password",
  minLength: passwordLeast,
});
const email = z.string().max(254).describe("Address for notifications; empty = none");
const rights = z.array(rightSchema).max(RIGHTS.length);
const shared = {
  role: roleSchema,
  rights: rights.describe("The rights of the role custom"),
  person_id: z.int().min(0).describe("The linked person, 0 = none"),
  language: accountLanguageSchema,
  email,
};
/** Schema of an account in responses. */
export const accountSchema = z.object({
  id: z.int(),
  name: z.string(),
  kind: accountKindSchema,
  ...shared,
  rights: rights.describe("Its rights"),
  disabled: z.boolean().describe("Whether signing in is disabled"),
  setup: z.boolean().describe("Whether it is the default account, valid for the setup only"),
  factors: z.array(z.enum(FACTOR_KINDS).meta({ id: "FactorKind" })).describe("Second factors"),
  invitation: z.object({
    state: z.enum(INVITATION_STATES).describe(
      "none = its password was not chosen by an invitation",
    ),
    created: seconds,
    created_by: z.string(),
    expires: seconds,
  }).meta({ id: "AccountInvitation" }).describe("State of its newest invitation"),
  sessions: z.int().describe("Sessions that have not ended"),
  created: seconds,
  changed: seconds.describe("Time of its last change; to be sent with a change"),
  changed_by: z.string(),
  last_sign_in: seconds,
  last_address: z.string(),
}).meta({ id: "Account" });

/** An account as the API shows it. */
export type AccountResponse = z.infer<typeof accountSchema>;
/** The response of GET /api/v1/accounts. */
export type AccountsResponse = { readonly accounts: readonly AccountResponse[] };

const params = z.object({ id: recordId });
const writes = { access: "accounts.write", database: "box" } as const;
/** The fields of an account that request bodies may contain, each optional. */
export const accountChoices = z.object(shared).partial().shape;
const refusals = ["not_found", "bad_value", "conflict", "last_administrator", "no_right"] as const;
const ended = z.object({ ended: z.int().describe("Number of sessions that were ended") });

/** Custom rights need the business plan; without it they can still be cleared. */
export const customPlan = {
  name: "business",
  unless: (
    { body }: { body: { role?: string | undefined; rights?: readonly string[] | undefined } },
  ) => body.role !== "custom" && (body.rights === undefined || body.rights.length === 0),
} as const;

/** The routes of accounts. */
export const accountRoutes = [
  route({
    doc: "A 5.2",
    method: "get",
    path: "/api/v1/accounts",
    summary: "Every account with its role and its last sign-in",
    access: "accounts.read",
    database: "box",
    answers: { 200: z.object({ accounts: z.array(accountSchema) }) },
    async handle(_, services) {
      await services.accounts.ready();
      return {
        accounts: await Promise.all(
          services.accounts.accounts.list().map((row) => shownAccount(row, services)),
        ),
      };
    },
  }),
  route({
    ...writes,
    doc: "A 5.2",
    method: "post",
    path: "/api/v1/accounts",
    summary:
      "Creates an account without a person; the first full administrator replaces the default account",
    plan: customPlan,
    audit: ["account.add"],
    body: z.strictObject({
      name,
      password: newPassword,
      kind: accountKindSchema,
      ...accountChoices,
    }),
    answers: { 201: accountSchema },
    refusals: [...refusals, "weak_password"],
    async handle({ body, principal, audit }, services) {
      const choices = {
        ...PLAIN_CHOICES,
        role: "readonly",
        ...choicesOf(body),
        name: body.name,
      } as const;
      const added = await services.accounts.add(choices, body.password, principal);
      audit("account.add", {
        account: added.name,
        kind: added.kind,
        role: added.role,
        ...emailOf(added),
      });
      return await shownAccount(added, services);
    },
  }),
  route({
    ...writes,
    doc: "A 5.2",
    method: "put",
    path: "/api/v1/accounts/{id}",
    summary: "Changes an account; reduced rights apply to its sessions immediately",
    plan: customPlan,
    audit: ["account.change", "consent.end"],
    params,
    body: z.strictObject({
      changed: z.int().min(0).describe(
        "`changed` of the account as last read; refused with 409 if it was changed since",
      ),
      ...z.object({
        name,
        kind: accountKindSchema,
        ...shared,
        disabled: accountSchema.shape.disabled,
      }).partial()
        .shape,
    }),
    answers: { 200: accountSchema },
    refusals: [...refusals, "changed_meanwhile"],
    async handle({ params: { id }, body, principal, audit }, services) {
      const changes = choicesOf(body);
      const { account, consentsEnded } = await services.accounts.change(
        id,
        changes,
        body.changed,
        principal,
      );
      audit("account.change", {
        account: account.name,
        changed: Object.keys(changes),
        role: account.role,
        ...emailOf(account),
      });
      for (const person of consentsEnded) audit("consent.end", { person, account: account.name });
      return await shownAccount(account, services);
    },
  }),
  route({
    ...writes,
    doc: "A 5.2",
    method: "delete",
    path: "/api/v1/accounts/{id}",
    summary: "Removes an account with its sessions and tokens",
    audit: ["account.remove", "consent.end"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found", "last_administrator", "no_right"],
    async handle({ params: { id }, principal, audit }, services) {
      const { account, consentsEnded } = await services.accounts.remove(id, principal);
      audit("account.remove", { account: account.name });
      for (const person of consentsEnded) audit("consent.end", { person, account: account.name });
      return reply(204, undefined);
    },
  }),
  route({
    ...writes,
    doc: "A 5.2",
    method: "post",
    path: "/api/v1/accounts/{id}/password",
    operationId: "resetAccountPassword",
    summary: "Sets a new password for an account without a person; its sessions and tokens end",
    confirmPassword: true,
    audit: ["account.reset"],
    params,
    body: z.strictObject({
      password: newPassword,
      remove_factors: z.boolean().default(false).describe(
        "Whether its second factors are removed too",
      ),
      keep_tokens: z.boolean().default(false).describe("Whether its tokens remain valid"),
    }),
    answers: { 200: accountSchema },
    refusals: ["not_found", "no_right", "conflict", "weak_password"],
    async handle({ params: { id }, body, principal, audit }, services) {
      const { password, remove_factors: factors, keep_tokens: keep } = body;
      const { account, tokens } = await services.accounts.reset(id, password, principal, {
        factors: !factors,
        tokens: keep,
      });
      audit("account.reset", { account: account.name, factors, tokens });
      return await shownAccount(account, services);
    },
  }),
  route({
    ...writes,
    doc: "A 5.2",
    method: "delete",
    path: "/api/v1/accounts/{id}/sessions",
    operationId: "endAccountSessions",
    summary: "Ends every session of an account",
    audit: ["session.end"],
    params,
    answers: { 200: ended },
    refusals: ["not_found", "no_right"],
    async handle({ params: { id }, principal, audit }, { accounts }) {
      await accounts.ready();
      const row = accounts.accounts.known(id);
      checkManagedAccount(principal, row);
      const count = await accounts.sessions.endOf(id);
      audit("session.end", { account: row.name, sessions: count });
      return { ended: count };
    },
  }),
  route({
    doc: "A 5.3",
    method: "get",
    path: "/api/v1/me",
    summary: "The own account",
    access: "account",
    database: "box",
    answers: { 200: accountSchema },
    refusals: ["not_found"],
    handle: async ({ principal }, services) =>
      await shownAccount(await signedInAccount(principal, services), services),
  }),
  route({
    doc: "A 5.3",
    method: "put",
    path: "/api/v1/me",
    operationId: "updateMe",
    summary: "Changes the preferences of the own account",
    access: "session",
    database: "box",
    audit: ["account.change"],
    body: z.strictObject(z.object({ language: accountLanguageSchema, email }).partial().shape),
    answers: { 200: accountSchema },
    refusals: ["not_found", "bad_value"],
    async handle({ body, principal, audit }, services) {
      const { id } = await signedInAccount(principal, services);
      const changes = choicesOf(body);
      const row = await services.accounts.accounts.changeOwn(id, changes);
      audit("account.change", {
        account: row.name,
        changed: Object.keys(changes),
        ...emailOf(row),
      });
      return await shownAccount(row, services);
    },
  }),
];

/** The account of the client; the local socket and devices have none. */
export async function signedInAccount(by: Principal, { accounts }: Needs): Promise<Account> {
  await accounts.ready();
  if (by.kind === "session" || by.kind === "token") return accounts.accounts.known(by.account.id);
  throw new DomainError(
    "not_found",
    programSentence`The local socket has no account of its own; name the account that is meant`,
  );
}

/** The choices of an account in a body. */
interface Written {
  readonly name?: string | undefined;
  readonly kind?: AccountChoices["kind"] | undefined;
  readonly role?: AccountChoices["role"] | undefined;
  readonly rights?: AccountChoices["rights"] | undefined;
  readonly person_id?: number | undefined;
  readonly language?: AccountChoices["language"] | undefined;
  readonly email?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** The choices that a body contains. */
export function choicesOf(body: Written): Partial<AccountChoices> {
  const { name, kind, role, rights, person_id: personId, language, email, disabled } = body;
  const all = { name, kind, role, rights, personId, language, email, disabled };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The e-mail address of an account for the administration log, if it has one. */
export function emailOf({ email }: Account): { readonly email?: string } {
  return email === "" ? {} : { email };
}

/** The API form of an account. */
export async function shownAccount(
  row: Account,
  { accounts }: Pick<Needs, "accounts">,
): Promise<AccountResponse> {
  const invitation = accounts.invitations.of(row.id);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    role: row.role,
    rights: [...rightsOfAccount(row)],
    person_id: row.personId,
    language: row.language,
    email: row.email,
    disabled: row.disabled,
    setup: isDefault(row),
    factors: [...await accounts.factors.kinds(row.id)],
    invitation: {
      state: accounts.invitations.stateOf(row),
      created: invitation?.created ?? 0,
      created_by: invitation?.createdBy ?? "",
      expires: invitation?.expires ?? 0,
    },
    sessions: accounts.sessions.of(row.id).length,
    created: row.created,
    changed: row.changed,
    changed_by: row.changedBy,
    last_sign_in: row.lastSignIn,
    last_address: row.lastAddress,
  };
}
