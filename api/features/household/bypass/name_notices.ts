/**
 * Reports names of VPNs, proxies and encrypted DNS that a device of a child or teenager queried
 * and that were blocked (A 7.1.2).
 */
import { CANARIES } from "../../../../policy/catalogue/special_use.ts";
import { classifyWayAround } from "../../../../policy/catalogue/ways_around.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import type { NameSubject } from "../../insight/subject.ts";
import { isMinors } from "../minors.ts";
import type { HouseholdRepository } from "../household_repository.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Dependencies of the notices about bypass names. */
export interface NameNoticesOptions {
  readonly household: Pick<HouseholdRepository, "people" | "devices">;
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  /** The subject of the queried name. */
  readonly subjectOf: (seen: Observation) => NameSubject;
  readonly raise: RaiseAlert;
  readonly runtime: Runtime;
}

const EVERY = LIMITS.hours.bypassNameAlertEvery * 1000;
/**
 * Maximum number of names reported per device and day. A program that tries hundreds of names is
 * still reported.
 */
const MOST_NAMES = LIMITS.hours.bypassNamesPerDay;
/** Maximum number of devices tracked. */
const MOST_DEVICES = 10_000;
/** Canary names, which telephones and browsers query automatically, without user action. */
const BY_ITSELF = new Set(CANARIES);

interface ReportedNames {
  /** Unix milliseconds. */
  since: number;
  readonly names: Set<string>;
}

/** The notices. Observing never throws and never blocks. */
export class NameNotices {
  readonly #options: NameNoticesOptions;
  readonly #reported = new Map<number, ReportedNames>();

  constructor(options: NameNoticesOptions) {
    this.#options = options;
  }

  /** Processes a batch of observations. */
  observe(batch: readonly Observation[]): void {
    for (const seen of batch) {
      if (seen.status === "blocked" && seen.transport !== "ask") this.#take(seen);
    }
  }

  #take(seen: Observation): void {
    const { deviceAt, subjectOf, household, raise } = this.#options;
    const { name } = seen;
    const { category, service } = subjectOf(seen);
    if (category !== "bypass" || BY_ITSELF.has(name)) return;
    const id = deviceAt(seen.client);
    const device = id === 0 ? undefined : household.devices.get(id);
    if (device === undefined || !isMinors(device, household.people) || !this.#isNew(id, name)) {
      return;
    }
    const detail = classifyWayAround(name, service);
    raise({ kind: "bypass.names", deviceId: id, personId: device.personId, name, detail });
  }

  /** Whether to report this name for this device: each name is reported once a day. */
  #isNew(device: number, name: string): boolean {
    const now = this.#options.runtime.now();
    let reported = this.#reported.get(device);
    if (reported === undefined || Math.abs(now - reported.since) >= EVERY) {
      if (this.#reported.size >= MOST_DEVICES) {
        this.#reported.delete(this.#reported.keys().next().value!);
      }
      this.#reported.set(device, reported = { since: now, names: new Set() });
    }
    if (reported.names.size >= MOST_NAMES || reported.names.has(name)) return false;
    reported.names.add(name);
    return true;
  }
}
