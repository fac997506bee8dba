/** The query journal: batches of observations written to journal.db, read back, watched live, and let go in time (A 7.11). */
import { type Database, DatabaseUnavailable } from "../../../store/database.ts";
import { BelievedTime } from "../believed_time.ts";
import { HIDDEN } from "../kept.ts";
import { type AskedMost, askedMost, type AskedMostQuery } from "./asked_most.ts";
import { LiveView, type LiveWatcher } from "./live.ts";
import { Numbering } from "./numbering.ts";
import * as rows from "./rows.ts";
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

const FLUSH_MS = 1000, FLUSH_ROWS = 1000, WRITE_ROWS = 2000;
/** Rows that wait here at most; those of a burst wait in the ring of their worker, which takes a tenth of the memory. */
const MOST_WAITING = 8000;
const DELETE_ROWS = 5000, DAY = 86_400_000, MEGABYTE = 1_000_000;

/** The journal. It never throws at those who record: what cannot be kept is counted. */
export class Journal {
  readonly #context: JournalContext;
  readonly #live = new LiveView();
  readonly #believed = new BelievedTime();
  readonly #numbering = new Numbering();
  #waiting: JournalEntry[] = [];
  #writing: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #counts = { written: 0, skipped: 0, lost: 0 };

  constructor(context: JournalContext) {
    this.#context = context;
  }

  /** Learns how far the journal goes, so that the numbers of new entries go on from there. Never rejects. */
  async begin(): Promise<void> {
    // What cannot be learned now is learned before the first entry is written.
    await this.#learn().catch(() => {});
  }

  /** Takes a batch; it is in the database within a second or so, or counted as skipped or lost. */
  record(seen: readonly Journalled[]): void {
    const { journal } = this.#context.settings(), batch = this.#numbering.give(seen);
    this.#live.add(batch, journal);
    if (!journal) return;
    const taken = Math.min(batch.length, MOST_WAITING - this.#waiting.length);
    this.#counts.skipped += batch.length - taken;
    for (let i = 0; i < taken; i++) this.#waiting.push(batch[i]);
    if (this.#waiting.length >= FLUSH_ROWS) void this.flush();
    else if (this.#waiting.length > 0) this.#arm();
  }

  /** Rows that may be recorded now without one being left out. */
  get room(): number {
    return this.#context.settings().journal ? MOST_WAITING - this.#waiting.length : MOST_WAITING;
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

  /** The entries of the last five minutes that have a name, at most 10,000, oldest first. */
  live(): JournalEntry[] {
    return this.#live.kept(this.#context.now()).filter(({ name }) => name !== HIDDEN);
  }

  /** Those of them after an entry, and whether there were others in between. */
  liveAfter(id: number): { entries: JournalEntry[]; gap: boolean } {
    const all = this.#live.kept(this.#context.now()).filter((entry) => entry.id > id);
    return { entries: all.filter(({ name }) => name !== HIDDEN), gap: all.length !== this.#numbering.next - 1 - id };
  }

  /** Hands over each batch from now on; the function given back ends it. */
  follow(watcher: LiveWatcher): () => void {
    return this.#live.watch(watcher);
  }

  /** What was written, skipped and lost since the start. */
  counts(): JournalCounts {
    return { ...this.#counts };
  }

  /** Makes what a device asked that of another: they were merged. A little at a time. */
  async moveDevice(from: number, into: number): Promise<void> {
    await this.flush();
    const sql = "update queries set device = ? where id in (select id from queries where device = ? limit ?)";
    for (let moved = DELETE_ROWS; moved > 0;) {
      moved = (await this.#context.database.run(sql, [into, from, DELETE_ROWS])).changes;
    }
  }

  /** Deletes the journal and the live view (A 7.11, logs); the entries deleted. */
  async deleteAll(): Promise<number> {
    this.#waiting = [];
    this.#live.clear();
    await this.#writing;
    const { database } = this.#context;
    const [{ entries }] = await database.all("select count(*) as entries from queries");
    await database.batch(["queries", "names", "texts", "hours"].map((table) => ({ sql: `delete from ${table}` })));
    await database.all("pragma incremental_vacuum");
    await database.all("pragma wal_checkpoint(truncate)");
    return Number(entries);
  }

  /** Lets go what is too old or too much, a little at a time; the entries deleted. Ends early when aborted. */
  async retain(signal?: AbortSignal): Promise<number> {
    const { journal_days, journal_max_mb } = this.#context.settings();
    const oldest = await this.#believed.at(this.#context.now(), () => this.#newest()) - journal_days * DAY;
    let deleted = await this.#deleteOld(oldest, signal);
    if (deleted > 0) await this.#deleteUnused(signal);
    // Pages half emptied stay in use, so that one pass may free less than it should.
    for (let pass = 0; pass < 5 && !signal?.aborted; pass++) {
      const excess = await this.#deleteExcess(journal_max_mb, signal);
      if (excess === 0) break;
      deleted += excess;
      await this.#deleteUnused(signal);
    }
    await this.#context.database.run("delete from hours where last < (select min(id) from queries)");
    await this.#context.database.run("delete from texts where day < ?", [Math.floor(oldest / DAY) - 1]);
    if (deleted > 0) await this.#shrink(signal);
    return deleted;
  }

  /** Writes what waits and ends the timer. */
  async close(): Promise<void> {
    await this.flush();
    this.#cancelTimer?.();
  }

  async #newest(): Promise<number | undefined> {
    const [row] = await this.#context.database.all("select time from queries order by id desc limit 1");
    return row === undefined ? undefined : Number(row.time);
  }

  async #deleteOld(oldest: number, signal?: AbortSignal): Promise<number> {
    const { database, now } = this.#context;
    const [{ first, last }] = await database.all("select min(id) as first, max(id) as last from queries");
    let deleted = 0;
    for (let id = Number(first ?? 1); id <= Number(last ?? 0) && !signal?.aborted; id += DELETE_ROWS) {
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
    const [{ first, last }] = await database.all("select min(id) as first, max(id) as last from queries");
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
    const unused = "delete from names where id in (select id from names n where id > ? and id <= ? " +
      "and not exists (select 1 from queries where name = n.id))";
    const [{ last }] = await database.all("select max(id) as last from names");
    for (let id = 0; id < Number(last ?? 0) && !signal?.aborted; id += 4 * DELETE_ROWS) {
      await database.run(unused, [id, id + 4 * DELETE_ROWS]);
    }
  }

  /** Octets in use in the file. */
  async #size(): Promise<number> {
    const number = async (name: string) => Number((await this.#context.database.all(`pragma ${name}`))[0][name]);
    return (await number("page_count") - await number("freelist_count")) * await number("page_size");
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

  /** A batch with numbers that the journal does not have yet; only one that could not be read before makes them others. */
  async #numbered(batch: readonly JournalEntry[]): Promise<readonly JournalEntry[]> {
    const by = this.#numbering.known ? 0 : await this.#learn(batch[0].id);
    if (by === 0) return batch;
    const grown = (entry: JournalEntry) => ({ ...entry, id: entry.id + by });
    this.#waiting = this.#waiting.map(grown);
    return batch.map(grown);
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
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, WRITE_ROWS);
      this.#waiting = this.#waiting.slice(WRITE_ROWS);
      try {
        await this.#context.database.batch(rows.insertStatements(await this.#numbered(batch)));
        this.#counts.written += batch.length;
      } catch (error) {
        this.#counts.lost += batch.length;
        this.#numbering.doubt();
        // The store says itself, once, why a database cannot be used.
        if (!(error instanceof DatabaseUnavailable)) {
          this.#context.tell("error", `The journal lost ${batch.length} entries: ${(error as Error).message}`);
        }
      }
    }
  }
}
