/**
 * The live view. Entries of the last five minutes are read from the journal on request; followers
 * receive new entries (A 7.11).
 */
import { Followers } from "../../../events/followers.ts";
import { DatabaseUnavailableError } from "../../../store/database.ts";
import { HIDDEN } from "../stored_query.ts";
import type { JournalEntry, JournalFilter, JournalObservation } from "./rows.ts";
import type { JournalPage } from "./search.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Called with each new batch; a watcher that throws is not called again. */
export type LiveWatcher = (batch: readonly JournalEntry[]) => void;

/** Reads a page of the journal, newest first. */
export type ReadJournal = (
  filter: JournalFilter,
  limit: number,
  cursor?: number,
) => Promise<JournalPage>;

const SECONDS = 5 * 60;
const MOST = 10_000;
const PAGE = 1000;

/** Recent and new entries. It costs nothing without a viewer. */
export class LiveView {
  readonly #read: ReadJournal;
  readonly #now: Runtime["now"];
  readonly #followers = new Followers<JournalEntry>();

  /** `now` gives Unix milliseconds. */
  constructor(read: ReadJournal, now: Runtime["now"]) {
    this.#read = read;
    this.#now = now;
  }

  /**
   * Delivers a batch to the followers; `first` is the number of its first entry. Entries without
   * a name are not delivered.
   */
  tell(batch: readonly JournalObservation[], first: number): void {
    if (this.#followers.size === 0) return;
    const seen = batch.map((one, i) => ({ ...one, id: first + i })).filter(({ name }) =>
      name !== HIDDEN
    );
    if (seen.length > 0) this.#followers.tell(seen);
  }

  /**
   * Calls the watcher with each new batch; the returned function ends it. Throws
   * `too_many_watchers`.
   */
  follow(watcher: LiveWatcher): () => void {
    return this.#followers.follow(watcher);
  }

  /** The last entries that have a name, up to the given number, oldest first. */
  async last(filter: JournalFilter, most: number): Promise<JournalEntry[]> {
    const found = await this.#newest(filter, most, ({ name }) => name !== HIDDEN);
    return found.reverse();
  }

  /**
   * The named entries after an entry up to the newest, and whether entries in between may be
   * missing.
   */
  async after(id: number, newest: number): Promise<{ entries: JournalEntry[]; gap: boolean }> {
    const isMeant = (entry: JournalEntry) => entry.id > id && entry.id <= newest;
    const all = newest <= id
      ? []
      : await this.#newest({}, Math.min(MOST, newest - id), isMeant, id);
    return {
      entries: all.filter(({ name }) => name !== HIDDEN).reverse(),
      gap: all.length !== newest - id,
    };
  }

  /**
   * The newest matching entries after a number, newest first. Entries that the journal cannot
   * provide now are reported as unknown.
   */
  async #newest(
    filter: JournalFilter,
    most: number,
    isMeant: (entry: JournalEntry) => boolean,
    after = 0,
  ): Promise<JournalEntry[]> {
    const found: JournalEntry[] = [];
    const now = this.#now() / 1000;
    const lately = { ...filter, since: Math.floor(now - SECONDS), until: Math.ceil(now + SECONDS) };
    try {
      for (let cursor = Number.MAX_SAFE_INTEGER; cursor > after && found.length < most;) {
        const { entries, next = 0 } = await this.#read(lately, Math.min(PAGE, most), cursor);
        for (const entry of entries) if (found.length < most && isMeant(entry)) found.push(entry);
        cursor = next;
      }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
    return found;
  }
}
