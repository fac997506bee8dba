/**
 * The cache of secrets that authenticate, cookies and tokens alike: found by the hash of the
 * secret, or by id.
 */
import type { Database, SqlValue } from "../store/database.ts";
import { secretHash } from "./secret.ts";
import type { Runtime } from "../system/runtime.ts";

/** One that is held. */
export interface CachedSecret {
  readonly id: number;
  readonly accountId: number;
  /** Hash of the secret. */
  readonly secret: string;
  /** Aborts what is in progress; made at first use. */
  ending: AbortController | undefined;
}

/** What they are kept with. */
export interface SecretCacheDeps {
  readonly db: Database;
  readonly runtime: Runtime;
  /** As the log names them: `sessions`. */
  readonly what: string;
}

/** Those of all accounts. */
export class SecretCache<Held extends CachedSecret> {
  readonly #deps: SecretCacheDeps;
  readonly #bySecret = new Map<string, Held>();
  readonly #byId = new Map<number, Held>();
  /** Whether the last use could not be written, so that this is logged once. */
  #unwritten = false;

  constructor(deps: SecretCacheDeps) {
    this.#deps = deps;
  }

  /** The one of a secret; undefined = there is none. */
  of(secret: string): Held | undefined {
    return this.#bySecret.get(secretHash(secret));
  }

  /** The one of a number. */
  get(id: number): Held | undefined {
    return this.#byId.get(id);
  }

  /** All of them, also while some are forgotten. */
  all(): Held[] {
    return [...this.#byId.values()];
  }

  /** Takes one in. */
  keep(held: Held): void {
    this.#bySecret.set(held.secret, held);
    this.#byId.set(held.id, held);
  }

  /** Removes one, and aborts its requests in progress. */
  forget(held: Held): void {
    this.#bySecret.delete(held.secret);
    this.#byId.delete(held.id);
    abortRequestsOf(held);
  }

  /** Removes all without aborting requests: they are read again. */
  clear(): void {
    this.#bySecret.clear();
    this.#byId.clear();
  }

  /** Aborts when it is removed or loses rights. */
  ending(id: number): AbortSignal {
    const held = this.#byId.get(id);
    if (held === undefined) return AbortSignal.abort();
    return (held.ending ??= new AbortController()).signal;
  }

  /** Aborts the requests in progress of an account that loses rights. */
  narrow(accountId: number): void {
    for (const held of this.#byId.values()) if (held.accountId === accountId) abortRequestsOf(held);
  }

  /** Writes a last use behind; a failure to write is logged once. */
  writeUse(sql: string, args: readonly SqlValue[]): void {
    const { db, runtime, what } = this.#deps;
    db.run(sql, args).then(
      () => void (this.#unwritten = false),
      (error: Error) => {
        if (!this.#unwritten) {
          runtime.log("warn", `The last use of ${what} is not written: ${error.message}`);
        }
        this.#unwritten = true;
      },
    );
  }
}

/** Aborts the requests in progress of one; its later requests are not affected. */
export function abortRequestsOf(held: CachedSecret): void {
  held.ending?.abort();
  held.ending = undefined;
}
