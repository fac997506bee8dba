/** Who asked below which domain, and what it weighs by now: a bounded table that a flood neither grows nor empties. */

/** One pair of a client and a domain; weights fall by themselves as time goes on. */
export interface Pair {
  readonly domain: string;
  /** Weight and names over the short window, and weight over the long one, as they were at `time`. */
  short: number;
  names: number;
  long: number;
  longNames: number;
  /** Unix milliseconds of the last query that weighed something. */
  time: number;
  /** Unix milliseconds of the first since the pair was made or told. */
  first: number;
  /** Since then: names, octets below the domain, octets of data in responses. */
  asked: number;
  octets: number;
  answered: number;
  /** The rarest type asked for, and its weight. */
  type: number;
}

/** How many pairs there may be in all, and how many of one client; from which weight on one is kept whatever comes, and how it fades. */
export interface PairBounds {
  readonly most: number;
  readonly mostPerClient: number;
  readonly keptFrom: number;
  /** Milliseconds in which the weight of a silent pair falls to 1/e. */
  readonly fades: number;
}

/** Pairs looked at for the one that is given up. */
const LOOKED_AT = 16;

/**
 * The pairs. A client that asks below many domains gives up its own; when all is full, clients give up in turn the lightest of
 * some. Who weighs enough stays, so that nobody is forgotten just before being caught.
 */
export class Pairs {
  readonly #clients = new Map<string, Map<string, Pair>>();
  readonly #bounds: PairBounds;
  #size = 0;

  constructor(bounds: PairBounds) {
    this.#bounds = bounds;
  }

  /** Pairs held. */
  get size(): number {
    return this.#size;
  }

  /** The pair, made when it is new; undefined when there is no room that may be taken. */
  take(client: string, domain: string, time: number): Pair | undefined {
    const own = this.#clients.get(client), known = own?.get(domain);
    if (known !== undefined) return known;
    if (own !== undefined && own.size >= this.#bounds.mostPerClient) {
      if (!this.#giveUp(client, own, time)) return undefined;
    } else if (this.#size >= this.#bounds.most && !this.#giveUpAny(time)) return undefined;
    const pair = {
      ...{ domain, short: 0, names: 0, long: 0, longNames: 0, time, first: time },
      ...{ asked: 0, octets: 0, answered: 0, type: 0 },
    };
    const pairs = this.#clients.get(client);
    if (pairs === undefined) this.#clients.set(client, new Map([[domain, pair]]));
    else pairs.set(domain, pair);
    this.#size++;
    return pair;
  }

  /** Forgets what is known of a domain, for everyone. */
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
      // Who had its turn is the last to have the next one.
      this.#clients.delete(client);
      this.#clients.set(client, pairs);
      if (this.#giveUp(client, pairs, time)) return true;
    }
    return false;
  }

  /** Removes the lightest of the first pairs of a client, and puts the others behind; false when all of them stay. */
  #giveUp(client: string, pairs: Map<string, Pair>, time: number): boolean {
    let lightest: Pair | undefined = undefined, least = this.#bounds.keptFrom;
    const seen: Pair[] = [];
    for (const pair of pairs.values()) {
      const weight = pair.long * Math.exp(Math.min(0, pair.time - time) / this.#bounds.fades);
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
