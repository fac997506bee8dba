/**
 * Fills a data directory with a household's month, through the services of the box with a simulated
 * clock. The databases then contain exactly what the box would have written.
 */
import { createAccounts } from "../../api/accounts/open.ts";
import { NO_FACTORS } from "../../api/accounts/factors/factor.ts";
import { BoxSettings } from "../../api/settings/box_settings.ts";
import { type Control, openControl } from "../../api/app/control.ts";
import { createAlertQueue } from "../../api/events/alert_queue.ts";
import type { Runtime } from "../../api/system/runtime.ts";
import { openDataDirectory } from "../../api/system/data_directory.ts";
import { TermsService } from "../../api/features/box/terms/service.ts";
import type { SettingChanges } from "../../api/settings/saved.ts";
import type { ListReport } from "../../policy/snapshot/report.ts";
import type { ResolverHandle } from "../../resolver/protocol.ts";
import { inspectFile } from "../support/list_bench.ts";
import { Chance } from "./chance.ts";
import { CHOICE_EVENTS } from "./choices.ts";
import { ACCOUNT, type DemoEvent, EVENTS, type EventScene, PASSWORD } from "./events.ts";
import { ENCRYPTED_EVENTS } from "./encrypted.ts";
import { macOfDemo, moveIn, writeMachines } from "./family.ts";
import { History } from "./history.ts";
import { HOSTILE } from "./hostile.ts";
import { HOLIDAY_EVENTS } from "./holidays.ts";
import { HOURS_EVENTS } from "./hours.ts";
import { addressOf, DEVICES, LOCAL_DOMAIN, TIME_ZONE } from "./household.ts";
import { decidedBy, type DemoList, type DemoListServer } from "./lists.ts";
import { writeRecords } from "./records.ts";
import { BREACH_EVENTS } from "./breaches.ts";
import { RESTRICT_EVENTS } from "./restricted.ts";
import { RULE_EVENTS } from "./rules.ts";
import { THREAT_EVENTS } from "./threats.ts";
import { TUNNEL_EVENTS } from "./tunnels.ts";
import { hourOfAskings } from "./traffic.ts";

/** Options of the seeding. */
export interface SeedOptions {
  readonly dataDir: string;
  /** The same seed gives the same household. */
  readonly seed: string;
  /** Days of traffic; 0 = only a finished setup. */
  readonly days: number;
  readonly hostile: boolean;
  readonly upstreams: readonly [string, string];
  readonly lists: DemoListServer;
  /** The end of the history in Unix milliseconds. */
  readonly until: number;
  /** Called with the progress, 0 to 1. */
  readonly progress: (part: number) => void;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
/** The resolver does not run yet; requests that need it are refused. */
const NO_RESOLVER: ResolverHandle = {
  publish: () => Promise.resolve(),
  updateNeighbors: () => {},
  openQueryPorts: () => [],
  onRestart: () => {},
  onAgeWanted: () => {},
  tellAge: () => {},
  onLearned: () => {},
  drainLearned: () => Promise.resolve(),
  explainChoices: () => Promise.resolve([]),
  answersItself: (names) => Promise.resolve(names.map(() => false)),
  flush: () => Promise.resolve(0),
  ask: () => Promise.reject(new Error("The resolver does not run")),
  statistics: () => Promise.reject(new Error("The resolver does not run")),
  probe: () => Promise.reject(new Error("The resolver does not run")),
};

/** A box being seeded, with a clock moved by the seeding. */
interface Making {
  readonly clock: { now: number };
  readonly history: History;
  readonly scene: EventScene & { readonly terms: TermsService };
  close(): Promise<void>;
}

async function begin(
  { dataDir, seed, until, days, upstreams, lists }: SeedOptions,
): Promise<Making> {
  const clock = { now: until - MONTH };
  const now = () => clock.now;
  const chance = new Chance(seed, "box");
  const evening = until - 11 * DAY - 13 * HOUR;
  const outages = [{ from: evening, to: evening + 34 * MINUTE }];
  const history = new History({ upstreams, until, outages: days > 12 ? outages : [] });
  const directory = await openDataDirectory(dataDir);
  const { path, secret } = directory;
  const settings = await BoxSettings.open(path, { flags: {}, env: {} });
  const log = (level: string, text: string) =>
    void (level === "error" && console.error(`Seeding: ${text}`));
  const runtime: Runtime = {
    now,
    monotonic: now,
    log,
    random: chance.next,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    // Nothing depends on timers: services write when they are closed.
    after: () => () => {},
    interfaces: () => [],
    networks: () => [],
    moduleUrl: (module) => new URL(`../../${module}.ts`, import.meta.url),
  };
  const control: Control = await openControl({
    dataDir: path,
    secret,
    runtime,
    settings,
    resolver: NO_RESOLVER,
    sources: [history],
    timeKnown: () => true,
    policyChanged: () => {},
    alertQueue: createAlertQueue(),
    macOf: macOfDemo,
    examine: () =>
      Promise.reject(new Error("Nothing is examined while seeding")) as Promise<ListReport>,
    inspect: inspectFile,
  });
  const db = control.core.databases.box;
  const { audit, alerts: { raise } } = control;
  const accounts = createAccounts({
    db,
    endedPath: `${path}/ended_sessions`,
    factors: NO_FACTORS,
    audit,
    raise,
    runtime,
    people: control.people,
  });
  const scene = {
    control,
    accounts,
    settings,
    now,
    dataDir: path,
    origin: lists.origin,
    terms: new TermsService({ db, runtime }),
  };
  const close = async () => {
    await accounts.close();
    await control.close();
    directory.close();
  };
  return { clock, history, scene, close };
}

class Seeding {
  readonly #options: SeedOptions;
  readonly #making: Making;
  readonly #lists = new Map<DemoList, number>();
  readonly #events: DemoEvent[];

  constructor(options: SeedOptions, making: Making) {
    this.#options = options;
    this.#making = making;
    const more = options.hostile ? HOSTILE.events : [];
    this.#events = [
      ...EVENTS,
      ...RULE_EVENTS,
      ...CHOICE_EVENTS,
      ...TUNNEL_EVENTS,
      ...RESTRICT_EVENTS,
      ...THREAT_EVENTS,
      ...BREACH_EVENTS,
      ...HOLIDAY_EVENTS,
      ...HOURS_EVENTS,
      ...ENCRYPTED_EVENTS,
      ...more,
    ].sort((a, b) => b.ago - a.ago);
  }

  /** Finishes the setup, as its owner would. */
  async setUp(): Promise<void> {
    const { settings, accounts, terms } = this.#making.scene;
    await settings.change({
      values: this.#settings(),
      by: ACCOUNT,
      now: Math.floor(this.#making.clock.now / 1000),
    });
    await accounts.finishSetup({ name: ACCOUNT }, PASSWORD);
    await terms.accept(ACCOUNT);
    const { days, hostile } = this.#options;
    if (days === 0) return;
    await moveIn(this.#making.scene, hostile);
    await writeRecords(this.#making.scene.control.records, hostile);
  }

  #settings(): SettingChanges {
    const { upstreams, hostile, days } = this.#options;
    const names = DEVICES.map(({ name }) =>
      (hostile ? HOSTILE.devices.get(name) : undefined) ?? name
    );
    const records = names.map((name, index) => `${name}.${LOCAL_DOMAIN} A ${addressOf(index)}`);
    return {
      upstreams,
      fallback_upstreams: [],
      time_zone: TIME_ZONE,
      telemetry: false,
      automatic_updates: "off",
      lists_allow_private: true,
      local_records: days === 0 ? [] : records,
    };
  }

  /** Adds lists, events and traffic until the end. */
  async live(): Promise<void> {
    const { days, until, lists } = this.#options;
    const start = until - days * DAY;
    await this.#subscribe();
    await this.#until(start);
    lists.ill = true;
    for (let hour = Math.floor(start / HOUR) * HOUR; hour < until; hour += HOUR) {
      await this.#hour(hour, Math.max(hour, start), Math.min(hour + HOUR, until));
      if (hour % DAY === 0) await this.#making.scene.control.statistics.rollup();
      // The box refreshes its lists while it runs; only the results of the last refreshes are
      // visible.
      if ([DAY, 5 * HOUR].some((ago) => until - hour < ago && until - hour >= ago - HOUR)) {
        await this.#making.scene.control.lists.refresh();
      }
      this.#options.progress((hour - start) / (until - start));
    }
    await this.#until(until);
    await writeMachines(this.#making.scene.control, this.#options.hostile, until);
    this.#options.progress(1);
    await this.#making.scene.control.statistics.rollup();
  }

  async #subscribe(): Promise<void> {
    const { lists } = this.#making.scene.control;
    const { origin, lists: served } = this.#options.lists;
    for (const demo of served) {
      const { id } = await lists.add({ ...demo.list, url: origin + demo.path });
      this.#lists.set(demo, id);
      await lists.refresh(id);
      if (demo.trouble === "off") await lists.setEnabled(id, false);
    }
    this.#making.history.lists = decidedBy(this.#lists);
  }

  /** An hour of traffic; the last hours minute by minute, as the charts of an hour show them. */
  async #hour(hour: number, from: number, to: number): Promise<void> {
    const { seed, hostile, until } = this.#options;
    const { journal, statistics } = this.#making.scene.control;
    const all = hourOfAskings(
      `${seed} ${(until - until % HOUR - hour) / HOUR}`,
      hour,
      hostile ? HOSTILE.names : [],
    );
    const askings = all.filter(({ time }) => time >= from && time < to);
    const step = until - to < 2 * HOUR ? MINUTE : HOUR;
    for (let at = hour, next = 0; at < to; at += step) {
      const end = Math.min(at + step, to);
      const first = next;
      while (next < askings.length && askings[next].time < end) next++;
      this.#making.history.add(askings.slice(first, next));
      await this.#until(end - 1);
      while (this.#making.history.waiting > 0) {
        this.#making.scene.control.feed.drain();
        await journal.flush();
      }
    }
    await statistics.flush();
  }

  /** Advances time and runs the events in between. */
  async #until(time: number): Promise<void> {
    while (this.#events.length > 0 && this.#options.until - this.#events[0].ago * HOUR <= time) {
      const event = this.#events.shift()!;
      this.#making.clock.now = Math.max(
        this.#making.clock.now,
        this.#options.until - event.ago * HOUR,
      );
      await event.run(this.#making.scene);
    }
    this.#making.clock.now = Math.max(this.#making.clock.now, time);
  }
}

/** Seeds a data directory that is new or empty. */
export async function seed(options: SeedOptions): Promise<void> {
  const making = await begin(options);
  const seeding = new Seeding(options, making);
  try {
    await seeding.setUp();
    if (options.days > 0) await seeding.live();
  } finally {
    await making.close();
  }
}
