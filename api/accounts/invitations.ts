/**
 * Stores invitations: one-time secrets, valid for a limited time, with which people choose the
 * passwords of their accounts. Held in memory and stored in box.db as hashes (A 5).
 */
import { LIMITS } from "../../policy/limits.ts";
import type { Database, Row } from "../store/database.ts";
import { type Account, NO_PASSWORD } from "./account.ts";
import { isSecret, newSecret, secretHash } from "./secret.ts";
import type { Runtime } from "../system/runtime.ts";

/** The state of an account's invitation; `none` = its password was never chosen by invitation. */
export const INVITATION_STATES = ["none", "invited", "accepted", "expired", "withdrawn"] as const;
/** A state of an invitation. */
export type InvitationState = typeof INVITATION_STATES[number];

/** The newest invitation of an account. Times are Unix seconds, 0 = never. */
export interface Invitation {
  readonly accountId: number;
  /** The hash of the secret; empty = no longer valid. */
  readonly secret: string;
  readonly created: number;
  readonly createdBy: string;
  readonly expires: number;
  readonly accepted: number;
  readonly withdrawn: number;
}

/** Dependencies of Invitations. */
export interface InvitationsDeps {
  readonly db: Database;
  readonly runtime: Runtime;
}

/**
 * The invitations of all accounts, one each. Methods that write reject with DatabaseUnavailableError,
 * and then change nothing.
 */
export class Invitations {
  readonly #deps: InvitationsDeps;
  #byAccount = new Map<number, Invitation>();
  #bySecret = new Map<string, Invitation>();

  constructor(deps: InvitationsDeps) {
    this.#deps = deps;
  }

  /** Reads the invitations from the database. */
  async load(): Promise<void> {
    const rows = await this.#deps.db.all("select * from invitations");
    this.#byAccount = new Map();
    this.#bySecret = new Map();
    for (const row of rows) this.#keep(invitationOfRow(row));
  }

  /** The newest invitation of an account; undefined = none was created, or a restore removed it. */
  of(accountId: number): Invitation | undefined {
    return this.#byAccount.get(accountId);
  }

  /** The current state of an account's invitation. */
  stateOf({ id, password }: Account): InvitationState {
    const invitation = this.#byAccount.get(id);
    // An account without a password and an invitation cannot be used.
    if (invitation === undefined) return password === NO_PASSWORD ? "expired" : "none";
    if (invitation.accepted > 0) return "accepted";
    if (invitation.withdrawn > 0) return "withdrawn";
    return this.#isOver(invitation) ? "expired" : "invited";
  }

  /** The account of a secret that is valid now; undefined = invalid. */
  accountOf(secret: string): number | undefined {
    if (!isSecret(secret)) return undefined;
    const invitation = this.#bySecret.get(secretHash(secret));
    return invitation === undefined || this.#isOver(invitation) ? undefined : invitation.accountId;
  }

  /** Creates an invitation, which replaces the previous one; its secret is returned only here. */
  async make(accountId: number, createdBy: string): Promise<{
    readonly invitation: Invitation;
    readonly secret: string;
  }> {
    const secret = newSecret();
    const created = this.#seconds();
    const invitation: Invitation = {
      accountId,
      secret: secretHash(secret),
      created,
      createdBy,
      expires: created + LIMITS.accounts.invitationLife,
      accepted: 0,
      withdrawn: 0,
    };
    await this.#deps.db.run(
      `insert or replace into invitations
         (account_id, secret, created, created_by, expires, accepted, withdrawn)
         values (?, ?, ?, ?, ?, 0, 0)`,
      [accountId, invitation.secret, created, createdBy, invitation.expires],
    );
    this.#keep(invitation);
    return { invitation, secret };
  }

  /** Uses up a secret; of two concurrent calls only one returns true. */
  async accept(secret: string): Promise<boolean> {
    const accountId = this.accountOf(secret);
    return accountId !== undefined && await this.#close(accountId, "accepted");
  }

  /** Withdraws the invitation of an account; returns whether one was pending. */
  async withdraw(accountId: number): Promise<boolean> {
    const invitation = this.#byAccount.get(accountId);
    if (invitation === undefined || invitation.secret === "") return false;
    return await this.#close(accountId, "withdrawn");
  }

  /**
   * Drops the invitation of a removed account from memory; its row was deleted with the account.
   */
  forget(accountId: number): void {
    const invitation = this.#byAccount.get(accountId);
    if (invitation === undefined) return;
    this.#byAccount.delete(accountId);
    this.#bySecret.delete(invitation.secret);
  }

  async #close(accountId: number, how: "accepted" | "withdrawn"): Promise<boolean> {
    const { secret } = this.#byAccount.get(accountId)!;
    const at = this.#seconds();
    const { changes } = await this.#deps.db.run(
      `update invitations set secret = '', ${how} = ? where account_id = ? and secret = ?`,
      [at, accountId, secret],
    );
    const now = this.#byAccount.get(accountId);
    if (changes !== 1 || now?.secret !== secret) return false;
    this.#keep({ ...now, secret: "", [how]: at });
    return true;
  }

  #isOver({ secret, expires }: Invitation): boolean {
    return secret === "" || this.#seconds() >= expires;
  }

  #seconds(): number {
    return Math.floor(this.#deps.runtime.now() / 1000);
  }

  #keep(invitation: Invitation): void {
    this.forget(invitation.accountId);
    this.#byAccount.set(invitation.accountId, invitation);
    if (invitation.secret !== "") this.#bySecret.set(invitation.secret, invitation);
  }
}

function invitationOfRow(row: Row): Invitation {
  return {
    accountId: Number(row.account_id),
    secret: String(row.secret),
    created: Number(row.created),
    createdBy: String(row.created_by),
    expires: Number(row.expires),
    accepted: Number(row.accepted),
    withdrawn: Number(row.withdrawn),
  };
}
