/**
 * Finds devices that ask for many random names that do not exist. Malware does that to find its
 * server: each day it generates many names, and the attacker registers a few of them.
 */
import { CARRIER_DOMAINS } from "../catalogue/lookalike_words.ts";
import { LIMITS } from "../limits.ts";
import { isKnownDomain } from "./known_domains.ts";
import { looksRandom } from "./randomness.ts";

const {
  names: NAMES,
  over: OVER,
  sharePercent: SHARE,
  remembered: MOST_REMEMBERED,
  devices: MOST_DEVICES,
} = LIMITS.randomBursts;
const WITHIN = OVER * 1000;
/** Networks that give random names to their customers. */
const CARRIERS: ReadonlySet<string> = new Set(CARRIER_DOMAINS);

/** A registrable domain that does not exist, as a device asked for it. */
export interface MissingDomain {
  /** The device, or the address of an unknown one. */
  readonly device: string;
  readonly domain: string;
  /** Unix milliseconds. */
  readonly time: number;
}

/** Many random names of a device. */
export interface RandomBurst {
  readonly device: string;
  /** The last of the names. */
  readonly domain: string;
  /** Number of different random names within an hour. */
  readonly names: number;
}

interface Missing {
  readonly time: number;
  readonly isRandom: boolean;
}

/** Counts names that do not exist, by device. */
export class RandomBursts {
  /** From the device that asked longest ago to the latest one. */
  readonly #devices = new Map<string, Map<string, Missing>>();

  /** Number of devices in memory. */
  get size(): number {
    return this.#devices.size;
  }

  /** Number of names of a device in memory. */
  sizeOf(device: string): number {
    return this.#devices.get(device)?.size ?? 0;
  }

  /** Adds a domain; returns the burst that it completes. */
  add({ device, domain, time }: MissingDomain): RandomBurst | undefined {
    if (isBelowKnown(domain) || domain.endsWith(".arpa")) return undefined;
    const names = this.#namesOf(device);
    // A name that is asked again counts once, at its first time.
    if (names.has(domain) && isWithin(names.get(domain)!, time)) return undefined;
    for (const [name, missing] of names) {
      if (isWithin(missing, time) && names.size < MOST_REMEMBERED) break;
      names.delete(name);
    }
    const isRandom = looksRandom(domain.slice(0, domain.indexOf(".")));
    names.set(domain, { time, isRandom });
    if (!isRandom) return undefined;
    const lately = [...names.values()].filter((missing) => isWithin(missing, time));
    const random = lately.filter((missing) => missing.isRandom).length;
    if (random < NAMES || random * 100 < lately.length * SHARE) return undefined;
    names.clear();
    return { device, domain, names: random };
  }

  /** The names of a device, which becomes the latest one. */
  #namesOf(device: string): Map<string, Missing> {
    const names = this.#devices.get(device) ?? new Map<string, Missing>();
    this.#devices.delete(device);
    this.#devices.set(device, names);
    if (this.#devices.size > MOST_DEVICES) {
      this.#devices.delete(this.#devices.keys().next().value!);
    }
    return names;
  }
}

/** Whether the domain or one above it is known, such as a provider that gives names to customers. */
function isBelowKnown(domain: string): boolean {
  for (let at = 0; at >= 0; at = domain.indexOf(".", at) + 1 || -1) {
    const above = domain.slice(at);
    if (CARRIERS.has(above) || isKnownDomain(above)) return true;
  }
  return false;
}

function isWithin(missing: Missing, time: number): boolean {
  return Math.abs(time - missing.time) < WITHIN;
}
