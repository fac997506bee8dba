/** A publisher on its own data directory, with workers that report which snapshot they hold. */
import assert from "node:assert/strict";
import { compileLists } from "../../api/publish/compiler.ts";
import type { AppliedLists, ListContent } from "../../api/schema/lists.ts";
import { type HouseholdRows, NO_HOUSEHOLD } from "../../policy/model/household.ts";
import {
  createPublisher,
  type Publisher,
  type PublisherOptions,
} from "../../api/publish/publisher.ts";
import { SnapshotStore } from "../../api/publish/snapshot_store.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import { decodeSnapshot } from "../../policy/snapshot/snapshot_file.ts";
import { NameTable } from "../../policy/snapshot/name_table.ts";
import {
  DEFAULT_RESOLVER_SETTINGS,
  type ResolverSettings,
} from "../../policy/snapshot/settings.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import {
  mapFile,
  type MappedFile,
  releaseFile,
  releasePages,
} from "../../api/system/mapped_file.ts";
import type { ResolverHandle, SnapshotMessage } from "../../resolver/protocol.ts";
import { testRuntime } from "./test_runtime.ts";

/** Keys the fingerprints of names. */
export const SECRET = new Uint8Array(16).fill(9);
/** The thread that compiles. */
export const COMPILER: URL = new URL("../../api/publish/compiler_thread.ts", import.meta.url);
/** The starter list, as stored in the database. */
export const STARTER = {
  id: 0,
  name: "Starter list",
  kind: "block",
  category: "",
  format: "auto",
  sha256: "",
} as const;

/** A data directory with a publisher on it, and workers that report which snapshot they hold. */
export class Bench {
  readonly folder = Deno.makeTempDirSync();
  contents: readonly ListContent[] = [STARTER];
  household: HouseholdRows = NO_HOUSEHOLD;
  rules: readonly PersonalRule[] = [];
  rulesFault: Error | undefined;
  settings: ResolverSettings = DEFAULT_RESOLVER_SETTINGS;
  readonly published: SnapshotMessage[] = [];
  readonly log: string[] = [];
  readonly counted: number[] = [];
  inForce: AppliedLists | undefined;
  /** Tables that are mapped and not yet released, by file name. */
  readonly mapped = new Map<MappedFile, string>();
  now: number = Date.UTC(2026, 9, 13);
  compiles = 0;
  /** How often the publisher collected garbage. */
  collected = 0;
  /** Workers load a snapshot only once this resolves. */
  holds: Promise<void> = Promise.resolve();
  compileFault: Error | undefined;

  constructor() {
    Deno.mkdirSync(`${this.folder}/snapshot`);
  }

  get files(): string[] {
    return [...Deno.readDirSync(`${this.folder}/snapshot`)].map(({ name }) => name).sort();
  }

  /** A publisher as in a box that starts. */
  publisher(change: Partial<PublisherOptions> = {}): Publisher {
    const map = (path: string): MappedFile => {
      const bytes = mapFile(path);
      this.mapped.set(bytes, path.slice(path.lastIndexOf("/") + 1));
      return bytes;
    };
    const mapper = {
      map,
      rest: releasePages,
      leave: (it: MappedFile) => {
        this.mapped.delete(it);
        return releaseFile(it);
      },
    };
    return createPublisher({
      contents: () => Promise.resolve(this.contents),
      personalRules: () =>
        this.rulesFault ? Promise.reject(this.rulesFault) : Promise.resolve(this.rules),
      household: () => Promise.resolve(this.household),
      runtime: testRuntime({ now: () => this.now, log: (_level, text) => this.log.push(text) }),
      offset: () => 0,
      published: (inForce) => this.inForce = inForce,
      counted: (id) => Promise.resolve(void this.counted.push(id)),
      settings: () => this.settings,
      localRecords: () => Promise.resolve(new Map()),
      protectedNames: () => ["dns.upstream.example"],
      compile: (request) => {
        this.compiles++;
        if (this.compileFault !== undefined) return Promise.reject(this.compileFault);
        return compileLists(request, { workerUrl: COMPILER });
      },
      starter: "||ads.example^\n||box.home.arpa^\n||dns.upstream.example^\n",
      store: new SnapshotStore(this.folder, mapper),
      collect: () => void this.collected++,
      secret: SECRET,
      ...change,
    });
  }

  readonly resolver = {
    publish: async (snapshot: SnapshotMessage) => {
      await this.holds;
      this.published.push(snapshot);
    },
  } as ResolverHandle;

  async list(id: number, text: string): Promise<ListContent> {
    const path = `${this.folder}/${id}.txt`;
    await Deno.writeTextFile(path, text);
    return {
      id,
      name: `List ${id}`,
      kind: "block",
      category: "",
      format: "auto",
      path,
      sha256: text,
    };
  }
}

/** Runs a test with its own bench. */
export function withBench(run: (bench: Bench) => Promise<void>): () => Promise<void> {
  return async () => {
    const bench = new Bench();
    try {
      await run(bench);
    } finally {
      await Deno.remove(bench.folder, { recursive: true });
    }
  };
}

/** A published snapshot in numbers. */
export function read(
  message: SnapshotMessage,
): { names: number; lists: number; version: number; ttl: number } {
  const { version, lists, settings, names } = snapshotOf(message);
  return { names: names?.names ?? 0, lists: lists.length, version, ttl: settings.blockedTtl };
}

/** A published snapshot, opened as a worker would that holds the one `before`. */
export function snapshotOf(message: SnapshotMessage, before?: Snapshot): Snapshot {
  const table = message.table === undefined ? undefined : NameTable.open(message.table);
  assert.notEqual(typeof table, "string");
  const snapshot = decodeSnapshot(message.sections, table as NameTable | undefined, before);
  assert.ok(typeof snapshot === "object", String(snapshot));
  return snapshot;
}
