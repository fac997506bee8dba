/** The query journal: batches of observations written to journal.db, read back, watched live, and let go in time (A 7.11). */
import { type Database, DatabaseUnavailable } from "../../../store/database.ts";
import { BelievedTime } from "../believed_time.ts";
import { type AskedMost, askedMost, type AskedMostQuery } from "./asked_most.ts";
import { JournalBatch } from "./batch.ts";
import { LiveView, type LiveWatcher } from "./live.ts";
import { Numbering } from "./numbering.ts";
import type { JournalEntry, JournalFilter, Journalled } from "./rows.ts";
import { type JournalPage, searchPage } from "./search.ts";

export type { AskedMost, AskedMostQuery } from "./asked_most.ts";
export type { JournalEntry, JournalFilter, Journalled } from "./rows.ts";
export type { LiveWatcher } from "./live.ts";

/** What the journal needs of whoever composes. */
export interface JournalContext {
  /** journal.db. */
  readonly database: Database;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly tell: (level: "info" | "warn" | "error", text: string) => void;
  /** Runs something after some milliseconds; the function given back calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly settings: () => JournalSettings;
}

/** The settings that the journal reads each time it needs them. */
export interface JournalSettings {
  readonly journal: boolean;
  readonly journal_days: number;
  readonly journal_max_mb: number;
}

/** What the journal did since the box started. */
export interface JournalCounts {
  readonly written: number;
  /** Left out because more came at once than there was room for; the resolver counts what it left out itself (DESIGN 7). */
  readonly skipped: number;
  /** Not written because the database could not be used. */
  readonly lost: number;
}

/** A kill may cost the journal five seconds (DESIGN 7). The more rows a batch has, the fewer pages are written for each. */
const FLUSH_MS = 3000, FLUSH_ROWS = 4000;
/** Rows that wait here at most; those of a burst wait in the ring of their worker. */
const MOST_WAITING = 8000;
const DELETE_ROWS = 5000, DAY = 86_400_000, MEGABYTE = 1_000_000;

/** The journal. It never throws at those who record: what cannot be kept is counted. */
export class Journal {
  readonly #context: JournalContext;
  readonly #live: LiveView;
  readonly #believed = new BelievedTime();
  readonly #numbering = new Numbering();
  /** Batches with rows, oldest first; the last may take more. */
  #waiting: JournalBatch[] = [];
  #rows = 0;
  #writing: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #counts = { written: 0, skipped: 0, lost: 0 };

  constructor(context: JournalContext) {
    this.#context = context;
    this.#live = new LiveView(
      (filter, limit, cursor) => this.recent(filter, limit, cursor),
      context.now,
    );
  }

  /** Learns how far the journal goes, so that the numbers of new entries go on from there. Never rejects. */
  async begin(): Promise<void> {
    // What cannot be learned now is learned before the first entry is written.
    await this.#learn().catch(() => {});
  }

  /** Takes a batch; it is in the database within some seconds, or counted as skipped or lost. */
  record(seen: readonly Journalled[]): void {
    const first = this.#numbering.give(seen.length);
    this.#live.tell(seen, first);
    if (!this.#context.settings().journal) return;
    const taken = Math.min(seen.length, MOST_WAITING - this.#rows);
    this.#counts.skipped += seen.length - taken;
    if (taken > 0) this.#add(seen, taken, first);
    if (this.#rows >= FLUSH_ROWS) void this.flush();
    else if (this.#rows > 0) this.#arm();
  }

  /** Rows that may be recorded now without one being left out. */
  get room(): number {
    return this.#context.settings().journal ? MOST_WAITING - this.#rows : MOST_WAITING;
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    // Those who come while rows are being written wait for that writer, which takes theirs too.
    this.#writing ??= this.#writeAll().finally(() => this.#writing = undefined);
    await this.#writing;
  }

  /**
   * A page of entries, newest first; `cursor` = the `next` of the page before. At most 1,000 entries, and fewer than asked for, or
   * none, with a `next` where looking for them took too long.
   */
  async recent(
    filter: JournalFilter = {},
    limit = 100,
    cursor: number = Number.MAX_SAFE_INTEGER,
  ): Promise<JournalPage> {
    await this.flush();
    const size = Math.max(1, Math.min(1000, Math.trunc(limit)));
    return await searchPage(this.#context.database, filter, size, cursor, this.#context.now);
  }

  /** The names that a client or some devices asked most, or that were blocked for them most, at most `n`. */
  async askedMost(wanted: AskedMostQuery, n: number): Promise<AskedMost> {
    await this.flush();
    return await askedMost(this.#context.database, wanted, n);
  }

  /** The last entries of five minutes that have a name and are looked for, at most so many, oldest first; none if they cannot be read. */
  live(filter: JournalFilter, most: number): Promise<JournalEntry[]> {
    return this.#live.last(filter, most);
  }

  /** The entries of five minutes after one, at most 10,000, and whether there were others in between. */
  liveAfter(id: number): Promise<{ entries: JournalEntry[]; gap: boolean }> {
    return this.#live.after(id, this.#numbering.next - 1);
  }

  /** Hands over each batch from now on; the function given back ends it. */
  follow(watcher: LiveWatcher): () => void {
    return this.#live.follow(watcher);
  }

  /** What was written, skipped and lost since the start. */
  counts(): JournalCounts {
    return { ...this.#counts };
  }

  /** Makes what a device asked that of another: they were merged. A little at a time. */
  async moveDevice(from: number, into: number): Promise<void> {
    await this.flush();
    const sql =
      "update queries set device = ? where id in (select id from queries where device = ? limit ?)";
    for (let moved = DELETE_ROWS; moved > 0;) {
      moved = (await this.#context.database.run(sql, [into, from, DELETE_ROWS])).changes;
    }
  }

  /** Deletes the journal, the live view with it (A 7.11, logs); the entries deleted. */
  async deleteAll(): Promise<number> {
    this.#waiting = [];
    this.#rows = 0;
    await this.#writing;
    const { database } = this.#context;
    const [{ entries }] = await database.all("select count(*) as entries from queries");
    await database.batch(
      ["queries", "names", "texts", "hours"].map((table) => ({ sql: `delete from ${table}` })),
    );
    await database.all("pragma incremental_vacuum");
    await database.all("pragma wal_checkpoint(truncate)");
    return Number(entries);
  }

  /** Lets go what is too old or too much, a little at a time; the entries deleted. Ends early when aborted. */
  async retain(signal?: AbortSignal): Promise<number> {
    const { journal_days, journal_max_mb } = this.#context.settings();
    const oldest = await this.#believed.at(this.#context.now(), () => this.#newest()) -
      journal_days * DAY;
    let deleted = await this.#deleteOld(oldest, signal);
    if (deleted > 0) await this.#deleteUnused(signal);
    // Pages half emptied stay in use, so that one pass may free less than it should.
    for (let pass = 0; pass < 5 && !signal?.aborted; pass++) {
      const excess = await this.#deleteExcess(journal_max_mb, signal);
      if (excess === 0) break;
      deleted += excess;
      await this.#deleteUnused(signal);
    }
    await this.#context.database.run(
      "delete from hours where last < (select min(id) from queries)",
    );
    await this.#context.database.run("delete from texts where day < ?", [
      Math.floor(oldest / DAY) - 1,
    ]);
    if (deleted > 0) await this.#shrink(signal);
    return deleted;
  }

  /** Writes what waits and ends the timer. */
  async close(): Promise<void> {
    await this.flush();
    this.#cancelTimer?.();
  }

  async #newest(): Promise<number | undefined> {
    const [row] = await this.#context.database.all(
      "select time from queries order by id desc limit 1",
    );
    return row === undefined ? undefined : Number(row.time);
  }

  async #deleteOld(oldest: number, signal?: AbortSignal): Promise<number> {
    const { database, now } = this.#context;
    const [{ first, last }] = await database.all(
      "select min(id) as first, max(id) as last from queries",
    );
    let deleted = 0;
    for (
      let id = Number(first ?? 1);
      id <= Number(last ?? 0) && !signal?.aborted;
      id += DELETE_ROWS
    ) {
      const end = id + DELETE_ROWS;
      const sql = "delete from queries where id >= ? and id < ? and time < ?";
      const { changes } = await database.run(sql, [id, end, oldest]);
      deleted += changes;
      if (changes > 0) continue;
      // Entries are in the order of their time but for a clock that jumped: those from the future do not end the walk.
      const some = "select 1 from queries where id >= ? and id < ? and time <= ? limit 1";
      if ((await database.all(some, [id, end, now()])).length > 0) break;
    }
    return deleted;
  }

  async #deleteExcess(megabytes: number, signal?: AbortSignal): Promise<number> {
    const { database } = this.#context;
    const size = await this.#size(), most = megabytes * MEGABYTE;
    if (size <= most) return 0;
    const [{ first, last }] = await database.all(
      "select min(id) as first, max(id) as last from queries",
    );
    if (first === null) return 0;
    const entries = Number(last) - Number(first) + 1;
    const end = Number(first) + Math.ceil(entries * (1 - most * 0.95 / size));
    let deleted = 0;
    for (let id = Number(first); id < end && !signal?.aborted; id += DELETE_ROWS) {
      const to = Math.min(end, id + DELETE_ROWS);
      deleted += (await database.run("delete from queries where id < ?", [to])).changes;
    }
    return deleted;
  }

  /** Deletes the names that no entry has any more. */
  async #deleteUnused(signal?: AbortSignal): Promise<void> {
    const { database } = this.#context;
    const unused =
      "delete from names where id in (select id from names n where id > ? and id <= ? " +
      "and not exists (select 1 from queries where name = n.id))";
    const [{ last }] = await database.all("select max(id) as last from names");
    for (let id = 0; id < Number(last ?? 0) && !signal?.aborted; id += 4 * DELETE_ROWS) {
      await database.run(unused, [id, id + 4 * DELETE_ROWS]);
    }
  }

  /** Octets in use in the file. */
  async #size(): Promise<number> {
    const number = async (name: string) =>
      Number((await this.#context.database.all(`pragma ${name}`))[0][name]);
    return (await number("page_count") - await number("freelist_count")) *
      await number("page_size");
  }

  async #shrink(signal?: AbortSignal): Promise<void> {
    const { database } = this.#context;
    for (let left = Infinity; left > 0 && !signal?.aborted;) {
      await database.all("pragma incremental_vacuum(2000)");
      const now = Number((await database.all("pragma freelist_count"))[0].freelist_count);
      if (now >= left) break;
      left = now;
    }
  }

  /** Adds rows to the batch that waits last, or to a new one where their numbers do not go on from it. */
  #add(seen: readonly Journalled[], taken: number, first: number): void {
    let batch = this.#waiting.at(-1);
    if (batch === undefined || batch.first + batch.size !== first) {
      this.#waiting.push(batch = new JournalBatch(first));
    }
    for (let i = 0; i < taken; i++) batch.add(seen[i]);
    this.#rows += taken;
  }

  /** Gives a batch numbers that the journal does not have yet; only what could not be read before makes them others. */
  async #number(batch: JournalBatch): Promise<void> {
    const by = this.#numbering.known ? 0 : await this.#learn(batch.first);
    for (const one of by === 0 ? [] : [batch, ...this.#waiting]) one.grow(by);
  }

  async #learn(first?: number): Promise<number> {
    const [row] = await this.#context.database.all("select max(id) as newest from queries");
    return this.#numbering.learn(Number(row.newest ?? 0), first);
  }

  #arm(): void {
    this.#cancelTimer ??= this.#context.after(FLUSH_MS, () => {
      this.#cancelTimer = undefined;
      void this.flush();
    });
  }

  async #writeAll(): Promise<void> {
    for (let batch = this.#waiting.shift(); batch !== undefined; batch = this.#waiting.shift()) {
      this.#rows -= batch.size;
      try {
        await this.#number(batch);
        await this.#context.database.batch(batch.statements());
        this.#counts.written += batch.size;
      } catch (error) {
        this.#counts.lost += batch.size;
        this.#numbering.doubt();
        // The store says itself, once, why a database cannot be used.
        if (!(error instanceof DatabaseUnavailable)) {
          this.#context.tell(
            "error",
            `The journal lost ${batch.size} entries: ${(error as Error).message}`,
          );
        }
      }
    }
  }
}
