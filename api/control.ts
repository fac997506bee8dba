/**
 * The control side as one: databases, lists, journal, statistics and tasks around a resolver that answers already. Whatever of
 * it fails, names go on being answered (DESIGN 1.2).
 */
import { statfs } from "node:fs/promises";
import { CATALOGUE } from "../policy/catalogue/lists.ts";
import type { PauseRow } from "../policy/model/household.ts";
import type { ListFormat } from "../policy/model/rule.ts";
import { ownNames } from "../policy/snapshot/local_index.ts";
import type { ListReport } from "../policy/snapshot/report.ts";
import type { ResolverHandle } from "../resolver/protocol.ts";
import { calledBy } from "./box_askers.ts";
import { boxNetwork } from "./box_network.ts";
import { boxFeed } from "./box_feed.ts";
import { type BoxTime, boxTime } from "./box_time.ts";
import type { BoxSettings } from "./box_settings.ts";
import type { Alerts } from "./events/alerts.ts";
import type { AuditLog } from "./events/audit_log.ts";
import type { Exports } from "./events/export/service.ts";
import { Watch } from "./events/watch.ts";
import { earlyAlerts, openEvents, openExports } from "./events/open.ts";
import type { Raise } from "./events/alert_kinds.ts";
import { DailyCopies } from "./features/box/copies/service.ts";
import type { Feed, FeedSource } from "./features/insight/feed.ts";
import { Journal } from "./features/insight/journal/service.ts";
import { LateAskers } from "./features/insight/askers.ts";
import { DnsClients } from "./features/network/https_redirect/dns_clients.ts";
import { Statistics } from "./features/insight/statistics/service.ts";
import { ListService, type OfferedList } from "./features/protection/lists/service.ts";
import type { LocalNames } from "./features/network/records/open.ts";
import type { Network } from "./features/network/open.ts";
import { ChoiceService } from "./features/protection/choices/service.ts";
import { RuleService } from "./features/protection/rules/service.ts";
import { TunnelService } from "./features/protection/tunnels/service.ts";
import type { MachineOf } from "./features/household/devices/service.ts";
import { type Household, openHousehold } from "./features/household/open.ts";
import type { InterfaceAddress } from "./interfaces.ts";
import type { Log } from "./log.ts";
import { lookup } from "./lookup.ts";
import { Scopes } from "./scopes.ts";
import { openDatabase, type StoredDatabase } from "./store/open.ts";
import { StoreThread } from "./store/store_thread.ts";
import { upstreamHosts } from "./upstream_hosts.ts";

/** The lists of the catalogue, as they can be subscribed. */
export const OFFERED: readonly OfferedList[] = CATALOGUE.map((list) => ({
  ...list,
  kind: list.category === "allow" ? "allow" : "block",
}));

/** What the control side is given. */
export interface ControlDeps {
  readonly dataDir: string;
  /** That of the data directory. */
  readonly secret: Uint8Array;
  readonly settings: BoxSettings;
  readonly resolver: ResolverHandle;
  readonly sources: readonly FeedSource[];
  /** Interfaces of this machine, read anew each time. */
  readonly interfaces: () => readonly InterfaceAddress[];
  /** The module of api/store/thread.ts. */
  readonly storeUrl: URL;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Whether the time of day is known (api/time_known.ts). */
  readonly timeKnown: () => boolean;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
  readonly random: () => number;
  /** Octets that nobody can guess. */
  readonly randomOctets: (length: number) => Uint8Array;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Called when what lists or rules say may have changed; done when that holds. `rules` = lists are the same, nothing waits for them. */
  readonly policyChanged: (what?: "rules") => void | Promise<void>;
  readonly examine: (path: string, format: ListFormat) => Promise<ListReport>;
  readonly log: Log;
}

/** The services of the control side. */
export interface Control
  extends Household, LocalNames, BoxTime, Pick<Network, "neighbours" | "machines" | "scan"> {
  readonly databases: Readonly<Record<StoredDatabase["name"], StoredDatabase>>;
  readonly alerts: Alerts;
  readonly audit: AuditLog;
  readonly exports: Exports;
  readonly watch: Watch;
  readonly lists: ListService;
  readonly rules: RuleService;
  readonly choices: ChoiceService;
  readonly tunnels: TunnelService;
  readonly scopes: Scopes;
  readonly journal: Journal;
  readonly statistics: Statistics;
  /** Who asks; they are known once household and network are open. */
  readonly askers: LateAskers;
  readonly copies: DailyCopies;
  /** Which addresses asked for names lately. */
  readonly dnsClients: DnsClients;
  readonly feed: Feed;
  /** Writes what waits and closes the databases. */
  close(): Promise<void>;
}

/** Opens the databases and makes the services. */
export async function openControl(deps: ControlDeps): Promise<Control> {
  const { dataDir, settings, log, now, after } = deps;
  const early = earlyAlerts();
  const [box, journalDb, stats] = await openDatabases(deps, early.raise);
  const events = openEvents({ db: box, settings: () => settings.values, now, after, log });
  const { raise } = events.alerts;
  early.pass(raise);
  await attachSettings(deps, box);
  const insight = await openInsight(deps, journalDb, stats), { journal, statistics } = insight;
  const lists = listService(deps, box), rules = ruleService(deps, box), askers = new LateAskers();
  const tunnels = tunnelService(deps, box, { askers, raise });
  const exports = openExports({
    ...deps,
    db: box,
    ...events,
    settings: () => settings.values,
    called: calledBy(askers),
  });
  const pauses = () => chosen.choices.pauses(),
    machineOf: MachineOf = (mac) => network.machines.factsOf(mac);
  const household = boxHousehold(deps, box, { raise, pauses, machineOf }),
    chosen = openChoices(deps, box, household);
  followMerges(household, [journal, statistics], log);
  const namesChanged = () => void deps.policyChanged();
  const network = boxNetwork({ ...deps, db: box, household, askers, raise, namesChanged }),
    { machines } = network;
  const deviceAt = (address: string) => askers.deviceAt(address), { choices } = chosen;
  const found = { household, network, choices, lists, deviceAt, machineOf };
  const time = boxTime({ ...deps, ...events, ...found, box, stats, raise });
  const others = [tunnels, machines, time.usage, time.timeSpent, time.bypass];
  const feed = boxFeed({ ...deps, ...insight, ...network, askers, lists, others });
  // What lists are about is known before the first query is journalled: some names are left out for it.
  await lists.contents().catch(() => {});
  const control: Control = {
    ...household,
    ...chosen,
    databases: { box, journal: journalDb, stats },
    ...events,
    exports,
    watch: new Watch({
      lists,
      resolver: deps.resolver,
      freeOctets: () => freeOctets(dataDir),
      dataDir,
      raise,
      now,
    }),
    lists,
    rules,
    tunnels,
    ...network,
    ...insight,
    askers,
    ...time,
    copies: new DailyCopies(box, `${dataDir}/copies`, now),
    feed,
    close: () => closeAll(control, network),
  };
  return control;
}

/** Ends what waits for something, writes what waits to be written, and closes the databases last. */
async function closeAll(control: Control, network: Pick<Network, "close">): Promise<void> {
  const { rules, choices, tunnels, exports, journal, statistics, alerts, audit, databases } =
    control;
  rules.close();
  choices.close();
  control.feed.pass();
  await Promise.all([control.closeTime(), network.close()]);
  await tunnels.flush();
  await exports.close();
  await Promise.allSettled([journal.flush(), statistics.flush(), alerts.close(), audit.close()]);
  await Promise.allSettled(Object.values(databases).map((one) => one.close()));
}

/** What is known of questions. */
async function openInsight(
  { settings, now, after, log: tell }: ControlDeps,
  journalDb: StoredDatabase,
  stats: StoredDatabase,
): Promise<Pick<Control, "journal" | "statistics" | "dnsClients">> {
  const common = { now, tell, after, settings: () => settings.values };
  const journal = new Journal({ ...common, database: journalDb });
  await journal.begin();
  return {
    journal,
    statistics: new Statistics({ ...common, database: stats }),
    dnsClients: new DnsClients(),
  };
}

async function attachSettings({ settings, log }: ControlDeps, db: StoredDatabase): Promise<void> {
  await settings.attach(db).catch((error) =>
    log("error", `The saved settings cannot be read, their copy holds: ${error.message}`)
  );
}

/** What a device asked that was merged into another becomes what the other asked. */
function followMerges(
  { devices }: Household,
  kept: readonly Pick<Journal, "moveDevice">[],
  log: Log,
): void {
  devices.onChange(({ moved }) => {
    if (moved === undefined) return;
    Promise.all(kept.map((one) => one.moveDevice(moved.from, moved.into))).catch((error: Error) =>
      log("warn", `What a merged device asked before stays apart: ${error.message}`)
    );
  });
}

/** Free octets of the disk that holds a folder. */
async function freeOctets(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function listService(deps: ControlDeps, db: StoredDatabase): ListService {
  const { dataDir, settings, log, now } = deps;
  return new ListService({
    db,
    dataDir,
    offered: (id) => OFFERED.find((list) => list.id === id),
    examine: deps.examine,
    changed: deps.policyChanged,
    log,
    now,
    random: deps.random,
    refreshHours: () => settings.values.list_refresh_hours,
    fetch: {
      lookup: (host) => lookup(deps.resolver, host),
      allowPrivate: () => settings.values.lists_allow_private,
    },
  });
}

function tunnelService(
  { settings, now, log, policyChanged }: ControlDeps,
  db: StoredDatabase,
  { askers, raise }: { readonly askers: LateAskers; readonly raise: Raise },
): TunnelService {
  return new TunnelService({
    ...{ db, now, raise, log },
    detection: () => settings.values.tunnel_detection,
    deviceAt: (address) => askers.deviceAt(address),
    caught: () => policyChanged("rules"),
  });
}

function ruleService(
  { settings, now, after, policyChanged }: ControlDeps,
  db: StoredDatabase,
): RuleService {
  return new RuleService({
    db,
    now,
    after,
    protectedNames: untouchable(settings),
    ended: () => void policyChanged(),
  });
}

/** What scopes chose, and the scopes themselves. */
function openChoices(
  { settings, now, after, policyChanged }: ControlDeps,
  db: StoredDatabase,
  { household, devices }: Household,
): Pick<Control, "choices" | "scopes"> {
  const ended = () => void policyChanged("rules"), protectedNames = untouchable(settings);
  return {
    choices: new ChoiceService({ db, now, after, protectedNames, ended }),
    scopes: new Scopes(household, (id) => devices.byId(id)?.label),
  };
}

/** Names that no rule and no service may take away. */
function untouchable(settings: BoxSettings): () => readonly string[] {
  return () => [...ownNames(settings.resolver([])), ...upstreamHosts(settings)];
}

/** The household; `machineOf` is asked once the network is open. */
function boxHousehold(
  deps: ControlDeps,
  db: StoredDatabase,
  { raise, pauses, machineOf }: {
    readonly raise: Raise;
    readonly pauses: () => Promise<readonly PauseRow[]>;
    readonly machineOf: MachineOf;
  },
): Household {
  const { settings, interfaces, policyChanged, now, log } = deps;
  const opened = openHousehold({
    ...{ db, raise, machineOf, now, log },
    own: () => ({
      macs: interfaces().map(({ mac }) => mac ?? ""),
      addresses: interfaces().map(({ address }) => address),
    }),
    holdsNew: () => settings.values.quarantine_new_devices,
    pauses,
    changed: () => void policyChanged(),
  });
  db.whenReplaced(() => {
    const failed = ({ message }: Error) =>
      log("warn", `The household of the database before holds on: ${message}`);
    opened.household.reload().then(() => policyChanged("rules")).catch(failed);
  });
  return opened;
}

async function openDatabases(
  { dataDir, storeUrl, log }: ControlDeps,
  raise: Raise,
): Promise<StoredDatabase[]> {
  // What is counted and journalled waits in memory for its turn, so both files share one thread.
  const shared = new StoreThread(storeUrl);
  const open = (name: StoredDatabase["name"]) =>
    openDatabase({
      name,
      path: `${dataDir}/${name}.db`,
      workerUrl: name === "box" ? storeUrl : shared,
      tell: (level, text, trouble) => {
        log(level, text);
        if (trouble !== undefined) raise({ kind: `database.${trouble}`, name, detail: text });
      },
      ...(name === "box" ? { copies: `${dataDir}/copies` } : {}),
    });
  return await Promise.all([open("box"), open("journal"), open("stats")]);
}
