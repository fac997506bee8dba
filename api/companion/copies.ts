/**
 * Detects two boxes with the same key, such as a restored backup that runs beside its original
 * (docs/decisions/0145). Each process of a box has a random number. A process that ended never
 * calls again, so a number that returns after another one means that two boxes run.
 */
import { COMPANION_LIMITS } from "./limits.ts";
import type { CallSigner } from "./signed_calls.ts";
import type { CompanionDatabase } from "./store/database.ts";
import type { Runtime } from "../system/runtime.ts";
import type { Statement } from "../store/database.ts";

/** Dependencies of the detection. */
export interface CopiesDeps {
  readonly database: CompanionDatabase;
  readonly runtime: Runtime;
}

const LIMITS = COMPANION_LIMITS.copies;
/** Attempts to store a state while other calls of the same key change it. */
const TRIES = 3;

/** The processes that used a key. Times in Unix seconds. */
interface KeyInstances {
  /**
   * The process that called last, and the date of its first call by the clock of the box. Empty =
   * none has called since a box left; that box's process is the first of `earlier`.
   */
  readonly instance: string;
  readonly since: number;
  /** Processes that called before that one, newest first. */
  readonly earlier: readonly string[];
  /** The last call that was stored. */
  readonly seen: number;
  /** When a copy was last detected; 0 = never. */
  readonly copied: number;
}

/** Detects copies by the processes that use each key. */
export class Copies {
  readonly #deps: CopiesDeps;
  /** The last sweep, in Unix seconds. */
  #sweptAt = -Infinity;

  constructor(deps: CopiesDeps) {
    this.#deps = deps;
  }

  /**
   * Stores the process of a call; returns whether another box uses the same key now. Calls of keys
   * without a name are not stored: anyone can make such keys, and they share nothing.
   */
  async note(call: CallSigner): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries++) {
      const known = await this.#find(call.key);
      if (known === undefined && !await this.#isNamed(call.key)) return false;
      const now = this.#seconds();
      const next = nextState(known, call, now);
      if (next === known || await this.#replace(call.key, known, next)) {
        return next.copied !== 0 && Math.abs(now - next.copied) < LIMITS.reportedFor;
      }
    }
    // Calls of the same key stored their states instead, so this call may be missing from them.
    return false;
  }

  /**
   * Ends the report of a copy, because the calling box switches to a new key. Its process becomes an
   * earlier one: calls that it sent before are ignored, and a later call reveals a copy again. Which
   * of the other processes still runs is not known, so the next of them that calls is no return.
   */
  async leave({ key, instance, time }: CallSigner): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      const known = await this.#find(key);
      // Ignored before a copy was detected, because it would hide the use of a stolen key.
      if (known === undefined || known.copied === 0) return;
      const others = [known.instance, ...known.earlier].filter((one) => one !== instance);
      if (others.length === 0) return;
      const earlier = [instance, ...others].slice(0, LIMITS.earlier);
      const left = { ...known, instance: "", since: time, earlier, copied: 0 };
      if (await this.#replace(key, known, left)) return;
    }
  }

  /** Deletes keys without a call for a week, and those beyond the maximum. */
  async sweep(): Promise<void> {
    const now = this.#seconds();
    if (Math.abs(now - this.#sweptAt) < LIMITS.noted) return;
    await this.#deps.database.batch([
      {
        sql: "delete from instances where seen < ? or seen > ?",
        args: [now - LIMITS.keptFor, now + LIMITS.keptFor],
      },
      {
        sql: "delete from instances where key in " +
          "(select key from instances order by seen desc limit -1 offset ?)",
        args: [LIMITS.keys],
      },
    ]);
    this.#sweptAt = now;
  }

  async #isNamed(key: string): Promise<boolean> {
    const sql = "select 1 from names where key = ?";
    return (await this.#deps.database.all(sql, [key])).length > 0;
  }

  async #find(key: string): Promise<KeyInstances | undefined> {
    const [row] = await this.#deps.database.all(
      "select instance, since, earlier, seen, copied from instances where key = ?",
      [key],
    );
    return row === undefined ? undefined : {
      instance: String(row.instance),
      since: Number(row.since),
      earlier: String(row.earlier).split(" ").filter((each) => each !== ""),
      seen: Number(row.seen),
      copied: Number(row.copied),
    };
  }

  /** Stores a state unless another call changed the previous one; returns whether it did. */
  async #replace(
    key: string,
    before: KeyInstances | undefined,
    { instance, since, earlier, seen, copied }: KeyInstances,
  ): Promise<boolean> {
    const row = [instance, since, earlier.join(" "), seen, copied];
    const change: Statement = before === undefined
      ? {
        sql: "insert into instances (instance, since, earlier, seen, copied, key) " +
          "values (?, ?, ?, ?, ?, ?) on conflict do nothing",
        args: [...row, key],
      }
      : {
        sql: "update instances set instance = ?, since = ?, earlier = ?, seen = ?, copied = ? " +
          "where key = ? and instance = ? and seen = ? and copied = ?",
        args: [...row, key, before.instance, before.seen, before.copied],
      };
    return await this.#deps.database.run(change.sql, change.args) > 0;
  }

  #seconds(): number {
    return Math.floor(this.#deps.runtime.now() / 1000);
  }
}

/** The state after a call; the same object when nothing needs to be written. */
function nextState(
  known: KeyInstances | undefined,
  { instance, time }: CallSigner,
  now: number,
): KeyInstances {
  if (known === undefined) return { instance, since: time, earlier: [], seen: now, copied: 0 };
  if (known.instance === instance) {
    const isNoted = Math.abs(now - known.seen) < LIMITS.noted;
    return isNoted ? known : { ...known, seen: now };
  }
  if (known.instance === "" && known.earlier[0] !== instance) {
    const earlier = known.earlier.filter((each) => each !== instance);
    return { ...known, instance, earlier, seen: now };
  }
  const isReturn = known.earlier.includes(instance);
  if (isReturn && time <= known.since + LIMITS.lateSeconds) return known;
  const earlier = [known.instance, ...known.earlier]
    .filter((each) => each !== "" && each !== instance);
  return {
    instance,
    since: time,
    earlier: earlier.slice(0, LIMITS.earlier),
    seen: now,
    copied: isReturn ? now : known.copied,
  };
}
