/**
 * Passkeys of accounts: registered at a name, valid there, and counted so that a copy of one is
 * detected.
 */
import { LIMITS } from "../../../policy/limits.ts";
import { DomainError } from "../../schema/errors.ts";
import type { Log } from "../../system/log.ts";
import type { Database, Row } from "../../store/database.ts";
import { Challenges } from "./challenges.ts";
import type { AssertionAnswer, RegistrationAnswer, RelyingParty } from "./webauthn.ts";

const { passkeysPerAccount } = LIMITS.factors;
/**
 * Loaded at the first use of a passkey: most boxes have none, and the module takes megabytes. Its
 * library requires the metadata extension of `Reflect` before its code runs, and a bundle keeps
 * that order only between loads.
 */
const webauthn = async () => {
  await import("reflect-metadata");
  return await import("./webauthn.ts");
};

/** What passkeys are kept with. */
export interface PasskeyDeps {
  readonly db: Database;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly random: (length: number) => Uint8Array;
  readonly log: Log;
}

/** A passkey as it is shown. Times are Unix seconds, 0 = never. */
export interface Passkey {
  readonly id: number;
  readonly name: string;
  /** The name of the box where it is good. */
  readonly host: string;
  /** Whether it is stored in more than one place, as its browser reports. */
  readonly synced: boolean;
  readonly created: number;
  readonly lastUse: number;
}

type Owner = { readonly id: number; readonly name: string };

/** The passkeys. Methods reject with DomainError or DatabaseUnavailable. */
export class Passkeys {
  readonly #deps: PasskeyDeps;
  readonly #challenges: Challenges;

  constructor(deps: PasskeyDeps) {
    this.#deps = deps;
    this.#challenges = new Challenges(deps.now, deps.random);
  }

  /** Those of an account, oldest first. */
  async of(accountId: number): Promise<readonly Passkey[]> {
    return (await this.#deps.db.all("select * from passkeys where account_id = ? order by id", [
      accountId,
    ])).map(shown);
  }

  /** What a browser needs to register one for an account. */
  async registrationOptions(account: Owner, place: RelyingParty) {
    const rows = await this.#deps.db.all(
      "select * from passkeys where account_id = ? order by id",
      [account.id],
    );
    refuseBeyondMost(rows.length);
    // All passkeys of an account carry the same handle, which reveals nothing about it.
    const handle = rows.length > 0
      ? String(rows[0].handle)
      : this.#deps.random(32).toBase64({ alphabet: "base64url", omitPadding: true });
    const challenge = this.#challenges.make("register", String(account.id), handle);
    const known = rows.filter((row) => row.host === place.id).map((row) => ({
      credential: String(row.credential),
      transports: String(row.transports).split(" ").filter((word) => word !== ""),
    }));
    return await (await webauthn()).registrationOptions(
      place,
      { handle, name: account.name },
      challenge,
      known,
    );
  }

  /** Takes the answer of a browser. DomainError: bad_value, conflict. */
  async register(
    account: Owner,
    answer: RegistrationAnswer,
    name: string,
    place: RelyingParty,
  ): Promise<Passkey> {
    const { challengeOf, verifyRegistration } = await webauthn();
    const { db, now } = this.#deps;
    const challenge = challengeOf(answer.response.clientDataJSON);
    const handle = challenge === undefined
      ? undefined
      : this.#challenges.take(challenge, "register", String(account.id));
    const passkey = handle === undefined
      ? undefined
      : await verifyRegistration(answer, challenge!, place);
    if (passkey === undefined) {
      throw new DomainError(
        "bad_value",
        "The passkey could not be checked, or came too late; begin again",
      );
    }
    refuseBeyondMost((await this.of(account.id)).length);
    const { changes, lastId } = await db.run(
      `insert into passkeys (account_id, credential, public_key, counter, handle, host, transports, synced, name, created)
         select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
         where (select count(*) from passkeys where account_id = ?) < ? on conflict (credential) do nothing`,
      [
        account.id,
        passkey.credential,
        passkey.publicKey,
        passkey.counter,
        handle!,
        place.id,
        passkey.transports.join(" "),
        passkey.synced ? 1 : 0,
        name,
        Math.floor(now() / 1000),
        account.id,
        passkeysPerAccount,
      ],
    );
    if (changes === 0) throw new DomainError("conflict", "This passkey is registered already");
    return await this.#known(account.id, lastId);
  }

  /** What a browser needs to sign in with any of its passkeys. */
  async signInOptions(address: string, place: RelyingParty) {
    return await (await webauthn()).assertionOptions(
      place,
      this.#challenges.make("sign in", address),
    );
  }

  /** The account that the answer of a browser proves. DomainError: wrong_passkey. */
  async signIn(answer: AssertionAnswer, place: RelyingParty): Promise<number> {
    const { challengeOf, verifyAssertion } = await webauthn();
    const { db, now, log } = this.#deps;
    const { id, response } = answer;
    const challenge = challengeOf(response.clientDataJSON);
    if (challenge === undefined || this.#challenges.take(challenge, "sign in") === undefined) {
      throw new DomainError("wrong_passkey");
    }
    const [row] = await db.all("select * from passkeys where credential = ? and host = ?", [
      id,
      place.id,
    ]);
    const handle = response.userHandle ?? "";
    if (row === undefined || (handle !== "" && handle !== row.handle)) {
      throw new DomainError("wrong_passkey");
    }
    const known = { credential: id, publicKey: row.public_key as Uint8Array, counter: 0 };
    const right = await verifyAssertion(answer, challenge, place, known);
    if (right === undefined) throw new DomainError("wrong_passkey");
    // A counter must have grown; of two concurrent responses with the same count, one succeeds.
    const { changes } = await db.run(
      `update passkeys set counter = ?1, synced = ?2, last_use = ?3
         where id = ?4 and (counter < ?1 or (counter = 0 and ?1 = 0))`,
      [right.counter, right.synced ? 1 : 0, Math.floor(now() / 1000), row.id],
    );
    if (changes === 1) return Number(row.account_id);
    log(
      "warn",
      `A passkey was refused, because it counts less than before; somebody may hold a copy of it: ${row.name}`,
    );
    throw new DomainError("wrong_passkey");
  }

  /** Gives one of an account another name. DomainError: not_found. */
  async rename(accountId: number, id: number, name: string): Promise<Passkey> {
    await this.#deps.db.run("update passkeys set name = ? where id = ? and account_id = ?", [
      name,
      id,
      accountId,
    ]);
    return await this.#known(accountId, id);
  }

  /** Removes one of an account. DomainError: not_found. */
  async remove(accountId: number, id: number): Promise<Passkey> {
    const passkey = await this.#known(accountId, id);
    await this.#deps.db.run("delete from passkeys where id = ? and account_id = ?", [
      id,
      accountId,
    ]);
    return passkey;
  }

  async #known(accountId: number, id: number): Promise<Passkey> {
    const [row] = await this.#deps.db.all(
      "select * from passkeys where id = ? and account_id = ?",
      [id, accountId],
    );
    if (row === undefined) {
      throw new DomainError("not_found", `This account has no passkey with the number: ${id}`);
    }
    return shown(row);
  }
}

function refuseBeyondMost(count: number): void {
  if (count >= passkeysPerAccount) {
    throw new DomainError(
      "conflict",
      `An account has at most ${passkeysPerAccount} passkeys; remove one first`,
    );
  }
}

function shown(row: Row): Passkey {
  return {
    id: Number(row.id),
    name: String(row.name),
    host: String(row.host),
    synced: row.synced === 1,
    created: Number(row.created),
    lastUse: Number(row.last_use),
  };
}
