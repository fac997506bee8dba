/**
 * The second factors of accounts: authenticator, passkeys and recovery codes, with the checks for
 * sign-in (A 5).
 */
import { Authenticators } from "./authenticators.ts";
import type { FactorKind, FactorProof, Factors } from "./factor.ts";
import { passkeyPlace } from "./places.ts";
import { type PasskeyDeps, Passkeys } from "./passkeys.ts";
import { Recovery } from "./recovery.ts";
import type { AuthenticatorDeps } from "./authenticators.ts";
import { DomainError } from "../../schema/errors.ts";
import type { RelyingParty } from "./webauthn.ts";

/** Dependencies of FactorService. */
export interface FactorServiceDeps extends AuthenticatorDeps, PasskeyDeps {
  /** Names of the box whose certificate browsers trust. */
  readonly trustedNames: () => readonly string[];
}

/** The second factors that an account has set up. */
export interface FactorSummary {
  /** Unix seconds since when it has an authenticator; 0 = none. */
  readonly totpSince: number;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

/** The second factors. Methods reject with DomainError or DatabaseUnavailableError. */
export class FactorService implements Factors {
  readonly authenticators: Authenticators;
  readonly passkeys: Passkeys;
  readonly recovery: Recovery;
  readonly #deps: FactorServiceDeps;

  constructor(deps: FactorServiceDeps) {
    this.#deps = deps;
    this.authenticators = new Authenticators(deps);
    this.passkeys = new Passkeys(deps);
    this.recovery = new Recovery(deps.db, deps.runtime.randomBytes);
  }

  /** The second factors of an account. */
  async summary(accountId: number): Promise<FactorSummary> {
    const [row] = await this.#deps.db.all(
      `select coalesce((select created from totp where account_id = ?1), 0) as totp,
         (select count(*) from passkeys where account_id = ?1) as passkeys,
         (select count(*) from recovery_codes where account_id = ?1) as codes`,
      [accountId],
    );
    return {
      totpSince: Number(row.totp),
      passkeys: Number(row.passkeys),
      recoveryCodes: Number(row.codes),
    };
  }

  /** The kinds that an account has, in display order. */
  async kinds(accountId: number): Promise<readonly FactorKind[]> {
    const { totpSince, passkeys, recoveryCodes } = await this.summary(accountId);
    const kinds: FactorKind[] = [];
    if (totpSince > 0) kinds.push("totp");
    if (passkeys > 0) kinds.push("passkey");
    if (recoveryCodes > 0) kinds.push("recovery");
    return kinds;
  }

  /**
   * Whether the password alone does not sign in: accounts with an authenticator or a passkey need
   * one of them or a recovery code.
   */
  async required(accountId: number): Promise<boolean> {
    const { totpSince, passkeys } = await this.summary(accountId);
    return totpSince > 0 || passkeys > 0;
  }

  /** The kind that a code is right for; it is then used up. Undefined = wrong or used before. */
  async verify(accountId: number, { code }: FactorProof): Promise<FactorKind | undefined> {
    if (await this.authenticators.verify(accountId, code)) return "totp";
    return await this.recovery.use(accountId, code) ? "recovery" : undefined;
  }

  /**
   * Recovery codes for an account that just got a second factor; empty when it already has some.
   */
  async firstCodes(accountId: number): Promise<readonly string[]> {
    return await this.recovery.left(accountId) > 0 ? [] : await this.recovery.renew(accountId);
  }

  /** Removes every second factor of an account. */
  async remove(accountId: number): Promise<void> {
    await this.authenticators.remove(accountId);
    await this.#deps.db.batch(
      ["totp", "passkeys", "recovery_codes"].map((table) => ({
        sql: `delete from ${table} where account_id = ?`,
        args: [accountId],
      })),
    );
  }

  /** The relying party for this Host. Throws DomainError (no_passkeys_here) with the reason. */
  place(host: string): RelyingParty {
    const place = passkeyPlace(host, this.#deps.trustedNames());
    if (typeof place === "string") throw new DomainError("no_passkeys_here", place);
    return place;
  }

  /** Why passkeys cannot be used at this Host; empty = they can. */
  refusal(host: string): string {
    const place = passkeyPlace(host, this.#deps.trustedNames());
    return typeof place === "string" ? place : "";
  }
}
