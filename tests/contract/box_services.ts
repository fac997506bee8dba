/**
 * The services of a box without its process: composed as in api/app/control_side.ts, over real
 * databases in a folder of the test. box_edges.ts names what is faked.
 */
import "../../api/settings/with_suffixes.ts";
import { createAccounts } from "../../api/accounts/open.ts";
import { createFactors } from "../../api/accounts/factors/open.ts";
import { createBlockPage } from "../../api/app/block_page.ts";
import { type Control, openControl } from "../../api/app/control.ts";
import type { Databases } from "../../api/app/core.ts";
import { openDnsServices } from "../../api/app/dns_services.ts";
import { createFeatures } from "../../api/app/features.ts";
import { boxNames } from "../../api/app/own_names.ts";
import { createHttpsRedirect } from "../../api/app/redirect.ts";
import type { Application } from "../../api/app/routes.ts";
import { createApplication as compose } from "../../api/app/services.ts";
import { createAlertQueue } from "../../api/events/alert_queue.ts";
import { BoxIdentity } from "../../api/features/box/identity/service.ts";
import { LeakedPasswords } from "../../api/features/household/leaked_passwords/service.ts";
import { Power } from "../../api/features/box/power/service.ts";
import { writeChecked } from "../../api/features/box/updates/checked.ts";
import type { JournalObservation } from "../../api/features/insight/journal/service.ts";
import { totalsOf } from "../../api/features/insight/totals.ts";
import { ClientFaults } from "../../api/http/client_faults.ts";
import { plans } from "../../api/schema/plan.ts";
import { BoxSettings } from "../../api/settings/box_settings.ts";
import { networksByInterface } from "../../api/system/interfaces.ts";
import type { UpdatePlace } from "../../api/system/install.ts";
import type { Runtime } from "../../api/system/runtime.ts";
import { NO_FLOOR } from "../../api/updates/manifest.ts";
import { NEW_STATE, writeUnitState } from "../../api/updates/unit_state.ts";
import { ListParser } from "../../policy/lists/parser.ts";
import type { ListFormat } from "../../policy/model/rule.ts";
import { TableBuilder } from "../../policy/snapshot/compile.ts";
import type { ListReport } from "../../policy/snapshot/report.ts";
import { createTasks } from "../../tasks/list.ts";
import { Scheduler } from "../../tasks/scheduler.ts";
import { PLAIN_HASHER } from "../support/account_scene.ts";
import { openInProcess } from "../support/in_process_database.ts";
import { inspectFile } from "../support/list_bench.ts";
import { SimulatedTime } from "../support/simulated_time.ts";
import { ROWS } from "./box_content.ts";
import {
  FAKE_MACHINE,
  FAKE_NETWORK,
  fakeLeaks,
  fakeResolver,
  FakeSource,
  fakeState,
  fakeTransport,
  FAMILY_NETWORK,
  INTERFACES,
  offeredUpdate,
  UPDATE_ROOT_KEY,
} from "./box_edges.ts";
import { NOW, observation } from "./facts.ts";
import { beginSetup, byWord, makePeople, type Secrets } from "./people.ts";

/** An action that the administration log received. */
export interface Audited {
  readonly by: string;
  readonly action: string;
  readonly detail: unknown;
}

/** Services with controls for the test. */
export interface BoxServices extends Application {
  readonly control: Control;
  readonly settingsInForce: BoxSettings;
  /** The folder of its data. */
  readonly folder: string;
  /** Passes queries to the observers, as the resolver does. */
  feed(batch: readonly JournalObservation[]): void;
  /** Passes more queries at once than the journal accepts. */
  feedAll(batch: readonly JournalObservation[]): Promise<void>;
  /** Fixes settings as command line options do. */
  fix(flags: Readonly<Record<string, string>>): Promise<void>;
  /** Advances time: due timers run. */
  pass(milliseconds: number): Promise<void>;
  /** Set to make every database unusable. */
  databaseGone: boolean;
  resolverGone: boolean;
  /** Warnings and errors. */
  readonly logged: string[];
  /** Says whether another box uses the identity of this one, as the online service does. */
  tellCopies(hasCopies: boolean): void;
  /** The number of policy publications. */
  published: number;
  /** Actions that the administration log received from this box. */
  readonly audited: Audited[];
  /** Whether all plans are unlocked. */
  beta: boolean;
}

/**
 * The content of a box: a household, one with a television shared by two adults, one with a laptop,
 * or a new box before its setup.
 */
export type Content = "household" | "family" | "office" | "setup";

/** The options of a test. */
export interface BoxOptions {
  readonly content?: Content;
  readonly flags?: Readonly<Record<string, string>>;
}

const NAMES = ["box", "journal", "stats"] as const;
const SECRET = new Uint8Array(32).fill(7);
const HOUR = 3_600_000;
const closers = new Set<() => Promise<void>>();
const prepared = new Map<Content, Promise<{ folder: string; secrets: Secrets }>>();

/** A folder outside the data folder of a box, such as for its backups. */
export function outsideOf(dataDir: string): string {
  return `${dataDir}-outside`;
}

/** Opens a box at the time NOW, with the content of box_content.ts; it is closed after the test. */
export async function boxServices(
  { content = "household", flags = {} }: BoxOptions = {},
): Promise<BoxServices> {
  if (!prepared.has(content)) prepared.set(content, prepare(content));
  const { folder: from, secrets } = await prepared.get(content)!;
  const folder = await newFolder();
  await copyFiles(from, folder);
  await Deno.mkdir(outsideOf(folder));
  const { services, close } = await open(content, folder, { ...flags }, secrets);
  closers.add(async () => {
    await close();
    await Deno.remove(folder, { recursive: true });
    await Deno.remove(outsideOf(folder), { recursive: true });
  });
  return services;
}

Deno.test.afterEach(async () => {
  const closing = [...closers];
  closers.clear();
  await Promise.all(closing.map((close) => close()));
});
Deno.test.afterAll(async () => {
  for (const one of prepared.values()) {
    await Deno.remove((await one).folder, { recursive: true });
  }
});

/** Writes the initial files shared by the boxes of a test file. */
async function prepare(content: Content): Promise<{ folder: string; secrets: Secrets }> {
  const folder = await newFolder();
  for (const part of ["lists", "tls", "copies"]) await Deno.mkdir(`${folder}/${part}`);
  const box = openInProcess("box", `${folder}/box.db`);
  const stats = openInProcess("stats", `${folder}/stats.db`);
  const { boxRows, statsRows } = ROWS[content];
  await Promise.all([box.batch(boxRows), stats.batch(statsRows)]);
  await Promise.all([box.close(), stats.close()]);
  const { services, close } = await open(content, folder, {}, { cookies: {}, tokens: {} });
  const { accounts, control, settingsInForce } = services;
  const secrets = await (content === "setup" ? beginSetup(accounts) : makePeople(accounts));
  if (content !== "setup") {
    // The content uses the same zone on every machine that runs the tests.
    const values = { time_zone: "UTC", update_url: "https://updates.example" };
    await settingsInForce.change({ values, by: "full", now: NOW / 1000 });
    await control.core.databases.box.batch(ROWS[content].consents);
    await subscribe(services);
    services.feed([observation(), observation(BLOCKED)]);
    await control.journal.flush();
  }
  await close();
  return { folder, secrets };
}

/** The folders of a root unit that installed this version in place of 0.8.9. */
async function installedVersions(folder: string): Promise<UpdatePlace> {
  const home = `${folder}/versions`;
  for (const part of ["update", "updater", "releases/0.8.9"]) {
    await Deno.mkdir(`${home}/${part}`, { recursive: true });
  }
  await Deno.writeTextFile(`${home}/releases/0.8.9/box`, "");
  await Deno.writeTextFile(`${home}/updater/update-keys`, UPDATE_ROOT_KEY);
  await writeUnitState(`${home}/update`, {
    ...NEW_STATE,
    previous: "0.8.9",
    switched: NOW / 1000 - 86_400,
  });
  await Deno.mkdir(`${folder}/update`, { recursive: true });
  await writeChecked(`${folder}/update`, {
    floor: NO_FLOOR,
    manifest: offeredUpdate(),
    text: "",
    at: NOW / 1000 - 3600,
    reported: "",
  });
  return { way: "unit", home };
}

/** Subscribes a list as if downloaded an hour ago. */
async function subscribe({ lists, control }: BoxServices): Promise<void> {
  const { id } = await lists.add({ url: "https://lists.example/hosts", name: "Starter" });
  await lists.refresh(id);
  await control.core.databases.box.run(
    "update lists set last_attempt = ?, last_success = ?, next_attempt = ? where id = ?",
    [NOW - HOUR, NOW - HOUR, NOW + HOUR, id],
  );
}

const BLOCKED = {
  name: "ads.example",
  status: "blocked",
  reason: "list",
  origin: "list:1",
  list: 1,
} as const;

async function open(
  content: Content,
  folder: string,
  flags: Record<string, string>,
  secrets: Secrets,
) {
  const gone = { database: false, resolver: false };
  const time = new SimulatedTime(NOW);
  const logged: string[] = [];
  const log = (level: string, text: string) => void (level !== "info" && logged.push(text));
  const runtime: Runtime = {
    now: time.now,
    monotonic: time.now,
    after(ms, run) {
      const timer = time.after(ms, run);
      return () => time.cancel(timer);
    },
    random: () => 0.5,
    // The tests know the identifiers.
    randomBytes: (length) => new Uint8Array(length),
    interfaces: () => INTERFACES,
    networks: () => networksByInterface(INTERFACES).flat(),
    moduleUrl: (path) => new URL(`../../${path}.ts`, import.meta.url),
    log,
  };
  const settings = await BoxSettings.open(folder, { flags, env: {} });
  const resolver = fakeResolver(() => gone.resolver);
  const source = new FakeSource();
  const opened = NAMES.map((name) => [
    name,
    openInProcess(name, `${folder}/${name}.db`, () => gone.database),
  ]);
  const databases = Object.fromEntries(opened) as Databases;
  const control = await openControl({
    dataDir: folder,
    secret: SECRET,
    runtime,
    settings,
    resolver,
    sources: [source],
    alertQueue: createAlertQueue(),
    timeKnown: () => true,
    policyChanged: () => {},
    examine,
    inspect: inspectFile,
    databases,
    transport: () => fakeTransport,
    access: content === "family" ? FAMILY_NETWORK : FAKE_NETWORK,
  });
  await Promise.all([control.household.ready(), control.machines.flush()]);
  const db = databases.box;
  const { audit, alerts } = control;
  const { raise } = alerts;
  const { core } = control;
  const dnsServices = await openDnsServices(core, { whenChanged: () => {} });
  const features = {
    ...createFeatures(core, {
      control,
      threads: resolver,
      restart: () => {},
      isLocal: () => false,
      policyVersion: () => 3,
      place: await installedVersions(folder),
    }),
    power: new Power({ runtime, restart: () => {}, container: false, machine: FAKE_MACHINE }),
    leakedPasswords: new LeakedPasswords({
      settings: () => settings.values,
      lookup: () => Promise.resolve(["192.0.2.1"]),
      send: fakeLeaks,
      runtime,
    }),
  };
  const factors = createFactors({ runtime, db, secret: SECRET, settings });
  const accounts = createAccounts({
    runtime,
    db,
    endedPath: `${folder}/ended_sessions`,
    passwords: PLAIN_HASHER,
    factors,
    audit,
    people: control.people,
    raise,
  });
  let tellCopies: (hasCopies: boolean) => void = () => {};
  const identity = new BoxIdentity({
    cloud: {
      isSet: true,
      call: () => Promise.resolve({}),
      onCopies: (listener) => tellCopies = listener,
      renewKey: () => Promise.resolve(() => Promise.resolve()),
    },
    dnsServices,
    renewMark: () => features.backups.renewMark(),
    notePath: `${folder}/tls/new_identity`,
    raise,
    alerts,
    runtime,
  });
  const all = { ...control, ...features, accounts, dnsServices, identity };
  const tasks = new Scheduler(createTasks(all), { runtime });
  const allowedRanges = () => [...settings.values.allowed_ranges, ...runtime.networks()];
  const blocking = createBlockPage(core, {
    control,
    names: { find: () => undefined } as never,
    allowedRanges,
    view: () => Promise.reject(new Error("No block page is shown")),
  });
  const httpsRedirect = createHttpsRedirect(core, {
    accounts,
    dnsClients: control.dnsClients,
    encrypted: dnsServices,
    listeners: () => ["https [::]:443"],
    policyVersion: () => 3,
    authorities: "",
    hostname: () => "machine",
  });
  const audited: Audited[] = [];
  const application = compose(core, {
    control,
    features,
    httpsRedirect,
    dnsServices,
    identity,
    authority: blocking.authority,
    tasks,
    state: fakeState,
    totals: () => totalsOf([source]),
    clientFaults: new ClientFaults(),
    allowedRanges,
    hostNames: () => boxNames(settings, dnsServices.current()?.names ?? [], "machine"),
    publish: () => {
      services.published++;
      return Promise.resolve();
    },
    accounts,
    factors,
    plan: plans(true, () => undefined),
  });
  // The log of a machine without a routing socket is not under test.
  logged.length = 0;
  const record: Application["audit"]["record"] = (principal, action, detail) => {
    audited.push({ by: principal.name, action, detail });
    return audit.record(principal, action, detail);
  };
  const services: BoxServices = {
    ...inParts(application),
    auth: byWord(accounts.auth, secrets),
    audit: {
      record,
      page: (filter, limit, before) => audit.page(filter, limit, before),
      follow: (follower) => audit.follow(follower),
    },
    plan: {
      held: () => undefined,
      get beta() {
        return services.beta;
      },
      has: () => services.beta,
    },
    control,
    tellCopies: (hasCopies) => tellCopies(hasCopies),
    settingsInForce: settings,
    folder,
    feed(batch) {
      source.push(batch);
      while (control.feed.drain() > 0);
    },
    async feedAll(batch) {
      source.push(batch);
      while (source.waiting > 0) {
        control.feed.drain();
        await control.journal.flush();
      }
    },
    async fix(fixed) {
      Object.assign(flags, fixed);
      await settings.attach(db);
    },
    pass: (milliseconds) => time.pass(milliseconds),
    get databaseGone() {
      return gone.database;
    },
    set databaseGone(isGone) {
      gone.database = isGone;
    },
    get resolverGone() {
      return gone.resolver;
    },
    set resolverGone(isGone) {
      gone.resolver = isGone;
    },
    logged,
    published: 0,
    audited,
    beta: true,
  };
  const close = async () => {
    gone.database = false;
    await dnsServices.close();
    await tasks.stop();
    httpsRedirect.close();
    await accounts.close();
    await control.close();
  };
  return { services, close };
}

/**
 * A folder in memory where the system has one: databases are synced at each commit, which is slow
 * on a disk.
 */
async function newFolder(): Promise<string> {
  const isThere = await Deno.stat("/dev/shm").then(({ isDirectory }) => isDirectory, () => false);
  return await Deno.makeTempDir({
    prefix: "box-services-",
    ...(isThere ? { dir: "/dev/shm" } : {}),
  });
}

/**
 * The services with their methods as own properties, so that a test can replace one:
 * `{...services.lists, check}` would copy no method of a class.
 */
function inParts(application: Application): Application {
  const parts = Object.entries(application).map(([name, service]) => [name, boundOf(service)]);
  return Object.fromEntries(parts) as unknown as Application;
}

function boundOf(service: unknown): unknown {
  if (typeof service !== "object" || service === null || Array.isArray(service)) return service;
  const bound: Record<string, unknown> = {};
  for (let of: object = service; of !== Object.prototype; of = Object.getPrototypeOf(of)) {
    for (const key of Object.getOwnPropertyNames(of)) {
      if (key === "constructor" || Object.hasOwn(bound, key)) continue;
      const method = Object.getOwnPropertyDescriptor(of, key)?.value;
      if (typeof method === "function") bound[key] = method.bind(service);
      else {
        const get = () => Reflect.get(service, key);
        Object.defineProperty(bound, key, { get, enumerable: true, configurable: true });
      }
    }
  }
  return bound;
}

async function copyFiles(from: string, to: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) {
      await Deno.mkdir(`${to}/${name}`);
      await copyFiles(`${from}/${name}`, `${to}/${name}`);
    } else {
      await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
    }
  }
}

/** Compiles the lines of a list, without the thread that compiles for the resolver. */
async function examine(path: string, format: ListFormat): Promise<ListReport> {
  const builder = new TableBuilder(new Uint8Array(16), []);
  builder.beginList(0, "block");
  const parser = new ListParser(format, builder);
  parser.push(await Deno.readFile(path));
  parser.end();
  builder.endList(parser);
  return builder.finish().reports[0];
}
