/** The principal of a request: each has exactly one, found by the step `access` (A 5). */
import type { AccountKind, Right, Role } from "./rights.ts";

/** The account behind a session or a token. */
export interface PrincipalAccount {
  readonly id: number;
  readonly name: string;
  readonly kind: AccountKind;
  readonly role: Role;
  /** The linked person; 0 = none. */
  readonly personId: number;
  /** Two letters of its language; empty = the browser decides. */
  readonly language: string;
}

/** The client and its rights. `address` is its address, empty on the local socket. */
export type Principal =
  & {
    readonly rights: ReadonlySet<Right>;
    readonly address: string;
    /**
     * The name in the administration log: the account, the token, `box` for the local socket, or
     * the address.
     */
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
      /**
       * Aborts when the session ends or its account loses rights: requests in progress are aborted.
       */
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

/** The person of the requesting account; 0 = none. */
export function personIdOf(by: Principal): number {
  return "account" in by ? by.account.personId : 0;
}

/** The result of a confirmation by password. */
export type Confirmation = "right" | "wrong" | { readonly retryAfter: number };

/** Authenticates a client; credentials cached in memory need no database. */
export interface Authenticator {
  /**
   * The session of a cookie, for the host at which it was issued (A 5.1); undefined = unknown,
   * ended, or of another host.
   */
  session(cookie: string, host: string, address: string): Promise<Principal | undefined>;
  /** The token of `Authorization: Bearer`; undefined = unknown, expired or revoked. */
  token(secret: string, address: string): Promise<Principal | undefined>;
  /**
   * Whether the password is the one of the account; counts as a sign-in attempt (A 5.5).
   * `retryAfter` in seconds.
   */
  confirm(principal: Principal, password: string): Promise<Confirmation>;
}

/** Authenticates no client: routes that are not open are served on the local socket only. */
export const NOBODY: Authenticator = {
  session: () => Promise.resolve(undefined),
  token: () => Promise.resolve(undefined),
  confirm: () => Promise.resolve("wrong"),
};
