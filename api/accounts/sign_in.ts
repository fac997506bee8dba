/**
 * Signs in: checks the password and second factor and begins a session. Attempts are throttled;
 * unknown accounts cause the same work and messages.
 */
import { timingSafeEqual } from "node:crypto";
import { LIMITS } from "../../policy/limits.ts";
import type { RaiseAlert } from "../events/alert_kinds.ts";
import { DomainError } from "../schema/errors.ts";
import type { Confirmation } from "../http/principal.ts";
import { SESSION_COOKIE } from "../http/steps/access.ts";
import {
  type Account,
  canSignIn,
  DEFAULT_ACCOUNT,
  isDefault,
  nameKey,
  NO_PASSWORD,
} from "./account.ts";
import { plainAddress } from "./address.ts";
import type { Accounts } from "./accounts.ts";
import type { FactorKind, Factors } from "./factors/factor.ts";
import { BUSY_SECONDS, isPasswordsBusy, type PasswordHasher } from "./passwords.ts";
import type { Session, SessionPlace, Sessions } from "./sessions.ts";
import type { Throttle } from "./throttle.ts";
import type { Runtime } from "../system/runtime.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** Dependencies of SignIn. */
export interface SignInDeps {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly passwords: PasswordHasher;
  readonly throttle: Throttle;
  readonly factors: Factors;
  /** Resolves when the accounts are in memory. */
  readonly ready: () => Promise<void>;
  readonly runtime: Runtime;
  /** Called with failures, with a limit in each minute. */
  readonly failed: (failure: SignInFailure) => void;
  /** Raises alerts. */
  readonly raise: RaiseAlert;
}

/** A failed attempt for the administration log. */
export interface SignInFailure {
  readonly account: string;
  readonly address: string;
  /**
   * What was wrong; `confirmation` = the password of a signed-in account, `invitation` = the secret
   * of an invitation.
   */
  readonly why: "password" | "code" | "confirmation" | "invitation";
  /** Earlier failures that were not logged. */
  readonly skipped: number;
}

/** The input of a sign-in. */
export interface SignInInput {
  readonly account: string;
  readonly password: string;
  readonly code?: string | undefined;
  /** Whether the browser keeps the session when it is closed. */
  readonly remember?: boolean | undefined;
}

/** A new session. */
export interface StartedSession {
  readonly account: Account;
  /** The second factor that was used; undefined = none, or a passkey. */
  readonly factor?: FactorKind | undefined;
  readonly session: Session;
  /** The value of Set-Cookie (A 5.1). */
  readonly cookie: string;
}

/** Handles sign-ins and confirmations by password. */
export class SignIn {
  readonly #deps: SignInDeps;
  #logged = { minute: 0, count: 0, skipped: 0 };

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /**
   * Signs in by password, and by a code if the account has a second factor. Rejects with
   * DatabaseUnavailableError or DomainError: wrong_sign_in, code_needed, wrong_code, throttled,
   * too_many_requests.
   */
  async withPassword(given: SignInInput, place: SessionPlace): Promise<StartedSession> {
    await this.#deps.ready();
    const { accounts, factors, throttle } = this.#deps;
    const account = accounts.byName(given.account);
    const tried = account === undefined
      ? { unknown: nameKey(given.account).slice(0, 256) }
      : account;
    const attempt = throttle.attempt(tried, place.address);
    if ("retryAfter" in attempt) {
      this.#alert(account, place.address);
      throw throttledError(attempt.retryAfter);
    }
    try {
      if (!await this.#isRight(account, given.password)) {
        this.#tellFailure(account, place.address, "password");
        return refuse("wrong_sign_in");
      }
      const { id, changed } = account!;
      let factor: FactorKind | undefined;
      if (await factors.required(id)) {
        const code = given.code?.trim();
        if (!code) {
          attempt.withdraw();
          throw new DomainError("code_needed", undefined, {
            body: { factors: await factors.kinds(id) },
          });
        }
        factor = await factors.verify(id, { code: code.slice(0, 64) });
        // The account may have changed while the code was checked.
        if (accounts.get(id)?.changed !== changed) refuse("wrong_sign_in");
        if (factor === undefined) {
          this.#tellFailure(account, place.address, "code");
          return refuse("wrong_code");
        }
      }
      attempt.succeeded();
      return { ...await this.begin(id, place, given.remember === true), factor };
    } catch (error) {
      if (!(error instanceof DomainError) || isPasswordsBusy(error)) attempt.withdraw();
      throw error;
    }
  }

  /**
   * Begins a session of an account that was proved by password, passkey, invitation or the setup.
   * DomainError: wrong_sign_in, not_found.
   */
  async begin(
    accountId: number,
    place: SessionPlace,
    remembered: boolean,
  ): Promise<StartedSession> {
    await this.#deps.ready();
    const { accounts, sessions, throttle } = this.#deps;
    const account = accounts.known(accountId);
    if (!canSignIn(account)) throw new DomainError("wrong_sign_in");
    const { session, secret } = await sessions.begin(accountId, place, remembered);
    // A concurrent change that ended the account's sessions did not include this one.
    if (accounts.get(accountId)?.changed !== account.changed) {
      await sessions.end(session.id);
      throw new DomainError("wrong_sign_in");
    }
    throttle.remember(accountId, place.address);
    await accounts.signedIn(accountId, session.address);
    return { account, session, cookie: cookieOf(secret, remembered) };
  }

  /** Whether a password matches an account; counts as an attempt to sign in (A 5.5). */
  async confirm(accountId: number, password: string, address: string): Promise<Confirmation> {
    await this.#deps.ready();
    const account = this.#deps.accounts.get(accountId);
    if (account === undefined) return "wrong";
    const attempt = this.#deps.throttle.attempt(account, address);
    if ("retryAfter" in attempt) {
      this.#alert(account, address);
      return attempt;
    }
    try {
      if (await this.#isRight(account, password)) {
        attempt.succeeded();
        return "right";
      }
    } catch (error) {
      attempt.withdraw();
      if (isPasswordsBusy(error)) return { retryAfter: BUSY_SECONDS };
      throw error;
    }
    this.#tellFailure(account, address, "confirmation");
    return "wrong";
  }

  /** Reports a wrong secret of an invitation to the administration log. */
  guessedInvitation(address: string): void {
    this.#tellFailure(undefined, address, "invitation");
  }

  /** Does the same work whether the account exists or not. */
  async #isRight(account: Account | undefined, password: string): Promise<boolean> {
    const { accounts, passwords } = this.#deps;
    const hasHash = account !== undefined && !isDefault(account) &&
      account.password !== NO_PASSWORD;
    const { right, outdated } = await passwords.verify(
      hasHash ? account.password : undefined,
      password,
    );
    if (account === undefined || account.password === NO_PASSWORD) return false;
    // The account may have been changed, disabled or removed while its password was checked.
    const now = accounts.get(account.id);
    if (now === undefined || now.disabled || now.password !== account.password) return false;
    if (isDefault(account)) return isSame(password, DEFAULT_ACCOUNT.password);
    if (right && outdated) this.#renew(account, password);
    return right;
  }

  /** Raises an alert for repeated attempts at an account, once an hour for each address. */
  #alert(account: Account | undefined, address: string): void {
    if (account === undefined) return;
    this.#deps.raise({
      kind: "account.attempts",
      name: account.name,
      detail: plainAddress(address),
    });
  }

  #renew({ id, name, password: old }: Account, password: string): void {
    const { passwords, accounts, runtime } = this.#deps;
    passwords.hash(password).then((hash) => accounts.renewHash(id, old, hash)).catch((
      error: Error,
    ) => runtime.log("warn", `The password of ${name} keeps its old hash: ${error.message}`));
  }

  #tellFailure(account: Account | undefined, address: string, why: SignInFailure["why"]): void {
    const minute = Math.floor(this.#deps.runtime.now() / 60_000);
    if (minute !== this.#logged.minute) {
      this.#logged = { minute, count: 0, skipped: this.#logged.skipped };
    }
    if (this.#logged.count >= LIMITS.accounts.failuresLoggedPerMinute) {
      this.#logged.skipped++;
      return;
    }
    const { skipped } = this.#logged;
    this.#logged = { minute, count: this.#logged.count + 1, skipped: 0 };
    this.#deps.failed({ account: account?.name ?? "", address, why, skipped });
  }
}

const ATTRIBUTES = "Path=/; Secure; HttpOnly; SameSite=Strict";

/** Set-Cookie of a session (A 5.1); without Max-Age the browser deletes it when it closes. */
function cookieOf(secret: string, remembered: boolean): string {
  const age = remembered ? `; Max-Age=${LIMITS.accounts.sessionRemembered}` : "";
  return `${SESSION_COOKIE}=${secret}; ${ATTRIBUTES}${age}`;
}

/** Set-Cookie that deletes the cookie. */
export const CLEARED_SESSION_COOKIE = `${SESSION_COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;

function refuse(code: "wrong_sign_in" | "wrong_code"): never {
  throw new DomainError(code);
}

/** The refusal of a throttled attempt; `retryAfter` in seconds. */
export function throttledError(retryAfter: number): DomainError {
  const text = sentence`Too many wrong passwords; wait ${retryAfter} s before the next try`;
  const body = { retry_after: retryAfter };
  return new DomainError("throttled", text, {
    headers: { "retry-after": String(retryAfter) },
    body,
  });
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => new TextEncoder().encode(text));
  return left.length === right.length && timingSafeEqual(left, right);
}
