/**
 * What watches the queries of devices: tunnels, look-alikes, spyware, beacons, and the names that
 * restricted devices use.
 */
import { findService } from "../../policy/catalogue/services.ts";
import type { Alerts } from "../events/alerts.ts";
import { TermsService } from "../features/box/terms/service.ts";
import type { Household } from "../features/household/open.ts";
import { type ClientDirectory, usersOf } from "../features/insight/client_directory.ts";
import type { Statistics } from "../features/insight/statistics/service.ts";
import { reportedChoice } from "../features/insight/stored_query.ts";
import { fetchList } from "../features/protection/lists/fetch.ts";
import type { ListService } from "../features/protection/lists/service.ts";
import { DomainAges } from "../features/protection/lookalikes/ages.ts";
import { LookalikeService } from "../features/protection/lookalikes/service.ts";
import { LookalikeTables } from "../features/protection/lookalikes/table.ts";
import { RestrictService } from "../features/protection/restricted/service.ts";
import { ThreatMonitor } from "../features/protection/threats/monitor.ts";
import { SpywareList } from "../features/protection/threats/spyware_list.ts";
import { TrafficMonitor } from "../features/protection/threats/traffic.ts";
import { TunnelService } from "../features/protection/tunnels/service.ts";
import { lookup } from "../system/lookup.ts";
import { offsetOf } from "../system/zone_offset.ts";
import type { Core } from "./core.ts";

/** What the detection reads. */
export interface DetectionDeps {
  readonly alerts: Alerts;
  readonly clients: ClientDirectory;
  readonly household: Household;
  readonly lists: ListService;
  readonly statistics: Statistics;
}

/** The services of detection. */
export interface Detection {
  readonly tunnels: TunnelService;
  readonly threats: ThreatMonitor;
  readonly traffic: TrafficMonitor;
  readonly lookalikes: LookalikeService;
  readonly restricted: RestrictService;
  readonly spywareList: SpywareList;
  /** Writes pending data. */
  readonly closeDetection: () => Promise<void>;
}

/** Creates the services, and opens the list of spyware. */
export async function createDetection(core: Core, deps: DetectionDeps): Promise<Detection> {
  const { clients } = deps;
  const tunnels = createTunnels(core, clients);
  const spywareList = await createSpywareList(core);
  const ages = createAges(core);
  const restricted = createRestricted(core, deps);

  return {
    tunnels,
    threats: createThreatMonitor(core, clients, spywareList),
    traffic: createTrafficMonitor(core, ages, deps),
    lookalikes: createLookalikes(core, ages, deps),
    restricted,
    spywareList,
    async closeDetection() {
      await tunnels.flush();
      await restricted.flush().catch(({ message }: Error) =>
        core.runtime.log("warn", `Names that devices learned could not be written: ${message}`)
      );
    },
  };
}

function createTunnels(core: Core, clients: ClientDirectory): TunnelService {
  const { runtime, settings, databases, events } = core;
  return new TunnelService({
    runtime,
    db: databases.box,
    raise: events.raise,
    detection: () => settings.values.tunnel_detection,
    deviceAt: (address) => clients.deviceAt(address),
    caught: () => events.policyChanged("rules"),
  });
}

/** The monitor of spyware and of programs for remote access. */
function createThreatMonitor(
  { settings, events }: Core,
  clients: ClientDirectory,
  spywareList: SpywareList,
): ThreatMonitor {
  return new ThreatMonitor({
    raise: events.raise,
    deviceAt: (address) => clients.deviceAt(address),
    peopleOf: (device) => usersOf(clients, device),
    findSpyware: (name) => spywareList.find(name),
    tellsRemoteTools: () => settings.values.remote_tools,
  });
}

function createRestricted(
  core: Core,
  { household: { household }, clients }: DetectionDeps,
): RestrictService {
  const { runtime, settings, databases, events, resolver, timeKnown } = core;
  const restricted = new RestrictService({
    db: databases.box,
    runtime,
    household,
    resolver,
    settings: () => settings.resolver([]),
    deviceAt: (address) => clients.deviceAt(address),
    timeKnown,
    offset: offsetOf(settings.started.time_zone),
    raise: events.raise,
    changed: () => events.policyChanged("rules"),
  });
  databases.box.whenReplaced(() => restricted.reload());
  return restricted;
}

/** The ages of domains that the online service knows. */
function createAges(core: Core): DomainAges {
  const { runtime, settings, databases, timeKnown } = core;
  return new DomainAges({
    tables: new LookalikeTables(databases.box),
    cloud: core.cloud,
    asks: () => settings.values.lookalike_ask,
    timeKnown,
    runtime,
  });
}

/** The monitor of beacons and of random names. */
function createTrafficMonitor(
  { settings, events }: Core,
  ages: DomainAges,
  { clients, lists }: DetectionDeps,
): TrafficMonitor {
  const categories = {
    categoryOfList: (id: number) => lists.categoryOf(id),
    categoryOfService: (id: string) => findService(id)?.category ?? "",
  };
  return new TrafficMonitor({
    raise: events.raise,
    ageOf: async (domain) => (await ages.find(domain, "beacon")).days,
    deviceAt: (address) => clients.deviceAt(address),
    tellsBeacons: () => settings.values.beacons && ages.isOn,
    categoryOf: (seen) => reportedChoice(seen, categories).category,
  });
}

/** The look-alikes, with the ages that the online service knows. */
function createLookalikes(
  core: Core,
  ages: DomainAges,
  { alerts, clients, statistics }: DetectionDeps,
): LookalikeService {
  const { runtime, settings, databases, events, resolver } = core;
  return new LookalikeService({
    tables: new LookalikeTables(databases.box),
    ages,
    resolver,
    alerts,
    settings: () => settings.resolver([]),
    mostAsked: (kind) => statistics.mostAsked(kind, "month"),
    deviceAt: (address) => clients.deviceAt(address),
    raise: events.raise,
    changed: () => events.policyChanged("rules"),
    runtime,
  });
}

/** The servers of spyware, with those that were downloaded. */
async function createSpywareList(core: Core): Promise<SpywareList> {
  const { dataDir, runtime, settings, databases, resolver, events } = core;
  const terms = new TermsService({ db: databases.box, runtime });
  const list = new SpywareList({
    dataDir,
    url: () => settings.values.spyware_url,
    accepted: () => terms.inForce(),
    timeKnown: core.timeKnown,
    download: (url, validators, path, rewrite) =>
      fetchList(url, validators, path, {
        lookup: (host) => lookup(resolver, host),
        allowPrivate: () => settings.values.lists_allow_private,
        transport: core.transport("spyware_list"),
        rewrite,
      }),
    raise: events.raise,
    changed: () => events.policyChanged("rules"),
    runtime,
  });
  await list.open();
  return list;
}
