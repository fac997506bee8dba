/**
 * The accounts of the tests, one of each kind, and the word with which a test selects their session
 * or token.
 */
import { PLAIN_CHOICES } from "../../api/accounts/accounts.ts";
import type { AccountService } from "../../api/accounts/service.ts";
import type { Authenticator } from "../../api/http/principal.ts";
import { secretOf, SOCKET } from "../support/account_scene.ts";

/**
 * The clients of the tests; the cookie of a session and the secret of a token are the word itself.
 */
export const PEOPLE = ["full", "everyday", "readonly", "member", "setup"] as const;
/** One client. */
export type Person = typeof PEOPLE[number];

/** The password that every account has. */
export const PASSWORD = "correct horse battery staple";
/** The host of the sessions. */
export const SESSION_HOST = "box";
/** The secrets of sessions and tokens, by the word of the test. */
export interface Secrets {
  readonly cookies: Readonly<Record<string, string>>;
  readonly tokens: Readonly<Record<string, string>>;
}

const PLACE = { host: SESSION_HOST, address: "192.168.1.20", userAgent: "Firefox" };

/** Creates the accounts, with a session and a token each; `full` is person 2, `member` person 1. */
export async function makePeople(service: AccountService): Promise<Secrets> {
  const cookies: Record<string, string> = {};
  const tokens: Record<string, string> = {};
  const signIn = async (account: string) => {
    const { cookie, session } = await service.signIn.withPassword(
      { account, password: PASSWORD },
      PLACE,
    );
    cookies[account] = secretOf(cookie);
    return service.auth.of(session)!;
  };
  const full = await service.finishSetup({ name: "full" }, PASSWORD);
  await service.change(full.id, { personId: 2 }, undefined, await signIn("full"));
  for (const role of ["everyday", "readonly"] as const) {
    await service.add({ ...PLAIN_CHOICES, name: role, role }, PASSWORD, SOCKET);
    await signIn(role);
  }
  const member = { ...PLAIN_CHOICES, name: "member", kind: "member", personId: 1 } as const;
  const { secret } = await service.inviting.invite(member, SOCKET);
  await service.inviting.accept(secret, PASSWORD, SOCKET);
  await signIn("member");
  for (const account of ["full", "everyday", "readonly", "member"]) {
    const choices = { account, name: "token", rights: "all", expires: 0 } as const;
    tokens[account] = (await service.createToken(choices, SOCKET)).secret;
  }
  return { cookies, tokens };
}

/** The session of the setup. */
export async function beginSetup(service: AccountService): Promise<Secrets> {
  const given = { account: "admin", password: "admin" };
  const { cookie } = await service.signIn.withPassword(given, PLACE);
  return { cookies: { setup: secretOf(cookie) }, tokens: {} };
}

/** The authenticator of the box, with words in place of secrets. */
export function byWord(auth: Authenticator, { cookies, tokens }: Secrets): Authenticator {
  return {
    session: (word, host, address) => auth.session(cookies[word] ?? word, host, address),
    token: (word, address) => auth.token(tokens[word] ?? word, address),
    confirm: (principal, password) => auth.confirm(principal, password),
  };
}
