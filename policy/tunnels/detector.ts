/**
 * Detects data carried inside DNS. Each query adds the weight of its name and answer to its client
 * and registrable domain, over a short and a long window. Memory is bounded, and most queries are
 * dismissed after a check of their name.
 */
import { parse } from "tldts";
import { LIMITS } from "../limits.ts";
import { hashText, SeenFilter } from "./seen_filter.ts";
import { type Pair, PairTable } from "./pair_table.ts";
import { createShape, readShape } from "./name_shape.ts";
import { answeredBytes, isOrdinary, type TunnelQuery, weightOf } from "./weight.ts";

export type { TunnelQuery } from "./weight.ts";

/** A detected tunnel. */
export interface Tunnel {
  /** The client, as returned by `identifyClient`. */
  readonly who: string;
  /** The registrable domain, lower case. */
  readonly domain: string;
  /** The confidence in percent. */
  readonly score: number;
  /** The evidence for the tunnel. */
  readonly evidence: TunnelEvidence;
}

/** The evidence for a tunnel, for display. */
export interface TunnelEvidence {
  /** Number of different names. */
  readonly names: number;
  /** Their mean length in bytes, without the domain. */
  readonly length: number;
  /** Seconds from the first to the last query. */
  readonly seconds: number;
  /** The number of the least ordinary query type. */
  readonly type: number;
  /** Bytes of the names, and of data in the responses. */
  readonly sent: number;
  readonly received: number;
}

/** Options of the detector. */
export interface DetectorOptions {
  /** The identifier of a client (IP text): `device:3`, or its address. */
  readonly identifyClient: (client: string) => string;
  /** Whether a registrable domain may carry data, by choice of a person or as a known carrier. */
  readonly isExempt: (domain: string) => boolean;
  /**
   * Whether a registrable domain belongs to a well-known owner, so that no other party can answer
   * for it. Names below it that a web page can make a browser query have no weight. Otherwise any
   * page could get the domain blocked for its visitors.
   */
  readonly isWellKnown: (domain: string) => boolean;
}

const { window, longWindow, weight, longWeight, names, longNames, shortestName, shortestBelow } =
  LIMITS.tunnels;
const SUFFIXES = {
  allowPrivateDomains: true,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
} as const;
const PTR = 12;

/** The tunnel detector. */
export class TunnelDetector {
  readonly #options: DetectorOptions;
  readonly #seen = new SeenFilter(LIMITS.tunnels.remembered);
  readonly #labels = new SeenFilter(LIMITS.tunnels.remembered);
  readonly #pairs = new PairTable({
    most: LIMITS.tunnels.pairs,
    mostPerClient: LIMITS.tunnels.pairsPerClient,
    keptFrom: weight * LIMITS.tunnels.keptFrom,
    decay: longWindow * 1000,
  });
  readonly #shape = createShape();

  constructor(options: DetectorOptions) {
    this.#options = options;
  }

  /**
   * Processes one query. Returns the tunnel if this query crosses the threshold. It is reported
   * again only after the same weight has accumulated anew.
   */
  observe(asked: TunnelQuery): Tunnel | undefined {
    const { name, type, status } = asked;
    if (status === "blocked" || status === "local" || type === PTR || name.length < shortestName) {
      return undefined;
    }
    // A repeated name carries no additional data.
    if (this.#seen.add(hashText(name, 0, name.length, isOrdinary(type) ? 0 : type))) {
      return undefined;
    }
    const found = parse(name, SUFFIXES);
    const { domain } = found;
    if (domain === null || !(found.isIcann || found.isPrivate) || found.publicSuffix === "arpa") {
      return undefined;
    }
    if (isOrdinary(type) && this.#options.isWellKnown(domain)) return undefined;
    const end = name.length - domain.length - 1;
    if (end < shortestBelow || domain.endsWith(".arpa")) return undefined;
    const seed = hashText(domain, 0, domain.length, 1);
    readShape(name, end, seed, this.#labels, this.#shape);
    const answered = answeredBytes(asked, domain);
    const weighs = weightOf(asked, this.#shape, answered);
    if (weighs < 0.01 || this.#options.isExempt(domain)) return undefined;
    const who = this.#options.identifyClient(asked.client);
    const pair = this.#pairs.take(who, domain, asked.time);
    return pair !== undefined && this.#add(pair, asked, weighs, answered)
      ? tunnel(who, pair)
      : undefined;
  }

  /** Removes all state of a domain. */
  forget(domain: string): void {
    this.#pairs.forget(domain);
  }

  /** Number of pairs. */
  get size(): number {
    return this.#pairs.size;
  }

  /** Adds a query to its pair. Returns whether the pair has crossed the threshold. */
  #add(pair: Pair, asked: TunnelQuery, weighs: number, answered: number): boolean {
    // A clock that was set back does not reduce the accumulated weight.
    const passed = Math.max(0, asked.time - pair.time) / 1000;
    if (passed > 0) {
      const short = Math.exp(-passed / window);
      const long = Math.exp(-passed / longWindow);
      pair.short *= short;
      pair.names *= short;
      pair.long *= long;
      pair.longNames *= long;
    }
    if (pair.asked === 0) pair.first = asked.time;
    pair.time = asked.time;
    pair.short += weighs;
    pair.names++;
    pair.long += weighs;
    pair.longNames++;
    pair.asked++;
    pair.bytes += this.#shape.bytes;
    pair.answered += answered;
    if (pair.type === 0 || (isOrdinary(pair.type) && !isOrdinary(asked.type))) {
      pair.type = asked.type;
    }
    return (pair.short >= weight && pair.names >= names) ||
      (pair.long >= longWeight && pair.longNames >= longNames);
  }
}

/** The tunnel of a pair that crossed the threshold. The pair is reset. */
function tunnel(who: string, pair: Pair): Tunnel {
  const evidence = {
    names: pair.asked,
    length: Math.round(pair.bytes / pair.asked),
    seconds: Math.max(0, Math.round((pair.time - pair.first) / 1000)),
    type: pair.type,
    sent: pair.bytes,
    received: pair.answered,
  };
  const found = { who, domain: pair.domain, score: sure(evidence), evidence };
  pair.short =
    pair.long =
    pair.names =
    pair.longNames =
    pair.asked =
    pair.bytes =
    pair.answered =
    pair.type =
      0;
  return found;
}

/**
 * The confidence in a tunnel. Crossing the threshold makes it likely; long names, rare types and a
 * high rate increase it.
 */
function sure({ names, length, seconds, type }: TunnelEvidence): number {
  const long = Math.min(1, length / 120);
  const odd = isOrdinary(type) ? 0 : 1;
  const fast = Math.min(1, names / (seconds + 1));
  return Math.round(60 + 18 * long + 13 * odd + 8 * fast);
}
