/**
 * Registers and verifies the passkeys of accounts. A passkey is valid at one host name, and its
 * counter detects copies.
 */
import { LIMITS } from "../../../policy/limits.ts";
import { DomainError } from "../../schema/errors.ts";
import type { Database, Row } from "../../store/database.ts";
import { Challenges } from "./challenges.ts";
import type { AssertionAnswer, RegistrationAnswer, RelyingParty } from "./webauthn.ts";
import type { Runtime } from "../../system/runtime.ts";
import { sentence } from "../../../policy/model/sentence.ts";

const { passkeysPerAccount } = LIMITS.factors;
/**
 * Loaded at the first use of a passkey: most boxes have none, and the module takes megabytes. Its
 * library needs the metadata API of `Reflect` before its code runs; in a bundle, only separate
 * imports keep that order.
 */
const webauthn = async () => {
  await import("reflect-metadata");
  return await import("./webauthn.ts");
};

/** Dependencies of Passkeys. */
export interface PasskeyDeps {
  readonly db: Database;
  readonly runtime: Runtime;
}

/** A passkey for display. Times are Unix seconds, 0 = never. */
export interface Passkey {
  readonly id: number;
  readonly name: string;
  /** The host name of the box at which it is valid. */
  readonly host: string;
  /** Whether it is stored in more than one place, as its browser reports. */
  readonly synced: boolean;
  readonly created: number;
  readonly lastUse: number;
}

type Owner = { readonly id: number; readonly name: string };

/** The passkeys. Methods reject with DomainError or DatabaseUnavailableError. */
export class Passkeys {
  readonly #deps: PasskeyDeps;
  readonly #challenges: Challenges;

  constructor(deps: PasskeyDeps) {
    this.#deps = deps;
    this.#challenges = new Challenges(deps.runtime);
  }

  /** The passkeys of an account, oldest first. */
  async of(accountId: number): Promise<readonly Passkey[]> {
    return (await this.#deps.db.all("select * from passkeys where account_id = ? order by id", [
      accountId,
    ])).map(shown);
  }

  /** The options for a browser to register a passkey. DomainError: conflict. */
  async registrationOptions(account: Owner, place: RelyingParty) {
    const rows = await this.#deps.db.all(
      "select * from passkeys where account_id = ? order by id",
      [account.id],
    );
    refuseBeyondMost(rows.length);
    // All passkeys of an account have the same random handle, which reveals nothing about it.
    const handle = rows.length > 0
      ? String(rows[0].handle)
      : this.#deps.runtime.randomBytes(32).toBase64({ alphabet: "base64url", omitPadding: true });
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

  /**
   * Verifies the response of a browser and stores the passkey. DomainError: bad_value, conflict.
   */
  async register(
    account: Owner,
    answer: RegistrationAnswer,
    name: string,
    place: RelyingParty,
  ): Promise<Passkey> {
    const { challengeOf, verifyRegistration } = await webauthn();
    const { db, runtime } = this.#deps;
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
        sentence`The passkey could not be checked, or came too late; try again`,
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
        Math.floor(runtime.now() / 1000),
        account.id,
        passkeysPerAccount,
      ],
    );
    if (changes === 0) {
      throw new DomainError("conflict", sentence`This passkey is registered already`);
    }
    return await this.#known(account.id, lastId);
  }

  /** The options for a browser to sign in with any of its passkeys. */
  async signInOptions(address: string, place: RelyingParty) {
    return await (await webauthn()).assertionOptions(
      place,
      this.#challenges.make("sign in", address),
    );
  }

  /** The id of the account that the response of a browser proves. DomainError: wrong_passkey. */
  async signIn(answer: AssertionAnswer, place: RelyingParty): Promise<number> {
    const { challengeOf, verifyAssertion } = await webauthn();
    const { db, runtime } = this.#deps;
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
      [right.counter, right.synced ? 1 : 0, Math.floor(runtime.now() / 1000), row.id],
    );
    if (changes === 1) return Number(row.account_id);
    runtime.log(
      "warn",
      `A passkey was refused, because its counter decreased; it may have been copied: ${row.name}`,
    );
    throw new DomainError("wrong_passkey");
  }

  /** Renames a passkey of an account. DomainError: not_found. */
  async rename(accountId: number, id: number, name: string): Promise<Passkey> {
    await this.#deps.db.run("update passkeys set name = ? where id = ? and account_id = ?", [
      name,
      id,
      accountId,
    ]);
    return await this.#known(accountId, id);
  }

  /** Removes a passkey of an account. DomainError: not_found. */
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
      throw new DomainError(
        "not_found",
        sentence`This account has no passkey with the number: ${id}`,
      );
    }
    return shown(row);
  }
}

function refuseBeyondMost(count: number): void {
  if (count >= passkeysPerAccount) {
    throw new DomainError(
      "conflict",
      sentence`An account can have ${passkeysPerAccount} passkeys; remove one first`,
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
