/**
 * `deno run -A tests/bench/threats.ts [FILE…]`: which beacons and bursts of random names are found,
 * and what is reported wrongly, as the tables of docs/benchmarks.md. Files hold real names, one a line.
 */
import { BeaconTracker } from "../../policy/threats/beacons.ts";
import { RandomBursts } from "../../policy/threats/random_bursts.ts";
import { registrableDomain } from "../../policy/lookalikes/registrable.ts";
import {
  HOUSEHOLD_TRAFFIC,
  type HouseholdTraffic,
  implantTimes,
  type Jitter,
} from "../support/beacon_traffic.ts";
import { drawNames, NAME_MAKERS, type NameMaker } from "../support/random_names.ts";
import { realNames } from "./lookalikes.ts";

const START = Date.UTC(2026, 10, 23);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Intervals of the implants, in milliseconds. */
const INTERVALS = [MINUTE * 1.5, 5 * MINUTE, 20 * MINUTE, HOUR] as const;

/** Implants of one jitter, and how many of them were found within a week. */
export interface FoundBeacons {
  readonly implants: number;
  readonly found: number;
  /** The median of the hours from the first question to the finding. */
  readonly hours: number;
}

/** Runs implants of several intervals, each with a device of its own. */
export function findBeacons(
  jitter: number,
  kind: Jitter,
  awake: number,
  each: number,
): FoundBeacons {
  const hours: number[] = [];
  let implants = 0;
  for (const interval of INTERVALS) {
    for (let i = 0; i < each; i++) {
      implants++;
      const seed = implants * 31 + Math.round(jitter * 100);
      const times = implantTimes({ interval, jitter, kind, awake, seed }, START);
      const tracker = new BeaconTracker();
      const found = times.find((time) =>
        tracker.add({ device: 1, domain: "orders.example.com", isForAddress: true, time }) !==
          undefined
      );
      if (found !== undefined) hours.push((found - times[0]) / HOUR);
    }
  }
  hours.sort((a, b) => a - b);
  return { implants, found: hours.length, hours: hours[hours.length >> 1] ?? NaN };
}

/** Devices of one kind of traffic, and those with questions that look like beacons. */
export interface RegularTraffic {
  readonly devices: number;
  /** Pairs of device and domain whose age is asked. */
  readonly regular: number;
}

/** Runs a week of many devices that share a home. */
export function findRegular({ questions }: HouseholdTraffic, devices: number): RegularTraffic {
  const tracker = new BeaconTracker();
  const regular = new Set<string>();
  const all = Array.from({ length: devices }, (_, i) => questions(i + 1, START)).flat()
    .sort((a, b) => a.time - b.time);
  for (const question of all) {
    // Names of the simulation end in a domain that no suffix list has.
    const domain = question.domain.replace(/\.example$/, ".com");
    const found = tracker.add({ ...question, domain });
    if (found !== undefined) regular.add(`${found.device} ${found.domain}`);
  }
  return { devices, regular: regular.size };
}

/** How many of a number of devices are found that ask for a random name every so many milliseconds. */
export function findBursts(maker: NameMaker, devices: number, every: number): number {
  let found = 0;
  for (let i = 0; i < devices; i++) {
    const bursts = new RandomBursts();
    const names = drawNames(maker, Math.floor(HOUR / every), i + 1);
    const isFound = names.some((domain, at) =>
      bursts.add({ device: "1", domain, time: START + at * every }) !== undefined
    );
    if (isFound) found++;
  }
  return found;
}

/**
 * Alarms of devices that ask for real names, if none of them existed for an hour: 200 names each, in
 * the order of the names.
 */
export function countFalseBursts(names: readonly string[]): {
  readonly devices: number;
  readonly reported: number;
} {
  const domains = [...new Set(names.map(registrableDomain))].filter((domain) => domain !== "");
  const bursts = new RandomBursts();
  const reported = new Set<string>();
  domains.forEach((domain, i) => {
    const device = `${Math.floor(i / 200)}`;
    if (bursts.add({ device, domain, time: START + i % 200 * 1000 }) !== undefined) {
      reported.add(device);
    }
  });
  return { devices: Math.ceil(domains.length / 200), reported: reported.size };
}

function percent(found: number, of: number): string {
  return `${(found / of * 100).toFixed(found === of || found === 0 ? 0 : 1)} %`;
}

function beaconRow(jitter: number): string {
  const cells = ([["around", 24], ["below", 24], ["around", 16]] as const).map(([kind, awake]) => {
    const { implants, found, hours } = findBeacons(jitter, kind, awake, 50);
    return found === 0 ? "0 %" : `${percent(found, implants)}, ${hours.toFixed(0)} h`;
  });
  return `| ${Math.round(jitter * 100)} % | ${cells.join(" | ")} |`;
}

if (import.meta.main) {
  console.log("| jitter | around, always on | below, always on | around, 16 h a day |");
  console.log("| ---: | ---: | ---: | ---: |");
  for (const jitter of [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]) console.log(beaconRow(jitter));

  console.log("\n| a week of a household | devices | ages asked |\n| --- | ---: | ---: |");
  for (const traffic of HOUSEHOLD_TRAFFIC) {
    const { devices, regular } = findRegular(traffic, 40);
    console.log(`| ${traffic.name} | ${devices} | ${regular} |`);
  }

  console.log("\n| random names | every 5 s | every 2 min | every 4 min |");
  console.log("| --- | ---: | ---: | ---: |");
  for (const maker of NAME_MAKERS) {
    const cells = [5000, 2 * MINUTE, 4 * MINUTE].map((every) =>
      percent(findBursts(maker, 200, every), 200)
    );
    console.log(`| ${maker.kind} | ${cells.join(" | ")} |`);
  }

  const files = await Promise.all(Deno.args.map((path) => Deno.readTextFile(path)));
  const given = files.map((text) => text.toLowerCase().split(/\s+/).filter((name) => name !== ""));
  console.log("\n| real names that do not exist for an hour | devices | reported |");
  console.log("| --- | ---: | ---: |");
  [realNames(), ...given].forEach((names, i) => {
    const { devices, reported } = countFalseBursts(names);
    console.log(`| ${i === 0 ? "of the project" : Deno.args[i - 1]} | ${devices} | ${reported} |`);
  });
}
