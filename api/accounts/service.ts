/**
 * The account service: signing in, authenticating clients, and changes with all their consequences
 * (A 5).
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
import { type EndedSessionStore, NOT_NOTED } from "./ended_session_store.ts";
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
import { programSentence, sentence } from "../../policy/model/sentence.ts";

/** Dependencies of AccountService. */
export interface AccountServiceDeps {
  /** box.db. */
  readonly db: Database;
  readonly passwords: PasswordHasher;
  readonly factors: Factors;
  /** Stores sessions that ended while the database was unavailable; absent = not stored. */
  readonly ended?: EndedSessionStore;
  /** The people that accounts can be linked to; absent = none. */
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

/** The choices for a new token. */
export interface NewToken {
  /** The name of the account; absent = the account of the client. */
  readonly account?: string | undefined;
  readonly name: string;
  /** `all` = the current rights of the account. */
  readonly rights: readonly Right[] | "all";
  /** Unix seconds, 0 = never. */
  readonly expires: number;
}

/** What a reset keeps, besides the account's choices. */
export interface ResetOptions {
  readonly factors: boolean;
  readonly tokens: boolean;
}

/** A changed account and the consents that ended. */
export interface AccountUpdate {
  readonly account: Account;
  /** Names of the people whose consents ended. */
  readonly consentsEnded: readonly string[];
}

/**
 * Manages accounts, their sessions and their tokens. Methods reject with DomainError or
 * DatabaseUnavailableError.
 */
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

  /** Resolves when the accounts are in memory; after a failed read the next call retries. */
  ready(): Promise<void> {
    return this.#loading.ready();
  }

  /** Reads everything again after the database was replaced. */
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

  /**
   * Ends the installation: the first administrator replaces the default account, whose sessions
   * end.
   */
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

  /** Creates an account that belongs to no person; accounts of people need an invitation. */
  async add(choices: AccountChoices, password: string, by: Principal): Promise<Account> {
    await this.ready();
    if (choices.personId !== 0) throw invitationNeeded();
    const account = await this.accounts.add(choices, await this.#hash(password, choices.name), by);
    // It may have replaced the default account.
    await this.sessions.endOf(account.id);
    return account;
  }

  /** Changes an account. Its requests in progress are aborted when it loses rights. */
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
    // Messages for the person are sent to this address.
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

  /**
   * Sets a new password of an account without a person. Its sessions end; its tokens and second
   * factors are removed unless they are kept. `tokens` = number of revoked tokens.
   */
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

  /**
   * Changes the password of the signed-in account; its other sessions end. The caller has confirmed
   * the old password.
   */
  async changePassword(
    by: Principal & { readonly kind: "session" },
    password: string,
  ): Promise<Account> {
    const { id, name } = by.account;
    const account = await this.accounts.setPassword(id, await this.#hash(password, name), by);
    await this.sessions.endOf(id, by.sessionId);
    return account;
  }

  /**
   * Creates a token for the client's account; over the local socket for the named account, or for
   * the only full administrator.
   */
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
      throw new DomainError("not_found", programSentence`There is no account of that name`);
    }
    if (by.kind === "session" || by.kind === "token") {
      if (account !== undefined && account.id !== by.account.id) {
        throw new DomainError(
          "no_right",
          programSentence`A token is made for the account that is signed in`,
        );
      }
      return this.accounts.known(by.account.id);
    }
    if (account !== undefined) return account;
    const [only, ...others] = this.accounts.list().filter((one) => isFullAdministrator(one));
    if (only === undefined || others.length > 0) {
      throw new DomainError(
        "bad_value",
        programSentence`Several accounts may do everything; name the one whose token it is`,
      );
    }
    return only;
  }

  /** The current rights of a token: the chosen rights that its account still has. */
  rightsOfToken({ accountId, rights }: Token): ReadonlySet<Right> {
    const account = this.accounts.get(accountId);
    return account === undefined || account.disabled
      ? new Set()
      : withReading(rights).intersection(rightsOfAccount(account));
  }

  /** Ends expired sessions and aborts requests of expired tokens. */
  async sweep(): Promise<void> {
    await this.ready();
    this.tokens.sweep();
    await this.sessions.sweep();
  }

  /** Ends the threads of passwords and deletes remaining rows of ended sessions. Never rejects. */
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
      throw new DomainError("bad_value", sentence`There is no person with the number: ${personId}`);
    }
    checkPersonAccess(by, personId);
    if (!isOwnSession(by, id)) throw invitationNeeded();
  }

  /**
   * Handles that an account was linked to its person or unlinked from them; returns the names of
   * people whose consents ended.
   */
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

/** The refusal to set the password of a person's account, which only the person chooses. */
function invitationNeeded(): DomainError {
  return new DomainError(
    "conflict",
    sentence`A person chooses the password of their account; send an invitation instead`,
  );
}
