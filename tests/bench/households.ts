/**
 * The cost of a change of the household: publishing 10,000 devices, 2,000 rules and 40 lists of
 * 25,000 names after a device was renamed, until a worker could use it, compared with a household
 * of one device. In this process.
 */
import { createHash } from "node:crypto";
import type { HouseholdRows, Profile } from "../../policy/model/household.ts";
import { PROFILES } from "../../policy/model/household.ts";
import { NO_TIME, type PersonTime, type TimeRows } from "../../policy/model/person_time.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import { ACTION_CATEGORIES } from "../../policy/catalogue/categories.ts";
import { SERVICES } from "../../policy/catalogue/services.ts";
import { decideBefore } from "../../policy/decide/decide.ts";
import type { LocalRecord } from "../../policy/model/decision.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { parseMac } from "../../policy/model/mac.ts";
import type { EncodedSnapshot } from "../../policy/snapshot/sections.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import { ClientLookup } from "../../resolver/clients/client_lookup.ts";
import { Bench, snapshotOf } from "../support/publisher_bench.ts";
import { nameOf } from "./names.ts";
import type { Figures } from "./table.ts";

const LISTS = 40;
const NAMES = 25_000;
const RULES = 2000;
const ROUNDS = 9;
const DECISIONS = 500_000;
const NOW = Date.UTC(2026, 9, 13);

const macOf = (i: number) =>
  `02:00:00:${[i >> 16, i >> 8, i].map((n) => (n & 255).toString(16).padStart(2, "0")).join(":")}`;

/**
 * A household or company with the given number of devices: four per person, some in groups, some
 * shared, some with their own choices.
 */
export function householdOf(devices: number): HouseholdRows {
  const people = Math.max(1, Math.floor(devices / 4));
  const groups = Math.max(1, Math.floor(devices / 100));
  const scopes = Array.from({ length: people }, (_, i) => `person:${i + 1}`);
  return {
    people: Array.from(
      { length: people },
      (_, i) => ({ id: i + 1, profile: PROFILES[i % 3] as Profile }),
    ),
    devices: Array.from({ length: devices }, (_, i) => {
      const person = i % people + 1;
      const shared = i % 20 === 7 && people > 2;
      return {
        id: i + 1,
        name: `device ${i + 1}`,
        macs: [macOf(i)],
        quarantined: i % 500 === 3,
        personId: shared ? 0 : person,
        people: shared ? [person, person % people + 1].sort((a, b) => a - b) : [],
        groupId: shared || i % 3 > 0 ? 0 : i % groups + 1,
      };
    }),
    choices: scopes.filter((_, i) => i % 5 === 0).flatMap((scope, i) => [
      {
        scope,
        kind: "category",
        key: ACTION_CATEGORIES[i % 10 + 5],
        value: "monitor",
        schedule: "",
      },
      {
        scope,
        kind: "service",
        key: SERVICES[i % SERVICES.length].id,
        value: "block",
        schedule: "",
      },
    ]),
    pauses: scopes.filter((_, i) => i % 250 === 9).map((scope) => ({ scope, until: NOW + 60_000 })),
    services: [],
    tunnels: [],
    time: timeOf(people),
  };
}

/**
 * Hours of everybody but adults, one week out of five hundred each; some have extra time, a cut,
 * homework or a limit.
 */
function timeOf(people: number): TimeRows {
  const times = Array.from({ length: people }, (_, i): PersonTime => {
    const now = { from: NOW - 60_000, to: NOW + 1_800_000 };
    const from = i % 500;
    const grid = Array.from(
      { length: 672 },
      (_, slot) => (slot + from) % 96 < 20 + from % 48 ? "1" : "0",
    ).join("");
    return {
      personId: i + 1,
      enabled: true,
      grid,
      ...(i % 20 === 1 && { bonus: now }),
      ...(i % 50 === 2 &&
        { mode: { mode: i % 100 === 2 ? "cut" as const : "homework" as const, ...now } }),
    };
  });
  const reached = times.filter((_, i) => i % 25 === 3).map(({ personId }) => ({
    scope: `person:${personId}`,
    category: "games" as const,
    from: NOW,
    to: NOW + 36_000_000,
  }));
  const vacations = [{ firstDay: "2026-10-17", lastDay: "2026-11-01" }];
  return { ...NO_TIME, people: times, reached, vacations, permitted: ["school.example"] };
}

/** The names of the devices under the local domain, forward and reverse. */
function namesOf(devices: number): ReadonlyMap<string, readonly LocalRecord[]> {
  const names = new Map<string, readonly LocalRecord[]>();
  for (let i = 0; i < devices; i++) {
    const name = `device-${i + 1}.home.arpa`;
    const reverse = `${i & 255}.${i >> 8 & 255}.${i >> 16}.10.in-addr.arpa`;
    names.set(name, [{ type: 1, rdata: Uint8Array.of(10, i >> 16, i >> 8, i), ttl: 60 }]);
    names.set(reverse, [{ type: 12, rdata: nameFromText(name)!, ttl: 60 }]);
  }
  return names;
}

/** A quarter of the rules for everyone, a quarter for devices, half for people. */
function scopeOfRule(i: number, devices: number): PersonalRule["scope"] {
  if (i % 4 === 0) return "all";
  if (i % 4 === 1) return `device:${i % devices + 1}`;
  return `person:${i % Math.max(1, devices / 4 | 0) + 1}`;
}

function rulesOf(devices: number): PersonalRule[] {
  return Array.from({ length: RULES }, (_, i): PersonalRule => ({
    scope: scopeOfRule(i, devices),
    domain: nameOf("r", i),
    action: i % 3 === 0 ? "allow" : "block",
    kind: "subdomains",
    types: [],
    to: [],
    until: 0,
  }));
}

/** The bytes of an encoded snapshot. */
function sizeOf(sections: EncodedSnapshot): number {
  return Object.values(sections).reduce((sum, { length }) => sum + length, 0);
}

/**
 * The figures of a household of one device and of 10,000: milliseconds, the median of several
 * rounds.
 */
export async function measureHouseholds(): Promise<Map<string, Figures>> {
  const results = new Map<string, Figures>();
  for (const devices of [1, 10_000]) {
    const bench = new Bench();
    try {
      results.set(`${devices.toLocaleString("en")} devices`, await measure(bench, devices));
    } finally {
      await Deno.remove(bench.folder, { recursive: true });
    }
  }
  return results;
}

async function measure(bench: Bench, devices: number): Promise<Figures> {
  bench.household = householdOf(devices);
  bench.rules = rulesOf(devices);
  bench.contents = await Promise.all(Array.from({ length: LISTS }, async (_, list) => {
    const text = Array.from({ length: NAMES }, (_, i) => `||${nameOf("b", list * NAMES + i)}^\n`)
      .join("");
    const content = await bench.list(list + 1, text);
    return {
      ...content,
      sha256: createHash("sha256").update(text).digest("hex"),
      category: ACTION_CATEGORIES[list % 20] ?? "",
    };
  }));
  const local = namesOf(devices);
  const publisher = bench.publisher({ localRecords: () => Promise.resolve(local) });
  await publisher.begin();
  await publisher.attach(bench.resolver);
  const publishing: number[] = [];
  const opening: number[] = [];
  let snapshot: Snapshot = snapshotOf(bench.published.at(-1)!);
  for (let round = 0; round < ROUNDS; round++) {
    const [first, ...others] = bench.household.devices;
    bench.household = {
      ...bench.household,
      devices: [{ ...first, name: `renamed ${round}` }, ...others],
    };
    const began = performance.now();
    await publisher.publishRules();
    publishing.push(performance.now() - began);
    const opened = performance.now();
    const before = snapshot;
    snapshot = snapshotOf(bench.published.at(-1)!, before);
    opening.push(performance.now() - opened);
    if (snapshot.classes.some(({ version }, i) => version !== before.classes[i].version)) {
      throw new Error("Renaming a device changed the version of a class");
    }
  }
  return {
    "publish a renamed device (ms)": middle(publishing),
    "opened by a worker (ms)": middle(opening),
    "bytes of the snapshot": sizeOf(bench.published.at(-1)!.sections),
    "classes": snapshot.classes.length,
    "a decision, 50 devices ask (ns)": decision(snapshot, devices, 50),
    "a decision, all ask in turn (ns)": decision(snapshot, devices, devices),
  };
}

/** Nanoseconds of finding the client and deciding, with the given number of active devices. */
function decision(snapshot: Snapshot, devices: number, asking: number): number {
  const macs = new Map(
    Array.from(
      { length: devices },
      (_, i) => [String([10, i >> 16, i >> 8 & 255, i & 255]), macOf(i)],
    ),
  );
  const clients = new ClientLookup(snapshot, {
    find: (address) => parseMac(macs.get(String([...address])) ?? ""),
    isUndiscovered: () => false,
    isOnNetwork: () => true,
  });
  const sources = Array.from({ length: 8192 }, (_, i) => {
    const device = Math.floor(
      i * 37 % Math.min(asking, devices) * devices / Math.min(asking, devices),
    );
    return { bytes: Uint8Array.of(10, device >> 16, device >> 8, device), at: 0, length: 4 };
  });
  const asked = Array.from({ length: 4096 }, (_, i) => ({
    name: nameFromText(nameOf(i % 2 === 0 ? "b" : "c", i * 61 % (LISTS * NAMES)))!,
    type: 1,
    class: 1,
  }));
  for (const source of sources) clients.find(source);
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    for (let i = 0; i < DECISIONS; i++) {
      decideBefore(asked[i & 4095], clients.find(sources[i & 8191]), snapshot, NOW);
    }
    best = Math.min(best, (performance.now() - began) / DECISIONS * 1e6);
  }
  return best;
}

function middle(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}
