/**
 * Caches the secrets that authenticate, cookies and tokens alike, by the hash of the secret and by
 * id.
 */
import type { Database, SqlValue } from "../store/database.ts";
import { secretHash } from "./secret.ts";
import type { Runtime } from "../system/runtime.ts";

/** A cached secret. */
export interface CachedSecret {
  readonly id: number;
  readonly accountId: number;
  /** Hash of the secret. */
  readonly secret: string;
  /** Aborts requests in progress; created at first use. */
  ending: AbortController | undefined;
}

/** Dependencies of SecretCache. */
export interface SecretCacheDeps {
  readonly db: Database;
  readonly runtime: Runtime;
  /** The name of the kind in log lines: `sessions`. */
  readonly what: string;
}

/** The cached secrets of all accounts. */
export class SecretCache<Held extends CachedSecret> {
  readonly #deps: SecretCacheDeps;
  readonly #bySecret = new Map<string, Held>();
  readonly #byId = new Map<number, Held>();
  /** Whether the last write of a use failed, so that failures are logged once. */
  #unwritten = false;

  constructor(deps: SecretCacheDeps) {
    this.#deps = deps;
  }

  /** The entry of a secret; undefined = unknown. */
  of(secret: string): Held | undefined {
    return this.#bySecret.get(secretHash(secret));
  }

  /** The entry of an id; undefined = unknown. */
  get(id: number): Held | undefined {
    return this.#byId.get(id);
  }

  /** A copy of all entries, so that callers may remove entries while iterating. */
  all(): Held[] {
    return [...this.#byId.values()];
  }

  /** Adds an entry. */
  keep(held: Held): void {
    this.#bySecret.set(held.secret, held);
    this.#byId.set(held.id, held);
  }

  /** Removes an entry and aborts its requests in progress. */
  forget(held: Held): void {
    this.#bySecret.delete(held.secret);
    this.#byId.delete(held.id);
    abortRequestsOf(held);
  }

  /** Removes all entries without aborting requests, before they are read again. */
  clear(): void {
    this.#bySecret.clear();
    this.#byId.clear();
  }

  /** A signal that aborts when the entry is removed or loses rights. */
  ending(id: number): AbortSignal {
    const held = this.#byId.get(id);
    if (held === undefined) return AbortSignal.abort();
    return (held.ending ??= new AbortController()).signal;
  }

  /** Aborts the requests in progress of an account that loses rights. */
  narrow(accountId: number): void {
    for (const held of this.#byId.values()) if (held.accountId === accountId) abortRequestsOf(held);
  }

  /** Writes a last use without waiting; repeated failures are logged once. */
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

/** Aborts the requests in progress of an entry; later requests are not affected. */
export function abortRequestsOf(held: CachedSecret): void {
  held.ending?.abort();
  held.ending = undefined;
}
