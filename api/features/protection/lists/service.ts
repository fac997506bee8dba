/**
 * Subscriptions to block and allow lists: add, remove, refresh, check (A 7.6.9). Pages, commands
 * and tasks use this.
 */
import { isConfidential } from "../../../../policy/catalogue/categories.ts";
import { type Concern, findConcerns, SAMPLE_NAMES } from "../../../../policy/lists/concerns.ts";
import { computeWindows, SLOT_MS } from "../../../../policy/model/hours.ts";
import { createReach } from "../../../../policy/model/list_reach.ts";
import type { ListFormat } from "../../../../policy/model/rule.ts";
import type { ListReport } from "../../../../policy/snapshot/report.ts";
import { DomainError } from "../../../schema/errors.ts";
import { type AppliedLists, type ListContent, STARTER_LIST_ID } from "../../../schema/lists.ts";
import type { Database } from "../../../store/database.ts";
import { ListActivity, type ListStep } from "./activity.ts";
import { ListCopies } from "./copies.ts";
import { type CatalogueList, type NewList, newRow } from "./new_list.ts";
import { type GivenReach, readReach, type StoredReach } from "./reach.ts";
import { type DownloadOptions, inspectKept, needsInspection, refreshList } from "./refresh.ts";
import { healthOf, type HealthOfList, isStillApplied } from "./health.ts";
import { isDoubtfulInForce, type ListChange, type ListRow, ListTable } from "./table.ts";
import { stillHeldText } from "./wording.ts";
import { Mutex } from "../../../async/mutex.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export type { CatalogueList, NewList } from "./new_list.ts";
export type { ListRow, ListSource } from "./table.ts";

/** A subscription with its state. */
export interface ListState extends ListRow, HealthOfList {
  /** The current work on it, and the bytes received of a new copy. */
  readonly step: ListStep;
  readonly received: number;
}

/** The dependencies of the service. */
export interface ListServiceOptions extends DownloadOptions {
  readonly db: Database;
  readonly dataDir: string;
  /** Returns a list of the catalogue by its identifier. */
  readonly offered: (id: string) => CatalogueList | undefined;
  /** Counts the lines of a file without subscribing to it (in a separate thread). */
  readonly examine: (path: string, format: ListFormat) => Promise<ListReport>;
  /**
   * Called when the content of the lists may have changed, to publish the policy. A change is
   * complete when it resolves, whatever errors occurred.
   */
  readonly changed: () => void | Promise<void>;
  /** How far local time is ahead of UTC at an instant, in milliseconds. */
  readonly offset: (unix: number) => number;
}

/** Options of a check; for a list of the catalogue, missing ones come from the catalogue. */
export interface CheckOptions {
  readonly format?: ListFormat;
  readonly kind?: "block" | "allow";
  readonly category?: string;
  /** Names to test with it. */
  readonly names?: readonly string[];
}

/** The result of a check. */
export interface CheckedList {
  readonly report: ListReport;
  readonly concerns: readonly Concern[];
  readonly category: string;
  /** The tested names that it would block or redirect. */
  readonly blocked: readonly string[];
}

const MAX_LISTS = 250;
/** Maximum characters of a list that `check` accepts as text. */
const MAX_CHECKED_TEXT = 4 * 1024 * 1024;

/**
 * The subscriptions of the box. Methods reject with DomainError for invalid input, and
 * DatabaseUnavailableError.
 */
export class ListService {
  readonly #options: ListServiceOptions;
  readonly #table: ListTable;
  readonly #copies: ListCopies;
  readonly #activity = new ListActivity();
  readonly #refreshing = new Map<number, Promise<ListState>>();
  /** Downloads run one after another, to limit memory and to use a slow line for one at a time. */
  readonly #downloads = new Mutex();
  /** Checks run one after another too: each takes as much memory as all subscribed lists. */
  readonly #checks = new Mutex();
  /** Undefined until the first publish. */
  #inForce: AppliedLists | undefined;
  /** Lists whose copy could not be inspected; the next start tries again. */
  readonly #uninspected = new Set<number>();
  readonly #categories = new Map<number, string>();

  constructor(options: ListServiceOptions) {
    this.#options = options;
    this.#table = new ListTable(options.db);
    this.#copies = new ListCopies(options.dataDir);
  }

  /** All subscriptions, the starter list first. */
  async list(): Promise<ListState[]> {
    return await Promise.all((await this.#table.all()).map((row) => this.#stateOf(row)));
  }

  /** Returns one subscription. Rejects with DomainError when it does not exist. */
  async get(id: number): Promise<ListState> {
    return await this.#stateOf(await this.#row(id));
  }

  /** Adds a subscription; the caller starts its first download with `refresh(id)`. */
  async add(list: NewList): Promise<ListState> {
    const { row, reach } = await newRow(list, this.#options);
    const rows = await this.#table.all();
    const same = rows.find((other) => other.url === row.url && other.kind === row.kind);
    if (same !== undefined) {
      throw new DomainError(
        "list_refused",
        sentence`This list is already subscribed, as: ${same.name}`,
      );
    }
    if (rows.length >= MAX_LISTS) {
      throw new DomainError(
        "list_refused",
        sentence`There can be ${MAX_LISTS} lists; remove one first`,
      );
    }
    return await this.get(await this.#add(row, reach));
  }

  /** Changes whom a list is for and when; resolves when that is active. */
  async setReach(id: number, given: GivenReach): Promise<ListState> {
    const row = await this.#row(id);
    await this.#table.setReach(id, readReach(given, row));
    await this.#changed();
    return await this.get(id);
  }

  /** Removes a subscription with its copies. The starter list can only be turned off. */
  async remove(id: number): Promise<void> {
    const row = await this.#row(id);
    if (id === STARTER_LIST_ID) {
      throw new DomainError(
        "list_refused",
        sentence`The starter list is part of the box; turn it off instead`,
      );
    }
    await this.#refreshing.get(id)?.catch(() => {});
    await this.#table.remove(id);
    await this.#copies.remove(id);
    await this.#changed();
    if (isStillApplied(row, this.#inForce)) {
      const problem = this.#inForce?.problem ?? "";
      throw new DomainError("list_refused", stillHeldText(row.name, problem));
    }
  }

  /** Receives, after each publish, the state of the lists in the current policy. */
  readonly published = (inForce: AppliedLists): void => void (this.#inForce = inForce);

  /** Returns a short description of the current work; "" = none. */
  readonly progress = (): string => this.#activity.text();

  /** Turns a list on or off; resolves when its content is active, or no longer is. */
  async setEnabled(id: number, enabled: boolean): Promise<ListState> {
    const row = await this.#row(id);
    if (row.enabled !== enabled) {
      await this.#table.update(id, { enabled, ...(enabled ? { nextAttempt: 0 } : {}) });
      await this.#changed();
    }
    return await this.get(id);
  }

  /**
   * Tries to download one list now, or every enabled one; resolves with the lists once their
   * content is active.
   */
  async refresh(id?: number): Promise<ListState[]> {
    const rows = id === undefined
      ? (await this.#table.all()).filter((row) => row.enabled)
      : [await this.#row(id)];
    return await this.#refreshAll(rows.filter((row) => row.source !== "embedded"));
  }

  /**
   * Tries the lists that are due (task `lists.refresh`); once the signal aborts, no further
   * download starts.
   */
  async refreshDue(signal?: AbortSignal): Promise<ListState[]> {
    const now = this.#options.runtime.now();
    // After a clock was set back, the next attempt could be years away; no schedule exceeds the
    // longest interval.
    const farthest = now + Math.max(24, this.#options.refreshHours()) * 1.2 * 3_600_000;
    const due = (row: ListRow) => row.nextAttempt <= now || row.nextAttempt > farthest;
    const all = (await this.#table.all()).filter(({ enabled, source }) =>
      enabled && source !== "embedded"
    );
    await this.#inspectAll(all.filter((row) => !due(row) && needsInspection(row)), signal);
    return await this.#refreshAll(all.filter(due), signal);
  }

  /** Makes the held copy the good one, and remembers the kinds of concerns that this confirmed. */
  async accept(id: number): Promise<ListState> {
    const row = await this.#row(id);
    const { held } = row;
    if (held === undefined) {
      throw new DomainError(
        "list_refused",
        sentence`No new copy of this list is waiting for your approval`,
      );
    }
    const { lines, bytes, sha256, at, source, concerns = [] } = held;
    const kinds = new Set([...row.confirmed ?? [], ...concerns.map(({ kind }) => kind)]);
    const confirmed = kinds.size === 0 ? undefined : [...kinds];
    if (isDoubtfulInForce(row)) {
      await this.#table.update(id, { held: undefined, confirmed });
      return await this.get(id);
    }
    if (!await this.#copies.accept(id)) {
      await this.#table.update(id, { held: undefined });
      throw new DomainError(
        "list_refused",
        sentence`The new copy of this list is gone; refresh the list`,
      );
    }
    await this.#table.update(id, {
      lines,
      bytes,
      sha256,
      lastSuccess: at,
      held: undefined,
      confirmed,
      inspected: { sha256, ...(source && { source }) },
      etag: "",
      lastModified: "",
    });
    await this.#changed();
    return await this.get(id);
  }

  /** Checks a list from a URL or a text without subscribing to it, and returns its concerns. */
  async check(
    from: { url: string } | { text: string },
    { names = [], ...given }: CheckOptions = {},
  ): Promise<CheckedList> {
    if ("text" in from && from.text.length > MAX_CHECKED_TEXT) {
      throw new DomainError(
        "list_refused",
        sentence`A list given as text can have at most ${MAX_CHECKED_TEXT} characters; give its address instead`,
      );
    }
    const offered = "url" in from ? this.#options.offered(from.url) : undefined;
    const source = "url" in from ? { url: offered?.url ?? from.url } : from;
    const { format = "auto", kind = "block", category = "" } = { ...offered, ...given };
    const { examine, inspect } = this.#options;
    const look = async (path: string): Promise<CheckedList> => {
      const report = await examine(path, format);
      const list = { index: 0, path, format, kind };
      const { blocked, ...inspected } = await inspect({ list, names: [...SAMPLE_NAMES, ...names] });
      const concerns = findConcerns({ ...inspected, blocked, kind, category, hidden: false });
      const found = new Set(blocked);
      return { report, concerns, category, blocked: names.filter((name) => found.has(name)) };
    };
    return await this.#checks.take(() => this.#copies.look(source, this.#options.fetch, look));
  }

  /** Returns the enabled lists with a copy, for the compiler of the policy. */
  async contents(): Promise<ListContent[]> {
    const out: ListContent[] = [];
    for (const row of await this.#table.all()) {
      const { id, name, kind, category, sha256, enabled, source, scopes, except, schedule } = row;
      this.#categories.set(id, kind === "allow" ? "" : category);
      if (!enabled) continue;
      // The copy of a confidential list contains hashes, whatever the format of its publisher.
      const format = isConfidential(category) ? "sha256" : row.format;
      const reach = createReach(scopes, except, schedule);
      const content = { id, name, kind, category, format, sha256, ...reach };
      if (source === "embedded") out.push(content);
      else if (sha256 !== "" && await this.#copies.exists(id)) {
        out.push({ ...content, path: this.#copies.path(id) });
      }
    }
    return out;
  }

  /**
   * Removes copies that are not those of their rows, as after a restore on another box: its lists
   * have other numbers, or a newer content.
   */
  async forgetForeignCopies(): Promise<void> {
    for (const { id, sha256, source } of await this.#table.all()) {
      if (source !== "embedded" && await this.#copies.sum(id) !== sha256) {
        await this.#copies.remove(id);
      }
    }
  }

  /** The quarters of an hour since 1970 in which hours are on, in the days from an instant on. */
  quartersOn(schedule: string, since: number): number[] {
    return computeWindows(schedule, since, this.#options.offset).flatMap(([from, to]) =>
      Array.from({ length: (to - from) / SLOT_MS }, (_, at) => from / SLOT_MS + at)
    );
  }

  /** Returns the category of a list, also of a removed one; "" = none, or unknown. */
  readonly categoryOf = (id: number): string => this.#categories.get(id) ?? "";

  /**
   * Stores the counts of a compilation, without the text of lines from files of this machine, which
   * may be no lists (CVE-2024-36814), or from confidential lists.
   */
  async counted(id: number, counts: ListReport): Promise<void> {
    const row = await this.#table.get(id);
    if (row === undefined) return;
    const samples = counts.samples.slice(0, 20).map((sample) =>
      row.source === "file" || isConfidential(row.category) ? { ...sample, text: "" } : sample
    );
    // Only hashes of a confidential list are compiled: its lines were counted before hashing.
    const source = row.inspected?.sha256 === row.sha256 ? row.inspected.source : undefined;
    await this.#table.update(id, { counts: { ...counts, ...source, samples } });
  }

  async #refreshAll(rows: readonly ListRow[], signal?: AbortSignal): Promise<ListState[]> {
    const before = new Map(rows.map((row) => [row.id, row.sha256]));
    const states = await Promise.all(rows.map((row) => this.#refreshOne(row.id, signal)));
    const same = states.every((state) => state.sha256 === before.get(state.id));
    if (same && (this.#inForce?.problem ?? "") === "") return states;
    await this.#changed();
    // With the counts of the compilation; a list may have been removed meanwhile.
    const now = new Map((await this.list()).map((state) => [state.id, state]));
    return states.flatMap(({ id }) => now.get(id) ?? []);
  }

  /** Inspects good copies that an older version of the box fetched, one after another. */
  async #inspectAll(rows: readonly ListRow[], signal?: AbortSignal): Promise<void> {
    for (const { id } of rows) {
      if (signal?.aborted || this.#uninspected.has(id)) continue;
      await this.#downloads.take(() => this.#inspect(id));
    }
  }

  async #inspect(id: number): Promise<void> {
    const row = await this.#table.get(id);
    if (row === undefined || !needsInspection(row)) return;
    try {
      const { text, change } = await inspectKept(row, { ...this.#options, copies: this.#copies });
      if (text !== "") this.#options.runtime.log("warn", text);
      if (Object.keys(change).length > 0) await this.#table.update(id, change);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#uninspected.add(id);
      this.#options.runtime.log("warn", `List '${row.name}' was not inspected: ${error.message}.`);
    }
  }

  #changed(): Promise<void> {
    return this.#activity.compiling(this.#options.changed);
  }

  #refreshOne(id: number, signal?: AbortSignal): Promise<ListState> {
    let running = this.#refreshing.get(id);
    if (running === undefined) {
      this.#activity.set(id, "queued");
      const attempt = () => signal?.aborted ? this.get(id) : this.#attempt(id);
      running = this.#downloads.take(attempt).finally(() => {
        this.#refreshing.delete(id);
        this.#activity.set(id, "");
      });
      this.#refreshing.set(id, running);
    }
    return running;
  }

  async #attempt(id: number): Promise<ListState> {
    const row = await this.#row(id);
    this.#activity.set(id, "downloading");
    const fetching = {
      ...this.#options.fetch,
      received: (bytes: number) => this.#activity.set(id, "downloading", bytes),
    };
    const { text, change } = await refreshList(row, {
      ...this.#options,
      fetch: fetching,
      copies: this.#copies,
    });
    if (text !== "") this.#options.runtime.log("warn", text);
    await this.#table.update(id, change);
    this.#activity.set(id, "");
    return await this.get(id);
  }

  async #row(id: number): Promise<ListRow> {
    const row = await this.#table.get(id);
    if (row === undefined) {
      throw new DomainError("not_found", sentence`There is no list with the number: ${id}`);
    }
    return row;
  }

  async #stateOf(row: ListRow): Promise<ListState> {
    const { step, bytes: received } = this.#activity.of(row.id, row.enabled);
    const hasCopy = row.id === STARTER_LIST_ID ||
      row.sha256 !== "" && await this.#copies.exists(row.id);
    const facts = { inForce: this.#inForce, hasCopy, now: this.#options.runtime.now() };
    return { ...row, ...healthOf(row, facts), step, received };
  }

  /** Adds a row with an id that no list had before, because the journal refers to lists by id. */
  async #add(row: ListChange, reach: StoredReach): Promise<number> {
    const known = Math.max(await this.#copies.highest(), ...this.#inForce?.contents.keys() ?? []);
    const id = await this.#table.add(row, reach, known);
    await this.#copies.used(id);
    return id;
  }
}
