/** Accounts over a database of their own, for tests: a clock that stands, a hasher without cost, and a box that can start again. */
import assert from "node:assert/strict";
import { type AccountChoices } from "../../api/accounts/account.ts";
import { PLAIN_CHOICES } from "../../api/accounts/accounts.ts";
import { NO_FACTORS } from "../../api/accounts/factors/factor.ts";
import { createEndedSessionStore } from "../../api/accounts/ended_sessions.ts";
import type { PasswordHasher } from "../../api/accounts/passwords.ts";
import { AccountService } from "../../api/accounts/service.ts";
import type { SignInFailure } from "../../api/accounts/sign_in.ts";
import type { AlertToRaise } from "../../api/events/alert_kinds.ts";
import { DomainError } from "../../api/schema/errors.ts";
import type { Principal } from "../../api/http/principal.ts";
import { RIGHTS } from "../../api/http/rights.ts";
import { type Database, DatabaseUnavailable } from "../../api/store/database.ts";
import { openDatabase, type StoredDatabase } from "../../api/store/open.ts";
import { testRuntime } from "./test_runtime.ts";

/** Passwords that are taken. */
export const GOOD = "gravel ocean tulip";
export const OTHER = "velvet harbour stone";
/** Who asks over the local socket. */
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
/** Where a browser signs in. */
export const AT = { host: "box", address: "192.168.1.20", userAgent: "Firefox\x1b[2J" };

/** A hasher without cost, where what it costs is not what is tested. */
export const PLAIN_HASHER: PasswordHasher = {
  hash: (password) => Promise.resolve(`plain ${password}`),
  verify: (hash, password) =>
    Promise.resolve({ right: hash === `plain ${password}`, outdated: false }),
  close: () => {},
};

/** What a test has. */
export interface AccountScene {
  /** Where its files are. */
  readonly folder: string;
  readonly db: StoredDatabase;
  /** Whether another program holds the database, so that nothing can be written. */
  readonly lock: { held: boolean };
  readonly clock: { now: number };
  readonly failures: SignInFailure[];
  readonly logged: string[];
  readonly raised: AlertToRaise[];
  /** Numbers of the people who are there. */
  readonly people: Set<number>;
  /** Numbers of the people who agreed to something. */
  readonly consents: Set<number>;
  readonly service: AccountService;
  /** The service of the next start, over the same database. */
  restarted(): AccountService;
}

/** Runs a test with accounts of its own. */
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
        ? Promise.reject(new DatabaseUnavailable("another program holds the file"))
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

/** What is chosen for an account; nothing else said, it is a full administrator. */
export function choices(name: string, more: Partial<AccountChoices> = {}): AccountChoices {
  return { ...PLAIN_CHOICES, ...more, name };
}

/** Whether an error is a refusal with that code. */
export function refused(code: string): (error: unknown) => boolean {
  return (error) => error instanceof DomainError && error.code === code;
}

/** The secret in a Set-Cookie. */
export function secretOf(cookie: string): string {
  return /^__Host-box=([\w-]{43});/.exec(cookie)![1];
}

/** Signs in; who asks then, and the secret of the cookie. */
export async function signedIn(service: AccountService, account: string, password: string = GOOD) {
  const { cookie } = await service.signIn.withPassword({ account, password }, AT);
  const secret = secretOf(cookie);
  const by = await service.auth.session(secret, AT.host, AT.address);
  assert.ok(by?.kind === "session");
  return { by, secret, cookie };
}
