/** The live view: the entries of the last five minutes in memory, and those who watch them come (A 7.11). */
import { HIDDEN } from "../kept.ts";
import type { JournalEntry } from "./rows.ts";

/** Takes each batch as it comes; one that throws is no longer called. */
export type LiveWatcher = (batch: readonly JournalEntry[]) => void;

const KEPT_MS = 5 * 60_000, KEPT_ROWS = 10_000, MOST_WATCHERS = 100;

/** A bounded memory of entries with watchers. */
export class LiveView {
  #kept: JournalEntry[] = [];
  #first = 0;
  readonly #watchers = new Set<LiveWatcher>();

  /** Keeps a batch, when told to, and hands it to every watcher; nobody watches what has no name. */
  add(batch: readonly JournalEntry[], keep: boolean): void {
    if (keep) this.#keep(batch);
    if (this.#watchers.size === 0) return;
    const seen = batch.filter(({ name }) => name !== HIDDEN);
    if (seen.length === 0) return;
    for (const watcher of [...this.#watchers]) {
      try {
        watcher(seen);
      } catch {
        this.#watchers.delete(watcher);
      }
    }
  }

  /** What is kept, oldest first; `now` in Unix milliseconds. What a clock that was ahead has dated is left out too. */
  kept(now: number): JournalEntry[] {
    return this.#kept.slice(this.#first).filter(({ time }) => Math.abs(now - time) < KEPT_MS);
  }

  /** Watches from now on; the function given back ends it. A RangeError when there are too many watchers. */
  watch(watcher: LiveWatcher): () => void {
    if (this.#watchers.size >= MOST_WATCHERS) throw new RangeError(`Too many live views are open: ${MOST_WATCHERS}`);
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Forgets what is kept. */
  clear(): void {
    this.#kept = [];
    this.#first = 0;
  }

  #keep(batch: readonly JournalEntry[]): void {
    for (const seen of batch) this.#kept.push(seen);
    this.#first = Math.max(this.#first, this.#kept.length - KEPT_ROWS);
    if (this.#first < KEPT_ROWS / 4) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  }
}
