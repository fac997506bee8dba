/** Names of boxes and the values of their challenges (A 2.7, mode box). */
import { COMPANION_LIMITS } from "./limits.ts";
import type { CompanionDatabase } from "./store/database.ts";

/** Letters of names: no vowels, so that no word comes out, and none that is taken for a digit or another letter. */
const LETTERS = "bcdfghjkmnpqrstvwxz";
/** Letters of a name. */
export const NAME_LETTERS = 10;
/** Names made before giving up: with 6 x 10^12 names the second one is rare. */
const TRIES = 5;

const NAME = new RegExp(`^[${LETTERS}]{${NAME_LETTERS}}$`);

/** Whether a label may be the name of a box. */
export function isBoxName(label: string): boolean {
  return NAME.test(label);
}

/** A new name out of octets that nobody can guess, each letter as likely as any other. */
export function makeName(randomOctets: (length: number) => Uint8Array): string {
  let name = "";
  const fair = 256 - 256 % LETTERS.length;
  while (name.length < NAME_LETTERS) {
    for (const octet of randomOctets(2 * NAME_LETTERS)) {
      if (octet < fair && name.length < NAME_LETTERS) name += LETTERS[octet % LETTERS.length];
    }
  }
  return name;
}

/** What DNS knows of a name. */
export interface KnownName {
  readonly given: boolean;
  readonly values: readonly string[];
}

/** What names need. */
export interface NamesDeps {
  readonly database: CompanionDatabase;
  readonly randomOctets: (length: number) => Uint8Array;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Told when the challenge of a name was changed here. */
  readonly changed?: (name: string) => void;
}

/** The names of all boxes; a box is its key. */
export class Names {
  readonly #deps: NamesDeps;

  constructor(deps: NamesDeps) {
    this.#deps = deps;
  }

  /** The name of a key; undefined when it has none. */
  async find(key: string): Promise<string | undefined> {
    const [row] = await this.#deps.database.all("select name from names where key = ?", [key]);
    return row === undefined ? undefined : String(row.name);
  }

  /** The name of a key that has none yet: given now, or by another service a moment ago. */
  async give(key: string): Promise<string> {
    const { database, randomOctets } = this.#deps;
    for (let tries = 0; tries < TRIES; tries++) {
      const args = [makeName(randomOctets), key, this.#seconds()];
      await database.run("insert into names (name, key, given) values (?, ?, ?) on conflict do nothing", args);
      const name = await this.find(key);
      if (name !== undefined) return name;
    }
    throw new Error("No free name was found");
  }

  /** Puts the values of a name's challenge in place of those it had; they are gone after an hour. */
  async setChallenge(name: string, values: readonly string[]): Promise<void> {
    const until = this.#seconds() + COMPANION_LIMITS.challenge.keptFor;
    await this.#deps.database.batch([
      { sql: "delete from challenges where name = ?", args: [name] },
      ...values.map((value) => ({
        sql: "insert into challenges (name, value, until) values (?, ?, ?)",
        args: [name, value, until],
      })),
      this.#nextSerial(),
    ]);
    this.#deps.changed?.(name);
  }

  /** Whether a name was given, and the values of its challenge. */
  async known(name: string): Promise<KnownName> {
    const rows = await this.#deps.database.all(
      "select c.value from names n left join challenges c on c.name = n.name and c.until > ? where n.name = ?",
      [this.#seconds(), name],
    );
    return {
      given: rows.length > 0,
      values: rows.flatMap(({ value }) => value === null ? [] : [String(value)]),
    };
  }

  /** The serial of the zone: grows with each change, by whichever service (RFC 1912 2.2). */
  async serial(): Promise<number> {
    const [row] = await this.#deps.database.all("select serial from zone where id = 1");
    return Number(row.serial);
  }

  /** Takes challenges out that are over. */
  async sweep(): Promise<void> {
    const { database } = this.#deps, now = this.#seconds();
    const [{ over }] = await database.all("select count(*) as over from challenges where until <= ?", [now]);
    if (Number(over) === 0) return;
    await database.batch([{ sql: "delete from challenges where until <= ?", args: [now] }, this.#nextSerial()]);
  }

  #nextSerial() {
    return { sql: "update zone set serial = max(serial + 1, ?) where id = 1", args: [this.#seconds()] };
  }

  #seconds(): number {
    return Math.floor(this.#deps.now() / 1000);
  }
}
