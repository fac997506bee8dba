/**
 * What stands behind the answers, composed from top to bottom: policy, databases, tasks, API and pages. It is most of the program;
 * serve.ts loads it once names are answered (DESIGN 1, 2).
 */
import { boxAccounts } from "./api/accounts/open.ts";
import { boxFactors } from "./api/accounts/factors/open.ts";
import type { Raise } from "./api/events/alert_kinds.ts";
import { boxBlockPage } from "./api/box_block_page.ts";
import { openDnsServices } from "./api/box_dns_services.ts";
import { boxFeatures } from "./api/box_features.ts";
import { boxPublisher, hostsFileMark } from "./api/box_publisher.ts";
import { boxRedirect } from "./api/box_redirect.ts";
import type { BoxSettings } from "./api/box_settings.ts";
import { compileLists, type CompileRequest } from "./api/compiler.ts";
import { type Control, openControl } from "./api/control.ts";
import type { DataDirectory } from "./api/data_directory.ts";
import type { Ending } from "./api/ending.ts";
import { ROUTES } from "./api/features/list.ts";
import { commandOf, greeting } from "./api/greeting.ts";
import { boxServices } from "./api/http/box_services.ts";
import { serveApi } from "./api/http/serve.ts";
import { openHttps } from "./api/https.ts";
import {
  addressesOf,
  type InterfaceAddress,
  networksByInterface,
  whenChanged,
} from "./api/interfaces.ts";
import type { Log } from "./api/log.ts";
import { MACHINE_CLOCK, timeInFile } from "./api/machine_clock.ts";
import { memory } from "./api/memory.ts";
import { certifiedNames } from "./api/own_names.ts";
import { partLoader } from "./api/part_loader.ts";
import { BETA, plans } from "./api/plan.ts";
import { listenAddresses } from "./api/settings/listen.ts";
import type { KeptSnapshot } from "./api/snapshot_store.ts";
import { TimeKnown } from "./api/time_known.ts";
import { totalsOf } from "./api/totals.ts";
import { parseHostsFile } from "./resolver/answers/hosts_file.ts";
import { BlockMemory } from "./resolver/block_memory.ts";
import { JournalReader } from "./resolver/journal_reader.ts";
import type { StartedResolver } from "./resolver/start.ts";
import { taskList } from "./tasks/list.ts";
import { Scheduler } from "./tasks/scheduler.ts";

/** What everything of a box is composed with. */
export interface World {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
  readonly random: () => number;
  readonly randomOctets: (size: number) => Uint8Array<ArrayBuffer>;
  /** Runs something after some milliseconds; the function given back calls it off. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly interfaces: () => readonly InterfaceAddress[];
  /** CIDR of the networks that the machine is on. */
  readonly networks: () => readonly string[];
  /** The address of a module that is loaded when it is needed, or runs in a thread. */
  readonly part: (path: string) => URL;
  readonly log: Log;
  /** What was logged as a warning or worse. */
  readonly warnings: readonly string[];
  readonly stderr: (text: string) => void;
}

/** A box whose data directory is open. */
interface OpenedBox extends World {
  readonly directory: DataDirectory;
  readonly settings: BoxSettings;
}

/** The policy of a box, from what its snapshot file kept; without any, one is made of the starter list. */
export async function openPolicy(box: OpenedBox & { readonly kept: KeptSnapshot }) {
  const { directory, settings, interfaces, part, now, log } = box;
  let control: Control | undefined = undefined;
  const compile = (request: CompileRequest) =>
    compileLists(request, { workerUrl: part("api/compiler_thread") });
  const made = { directory, settings, interfaces, compile, parseHosts: parseHostsFile, log };
  const publisher = boxPublisher({ ...made, control: () => control, now });
  const raise: Raise = (alert) => control?.alerts.raise(alert);
  const failed = ({ message: detail }: Error) => {
    log("error", `The policy in force stays: ${detail}`);
    raise({ kind: "policy.failed", detail });
  };
  return {
    begun: await publisher.begin(box.kept),
    publisher,
    raise,
    attach: (resolver: StartedResolver["resolver"]) => publisher.attach(resolver).catch(failed),
    publish: () => publisher.publish().catch(failed),
    publishRules: () => publisher.publishRules().catch(failed),
    /** Has the choices of people in it from now on, and alerts in their hands. */
    controlledBy: (opened: Control) => void (control = opened),
  };
}

/** The policy of a box once it is there. */
export type OpenedPolicy = Awaited<ReturnType<typeof openPolicy>>;

/** A box that answers names. */
export interface AnsweringBox extends OpenedBox, StartedResolver {
  readonly policy: OpenedPolicy;
  /** Names blocked lately (resolver/block_memory.ts). */
  readonly blocked: SharedArrayBuffer;
  /** Unix milliseconds. */
  readonly started: number;
  /** Resolves when the box is told to stop, and tells it to. */
  readonly told: Promise<unknown>;
  readonly stop: (how: Ending) => void;
}

/** Runs the rest of the box until it is told to stop, and ends all of it, the answers too. */
export async function runControlSide(box: AnsweringBox): Promise<void> {
  const { directory, settings, policy, resolver, journals, listening, blocked, told, stop } = box;
  const {
    now,
    monotonic,
    random,
    randomOctets,
    after,
    interfaces,
    networks,
    part,
    log,
    warnings,
    stderr,
  } = box;
  const dataDir = directory.path,
    { secret } = directory,
    { publisher, raise, publish, publishRules } = policy;
  const { http_listen, https_listen, dot_listen, doq_listen } = settings.values;
  const load = partLoader(part);
  let { started } = box;
  const time = new TimeKnown({
    ...{
      machine: MACHINE_CLOCK,
      kept: timeInFile(`${dataDir}/clock`),
      now,
      monotonic,
      after,
      raise,
      log,
    },
    trusted: () => settings.values.trust_clock === "always",
  });

  // 1. Databases and the services over them; what the resolver saw runs into journal and statistics.
  const sources = journals.map(({ ring, counters }) => new JournalReader(ring, counters)),
    { examine } = publisher;
  const control = await openControl({
    ...{
      dataDir,
      settings,
      resolver,
      sources,
      interfaces,
      now,
      monotonic,
      random,
      randomOctets,
      after,
      examine,
      log,
    },
    secret,
    storeUrl: part("api/store/thread"),
    timeKnown: () => time.known(),
    policyChanged: (what) => what === "rules" ? publishRules() : publish(),
  });
  policy.controlledBy(control);
  const { feed, audit, alerts } = control, db = control.databases.box;
  const dnsServices = await openDnsServices({
    ...{
      dataDir,
      settings,
      resolver,
      box: db,
      time,
      now,
      monotonic,
      after,
      randomOctets,
      raise,
      log,
    },
    secret,
    certificateUrl: part("api/certificate/thread"),
    acmeUrl: part("api/certificate/acme/thread"),
    policyChanged: publishRules,
  });
  // The addresses of the machine may change: who may ask, and what names of the box and blocked ones are answered with.
  const outside = () => [...networksByInterface(interfaces()).flat(), hostsFileMark(settings)];
  const checkOutside = whenChanged(outside, () => void publish());
  const timers = [setInterval(() => feed.pass(), 200)];
  // A new prefix of the provider is that of every device at once, so that none waits a minute for its answers; 60 us a look.
  const tellNetworks = () => resolver.interfaces(networks());
  timers.push(setInterval(() => (tellNetworks(), checkOutside()), 60_000));
  timers.push(setInterval(whenChanged(networks, tellNetworks), 2000));
  tellNetworks();
  await policy.attach(resolver);
  // Hours are worked out some days ahead (policy/hours/plan.ts), from the time that it is now.
  const hoursAgain = () => void publishRules();
  timers.push(setInterval(hoursAgain, 6 * 3_600_000));
  const { hours } = control;
  time.whenSet(async ({ by, since }) => {
    started += by;
    const failed = ({ message }: Error) =>
      log("warn", `Cuts of before the clock was set may end too soon: ${message}`);
    await hours.shift(by, since).catch(failed);
  });
  time.whenKnown(() => void alerts.acknowledge({ kind: "clock.unknown" }, "").catch(() => {}));
  time.whenChanged(hoursAgain);

  // 2. Tasks; the API on the local socket and over plain HTTP.
  const restart = () => stop("restart");
  const features = boxFeatures({
    ...{ settings, control, dataDir, resolver, restart, randomOctets, now, after, log },
    isLocal: (name) => publisher.isLocal(name),
    policyVersion: () => publisher.state().version,
  });
  const workerUrl = part("api/accounts/password_thread");
  const factors = boxFactors({ db, secret, settings, randomOctets, now, log });
  const endedPath = `${dataDir}/ended_sessions`;
  const { people } = control, isPerson = async (id: number) => await people.find(id) !== undefined;
  const accounts = boxAccounts({
    db,
    endedPath,
    workerUrl,
    factors,
    audit,
    isPerson,
    raise: alerts.raise,
    now,
    log,
  });
  db.whenReplaced(() => void accounts.reload().catch(() => {}));
  const tasks = new Scheduler(taskList({ ...control, ...features, accounts, dnsServices }), {
    ...{ now, after, random, tell: log },
    failing: (name, detail) => raise({ kind: "task.failing", name, detail }),
  });
  features.terms.whenAccepted(() => tasks.begin("telemetry.send"));
  tasks.start();
  const totals = () => totalsOf(sources);
  let fingerprint = () => "", listeners = (): readonly string[] => listening;
  const state = () => ({
    ...{
      started,
      dataDir,
      listeners: listeners(),
      warnings,
      policy: publisher.state(),
      timeKnown: time.known(),
    },
    fingerprint: fingerprint(),
    addresses: addressesOf(interfaces()),
  });
  const httpsRedirect = boxRedirect({
    ...{
      settings,
      resolver,
      accounts,
      interfaces,
      now,
      after,
      log,
      dnsClients: control.dnsClients,
    },
    encrypted: dnsServices,
    listeners: () => listeners(),
    policyVersion: () => publisher.state().version,
    authorities: Deno.env.get("SSL_CERT_FILE") ?? "",
    hostname: Deno.hostname,
  });
  const blocking = boxBlockPage({
    ...{
      dataDir,
      settings,
      control,
      thread: part,
      randomOctets,
      now,
      log,
      timeKnown: () => time.known(),
    },
    names: new BlockMemory(blocked, now),
    allowedRanges: () => services.allowedRanges(),
    view: async () =>
      (await load<typeof import("./ui/block_page.ts")>("ui/block_page")).blockPageView,
  });
  const refresh = async () => {
    await Promise.all([api.https?.refresh(), blocking.refresh()]);
    await dnsServices.lookAtOpen();
  };
  const services = boxServices({
    settings,
    control,
    features,
    httpsRedirect,
    dnsServices,
    authority: blocking.authority,
    resolver,
    tasks,
    state,
    totals,
    networks,
    publish: (what) =>
      what === "rules" ? publisher.publishRules() : publisher.publish().then(() => void refresh()),
    accounts,
    factors,
    plan: plans(BETA, () => undefined),
    now,
    log,
  });
  const api = await serveApi({
    routes: ROUTES,
    services,
    pages: async () => {
      const { interfaceOf } = await load<typeof import("./ui/loader.ts")>("ui/loader");
      // Reading its code took much that its pages do not need.
      memory.giveBack();
      return interfaceOf(ROUTES, services);
    },
    socketPath: `${dataDir}/box.sock`,
    http: listenAddresses(http_listen),
    blockPage: blocking.page,
    https: (answer) =>
      openHttps({
        ...{
          dataDir,
          thread: part,
          now,
          after,
          log,
          names: () => certifiedNames(settings),
          ranges: services.allowedRanges,
        },
        addresses: {
          https: listenAddresses(https_listen),
          tls: listenAddresses(dot_listen),
          quic: listenAddresses(doq_listen),
        },
        ...{ resolver, encrypted: dnsServices, blocked },
        offered: () => ({
          tls: settings.values.dns_over_tls,
          https: settings.values.dns_over_https,
          quic: settings.values.dns_over_quic,
        }),
        ownAddresses: () => addressesOf(interfaces()),
        own: services.hostNames,
      }, answer),
  });
  fingerprint = () => api.https?.fingerprint() ?? "";
  if (api.https !== undefined) blocking.follow(api.https.front);
  void blocking.refresh();
  timers.push(setInterval(() => void refresh(), 60_000));
  api.errors.forEach((error) => log("error", error));
  listeners = () => [...listening, ...api.listeners];
  void dnsServices.openedBy(listeners);
  void httpsRedirect.begin();
  const unfinished = !await accounts.isFinished().catch(() => true);
  stderr(
    greeting({
      listeners: listeners(),
      dataDir,
      interfaces: interfaces(),
      encrypted: dnsServices.encrypted(),
      fingerprint: fingerprint(),
      unfinished,
      command: commandOf(import.meta.url, Deno.version.deno),
    }),
  );
  // What a start alone needed.
  memory.giveBack();
  timers.push(setInterval(() => memory.look(), 1000));

  // 3. Until it is told to stop: what was accepted is written before the end.
  await told;
  await Promise.all([api.close(), tasks.stop(), dnsServices.close()]);
  await accounts.close();
  await resolver.stop();
  timers.forEach(clearInterval);
  time.close();
  httpsRedirect.close();
  await control.close();
}
