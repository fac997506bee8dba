/** The recovery codes of accounts: ten, shown once, stored as hashes, each good once. */
import { LIMITS } from "../../../policy/limits.ts";
import type { Database } from "../../store/database.ts";
import { newRecoveryCode, recoveryHash } from "./recovery_codes.ts";
import type { Runtime } from "../../system/runtime.ts";

/** The recovery codes. Methods reject with DatabaseUnavailable. */
export class Recovery {
  readonly #db: Database;
  readonly #random: Runtime["randomBytes"];

  constructor(db: Database, random: Runtime["randomBytes"]) {
    this.#db = db;
    this.#random = random;
  }

  /** How many codes an account has left. */
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

  /** Whether a code is one of the account; it is used up. */
  async use(accountId: number, typed: string): Promise<boolean> {
    const hash = recoveryHash(typed);
    if (hash === undefined) return false;
    const { changes } = await this.#db.run(
      "delete from recovery_codes where account_id = ? and hash = ?",
      [accountId, hash],
    );
    return changes === 1;
  }

  /** Takes the codes from an account that has nothing left to recover. */
  async removeUnneeded(accountId: number): Promise<void> {
    await this.#db.run(
      `delete from recovery_codes where account_id = ?1
         and not exists (select 1 from totp where account_id = ?1)
         and not exists (select 1 from passkeys where account_id = ?1)`,
      [accountId],
    );
  }
}
