/**
 * The query journal: batches of observations are written to journal.db, read back, watched live,
 * and deleted after their retention time (A 7.11).
 */
import { type Database, DatabaseUnavailableError } from "../../../store/database.ts";
import { PlausibleClock } from "../plausible_clock.ts";
import { readTopNames, type TopName, type TopNamesQuery } from "./top_names.ts";
import { type Contacts, readContacts } from "./contacts.ts";
import { JournalBatch } from "./batch.ts";
import { LiveView, type LiveWatcher } from "./live.ts";
import { EntryNumbers } from "./entry_numbers.ts";
import type { JournalEntry, JournalFilter, JournalObservation } from "./rows.ts";
import { type PassedNames, passedNames, type PassedNamesQuery } from "./passed_names.ts";
import { type JournalPage, searchPage } from "./search.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { flushDelay } from "../flush_delay.ts";

export type { Contact, Contacts } from "./contacts.ts";
export type { TopName, TopNamesQuery } from "./top_names.ts";
export type { JournalEntry, JournalFilter, JournalObservation } from "./rows.ts";
export type { PassedNames, PassedNamesQuery } from "./passed_names.ts";
export type { LiveWatcher } from "./live.ts";

/** The dependencies of the journal. */
export interface JournalContext {
  /** journal.db. */
  readonly database: Database;
  readonly runtime: Runtime;
  readonly settings: () => JournalSettings;
}

/** The settings that the journal reads each time it needs them. */
export interface JournalSettings {
  readonly journal: boolean;
  readonly journal_days: number;
  readonly journal_max_mb: number;
  /** Minutes between two writes; 0 = some seconds. */
  readonly journal_flush: number;
}

/** Counts of the journal since the box started. */
export interface JournalCounts {
  readonly written: number;
  /** Skipped because more arrived at once than fit; the resolver counts its own skipped entries. */
  readonly skipped: number;
  /** Not written because the database could not be used. */
  readonly lost: number;
}

/**
 * A kill may lose five seconds of the journal, unless the household chose longer. The more rows a
 * batch has, the fewer pages are written for each.
 */
const FLUSH_MS = 3000;
const FLUSH_ROWS = 4000;
/** Maximum number of pending rows; rows of a burst wait in the ring of their worker. */
const MOST_WAITING = 8000;
const DELETE_ROWS = 5000;
const DAY = 86_400_000;
const MEGABYTE = 1_000_000;

/** The journal. Recording never throws: entries that cannot be stored are counted. */
export class Journal {
  readonly #context: JournalContext;
  readonly #live: LiveView;
  readonly #believed = new PlausibleClock();
  readonly #numbering = new EntryNumbers();
  /** Batches with rows, oldest first; the last one may still grow. */
  #waiting: JournalBatch[] = [];
  #rows = 0;
  #writing: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  /** The milliseconds for which the timer was started. */
  #delay = 0;
  #counts = { written: 0, skipped: 0, lost: 0 };

  constructor(context: JournalContext) {
    this.#context = context;
    this.#live = new LiveView(
      (filter, limit, cursor) => this.recent(filter, limit, cursor),
      context.runtime.now,
    );
  }

  /**
   * Reads the newest number of the journal, so that new entries continue from there. Never
   * rejects.
   */
  async begin(): Promise<void> {
    // A failed read is repeated before the first entry is written.
    await this.#learn().catch(() => {});
  }

  /** Takes a batch; it is in the database in time, or counted as skipped or lost. */
  record(seen: readonly JournalObservation[]): void {
    const first = this.#numbering.give(seen.length);
    this.#live.tell(seen, first);
    if (!this.#context.settings().journal) return;
    const taken = Math.min(seen.length, MOST_WAITING - this.#rows);
    this.#counts.skipped += seen.length - taken;
    if (taken > 0) this.#add(seen, taken, first);
    if (this.#rows >= FLUSH_ROWS) void this.flush();
    else if (this.#rows > 0) this.#arm();
  }

  /** Number of rows that can be recorded now without skipping one. */
  get room(): number {
    return this.#context.settings().journal ? MOST_WAITING - this.#rows : MOST_WAITING;
  }

  /** Writes pending data. */
  async flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    // Callers during a write wait for that writer, which writes their rows too.
    this.#writing ??= this.#writeAll().finally(() => this.#writing = undefined);
    await this.#writing;
  }

  /**
   * A page of entries, newest first; `cursor` = the `next` of the previous page. At most 1,000
   * entries. When the search takes too long, the page has fewer entries or none, with a `next`.
   */
  async recent(
    filter: JournalFilter = {},
    limit = 100,
    cursor: number = Number.MAX_SAFE_INTEGER,
  ): Promise<JournalPage> {
    await this.flush();
    const size = Math.max(1, Math.min(1000, Math.trunc(limit)));
    return await searchPage(
      this.#context.database,
      filter,
      size,
      cursor,
      this.#context.runtime.now,
    );
  }

  /**
   * The names that a client or some devices queried most, or that were blocked most for them, at
   * most `n`.
   */
  async askedMost(wanted: TopNamesQuery, n: number): Promise<TopName> {
    await this.flush();
    return await readTopNames(this.#context.database, wanted, n);
  }

  /** The names of queries that were not blocked, with their counts. */
  async passedNames(wanted: PassedNamesQuery): Promise<PassedNames> {
    await this.flush();
    return await passedNames(this.#context.database, wanted, this.#context.runtime.now);
  }

  /** The names that a device contacted, as far as the journal reaches. */
  async contacts(device: number): Promise<Contacts> {
    await this.flush();
    return await readContacts(this.#context.database, device, this.#context.runtime.now);
  }

  /** Whether queries are recorded now. */
  get isOn(): boolean {
    return this.#context.settings().journal;
  }

  /**
   * The last matching entries of five minutes that have a name, up to the given number, oldest
   * first; empty if they cannot be read.
   */
  live(filter: JournalFilter, most: number): Promise<JournalEntry[]> {
    return this.#live.last(filter, most);
  }

  /**
   * The entries of five minutes after one, at most 10,000, and whether there were others in
   * between.
   */
  liveAfter(id: number): Promise<{ entries: JournalEntry[]; gap: boolean }> {
    return this.#live.after(id, this.#numbering.next - 1);
  }

  /** Calls the watcher with each new batch; the returned function ends it. */
  follow(watcher: LiveWatcher): () => void {
    return this.#live.follow(watcher);
  }

  /** Returns the counts of written, skipped and lost entries since the start. */
  counts(): JournalCounts {
    return { ...this.#counts };
  }

  /** Moves the queries of a device to the device that it was merged into, in small steps. */
  async moveDevice(from: number, into: number): Promise<void> {
    await this.flush();
    const sql =
      "update queries set device = ? where id in (select id from queries where device = ? limit ?)";
    for (let moved = DELETE_ROWS; moved > 0;) {
      moved = (await this.#context.database.run(sql, [into, from, DELETE_ROWS])).changes;
    }
  }

  /**
   * Deletes the journal and the live view (A 7.11, logs); returns the number of deleted entries.
   */
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

  /**
   * Deletes entries beyond the retention time or size, in small steps; returns their number. Ends
   * early when aborted.
   */
  async retain(signal?: AbortSignal): Promise<number> {
    const { journal_days, journal_max_mb } = this.#context.settings();
    const oldest = await this.#believed.at(this.#context.runtime.now(), () => this.#newest()) -
      journal_days * DAY;
    let deleted = await this.#deleteOld(oldest, signal);
    if (deleted > 0) await this.#deleteUnused(signal);
    // Half-empty pages stay in use, so one pass may free less than it should.
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

  /** Writes pending data and stops the timer. */
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
    const { database, runtime } = this.#context;
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
      // Entries are ordered by time except after a clock jump: entries from the future do not end
      // the scan.
      const some = "select 1 from queries where id >= ? and id < ? and time <= ? limit 1";
      if ((await database.all(some, [id, end, runtime.now()])).length > 0) break;
    }
    return deleted;
  }

  async #deleteExcess(megabytes: number, signal?: AbortSignal): Promise<number> {
    const { database } = this.#context;
    const size = await this.#size();
    const most = megabytes * MEGABYTE;
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

  /** Deletes dictionary names that no entry uses any more. */
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

  /** Bytes in use in the file. */
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

  /** Adds rows to the last pending batch, or to a new one if their numbers do not continue it. */
  #add(seen: readonly JournalObservation[], taken: number, first: number): void {
    let batch = this.#waiting.at(-1);
    if (batch === undefined || batch.first + batch.size !== first) {
      this.#waiting.push(batch = new JournalBatch(first));
    }
    for (let i = 0; i < taken; i++) batch.add(seen[i]);
    this.#rows += taken;
  }

  /**
   * Gives a batch numbers that are not in the journal yet. They change only if the newest number
   * could not be read before.
   */
  async #number(batch: JournalBatch): Promise<void> {
    const by = this.#numbering.known ? 0 : await this.#learn(batch.first);
    for (const one of by === 0 ? [] : [batch, ...this.#waiting]) one.grow(by);
  }

  async #learn(first?: number): Promise<number> {
    const [row] = await this.#context.database.all("select max(id) as newest from queries");
    return this.#numbering.learn(Number(row.newest ?? 0), first);
  }

  #arm(): void {
    const delay = flushDelay(FLUSH_MS, this.#context.settings().journal_flush);
    // A shorter time applies at once.
    if (this.#cancelTimer !== undefined && delay >= this.#delay) return;
    this.#cancelTimer?.();
    this.#delay = delay;
    this.#cancelTimer = this.#context.runtime.after(delay, () => {
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
        // The store itself logs once why a database cannot be used.
        if (!(error instanceof DatabaseUnavailableError)) {
          this.#context.runtime.log(
            "error",
            `Could not write ${batch.size} entries of the journal: ${(error as Error).message}`,
          );
        }
      }
    }
  }
}
