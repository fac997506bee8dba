/**
 * Follows the queries of devices over time, and raises alerts about beacons (A 7.4.4) and about
 * bursts of random names that do not exist.
 */
import { isSensitive } from "../../../../policy/catalogue/categories.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { registrableDomain } from "../../../../policy/lookalikes/registrable.ts";
import { BeaconTracker, type RegularQuestions } from "../../../../policy/threats/beacons.ts";
import { RandomBursts } from "../../../../policy/threats/random_bursts.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import { RCODE, TYPE } from "../../../../resolver/wire/codes.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";

/** Dependencies of the monitor. */
export interface TrafficMonitorOptions {
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  readonly raise: RaiseAlert;
  /** Days since the registration of a domain; -1 = unknown. It never rejects. */
  readonly ageOf: (domain: string) => Promise<number>;
  /** Whether beacons are reported, and the online service may be asked for ages. */
  readonly tellsBeacons: () => boolean;
  /** The category of a query according to lists and protections; "" = none. */
  readonly categoryOf: (seen: Observation) => string;
}

const { youngDays: YOUNG_DAYS } = LIMITS.beacons;
/** Types that a program asks for together. */
const ADDRESS_TYPES: ReadonlySet<number> = new Set([TYPE.A, TYPE.AAAA, TYPE.HTTPS]);
/** Maximum number of names whose registrable domain is cached. */
const MOST_NAMES = 2048;

/** The monitor. Observing never throws and never waits. */
export class TrafficMonitor {
  readonly #options: TrafficMonitorOptions;
  readonly #beacons = new BeaconTracker();
  readonly #bursts = new RandomBursts();
  readonly #domains = new Map<string, string>();

  constructor(options: TrafficMonitorOptions) {
    this.#options = options;
  }

  /** Examines queries, without local names and without queries of pages and commands of the box. */
  observe(batch: readonly Observation[]): void {
    const tellsBeacons = this.#options.tellsBeacons();
    if (!tellsBeacons) this.#beacons.clear();
    for (const seen of batch) {
      if (seen.transport === "ask" || seen.status === "local") continue;
      const isMissing = seen.rcode === RCODE.NXDOMAIN && seen.status !== "blocked";
      if (!tellsBeacons && !isMissing) continue;
      const domain = this.#domainOf(seen.name);
      if (domain === "") continue;
      const device = this.#options.deviceAt(seen.client);
      if (tellsBeacons && device !== 0) this.#takeQuestion(seen, domain, device);
      if (isMissing) this.#takeMissing(seen, domain, device);
    }
  }

  #takeQuestion(seen: Observation, domain: string, device: number): void {
    const { time, type } = seen;
    const isForAddress = ADDRESS_TYPES.has(type);
    const regular = this.#beacons.add({ device, domain, isForAddress, time });
    // A name of a private subject is neither recorded nor sent to anybody (A 1).
    if (regular === undefined || isSensitive(this.#options.categoryOf(seen))) return;
    void this.#judge(regular);
  }

  /** Raises the alert if the domain is known to be young (A 7.4.4). */
  async #judge({ device, domain, interval }: RegularQuestions): Promise<void> {
    const { ageOf, raise, tellsBeacons } = this.#options;
    const days = await ageOf(domain);
    if (days < 0 || days >= YOUNG_DAYS || !tellsBeacons()) return;
    raise({
      kind: "beacon",
      deviceId: device,
      name: domain,
      detail: String(Math.round(interval)),
    });
  }

  #takeMissing({ client, time }: Observation, domain: string, device: number): void {
    const key = device === 0 ? client : String(device);
    const burst = this.#bursts.add({ device: key, domain, time });
    if (burst === undefined) return;
    const detail = `${device === 0 ? client : ""}|${burst.names}`;
    this.#options.raise({ kind: "random_names", deviceId: device, detail });
  }

  /** The registrable domain of a name; "" = none, as for local names. */
  #domainOf(name: string): string {
    let domain = this.#domains.get(name);
    if (domain === undefined) {
      if (this.#domains.size >= MOST_NAMES) this.#domains.clear();
      domain = registrableDomain(name);
      this.#domains.set(name, domain);
    }
    return domain;
  }
}
