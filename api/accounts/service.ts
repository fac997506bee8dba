/**
 * Accounts as the rest of the box uses them: signing in, authenticating clients, and changes with
 * all that follows from them (A 5).
 */
import { LazyValue } from "../async/lazy_value.ts";
import type { RaiseAlert } from "../events/alert_kinds.ts";
import { DomainError } from "../schema/errors.ts";
import type { Principal } from "../http/principal.ts";
import { type Right, withReading } from "../http/rights.ts";
import type { Database } from "../store/database.ts";
import {
  type Account,
  type AccountChoices,
  isDefault,
  isFullAdministrator,
  rightsOfAccount,
} from "./account.ts";
import { Accounts, checkGrantedRights, checkManagedAccount, PLAIN_CHOICES } from "./accounts.ts";
import { type AccountAuthenticator, createAuthenticator } from "./authenticator.ts";
import { type EndedSessionStore, NOT_NOTED } from "./ended_sessions.ts";
import type { Factors } from "./factors/factor.ts";
import { InvitationService, type PersonChange } from "./invitation_service.ts";
import { Invitations } from "./invitations.ts";
import { AccountNotices } from "./notices.ts";
import { passwordProblem } from "./password_rules.ts";
import type { PasswordHasher } from "./passwords.ts";
import { type AccountPeople, checkPersonAccess, isOwnSession } from "./person_access.ts";
import { Sessions } from "./sessions.ts";
import { SignIn, type SignInFailure } from "./sign_in.ts";
import { Throttle } from "./throttle.ts";
import { type Token, Tokens } from "./tokens.ts";
import type { Runtime } from "../system/runtime.ts";

/** What accounts are made of. */
export interface AccountServiceDeps {
  /** box.db. */
  readonly db: Database;
  readonly passwords: PasswordHasher;
  readonly factors: Factors;
  /** Where sessions are noted that ended without database; absent = nowhere. */
  readonly ended?: EndedSessionStore;
  /** The people whom accounts can be linked to; absent = there are none. */
  readonly people?: AccountPeople;
  readonly runtime: Runtime;
  /** Called with failed sign-ins, for the administration log. */
  readonly failed: (failure: SignInFailure) => void;
  /** Raises alerts. */
  readonly raise: RaiseAlert;
}

const NOBODY: AccountPeople = {
  name: () => Promise.resolve(undefined),
  endConsents: () => Promise.resolve(false),
};

/** What is chosen for a new token. */
export interface NewToken {
  /** The account whose token it is; absent = the one that asks. */
  readonly account?: string | undefined;
  readonly name: string;
  /** `all` = what the account may do now. */
  readonly rights: readonly Right[] | "all";
  /** Unix seconds, 0 = never. */
  readonly expires: number;
}

/** What a reset leaves to an account beside its choices. */
export interface ResetOptions {
  readonly factors: boolean;
  readonly tokens: boolean;
}

/** An account that was changed, with what became of the people whose it was and is. */
export interface AccountUpdate {
  readonly account: Account;
  /** People whose consents ended by it, by name. */
  readonly consentsEnded: readonly string[];
}

/** The accounts, their sessions and their tokens. Methods reject with DomainError or DatabaseUnavailable. */
export class AccountService {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly signIn: SignIn;
  readonly factors: Factors;
  readonly invitations: Invitations;
  readonly inviting: InvitationService;
  readonly notices: AccountNotices;
  /** Authenticates clients. */
  readonly auth: AccountAuthenticator;
  readonly #passwords: PasswordHasher;
  readonly #people: AccountPeople;
  readonly #throttle: Throttle;
  readonly #loading = new LazyValue(() => this.#load());

  constructor(
    { db, passwords, factors, ended = NOT_NOTED, people = NOBODY, runtime, failed, raise }:
      AccountServiceDeps,
  ) {
    this.accounts = new Accounts({ db, runtime });
    this.sessions = new Sessions({ db, runtime, ended });
    this.tokens = new Tokens({ db, runtime });
    this.factors = factors;
    this.invitations = new Invitations({ db, runtime });
    this.notices = new AccountNotices(db, runtime.now);
    this.#passwords = passwords;
    this.#people = people;
    this.#throttle = new Throttle(runtime.now);
    const { accounts, sessions } = this;
    const throttle = this.#throttle;
    const ready = () => this.ready();
    this.signIn = new SignIn({
      accounts,
      sessions,
      passwords,
      throttle,
      factors,
      ready,
      runtime,
      failed,
      raise,
    });
    this.inviting = new InvitationService({
      accounts,
      sessions,
      factors,
      people,
      ready,
      runtime,
      tokens: this.tokens,
      invitations: this.invitations,
      notices: this.notices,
      signIn: this.signIn,
      hash: (password, name) => this.#hash(password, name),
    });
    this.auth = createAuthenticator(this);
  }

  /** Resolves when the accounts are in memory; a failed read is repeated at the next request. */
  ready(): Promise<void> {
    return this.#loading.ready();
  }

  /** Reads everything again: the database was replaced. */
  reload(): Promise<void> {
    return this.#loading.again();
  }

  async #load(): Promise<void> {
    await this.accounts.load();
    await Promise.all([
      this.sessions.load(),
      this.tokens.load(),
      this.invitations.load(),
      this.notices.load(),
    ]);
    for (const { id, lastAddress } of this.accounts.list()) {
      this.#throttle.remember(id, lastAddress);
      for (const { address } of this.sessions.of(id)) this.#throttle.remember(id, address);
    }
  }

  /** Whether the installation is finished (A 5.7, 7.8). */
  async isFinished(): Promise<boolean> {
    await this.ready();
    return this.accounts.isFinished();
  }

  /** Ends the installation: the first administrator takes the place of the default account, whose sessions end. */
  async finishSetup(
    chosen: Pick<AccountChoices, "name"> & Partial<AccountChoices>,
    password: string,
  ): Promise<Account> {
    await this.ready();
    if (this.accounts.isFinished()) throw new DomainError("setup_finished");
    const account = await this.accounts.finishSetup(
      { ...PLAIN_CHOICES, ...chosen },
      await this.#hash(password, chosen.name),
    );
    await this.sessions.endOf(account.id);
    return account;
  }

  /** Makes an account that belongs to no person of the household; those of people are invitations. */
  async add(choices: AccountChoices, password: string, by: Principal): Promise<Account> {
    await this.ready();
    if (choices.personId !== 0) throw invitationNeeded();
    const account = await this.accounts.add(choices, await this.#hash(password, choices.name), by);
    // It may have taken the place of the default account.
    await this.sessions.endOf(account.id);
    return account;
  }

  /** Changes an account; what it is in the middle of ends when it may do less than before. */
  async change(
    id: number,
    changes: Partial<AccountChoices>,
    version: number | undefined,
    by: Principal,
  ): Promise<AccountUpdate> {
    await this.ready();
    const known = this.accounts.known(id);
    const before = rightsOfAccount(known);
    const { personId = known.personId, email = known.email } = changes;
    const isMoved = personId !== known.personId;
    if (isMoved) await this.#refuseLink(id, personId, by);
    // What is for the person goes there.
    if (email !== known.email) checkPersonAccess(by, personId);
    const account = await this.accounts.change(id, changes, version, by);
    if (account.disabled) await this.sessions.endOf(id);
    if (account.disabled || isMoved || !before.isSubsetOf(rightsOfAccount(account))) {
      this.sessions.narrow(id);
      this.tokens.narrow(id);
    }
    if (!isMoved) return { account, consentsEnded: [] };
    const left = await this.#personChanged("left", known, by);
    const joined = await this.#personChanged("access", account, by);
    return { account, consentsEnded: [...left, ...joined] };
  }

  /** Removes an account; its sessions and tokens end. */
  async remove(id: number, by: Principal): Promise<AccountUpdate> {
    await this.ready();
    const account = await this.accounts.remove(id, by);
    this.tokens.forgetOf(id);
    this.invitations.forget(id);
    this.notices.forget(id);
    await this.sessions.endOf(id);
    await this.factors.remove(id);
    return { account, consentsEnded: await this.#personChanged("left", account, by) };
  }

  /** Removes every second factor of an account; its person is notified, and their consents end. */
  async removeFactors(id: number, by: Principal): Promise<AccountUpdate> {
    await this.ready();
    const account = this.accounts.known(id);
    checkManagedAccount(by, account);
    if (isOwnSession(by, id)) {
      await this.factors.remove(id);
      return { account, consentsEnded: [] };
    }
    checkPersonAccess(by, account.personId);
    await this.factors.remove(id);
    if (account.personId === 0) return { account, consentsEnded: [] };
    const person = await this.#people.name(account.personId) ?? "";
    const consentEnded = await this.#people.endConsents(account.personId);
    await this.notices.add({
      accountId: id,
      kind: "factors",
      by: by.name,
      subject: "",
      consentEnded,
    });
    return { account, consentsEnded: consentEnded ? [person] : [] };
  }

  /** Gives an account of no person a new password; its sessions end, and its tokens and second factors where they are not kept. */
  async reset(
    id: number,
    password: string,
    by: Principal,
    kept: ResetOptions,
  ): Promise<{ account: Account; tokens: number }> {
    await this.ready();
    const { name, personId } = this.accounts.known(id);
    if (personId !== 0) throw invitationNeeded();
    const hash = await this.#hash(password, name);
    const account = await this.accounts.setPassword(id, hash, by);
    await this.sessions.endOf(id);
    if (!kept.factors) await this.factors.remove(id);
    return { account, tokens: kept.tokens ? 0 : await this.tokens.revokeOf(id) };
  }

  /** Changes the password of the account that is signed in; its other sessions end. The old one was confirmed before. */
  async changePassword(
    by: Principal & { readonly kind: "session" },
    password: string,
  ): Promise<Account> {
    const { id, name } = by.account;
    const account = await this.accounts.setPassword(id, await this.#hash(password, name), by);
    await this.sessions.endOf(id, by.sessionId);
    return account;
  }

  /** Makes a token of the account that asks; over the local socket of the one that is named, or the only one. */
  async createToken({ account: named, name, rights, expires }: NewToken, by: Principal): Promise<{
    readonly token: Token;
    readonly secret: string;
  }> {
    await this.ready();
    const account = this.#tokenAccount(named, by);
    const held = rightsOfAccount(account);
    if (isDefault(account)) throw new DomainError("setup_needed");
    if (rights !== "all") checkGrantedRights({ ...by, rights: held }, withReading(rights));
    const created = await this.tokens.create({
      accountId: account.id,
      name,
      rights: rights === "all" ? [...held] : rights,
      expires,
    });
    if (!isOwnSession(by, account.id) && account.personId !== 0) {
      await this.notices.add({
        accountId: account.id,
        kind: "token",
        by: by.name,
        subject: created.token.name,
        consentEnded: false,
      });
    }
    return created;
  }

  #tokenAccount(named: string | undefined, by: Principal): Account {
    const account = named === undefined ? undefined : this.accounts.byName(named);
    if (named !== undefined && account === undefined) {
      throw new DomainError("not_found", "There is no account of that name");
    }
    if (by.kind === "session" || by.kind === "token") {
      if (account !== undefined && account.id !== by.account.id) {
        throw new DomainError("no_right", "A token is made for the account that is signed in");
      }
      return this.accounts.known(by.account.id);
    }
    if (account !== undefined) return account;
    const [only, ...others] = this.accounts.list().filter((one) => isFullAdministrator(one));
    if (only === undefined || others.length > 0) {
      throw new DomainError(
        "bad_value",
        "Several accounts may do everything; name the one whose token it is",
      );
    }
    return only;
  }

  /** The current rights of a token: of the chosen ones, those that its account has. */
  rightsOfToken({ accountId, rights }: Token): ReadonlySet<Right> {
    const account = this.accounts.get(accountId);
    return account === undefined || account.disabled
      ? new Set()
      : withReading(rights).intersection(rightsOfAccount(account));
  }

  /** Ends sessions and breaks off tokens whose time is over. */
  async sweep(): Promise<void> {
    await this.ready();
    this.tokens.sweep();
    await this.sessions.sweep();
  }

  /** Ends the threads of passwords, and deletes what could not be deleted before. Never rejects. */
  async close(): Promise<void> {
    this.#passwords.close();
    if (this.#loading.begun) await this.sessions.sweep();
  }

  /**
   * An account is linked to a person by an invitation. The client's own account, whose password no
   * other person knows, is linked also without one.
   */
  async #refuseLink(id: number, personId: number, by: Principal): Promise<void> {
    if (personId === 0) return;
    if (await this.#people.name(personId) === undefined) {
      throw new DomainError("bad_value", `There is no person with the number: ${personId}`);
    }
    checkPersonAccess(by, personId);
    if (!isOwnSession(by, id)) throw invitationNeeded();
  }

  /** The people whose consents ended since an account became theirs, or is theirs no more. */
  async #personChanged(
    kind: "access" | "left",
    account: Account,
    by: Principal,
  ): Promise<readonly string[]> {
    if (account.personId === 0) return [];
    const changed: PersonChange = await this.inviting.personChanged(kind, account, by);
    return changed.consentEnded ? [changed.person] : [];
  }

  async #hash(password: string, name: string): Promise<string> {
    const problem = passwordProblem(password, name);
    if (problem !== "") throw new DomainError("weak_password", problem);
    return await this.#passwords.hash(password);
  }
}

/** The refusal to choose the password of an account that belongs to a person, who chooses it. */
function invitationNeeded(): DomainError {
  return new DomainError(
    "conflict",
    "The account of a person is an invitation: the person chooses its password",
  );
}
