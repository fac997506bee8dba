/**
 * Rows -> compile -> file -> workers: the only writer of snapshots (DESIGN 1.3, 3). Lists are compiled again only when what
 * they say changed; any other change takes milliseconds. Whatever fails, the workers keep answering from what they hold.
 */
import { createHash } from "node:crypto";
import type { PersonalRule } from "../policy/model/personal_rule.ts";
import { compilePersonalRules } from "../policy/rules/compile.ts";
import { NO_DEVICES } from "../policy/snapshot/device_table.ts";
import { encodeSnapshot } from "../policy/snapshot/file.ts";
import { NO_PERSONAL_RULES } from "../policy/snapshot/personal_rules.ts";
import type { ListReport } from "../policy/snapshot/report.ts";
import type { ResolverSettings } from "../policy/snapshot/settings.ts";
import type { PersonalRuleParts, SnapshotParts } from "../policy/snapshot/snapshot.ts";
import type { ResolverHandle, SnapshotMessage } from "../resolver/protocol.ts";
import type { CompiledLists, CompileRequest } from "./compiler.ts";
import { type ListContent, type ListsInForce, STARTER_LIST_ID } from "./features/protection/lists/service.ts";
import { infoOf, keptParts, type ListParts } from "./kept_parts.ts";
import { type MappedTable, messageOf, type SnapshotStore, type StoredSnapshot } from "./snapshot_store.ts";

/** What the publisher needs. */
export interface PublisherOptions {
  /** The lists that hold; while it rejects, since the database cannot be used, those of before hold on. */
  readonly contents: () => Promise<readonly ListContent[]>;
  /** The rules that people wrote, those that hold now; while it rejects, those of before hold on. */
  readonly personalRules: () => Promise<readonly PersonalRule[]>;
  /** Told what became of the lines of a list. */
  readonly counted: (id: number, report: ListReport) => Promise<void>;
  /** Told after each publish what the workers hold of the lists. */
  readonly published: (inForce: ListsInForce) => void;
  readonly settings: () => ResolverSettings;
  /** Names that the box answers itself, as `SnapshotParts.local` wants them; while it rejects, those of before hold on. */
  readonly localRecords: () => Promise<SnapshotParts["local"]>;
  /** Names that no list may block, beside the box's own. */
  readonly protectedNames: () => readonly string[];
  readonly compile: (request: CompileRequest) => Promise<CompiledLists>;
  /** The lines of the starter list (policy/catalogue/starter.ts). */
  readonly starter: string;
  readonly store: SnapshotStore;
  /** 16 octets; the same for the life of the box. */
  readonly secret: Uint8Array;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
}

/** Makes snapshots and gives them to the workers. */
export interface Publisher {
  /**
   * The snapshot to start with: the one on disk, at once; without a good one, one made of the starter list, so that a new box
   * blocks without Internet. Never rejects.
   */
  begin(): Promise<SnapshotMessage>;
  /**
   * The workers to publish to, once they run with what `begin` gave; publishes at once, since settings may have changed while
   * the box was off. Nothing that `begin` gave is unmapped before.
   */
  attach(resolver: ResolverHandle): Promise<void>;
  /** Publishes what holds now. Calls while one runs share the next one; resolves when the workers hold it. */
  publish(): Promise<void>;
  /** Publishes the rules that hold now beside the lists of before, without waiting for lists that are being compiled. */
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

/** Changed with the meaning of lines of lists, so that a new version of the box compiles them again. */
const COMPILER = 1;
const STARTER: ListContent = {
  id: STARTER_LIST_ID,
  name: "Starter list",
  kind: "block",
  category: "",
  format: "auto",
  sha256: "",
};

/** The publisher of a box. */
export function createPublisher(options: PublisherOptions): Publisher {
  return new SnapshotPublisher(options);
}

class SnapshotPublisher implements Publisher {
  readonly #options: PublisherOptions;
  #resolver: ResolverHandle | undefined;
  #current: StoredSnapshot | undefined;
  #counts = { lists: 0, rules: 0 };
  #inForce: ListsInForce = { problem: "", contents: new Map() };
  /** The last snapshot that is on its way to the workers, or was. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Tables that the workers may still read, beside the current one. */
  readonly #retired = new Set<MappedTable>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  async begin(): Promise<SnapshotMessage> {
    const { snapshot, problems } = this.#options.store.load(this.#options.secret);
    for (const problem of problems) this.#options.log("warn", `${problem} Another is made.`);
    this.#current = snapshot;
    const begun = snapshot ?? await this.#make(await this.#listParts([STARTER]), NO_PERSONAL_RULES);
    const { lists, rules } = keptParts(begun);
    this.#counts = { lists: lists.length, rules: rules.length };
    this.#inForce = { problem: "", contents: new Map(lists.map(({ id }) => [id, undefined])) };
    return messageOf(begun);
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
    return this.#give();
  }

  async verify(): Promise<boolean> {
    const checked = this.#current;
    if (checked?.table === undefined) return true;
    const blocks = checked.table.names.verifyBlocks();
    // Asked before each step: a table that was replaced may be unmapped, and reading it would end the process.
    while (this.#current?.table === checked.table) {
      const step = blocks.next();
      if (step.done && step.value === -1) return true;
      if (step.done) {
        this.#options.log("error", `The table of names is damaged in block ${step.value}; it is compiled again.`);
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
      const parts = contents === undefined ? undefined : await this.#listParts(contents);
      problem ||= parts?.problem ?? "";
      await this.#give(parts);
      if (this.#resolver === undefined) return;
      if (contents !== undefined && problem === "") held = new Map(contents.map(({ id, sha256 }) => [id, sha256]));
    } catch (error) {
      problem = lowerFirst((error as Error).message);
      throw error;
    } finally {
      this.#inForce = { problem, contents: held };
      this.#options.published(this.#inForce);
    }
    // Not while lists are compiled: no snapshot speaks of their table yet.
    await this.#options.store.clean().catch((error) => void this.#tell("Old snapshots could not be removed", error));
  }

  /** Gives the workers a snapshot of these lists, or of those of before, with all else as it is when its turn has come. */
  #give(lists?: ListParts): Promise<void> {
    const turn = this.#turn.then(async () => {
      const before = this.#current?.table, kept = keptParts(this.#current);
      const snapshot = await this.#make(lists ?? kept, await this.#personal(kept.personal));
      if (before !== undefined && before !== snapshot.table) this.#retired.add(before);
      if (this.#resolver === undefined) return;
      await this.#resolver.publish(messageOf(snapshot));
      // Every worker holds the new snapshot now: the tables before it are read by nobody.
      for (const table of this.#retired) this.#options.store.unmap(table);
      this.#retired.clear();
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #personal(kept: PersonalRuleParts): Promise<PersonalRuleParts> {
    const rules = await this.#options.personalRules().catch((error) =>
      void this.#tell("The rules could not be looked up; those of before hold on", error)
    );
    return rules ? compilePersonalRules(rules, this.#options.secret) : kept;
  }

  async #local(): Promise<SnapshotParts["local"]> {
    const records = await this.#options.localRecords().catch((error) =>
      void this.#tell("The local records could not be looked up; those of before hold on", error)
    );
    return records ?? keptParts(this.#current).local;
  }

  /** Makes a snapshot of these lists and rules. */
  async #make(lists: ListParts, personal: PersonalRuleParts): Promise<StoredSnapshot> {
    const version = (this.#current?.version ?? 0) + 1;
    const parts: SnapshotParts = {
      version,
      secret: this.#options.secret,
      settings: this.#options.settings(),
      lists: lists.lists,
      sets: lists.sets,
      rules: lists.rules,
      personal,
      local: await this.#local(),
      classes: [{ version, lists: new Uint8Array(lists.lists.length).fill(1), tags: [] }],
      clients: [],
      devices: NO_DEVICES,
      services: [],
      tunnels: [],
    };
    const snapshot = { version, bytes: encodeSnapshot(parts), table: lists.table, inputs: lists.inputs };
    this.#counts = { lists: parts.lists.length, rules: parts.rules.length };
    // A full disk must not keep a household from changing its mind: the workers get it all the same.
    await this.#options.store.write(snapshot).catch((error) =>
      void this.#tell("The snapshot could not be written", error)
    );
    return this.#current = snapshot;
  }

  async #listParts(contents: readonly ListContent[]): Promise<ListParts> {
    const kept = keptParts(this.#current), protectedNames = this.#protectedNames();
    const inputs = this.#hashOf(contents, protectedNames);
    if (kept.inputs === inputs) return { ...kept, lists: contents.map(infoOf) };
    try {
      return await this.#compile(contents, protectedNames, inputs);
    } catch (error) {
      return { ...kept, problem: this.#tell("The lists could not be compiled; those of before hold on", error) };
    }
  }

  async #compile(
    contents: readonly ListContent[],
    protectedNames: readonly string[],
    inputs: string,
  ): Promise<ListParts> {
    const { store, secret, compile, counted, starter } = this.#options;
    const lists = contents.map(({ path, format, kind }, index) =>
      path === undefined ? { index, text: starter, format, kind } : { index, path, format, kind }
    );
    const { sets, rules, reports, table } = await compile({
      lists,
      secret,
      protectedNames,
      tablePath: store.tablePath(inputs),
    });
    for (const [number, report] of reports.entries()) {
      await counted(contents[number].id, report).catch((error) =>
        void this.#tell("The counts of a list were lost", error)
      );
    }
    const unread = reports.findIndex(({ error }) => error !== undefined);
    if (unread >= 0) this.#tell(`The copy of list '${contents[unread].name}' could not be read`, reports[unread].error);
    const mapped = table === undefined ? undefined : store.openTable(inputs);
    return { lists: contents.map(infoOf), sets, rules, table: mapped, inputs: unread < 0 ? inputs : "" };
  }

  /** Hash of all that a compilation depends on; names and categories of lists are not compiled into anything. */
  #hashOf(contents: readonly ListContent[], protectedNames: readonly string[]): string {
    const { secret, starter } = this.#options;
    const lists = contents.map((
      { id, kind, format, sha256, path },
    ) => [id, kind, format, sha256, path === undefined ? starter : ""]);
    return createHash("sha256").update(secret).update(JSON.stringify([COMPILER, lists, protectedNames])).digest("hex");
  }

  #protectedNames(): string[] {
    const { boxName, localDomain } = this.#options.settings();
    return [...new Set([boxName, `${boxName}.${localDomain}`, ...this.#options.protectedNames()])].sort();
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
