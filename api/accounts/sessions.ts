/**
 * Sessions of browsers, held in memory and stored in box.db, each bound to the host where it began
 * (A 5.1).
 */
import { LIMITS } from "../../policy/limits.ts";
import type { Database, Row } from "../store/database.ts";
import { plainAddress } from "./address.ts";
import type { EndedSessionStore } from "./ended_session_store.ts";
import { type CachedSecret, SecretCache } from "./secret_cache.ts";
import { isSecret, newSecret, secretHash } from "./secret.ts";
import type { Runtime } from "../system/runtime.ts";

const { sessionIdle, sessionLongest, sessionRemembered, sessionsPerAccount, lastUseWrittenEvery } =
  LIMITS.accounts;

/** The host, address and browser of a sign-in. */
export interface SessionPlace {
  /** The Host of the request in lower case, with its port. */
  readonly host: string;
  readonly address: string;
  /** The User-Agent of the browser. */
  readonly userAgent: string;
}

/** A session. Times are Unix seconds. */
export interface Session extends SessionPlace {
  readonly id: number;
  readonly accountId: number;
  readonly created: number;
  /** When it was last used. */
  readonly seen: number;
  /** Whether the browser keeps its cookie when it is closed. */
  readonly remembered: boolean;
}

/** Dependencies of Sessions. */
export interface SessionsDeps {
  readonly db: Database;
  readonly runtime: Runtime;
  /** Stores sessions that ended while their rows could not be deleted. */
  readonly ended: EndedSessionStore;
}

interface Held extends Session, CachedSecret {
  readonly id: number;
  readonly accountId: number;
  address: string;
  seen: number;
  /** When `seen` was written. */
  written: number;
}

/** The sessions of all accounts. */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #held: SecretCache<Held>;
  /** Ended sessions whose rows could not be deleted yet: the hash of the secret by id. */
  readonly #toDelete = new Map<number, string>();
  /** Whether the store of ended sessions may contain entries. */
  #noted = false;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#held = new SecretCache({ db: deps.db, runtime: deps.runtime, what: "sessions" });
  }

  /** Reads the sessions from the database. */
  async load(): Promise<void> {
    const rows = await this.#deps.db.all("select * from sessions");
    const ended = await this.#deps.ended.read();
    this.#noted ||= ended.size > 0;
    this.#held.clear();
    for (const held of rows.map(heldOfRow)) {
      if (ended.has(held.secret)) this.#toDelete.set(held.id, held.secret);
      else this.#held.keep(held);
    }
    await this.sweep();
  }

  /** Begins a session; its secret is returned only here. Rejects with DatabaseUnavailableError. */
  async begin(
    accountId: number,
    place: SessionPlace,
    remembered: boolean,
  ): Promise<{ session: Session; secret: string }> {
    const secret = newSecret();
    const hash = secretHash(secret);
    const now = this.#seconds();
    const userAgent = place.userAgent.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, " ").slice(0, 200);
    const address = plainAddress(place.address);
    const { lastId } = await this.#deps.db.run(
      `insert into sessions (account_id, secret, host, address, user_agent, created, seen, remembered)
         values (?, ?, ?, ?, ?, ?, ?, ?)`,
      [accountId, hash, place.host, address, userAgent, now, now, remembered ? 1 : 0],
    );
    const held: Held = {
      id: lastId,
      accountId,
      secret: hash,
      host: place.host,
      address,
      userAgent,
      created: now,
      seen: now,
      remembered,
      written: now,
      ending: undefined,
    };
    this.#held.keep(held);
    const of = this.of(accountId);
    if (of.length > sessionsPerAccount) await this.end(of.at(-1)!.id);
    return { session: held, secret };
  }

  /**
   * The session of a cookie, whose last use is updated; undefined = unknown, expired, or begun at
   * another host (A 5.1).
   */
  use(secret: string, host: string, address: string): Session | undefined {
    if (!isSecret(secret)) return undefined;
    const held = this.#held.of(secret);
    const now = this.#seconds();
    if (held === undefined || held.host !== host) return undefined;
    if (isExpired(held, now)) {
      void this.end(held.id);
      return undefined;
    }
    held.seen = now;
    held.address = plainAddress(address);
    if (Math.abs(now - held.written) >= lastUseWrittenEvery) this.#write(held);
    return held;
  }

  /** Sessions of an account, the most recently used first. */
  of(accountId: number): readonly Session[] {
    const now = this.#seconds();
    return this.#held.all().filter((held) => held.accountId === accountId && !isExpired(held, now))
      .sort((a, b) => b.seen - a.seen || b.id - a.id);
  }

  /** A signal that aborts when the session ends or loses rights. */
  ending(id: number): AbortSignal {
    return this.#held.ending(id);
  }

  /**
   * Ends a session immediately; false = unknown. If the database is unavailable its row is deleted
   * later.
   */
  async end(id: number): Promise<boolean> {
    const held = this.#held.get(id);
    if (held === undefined) return false;
    await this.#drop([held]);
    return true;
  }

  /** Ends the sessions of an account except one; returns how many. */
  async endOf(accountId: number, except?: number): Promise<number> {
    const ended = this.#held.all().filter((held) =>
      held.accountId === accountId && held.id !== except
    );
    await this.#drop(ended);
    return ended.length;
  }

  /** Aborts the requests in progress of an account that loses rights. */
  narrow(accountId: number): void {
    this.#held.narrow(accountId);
  }

  /** Ends expired sessions, and deletes the rows that could not be deleted before. */
  async sweep(): Promise<void> {
    const now = this.#seconds();
    await this.#drop(this.#held.all().filter((held) => isExpired(held, now)));
  }

  #seconds(): number {
    return Math.floor(this.#deps.runtime.now() / 1000);
  }

  async #drop(all: readonly Held[]): Promise<void> {
    for (const held of all) {
      this.#held.forget(held);
      this.#toDelete.set(held.id, held.secret);
    }
    const ids = [...this.#toDelete.keys()];
    if (ids.length === 0 && !this.#noted) return;
    try {
      await this.#deps.db.run("delete from sessions where id in (select value from json_each(?))", [
        JSON.stringify(ids),
      ]);
      for (const id of ids) this.#toDelete.delete(id);
    } catch (error) {
      this.#deps.runtime.log(
        "warn",
        `Sessions have ended, but their rows cannot be deleted yet: ${textOf(error)}`,
      );
    }
    await this.#note();
  }

  /** Stores the sessions whose rows still exist, so that the next start does not accept them. */
  async #note(): Promise<void> {
    const hashes = [...this.#toDelete.values()];
    if (hashes.length === 0 && !this.#noted) return;
    this.#noted = true;
    try {
      await this.#deps.ended.write(hashes);
      this.#noted = hashes.length > 0;
    } catch (error) {
      this.#deps.runtime.log(
        "warn",
        `Ended sessions cannot be stored and would be valid again after a restart: ${
          textOf(error)
        }`,
      );
    }
  }

  #write(held: Held): void {
    held.written = held.seen;
    const args = [held.seen, held.address, held.id];
    this.#held.writeUse("update sessions set seen = ?, address = ? where id = ?", args);
  }
}

/** Whether a session is expired at `now` (Unix seconds). */
export function isExpired({ created, seen, remembered }: Session, now: number): boolean {
  if (remembered) return now - created >= sessionRemembered;
  return now - seen >= sessionIdle || now - created >= sessionLongest;
}

function heldOfRow(row: Row): Held {
  return {
    id: Number(row.id),
    accountId: Number(row.account_id),
    secret: String(row.secret),
    host: String(row.host),
    address: String(row.address),
    userAgent: String(row.user_agent),
    created: Number(row.created),
    seen: Number(row.seen),
    written: Number(row.seen),
    remembered: row.remembered === 1,
    ending: undefined,
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
