/**
 * Which devices asked for a domain lately, as far as that decides whether the domain is rare (A
 * 7.4.4). Bounded: the domain that was not asked for longest is forgotten first.
 */
import { LIMITS } from "../limits.ts";

const { rareDevices: MOST_DEVICES, rareDays: DAYS, rareDomains: MOST_DOMAINS } = LIMITS.beacons;
const KEPT = DAYS * 86_400_000;

/** A device and when it asked, in Unix milliseconds. */
interface Asker {
  readonly device: number;
  time: number;
}

/** The domains and the devices that asked for them. */
export class RareDomains {
  /** From the domain that was not asked for longest to the latest one. */
  readonly #askers = new Map<string, Asker[]>();

  /** Number of domains in memory. */
  get size(): number {
    return this.#askers.size;
  }

  /** Records a question, and returns whether the domain is rare. */
  add(domain: string, device: number, time: number): boolean {
    const askers = this.#askers.get(domain) ?? [];
    // Moves the domain to the end.
    this.#askers.delete(domain);
    this.#askers.set(domain, askers);
    if (this.#askers.size > MOST_DOMAINS) {
      this.#askers.delete(this.#askers.keys().next().value!);
    }
    note(askers, device, time);
    return askers.filter((asker) => Math.abs(time - asker.time) < KEPT).length <= MOST_DEVICES;
  }

  /** Forgets everything. */
  clear(): void {
    this.#askers.clear();
  }
}

/** Keeps the latest devices: one more than a rare domain may have. */
function note(askers: Asker[], device: number, time: number): void {
  const known = askers.find((asker) => asker.device === device);
  if (known !== undefined) {
    known.time = time;
    return;
  }
  if (askers.length <= MOST_DEVICES) {
    askers.push({ device, time });
    return;
  }
  // A clock that was ahead leaves times in the future.
  const age = (asker: Asker) => Math.abs(time - asker.time);
  const oldest = askers.reduce((a, b) => age(a) >= age(b) ? a : b);
  askers[askers.indexOf(oldest)] = { device, time };
}
