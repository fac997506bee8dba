/**
 * Stores the authenticators of accounts: one each, with a sealed secret. Each code is accepted
 * once.
 */
import { LIMITS } from "../../../policy/limits.ts";
import { type Seal, type SealedField, SealError } from "../../system/seal.ts";
import type { Database } from "../../store/database.ts";
import { createEnrolment, type Enrolment, newTotpSecret, totpStep } from "./totp.ts";
import type { Runtime } from "../../system/runtime.ts";

const { enrolmentLife, enrolmentsHeld } = LIMITS.factors;

/** Dependencies of Authenticators. */
export interface AuthenticatorDeps {
  readonly db: Database;
  readonly seal: Seal;
  readonly runtime: Runtime;
  /** The name of the box that authenticators display. */
  readonly issuer: () => string;
}

interface Begun {
  readonly secret: Uint8Array;
  /** Unix milliseconds. */
  readonly until: number;
}

/** The authenticators. Methods reject with DatabaseUnavailableError. */
export class Authenticators {
  readonly #deps: AuthenticatorDeps;
  /** Secrets that were shown but not yet confirmed by a first code, by account. */
  readonly #begun = new Map<number, Begun>();

  constructor(deps: AuthenticatorDeps) {
    this.#deps = deps;
  }

  /**
   * A new secret for an account. The previous authenticator stays valid until the first code of the
   * new one.
   */
  begin({ id, name }: { readonly id: number; readonly name: string }): Enrolment {
    const { runtime, issuer } = this.#deps;
    const secret = newTotpSecret(runtime.randomBytes);
    this.#begun.delete(id);
    if (this.#begun.size >= enrolmentsHeld) this.#begun.delete(this.#begun.keys().next().value!);
    this.#begun.set(id, { secret, until: runtime.now() + enrolmentLife * 1000 });
    return createEnrolment(secret, issuer(), name);
  }

  /**
   * Activates the new secret when its first code is right. `absent` = no enrolment was begun, or it
   * expired.
   */
  async confirm(accountId: number, code: string): Promise<"confirmed" | "wrong" | "absent"> {
    const { db, seal, runtime } = this.#deps;
    const begun = this.#begun.get(accountId);
    const at = runtime.now();
    if (begun === undefined || at >= begun.until) return "absent";
    const step = totpStep(begun.secret, plainCode(code), at, -1);
    if (step === undefined) return "wrong";
    this.#begun.delete(accountId);
    await db.run(
      `insert into totp (account_id, secret, last_step, created) values (?, ?, ?, ?)
         on conflict (account_id) do update set secret = excluded.secret, last_step = excluded.last_step,
         created = excluded.created`,
      [accountId, seal.seal(begun.secret, fieldOf(accountId)), step, Math.floor(at / 1000)],
    );
    return "confirmed";
  }

  /** When the authenticator of an account was set up, in Unix seconds; 0 = it has none. */
  async since(accountId: number): Promise<number> {
    const [row] = await this.#deps.db.all("select created from totp where account_id = ?", [
      accountId,
    ]);
    return row === undefined ? 0 : Number(row.created);
  }

  /** Whether a code is right for the account and unused; it is then marked as used. */
  async verify(accountId: number, code: string): Promise<boolean> {
    const { db, runtime } = this.#deps;
    const [row] = await db.all("select secret, last_step from totp where account_id = ?", [
      accountId,
    ]);
    if (row === undefined) return false;
    const secret = this.#open(String(row.secret), accountId);
    if (secret === undefined) return false;
    const step = totpStep(secret, plainCode(code), runtime.now(), Number(row.last_step));
    if (step === undefined) return false;
    // Of two concurrent requests with the same code, one succeeds. A secret that was replaced
    // meanwhile is no longer valid.
    const { changes } = await db.run(
      "update totp set last_step = ? where account_id = ? and last_step = ? and secret = ?",
      [step, accountId, row.last_step, row.secret],
    );
    return changes === 1;
  }

  /** Removes the authenticator of an account; returns whether it had one. */
  async remove(accountId: number): Promise<boolean> {
    this.#begun.delete(accountId);
    return (await this.#deps.db.run("delete from totp where account_id = ?", [accountId])).changes >
      0;
  }

  #open(sealed: string, accountId: number): Uint8Array | undefined {
    try {
      return this.#deps.seal.open(sealed, fieldOf(accountId));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      this.#deps.runtime.log(
        "warn",
        `${error.message} Recovery codes still work, and \`box account reset NAME --factors\`.`,
      );
      return undefined;
    }
  }
}

function fieldOf(accountId: number): SealedField {
  return { table: "totp", row: accountId, field: "secret" };
}

/** Removes spaces: authenticators show codes in two groups, and people type them that way. */
function plainCode(typed: string): string {
  return typed.replace(/\s/g, "");
}
