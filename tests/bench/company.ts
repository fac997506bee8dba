/**
 * A household as large as the box allows: a school with 1,000 people, 10,000 devices, 20,000 rules
 * and 50 groups, hours, a month of statistics and 100,000 queries, written with SQL and through the
 * observers of the box.
 */
import { createAccounts } from "../../api/accounts/open.ts";
import { NO_FACTORS } from "../../api/accounts/factors/factor.ts";
import { type Control, openControl } from "../../api/app/control.ts";
import { createAlertQueue } from "../../api/events/alert_queue.ts";
import { MachineTable } from "../../api/features/network/machines/table.ts";
import type { FeedSource } from "../../api/features/insight/observation_pump.ts";
import { BoxSettings } from "../../api/settings/box_settings.ts";
import type { Database, SqlValue } from "../../api/store/database.ts";
import { openDataDirectory } from "../../api/system/data_directory.ts";
import type { Runtime } from "../../api/system/runtime.ts";
import { TermsService } from "../../api/features/box/terms/service.ts";
import { PROPOSED_HOURS } from "../../policy/catalogue/hours.ts";
import type { Profile } from "../../policy/model/household.ts";
import { gridOf } from "../../policy/model/week.ts";
import type { ListReport } from "../../policy/snapshot/report.ts";
import type { Observation, ResolverHandle } from "../../resolver/protocol.ts";
import { inspectFile } from "../support/list_bench.ts";

/** The sizes of a household. */
export interface CompanySize {
  readonly people: number;
  readonly devices: number;
  readonly groups: number;
  /** Devices of the first group. */
  readonly largestGroup: number;
  readonly rules: number;
  readonly queries: number;
  /** Days over which the queries are spread. */
  readonly days: number;
}

/** Nearly the largest household that the box allows: some room is left for changes. */
export const COMPANY: CompanySize = {
  people: 990,
  devices: 9990,
  groups: 50,
  largestGroup: 1000,
  rules: 18_990,
  queries: 100_000,
  days: 30,
};

/** The account that may do everything. */
export const COMPANY_ACCOUNT = { name: "office", password: "gravel ocean tulip" } as const;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST =
  "Anna Ben Clara David Elif Finn Greta Hannah Ismail Jana Karim Lea Mia Noah Olga Paul Quentin Rosa Sami Tom Ute Vera Wim Xenia Yusuf Zoe";
const LAST =
  "Albers Becker Conrad Demir Ebert Fischer Garcia Hoffmann Ivanova Jansen Keller Lopez Martin Nowak Okafor Peeters Quast Rossi Schneider Thomas Ulrich Vogel Weber Yilmaz Zimmermann";
const KINDS = ["phone", "laptop", "tablet", "computer", "tv", "console", "iot", "printer"] as const;
const WORDS = { phone: "Phone", laptop: "Laptop", tablet: "Tablet", computer: "PC" } as const;
const SITES =
  "google youtube instagram whatsapp apple icloud microsoft office amazon netflix spotify wikipedia bbc github cloudflare akamaiedge fastly doubleclick criteo adnxs taboola samsung tiktokcdn snapchat discord zoom dropbox roblox";
const HOSTS = "www api cdn static img app login mail push sync metrics events ads update video";

const firstNames = FIRST.split(" ");
const lastNames = LAST.split(" ");
const sites = SITES.split(" ");
const hosts = HOSTS.split(" ");

/** The hardware address of a device, whose number is from 1. */
export const companyMac = (device: number): string =>
  `02:00:00:${
    [device >> 16, device >> 8, device].map((part) => (part & 255).toString(16).padStart(2, "0"))
      .join(":")
  }`;

/** Its address. */
export const companyAddress = (device: number): string =>
  `10.${device >> 16}.${device >> 8 & 255}.${device & 255}`;

function deviceOfAddress(address: string): number {
  const [, high, middle, low] = address.split(".").map(Number);
  return high << 16 | middle << 8 | low;
}

/** One of five people is an adult. */
function profileOf(person: number): Profile {
  if (person % 5 === 0) return "adult";
  return person % 5 < 3 ? "teen" : "child";
}

function personName(person: number): string {
  const first = firstNames[person % firstNames.length];
  const last = lastNames[Math.floor(person / firstNames.length) % lastNames.length];
  return person > firstNames.length * lastNames.length
    ? `${first} ${last} ${person}`
    : `${first} ${last}`;
}

/** Who uses a device: the groups first, then devices that two people share, then people. */
interface Use {
  readonly group: number;
  readonly person: number;
  readonly shared: readonly number[];
}

function useOf(device: number, { people, groups, largestGroup, devices }: CompanySize): Use {
  const none: Use = { group: 0, person: 0, shared: [] };
  if (device <= largestGroup) return { ...none, group: 1 };
  const inGroups = largestGroup + (groups - 1) * Math.floor(devices / 200);
  if (device <= inGroups) return { ...none, group: 2 + device % (groups - 1) };
  const person = device % people + 1;
  if (device % 20 === 7) return { ...none, shared: [person, person % people + 1] };
  return device % 50 === 3 ? none : { ...none, person };
}

/** Most rules are for everyone, as imported lists are; others for groups, people and devices. */
function scopeOfRule(rule: number, { people, groups, devices }: CompanySize): string {
  const part = rule % 10;
  if (part < 4) return "all";
  if (part === 4) return `group:${rule % groups + 1}`;
  if (part === 5) return `device:${rule % devices + 1}`;
  return `person:${rule % people + 1}`;
}

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

/** Inserts rows by one statement, as fast as SQLite takes them. */
async function insert(
  db: Database,
  table: string,
  columns: string,
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  const values = columns.split(",").map((_, at) => `value ->> ${at}`).join(", ");
  await db.run(`insert into ${table} (${columns}) select ${values} from json_each(?)`, [
    JSON.stringify(rows),
  ]);
}

async function writeHousehold(db: Database, size: CompanySize, now: number): Promise<void> {
  const { people, groups, devices, rules } = size;
  const created = now - 60 * DAY;
  // The network of this machine may have shown a device meanwhile.
  await db.run("delete from devices");
  await insert(
    db,
    "people",
    "id,name,profile,created,changed",
    times(people, (id) => [id, personName(id), profileOf(id), created, created]),
  );
  await insert(
    db,
    "groups",
    "id,name,kind,created,changed",
    times(groups, (id) => [id, `Room ${100 + id}`, KINDS[id % KINDS.length], created, created]),
  );
  const uses = times(devices, (id) => useOf(id, size));
  await insert(
    db,
    "devices",
    "id,name,kind,person_id,group_id,quarantined,known,created,changed",
    uses.map(({ person, group }, at) => [
      at + 1,
      nameOfDevice(at + 1, person),
      KINDS[at % KINDS.length],
      person || null,
      group || null,
      at % 500 === 3 ? 1 : 0,
      1,
      created,
      created,
    ]),
  );
  await insert(
    db,
    "device_macs",
    "mac,device_id,created",
    times(devices, (id) => [companyMac(id), id, created]),
  );
  await insert(
    db,
    "device_people",
    "device_id,person_id",
    uses.flatMap(({ shared }, at) => shared.map((person) => [at + 1, person])),
  );
  await insert(
    db,
    "rules",
    "scope,domain,action,kind,types,target,until,created,changed,changed_by",
    times(rules, (rule) => {
      const domain = `${sites[rule % sites.length]}-${rule.toString(36)}.example`;
      const action = rule % 3 === 0 ? "allow" : "block";
      const by = COMPANY_ACCOUNT.name;
      const scope = scopeOfRule(rule, size);
      return [scope, domain, action, "subdomains", "[]", "[]", 0, created, created, by];
    }),
  );
  await writeTime(db, size, now);
  await writeChoices(db, size, created);
}

function nameOfDevice(device: number, person: number): string {
  const kind = KINDS[(device - 1) % KINDS.length];
  const word = kind in WORDS ? WORDS[kind as keyof typeof WORDS] : kind;
  return person === 0 ? `${word} ${device}` : `${personName(person).split(" ")[0]}'s ${word}`;
}

/** Hours of the minors; some have limits, extra time, a cut or a request for more. */
async function writeTime(db: Database, { people }: CompanySize, now: number): Promise<void> {
  const by = COMPANY_ACCOUNT.name;
  const minors = times(people, (id) => id).filter((id) => profileOf(id) !== "adult");
  const grids = { child: gridOf(PROPOSED_HOURS.child)!, teen: gridOf(PROPOSED_HOURS.teen)! };
  await insert(
    db,
    "person_hours",
    "person_id,enabled,grid,changed,changed_by",
    minors.map((id) => [id, 1, grids[profileOf(id) as keyof typeof grids], now, by]),
  );
  const limits = minors.filter((id) => id % 4 === 1).flatMap((id) =>
    ["games", "videos"].map((category) => [id, category, 60, now, by])
  );
  await insert(db, "time_limits", "person_id,category,minutes,changed,changed_by", limits);
  await insert(
    db,
    "extra_time",
    `person_id,kind,"from","to",given,given_by`,
    minors.filter((id) => id % 40 === 1).map((id) => [id, "bonus", now, now + HOUR, now, by]),
  );
  await insert(
    db,
    "person_modes",
    `person_id,mode,"from","to",duration,begun_by`,
    minors.filter((id) => id % 50 === 2).map((id) => [
      id,
      id % 100 === 2 ? "cut" : "homework",
      now,
      now + 2 * HOUR,
      "120",
      by,
    ]),
  );
  await insert(
    db,
    "time_requests",
    "person_id,device_id,category,minutes,message,created,status,answered,answered_by,given",
    minors.filter((id) => id % 100 === 3).map((id) => [
      id,
      0,
      "",
      30,
      "May I finish this?",
      now - 60_000,
      "waiting",
      0,
      "",
      0,
    ]),
  );
}

async function writeChoices(db: Database, size: CompanySize, created: number): Promise<void> {
  const scopes = [
    "all",
    ...times(size.groups, (id) => `group:${id}`),
    ...times(size.people, (id) => `person:${id}`).filter((_, at) => at % 10 === 0),
  ];
  const services = ["tiktok", "youtube", "snapchat", "roblox", "discord", "twitch"];
  const rows = scopes.flatMap((scope, at) => [
    [scope, "category", "gambling", "block", "", created, "office"],
    [scope, "service", services[at % services.length], "block", "", created, "office"],
  ]);
  await insert(db, "choices", "scope,kind,key,value,schedule,changed,changed_by", rows);
}

/** Queries spread evenly over the days; few names are frequent, a fifth is blocked. */
class CompanyTraffic implements FeedSource {
  readonly #size: CompanySize;
  readonly #until: number;
  #next = 0;
  #end = 0;

  constructor(size: CompanySize, until: number) {
    this.#size = size;
    this.#until = until;
  }

  get queries(): number {
    return this.#next;
  }

  /** Whether queries before the allowed end are left. */
  get waiting(): boolean {
    return this.#next < this.#end;
  }

  /** Allows the queries before an instant to be read. */
  before(time: number): void {
    const { queries, days } = this.#size;
    const part = 1 - (this.#until - time) / (days * DAY);
    this.#end = Math.floor(queries * Math.min(1, Math.max(0, part)));
  }

  drain(most: number): Observation[] {
    const count = Math.min(most, this.#end - this.#next);
    return Array.from({ length: Math.max(0, count) }, () => this.#query(this.#next++));
  }

  totals(): ReturnType<FeedSource["totals"]> {
    const queries = this.#next;
    const blocked = Math.floor(queries / 5);
    return {
      queries,
      byStatus: { blocked, answered: queries - blocked },
      byTransport: { udp: queries },
      byType: { A: queries },
      byRcode: { NOERROR: queries },
      byReason: { list: blocked, "": queries - blocked },
    };
  }

  #query(at: number): Observation {
    const { queries, days, devices } = this.#size;
    const draw = at * 7919 % 10_007 / 10_007;
    const rank = Math.floor(draw ** 3 * sites.length * 60);
    const host = hosts[Math.floor(rank / sites.length) % hosts.length];
    const variant = Math.floor(rank / sites.length / hosts.length);
    const suffix = variant === 0 ? "" : `-${variant}`;
    const blocked = at % 5 === 0;
    return {
      time: Math.floor(this.#until - (1 - at / queries) * days * DAY),
      duration: 200 + at % 20_000,
      client: companyAddress(at * 37 % devices + 1),
      transport: "udp",
      name: `${host}${suffix}.${sites[rank % sites.length]}.com`,
      type: 1,
      rcode: 0,
      status: blocked ? "blocked" : "answered",
      reason: blocked ? "list" : "",
      origin: blocked ? "list:0" : "",
      spyware: "",
      list: blocked ? 0 : -1,
      rule: blocked ? "||ads.example^" : "",
      upstream: blocked ? "" : "9.9.9.9",
      size: 80,
      answer: blocked ? "0.0.0.0" : "192.0.2.1",
    };
  }
}

const NO_RESOLVER: ResolverHandle = {
  publish: () => Promise.resolve(),
  updateNeighbors: () => {},
  openQueryPorts: () => [],
  onRestart: () => {},
  flush: () => Promise.resolve(0),
  ask: () => Promise.reject(new Error("The resolver does not run")),
  statistics: () => Promise.reject(new Error("The resolver does not run")),
  probe: () => Promise.reject(new Error("The resolver does not run")),
  onAgeWanted: () => {},
  tellAge: () => {},
  onLearned: () => {},
  drainLearned: () => Promise.resolve(),
  explainChoices: () => Promise.reject(new Error("The resolver does not run")),
  answersItself: () => Promise.reject(new Error("The resolver does not run")),
};

/** Writes a household into a data directory that is new or empty. */
export async function writeCompany(dataDir: string, size: CompanySize = COMPANY): Promise<void> {
  const until = Date.now() - 4000;
  const clock = { now: until - size.days * DAY };
  const runtime: Runtime = {
    now: () => clock.now,
    monotonic: () => clock.now,
    log: (level, text) => void (level === "error" && console.error(text)),
    // Nothing depends on timers: services write when they are closed.
    after: () => () => {},
    random: Math.random,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    interfaces: () => [],
    networks: () => [],
    moduleUrl: (module) => new URL(`../../${module}.ts`, import.meta.url),
  };
  const directory = await openDataDirectory(dataDir);
  const { path, secret } = directory;
  const settings = await BoxSettings.open(path, { flags: {}, env: {} });
  const traffic = new CompanyTraffic(size, until);
  const control = await openControl({
    dataDir: path,
    secret,
    runtime,
    settings,
    resolver: NO_RESOLVER,
    sources: [traffic],
    timeKnown: () => true,
    policyChanged: () => {},
    alertQueue: createAlertQueue(),
    macOf: (address) => companyMac(deviceOfAddress(address)),
    examine: () => Promise.reject<ListReport>(new Error("Nothing is examined")),
    inspect: inspectFile,
  });
  const db = control.core.databases.box;
  try {
    await settings.change({
      values: { time_zone: "Europe/Berlin", telemetry: false, automatic_updates: "off" },
      by: COMPANY_ACCOUNT.name,
      now: Math.floor(clock.now / 1000),
    });
    await writeHousehold(db, size, until);
    await writeMachines(db, size, until);
    await control.household.reload();
    await writeTraffic(control, traffic, clock, size, until);
    await writeAccount(control, { dataDir: path, runtime });
  } finally {
    await control.close();
    directory.close();
  }
}

/** Half of the devices are present. */
async function writeMachines(db: Database, { devices }: CompanySize, now: number): Promise<void> {
  await new MachineTable(db).write(times(devices, (id) => {
    const seen = id % 2 === 0 ? now : now - id % 20 * DAY;
    return {
      mac: companyMac(id),
      firstSeen: now - 50 * DAY,
      seenAt: seen,
      lastQuery: seen - 60_000,
      presentSince: seen - HOUR,
      kind: "" as const,
      system: "",
      names: { mdns: `host-${id}` },
      addresses: [[companyAddress(id), seen]] as const,
      sources: ["query" as const],
    };
  }));
}

async function writeTraffic(
  control: Control,
  traffic: CompanyTraffic,
  clock: { now: number },
  { days }: CompanySize,
  until: number,
): Promise<void> {
  for (let hour = until - days * DAY; hour < until; hour += HOUR) {
    const end = Math.min(hour + HOUR, until);
    clock.now = end - 1;
    traffic.before(end);
    while (traffic.waiting) {
      control.feed.drain();
      await control.journal.flush();
    }
    await control.statistics.flush();
    if (Math.floor(hour / DAY) !== Math.floor(end / DAY)) await control.statistics.rollup();
  }
}

async function writeAccount(
  control: Control,
  { dataDir, runtime }: { dataDir: string; runtime: Runtime },
): Promise<void> {
  const db = control.core.databases.box;
  const accounts = createAccounts({
    db,
    endedPath: `${dataDir}/ended_sessions`,
    factors: NO_FACTORS,
    audit: control.audit,
    raise: control.alerts.raise,
    runtime,
    people: control.people,
  });
  await accounts.finishSetup({ name: COMPANY_ACCOUNT.name }, COMPANY_ACCOUNT.password);
  await new TermsService({ db, runtime }).accept(COMPANY_ACCOUNT.name);
  await accounts.close();
}

if (import.meta.main) {
  const began = performance.now();
  await writeCompany(Deno.args[0]);
  console.log(`Written in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
