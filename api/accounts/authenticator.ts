/**
 * Authenticates by cookie or token. Data comes from memory with current rights, so that a change
 * applies immediately (A 5).
 */
import type { Authenticator, Principal } from "../http/principal.ts";
import type { Right } from "../http/rights.ts";
import { isDefault, principalAccount, rightsOfAccount } from "./account.ts";
import type { Accounts } from "./accounts.ts";
import type { Session, Sessions } from "./sessions.ts";
import type { SignIn } from "./sign_in.ts";
import type { Token, Tokens } from "./tokens.ts";

/** An authenticator that also finds the principal of a new session. */
export interface AccountAuthenticator extends Authenticator {
  /** The principal of a session; undefined when its account is removed or disabled. */
  of(session: Session): Principal | undefined;
}

/** The parts of the accounts that the authenticator reads. */
export interface AuthenticatorOptions {
  readonly accounts: Pick<Accounts, "get">;
  readonly sessions: Pick<Sessions, "use" | "ending">;
  readonly tokens: Pick<Tokens, "use" | "ending">;
  readonly signIn: Pick<SignIn, "confirm">;
  /** Resolves when the accounts are in memory. */
  ready(): Promise<void>;
  /** The current rights of a token. */
  rightsOfToken(token: Token): ReadonlySet<Right>;
}

/** Creates the authenticator over the accounts. */
export function createAuthenticator(service: AuthenticatorOptions): AccountAuthenticator {
  return {
    of: (session) => principalOf(session, service),
    async session(cookie, host, address) {
      await service.ready();
      const session = service.sessions.use(cookie, host, address);
      return session === undefined ? undefined : principalOf(session, service);
    },
    async token(secret, address): Promise<Principal | undefined> {
      await service.ready();
      const token = service.tokens.use(secret, address);
      const account = token && service.accounts.get(token.accountId);
      if (token === undefined || account === undefined || account.disabled || isDefault(account)) {
        return undefined;
      }
      return {
        kind: "token",
        account: principalAccount(account),
        rights: service.rightsOfToken(token),
        address,
        name: `${account.name} (${token.name})`,
        tokenId: token.id,
        ended: service.tokens.ending(token.id),
      };
    },
    async confirm(principal, password) {
      if (principal.kind !== "session") return "wrong";
      return await service.signIn.confirm(principal.account.id, password, principal.address);
    },
  };
}

function principalOf(
  { id, accountId, address }: Session,
  service: AuthenticatorOptions,
): Principal | undefined {
  const account = service.accounts.get(accountId);
  if (account === undefined || account.disabled) return undefined;
  return {
    kind: "session",
    account: principalAccount(account),
    rights: rightsOfAccount(account),
    address,
    name: account.name,
    sessionId: id,
    setup: isDefault(account),
    ended: service.sessions.ending(id),
  };
}
