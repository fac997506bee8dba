/** The publisher of a box, composed from its settings, lists and interfaces. */
import { STARTER_LIST } from "../../policy/catalogue/starter.ts";
import type { LocalRecord } from "../../policy/model/decision.ts";
import type { HouseholdRows, RestrictedRow, TunnelRow } from "../../policy/model/household.ts";
import { NO_TIME, type TimeRows } from "../../policy/model/person_time.ts";
import type { ListFormat } from "../../policy/model/rule.ts";
import { homeDomains } from "../../policy/snapshot/home_domains.ts";
import { ownNames } from "../../policy/snapshot/local_index.ts";
import { NameMap } from "../../policy/snapshot/name_map.ts";
import type { ListReport } from "../../policy/snapshot/report.ts";
import type { BoxSettings } from "../settings/box_settings.ts";
import type { Control } from "./control.ts";
import type { CompiledLists, CompileRequest } from "../publish/compiler.ts";
import { type DataDirectory, deriveKey } from "../system/data_directory.ts";
import { addressesOf, networksByInterface } from "../system/interfaces.ts";
import type { ScopeUpstreams } from "../features/network/upstreams/service.ts";
import {
  localRecords,
  type LocalSources,
  withRenamedDevices,
} from "../features/network/records/local_records.ts";
import { parseLocalRecords } from "../settings/local_record_line.ts";
import { createPublisher, type Publisher } from "../publish/publisher.ts";
import { SnapshotStore } from "../publish/snapshot_store.ts";
import { DatabaseUnavailableError } from "../store/database.ts";
import { offsetOf } from "../system/zone_offset.ts";
import { neededNames } from "../publish/list_compiler.ts";
import { upstreamHosts } from "./upstream_hosts.ts";
import { removeFile } from "../system/atomic_file.ts";
import { collectGarbage } from "../system/garbage.ts";
import type { Runtime } from "../system/runtime.ts";

/** The services whose rows are compiled into the policy. */
export interface PolicySource
  extends Pick<Control, "records" | "deviceNames" | "lists" | "rules" | "devices" | "choices"> {
  readonly tunnels?: { rows(): Promise<readonly TunnelRow[]> };
  readonly lookalikes?: { rows(): Promise<readonly string[]> };
  readonly restricted?: { rows(): Promise<readonly RestrictedRow[]> };
  readonly spywareList?: { rows(): readonly string[] | undefined };
  readonly hours?: { rows(): Promise<TimeRows> };
  readonly scopeUpstreams?: Pick<ScopeUpstreams, "rows" | "knownLines">;
}

/** Dependencies of the publisher. */
export interface BoxPublisherDeps {
  readonly directory: DataDirectory;
  readonly settings: BoxSettings;
  readonly runtime: Runtime;
  /** Reads the text of a hosts file into records (resolver/answers/hosts_file.ts). */
  readonly parseHosts: (text: string) => ReadonlyMap<string, readonly LocalRecord[]>;
  readonly compile: (request: CompileRequest) => Promise<CompiledLists>;
}

/** A publisher that can also report on a list without subscribing to it. */
export interface BoxPublisher extends Publisher {
  /**
   * Reads lists, rules and household from these services from now on; before that, only the
   * settings are known.
   */
  connect(source: PolicySource): void;
  /** Reads the prefixes of the network's NAT64 from here from now on (A 7.4.1). */
  nat64(prefixes: () => readonly string[]): void;
  /** Whether a name, lower-case text without final dot, has local records in the current policy. */
  isLocal(name: string): boolean;
  /** Reports how each line of a file is used, for `box lists check`. */
  examine(path: string, format: ListFormat): Promise<ListReport>;
}

/** Creates the publisher. */
export function createBoxPublisher(deps: BoxPublisherDeps): BoxPublisher {
  const { directory, settings, compile, runtime } = deps;
  const secret = deriveKey(directory.secret, "names");
  let source: PolicySource | undefined;
  let nat64Prefixes = (): readonly string[] => [];
  let local: ReadonlyMap<string, unknown> = new Map();
  const records = new LocalRecords(deps);
  const connected = async () =>
    await source ?? Promise.reject(new DatabaseUnavailableError("The database is not open yet"));

  const publisher = createPublisher({
    contents: () => connected().then(({ lists }) => lists.contents()),
    personalRules: () => connected().then(({ rules }) => rules.forSnapshot()),
    household: () => connected().then(householdRows),
    runtime,
    offset: offsetOf(settings.started.time_zone),
    counted: async (id, report) => await source?.lists.counted(id, report),
    published: (inForce) => source?.lists.published(inForce),
    settings: () => {
      const boxNetworks = networksByInterface(runtime.interfaces());
      const resolver = settings.resolver(addressesOf(runtime.interfaces()));
      return {
        ...resolver,
        homeDomains: homeDomains(resolver),
        boxNetworks,
        nat64Prefixes: nat64Prefixes(),
      };
    },
    localRecords: async () => local = await records.all(source),
    protectedNames: () => upstreamHosts(settings, source?.scopeUpstreams?.knownLines),
    compile,
    starter: STARTER_LIST,
    store: new SnapshotStore(directory.path),
    collect: () => collectGarbage("regular"),
    secret,
  });
  return Object.assign(publisher, {
    connect: (services: PolicySource) => void (source = services),
    nat64: (prefixes: () => readonly string[]) => void (nat64Prefixes = prefixes),
    isLocal: (name: string) => local.has(name),
    async examine(path: string, format: ListFormat): Promise<ListReport> {
      const tablePath = `${directory.path}/lists/examined.tbl`;
      const request = {
        lists: [{ index: 0, path, format, kind: "block" as const }],
        secret,
        protectedNames: neededNames(
          settings.resolver([]),
          upstreamHosts(settings, source?.scopeUpstreams?.knownLines),
        ),
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

async function householdRows(
  source: PolicySource,
): Promise<HouseholdRows> {
  const { devices, choices, tunnels, lookalikes, spywareList, restricted, hours } = source;
  const { scopeUpstreams } = source;
  const [who, chosen, caught, visited, limited, time, upstreams] = await Promise.all([
    devices.rows(),
    choices.rows(),
    tunnels?.rows() ?? [],
    lookalikes?.rows() ?? [],
    restricted?.rows() ?? [],
    hours?.rows() ?? NO_TIME,
    scopeUpstreams?.rows() ?? [],
  ]);
  const spyware = spywareList?.rows();
  return {
    ...who,
    ...chosen,
    tunnels: caught,
    visited,
    ...(spyware && { spyware }),
    restricted: limited,
    time,
    upstreams,
  };
}

/** The names that the box answers itself. The map stays the same while its sources do. */
class LocalRecords {
  readonly #deps: BoxPublisherDeps;
  #devices: LocalSources["devices"] = [];
  #others = "";
  #merged: NameMap<readonly LocalRecord[]> | undefined;

  constructor(deps: BoxPublisherDeps) {
    this.#deps = deps;
  }

  /** All names; before the database is open, those that do not need it. */
  async all(
    source: PolicySource | undefined,
  ): Promise<ReadonlyMap<string, readonly LocalRecord[]>> {
    const { settings, runtime } = this.#deps;
    const { values } = settings;
    const resolver = settings.resolver(addressesOf(runtime.interfaces()));
    const devices = source?.deviceNames.forSnapshot() ?? NO_NAMES;
    const others = {
      own: ownNames(resolver),
      addresses: resolver.boxAddresses,
      records: await source?.records.forSnapshot() ?? [],
      settings: parseLocalRecords(values.local_records),
      zones: values.local_zones,
      negativeTtl: values.blocked_ttl,
    };
    const hosts = hostsOf(this.#deps);
    const key = JSON.stringify([others, [...hosts]]);
    const merged = this.#merged;
    if (merged !== undefined && devices === this.#devices && key === this.#others) return merged;
    const sources = { ...others, hosts, devices };
    const renamed = merged !== undefined && key === this.#others
      ? withRenamedDevices(merged, this.#devices, sources)
      : undefined;
    this.#devices = devices;
    this.#others = key;
    return this.#merged = renamed ?? NameMap.from(localRecords(sources), merged);
  }
}

const NO_NAMES: LocalSources["devices"] = [];

/**
 * Returns a value that changes when the hosts file is written or replaced: its records are read for
 * each snapshot.
 */
export function hostsFileVersion({ values: { hosts_file } }: Pick<BoxSettings, "values">): string {
  try {
    const { mtime, size, ino } = Deno.statSync(hosts_file);
    return [hosts_file, mtime?.getTime(), size, ino].join(" ");
  } catch {
    return hosts_file;
  }
}

function hostsOf(
  { settings, parseHosts, runtime }: BoxPublisherDeps,
): ReadonlyMap<string, readonly LocalRecord[]> {
  const path = settings.values.hosts_file;
  if (path === "") return new Map();
  try {
    return parseHosts(Deno.readTextFileSync(path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      runtime.log("warn", `Could not read the hosts file ${path}: ${(error as Error).message}`);
    }
    return new Map();
  }
}
