/**
 * Accounts over a database of their own: a stopped clock, a password hasher without cost, and a box
 * that can restart.
 */
import assert from "node:assert/strict";
import { type AccountChoices } from "../../api/accounts/account.ts";
import { PLAIN_CHOICES } from "../../api/accounts/accounts.ts";
import { NO_FACTORS } from "../../api/accounts/factors/factor.ts";
import { createEndedSessionStore } from "../../api/accounts/ended_session_store.ts";
import type { PasswordHasher } from "../../api/accounts/passwords.ts";
import { AccountService } from "../../api/accounts/service.ts";
import type { SignInFailure } from "../../api/accounts/sign_in.ts";
import type { AlertToRaise } from "../../api/events/alert_kinds.ts";
import { DomainError } from "../../api/schema/errors.ts";
import type { Principal } from "../../api/http/principal.ts";
import { RIGHTS } from "../../api/http/rights.ts";
import { type Database, DatabaseUnavailableError } from "../../api/store/database.ts";
import { openDatabase, type StoredDatabase } from "../../api/store/open.ts";
import { testRuntime } from "./test_runtime.ts";

/** Valid passwords. */
export const GOOD = "gravel ocean tulip";
export const OTHER = "velvet harbour stone";
/** The caller over the local socket. */
export const SOCKET: Principal = {
  kind: "socket",
  name: "box",
  address: "",
  rights: new Set(RIGHTS),
};
/** A reset that keeps second factors and tokens. */
export const KEEPS_ALL = { factors: true, tokens: true };
/** A reset that removes second factors and tokens. */
export const LOSES_ALL = { factors: false, tokens: false };
/** The host at which a browser signs in. */
export const AT = { host: "box", address: "192.168.1.20", userAgent: "Firefox\x1b[2J" };

/** A password hasher without cost, for tests that do not test its cost. */
export const PLAIN_HASHER: PasswordHasher = {
  hash: (password) => Promise.resolve(`plain ${password}`),
  verify: (hash, password) =>
    Promise.resolve({ right: hash === `plain ${password}`, outdated: false }),
  close: () => {},
};

/** What a test gets. */
export interface AccountScene {
  /** The folder of its files. */
  readonly folder: string;
  readonly db: StoredDatabase;
  /** Whether another program holds the database, so that writing fails. */
  readonly lock: { held: boolean };
  readonly clock: { now: number };
  readonly failures: SignInFailure[];
  readonly logged: string[];
  readonly raised: AlertToRaise[];
  /** Ids of the existing people. */
  readonly people: Set<number>;
  /** Ids of the people who agreed to detailed reports. */
  readonly consents: Set<number>;
  readonly service: AccountService;
  /** The service after a restart, over the same database. */
  restarted(): AccountService;
}

/** Runs a test with its own accounts. */
export async function withAccounts(test: (scene: AccountScene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-accounts-" });
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const lock = { held: false };
  const shared: Database = {
    all: db.all.bind(db),
    batch: db.batch.bind(db),
    close: db.close.bind(db),
    run: (sql, args) =>
      lock.held
        ? Promise.reject(new DatabaseUnavailableError("another program holds the file"))
        : db.run(sql, args),
  };
  const clock = { now: 1_790_000_000_000 };
  const failures: SignInFailure[] = [];
  const logged: string[] = [];
  const raised: AlertToRaise[] = [];
  const people = new Set<number>();
  const consents = new Set<number>();
  const restarted = () =>
    new AccountService({
      db: shared,
      passwords: PLAIN_HASHER,
      factors: NO_FACTORS,
      runtime: testRuntime({ now: () => clock.now, log: (_, text) => void logged.push(text) }),
      ended: createEndedSessionStore(`${folder}/ended_sessions`),
      people: {
        name: (id) => Promise.resolve(people.has(id) ? `Person ${id}` : undefined),
        endConsents: (id) => Promise.resolve(consents.delete(id)),
      },
      failed: (failure) => void failures.push(failure),
      raise: (alert) => void raised.push(alert),
    });
  try {
    await test({
      folder,
      db,
      lock,
      clock,
      failures,
      logged,
      raised,
      people,
      consents,
      service: restarted(),
      restarted,
    });
  } finally {
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** The choices for a new account; a full administrator by default. */
export function choices(name: string, more: Partial<AccountChoices> = {}): AccountChoices {
  return { ...PLAIN_CHOICES, ...more, name };
}

/** Whether an error is a refusal with this code. */
export function refused(code: string): (error: unknown) => boolean {
  return (error) => error instanceof DomainError && error.code === code;
}

/** The secret of a Set-Cookie header. */
export function secretOf(cookie: string): string {
  return /^__Host-box=([\w-]{43});/.exec(cookie)![1];
}

/** Signs in. Returns the caller and the secret of the cookie. */
export async function signedIn(service: AccountService, account: string, password: string = GOOD) {
  const { cookie } = await service.signIn.withPassword({ account, password }, AT);
  const secret = secretOf(cookie);
  const by = await service.auth.session(secret, AT.host, AT.address);
  assert.ok(by?.kind === "session");
  return { by, secret, cookie };
}
