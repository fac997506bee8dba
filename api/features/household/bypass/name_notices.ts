/** Tells of names of VPNs, proxies and encrypted DNS that a device of a child or teenager asked and did not get (A 7.1.2). */
import { CANARIES } from "../../../../policy/catalogue/special_use.ts";
import { wayAround } from "../../../../policy/catalogue/ways_around.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { Raise } from "../../../events/alert_kinds.ts";
import type { Subject } from "../../insight/subject.ts";
import { isMinors } from "../minors.ts";
import type { Register } from "../register.ts";

/** What it needs. */
export interface NameNoticesOptions {
  readonly household: Pick<Register, "people" | "devices">;
  /** The number of the device at an address; 0 = none that is known. */
  readonly deviceAt: (address: string) => number;
  /** What the name of a question is about. */
  readonly subjectOf: (seen: Observation) => Subject;
  readonly raise: Raise;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const EVERY = LIMITS.hours.bypassNameToldEvery * 1000;
/** Names that are told of a device in a day: a program that tries hundreds is told of all the same. */
const MOST_NAMES = LIMITS.hours.bypassNamesPerDay;
/** Devices followed. */
const MOST_DEVICES = 10_000;
/** Asked by telephones and browsers of themselves, with nobody at it. */
const BY_ITSELF = new Set(CANARIES);

interface Told {
  /** Unix milliseconds. */
  since: number;
  readonly names: Set<string>;
}

/** The notices. Observing never throws and never waits. */
export class NameNotices {
  readonly #options: NameNoticesOptions;
  readonly #told = new Map<number, Told>();

  constructor(options: NameNoticesOptions) {
    this.#options = options;
  }

  /** Takes in what was blocked. */
  observe(batch: readonly Observation[]): void {
    for (const seen of batch) {
      if (seen.status === "blocked" && seen.transport !== "ask") this.#take(seen);
    }
  }

  #take(seen: Observation): void {
    const { deviceAt, subjectOf, household, raise } = this.#options, { name } = seen;
    const { category, service } = subjectOf(seen);
    if (category !== "bypass" || BY_ITSELF.has(name)) return;
    const id = deviceAt(seen.client), device = id === 0 ? undefined : household.devices.get(id);
    if (device === undefined || !isMinors(device, household.people) || !this.#isNew(id, name)) {
      return;
    }
    const detail = wayAround(name, service);
    raise({ kind: "bypass.names", deviceId: id, personId: device.personId, name, detail });
  }

  /** Whether a name of a device is told: once a day. */
  #isNew(device: number, name: string): boolean {
    const now = this.#options.now();
    let told = this.#told.get(device);
    if (told === undefined || Math.abs(now - told.since) >= EVERY) {
      if (this.#told.size >= MOST_DEVICES) this.#told.delete(this.#told.keys().next().value!);
      this.#told.set(device, told = { since: now, names: new Set() });
    }
    if (told.names.size >= MOST_NAMES || told.names.has(name)) return false;
    told.names.add(name);
    return true;
  }
}
