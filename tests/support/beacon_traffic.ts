/**
 * Questions of programs that wait for orders of an attacker, and those of a household in an
 * ordinary week, for the detection of beacons.
 */
import type { DomainQuestion } from "../../policy/threats/beacons.ts";
import { seeded } from "./tunnel_traffic.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds of a simulated week. */
export const WEEK: number = 7 * DAY;

/** How a program varies its intervals, by a share of them. */
export type Jitter = "around" | "below";

/** A program that asks at intervals. */
export interface Implant {
  /** Milliseconds between two questions. */
  readonly interval: number;
  /** Share of the interval by which it varies, 0 to 1. */
  readonly jitter: number;
  /** Evenly around the interval, or only below it as Cobalt Strike does. */
  readonly kind: Jitter;
  /** Hours of a day in which the device is awake. */
  readonly awake: number;
  readonly seed: number;
}

/** Times of the questions of an implant during a week, in Unix milliseconds after `start`. */
export function implantTimes(implant: Implant, start: number): number[] {
  const { interval, jitter, kind, awake, seed } = implant;
  const random = seeded(seed);
  const times: number[] = [];
  for (let at = start + random() * interval; at < start + WEEK;) {
    if ((at - start) % DAY < awake * HOUR) times.push(at);
    const share = kind === "around" ? (random() * 2 - 1) * jitter : -random() * jitter;
    at += interval * (1 + share);
  }
  return times;
}

/** A kind of ordinary traffic. Each call gives the questions of one device in one week. */
export interface HouseholdTraffic {
  readonly name: string;
  readonly questions: (device: number, start: number) => DomainQuestion[];
}

interface Poll {
  readonly domain: string;
  /** Milliseconds between two questions, and the share by which they vary. */
  readonly every: number;
  readonly jitter: number;
  /** Hours of a day in which the device is awake. */
  readonly awake?: number;
  /** Other names that are asked in the next seconds. */
  readonly more?: number;
}

function poll(polls: readonly Poll[], device: number, start: number): DomainQuestion[] {
  const random = seeded(device * 7919 + polls.length);
  const questions: DomainQuestion[] = [];
  for (const { domain, every, jitter, awake = 24, more = 0 } of polls) {
    for (let at = start + random() * every; at < start + WEEK;) {
      if ((at - start) % DAY < awake * HOUR) {
        for (let i = 0; i <= more; i++) {
          const time = at + i * (300 + random() * 6000);
          // A and AAAA, some milliseconds apart.
          questions.push({ device, domain, isForAddress: true, time });
          questions.push({ device, domain, isForAddress: true, time: time + 20 });
        }
      }
      at += every * (1 + (random() * 2 - 1) * jitter);
    }
  }
  return questions;
}

/** A person who visits sites: bursts of several names, with the breaks of a day. */
function browse(device: number, start: number): DomainQuestion[] {
  const random = seeded(device * 104_729);
  const sites = Array.from({ length: 400 }, (_, i) => `site${device}-${i}.example`);
  const shared = Array.from({ length: 200 }, (_, i) => `tracker${i}.example`);
  const questions: DomainQuestion[] = [];
  for (let day = 0; day < 7; day++) {
    for (let at = start + day * DAY + 7 * HOUR; at < start + day * DAY + 23 * HOUR;) {
      const site = sites[Math.floor(random() ** 3 * sites.length)];
      const others = Array.from({ length: 8 }, () => shared[Math.floor(random() * shared.length)]);
      for (const domain of [site, ...others]) {
        questions.push({ device, domain, isForAddress: true, time: at + random() * 3000 });
      }
      // Minutes on a page, sometimes a long break.
      at += -Math.log(1 - random()) * (random() < 0.1 ? HOUR : 3 * MINUTE);
    }
  }
  return questions;
}

/** The kinds of traffic of a household. */
export const HOUSEHOLD_TRAFFIC: readonly HouseholdTraffic[] = [
  { name: "people who visit sites", questions: browse },
  {
    name: "update checks of programs, every hour to every day",
    questions: (device, start) =>
      poll(
        [
          { domain: `updates${device}.example`, every: HOUR, jitter: 0.5, awake: 16 },
          { domain: `antivirus${device}.example`, every: 4 * HOUR, jitter: 0.2 },
          { domain: `store${device}.example`, every: DAY, jitter: 0.3 },
        ],
        device,
        start,
      ),
  },
  {
    name: "clocks of machines (NTP of the pool)",
    questions: (device, start) =>
      poll([{ domain: "ntp.org", every: 17 * MINUTE, jitter: 0.02 }], device, start),
  },
  {
    name: "clocks of machines (NTP of the maker)",
    questions: (device, start) =>
      poll([{ domain: `time-maker${device}.example`, every: HOUR, jitter: 0.01 }], device, start),
  },
  {
    name: "appliances that poll one name of their maker",
    questions: (device, start) =>
      poll([{ domain: `maker${device}.example`, every: 5 * MINUTE, jitter: 0.05 }], device, start),
  },
  {
    name: "appliances that poll several names of their maker",
    questions: (device, start) =>
      poll(
        [{ domain: `hub${device}.example`, every: 10 * MINUTE, jitter: 0.05, more: 2 }],
        device,
        start,
      ),
  },
  {
    name: "mail programs, every 15 minutes while awake",
    questions: (device, start) =>
      poll(
        [{ domain: `mail${device}.example`, every: 15 * MINUTE, jitter: 0.1, awake: 15 }],
        device,
        start,
      ),
  },
  {
    name: "phones asleep, woken at odd times",
    questions: (device, start) =>
      poll(
        [{ domain: `push${device}.example`, every: 28 * MINUTE, jitter: 0.6 }, {
          domain: `sync${device}.example`,
          every: 90 * MINUTE,
          jitter: 0.45,
        }],
        device,
        start,
      ),
  },
];
