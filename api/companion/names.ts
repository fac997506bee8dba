/** Stores the names of boxes and the values of their challenges (A 2.7, mode box). */
import { COMPANION_LIMITS } from "./limits.ts";
import type { CompanionDatabase } from "./store/database.ts";
import type { Runtime } from "../system/runtime.ts";

/**
 * Letters of names: no vowels, which avoids words, and no letters that resemble digits or other
 * letters.
 */
const LETTERS = "bcdfghjkmnpqrstvwxz";
/** Length of a name in letters. */
export const NAME_LETTERS = 10;
/** Tries to find a free name: with 6 x 10^12 names a second try is rare. */
const TRIES = 5;

const NAME = new RegExp(`^[${LETTERS}]{${NAME_LETTERS}}$`);

/** Whether a label may be the name of a box. */
export function isBoxName(label: string): boolean {
  return NAME.test(label);
}

/** A new name from unpredictable bytes, with each letter equally likely. */
export function makeName(randomBytes: Runtime["randomBytes"]): string {
  let name = "";
  const fair = 256 - 256 % LETTERS.length;
  while (name.length < NAME_LETTERS) {
    for (const byte of randomBytes(2 * NAME_LETTERS)) {
      if (byte < fair && name.length < NAME_LETTERS) name += LETTERS[byte % LETTERS.length];
    }
  }
  return name;
}

/** The DNS data of a name. */
export interface NameState {
  readonly given: boolean;
  readonly values: readonly string[];
}

/** Dependencies of the names. */
export interface NamesDeps {
  readonly database: CompanionDatabase;
  readonly runtime: Runtime;
  /** Called when this service changed the challenge of a name. */
  readonly changed?: (name: string) => void;
}

const LIMITS = COMPANION_LIMITS.names;

/** The names of all boxes; a box is identified by its key. */
export class Names {
  readonly #deps: NamesDeps;
  /** When names were last freed, in Unix seconds. */
  #freedAt = -Infinity;

  constructor(deps: NamesDeps) {
    this.#deps = deps;
  }

  /**
   * The name of a key whose box is calling; undefined when it has none. The time of the call is
   * stored.
   */
  async find(key: string): Promise<string | undefined> {
    const { database } = this.#deps;
    const now = this.#seconds();
    const [row] = await database.all("select name, seen from names where key = ?", [key]);
    if (row === undefined) return undefined;
    // Math.abs() also corrects a time that a clock ahead stored.
    if (Math.abs(now - Number(row.seen)) >= LIMITS.noted) {
      await database.run("update names set seen = ? where key = ?", [now, key]);
    }
    return String(row.name);
  }

  /**
   * Assigns a name to a key without one: its freed name or a new one. Another service may have
   * assigned one in the meantime.
   */
  async give(key: string): Promise<string> {
    const { database, runtime } = this.#deps;
    for (let tries = 0; tries < TRIES; tries++) {
      const [freed] = await database.all("select name from freed_names where key = ?", [key]);
      const now = this.#seconds();
      const args = [
        freed === undefined ? makeName(runtime.randomBytes) : String(freed.name),
        key,
        now,
        now,
      ];
      await database.batch([
        {
          sql:
            "insert into names (name, key, given, seen) values (?, ?, ?, ?) on conflict do nothing",
          args,
        },
        { sql: "delete from freed_names where key = ?", args: [key] },
        { sql: "delete from released_names where key = ?", args: [key] },
      ]);
      const name = await this.find(key);
      if (name !== undefined) return name;
    }
    throw new Error("No free name was found");
  }

  /** The name of a key that the operator released; undefined = none, or its box has another one. */
  async released(key: string): Promise<string | undefined> {
    const [row] = await this.#deps.database.all(
      "select name from released_names where key = ?",
      [key],
    );
    return row === undefined ? undefined : String(row.name);
  }

  /**
   * Releases a name with its records; false = it is not assigned. Its box is refused until it
   * accepts another name.
   */
  async release(name: string): Promise<boolean> {
    const until = this.#seconds() + LIMITS.rememberedFor;
    const [, , removed] = await this.#deps.database.batch([
      {
        sql:
          "insert or replace into released_names (key, name, until) select key, name, ? from names where name = ?",
        args: [until, name],
      },
      { sql: "delete from challenges where name = ?", args: [name] },
      { sql: "delete from names where name = ?", args: [name] },
      this.#nextSerial(),
    ]);
    this.#deps.changed?.(name);
    return removed > 0;
  }

  /** Number of assigned names. */
  async count(): Promise<number> {
    const [{ count }] = await this.#deps.database.all("select count(*) as count from names");
    return Number(count);
  }

  /** Replaces the values of a name's challenge; they expire after an hour. */
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

  /** Whether a name is assigned, and the unexpired values of its challenge. */
  async known(name: string): Promise<NameState> {
    const rows = await this.#deps.database.all(
      "select c.value from names n left join challenges c on c.name = n.name and c.until > ? where n.name = ?",
      [this.#seconds(), name],
    );
    return {
      given: rows.length > 0,
      values: rows.flatMap(({ value }) => value === null ? [] : [String(value)]),
    };
  }

  /** The serial of the zone, which grows with each change by any service (RFC 1912 2.2). */
  async serial(): Promise<number> {
    const [row] = await this.#deps.database.all("select serial from zone where id = 1");
    return Number(row.serial);
  }

  /** Removes expired challenges, and once a day frees unused names. */
  async sweep(): Promise<void> {
    await this.#sweepChallenges();
    const now = this.#seconds();
    if (Math.abs(now - this.#freedAt) < LIMITS.noted) return;
    await this.#free(now);
    this.#freedAt = now;
  }

  async #free(now: number): Promise<void> {
    const before = now - LIMITS.keptFor;
    const until = now + LIMITS.rememberedFor;
    const gone = await this.#deps.database.all("select name from names where seen <= ?", [before]);
    const freeing = gone.length === 0 ? [] : [
      {
        sql: "delete from challenges where name in (select name from names where seen <= ?)",
        args: [before],
      },
      {
        sql:
          "insert or replace into freed_names (key, name, until) select key, name, ? from names where seen <= ?",
        args: [until, before],
      },
      { sql: "delete from names where seen <= ?", args: [before] },
      this.#nextSerial(),
    ];
    await this.#deps.database.batch([
      ...freeing,
      { sql: "delete from freed_names where until <= ?", args: [now] },
      { sql: "delete from released_names where until <= ?", args: [now] },
    ]);
    for (const { name } of gone) this.#deps.changed?.(String(name));
  }

  async #sweepChallenges(): Promise<void> {
    const { database } = this.#deps;
    const now = this.#seconds();
    const [{ over }] = await database.all(
      "select count(*) as over from challenges where until <= ?",
      [now],
    );
    if (Number(over) === 0) return;
    await database.batch([
      { sql: "delete from challenges where until <= ?", args: [now] },
      this.#nextSerial(),
    ]);
  }

  #nextSerial() {
    return {
      sql: "update zone set serial = max(serial + 1, ?) where id = 1",
      args: [this.#seconds()],
    };
  }

  #seconds(): number {
    return Math.floor(this.#deps.runtime.now() / 1000);
  }
}
