/**
 * The interface of second factors for sign-in: whether an account has one, and whether a code is
 * right (A 5).
 */

/** The kinds of second factors; a passkey replaces both password and code. */
export const FACTOR_KINDS = ["totp", "recovery", "passkey"] as const;
/** A kind of second factor. */
export type FactorKind = typeof FACTOR_KINDS[number];

/**
 * The second factors of accounts. Sign-in checks them after the password, and counts a wrong code
 * as a failed attempt. Passkeys have their own routes, which call `SignIn.begin`. Methods reject
 * with DatabaseUnavailableError.
 */
export interface Factors {
  /** The kinds that an account has set up, in display order; empty = the password is enough. */
  kinds(accountId: number): Promise<readonly FactorKind[]>;
  /** Whether the password alone does not sign in. */
  required(accountId: number): Promise<boolean>;
  /**
   * The kind that a code is right for; undefined = wrong or used before. A right code is used up.
   */
  verify(accountId: number, given: FactorProof): Promise<FactorKind | undefined>;
  /** Removes every second factor of an account (`box account reset --factors`). */
  remove(accountId: number): Promise<void>;
}

/** The code given with the password. */
export interface FactorProof {
  /** A code of an authenticator or a recovery code, as it was typed. At most 64 characters. */
  readonly code: string;
}

/** Accounts without second factors. */
export const NO_FACTORS: Factors = {
  kinds: () => Promise.resolve([]),
  required: () => Promise.resolve(false),
  verify: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
};
