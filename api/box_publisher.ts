/** The publisher of a box over its settings, lists and interfaces: what snapshots are made of, put together (DESIGN 1.3). */
import { STARTER_LIST } from "../policy/catalogue/starter.ts";
import type { LocalRecord } from "../policy/model/decision.ts";
import type { ListFormat } from "../policy/model/rule.ts";
import type { ListReport } from "../policy/snapshot/report.ts";
import type { BoxSettings } from "./box_settings.ts";
import type { CompiledLists, CompileRequest } from "./compiler.ts";
import { type DataDirectory, deriveKey } from "./data_directory.ts";
import type { ListService } from "./features/protection/lists/service.ts";
import type { RuleService } from "./features/protection/rules/service.ts";
import { addressesOf, type InterfaceAddress } from "./interfaces.ts";
import { localRecords } from "./local_records.ts";
import type { Log } from "./log.ts";
import { createPublisher, type Publisher } from "./publish.ts";
import { SnapshotStore } from "./snapshot_store.ts";
import { DatabaseUnavailable } from "./store/database.ts";
import { upstreamHosts } from "./upstream_hosts.ts";
import { removeFile } from "./whole_file.ts";

/** What the publisher is made of. */
export interface BoxPublisherDeps {
  readonly directory: DataDirectory;
  readonly settings: BoxSettings;
  /** Read anew for each snapshot. */
  readonly interfaces: () => readonly InterfaceAddress[];
  /** Reads the text of a hosts file into records (resolver/answers/hosts_file.ts). */
  readonly parseHosts: (text: string) => ReadonlyMap<string, readonly LocalRecord[]>;
  readonly compile: (request: CompileRequest) => Promise<CompiledLists>;
  /** Lists and rules, once their database is open. */
  readonly lists: () => ListService | undefined;
  readonly rules: () => RuleService | undefined;
  readonly log: Log;
}

/** A publisher that can also look into a list without subscribing it. */
export interface BoxPublisher extends Publisher {
  /** What becomes of each line of a file, for `box lists check`. */
  examine(path: string, format: ListFormat): Promise<ListReport>;
}

/** Makes the publisher. */
export function boxPublisher(deps: BoxPublisherDeps): BoxPublisher {
  const { directory, settings, compile, log } = deps;
  const secret = deriveKey(directory.secret, "names");
  const publisher = createPublisher({
    contents: () => deps.lists()?.contents() ?? Promise.reject(new DatabaseUnavailable("The lists are not open yet")),
    personalRules: () =>
      deps.rules()?.forSnapshot() ?? Promise.reject(new DatabaseUnavailable("The rules are not open yet")),
    counted: async (id, report) => await deps.lists()?.counted(id, report),
    published: (inForce) => deps.lists()?.published(inForce),
    settings: () => settings.resolver(addressesOf(deps.interfaces())),
    localRecords: () => localRecords(settings.values.local_records, hostsOf(deps)),
    protectedNames: () => upstreamHosts(settings),
    compile,
    starter: STARTER_LIST,
    store: new SnapshotStore(directory.path),
    secret,
    log,
  });
  return Object.assign(publisher, {
    async examine(path: string, format: ListFormat): Promise<ListReport> {
      const tablePath = `${directory.path}/lists/examined.tbl`;
      const request = {
        lists: [{ index: 0, path, format, kind: "block" as const }],
        secret,
        protectedNames: [],
        tablePath,
      };
      try {
        return (await compile(request)).reports[0];
      } finally {
        await removeFile(tablePath);
      }
    },
  });
}

function hostsOf({ settings, parseHosts, log }: BoxPublisherDeps): ReadonlyMap<string, readonly LocalRecord[]> {
  const path = settings.values.hosts_file;
  if (path === "") return new Map();
  try {
    return parseHosts(Deno.readTextFileSync(path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      log("warn", `The hosts file ${path} cannot be read: ${(error as Error).message}`);
    }
    return new Map();
  }
}
