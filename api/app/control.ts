/**
 * The services of the control plane, beside a resolver that is already running: databases,
 * household, lists, journal, statistics. When any of them fails, the resolver continues to answer.
 */
import { offsetOf } from "../system/zone_offset.ts";
import { LIST_CATALOGUE } from "../../policy/catalogue/lists.ts";
import type { Inspection } from "../../policy/decide/inspection.ts";
import type { ListFormat } from "../../policy/model/rule.ts";
import { answeredNames } from "../../policy/snapshot/local_index.ts";
import { formatScope } from "../../policy/model/scope.ts";
import type { ListReport } from "../../policy/snapshot/report.ts";
import type { ResolverHandle } from "../../resolver/protocol.ts";
import type { InspectRequest } from "../publish/compiler.ts";
import { createCloud } from "./cloud.ts";
import { createClientDirectory, exportCallers } from "./client_directory.ts";
import type { Core, CoreEvents, Databases } from "./core.ts";
import { openDatabases } from "./databases.ts";
import { createDetection, type Detection } from "./detection.ts";
import { createObservationPump } from "./observation_pump.ts";
import { createLocalNames, createNetwork } from "./network.ts";
import { type BoxTime, createTime } from "./time.ts";
import type { BoxSettings } from "../settings/box_settings.ts";
import type { Alerts } from "../events/alerts.ts";
import type { AuditLog } from "../events/audit_log.ts";
import type { Exports } from "../events/export/service.ts";
import { HealthCheck } from "../events/health_check.ts";
import type { AlertQueue } from "../events/alert_queue.ts";
import { openEvents, openExports } from "../events/open.ts";
import { DailyCopies } from "../features/box/copies/service.ts";
import type { FeedSource, ObservationPump } from "../features/insight/observation_pump.ts";
import { Journal } from "../features/insight/journal/service.ts";
import type { ClientDirectory } from "../features/insight/client_directory.ts";
import { DnsClients } from "../features/network/https_redirect/dns_clients.ts";
import { Statistics } from "../features/insight/statistics/service.ts";
import { type CatalogueList, ListService } from "../features/protection/lists/service.ts";
import type { LocalNames } from "../features/network/records/open.ts";
import { httpTransport } from "../features/protection/lists/transport.ts";
import { MACHINE_NETWORK, type NetworkAccess } from "../features/network/network_access.ts";
import { ScopeUpstreams } from "../features/network/upstreams/service.ts";
import { type Network, openPresence, type Presence } from "../features/network/open.ts";
import { ChoiceService } from "../features/protection/choices/service.ts";
import { RuleEffects } from "../features/protection/rules/effect.ts";
import { RuleService } from "../features/protection/rules/service.ts";
import { type Household, openHousehold } from "../features/household/open.ts";
import { freeBytes } from "../system/free_space.ts";
import type { Runtime } from "../system/runtime.ts";
import { lookup } from "../system/lookup.ts";
import { ownChoices } from "../features/household/scoped.ts";
import { Scopes } from "../features/household/scopes.ts";
import type { StoredDatabase } from "../store/open.ts";
import { upstreamHosts } from "./upstream_hosts.ts";

/** The lists of the catalogue in the form for subscribing. */
export const OFFERED: readonly CatalogueList[] = LIST_CATALOGUE.map((list) => ({
  ...list,
  kind: list.category === "allow" ? "allow" : "block",
}));

/** Dependencies of the control plane. */
export interface ControlDeps {
  readonly dataDir: string;
  /** The secret of the data directory. */
  readonly secret: Uint8Array;
  readonly runtime: Runtime;
  readonly settings: BoxSettings;
  readonly resolver: ResolverHandle;
  /** The sources of the resolver's observations. */
  readonly sources: readonly FeedSource[];
  /** Alerts raised before the database is open. */
  readonly alertQueue: AlertQueue;
  /** Whether the time of day is known (api/system/time_known.ts). */
  readonly timeKnown: () => boolean;
  readonly policyChanged: CoreEvents["policyChanged"];
  /** Reports how each line of a list is used. */
  readonly examine: (path: string, format: ListFormat) => Promise<ListReport>;
  /** Reads a list in a separate thread, and reports which popular names it would block. */
  readonly inspect: (request: InspectRequest) => Promise<Inspection>;
  /** Returns the hardware address of an IP address; absent = from the neighbour tables. */
  readonly macOf?: (address: string) => string | undefined;
  /** The opened databases; absent = those of the data directory are opened in their threads. */
  readonly databases?: Databases;
  /** Absent = the network stack of this machine. */
  readonly access?: NetworkAccess;
  /** HTTP to a destination; absent = to the addresses that the resolver names. */
  readonly transport?: typeof httpTransport;
}

/** The services of the control plane. */
export interface Control
  extends
    Household,
    LocalNames,
    BoxTime,
    Pick<Network, "neighbours" | "machines" | "scan">,
    Pick<Detection, "tunnels" | "lookalikes" | "restricted" | "spywareList"> {
  /** The common dependencies of the parts of the control plane. */
  readonly core: Core;
  readonly alerts: Alerts;
  readonly audit: AuditLog;
  readonly exports: Exports;
  readonly watch: HealthCheck;
  readonly lists: ListService;
  readonly rules: RuleService;
  readonly ruleEffects: RuleEffects;
  readonly choices: ChoiceService;
  readonly scopeUpstreams: ScopeUpstreams;
  readonly scopes: Scopes;
  readonly journal: Journal;
  readonly statistics: Statistics;
  /** The devices, people and groups behind addresses. */
  readonly askers: ClientDirectory;
  readonly copies: DailyCopies;
  /** The addresses that recently sent queries. */
  readonly dnsClients: DnsClients;
  readonly feed: ObservationPump;
  /** Writes pending data and closes the databases. */
  close(): Promise<void>;
}

/** Opens the databases and creates the services, each from those above it. */
export async function openControl(deps: ControlDeps): Promise<Control> {
  const { dataDir, runtime, settings, resolver, access = MACHINE_NETWORK } = deps;
  const databases = deps.databases ?? await openDatabases(deps);
  const events = openEvents({ runtime, db: databases.box, settings: () => settings.values });
  const { raise } = events.alerts;
  deps.alertQueue.forwardTo(raise);
  await attachSettings(deps, databases.box);

  const core: Core = {
    dataDir,
    secret: deps.secret,
    runtime,
    settings,
    databases,
    resolver,
    cloud: createCloud({ dataDir, settings, resolver, runtime }),
    access,
    transport: deps.transport ?? httpTransport,
    events: { raise, policyChanged: deps.policyChanged },
    timeKnown: deps.timeKnown,
    role: () => "primary",
  };
  const insight = await createInsight(core);
  const presence = openPresence({ runtime, access, raise });
  const lists = createLists(core, deps);
  const scopeUpstreams = new ScopeUpstreams({ db: databases.box, runtime });
  const rules = createRules(core, scopeUpstreams);
  const choices = createChoices(core, scopeUpstreams);
  const household = createHousehold(core, presence, choices);
  followHousehold(household, rules);
  const scopes = new Scopes(household.household, (id) => household.devices.byId(id)?.label);
  const ruleEffects = new RuleEffects({
    resolver,
    household: household.household,
    ownChoices: () => ownChoices(databases.box),
    rules: () => rules.forSnapshot(),
    runtime,
  });
  const network = createNetwork(core, presence, household);
  const names = createLocalNames(core, household, network);
  const clients = createClientDirectory(
    household,
    deps.macOf ?? ((address) => network.machines.macOf(address)),
  );
  const exports = openExports({
    ...events,
    runtime,
    resolver,
    secret: deps.secret,
    db: databases.box,
    settings: () => settings.values,
    called: exportCallers(clients),
  });
  followMerges(household, [insight.journal, insight.statistics], runtime.log);
  const time = createTime(core, {
    alerts: events.alerts,
    household,
    presence,
    choices,
    lists,
    clients,
  });
  const detection = await createDetection(core, {
    alerts: events.alerts,
    clients,
    household,
    lists,
    statistics: insight.statistics,
  });
  const others = [
    detection.tunnels,
    detection.threats,
    detection.traffic,
    detection.restricted,
    detection.lookalikes,
    network.machines,
    time.usage,
    time.timeSpent,
    time.bypass,
  ];
  const feed = createObservationPump(core, {
    ...insight,
    presence,
    clients,
    lists,
    others,
    sources: deps.sources,
  });
  const watch = new HealthCheck({
    lists,
    resolver,
    freeBytes: () => freeBytes(dataDir),
    dataDir,
    raise,
    runtime,
  });
  const copies = new DailyCopies(databases.box, `${dataDir}/copies`, runtime.now);

  // The contents of lists are loaded before the first query is recorded, because some names are
  // left out because of them.
  await lists.contents().catch(() => {});

  return {
    ...household,
    ...events,
    ...insight,
    ...names,
    ...network,
    ...time,
    ...detection,
    core,
    lists,
    rules,
    ruleEffects,
    choices,
    scopes,
    scopeUpstreams,
    exports,
    askers: clients,
    watch,
    copies,
    feed,
    // Ends waiting calls, writes pending data, and closes the databases last.
    async close() {
      const { alerts, audit } = events;
      const { journal, statistics } = insight;
      rules.close();
      choices.close();
      feed.drain();
      names.deviceNames.close();
      await Promise.all([time.closeTime(), network.close()]);
      await detection.closeDetection();
      await exports.close();
      await Promise.allSettled([
        journal.flush(),
        statistics.flush(),
        alerts.close(),
        audit.close(),
      ]);
      await Promise.allSettled(Object.values(databases).map((one) => one.close()));
    },
  };
}

/** The journal and the statistics of queries. */
async function createInsight(
  { runtime, settings, databases }: Core,
): Promise<Pick<Control, "journal" | "statistics" | "dnsClients">> {
  const common = { runtime, settings: () => settings.values };
  const journal = new Journal({ ...common, database: databases.journal });
  await journal.begin();
  return {
    journal,
    statistics: new Statistics({ ...common, database: databases.stats }),
    dnsClients: new DnsClients(),
  };
}

async function attachSettings(
  { settings, runtime }: ControlDeps,
  db: StoredDatabase,
): Promise<void> {
  await settings.attach(db).catch((error: Error) =>
    runtime.log("error", `Could not read the saved settings, using their copy: ${error.message}`)
  );
}

/** Moves the queries of a device to the device that it was merged into. */
function followMerges(
  { devices }: Household,
  kept: readonly Pick<Journal, "moveDevice">[],
  log: Runtime["log"],
): void {
  devices.onChange(({ moved }) => {
    if (moved === undefined) return;
    Promise.all(kept.map((one) => one.moveDevice(moved.from, moved.into))).catch((error: Error) =>
      log("warn", `The queries of a merged device stay separate: ${error.message}`)
    );
  });
}

/** Forgets the rules that were removed with their person, group or device. */
function followHousehold({ household }: Household, rules: RuleService): void {
  household.onChange(({ gone = {}, moved }) => {
    if (moved !== undefined) return rules.reload();
    const ended = SCOPE_KINDS.flatMap(([kind, members]) =>
      (gone[members] ?? []).map((id) => formatScope(kind, id))
    );
    if (ended.length > 0) rules.forget(new Set(ended));
  });
}

const SCOPE_KINDS = [["person", "people"], ["group", "groups"], ["device", "devices"]] as const;

function createLists(
  core: Core,
  { examine, inspect }: Pick<ControlDeps, "examine" | "inspect">,
): ListService {
  const { dataDir, runtime, settings, databases, resolver, events } = core;
  return new ListService({
    runtime,
    db: databases.box,
    dataDir,
    offered: (id) => OFFERED.find((list) => list.id === id),
    examine,
    inspect,
    changed: events.policyChanged,
    offset: offsetOf(settings.started.time_zone),
    refreshHours: () => settings.values.list_refresh_hours,
    fetch: {
      lookup: (host) => lookup(resolver, host),
      allowPrivate: () => settings.values.lists_allow_private,
      transport: core.transport("lists"),
    },
  });
}

function createRules(
  { runtime, settings, databases, events, resolver }: Core,
  upstreams: ScopeUpstreams,
): RuleService {
  const rules = new RuleService({
    runtime,
    db: databases.box,
    protectedNames: protectedNames(settings, upstreams),
    answersItself: (names) => resolver.answersItself(names).catch(() => names.map(() => false)),
    ended: () => void events.policyChanged(),
  });
  databases.box.whenReplaced(() => rules.reload());
  return rules;
}

/** The choices of scopes. */
function createChoices(
  { runtime, settings, databases, events }: Core,
  upstreams: ScopeUpstreams,
): ChoiceService {
  return new ChoiceService({
    runtime,
    db: databases.box,
    protectedNames: protectedNames(settings, upstreams),
    ended: () => void events.policyChanged("rules"),
  });
}

/** Names that no rule and no service may block. */
function protectedNames(
  settings: BoxSettings,
  upstreams: ScopeUpstreams,
): () => readonly string[] {
  return () => [
    ...answeredNames(settings.resolver([])),
    ...upstreamHosts(settings, upstreams.knownLines),
  ];
}

/** The household, over the known machines. */
function createHousehold(core: Core, { known }: Presence, choices: ChoiceService): Household {
  const { runtime, settings, databases, events } = core;
  const { interfaces, log } = runtime;
  const opened = openHousehold({
    runtime,
    db: databases.box,
    raise: events.raise,
    machineOf: (mac) => known.factsOf(mac),
    own: () => ({
      macs: interfaces().map(({ mac }) => mac ?? ""),
      addresses: interfaces().map(({ address }) => address),
    }),
    newDevices: () => settings.values.new_devices,
    pauses: () => choices.pauses(),
    changed: () => void events.policyChanged(),
  });

  databases.box.whenReplaced(() => {
    const onFailure = ({ message }: Error) =>
      log("warn", `The household of the replaced database stays in force: ${message}`);
    opened.household.reload().then(() => events.policyChanged("rules")).catch(onFailure);
  });
  return opened;
}
