/**
 * Publishes snapshots: reads rows, compiles, writes the file and sends it to the workers. It is the
 * only writer of snapshots. Lists are compiled only when their content changed; any other change
 * takes milliseconds. After a failure the workers continue with their snapshot.
 */
import { encodeLocal } from "../../policy/snapshot/local_names.ts";
import { encodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { replacedBytes } from "../../policy/snapshot/sections.ts";
import type { SnapshotParts } from "../../policy/snapshot/snapshot_parts.ts";
import type { ResolverHandle, SnapshotMessage } from "../../resolver/protocol.ts";
import type { AppliedLists, ListContent } from "../schema/lists.ts";
import {
  HouseholdCompiler,
  type HouseholdOptions,
  type HouseholdParts,
  withLists,
} from "./household_parts.ts";
import {
  type DatabaseParts,
  type ListParts,
  readDatabaseParts,
  readListParts,
} from "./database_parts.ts";
import { ListCompiler, type ListCompilerOptions, STARTER } from "./list_compiler.ts";
import {
  type MappedTable,
  messageOf,
  type StartSnapshot,
  type StoredSnapshot,
} from "./snapshot_store.ts";
import type { Runtime } from "../system/runtime.ts";
import { Mutex } from "../async/mutex.ts";

/** Dependencies of the publisher. */
export interface PublisherOptions extends ListCompilerOptions, HouseholdOptions {
  /**
   * The active lists; while it rejects because the database is unavailable, the previous ones are
   * used.
   */
  readonly contents: () => Promise<readonly ListContent[]>;
  /** Called after each publish with the lists that the workers have. */
  readonly published: (inForce: AppliedLists) => void;
  /**
   * Names that the box answers itself, in the form of `SnapshotParts.local`; while it rejects, the
   * previous ones are used.
   */
  readonly localRecords: () => Promise<SnapshotParts["local"]>;
  /** Collects the garbage of this thread. */
  readonly collect: () => void;
  readonly runtime: Runtime;
}

/** Creates snapshots and sends them to the workers. */
export interface Publisher {
  /**
   * The snapshot to start with: the one on disk, as `SnapshotStore.load` returned it. Without a
   * valid one, a snapshot of the starter list is made. Never rejects.
   */
  begin(kept?: StartSnapshot): Promise<SnapshotMessage>;
  /**
   * Sets the workers to publish to, which already run with the snapshot of `begin`. Publishes
   * immediately, since settings may have changed while the box was off.
   */
  attach(resolver: ResolverHandle): Promise<void>;
  /**
   * Publishes the current state; before `attach`, which does the same, it does nothing. Calls during
   * a run share the next one; resolves when the workers have it.
   */
  publish(): Promise<void>;
  /**
   * Publishes the current rules beside the previous lists, without waiting for lists that are being
   * compiled; before `attach` it does nothing. Queued calls share one run, so that many people who reach their limits at once cause
   * one publish.
   */
  publishRules(): Promise<void>;
  /**
   * Checks the active table block by block, yielding in between; returns whether it is intact. A
   * damaged one is compiled again.
   */
  verify(): Promise<boolean>;
  /** The numbers of the active snapshot. */
  state(): PolicyState;
}

/** The numbers of a snapshot. */
export interface PolicyState {
  readonly version: number;
  readonly lists: number;
  readonly names: number;
  readonly rules: number;
}

/** The publisher of a box. */
export function createPublisher(options: PublisherOptions): Publisher {
  return new SnapshotPublisher(options);
}

/**
 * Milliseconds after which no query of an earlier policy is in progress: four times the maximum of
 * 15 s.
 */
const LONGEST_UNDER_WAY = 60_000;

/**
 * Bytes of replaced sections after which all threads collect garbage. V8 does not count shared
 * memory, so it never would because of them (docs/decisions/0140).
 */
const COLLECTED_AT = 32 * 1024 * 1024;

class SnapshotPublisher implements Publisher {
  readonly #options: PublisherOptions;
  #resolver: ResolverHandle | undefined;
  #current: StoredSnapshot | undefined;
  #counts = { lists: 0, rules: 0 };
  /** Bytes of sections that were replaced since the last collection. */
  #replaced = 0;
  #inForce: AppliedLists = { problem: "", contents: new Map() };
  /** Snapshots are sent to the workers one at a time. */
  readonly #sending = new Mutex();
  /** Previous tables that queries in progress may still read, with the time of replacement. */
  readonly #retired = new Map<MappedTable, number>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** The queued run for rules; none of its rows have been read yet. */
  #nextRules: Promise<void> | undefined;

  readonly #lists: ListCompiler;
  readonly #household: HouseholdCompiler;
  /** The local records of the last snapshot, and the first version that contained them. */
  #local: { readonly records: SnapshotParts["local"]; readonly version: number } | undefined;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#lists = new ListCompiler(options, (what, error) => this.#tell(what, error));
    this.#household = new HouseholdCompiler(options);
  }

  async begin(kept = this.#options.store.load(this.#options.secret)): Promise<SnapshotMessage> {
    const { snapshot, problems } = kept;
    for (const problem of problems) {
      this.#options.runtime.log("warn", `${problem} Another is made.`);
    }
    this.#current = snapshot;
    const begun = snapshot ?? await this.#first();
    const { lists, rules, classes } = readDatabaseParts(begun);
    this.#household.begin(classes);
    this.#counts = { lists: lists.length, rules: rules.length };
    this.#inForce = { problem: "", contents: new Map(lists.map(({ id }) => [id, undefined])) };
    return messageOf(begun);
  }

  /** The snapshot of a new box: only the starter list is known yet. */
  async #first(): Promise<StoredSnapshot> {
    const nothing = readDatabaseParts(undefined);
    const lists = await this.#lists.parts([STARTER], nothing);
    const unknown = this.#household.unknown(lists.lists);
    const snapshot = this.#make(lists, unknown, await this.#readLocal(() => nothing));
    await this.#write(snapshot);
    return snapshot;
  }

  async attach(resolver: ResolverHandle): Promise<void> {
    this.#resolver = resolver;
    await this.publish();
  }

  publish(): Promise<void> {
    if (this.#resolver === undefined) return Promise.resolve();
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#run();
    // A run in progress may have read its rows already: all new callers share the run after it.
    return this.#next = this.#running.catch(() => {}).then(() => {
      this.#next = undefined;
      return this.#run();
    });
  }

  publishRules(): Promise<void> {
    if (this.#resolver === undefined) return Promise.resolve();
    return this.#nextRules ??= this.#give(undefined, () => this.#nextRules = undefined);
  }

  async verify(): Promise<boolean> {
    const checked = this.#current;
    if (checked?.table === undefined) return true;
    const blocks = checked.table.names.verifyBlocks();
    // Checked before each step: a table that was replaced may contain zeros by now.
    while (this.#current?.table === checked.table) {
      const step = blocks.next();
      if (step.done && step.value === -1) return true;
      if (step.done) {
        this.#options.runtime.log(
          "error",
          `The table of names is damaged in block ${step.value}; it is compiled again.`,
        );
        this.#current = { ...this.#current, inputs: "" };
        await this.publish();
        return false;
      }
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return true;
  }

  state(): PolicyState {
    const { version = 0, table } = this.#current ?? {};
    return { version, ...this.#counts, names: table?.names.names ?? 0 };
  }

  #run(): Promise<void> {
    const run = this.#publishOnce().finally(() => {
      if (this.#running === run) this.#running = undefined;
    });
    return this.#running = run;
  }

  async #publishOnce(): Promise<void> {
    let { contents: held } = this.#inForce;
    let problem = "";
    try {
      const contents = await this.#options.contents().catch((error) => {
        problem = this.#tell("The lists could not be looked up; those of before hold on", error);
        return undefined;
      });
      const parts = contents === undefined
        ? undefined
        : await this.#lists.parts(contents, readListParts(this.#current));
      problem ||= parts?.problem ?? "";
      await this.#give(parts);
      if (contents !== undefined && problem === "") {
        held = new Map(contents.map(({ id, sha256 }) => [id, sha256]));
      }
    } catch (error) {
      problem = lowerFirst((error as Error).message);
      throw error;
    } finally {
      this.#inForce = { problem, contents: held };
      this.#options.published(this.#inForce);
    }
    // Not while lists are compiled: no snapshot refers to their table yet.
    await this.#options.store.clean().catch((error) =>
      void this.#tell("Old snapshots could not be removed", error)
    );
  }

  /**
   * Sends the workers a snapshot of these lists, or of the previous ones, with the current state of
   * all other parts.
   */
  #give(lists: ListParts | undefined, begins: () => void = () => {}): Promise<void> {
    return this.#sending.take(async () => {
      begins();
      const before = this.#current?.table;
      // Decoded only when the database fails: that takes longer than most changes.
      const kept = () => readDatabaseParts(this.#current);
      const held = lists ?? readListParts(this.#current);
      const local = await this.#readLocal(kept);
      const snapshot = this.#make(held, await this.#chosen(held, kept), local);
      // The file is written meanwhile: nobody waits for a disk before a change is in force.
      const written = this.#write(snapshot);
      const collects = this.#replaced >= COLLECTED_AT;
      if (collects) this.#replaced = 0;
      try {
        await this.#resolver?.publish({ ...messageOf(snapshot), ...(collects && { collects }) });
      } finally {
        await written;
        if (collects) this.#options.collect();
      }
      this.#retire(before === snapshot.table ? undefined : before);
    });
  }

  /** Retires a table that no worker gets any more; it is released at a later change. */
  #retire(table: MappedTable | undefined): void {
    const { store, runtime } = this.#options;
    const at = runtime.now();
    for (const [older, since] of this.#retired) {
      if (at - since < LONGEST_UNDER_WAY) continue;
      store.leave(older);
      this.#retired.delete(older);
    }
    if (table === undefined) return;
    store.rest(table);
    this.#retired.set(table, at);
  }

  async #readLocal(kept: () => DatabaseParts): Promise<SnapshotParts["local"]> {
    const records = await this.#options.localRecords().catch((error) =>
      void this.#tell("The local records could not be looked up; those of before hold on", error)
    );
    return records ?? kept().local;
  }

  /** People's choices, or the previous ones while the database is unavailable. */
  async #chosen(
    held: ListParts,
    kept: () => DatabaseParts,
  ): Promise<HouseholdParts> {
    try {
      const common = [held.inputs, this.#options.settings()];
      return await this.#household.parts(held.lists, JSON.stringify(common));
    } catch (error) {
      this.#tell(
        "What the household chose could not be looked up; what held before holds on",
        error,
      );
      const before = kept();
      return before.classes.length === 0
        ? this.#household.unknown(held.lists)
        : withLists(before, before.lists, held.lists);
    }
  }

  /** The version of the snapshot that first contained these records. */
  #localVersion(records: SnapshotParts["local"], version: number): number {
    if (this.#local?.records !== records) {
      // Encoded from the previous records, so that only the buckets that changed are made.
      encodeLocal(records, this.#local?.records);
      this.#local = { records, version };
    }
    return this.#local.version;
  }

  /** Makes a snapshot of these lists, choices and records. */
  #make(
    lists: ListParts,
    chosen: HouseholdParts,
    local: SnapshotParts["local"],
  ): StoredSnapshot {
    const version = (this.#current?.version ?? 0) + 1;
    const { personal, classes, clients, devices, services } = chosen;
    const { tunnels, visited, spyware, permitted, upstreamSets, restrictedNames } = chosen;
    const parts: SnapshotParts = {
      version,
      secret: this.#options.secret,
      settings: this.#options.settings(),
      lists: lists.lists,
      sets: lists.sets,
      rules: lists.rules,
      personal,
      local,
      localVersion: this.#localVersion(local, version),
      classes,
      clients,
      devices,
      services,
      tunnels,
      ...(visited && { visited }),
      ...(spyware && { spyware }),
      permitted,
      ...(upstreamSets && { upstreamSets }),
      ...(restrictedNames && { restrictedNames }),
    };
    const snapshot = {
      version,
      sections: encodeSnapshot(parts, this.#current?.sections),
      table: lists.table,
      inputs: lists.inputs,
    };
    if (this.#current !== undefined) {
      this.#replaced += replacedBytes(this.#current.sections, snapshot.sections);
    }
    this.#counts = { lists: parts.lists.length, rules: parts.rules.length };
    return this.#current = snapshot;
  }

  /** A full disk must not prevent changes: the workers get the snapshot anyway. */
  #write(snapshot: StoredSnapshot): Promise<void> {
    return this.#options.store.write(snapshot).catch((error) =>
      void this.#tell("The snapshot could not be written", error)
    );
  }

  #tell(what: string, error: unknown): string {
    const text = `${what}: ${error instanceof Error ? error.message : String(error)}`;
    this.#options.runtime.log("error", text);
    return lowerFirst(text);
  }
}

/** Formats a sentence as a part of another one. */
function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
