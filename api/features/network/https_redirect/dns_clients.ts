/**
 * The addresses that recently sent queries to the box: they can resolve the name of the box (A
 * 7.8).
 */
import type { Observation } from "../../../../resolver/protocol.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { addressToText } from "../../../../policy/model/address.ts";
import { peerAddress } from "../../../http/sources.ts";

/** Maximum number of addresses; the one with the oldest query is dropped first. */
const MOST = 8192;
/** Milliseconds during which a further query of an address is not recorded again. */
const AGAIN = 60_000;

/** Remembers the addresses, in bounded memory. */
export class DnsClients {
  /** Unix milliseconds of the last query by address, oldest first. */
  readonly #seen = new Map<string, number>();

  /** Records the clients of a batch of queries; the box's own queries are left out. */
  observe(batch: readonly Observation[]): void {
    for (const { client, time, transport } of batch) {
      if (transport === "ask") continue;
      const before = this.#seen.get(client);
      if (before !== undefined && Math.abs(time - before) < AGAIN) continue;
      this.#seen.delete(client);
      if (this.#seen.size >= MOST) this.#seen.delete(this.#seen.keys().next().value!);
      this.#seen.set(client, time);
    }
  }

  /**
   * Whether an address, as a socket reports it, sent a query within the last day; `now` in Unix
   * milliseconds.
   */
  knows(address: string, now: number): boolean {
    const peer = peerAddress(address);
    const time = peer === undefined ? undefined : this.#seen.get(addressToText(peer));
    // After the clock was set back, recorded times may be in the future.
    return time !== undefined && Math.abs(now - time) < LIMITS.redirect.clientKnownFor * 1000;
  }
}
