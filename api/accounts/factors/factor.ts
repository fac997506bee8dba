/**
 * Second factors as sign-in uses them: whether an account has one, and whether the given code is
 * right (A 5).
 */

/**
 * What an account can present beside its password; a passkey replaces password and code together.
 */
export const FACTOR_KINDS = ["totp", "recovery", "passkey"] as const;
/** One of them. */
export type FactorKind = typeof FACTOR_KINDS[number];

/**
 * The second factors of accounts. Sign-in checks them after the password was right, and counts a
 * wrong code as a failed attempt. A passkey has routes of its own, which prove the account and then
 * call `SignIn.begin`. Rejects with DatabaseUnavailable.
 */
export interface Factors {
  /** The kinds that an account has set up, in the order in which they are offered; none = the password is enough. */
  kinds(accountId: number): Promise<readonly FactorKind[]>;
  /** Whether the password alone does not sign in. */
  required(accountId: number): Promise<boolean>;
  /** The kind that a code is right for; undefined = wrong, or used before. A right code is used up. */
  verify(accountId: number, given: FactorProof): Promise<FactorKind | undefined>;
  /** Removes every second factor of an account (`box account reset --factors`). */
  remove(accountId: number): Promise<void>;
}

/** The code given with the password. */
export interface FactorProof {
  /** As it was typed: from an authenticator, or a recovery code. At most 64 characters. */
  readonly code: string;
}

/** Knows no second factor. */
export const NO_FACTORS: Factors = {
  kinds: () => Promise.resolve([]),
  required: () => Promise.resolve(false),
  verify: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
};
