/** Who asks: every request of the API has one principal, found by the step `access` (A 5). */
import type { AccountKind, Right, Role } from "./rights.ts";

/** The account behind a session or a token. */
export interface PrincipalAccount {
  readonly id: number;
  readonly name: string;
  readonly kind: AccountKind;
  readonly role: Role;
  /** The person it is linked to; 0 = nobody. */
  readonly personId: number;
  /** Two letters of its language; empty = what the browser says. */
  readonly language: string;
}

/** Who asks and what they may do. `address` is the address that asked, empty on the local socket. */
export type Principal =
  & {
    readonly rights: ReadonlySet<Right>;
    readonly address: string;
    /** As the administration log names it: the account, the token, `box` for the local socket, or the address. */
    readonly name: string;
  }
  & (
    | { readonly kind: "socket" }
    /** No sign-in: known by its address only (A 5.4). */
    | { readonly kind: "device" }
    | {
      readonly kind: "session";
      readonly account: PrincipalAccount;
      readonly sessionId: number;
      readonly setup: boolean;
      /** Aborts when the session ends, or its account may do less than before: what it is in the middle of breaks off. */
      readonly ended?: AbortSignal;
    }
    | {
      readonly kind: "token";
      readonly account: PrincipalAccount;
      readonly tokenId: number;
      /** As for a session; also when the token is revoked or expires. */
      readonly ended?: AbortSignal;
    }
  );

/** What a confirmation by password came to. */
export type Confirmation = "right" | "wrong" | { readonly retryAfter: number };

/** Finds who asks; what is kept in memory is answered without the database. */
export interface Authenticator {
  /** The session of a cookie, at the host it was given for (A 5.1); undefined = none, ended, or of another host. */
  session(cookie: string, host: string, address: string): Promise<Principal | undefined>;
  /** The token of `Authorization: Bearer`; undefined = unknown, expired or revoked. */
  token(secret: string, address: string): Promise<Principal | undefined>;
  /** Whether the password is the one of the account; counts as a sign-in attempt (A 5.5). `retryAfter` in seconds. */
  confirm(principal: Principal, password: string): Promise<Confirmation>;
}

/** Knows nobody: what is not open is answered on the local socket only. */
export const NOBODY: Authenticator = {
  session: () => Promise.resolve(undefined),
  token: () => Promise.resolve(undefined),
  confirm: () => Promise.resolve("wrong"),
};
