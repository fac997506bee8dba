/**
 * The current weights of clients and domains: a bounded table that a flood of queries can neither
 * grow nor empty.
 */

/** One pair of a client and a domain. Weights decay over time. */
export interface Pair {
  readonly domain: string;
  /**
   * Weight and names over the short window, and weight over the long one, as they were at `time`.
   */
  short: number;
  names: number;
  long: number;
  longNames: number;
  /** Unix milliseconds of the last query with a weight. */
  time: number;
  /** Unix milliseconds of the first query since the pair was created or reported. */
  first: number;
  /** Totals since then: names, bytes below the domain, bytes of data in responses. */
  asked: number;
  bytes: number;
  answered: number;
  /** The rarest query type, and its weight. */
  type: number;
}

/**
 * Limits: pairs in total and per client, the weight from which a pair is never evicted, and the
 * decay.
 */
export interface PairBounds {
  readonly most: number;
  readonly mostPerClient: number;
  readonly keptFrom: number;
  /** Milliseconds in which the weight of an inactive pair decays to 1/e. */
  readonly decay: number;
}

/** Number of pairs examined for eviction. */
const LOOKED_AT = 16;

/**
 * The pairs. A client that queries many domains evicts its own pairs. If the table is full, clients
 * take turns, each evicting the lightest of some of its pairs. Pairs above a weight are never
 * evicted, so that a tunnel is not lost just before its detection.
 */
export class PairTable {
  readonly #clients = new Map<string, Map<string, Pair>>();
  readonly #bounds: PairBounds;
  #size = 0;

  constructor(bounds: PairBounds) {
    this.#bounds = bounds;
  }

  /** Number of pairs. */
  get size(): number {
    return this.#size;
  }

  /** The pair, created if it is new; undefined if no space can be freed. */
  take(client: string, domain: string, time: number): Pair | undefined {
    const own = this.#clients.get(client);
    const known = own?.get(domain);
    if (known !== undefined) return known;
    if (own !== undefined && own.size >= this.#bounds.mostPerClient) {
      if (!this.#giveUp(client, own, time)) return undefined;
    } else if (this.#size >= this.#bounds.most && !this.#giveUpAny(time)) return undefined;
    const pair = {
      domain,
      short: 0,
      names: 0,
      long: 0,
      longNames: 0,
      time,
      first: time,
      asked: 0,
      bytes: 0,
      answered: 0,
      type: 0,
    };
    const pairs = this.#clients.get(client);
    if (pairs === undefined) this.#clients.set(client, new Map([[domain, pair]]));
    else pairs.set(domain, pair);
    this.#size++;
    return pair;
  }

  /** Removes a domain for all clients. */
  forget(domain: string): void {
    for (const [client, pairs] of this.#clients) {
      if (pairs.delete(domain)) this.#size--;
      if (pairs.size === 0) this.#clients.delete(client);
    }
  }

  #giveUpAny(time: number): boolean {
    for (let turn = 0; turn < LOOKED_AT; turn++) {
      const next = this.#clients.entries().next();
      if (next.done) return false;
      const [client, pairs] = next.value;
      // A client that had its turn moves to the end of the order.
      this.#clients.delete(client);
      this.#clients.set(client, pairs);
      if (this.#giveUp(client, pairs, time)) return true;
    }
    return false;
  }

  /**
   * Evicts the lightest of the first pairs of a client, and moves the others to the end; false if
   * none can be evicted.
   */
  #giveUp(client: string, pairs: Map<string, Pair>, time: number): boolean {
    let lightest: Pair | undefined = undefined;
    let least = this.#bounds.keptFrom;
    const seen: Pair[] = [];
    for (const pair of pairs.values()) {
      const weight = pair.long * Math.exp(Math.min(0, pair.time - time) / this.#bounds.decay);
      if (weight < least) [lightest, least] = [pair, weight];
      if (seen.push(pair) === LOOKED_AT) break;
    }
    for (const pair of seen) {
      pairs.delete(pair.domain);
      if (pair !== lightest) pairs.set(pair.domain, pair);
    }
    if (lightest === undefined) return false;
    if (pairs.size === 0) this.#clients.delete(client);
    this.#size--;
    return true;
  }
}
