/** The live view: the entries of the last five minutes, read from the journal when somebody looks, and those who follow what comes (A 7.11). */
import { Followers } from "../../../events/followers.ts";
import { DatabaseUnavailable } from "../../../store/database.ts";
import { HIDDEN } from "../kept.ts";
import type { JournalEntry, JournalFilter, Journalled } from "./rows.ts";
import type { JournalPage } from "./search.ts";

/** Takes each batch as it comes; one that throws is no longer called. */
export type LiveWatcher = (batch: readonly JournalEntry[]) => void;

/** Reads a page of the journal, newest first. */
export type ReadJournal = (
  filter: JournalFilter,
  limit: number,
  cursor?: number,
) => Promise<JournalPage>;

const SECONDS = 5 * 60, MOST = 10_000, PAGE = 1000;

/** What came lately and what comes. It costs nothing while nobody looks. */
export class LiveView {
  readonly #read: ReadJournal;
  readonly #now: () => number;
  readonly #followers = new Followers<JournalEntry>();

  /** `now` gives Unix milliseconds. */
  constructor(read: ReadJournal, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** Hands a batch, whose first entry has a number, to those who follow; nobody follows what has no name. */
  tell(batch: readonly Journalled[], first: number): void {
    if (this.#followers.size === 0) return;
    const seen = batch.map((one, i) => ({ ...one, id: first + i })).filter(({ name }) =>
      name !== HIDDEN
    );
    if (seen.length > 0) this.#followers.tell(seen);
  }

  /** Hands over each batch from now on; the function given back ends it. A RangeError when too many follow. */
  follow(watcher: LiveWatcher): () => void {
    return this.#followers.follow(watcher);
  }

  /** The last entries that have a name, at most so many, oldest first. */
  async last(filter: JournalFilter, most: number): Promise<JournalEntry[]> {
    const found = await this.#newest(filter, most, ({ name }) => name !== HIDDEN);
    return found.reverse();
  }

  /** Those that have a name after an entry up to the newest, and whether others in between are not known. */
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

  /** The newest entries that are meant, newest first; none before a number. What the journal cannot give now is not known. */
  async #newest(
    filter: JournalFilter,
    most: number,
    isMeant: (entry: JournalEntry) => boolean,
    after = 0,
  ): Promise<JournalEntry[]> {
    const found: JournalEntry[] = [], now = this.#now() / 1000;
    const lately = { ...filter, since: Math.floor(now - SECONDS), until: Math.ceil(now + SECONDS) };
    try {
      for (let cursor = Number.MAX_SAFE_INTEGER; cursor > after && found.length < most;) {
        const { entries, next = 0 } = await this.#read(lately, Math.min(PAGE, most), cursor);
        for (const entry of entries) if (found.length < most && isMeant(entry)) found.push(entry);
        cursor = next;
      }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
    return found;
  }
}
