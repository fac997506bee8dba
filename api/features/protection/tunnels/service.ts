/**
 * Data carried inside DNS: the detector examines the resolver's observations. A detected domain is
 * stored, blocked for its client and reported at once (A 7.2.3). Pages and commands use this; the
 * snapshot is made of `rows()`.
 */
import { isDnsCarrier } from "../../../../policy/catalogue/dns_carriers.ts";
import { isWellKnown } from "../../../../policy/catalogue/well_known.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import type { TunnelRow } from "../../../../policy/model/household.ts";
import { TunnelDetector } from "../../../../policy/tunnels/detector.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database } from "../../../store/database.ts";
import type { TunnelDetection } from "../../../settings/list.ts";
import { type StoredTunnel, TunnelTable } from "./table.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { Mutex } from "../../../async/mutex.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export type { StoredTunnel } from "./table.ts";

/** The dependencies of the service. */
export interface TunnelServiceOptions {
  readonly db: Database;
  readonly runtime: Runtime;
  readonly detection: () => TunnelDetection;
  /** The number of the device at an address; 0 = unknown device. */
  readonly deviceAt: (address: string) => number;
  readonly raise: RaiseAlert;
  /** Called when there is a new tunnel to block, to publish the policy. */
  readonly caught: () => void | Promise<void>;
}

const {
  rows: MOST,
  rowsPerClient: MOST_PER_CLIENT,
  kept: KEPT,
  seenWrittenEvery: SEEN_EVERY,
  adopted: ADOPTED,
} = LIMITS.tunnels;
const DEVICE = "device:";
const ORIGIN = "tunnel:";

/** The tunnels. Asynchronous methods reject with DatabaseUnavailableError. */
export class TunnelService {
  readonly #options: TunnelServiceOptions;
  readonly #table: TunnelTable;
  readonly #detector: TunnelDetector;
  /** Domains that a person allowed, as last read from the table. */
  #allowed: ReadonlySet<string> = new Set();
  /**
   * Detected and not yet written domains, and blocked ones that are still queried, by client and
   * domain.
   */
  #caught = new Map<string, Omit<StoredTunnel, "allowed">>();
  #seen = new Map<string, TunnelRow & { readonly last: number }>();
  /** When an alert was raised for an address, by address and domain; Unix milliseconds. */
  readonly #raisedAtAddress = new Map<string, number>();
  #seenWritten: number;
  /** Writes run one after another; and whether a write of detected tunnels is queued. */
  readonly #writing = new Mutex();
  #waits = false;

  constructor(options: TunnelServiceOptions) {
    this.#options = options;
    this.#table = new TunnelTable(options.db);
    this.#seenWritten = options.runtime.now();
    this.#detector = new TunnelDetector({
      identifyClient: (client) => this.#whoOf(client),
      isExempt: (domain) => this.#allowed.has(domain) || isDnsCarrier(domain),
      isWellKnown,
    });
  }

  /** Examines answered queries; never waits. */
  observe(batch: readonly Observation[]): void {
    if (this.#options.detection() === "off") return;
    for (const seen of batch) {
      if (seen.reason === "tunnel" && seen.origin.startsWith(ORIGIN)) this.#stillAsked(seen);
      const tunnel = this.#detector.observe(seen);
      if (tunnel === undefined) continue;
      const { who, domain, score, evidence } = tunnel;
      this.#caught.set(`${who} ${domain}`, {
        who,
        domain,
        score,
        found: seen.time,
        last: seen.time,
        evidence,
      });
      this.#raise(seen, who, domain);
    }
    if (
      this.#seen.size > 0 && this.#options.runtime.now() - this.#seenWritten >= SEEN_EVERY * 1000
    ) {
      this.#writeSeen();
    }
    if (this.#caught.size > 0 && !this.#waits) this.#writeCaught();
  }

  /**
   * Returns the blocked domains for the snapshot; those without a query for a month are removed.
   */
  async rows(): Promise<TunnelRow[]> {
    await this.#table.expire(this.#options.runtime.now() - KEPT * 1000);
    const all = await this.#adopted(await this.list());
    if (this.#options.detection() !== "on") return [];
    return all.filter(({ allowed }) => !allowed).slice(0, MOST).map(({ who, domain }) => ({
      who,
      domain,
    }));
  }

  /** Returns all detected tunnels, the newest first. */
  async list(): Promise<StoredTunnel[]> {
    const all = await this.#table.all();
    this.#allowed = new Set(all.filter(({ allowed }) => allowed).map(({ domain }) => domain));
    return all;
  }

  /** Allows a detected domain to carry data, for everyone and permanently. */
  async allow(domain: string): Promise<void> {
    await this.list();
    if (this.#allowed.size >= MOST && !this.#allowed.has(domain)) {
      throw new DomainError(
        "conflict",
        sentence`There can be ${MOST} allowed tunnels; remove one first`,
      );
    }
    if (await this.#table.allow(domain, true) === 0) throw missing(domain);
    await this.#decided(domain);
  }

  /**
   * Revokes the permission of a domain to carry data: it is blocked again for the clients for which
   * it was detected.
   */
  async block(domain: string): Promise<void> {
    if (await this.#table.allow(domain, false) === 0) throw missing(domain);
    await this.#decided(domain);
  }

  /** Removes a domain: it is neither blocked nor allowed, and detected again if it carries data. */
  async forget(domain: string): Promise<void> {
    if (await this.#table.remove(domain) === 0) throw missing(domain);
    await this.#decided(domain);
  }

  /** Writes pending changes. */
  async flush(): Promise<void> {
    if (this.#seen.size > 0) this.#writeSeen();
    await this.#writing.idle();
  }

  async #decided(domain: string): Promise<void> {
    this.#detector.forget(domain);
    await this.list();
  }

  /**
   * Moves tunnels that were recently detected at an address to its device once that is known; the
   * device is then blocked by its number.
   */
  async #adopted(all: readonly StoredTunnel[]): Promise<readonly StoredTunnel[]> {
    const since = this.#options.runtime.now() - ADOPTED * 1000;
    const moved = all.filter(({ who, last }) =>
      last >= since && !who.startsWith(DEVICE) && this.#whoOf(who) !== who
    );
    if (moved.length === 0) return all;
    await this.#table.move(moved.map(({ who, domain }) => ({ who, domain, to: this.#whoOf(who) })));
    return await this.list();
  }

  #whoOf(client: string): string {
    const device = this.#options.deviceAt(client);
    return device === 0 ? client : DEVICE + device;
  }

  #stillAsked({ client, origin, time }: Observation): void {
    const who = this.#whoOf(client);
    const domain = origin.slice(ORIGIN.length);
    if (this.#seen.size < MOST) this.#seen.set(`${who} ${domain}`, { who, domain, last: time });
  }

  /**
   * Raises an alert, unless one was raised for the address of the device before the device was
   * known: what was caught then is assigned to it.
   */
  #raise({ client, time }: Observation, who: string, domain: string): void {
    const isDevice = who.startsWith(DEVICE);
    const raised = this.#raisedAtAddress.get(`${client} ${domain}`);
    if (isDevice && raised !== undefined && time - raised < ADOPTED * 1000) return;
    if (!isDevice) this.#noteAddress(`${client} ${domain}`, time);
    const deed = this.#options.detection() === "on" ? "blocked" : "told";
    const detail = `${deed}|${isDevice ? "" : who}`;
    const deviceId = isDevice ? Number(who.slice(DEVICE.length)) : 0;
    this.#options.raise({ kind: "tunnel", deviceId, name: domain, detail });
  }

  #noteAddress(key: string, time: number): void {
    this.#raisedAtAddress.delete(key);
    this.#raisedAtAddress.set(key, time);
    if (this.#raisedAtAddress.size <= MOST) return;
    const [oldest] = this.#raisedAtAddress.keys();
    this.#raisedAtAddress.delete(oldest);
  }

  /** Writes the detected tunnels and publishes them; tunnels detected meanwhile follow in the next run. */
  #writeCaught(): void {
    this.#waits = true;
    this.#then("Tunnels that were caught could not be kept", async () => {
      const caught = [...this.#caught.values()];
      this.#caught = new Map();
      this.#waits = false;
      await this.#table.add(caught, { most: MOST, mostPerClient: MOST_PER_CLIENT });
      if (this.#options.detection() === "on") await this.#options.caught();
    });
  }

  #writeSeen(): void {
    const seen = [...this.#seen.values()];
    this.#seen = new Map();
    this.#seenWritten = this.#options.runtime.now();
    this.#then(
      "When tunnels were last asked for could not be written",
      () => this.#table.seen(seen),
    );
  }

  #then(trouble: string, work: () => Promise<void>): void {
    const onFailure = ({ message }: Error) =>
      this.#options.runtime.log("error", `${trouble}: ${message}`);
    void this.#writing.take(() => work().catch(onFailure));
  }
}

function missing(domain: string): DomainError {
  return new DomainError("not_found", sentence`No tunnel was found at this domain: ${domain}`);
}
