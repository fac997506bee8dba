/** Routes for tokens. The response that creates a token is the only one with its secret (A 5.8). */
import { label } from "../http/label.ts";
import { z } from "@hono/zod-openapi";
import { rightSchema } from "../http/shared_schemas.ts";
import { LIMITS } from "../../policy/limits.ts";
import { DomainError } from "../schema/errors.ts";
import type { Principal } from "../http/principal.ts";
import { RIGHTS } from "../http/rights.ts";
import { recordId, reply, routeFor, seconds } from "../http/route.ts";
import { checkManagedAccount } from "./accounts.ts";
import { signedInAccount } from "./routes.ts";
import type { AccountService } from "./service.ts";
import type { Token } from "./tokens.ts";
import type { Runtime } from "../system/runtime.ts";
import { programSentence, sentence } from "../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly runtime: Runtime;
  readonly accounts: AccountService;
}

const route = routeFor<Needs>();

const token = z.object({
  id: z.int(),
  account_id: z.int(),
  account: z.string(),
  name: z.string(),
  rights: z.array(rightSchema).describe("Its current rights"),
  created: seconds,
  expires: seconds,
  expired: z.boolean(),
  last_use: seconds,
  last_address: z.string(),
}).meta({ id: "Token" });
const tokens = z.object({ tokens: z.array(token) });
const made = token.extend({
  secret: z.string().describe("Shown once: Authorization: Bearer SECRET"),
});

/** A token as the API shows it. */
export type TokenResponse = z.infer<typeof token>;
/** The response of GET /api/v1/tokens. */
export type TokensResponse = z.infer<typeof tokens>;
/** The response with the secret of a token. */
export type MadeToken = z.infer<typeof made>;

/** The routes of tokens. */
export const tokenRoutes = [
  route({
    doc: "A 5.8",
    method: "get",
    path: "/api/v1/tokens",
    summary: "The tokens of the own account, or of all",
    access: "account",
    query: z.strictObject({
      all: z.enum(["true", "false"]).default("false").describe("Those of all accounts"),
    }),
    answers: { 200: tokens },
    refusals: ["no_right"],
    async handle({ query, principal }, services) {
      const all = principal.kind === "socket" || query.all === "true";
      if (all && !principal.rights.has("accounts.read")) {
        throw new DomainError(
          "no_right",
          programSentence`The tokens of others need the right accounts.read`,
        );
      }
      await services.accounts.ready();
      const rows = services.accounts.tokens.of(
        all ? undefined : (await signedInAccount(principal, services)).id,
      );
      return { tokens: rows.map((row) => shown(row, services)) };
    },
  }),
  route({
    doc: "A 5.8",
    method: "post",
    path: "/api/v1/tokens",
    summary: "Creates a token; its secret is shown once",
    access: "session",
    database: "box",
    audit: ["token.add"],
    body: z.strictObject({
      account: z.string().max(256).optional().describe(
        "Over the local socket: the account of the token",
      ),
      name: label({ most: LIMITS.accounts.nameCharacters }),
      rights: z.union([z.array(rightSchema).max(RIGHTS.length), z.literal("all")])
        .describe(
          "Rights of the account that the token gets; all = every current right of the account",
        ),
      expires: seconds.default(0),
    }),
    answers: { 201: made },
    refusals: ["not_found", "bad_value", "conflict", "no_right", "setup_needed"],
    async handle({ body, principal, audit }, services) {
      const { token, secret } = await services.accounts.createToken(body, principal);
      const row = shown(token, services);
      audit("token.add", {
        account: row.account,
        token: row.name,
        rights: row.rights,
        expires: row.expires,
      });
      return { ...row, secret };
    },
  }),
  route({
    doc: "A 5.8",
    method: "delete",
    path: "/api/v1/tokens/{id}",
    summary: "Revokes a token immediately",
    access: "account",
    database: "box",
    audit: ["token.remove"],
    params: z.object({ id: recordId }),
    answers: { 204: z.undefined() },
    refusals: ["not_found", "no_right"],
    async handle({ params: { id }, principal, audit }, services) {
      const { accounts } = services;
      await accounts.ready();
      const row = accounts.tokens.get(id);
      const mine = row !== undefined && isOwn(row, principal);
      if (row === undefined || (!mine && !principal.rights.has("accounts.write"))) {
        throw new DomainError("not_found", sentence`There is no token with the number: ${id}`);
      }
      if (!mine) checkManagedAccount(principal, accounts.accounts.known(row.accountId));
      audit("token.remove", { account: shown(row, services).account, token: row.name });
      await accounts.tokens.revoke(id);
      return reply(204, undefined);
    },
  }),
];

/**
 * A session may revoke every token of its account. A token may revoke only itself, since it has its
 * own rights.
 */
function isOwn({ id, accountId }: Token, by: Principal): boolean {
  return by.kind === "token"
    ? by.tokenId === id
    : by.kind === "session" && by.account.id === accountId;
}

function shown(row: Token, { accounts, runtime }: Needs): TokenResponse {
  return {
    id: row.id,
    account_id: row.accountId,
    account: accounts.accounts.get(row.accountId)?.name ?? "",
    name: row.name,
    rights: [...accounts.rightsOfToken(row)],
    created: row.created,
    expires: row.expires,
    expired: row.expires !== 0 && runtime.now() >= row.expires * 1000,
    last_use: row.lastUse,
    last_address: row.lastAddress,
  };
}
