/** Accounts in memory, one of each kind, for the contracts of routes. */
import type { Authenticator, Principal } from "../../api/http/principal.ts";
import { type AccountKind, MATRIX, type Right, type Role } from "../../api/http/rights.ts";

/** Who can ask in the tests; the cookie of a session and the secret of a token are the word itself. */
export const PEOPLE = ["full", "everyday", "readonly", "member", "setup"] as const;
/** One of them. */
export type Person = typeof PEOPLE[number];

/** The password that every account has. */
export const PASSWORD = "correct horse battery staple";
/** The host that sessions were given for. */
export const SESSION_HOST = "box";

function principal(person: Person, address: string, kind: "session" | "token"): Principal {
  const accountKind: AccountKind = person === "member" ? "member" : "administrator";
  const role: Role = person === "everyday" || person === "readonly" ? person : "full";
  const rights: ReadonlySet<Right> = MATRIX[person];
  // As the household in memory has them: a child, and an adult.
  const personId = person === "member" ? 1 : person === "full" ? 2 : 0;
  const account = { id: 1, name: person, kind: accountKind, role, personId, language: "" };
  const common = { account, rights, address, name: person };
  return kind === "token"
    ? { ...common, kind, tokenId: 1 }
    : { ...common, kind, sessionId: 1, setup: person === "setup" };
}

/** The authenticator over them. */
export function peopleInMemory(): Authenticator {
  const known = (word: string): word is Person => (PEOPLE as readonly string[]).includes(word);
  return {
    session: (cookie, host, address) =>
      Promise.resolve(
        known(cookie) && host === SESSION_HOST ? principal(cookie, address, "session") : undefined,
      ),
    token: (secret, address) =>
      Promise.resolve(known(secret) ? principal(secret, address, "token") : undefined),
    confirm: (_, password) => Promise.resolve(password === PASSWORD ? "right" : "wrong"),
  };
}
