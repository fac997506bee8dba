/**
 * Rows -> compile -> file -> workers: the only writer of snapshots (DESIGN 1.3, 3). Lists are compiled again only when what
 * they say changed; any other change takes milliseconds. Whatever fails, the workers keep answering from what they hold.
 */
import { encodeSnapshot } from "../policy/snapshot/file.ts";
import { plainRecord } from "../policy/snapshot/plain_records.ts";
import type { SnapshotParts } from "../policy/snapshot/snapshot.ts";
import type { ResolverHandle, SnapshotMessage } from "../resolver/protocol.ts";
import type { ListContent, ListsInForce } from "./features/protection/lists/service.ts";
import {
  HouseholdMaker,
  type HouseholdOptions,
  type HouseholdParts,
  relisted,
} from "./household_parts.ts";
import { type KeptParts, keptParts, type ListParts } from "./kept_parts.ts";
import { ListCompiler, type ListCompilerOptions, STARTER } from "./list_compiler.ts";
import {
  type KeptSnapshot,
  type MappedTable,
  messageOf,
  type StoredSnapshot,
} from "./snapshot_store.ts";

/** What the publisher needs. */
export interface PublisherOptions extends ListCompilerOptions, HouseholdOptions {
  /** The lists that hold; while it rejects, since the database cannot be used, those of before hold on. */
  readonly contents: () => Promise<readonly ListContent[]>;
  /** Told after each publish what the workers hold of the lists. */
  readonly published: (inForce: ListsInForce) => void;
  /** Names that the box answers itself, as `SnapshotParts.local` wants them; while it rejects, those of before hold on. */
  readonly localRecords: () => Promise<SnapshotParts["local"]>;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
}

/** Makes snapshots and gives them to the workers. */
export interface Publisher {
  /**
   * The snapshot to start with: the one on disk, as `SnapshotStore.load` gave it; without a good one, one made of the starter
   * list, so that a new box blocks without Internet. Never rejects.
   */
  begin(kept?: KeptSnapshot): Promise<SnapshotMessage>;
  /**
   * The workers to publish to, once they run with what `begin` gave; publishes at once, since settings may have changed while
   * the box was off.
   */
  attach(resolver: ResolverHandle): Promise<void>;
  /** Publishes what holds now. Calls while one runs share the next one; resolves when the workers hold it. */
  publish(): Promise<void>;
  /**
   * Publishes the rules that hold now beside the lists of before, without waiting for lists that are being compiled. Calls that
   * wait for their turn share it, so that a crowd that reaches its limits at once is published once.
   */
  publishRules(): Promise<void>;
  /** Checks the table in use block by block, giving way in between; a damaged one is compiled again (DESIGN 3). */
  verify(): Promise<boolean>;
  /** The snapshot in force in numbers. */
  state(): PolicyState;
}

/** A snapshot in numbers. */
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

/** Milliseconds after which no query is under way any more that came when another policy held: four times the 15 s it may take. */
const LONGEST_UNDER_WAY = 60_000;

class SnapshotPublisher implements Publisher {
  readonly #options: PublisherOptions;
  #resolver: ResolverHandle | undefined;
  #current: StoredSnapshot | undefined;
  #counts = { lists: 0, rules: 0 };
  #inForce: ListsInForce = { problem: "", contents: new Map() };
  /** The last snapshot that is on its way to the workers, or was. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Tables of before that queries under way may still look into, and since when no others do. */
  readonly #retired = new Map<MappedTable, number>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** The rules that wait for their turn; nothing of them was read yet. */
  #nextRules: Promise<void> | undefined;

  readonly #lists: ListCompiler;
  readonly #household: HouseholdMaker;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#lists = new ListCompiler(options, (what, error) => this.#tell(what, error));
    this.#household = new HouseholdMaker(options);
  }

  async begin(kept = this.#options.store.load(this.#options.secret)): Promise<SnapshotMessage> {
    const { snapshot, problems } = kept;
    for (const problem of problems) this.#options.log("warn", `${problem} Another is made.`);
    this.#current = snapshot;
    const begun = snapshot ?? await this.#first();
    const { lists, rules, classes } = keptParts(begun);
    this.#household.begin(classes);
    this.#counts = { lists: lists.length, rules: rules.length };
    this.#inForce = { problem: "", contents: new Map(lists.map(({ id }) => [id, undefined])) };
    return messageOf(begun);
  }

  /** The snapshot of a new box: nothing is known yet but the starter list. */
  async #first(): Promise<StoredSnapshot> {
    const nothing = keptParts(undefined), lists = await this.#lists.parts([STARTER], nothing);
    return await this.#make(
      lists,
      this.#household.unknown(lists.lists),
      await this.#local(nothing),
    );
  }

  async attach(resolver: ResolverHandle): Promise<void> {
    this.#resolver = resolver;
    await this.publish();
  }

  publish(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#run();
    // What runs may have read its rows already: everybody who comes now shares the run after it.
    return this.#next = this.#running.catch(() => {}).then(() => {
      this.#next = undefined;
      return this.#run();
    });
  }

  publishRules(): Promise<void> {
    return this.#nextRules ??= this.#give(undefined, () => this.#nextRules = undefined);
  }

  async verify(): Promise<boolean> {
    const checked = this.#current;
    if (checked?.table === undefined) return true;
    const blocks = checked.table.names.verifyBlocks();
    // Asked before each step: a table that was replaced may be zeros by now.
    while (this.#current?.table === checked.table) {
      const step = blocks.next();
      if (step.done && step.value === -1) return true;
      if (step.done) {
        this.#options.log(
          "error",
          `The table of names is damaged in block ${step.value}; it is compiled again.`,
        );
        this.#current = { ...checked, inputs: "" };
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
    let { contents: held } = this.#inForce, problem = "";
    try {
      const contents = await this.#options.contents().catch((error) => {
        problem = this.#tell("The lists could not be looked up; those of before hold on", error);
        return undefined;
      });
      const parts = contents === undefined
        ? undefined
        : await this.#lists.parts(contents, keptParts(this.#current));
      problem ||= parts?.problem ?? "";
      await this.#give(parts);
      if (this.#resolver === undefined) return;
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
    // Not while lists are compiled: no snapshot speaks of their table yet.
    await this.#options.store.clean().catch((error) =>
      void this.#tell("Old snapshots could not be removed", error)
    );
  }

  /** Gives the workers a snapshot of these lists, or of those of before, with all else as it is when its turn has come. */
  #give(lists: ListParts | undefined, begins: () => void = () => {}): Promise<void> {
    const turn = this.#turn.then(async () => {
      begins();
      const before = this.#current?.table, kept = keptParts(this.#current);
      const held = lists ?? kept, local = await this.#local(kept);
      const snapshot = await this.#make(held, await this.#chosen(held, kept, local), local);
      if (this.#resolver === undefined) return;
      await this.#resolver.publish(messageOf(snapshot));
      this.#retire(before === snapshot.table ? undefined : before);
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Every worker that runs holds another table than this one now; it is let go of at a later change. */
  #retire(table: MappedTable | undefined): void {
    const { store, now } = this.#options, at = now();
    for (const [older, since] of this.#retired) {
      if (at - since < LONGEST_UNDER_WAY) continue;
      store.leave(older);
      this.#retired.delete(older);
    }
    if (table === undefined) return;
    store.rest(table);
    this.#retired.set(table, at);
  }

  async #local(kept: KeptParts): Promise<SnapshotParts["local"]> {
    const records = await this.#options.localRecords().catch((error) =>
      void this.#tell("The local records could not be looked up; those of before hold on", error)
    );
    return records ?? kept.local;
  }

  /** What people chose, or what they had chosen while the database cannot be used. */
  async #chosen(
    held: ListParts,
    kept: KeptParts,
    local: SnapshotParts["local"],
  ): Promise<HouseholdParts> {
    try {
      const records = [...local].map(([name, each]) => [name, each.map(plainRecord)]);
      const common = [held.inputs, this.#options.settings(), records];
      return await this.#household.parts(held.lists, JSON.stringify(common));
    } catch (error) {
      this.#tell(
        "What the household chose could not be looked up; what held before holds on",
        error,
      );
      return kept.classes.length === 0
        ? this.#household.unknown(held.lists)
        : relisted(kept, kept.lists, held.lists);
    }
  }

  /** Makes a snapshot of these lists, choices and records. */
  async #make(
    lists: ListParts,
    chosen: HouseholdParts,
    local: SnapshotParts["local"],
  ): Promise<StoredSnapshot> {
    const version = (this.#current?.version ?? 0) + 1;
    const { personal, classes, devices, services, tunnels, permitted } = chosen;
    const parts: SnapshotParts = {
      ...{ version, secret: this.#options.secret, settings: this.#options.settings() },
      ...{ lists: lists.lists, sets: lists.sets, rules: lists.rules },
      ...{ personal, local, classes, clients: [], devices, services, tunnels, permitted },
    };
    const snapshot = {
      version,
      bytes: encodeSnapshot(parts),
      table: lists.table,
      inputs: lists.inputs,
    };
    this.#counts = { lists: parts.lists.length, rules: parts.rules.length };
    // A full disk must not keep a household from changing its mind: the workers get it all the same.
    await this.#options.store.write(snapshot).catch((error) =>
      void this.#tell("The snapshot could not be written", error)
    );
    return this.#current = snapshot;
  }

  #tell(what: string, error: unknown): string {
    const text = `${what}: ${error instanceof Error ? error.message : String(error)}`;
    this.#options.log("error", text);
    return lowerFirst(text);
  }
}

/** A sentence as part of another one. */
function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
