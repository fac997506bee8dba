/**
 * The control plane, composed from top to bottom: policy, databases, features, accounts, tasks, API
 * and pages. It is most of the program; api/app/serve.ts loads it once the resolver answers.
 */
import { type Account, canSignIn } from "../accounts/account.ts";
import { createAccounts } from "../accounts/open.ts";
import { createFactors } from "../accounts/factors/open.ts";
import type { AlertQueue } from "../events/alert_queue.ts";
import { type NoticeAccount, NoticeMail } from "../events/export/notice_mail.ts";
import { createBlockPage } from "./block_page.ts";
import { openDnsServices } from "./dns_services.ts";
import { createFeatures } from "./features.ts";
import { maskOldAddresses } from "./old_addresses.ts";
import { createBoxPublisher, hostsFileVersion } from "./publisher.ts";
import { createHttpsRedirect } from "./redirect.ts";
import type { BoxSettings } from "../settings/box_settings.ts";
import { compileLists, type CompileRequest, inspectInThread } from "../publish/compiler.ts";
import { openControl } from "./control.ts";
import type { DataDirectory } from "../system/data_directory.ts";
import type { ShutdownKind } from "../system/shutdown.ts";
import { ROUTES } from "./routes.ts";
import { commandOf, createGreeting } from "./greeting.ts";
import { createApplication } from "./services.ts";
import { BoxIdentity } from "../features/box/identity/service.ts";
import { serveApi } from "../http/serve.ts";
import { createHttps } from "./https.ts";
import { ListenerRegistry } from "./listener_registry.ts";
import { addressesOf, changeCheck, networksByInterface } from "../system/interfaces.ts";
import { sentence } from "../../policy/model/sentence.ts";
import type { Runtime } from "../system/runtime.ts";
import { MACHINE_CLOCK, timeInFile } from "../system/machine_clock.ts";
import { Nat64Prefixes } from "../system/nat64.ts";
import { memory } from "../system/memory.ts";
import { boxNames, certifiedNames } from "./own_names.ts";
import { createPartLoader } from "../system/part_loader.ts";
import { BETA, plans } from "../schema/plan.ts";
import { listenAddresses } from "../settings/listen.ts";
import type { StartSnapshot } from "../publish/snapshot_store.ts";
import { decodeSettings } from "../../policy/snapshot/snapshot_file.ts";
import { TimeKnown } from "../system/time_known.ts";
import { totalsOf } from "../features/insight/totals.ts";
import { ClientFaults } from "../http/client_faults.ts";
import { parseHostsFile } from "../../resolver/answers/hosts_file.ts";
import { BlockMemory } from "../../resolver/memory/block_memory.ts";
import { JournalReader } from "../../resolver/journal/journal_reader.ts";
import type { RunningResolver } from "../../resolver/threads/start.ts";
import { createTasks } from "../../tasks/list.ts";
import { Scheduler } from "../../tasks/scheduler.ts";

/** A box whose data directory is open. */
interface OpenedBox {
  readonly runtime: Runtime;
  /** Alerts that are raised before the database is open. */
  readonly alertQueue: AlertQueue;
  readonly directory: DataDirectory;
  readonly settings: BoxSettings;
}

/**
 * The policy of a box, from its snapshot file; without one, a policy is compiled from the starter
 * list.
 */
export async function openPolicy(box: OpenedBox & { readonly kept: StartSnapshot }) {
  const { runtime, alertQueue, directory, settings } = box;
  const compile = (request: CompileRequest) =>
    compileLists(request, { workerUrl: runtime.moduleUrl("api/publish/compiler_thread") });
  const publisher = createBoxPublisher({
    directory,
    settings,
    runtime,
    compile,
    parseHosts: parseHostsFile,
  });
  const onFailure = ({ message: detail }: Error) => {
    runtime.log(
      "error",
      sentence`Could not publish the policy, keeping the previous one: ${detail}`,
    );
    alertQueue.raise({ kind: "policy.failed", detail });
  };

  const { snapshot } = box.kept;
  return {
    initial: await publisher.begin(box.kept),
    /** The prefixes of the NAT64 that were known before the start. */
    keptNat64: snapshot === undefined ? [] : decodeSettings(snapshot.sections).nat64Prefixes,
    publisher,
    attach: (resolver: RunningResolver["resolver"]) => publisher.attach(resolver).catch(onFailure),
    publish: () => publisher.publish().catch(onFailure),
    publishRules: () => publisher.publishRules().catch(onFailure),
  };
}

/** The policy of a box. */
export type PolicyStart = Awaited<ReturnType<typeof openPolicy>>;

/** A box whose resolver is running. */
export interface RunningResolverBox extends OpenedBox, RunningResolver {
  readonly policy: PolicyStart;
  /** Recently blocked names (resolver/memory/block_memory.ts). */
  readonly blocked: SharedArrayBuffer;
  /** Unix milliseconds. */
  readonly started: number;
  /** Warnings and errors that were logged. */
  readonly warnings: readonly string[];
  /** Lines of the log that were left out because they repeated. */
  readonly suppressedLines: () => number;
  readonly stderr: (text: string) => void;
  /** Resolves when a shutdown is requested. */
  readonly shutdownRequested: Promise<unknown>;
  readonly shutdown: (how: ShutdownKind) => void;
}

/** Runs the control plane until a shutdown is requested, then closes it and the resolver. */
export async function runControlSide(box: RunningResolverBox): Promise<void> {
  const { runtime, alertQueue, directory, settings, policy } = box;
  const { resolver, journals, listening, blocked } = box;
  const { now, interfaces, networks, moduleUrl, log } = runtime;
  const dataDir = directory.path;
  const { publisher, publish, publishRules } = policy;
  const { http_listen, https_listen, dot_listen, doq_listen } = settings.values;
  const load = createPartLoader(moduleUrl);
  let { started } = box;
  const time = new TimeKnown({
    runtime,
    machine: MACHINE_CLOCK,
    kept: timeInFile(`${dataDir}/clock`),
    raise: alertQueue.raise,
    trusted: () => settings.values.trust_clock === "always",
  });
  const timeKnown = () => time.known();

  // 1. Databases and the services over them; observations of the resolver flow into journal and
  // statistics.
  const sources = journals.map(({ ring, counters }) => new JournalReader(ring, counters));
  const control = await openControl({
    dataDir,
    secret: directory.secret,
    runtime,
    settings,
    resolver,
    sources,
    alertQueue,
    timeKnown,
    policyChanged: (what) => what === "rules" ? publishRules() : publish(),
    examine: publisher.examine,
    inspect: (request) =>
      inspectInThread(request, { workerUrl: moduleUrl("api/publish/compiler_thread") }),
  });
  publisher.connect(control);
  const { core, feed, audit, alerts } = control;
  const { raise } = alerts;

  // Features of the box itself. A restore that a kill interrupted is completed before the
  // certificate is read.
  const policyVersion = () => publisher.state().version;
  const features = createFeatures(core, {
    control,
    threads: resolver,
    restart: () => box.shutdown("restart"),
    isLocal: (name) => publisher.isLocal(name),
    policyVersion,
  });
  const onRestoreFailure = ({ message }: Error) =>
    log("error", `A restore could not be completed: ${message}`);
  await features.restores.begin().catch(onRestoreFailure);
  const dnsServices = await openDnsServices(core, time);
  const identity = new BoxIdentity({
    cloud: core.cloud,
    dnsServices,
    renewMark: () => features.backups.renewMark(),
    notePath: `${dataDir}/tls/new_identity`,
    raise,
    alerts,
    runtime,
  });
  void identity.begin().catch(({ message }: Error) =>
    log("error", `The new identity of the box could not be completed: ${message}`)
  );

  // The addresses of the machine may change: they decide which clients are allowed, which answers
  // lead into the home, and the answers for names of the box.
  const sendNetworks = () => resolver.interfaces(networks());
  const boxNetworks = () => networksByInterface(interfaces()).flat();
  const nat64 = new Nat64Prefixes({
    known: policy.keptNat64,
    resolver,
    monotonic: runtime.monotonic,
    surroundings: () => [...settings.values.upstreams, ...boxNetworks()].join(),
    changed: () => void publish(),
  });
  publisher.nat64(() => nat64.current());
  const publishNetworks = changeCheck(boxNetworks, () => {
    void publish();
    void nat64.look();
  });
  const publishHosts = changeCheck(() => [hostsFileVersion(settings)], () => void publish());
  const timers = [setInterval(() => feed.drain(), 200)];
  timers.push(setInterval(() => {
    sendNetworks();
    publishHosts();
    void nat64.look();
  }, 60_000));
  // A new prefix of the provider applies to every device at once, and a new bridge or tunnel is
  // protected at once, so they are checked every two seconds; a check takes 60 µs.
  const sendChangedNetworks = changeCheck(networks, sendNetworks);
  timers.push(setInterval(() => {
    sendChangedNetworks();
    publishNetworks();
  }, 2000));
  sendNetworks();
  await policy.attach(resolver);

  // Hours are computed some days ahead (policy/hours/plan.ts), from the present time.
  const publishHours = () => void publishRules();
  timers.push(setInterval(publishHours, 6 * 3_600_000));
  time.whenSet(async ({ by, since }) => {
    started += by;
    const onFailure = ({ message }: Error) =>
      log("warn", `Cuts from before the clock was set may end too soon: ${message}`);
    await control.hours.shift(by, since).catch(onFailure);
    await control.restricted.shift(by, since).catch(({ message }: Error) =>
      log("warn", `Learnings from before the clock was set may end too soon: ${message}`)
    );
  });
  time.whenKnown(() => void alerts.acknowledge({ kind: "clock.unknown" }, "").catch(() => {}));
  time.whenChanged(publishHours);

  // 2. Accounts and tasks.
  const db = core.databases.box;
  const factors = createFactors({ runtime, db, secret: core.secret, settings });
  const accounts = createAccounts({
    runtime,
    db,
    endedPath: `${dataDir}/ended_sessions`,
    factors,
    audit,
    people: control.people,
    raise,
  });
  db.whenReplaced(() => void accounts.reload().catch(() => {}));
  const noticeMail = new NoticeMail({
    alerts,
    exports: control.exports,
    accounts: () => accounts.accounts.list().map(noticeAccount),
    box: () => settings.values.box_name,
    runtime,
  });
  const tasks = new Scheduler(
    createTasks({
      ...control,
      ...features,
      accounts,
      dnsServices,
      identity,
    }),
    {
      runtime,
      onFailing: (name, detail) => raise({ kind: "task.failing", name, detail }),
    },
  );
  const afterRestore = async () => {
    if (!await features.restores.takeRestored()) return;
    await control.lists.forgetForeignCopies();
    await tasks.wake("lists.refresh");
  };
  void afterRestore().catch(onRestoreFailure);
  features.terms.whenAccepted(() => {
    features.breaches.begin();
    tasks.begin("telemetry.send");
    tasks.begin("updates.check");
    tasks.begin("stalkerware");
  });
  features.breaches.whenDue(() => void tasks.wake("breaches.check"));
  tasks.start();
  await features.updates.begin().catch(({ message }: Error) =>
    log("warn", `The result of the last update is unknown: ${message}`)
  );

  // 3. The API on the local socket, HTTP and HTTPS; encrypted DNS; the block page.
  const listeners = new ListenerRegistry();
  listeners.add(() => listening);
  const allowedRanges = () => [...settings.values.allowed_ranges, ...networks()];
  const hostNames = () => boxNames(settings, dnsServices.current()?.names ?? [], Deno.hostname());
  const httpsRedirect = createHttpsRedirect(core, {
    accounts,
    dnsClients: control.dnsClients,
    encrypted: dnsServices,
    listeners: () => listeners.texts(),
    policyVersion,
    authorities: Deno.env.get("SSL_CERT_FILE") ?? "",
    hostname: Deno.hostname,
  });
  const blocking = createBlockPage(core, {
    control,
    names: new BlockMemory(blocked, now),
    allowedRanges,
    view: async () =>
      (await load<typeof import("../../ui/block_page.ts")>("ui/block_page")).blockPageView,
  });
  const clientFaults = new ClientFaults();
  const https = createHttps({
    clientFaults,
    dataDir,
    runtime,
    names: () => certifiedNames(settings),
    ranges: allowedRanges,
    addresses: {
      https: listenAddresses(https_listen),
      tls: listenAddresses(dot_listen),
      quic: listenAddresses(doq_listen),
    },
    resolver,
    encrypted: dnsServices,
    blocked,
    offered: () => ({
      tls: settings.values.dns_over_tls,
      https: settings.values.dns_over_https,
      quic: settings.values.dns_over_quic,
    }),
    ownAddresses: () => addressesOf(interfaces()),
    own: hostNames,
    onOpen: (front) => blocking.follow(front),
  });
  const refresh = async () => {
    await Promise.all([https.refresh(), blocking.refresh()]);
    await dnsServices.lookAtOpen();
  };
  const state = () => ({
    started,
    dataDir,
    listeners: listeners.texts(),
    warnings: box.warnings,
    suppressedLines: box.suppressedLines(),
    policy: publisher.state(),
    timeKnown: timeKnown(),
    fingerprint: https.fingerprint(),
    addresses: addressesOf(interfaces()),
  });
  const services = createApplication(core, {
    control,
    features,
    httpsRedirect,
    dnsServices,
    identity,
    authority: blocking.authority,
    tasks,
    state,
    totals: () => totalsOf(sources),
    clientFaults,
    allowedRanges,
    hostNames,
    publish: (what) =>
      what === "rules" ? publisher.publishRules() : publisher.publish().then(() => void refresh()),
    accounts,
    factors,
    plan: plans(BETA, () => undefined),
  });
  const api = await serveApi({
    routes: ROUTES,
    services,
    pages: async () => {
      const { createInterface } = await load<typeof import("../../ui/loader.ts")>("ui/loader");
      // Loading the pages allocates far more than they keep.
      memory.trimMemory();
      return createInterface(ROUTES, services);
    },
    socketPath: `${dataDir}/box.sock`,
    http: listenAddresses(http_listen),
    blockPage: blocking.page,
    https,
  });
  listeners.add(() => api.listeners);
  void blocking.refresh();
  timers.push(setInterval(() => void refresh(), 60_000));
  api.errors.forEach((error) => log("error", error));
  void dnsServices.openedBy(() => listeners.texts());
  void httpsRedirect.begin();
  const upkeep = new AbortController();
  const masking = maskOldAddresses(control.core.databases, upkeep.signal).catch((error: Error) =>
    log("warn", `Addresses of older versions are not masked yet: ${error.message}`)
  );

  box.stderr(
    createGreeting({
      listeners: listeners.texts(),
      dataDir,
      interfaces: interfaces(),
      encrypted: dnsServices.encrypted(),
      fingerprint: https.fingerprint(),
      unfinished: !await accounts.isFinished().catch(() => true),
      command: commandOf(import.meta.url, Deno.version.deno),
    }),
  );
  // Frees the memory that only the start needed.
  memory.trimMemory();
  timers.push(setInterval(() => memory.look(), 1000));

  // 4. Until a shutdown is requested: what was accepted is written before the end.
  await box.shutdownRequested;
  upkeep.abort();
  features.breaches.close();
  await masking;
  await Promise.all([
    api.close(),
    tasks.stop(),
    dnsServices.close(),
    features.updates.close(),
    features.backups.close(),
  ]);
  noticeMail.close();
  await accounts.close();
  await resolver.stop();
  timers.forEach(clearInterval);
  time.close();
  httpsRedirect.close();
  await control.close();
}

/** What decides whether an account gets mails about notices. */
function noticeAccount(account: Account): NoticeAccount {
  const { personId, email, language } = account;
  return { personId, email, language, isUsable: canSignIn(account) };
}
