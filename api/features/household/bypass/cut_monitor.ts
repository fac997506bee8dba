/**
 * Watches devices of children and teenagers during a cut (A 7.1.2). A device that was used during
 * the cut and then falls silent has bypassed the box, was switched off or was taken elsewhere.
 * There is no polling: one timer is set for the next device that would be silent long enough.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { Interval } from "../../../../policy/model/person_time.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import { isSite } from "../../insight/site.ts";
import { isMinor } from "../minors.ts";
import { peopleOf } from "../owner.ts";
import type { Device, HouseholdRepository } from "../household_repository.ts";
import type { Runtime } from "../../../system/runtime.ts";

/** Dependencies of the watch over cuts. */
export interface CutMonitorOptions {
  readonly household: Pick<HouseholdRepository, "people" | "devices">;
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  /** The cut that applies to a child or teenager now, in Unix milliseconds; undefined = none. */
  readonly cutOf: (person: number) => Interval | undefined;
  /** Whether a device still answers on the network; it takes some seconds. */
  readonly answers: (device: number) => Promise<boolean>;
  readonly raise: RaiseAlert;
  readonly runtime: Runtime;
}

interface Watched {
  /** When its cut began, Unix milliseconds. */
  readonly from: number;
  /** Queries about sites in a step. */
  step: number;
  count: number;
  /** Whether it was used, long enough after the cut began. */
  used: boolean;
  /** Time of the last query, in milliseconds of the monotonic clock. */
  lastSeen: number;
  raised: boolean;
}

const { cutBypassAskedAfter, cutBypassSilentFor, cutBypassQueries, cutBypassStep, cutWatchedFor } =
  LIMITS.hours;
const ASKED_AFTER = cutBypassAskedAfter * 1000;
const SILENT = cutBypassSilentFor * 1000;
const STEP = cutBypassStep * 1000;
const WATCHED_FOR = cutWatchedFor * 1000;

/** The watch. Observing never throws and never blocks. */
export class CutMonitor {
  readonly #options: CutMonitorOptions;
  readonly #watched = new Map<number, Watched>();
  #callOff: (() => void) | undefined;
  #looking = new Set<Promise<void>>();
  #closed = false;

  constructor(options: CutMonitorOptions) {
    this.#options = options;
  }

  /** Processes a batch of observations. */
  observe(batch: readonly Observation[]): void {
    if (this.#closed) return;
    const { deviceAt } = this.#options;
    const seen = new Map<number, Watched | undefined>();
    for (const one of batch) {
      const device = one.transport === "ask" ? 0 : deviceAt(one.client);
      if (device === 0) continue;
      // The lookup is done once per batch, because a batch covers only a moment.
      if (!seen.has(device)) seen.set(device, this.#watch(device));
      const watched = seen.get(device);
      if (watched !== undefined && one.time >= watched.from) this.#take(watched, one);
    }
    if (seen.size > 0) this.#arm();
  }

  /** Waits for pending checks and stops the watch. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#callOff?.();
    await Promise.allSettled(this.#looking);
  }

  /**
   * The state of a device in its current cut; undefined = no cut applies, or it began too long
   * ago.
   */
  #watch(id: number): Watched | undefined {
    const device = this.#options.household.devices.get(id);
    const cut = device === undefined ? undefined : this.#cutOf(device);
    let watched = this.#watched.get(id);
    if (cut === undefined) {
      if (watched !== undefined) this.#watched.delete(id);
      return undefined;
    }
    if (watched?.from !== cut.from) {
      watched = { from: cut.from, step: NaN, count: 0, used: false, lastSeen: 0, raised: false };
      this.#watched.set(id, watched);
    }
    return watched;
  }

  #cutOf(device: Device): Interval | undefined {
    const { household, cutOf, runtime } = this.#options;
    const at = runtime.now();
    for (const id of peopleOf(device)) {
      if (!isMinor(household.people.get(id))) continue;
      const cut = cutOf(id);
      if (cut !== undefined && cut.from <= at && at < cut.to && at - cut.from <= WATCHED_FOR) {
        return cut;
      }
    }
    return undefined;
  }

  #take(watched: Watched, seen: Observation): void {
    watched.lastSeen = this.#options.runtime.monotonic();
    if (watched.used || seen.time < watched.from + ASKED_AFTER || !isSite(seen)) return;
    const step = Math.floor(seen.time / STEP);
    if (step !== watched.step) {
      watched.step = step;
      watched.count = 0;
    }
    watched.used = ++watched.count >= cutBypassQueries;
  }

  /** Sets the timer for the next device that would be silent long enough. */
  #arm(): void {
    if (this.#callOff !== undefined || this.#closed) return;
    let due = Infinity;
    for (const { used, raised, lastSeen } of this.#watched.values()) {
      if (used && !raised) due = Math.min(due, lastSeen + SILENT);
    }
    if (due === Infinity) return;
    this.#callOff = this.#options.runtime.after(
      Math.max(0, due - this.#options.runtime.monotonic()),
      () => {
        this.#callOff = undefined;
        this.#look();
        this.#arm();
      },
    );
  }

  #look(): void {
    const at = this.#options.runtime.monotonic();
    for (const id of [...this.#watched.keys()]) {
      const watched = this.#watch(id);
      if (
        watched === undefined || !watched.used || watched.raised || watched.lastSeen + SILENT > at
      ) {
        continue;
      }
      watched.raised = true;
      const looking = this.#tell(id, watched).finally(() => this.#looking.delete(looking));
      this.#looking.add(looking);
    }
  }

  async #tell(id: number, watched: Watched): Promise<void> {
    const { answers, household, raise, runtime } = this.#options;
    const { lastSeen } = watched;
    const isThere = await answers(id).catch((error: Error) => {
      runtime.log(
        "warn",
        `Could not check whether a silent device is on the network: ${error.message}`,
      );
      return false;
    });
    const device = household.devices.get(id);
    if (this.#closed || device === undefined) return;
    if (watched.lastSeen === lastSeen) {
      raise({
        kind: "bypass.cut",
        deviceId: id,
        personId: device.personId,
        detail: isThere ? "present" : "gone",
      });
      return;
    }
    // It sent a query during the check.
    watched.raised = false;
    this.#arm();
  }
}
