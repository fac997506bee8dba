/**
 * Holds the accounts in memory and stores them in box.db. Changes are validated and made one at a
 * time (A 5.2).
 */
import { LIMITS } from "../../policy/limits.ts";
import { DomainError } from "../schema/errors.ts";
import type { Principal } from "../http/principal.ts";
import { type Right, rightsOf } from "../http/rights.ts";
import { Mutex } from "../async/mutex.ts";
import type { Database, SqlValue } from "../store/database.ts";
import {
  type Account,
  type AccountChoices,
  accountOfRow,
  DEFAULT_ACCOUNT,
  isAbleAdministrator,
  isDefault,
  isEmail,
  isFullAdministrator,
  nameKey,
  nameProblem,
  nameText,
  NO_PASSWORD,
} from "./account.ts";
import type { Runtime } from "../system/runtime.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** Dependencies of the accounts. */
export interface AccountsDeps {
  readonly db: Database;
  readonly runtime: Runtime;
}

/** Default choices of an account. */
export const PLAIN_CHOICES: Omit<AccountChoices, "name"> = {
  kind: "administrator",
  role: "full",
  rights: [],
  personId: 0,
  language: "",
  email: "",
  disabled: false,
};

const COLUMNS =
  "name, name_key, kind, role, rights, person_id, language, email, disabled, changed, changed_by, password, last_sign_in, last_address";

/**
 * The accounts. Methods that change something reject with DomainError (refused) or
 * DatabaseUnavailableError, and then change nothing.
 */
export class Accounts {
  readonly #deps: AccountsDeps;
  #byId = new Map<number, Account>();
  #byKey = new Map<string, Account>();
  readonly #changes = new Mutex();

  constructor(deps: AccountsDeps) {
    this.#deps = deps;
  }

  /** Reads the accounts from the database; a new installation gets its default account (A 5.7). */
  async load(): Promise<void> {
    const rows = await this.#deps.db.all("select * from accounts order by id");
    this.#byId = new Map();
    this.#byKey = new Map();
    for (const row of rows) this.#keep(accountOfRow(row));
    if (rows.length === 0) {
      await this.#insert({ ...PLAIN_CHOICES, name: DEFAULT_ACCOUNT.name }, "", "box");
    }
  }

  /** An account by its id. */
  get(id: number): Account | undefined {
    return this.#byId.get(id);
  }

  /** An account by its name, ignoring case. */
  byName(name: string): Account | undefined {
    return this.#byKey.get(nameKey(name.slice(0, 4 * LIMITS.accounts.nameCharacters)));
  }

  /** All accounts, by id. */
  list(): readonly Account[] {
    return [...this.#byId.values()];
  }

  /**
   * Whether the installation is finished, so that the default password is no longer accepted (A
   * 5.7, 7.8).
   */
  isFinished(): boolean {
    return this.#byId.size > 0 && !this.list().some(isDefault);
  }

  /**
   * Creates an account. The first full administrator replaces the default account, whose password
   * is public.
   */
  add(choices: AccountChoices, password: string, by: Principal): Promise<Account> {
    return this.#changes.take(async () => {
      const old = isFullAdministrator(choices) ? this.list().find(isDefault) : undefined;
      const checked = this.#checked(choices, old);
      checkGrantedRights(by, grantedBy(checked));
      if (old !== undefined) return await this.#replaceDefault(old, checked, password, by.name);
      if (this.#byId.size >= LIMITS.accounts.most) {
        throw new DomainError(
          "conflict",
          sentence`There can be ${LIMITS.accounts.most} accounts; remove one first`,
        );
      }
      return await this.#insert(checked, password, by.name);
    });
  }

  /** Ends the installation: the chosen account replaces the default one. */
  finishSetup(choices: AccountChoices, password: string): Promise<Account> {
    return this.#changes.take(async () => {
      const old = this.list().find(isDefault);
      if (old === undefined) throw new DomainError("setup_finished");
      return await this.#replaceDefault(old, this.#checked(choices, old), password, "setup");
    });
  }

  /** Changes an account; `version` must be its current `changed`, absent = not checked. */
  change(
    id: number,
    changes: Partial<AccountChoices>,
    version: number | undefined,
    by: Principal,
  ): Promise<Account> {
    return this.#changes.take(async () => {
      const before = this.known(id);
      checkManagedAccount(by, before);
      if (version !== undefined && version !== before.changed) throw changedMeanwhile(before);
      const after = { ...before, ...this.#checked({ ...before, ...changes }, before) };
      checkGrantedRights(by, grantedBy(after));
      if (isDefault(before) && !isFullAdministrator(after)) {
        throw new DomainError(
          "conflict",
          sentence`This account can be changed once the installation is finished`,
        );
      }
      this.#refuseLast(before, isFullAdministrator(after));
      return await this.#update(after, by.name);
    });
  }

  /** Changes the own settings of an account, which need no rights. */
  changeOwn(
    id: number,
    changes: Partial<Pick<AccountChoices, "language" | "email">>,
  ): Promise<Account> {
    return this.#changes.take(async () => {
      const before = this.known(id);
      return await this.#update(
        { ...before, ...this.#checked({ ...before, ...changes }, before) },
        before.name,
      );
    });
  }

  /** Removes an account with its sessions and tokens. */
  remove(id: number, by: Principal): Promise<Account> {
    return this.#changes.take(async () => {
      const account = this.known(id);
      checkManagedAccount(by, account);
      this.#refuseLast(account, false);
      await this.#deps.db.run("delete from accounts where id = ?", [id]);
      this.#byId.delete(id);
      this.#byKey.delete(nameKey(account.name));
      return account;
    });
  }

  /**
   * Removes the password of an account and links it to a person, who then chooses a password. The
   * last administrator who can sign in is refused, except over the local socket, where the password
   * can be set again.
   */
  awaitPerson(id: number, personId: number, by: Principal): Promise<Account> {
    return this.#changes.take(async () => {
      const account = this.known(id);
      checkManagedAccount(by, account);
      if (isDefault(account)) throw new DomainError("setup_needed");
      if (by.kind !== "socket") this.#refuseLast(account, false);
      return await this.#update({ ...account, personId, password: NO_PASSWORD }, by.name);
    });
  }

  /** Sets the first password of an account without one; `password` is its PHC string. */
  firstPassword(id: number, password: string): Promise<Account> {
    return this.#changes.take(async () => {
      const account = this.known(id);
      if (account.password !== NO_PASSWORD || account.disabled) throw new DomainError("not_found");
      return await this.#update({ ...account, password }, account.name);
    });
  }

  /** Unlinks a removed person from their accounts. */
  unlinkPerson(personId: number): Promise<void> {
    return this.#changes.take(async () => {
      for (const account of this.list().filter((one) => one.personId === personId)) {
        await this.#update({ ...account, personId: 0 }, "box");
      }
    });
  }

  /** Sets another password; `password` is its PHC string. */
  setPassword(id: number, password: string, by: Principal): Promise<Account> {
    return this.#changes.take(async () => {
      const account = this.known(id);
      checkManagedAccount(by, account);
      return await this.#update({ ...account, password }, by.name);
    });
  }

  /** Replaces a hash by one of the current cost for the same password. */
  renewHash(id: number, old: string, password: string): Promise<void> {
    return this.#changes.take(async () => {
      const account = this.get(id);
      if (account?.password !== old) return;
      await this.#deps.db.run("update accounts set password = ? where id = ?", [password, id]);
      this.#keep({ ...account, password });
    });
  }

  /** Stores the time and address of a sign-in. */
  signedIn(id: number, address: string): Promise<void> {
    return this.#changes.take(async () => {
      const account = this.known(id);
      const lastSignIn = this.#seconds();
      await this.#deps.db.run(
        "update accounts set last_sign_in = ?, last_address = ? where id = ?",
        [
          lastSignIn,
          address,
          id,
        ],
      );
      this.#keep({ ...account, lastSignIn, lastAddress: address });
    });
  }

  /** An account by its id. Throws DomainError (not_found). */
  known(id: number): Account {
    const account = this.#byId.get(id);
    if (account === undefined) {
      throw new DomainError("not_found", sentence`There is no account with the number: ${id}`);
    }
    return account;
  }

  #seconds(): number {
    return Math.floor(this.#deps.runtime.now() / 1000);
  }

  /** The choices as they are stored. Throws DomainError when they are invalid. */
  #checked(choices: AccountChoices, self: Account | undefined): AccountChoices {
    const name = nameText(choices.name);
    const problem = nameProblem(name);
    if (problem !== "") throw new DomainError("bad_value", problem);
    const same = this.#byKey.get(nameKey(name));
    if (same !== undefined && same.id !== self?.id) {
      throw new DomainError(
        "conflict",
        sentence`There is already an account called ${same.name}; choose another name`,
      );
    }
    if (!isEmail(choices.email)) {
      throw new DomainError("bad_value", sentence`This is not an e-mail address`);
    }
    const custom = choices.kind === "administrator" && choices.role === "custom";
    return { ...choices, name, rights: custom ? [...new Set(choices.rights)] : [] };
  }

  /**
   * The last account with all rights must keep them; otherwise nobody could ever grant them again.
   */
  #refuseLast(account: Account, stays: boolean): void {
    if (stays || !isFullAdministrator(account)) return;
    if (this.list().some((other) => other.id !== account.id && isAbleAdministrator(other))) return;
    throw new DomainError("last_administrator");
  }

  async #replaceDefault(
    old: Account,
    choices: AccountChoices,
    password: string,
    by: string,
  ): Promise<Account> {
    const full = {
      ...old,
      ...choices,
      kind: "administrator",
      role: "full",
      rights: [],
      disabled: false,
    } as const;
    return await this.#update({ ...full, password, lastSignIn: 0, lastAddress: "" }, by);
  }

  async #insert(choices: AccountChoices, password: string, by: string): Promise<Account> {
    const now = this.#seconds();
    const added: Account = {
      ...choices,
      password,
      id: 0,
      created: now,
      changed: now,
      changedBy: by,
      lastSignIn: 0,
      lastAddress: "",
    };
    const sql = `insert into accounts (${COLUMNS}, created) values (${
      Array(15).fill("?").join(", ")
    })`;
    const { lastId } = await this.#deps.db.run(sql, [...valuesOf(added), now]);
    return this.#keep({ ...added, id: lastId });
  }

  async #update(account: Account, by: string): Promise<Account> {
    const after = {
      ...account,
      changed: Math.max(this.#seconds(), account.changed + 1),
      changedBy: by,
    };
    const sets = COLUMNS.split(", ").map((column) => `${column} = ?`).join(", ");
    await this.#deps.db.run(`update accounts set ${sets} where id = ?`, [
      ...valuesOf(after),
      after.id,
    ]);
    return this.#keep(after);
  }

  #keep(account: Account): Account {
    const before = this.#byId.get(account.id);
    if (before !== undefined) this.#byKey.delete(nameKey(before.name));
    this.#byId.set(account.id, account);
    this.#byKey.set(nameKey(account.name), account);
    return account;
  }
}

function valuesOf(account: Account): SqlValue[] {
  const { name, kind, role, rights, personId, language, email, disabled, changed, changedBy } =
    account;
  return [
    name,
    nameKey(name),
    kind,
    role,
    JSON.stringify(rights),
    personId,
    language,
    email,
    disabled ? 1 : 0,
    changed,
    changedBy,
    account.password,
    account.lastSignIn,
    account.lastAddress,
  ];
}

/** The rights of an account, as if it is enabled. */
function grantedBy({ kind, role, rights }: AccountChoices): ReadonlySet<Right> {
  return rightsOf(kind, role, rights);
}

/**
 * Checks that no account grants, changes or removes rights beyond its own. Throws DomainError
 * (no_right).
 */
export function checkGrantedRights(by: Principal, rights: ReadonlySet<Right>): void {
  const beyond = [...rights].find((right) => !by.rights.has(right));
  if (beyond === undefined) return;
  throw new DomainError(
    "no_right",
    sentence`This account has the right ${beyond}, which yours does not have`,
  );
}

/**
 * Checks that no account manages one with more rights, even while that one is disabled. Throws
 * DomainError (no_right).
 */
export function checkManagedAccount(by: Principal, account: AccountChoices): void {
  checkGrantedRights(by, grantedBy(account));
}

function changedMeanwhile({ changed, changedBy }: Account): DomainError {
  const at = new Date(changed * 1000).toISOString().slice(0, 16).replace("T", " ");
  const text = sentence`${changedBy} changed this account meanwhile (${at} UTC); look at it again`;
  return new DomainError("changed_meanwhile", text, { body: { changed, changed_by: changedBy } });
}
