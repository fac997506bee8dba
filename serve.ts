/**
 * The composition root of the service: `serve` runs from top to bottom. Names are answered from step 4 on, whatever becomes of
 * the steps after it (DESIGN 1, 2). main.ts loads this module for `box serve` alone, so that no other command waits for it.
 */
import type { Raise } from "./api/events/alert_kinds.ts";
import { boxPublisher } from "./api/box_publisher.ts";
import { BoxSettings } from "./api/box_settings.ts";
import { compileLists, type CompileRequest } from "./api/compiler.ts";
import type { Control } from "./api/control.ts";
import { deriveKey, openDataDirectory } from "./api/data_directory.ts";
import { boxEnding, type Ending } from "./api/ending.ts";
import { reexecute, RESTART_FAILED } from "./api/features/box/power/reexecute.ts";
import { greeting } from "./api/greeting.ts";
import { addressesOf, networksByInterface, networksOf, whenMoved } from "./api/interfaces.ts";
import { certifiedNames } from "./api/own_names.ts";
import { makeLog, remembering } from "./api/log.ts";
import { MACHINE_CLOCK, timeInFile } from "./api/machine_clock.ts";
import { holderText } from "./api/port_holder.ts";
import { listenAddresses } from "./api/settings/listen.ts";
import { DEV_SETTINGS, SETTINGS } from "./api/settings.ts";
import { resolveSettings, type SettingSources } from "./api/settings/resolve.ts";
import { BETA, plans } from "./api/plan.ts";
import { giveBackProgramCode } from "./api/program_code.ts";
import { TimeKnown } from "./api/time_known.ts";
import { totalsOf } from "./api/totals.ts";
import { parseServeFlags, serveHelp } from "./cli/flags.ts";
import { streamWriter, type Terminal } from "./cli/terminal.ts";
import { parseHostsFile } from "./resolver/answers/hosts_file.ts";
import { BlockMemory } from "./resolver/block_memory.ts";
import { JournalReader } from "./resolver/journal_reader.ts";
import { startResolver } from "./resolver/start.ts";

const now = () => Date.now(), monotonic = () => performance.now(), random = Math.random;
const randomOctets = (size: number) => crypto.getRandomValues(new Uint8Array(size));
const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
const interfaces = () => Deno.networkInterfaces(), networks = () => networksOf(interfaces());
const warnings: string[] = [];
const stderr = streamWriter(Deno.stderr, () => {});
const log = remembering(makeLog(stderr, now, Deno.env.has("JOURNAL_STREAM")), warnings);
/** The module of a thread beside this one: packaging keeps the paths and makes .js of each. */
const thread = (path: string) =>
  new URL(`./${path}${import.meta.url.endsWith(".js") ? ".js" : ".ts"}`, import.meta.url);

/** What stands behind the answers: most of the program, loaded once names are answered. */
async function loadControlSide() {
  const parts = [import("./api/control_side.ts"), import("./tasks/list.ts"), import("./tasks/scheduler.ts")] as const;
  const [control, tasks, scheduler] = await Promise.all(parts);
  return { ...control, ...tasks, ...scheduler };
}

/** Runs the box on a data directory until it is told to stop. `given` = flags, variables and defaults. */
async function serve(path: string, given: SettingSources): Promise<Ending> {
  let started = now();
  const { told, stop } = boxEnding({ after, log, restart: reexecute, exit: Deno.exit });
  (["SIGINT", "SIGTERM"] as const).forEach((name) => Deno.addSignalListener(name, () => stop("end")));
  // 1. The data directory, private and ours alone; settings without a database.
  const directory = await openDataDirectory(path), dataDir = directory.path;
  const settings = await BoxSettings.open(dataDir, given);
  [directory.problem, ...settings.problems].filter(Boolean).forEach((problem) => log("warn", problem));

  // 2. The policy in force: the snapshot file, or the starter list.
  let control: Control | undefined = undefined;
  const compile = (request: CompileRequest) => compileLists(request, { workerUrl: thread("api/compiler_thread") });
  const made = { directory, settings, interfaces, compile, parseHosts: parseHostsFile, log };
  const publisher = boxPublisher({ ...made, control: () => control, now });
  const raise: Raise = (alert) => control?.alerts.raise(alert);
  const policyStays = ({ message: detail }: Error) => {
    log("error", `The policy in force stays: ${detail}`);
    raise({ kind: "policy.failed", detail });
  };
  const publish = () => publisher.publish().catch(policyStays);
  const snapshot = await publisher.begin();
  const time = new TimeKnown({
    ...{ machine: MACHINE_CLOCK, kept: timeInFile(`${dataDir}/clock`), now, monotonic, after, raise, log },
    trusted: () => settings.values.trust_clock === "always",
  });

  // 3. The resolver: from here on names are answered.
  const { dns_listen, http_listen, https_listen, dot_listen, doq_listen, workers } = settings.values,
    secret = deriveKey(directory.secret, "resolver");
  const blocked = BlockMemory.memory();
  const holder = (port: number) => holderText("udp", port), listen = listenAddresses(dns_listen);
  const { resolver, journals, listening } = await startResolver({
    listen,
    workers,
    workerUrl: thread("resolver/worker"),
    secret,
    networks: networks(),
    snapshot,
    holder,
    blocked,
    log,
    faulted: (detail) => raise({ kind: "thread.restarted", name: "resolver", detail }),
  });

  // 4. Databases and the services over them; what the resolver saw runs into journal and statistics.
  const {
    openControl,
    boxFeatures,
    openDnsServices,
    boxBlockPage,
    boxRedirect,
    boxFactors,
    boxAccounts,
    ROUTES,
    boxServices,
    serveApi,
    openHttps,
    taskList,
    Scheduler,
  } = await loadControlSide();
  const sources = journals.map(({ ring, counters }) => new JournalReader(ring, counters)), { examine } = publisher;
  control = await openControl({
    ...{ dataDir, settings, resolver, sources, interfaces, now, monotonic, random, randomOctets, after, examine, log },
    secret: directory.secret,
    storeUrl: thread("api/store/thread"),
    timeKnown: () => time.known(),
    policyChanged: (what) => what === "rules" ? publisher.publishRules().catch(policyStays) : publish(),
  });
  const { feed, audit, alerts } = control, db = control.databases.box;
  const dnsServices = await openDnsServices({
    ...{ dataDir, settings, resolver, box: db, time, now, monotonic, after, randomOctets, raise, log },
    secret: directory.secret,
    certificateUrl: thread("api/certificate/thread"),
    acmeUrl: thread("api/certificate/acme/thread"),
    policyChanged: () => publisher.publishRules().catch(policyStays),
  });
  // The addresses of the machine may change: who may ask, and what names of the box and blocked ones are answered with.
  const moved = whenMoved(() => networksByInterface(interfaces()).flat(), () => void publish());
  const timers = [setInterval(() => feed.pass(), 200)];
  timers.push(setInterval(() => (resolver.interfaces(networks()), moved()), 60_000));
  await publisher.attach(resolver).catch(policyStays);
  // Hours are worked out some days ahead (policy/hours/plan.ts), from the time that it is now.
  const hoursAgain = () => void publisher.publishRules().catch(policyStays);
  timers.push(setInterval(hoursAgain, 6 * 3_600_000));
  const { hours } = control;
  time.whenSet(async ({ by, since }) => {
    started += by;
    const failed = ({ message }: Error) => log("warn", `Cuts of before the clock was set may end too soon: ${message}`);
    await hours.shift(by, since).catch(failed);
  });
  time.whenKnown(() => void alerts.acknowledge({ kind: "clock.unknown" }, "").catch(() => {}));
  time.whenChanged(hoursAgain);

  // 5. Tasks; the API on the local socket and over plain HTTP.
  const restart = () => stop("restart");
  const features = boxFeatures({
    ...{ settings, control, dataDir, resolver, restart, randomOctets, now, after, log },
    isLocal: (name) => publisher.isLocal(name),
    policyVersion: () => publisher.state().version,
  });
  const workerUrl = thread("api/accounts/password_thread");
  const factors = boxFactors({ db, secret: directory.secret, settings, randomOctets, now, log });
  const endedPath = `${dataDir}/ended_sessions`;
  const { people } = control, isPerson = async (id: number) => await people.find(id) !== undefined;
  const accounts = boxAccounts({ db, endedPath, workerUrl, factors, audit, isPerson, raise: alerts.raise, now, log });
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
    ...{ started, dataDir, listeners: listeners(), warnings, policy: publisher.state(), timeKnown: time.known() },
    fingerprint: fingerprint(),
    addresses: addressesOf(interfaces()),
  });
  const httpsRedirect = boxRedirect({
    ...{ settings, resolver, accounts, interfaces, now, after, log, dnsClients: control.dnsClients },
    encrypted: dnsServices,
    listeners: () => listeners(),
    policyVersion: () => publisher.state().version,
    authorities: Deno.env.get("SSL_CERT_FILE") ?? "",
    hostname: Deno.hostname,
  });
  const blocking = boxBlockPage({
    ...{ dataDir, settings, control, thread, randomOctets, now, log, timeKnown: () => time.known() },
    names: new BlockMemory(blocked, now),
    allowedRanges: () => services.allowedRanges(),
    view: async () => (await import("./ui/block_page.ts")).blockPageView,
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
    publish: (what) => what === "rules" ? publisher.publishRules() : publisher.publish().then(() => void refresh()),
    accounts,
    factors,
    plan: plans(BETA, () => undefined),
    now,
    log,
  });
  const api = await serveApi({
    routes: ROUTES,
    services,
    pages: async () => (await import("./ui/loader.ts")).interfaceOf(ROUTES, services),
    socketPath: `${dataDir}/box.sock`,
    http: listenAddresses(http_listen),
    blockPage: blocking.page,
    https: (answer) =>
      openHttps({
        ...{ dataDir, thread, now, after, log, names: () => certifiedNames(settings), ranges: services.allowedRanges },
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
    }),
  );
  // What a start alone needed of the runtime.
  giveBackProgramCode();
  timers.push(setInterval(giveBackProgramCode, 60_000));

  // 6. Until it is told to stop: what was accepted is written before the end.
  const ending = await told;
  await Promise.all([api.close(), tasks.stop(), dnsServices.close()]);
  await accounts.close();
  await resolver.stop();
  timers.forEach(clearInterval);
  time.close();
  httpsRedirect.close();
  await control.close();
  directory.close();
  return ending();
}

/** `box serve`: reads the options, says what is wrong with them, and runs; the exit code. */
export async function serveCommand(argv: readonly string[], out: Terminal["out"]): Promise<number> {
  const { flags, env, dev, help, errors: unread } = parseServeFlags(argv, Deno.env.toObject(), SETTINGS);
  if (help) return out(`Runs the box: box serve [OPTIONS]\n\n${serveHelp(SETTINGS)}\n`), 0;
  const given = { flags, env, ...(dev ? { defaults: DEV_SETTINGS } : {}) }, { values, errors } = resolveSettings(given);
  const refused = [...unread, ...errors.map(({ message }) => message)];
  refused.forEach((problem) => stderr(`box serve: ${problem}\n`));
  if (refused.length > 0) return 2;
  try {
    if (await serve(values.data_dir, given) === "end") return 0;
    log("error", `The box cannot start itself again: ${reexecute()}`);
    return RESTART_FAILED;
  } catch (error) {
    return stderr(`box serve: ${(error as Error).message}\n`), 1;
  }
}

addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  log("error", `A fault was met, and the box goes on: ${(event.reason as Error)?.stack ?? event.reason}`);
});
