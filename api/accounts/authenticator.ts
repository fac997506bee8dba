/** Who asks, by cookie or token: answered from memory with the rights of this moment, so that a change holds at once (A 5). */
import type { Authenticator, Principal } from "../http/principal.ts";
import { isDefault, principalAccount, rightsOfAccount } from "./account.ts";
import type { AccountService } from "./service.ts";
import type { Session } from "./sessions.ts";

/** An authenticator that also knows who a session that has just begun is. */
export interface AccountAuthenticator extends Authenticator {
  /** Who asks by a session; undefined when its account is gone or disabled. */
  of(session: Session): Principal | undefined;
}

/** The authenticator over the accounts. */
export function authenticator(service: AccountService): AccountAuthenticator {
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
  service: AccountService,
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
