/**
 * Stores API tokens: named, with chosen rights within those of their account, shown once and stored
 * as hashes (A 5.8).
 */
import { LIMITS } from "../../policy/limits.ts";
import { DomainError } from "../schema/errors.ts";
import type { Right } from "../http/rights.ts";
import type { Database, Row } from "../store/database.ts";
import { plainAddress } from "./address.ts";
import { nameProblem, nameText, rightsOfText } from "./account.ts";
import { abortRequestsOf, type CachedSecret, SecretCache } from "./secret_cache.ts";
import { isSecret, newSecret, secretHash } from "./secret.ts";
import type { Runtime } from "../system/runtime.ts";
import { sentence } from "../../policy/model/sentence.ts";

const { tokensPerAccount, tokenLongest, lastUseWrittenEvery } = LIMITS.accounts;
/** The prefix of every token, by which leaked ones are recognised. */
const PREFIX = "box_";

/** A token without its secret. Times are Unix seconds, 0 = never. */
export interface Token {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** The chosen rights; those that its account lacks do not apply. */
  readonly rights: readonly Right[];
  readonly created: number;
  readonly expires: number;
  readonly lastUse: number;
  readonly lastAddress: string;
}

/** The choices for a token. */
export type TokenChoices = Pick<Token, "accountId" | "name" | "rights" | "expires">;

/** Dependencies of Tokens. */
export interface TokensDeps {
  readonly db: Database;
  readonly runtime: Runtime;
}

interface Held extends Token, CachedSecret {
  readonly id: number;
  readonly accountId: number;
  lastUse: number;
  lastAddress: string;
  /** When the last use was written. */
  written: number;
}

/** The tokens of all accounts. */
export class Tokens {
  readonly #deps: TokensDeps;
  readonly #held: SecretCache<Held>;

  constructor(deps: TokensDeps) {
    this.#deps = deps;
    this.#held = new SecretCache({ db: deps.db, runtime: deps.runtime, what: "tokens" });
  }

  /** Reads the tokens from the database. */
  async load(): Promise<void> {
    const rows = await this.#deps.db.all("select * from tokens order by id");
    this.#held.clear();
    for (const row of rows) this.#held.keep(heldOfRow(row));
  }

  /**
   * Creates a token; its secret is returned only here. Rejects with DomainError or
   * DatabaseUnavailableError.
   */
  async create(choices: TokenChoices): Promise<{ token: Token; secret: string }> {
    const now = this.#seconds();
    const { accountId, rights, expires } = choices;
    const name = nameText(choices.name);
    const problem = nameProblem(name);
    if (problem !== "") throw new DomainError("bad_value", problem);
    if (expires !== 0 && (expires <= now || expires > now + tokenLongest)) {
      throw new DomainError(
        "bad_value",
        sentence`A token expires within the next ten years, or never (0)`,
      );
    }
    if (this.of(accountId).length >= tokensPerAccount) {
      throw new DomainError(
        "conflict",
        sentence`An account can have ${tokensPerAccount} tokens; revoke one first`,
      );
    }
    const secret = PREFIX + newSecret();
    const hash = secretHash(secret);
    const kept = [...new Set(rights)];
    const { lastId } = await this.#deps.db.run(
      "insert into tokens (account_id, name, secret, rights, created, expires) values (?, ?, ?, ?, ?, ?)",
      [accountId, name, hash, JSON.stringify(kept), now, expires],
    );
    const held: Held = {
      id: lastId,
      accountId,
      name,
      rights: kept,
      created: now,
      expires,
      lastUse: 0,
      lastAddress: "",
      secret: hash,
      written: 0,
      ending: undefined,
    };
    this.#held.keep(held);
    return { token: held, secret };
  }

  /** The token of a secret, whose last use is updated; undefined = unknown, expired or revoked. */
  use(secret: string, address: string): Token | undefined {
    if (!secret.startsWith(PREFIX) || !isSecret(secret.slice(PREFIX.length))) return undefined;
    const held = this.#held.of(secret);
    const now = this.#seconds();
    if (held === undefined || hasExpired(held, now)) return undefined;
    held.lastUse = now;
    held.lastAddress = plainAddress(address);
    if (Math.abs(now - held.written) >= lastUseWrittenEvery) this.#write(held);
    return held;
  }

  /** All tokens, or those of an account, expired ones too. */
  of(accountId?: number): readonly Token[] {
    return this.#held.all().filter((held) =>
      accountId === undefined || held.accountId === accountId
    );
  }

  /** A token by its id. */
  get(id: number): Token | undefined {
    return this.#held.get(id);
  }

  /** A signal that aborts when the token is revoked, expires or loses rights. */
  ending(id: number): AbortSignal {
    return this.#held.ending(id);
  }

  /**
   * Revokes a token and aborts its requests in progress. Rejects with DatabaseUnavailableError; the
   * token then stays valid.
   */
  async revoke(id: number): Promise<void> {
    await this.#deps.db.run("delete from tokens where id = ?", [id]);
    const held = this.#held.get(id);
    if (held !== undefined) this.#held.forget(held);
  }

  /**
   * Revokes the tokens of an account; returns how many. Rejects with DatabaseUnavailableError; the
   * tokens then stay valid.
   */
  async revokeOf(accountId: number): Promise<number> {
    const { changes } = await this.#deps.db.run("delete from tokens where account_id = ?", [
      accountId,
    ]);
    this.forgetOf(accountId);
    return changes;
  }

  /** Drops the tokens of a removed account from memory; their rows are already deleted. */
  forgetOf(accountId: number): void {
    for (const held of this.#held.all()) if (held.accountId === accountId) this.#held.forget(held);
  }

  /** Aborts the requests in progress of an account that loses rights. */
  narrow(accountId: number): void {
    this.#held.narrow(accountId);
  }

  /** Aborts the requests in progress of expired tokens; their rows remain visible. */
  sweep(): void {
    const now = this.#seconds();
    for (const held of this.#held.all()) if (hasExpired(held, now)) abortRequestsOf(held);
  }

  #seconds(): number {
    return Math.floor(this.#deps.runtime.now() / 1000);
  }

  #write(held: Held): void {
    held.written = held.lastUse;
    const args = [held.lastUse, held.lastAddress, held.id];
    this.#held.writeUse("update tokens set last_use = ?, last_address = ? where id = ?", args);
  }
}

function hasExpired({ expires }: Token, now: number): boolean {
  return expires !== 0 && now >= expires;
}

function heldOfRow(row: Row): Held {
  return {
    id: Number(row.id),
    accountId: Number(row.account_id),
    name: String(row.name),
    secret: String(row.secret),
    rights: rightsOfText(String(row.rights)),
    created: Number(row.created),
    expires: Number(row.expires),
    lastUse: Number(row.last_use),
    lastAddress: String(row.last_address),
    written: Number(row.last_use),
    ending: undefined,
  };
}
