/** The publisher of a box over its settings, lists and interfaces: what snapshots are made of, put together (DESIGN 1.3). */
import { STARTER_LIST } from "../policy/catalogue/starter.ts";
import type { LocalRecord } from "../policy/model/decision.ts";
import type { HouseholdRows, TunnelRow } from "../policy/model/household.ts";
import { NO_TIME, type TimeRows } from "../policy/model/person_time.ts";
import type { ListFormat } from "../policy/model/rule.ts";
import { homeDomains } from "../policy/snapshot/home_domains.ts";
import { ownNames } from "../policy/snapshot/local_index.ts";
import type { ListReport } from "../policy/snapshot/report.ts";
import type { BoxSettings } from "./box_settings.ts";
import type { Control } from "./control.ts";
import type { CompiledLists, CompileRequest } from "./compiler.ts";
import { type DataDirectory, deriveKey } from "./data_directory.ts";
import { addressesOf, type InterfaceAddress, networksByInterface } from "./interfaces.ts";
import { localRecords, parseLocalRecords } from "./local_records.ts";
import type { Log } from "./log.ts";
import { createPublisher, type Publisher } from "./publish.ts";
import { SnapshotStore } from "./snapshot_store.ts";
import { DatabaseUnavailable } from "./store/database.ts";
import { offsetOf } from "./zone_offset.ts";
import { neededNames } from "./list_compiler.ts";
import { upstreamHosts } from "./upstream_hosts.ts";
import { removeFile } from "./whole_file.ts";

/** The services whose rows become the policy. */
export interface PublishedControl
  extends Pick<Control, "records" | "deviceNames" | "lists" | "rules" | "devices" | "choices"> {
  readonly tunnels?: { rows(): Promise<readonly TunnelRow[]> };
  readonly hours?: { rows(): Promise<TimeRows> };
}

/** What the publisher is made of. */
export interface BoxPublisherDeps {
  readonly directory: DataDirectory;
  readonly settings: BoxSettings;
  /** Read anew for each snapshot. */
  readonly interfaces: () => readonly InterfaceAddress[];
  /** Reads the text of a hosts file into records (resolver/answers/hosts_file.ts). */
  readonly parseHosts: (text: string) => ReadonlyMap<string, readonly LocalRecord[]>;
  readonly compile: (request: CompileRequest) => Promise<CompiledLists>;
  /** What lists and people say, once the database is open. */
  readonly control: () => PublishedControl | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** A publisher that can also look into a list without subscribing it. */
export interface BoxPublisher extends Publisher {
  /** Whether a name, lower-case text without final dot, has local records in the policy in force. */
  isLocal(name: string): boolean;
  /** What becomes of each line of a file, for `box lists check`. */
  examine(path: string, format: ListFormat): Promise<ListReport>;
}

/** Makes the publisher. */
export function boxPublisher(deps: BoxPublisherDeps): BoxPublisher {
  const { directory, settings, compile, log } = deps;
  const secret = deriveKey(directory.secret, "names");
  let local: ReadonlyMap<string, unknown> = new Map();
  const publisher = createPublisher({
    contents: () => opened(deps).then(({ lists }) => lists.contents()),
    personalRules: () => opened(deps).then(({ rules }) => rules.forSnapshot()),
    household: () => opened(deps).then(householdRows),
    now: deps.now,
    offset: offsetOf(settings.started.time_zone),
    counted: async (id, report) => await deps.control()?.lists.counted(id, report),
    published: (inForce) => deps.control()?.lists.published(inForce),
    settings: () => {
      const boxNetworks = networksByInterface(deps.interfaces());
      const resolver = settings.resolver(addressesOf(deps.interfaces()));
      return { ...resolver, homeDomains: homeDomains(resolver), boxNetworks };
    },
    localRecords: async () => local = await allLocalRecords(deps),
    protectedNames: () => upstreamHosts(settings),
    compile,
    starter: STARTER_LIST,
    store: new SnapshotStore(directory.path),
    secret,
    log,
  });
  return Object.assign(publisher, {
    isLocal: (name: string) => local.has(name),
    async examine(path: string, format: ListFormat): Promise<ListReport> {
      const tablePath = `${directory.path}/lists/examined.tbl`;
      const request = {
        lists: [{ index: 0, path, format, kind: "block" as const }],
        secret,
        protectedNames: neededNames(settings.resolver([]), upstreamHosts(settings)),
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

async function opened({ control }: BoxPublisherDeps): Promise<PublishedControl> {
  return await control() ?? Promise.reject(new DatabaseUnavailable("The database is not open yet"));
}

async function householdRows(
  { devices, choices, tunnels, hours }: PublishedControl,
): Promise<HouseholdRows> {
  const [who, chosen, caught, time] = await Promise.all([
    devices.rows(),
    choices.rows(),
    tunnels?.rows() ?? [],
    hours?.rows() ?? NO_TIME,
  ]);
  return { ...who, ...chosen, tunnels: caught, time };
}

/** The names that the box answers itself; when nothing is open yet, those that need no database. */
async function allLocalRecords(
  deps: BoxPublisherDeps,
): Promise<ReadonlyMap<string, readonly LocalRecord[]>> {
  const { settings } = deps, { values } = settings, control = deps.control();
  const resolver = settings.resolver(addressesOf(deps.interfaces()));
  const records = await control?.records.forSnapshot() ?? [];
  return localRecords({
    own: ownNames(resolver),
    addresses: resolver.boxAddresses,
    records,
    settings: parseLocalRecords(values.local_records),
    hosts: hostsOf(deps),
    devices: control?.deviceNames.forSnapshot() ?? [],
    zones: values.local_zones,
    negativeTtl: values.blocked_ttl,
  });
}

/** Changes when the hosts file is written or another takes its place: its records are read for each snapshot. */
export function hostsFileMark({ values: { hosts_file } }: Pick<BoxSettings, "values">): string {
  try {
    const { mtime, size, ino } = Deno.statSync(hosts_file);
    return [hosts_file, mtime?.getTime(), size, ino].join(" ");
  } catch {
    return hosts_file;
  }
}

function hostsOf(
  { settings, parseHosts, log }: BoxPublisherDeps,
): ReadonlyMap<string, readonly LocalRecord[]> {
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
