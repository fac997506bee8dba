/**
 * Handles one query: parses it, reads the data that it needs, and responds within the rate limit of
 * its network.
 */
import { FLAG, RCODE } from "../../../resolver/wire/codes.ts";
import { ParsedQuery, parseQuery } from "../../../resolver/wire/query.ts";
import { COMPANION_LIMITS } from "../limits.ts";
import { Rates } from "../rates.ts";
import type { Zone } from "./zone.ts";
import type { ZoneCache } from "./zone_cache.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Maximum size of a response over TCP in bytes. */
const STREAM = 65_535;

/** Answers queries of both transports. */
export class DnsResponder {
  readonly #zone: Zone;
  readonly #cache: ZoneCache;
  /**
   * Separate rates for datagrams and streams: forged sources of datagrams must not block a client's
   * streams.
   */
  readonly #rates: { readonly datagram: Rates; readonly stream: Rates };
  readonly #query = new ParsedQuery();
  readonly #onQuery: (transport: "udp" | "tcp", outcome: string) => void;
  #slip = false;
  #waiting = 0;

  /** `now` in milliseconds. `onQuery` counts a query by its outcome. */
  constructor(
    zone: Zone,
    cache: ZoneCache,
    now: Runtime["now"],
    onQuery: (transport: "udp" | "tcp", outcome: string) => void = () => {},
  ) {
    this.#zone = zone;
    this.#onQuery = onQuery;
    this.#cache = cache;
    const rates = () =>
      new Rates(COMPANION_LIMITS.dns.perNetwork, COMPANION_LIMITS.rates.remembered, now);
    this.#rates = { datagram: rates(), stream: rates() };
  }

  /**
   * The response to a datagram; undefined = none. Sources can be forged, so a network above its
   * rate gets every other response, truncated to nothing: a real client retries over TCP.
   */
  async datagram(bytes: Uint8Array, network: string): Promise<Uint8Array | undefined> {
    const response = await this.#datagram(bytes, network);
    this.#onQuery("udp", outcomeOf(response));
    return response;
  }

  async #datagram(bytes: Uint8Array, network: string): Promise<Uint8Array | undefined> {
    if (this.#rates.datagram.take(network) === 0) {
      return await this.#respond(bytes, (query) => query.size);
    }
    this.#slip = !this.#slip;
    const query = this.#query;
    if (!this.#slip || parseQuery(bytes, 0, bytes.length, query) !== 0) return undefined;
    return this.#zone.truncated(query, query.size).slice();
  }

  /** The response to a query over TCP; undefined = none, and the connection ends. */
  async stream(bytes: Uint8Array, network: string): Promise<Uint8Array | undefined> {
    const response = this.#rates.stream.take(network) > 0
      ? undefined
      : await this.#respond(bytes, () => STREAM);
    this.#onQuery("tcp", outcomeOf(response));
    return response;
  }

  async #respond(
    bytes: Uint8Array,
    limitOf: (query: ParsedQuery) => number,
  ): Promise<Uint8Array | undefined> {
    const query = this.#query;
    let read = parseQuery(bytes, 0, bytes.length, query);
    const reading = this.#cache.read(this.#zone.wants(query, read));
    if (reading !== undefined) {
      if (this.#waiting >= COMPANION_LIMITS.dns.waiting) return undefined;
      this.#waiting++;
      await reading.finally(() => this.#waiting--);
      // Other calls used the shared query object meanwhile.
      read = parseQuery(bytes, 0, bytes.length, query);
    }
    return this.#zone.respond(query, read, this.#cache, limitOf(query))?.slice();
  }
}

const OUTCOMES: Readonly<Record<number, string>> = {
  [RCODE.NOERROR]: "noerror",
  [RCODE.FORMERR]: "formerr",
  [RCODE.SERVFAIL]: "servfail",
  [RCODE.NXDOMAIN]: "nxdomain",
  [RCODE.NOTIMP]: "notimp",
  [RCODE.REFUSED]: "refused",
};

/** The outcome of a query as label of a metric. */
function outcomeOf(response: Uint8Array | undefined): string {
  if (response === undefined) return "dropped";
  if ((response[2] & FLAG.TC >> 8) !== 0) return "truncated";
  return OUTCOMES[response[3] & 15] ?? "other";
}
