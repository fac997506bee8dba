/** Stores the recovery codes of accounts: ten, shown once, stored as hashes, each valid once. */
import { LIMITS } from "../../../policy/limits.ts";
import type { Database } from "../../store/database.ts";
import { newRecoveryCode, recoveryHash } from "./recovery_codes.ts";
import type { Runtime } from "../../system/runtime.ts";

/** The recovery codes. Methods reject with DatabaseUnavailableError. */
export class Recovery {
  readonly #db: Database;
  readonly #random: Runtime["randomBytes"];

  constructor(db: Database, random: Runtime["randomBytes"]) {
    this.#db = db;
    this.#random = random;
  }

  /** The number of unused codes of an account. */
  async left(accountId: number): Promise<number> {
    const [row] = await this.#db.all(
      "select count(*) as codes from recovery_codes where account_id = ?",
      [accountId],
    );
    return Number(row.codes);
  }

  /** New codes, which replace all codes of the account; they are returned only here. */
  async renew(accountId: number): Promise<readonly string[]> {
    const codes = Array.from(
      { length: LIMITS.factors.recoveryCodes },
      () => newRecoveryCode(this.#random),
    );
    await this.#db.batch([
      { sql: "delete from recovery_codes where account_id = ?", args: [accountId] },
      ...codes.map((code) => ({
        sql: "insert into recovery_codes (account_id, hash) values (?, ?)",
        args: [accountId, recoveryHash(code)!],
      })),
    ]);
    return codes;
  }

  /** Whether a code belongs to the account; it is then used up. */
  async use(accountId: number, typed: string): Promise<boolean> {
    const hash = recoveryHash(typed);
    if (hash === undefined) return false;
    const { changes } = await this.#db.run(
      "delete from recovery_codes where account_id = ? and hash = ?",
      [accountId, hash],
    );
    return changes === 1;
  }

  /** Removes the codes of an account that has no second factor. */
  async removeUnneeded(accountId: number): Promise<void> {
    await this.#db.run(
      `delete from recovery_codes where account_id = ?1
         and not exists (select 1 from totp where account_id = ?1)
         and not exists (select 1 from passkeys where account_id = ?1)`,
      [accountId],
    );
  }
}
