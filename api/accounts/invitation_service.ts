/**
 * Inviting people to accounts: the inviter never knows the password, and earlier consent of the
 * person ends (A 5.2).
 */
import { DomainError } from "../schema/errors.ts";
import type { Principal } from "../http/principal.ts";
import { Mutex } from "../async/mutex.ts";
import { type Account, type AccountChoices, isFullAdministrator, NO_PASSWORD } from "./account.ts";
import { type Accounts, checkManagedAccount } from "./accounts.ts";
import type { Factors } from "./factors/factor.ts";
import type { Invitation, Invitations } from "./invitations.ts";
import type { AccountNotices, NoticeKind } from "./notices.ts";
import { type AccountPeople, checkPersonAccess, isOwnSession } from "./person_access.ts";
import type { Sessions } from "./sessions.ts";
import { type SignIn, throttledError } from "./sign_in.ts";
import { GuessThrottle } from "./throttle.ts";
import type { Tokens } from "./tokens.ts";
import type { Runtime } from "../system/runtime.ts";
import { programSentence, sentence } from "../../policy/model/sentence.ts";

/** Dependencies of InvitationService. */
export interface InvitationServiceDeps {
  readonly accounts: Accounts;
  readonly invitations: Invitations;
  readonly notices: AccountNotices;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly factors: Factors;
  readonly people: AccountPeople;
  readonly signIn: Pick<SignIn, "guessedInvitation">;
  /**
   * Hashes a password for an account of this name. DomainError: weak_password, too_many_requests.
   */
  readonly hash: (password: string, name: string) => Promise<string>;
  /** Resolves when the accounts are in memory. */
  readonly ready: () => Promise<void>;
  readonly runtime: Runtime;
}

/** An account with a pending invitation and its secret, which is returned only here. */
export interface IssuedInvitation {
  readonly account: Account;
  readonly invitation: Invitation;
  readonly secret: string;
  /** The name of the person. */
  readonly person: string;
  /** Whether this ended a consent of the person. */
  readonly consentEnded: boolean;
}

/** The data for a client with the secret of an invitation. */
export interface OpenInvitation {
  readonly account: Account;
  readonly person: string;
  readonly expires: number;
}

/** The result of a change to the accounts of a person. */
export interface PersonChange {
  readonly person: string;
  readonly consentEnded: boolean;
}

/** The invitations. Methods reject with DomainError or DatabaseUnavailableError. */
export class InvitationService {
  readonly #deps: InvitationServiceDeps;
  readonly #guesses: GuessThrottle;
  readonly #changes = new Mutex();

  constructor(deps: InvitationServiceDeps) {
    this.#deps = deps;
    this.#guesses = new GuessThrottle(deps.runtime.now);
  }

  /** Creates an account for a person, who chooses its password. */
  async invite(choices: AccountChoices, by: Principal): Promise<IssuedInvitation> {
    await this.#deps.ready();
    const person = await this.#person(choices.personId);
    checkPersonAccess(by, choices.personId);
    return await this.#changes.take(async () => {
      const { accounts } = this.#deps;
      // The first administrator replaces the default account and needs a password immediately.
      if (!accounts.isFinished() && isFullAdministrator(choices)) {
        throw new DomainError("setup_needed");
      }
      const account = await accounts.add(choices, NO_PASSWORD, by);
      const { consentEnded } = await this.personChanged("access", account, by);
      return { ...await this.#made(account, by), person, consentEnded };
    });
  }

  /**
   * Removes the password, sessions, tokens and second factors of a person's account. The person
   * chooses a new password. With `personId` the account is linked to another person.
   */
  async inviteAgain(
    id: number,
    personId: number | undefined,
    by: Principal,
  ): Promise<IssuedInvitation> {
    await this.#deps.ready();
    const { accounts, sessions, tokens, factors, notices } = this.#deps;
    const whose = personId ?? accounts.known(id).personId;
    const person = await this.#person(whose);
    checkPersonAccess(by, whose);
    if (isOwnSession(by, id)) {
      throw new DomainError(
        "conflict",
        sentence`This is your own account: change its password instead`,
      );
    }
    return await this.#changes.take(async () => {
      const before = accounts.known(id);
      const wasUsed = before.password !== NO_PASSWORD;
      const isMoved = before.personId !== whose;
      const account = await accounts.awaitPerson(id, whose, by);
      await sessions.endOf(id);
      await tokens.revokeOf(id);
      await factors.remove(id);
      let consentEnded = false;
      if (isMoved && before.personId !== 0) await this.personChanged("left", before, by);
      if (isMoved || wasUsed) {
        consentEnded = (await this.personChanged("access", account, by)).consentEnded;
      }
      if (wasUsed) {
        await notices.add({ accountId: id, kind: "reset", by: by.name, subject: "", consentEnded });
      }
      return { ...await this.#made(account, by), person, consentEnded };
    });
  }

  /** Withdraws the invitation of an account: its secret is no longer valid. */
  async withdraw(id: number, by: Principal): Promise<Account> {
    await this.#deps.ready();
    return await this.#changes.take(async () => {
      const account = this.#deps.accounts.known(id);
      checkManagedAccount(by, account);
      if (await this.#deps.invitations.withdraw(id)) return account;
      throw new DomainError("conflict", sentence`This account has no open invitation`);
    });
  }

  /** The account and person of a secret. DomainError: not_found, throttled. */
  async open(secret: string, by: Principal): Promise<OpenInvitation> {
    await this.#deps.ready();
    const account = this.#guessed(secret, by);
    const { expires } = this.#deps.invitations.of(account.id)!;
    const person = await this.#deps.people.name(account.personId) ?? "";
    return { account, person, expires };
  }

  /**
   * Sets the password that the person chose for the account of a secret, which is used up.
   * DomainError: not_found, throttled, weak_password, too_many_requests.
   */
  async accept(secret: string, password: string, by: Principal): Promise<Account> {
    await this.#deps.ready();
    const { accounts, invitations, hash } = this.#deps;
    const hashed = await hash(password, this.#guessed(secret, by).name);
    return await this.#changes.take(async () => {
      const account = this.#account(secret);
      if (account === undefined || !await invitations.accept(secret)) throw notGood();
      return await accounts.firstPassword(account.id, hashed);
    });
  }

  /**
   * Ends the consents of a person, since another account could have given them, and notifies the
   * person's other accounts. `account` was linked to the person or unlinked from them.
   */
  async personChanged(
    kind: Extract<NoticeKind, "access" | "left">,
    { id, name, personId }: Account,
    by: Principal,
  ): Promise<PersonChange> {
    const { accounts, notices, people } = this.#deps;
    const person = await people.name(personId) ?? "";
    const consentEnded = await people.endConsents(personId);
    const others = accounts.list().filter((other) =>
      other.personId === personId && other.id !== id
    );
    for (const { id: accountId } of others) {
      await notices.add({ accountId, kind, by: by.name, subject: name, consentEnded });
    }
    return { person, consentEnded };
  }

  async #made(
    account: Account,
    by: Principal,
  ): Promise<Pick<IssuedInvitation, "account" | "invitation" | "secret">> {
    return { account, ...await this.#deps.invitations.make(account.id, by.name) };
  }

  /** The account of a secret. A wrong secret counts as a guess from the client's address. */
  #guessed(secret: string, by: Principal): Account {
    if (by.kind === "socket") return this.#account(secret) ?? fail(notGood());
    const attempt = this.#guesses.attempt(by.address);
    if ("retryAfter" in attempt) throw throttledError(attempt.retryAfter);
    const account = this.#account(secret);
    if (account === undefined) {
      this.#deps.signIn.guessedInvitation(by.address);
      throw notGood();
    }
    attempt.withdraw();
    return account;
  }

  #account(secret: string): Account | undefined {
    const { accounts, invitations } = this.#deps;
    const id = invitations.accountOf(secret);
    const account = id === undefined ? undefined : accounts.get(id);
    return account === undefined || account.disabled ? undefined : account;
  }

  async #person(id: number): Promise<string> {
    if (id === 0) {
      throw new DomainError(
        "bad_value",
        programSentence`An invitation is for a person: give person_id`,
      );
    }
    const name = await this.#deps.people.name(id);
    if (name === undefined) {
      throw new DomainError("bad_value", sentence`There is no person with the number: ${id}`);
    }
    return name;
  }
}

/** The same refusal whether the secret was used, withdrawn, expired or never existed. */
function notGood(): DomainError {
  return new DomainError(
    "not_found",
    sentence`This invitation is no longer valid; ask for a new one`,
  );
}

function fail(error: DomainError): never {
  throw error;
}
