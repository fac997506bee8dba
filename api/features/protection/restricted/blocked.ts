/**
 * Domains that restricted mode blocked, by device and day (A 2.3): counted in memory, and written once
 * a minute.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { dayOf } from "../../../../policy/model/calendar_day.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { PendingBlocks } from "./pending.ts";
import { addBlocked, type BlockedName, expireBlocked, type RestrictTables } from "./table.ts";

/** Dependencies of the counts. */
export interface BlockedDomainsOptions {
  readonly tables: RestrictTables;
  readonly runtime: Pick<Runtime, "now">;
  /** The offset of local time from UTC at a time in Unix milliseconds, in milliseconds. */
  readonly offset: (unix: number) => number;
}

/** The counts. Asynchronous methods reject with DatabaseUnavailableError. */
export class BlockedDomains {
  readonly #options: BlockedDomainsOptions;
  readonly #pending = new PendingBlocks();
  /** The first day that was kept when older rows were removed last. */
  #firstKept = 0;

  constructor(options: BlockedDomainsOptions) {
    this.#options = options;
  }

  /** Today in the time zone of the household, in days since 1970. */
  get today(): number {
    return this.#dayOf(this.#options.runtime.now());
  }

  get #firstDay(): number {
    return this.today - LIMITS.restricted.outsideDays + 1;
  }

  /** Counts a question of a device; `time` in Unix milliseconds. */
  add(scope: string, domain: string, time: number): void {
    const last = Math.floor(time / 1000);
    this.#pending.add({ scope, day: this.#dayOf(time), domain, hits: 1, last });
  }

  /** Forgets what was blocked for a device, or moves it to the device that it was merged into. */
  replace(from: string, into?: string): void {
    this.#pending.replace(from, into);
  }

  /** Drops what is not written yet. */
  clear(): void {
    this.#pending.drain();
  }

  /** What was blocked in the last seven days, written or not, the last first. */
  async recent(): Promise<BlockedName[]> {
    const first = this.#firstDay;
    const stored = await this.#options.tables.blocked(first);
    const pending = this.#pending.all().filter(({ day }) => day >= first);
    return [...stored, ...pending].sort((a, b) => b.last - a.last);
  }

  /** Writes the counts of scopes that exist, and removes rows of earlier days. */
  async write(exists: (scope: string) => boolean): Promise<void> {
    const first = this.#firstDay;
    const counts = this.#pending.drain();
    if (counts.length === 0 && this.#firstKept === first) return;
    try {
      const added = await this.#bounded(counts.filter(({ scope }) => exists(scope)));
      await this.#options.tables.write([...added.map(addBlocked), expireBlocked(first)]);
      this.#firstKept = first;
    } catch (error) {
      for (const one of counts) this.#pending.add(one);
      throw error;
    }
  }

  /** The counts, with domains counted together where the stored ones leave no room. */
  async #bounded(counts: readonly BlockedName[]): Promise<readonly BlockedName[]> {
    if (counts.length === 0) return counts;
    const blocks = new PendingBlocks(await this.#options.tables.blocked(this.today - 1));
    for (const one of counts) blocks.add(one);
    return blocks.all();
  }

  #dayOf(unix: number): number {
    return dayOf(unix, this.#options.offset);
  }
}
