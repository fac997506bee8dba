/**
 * Stores the notices of an account, which are shown until they are read. A notice reports that
 * somebody changed who has access to the data of the account (A 5).
 */
import { LIMITS } from "../../policy/limits.ts";
import type { Database, Row } from "../store/database.ts";
import type { Runtime } from "../system/runtime.ts";

/**
 * The kinds of notices:
 * - `reset` = this account got a new password by invitation
 * - `access` = another account was linked to the person
 * - `left` = another account was unlinked from the person
 * - `factors` = the second factors of this account were removed
 * - `token` = a token of this account was created over the local socket
 * - `restored` = an older copy of box.db replaced a broken one
 */
export const NOTICE_KINDS = ["reset", "access", "left", "factors", "token", "restored"] as const;
/** A kind of notice. */
export type NoticeKind = typeof NOTICE_KINDS[number];

/** A notice. */
export interface AccountNotice {
  readonly id: number;
  readonly accountId: number;
  /** Unix seconds. */
  readonly time: number;
  readonly kind: NoticeKind;
  /** The actor, as the administration log names it. */
  readonly by: string;
  /** The name of the other account or of the token. */
  readonly subject: string;
  /** Whether this ended a consent of the person. */
  readonly consentEnded: boolean;
}

/** The content of a notice. */
export type NewNotice = Omit<AccountNotice, "id" | "time">;

/**
 * The notices of all accounts, in memory and in box.db. Methods that write reject with
 * DatabaseUnavailableError.
 */
export class AccountNotices {
  readonly #db: Database;
  readonly #now: Runtime["now"];
  #byAccount = new Map<number, AccountNotice[]>();

  /** `now` in Unix milliseconds. */
  constructor(db: Database, now: Runtime["now"]) {
    this.#db = db;
    this.#now = now;
  }

  /** Reads the notices from the database. */
  async load(): Promise<void> {
    const rows = await this.#db.all("select * from account_notices order by id");
    this.#byAccount = new Map();
    for (const row of rows) this.#keep(noticeOfRow(row));
  }

  /** The unread notices of an account, oldest first. */
  of(accountId: number): readonly AccountNotice[] {
    return this.#byAccount.get(accountId) ?? [];
  }

  /** Adds a notice; the oldest is removed when there are too many. */
  async add({ accountId, kind, by, subject, consentEnded }: NewNotice): Promise<void> {
    const time = Math.floor(this.#now() / 1000);
    const { lastId: id } = await this.#db.run(
      `insert into account_notices (account_id, time, kind, by_name, subject, consent_ended)
         values (?, ?, ?, ?, ?, ?)`,
      [accountId, time, kind, by, subject, consentEnded ? 1 : 0],
    );
    this.#keep({ id, accountId, time, kind, by, subject, consentEnded });
    const all = this.#byAccount.get(accountId)!;
    if (all.length <= LIMITS.accounts.noticesPerAccount) return;
    const [oldest] = all.splice(0, 1);
    await this.#db.run("delete from account_notices where id = ?", [oldest.id]);
  }

  /** Removes the notices of an account up to an id; returns how many. */
  async read(accountId: number, upTo: number): Promise<number> {
    await this.#db.run("delete from account_notices where account_id = ? and id <= ?", [
      accountId,
      upTo,
    ]);
    const before = this.of(accountId);
    const left = before.filter(({ id }) => id > upTo);
    this.#byAccount.set(accountId, left);
    return before.length - left.length;
  }

  /** Drops the notices of a removed account from memory; their rows were deleted with it. */
  forget(accountId: number): void {
    this.#byAccount.delete(accountId);
  }

  #keep(notice: AccountNotice): void {
    const all = this.#byAccount.get(notice.accountId);
    if (all === undefined) this.#byAccount.set(notice.accountId, [notice]);
    else all.push(notice);
  }
}

function noticeOfRow(row: Row): AccountNotice {
  return {
    id: Number(row.id),
    accountId: Number(row.account_id),
    time: Number(row.time),
    kind: row.kind as NoticeKind,
    by: String(row.by_name),
    subject: String(row.subject),
    consentEnded: row.consent_ended === 1,
  };
}
