/** Second factors as sign-in sees them: whether an account has one, and whether what was given is right (A 5). */

/** What an account can show beside its password; a passkey stands for password and code together. */
export const FACTOR_KINDS = ["totp", "recovery", "passkey"] as const;
/** One of them. */
export type FactorKind = typeof FACTOR_KINDS[number];

/**
 * The second factors of accounts. Sign-in asks them after the password was right, and counts a wrong code as a failed attempt. A
 * passkey has routes of its own, which prove the account and then call `SignIn.begin`. Rejects with DatabaseUnavailable.
 */
export interface Factors {
  /** The kinds that an account has set up, in the order in which they are offered; none = the password is enough. */
  kinds(accountId: number): Promise<readonly FactorKind[]>;
  /** Whether the password alone does not sign in. */
  required(accountId: number): Promise<boolean>;
  /** The kind that a code is right for; undefined = wrong, or used before. A right code is used up. */
  verify(accountId: number, given: GivenFactor): Promise<FactorKind | undefined>;
  /** Takes every second factor from an account (`box account reset --factors`). */
  remove(accountId: number): Promise<void>;
}

/** What came with the password. */
export interface GivenFactor {
  /** As it was typed: of an authenticator, or a recovery code. At most 64 characters. */
  readonly code: string;
}

/** Knows no second factor. */
export const NO_FACTORS: Factors = {
  kinds: () => Promise.resolve([]),
  required: () => Promise.resolve(false),
  verify: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
};
