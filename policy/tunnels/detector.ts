/**
 * Finds data carried inside DNS: each query adds the weight of what its name and answer carry to its client and registrable
 * domain, over a short and a long window. Memory is fixed, and most queries leave after a look at their name (DESIGN 3, A 7.2.3).
 */
import { parse } from "tldts";
import { LIMITS } from "../limits.ts";
import { fingerprint, SeenFilter } from "./filter.ts";
import { type Pair, Pairs } from "./pairs.ts";
import { emptyShape, readShape } from "./shape.ts";
import { answeredOctets, type Asked, isOrdinary, weightOf } from "./weight.ts";

export type { Asked } from "./weight.ts";

/** A tunnel that was caught. */
export interface Tunnel {
  /** As `whoOf` names the client. */
  readonly who: string;
  /** The registrable domain, lower case. */
  readonly domain: string;
  /** How sure it is, in percent. */
  readonly score: number;
  /** What it was seen by. */
  readonly evidence: TunnelEvidence;
}

/** What a tunnel was seen by, for people. */
export interface TunnelEvidence {
  /** Different names. */
  readonly names: number;
  /** Their mean length in octets, without the domain. */
  readonly length: number;
  /** Seconds from the first to the last. */
  readonly seconds: number;
  /** The number of the least ordinary type asked for. */
  readonly type: number;
  /** Octets of the names, and of data in the responses. */
  readonly sent: number;
  readonly received: number;
}

/** What the detector is given. */
export interface DetectorOptions {
  /** Whom to call a client (IP text): `device:3`, or the address again. */
  readonly whoOf: (client: string) => string;
  /** Whether a registrable domain may carry data: somebody said so, or it is known to. */
  readonly isExempt: (domain: string) => boolean;
  /**
   * Whether only its owner, whom everybody knows, can make a registrable domain answer. Names below it that a page of the Web can
   * ask for weigh nothing: otherwise any page could have the domain blocked for who looks at it.
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

/** The detector. */
export class TunnelDetector {
  readonly #options: DetectorOptions;
  readonly #seen = new SeenFilter(LIMITS.tunnels.remembered);
  readonly #labels = new SeenFilter(LIMITS.tunnels.remembered);
  readonly #pairs = new Pairs({
    most: LIMITS.tunnels.pairs,
    mostPerClient: LIMITS.tunnels.pairsPerClient,
    keptFrom: weight * LIMITS.tunnels.keptFrom,
    fades: longWindow * 1000,
  });
  readonly #shape = emptyShape();

  constructor(options: DetectorOptions) {
    this.#options = options;
  }

  /** Takes in one query; the tunnel when this one makes it sure. Told again only once it weighs as much again. */
  observe(asked: Asked): Tunnel | undefined {
    const { name, type, status } = asked;
    if (status === "blocked" || status === "local" || type === PTR || name.length < shortestName) {
      return undefined;
    }
    // A name that was asked already carries nothing more.
    if (this.#seen.note(fingerprint(name, 0, name.length, isOrdinary(type) ? 0 : type))) {
      return undefined;
    }
    const found = parse(name, SUFFIXES), { domain } = found;
    if (domain === null || !(found.isIcann || found.isPrivate) || found.publicSuffix === "arpa") {
      return undefined;
    }
    if (isOrdinary(type) && this.#options.isWellKnown(domain)) return undefined;
    const end = name.length - domain.length - 1;
    if (end < shortestBelow || domain.endsWith(".arpa")) return undefined;
    const seed = fingerprint(domain, 0, domain.length, 1);
    readShape(name, end, seed, this.#labels, this.#shape);
    const answered = answeredOctets(asked, domain), weighs = weightOf(asked, this.#shape, answered);
    if (weighs < 0.01 || this.#options.isExempt(domain)) return undefined;
    const who = this.#options.whoOf(asked.client), pair = this.#pairs.take(who, domain, asked.time);
    return pair !== undefined && this.#add(pair, asked, weighs, answered)
      ? tunnel(who, pair)
      : undefined;
  }

  /** Forgets what is known of a domain. */
  forget(domain: string): void {
    this.#pairs.forget(domain);
  }

  /** Pairs held. */
  get size(): number {
    return this.#pairs.size;
  }

  /** Adds a query to its pair; whether the pair is over the line with it. */
  #add(pair: Pair, asked: Asked, weighs: number, answered: number): boolean {
    // A clock that was set back takes nothing away from what is known.
    const passed = Math.max(0, asked.time - pair.time) / 1000;
    if (passed > 0) {
      const short = Math.exp(-passed / window), long = Math.exp(-passed / longWindow);
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
    pair.octets += this.#shape.octets;
    pair.answered += answered;
    if (pair.type === 0 || (isOrdinary(pair.type) && !isOrdinary(asked.type))) {
      pair.type = asked.type;
    }
    return (pair.short >= weight && pair.names >= names) ||
      (pair.long >= longWeight && pair.longNames >= longNames);
  }
}

/** The tunnel of a pair over the line; the pair begins anew. */
function tunnel(who: string, pair: Pair): Tunnel {
  const evidence = {
    names: pair.asked,
    length: Math.round(pair.octets / pair.asked),
    seconds: Math.max(0, Math.round((pair.time - pair.first) / 1000)),
    type: pair.type,
    sent: pair.octets,
    received: pair.answered,
  };
  const found = { who, domain: pair.domain, score: sure(evidence), evidence };
  pair.short =
    pair.long =
    pair.names =
    pair.longNames =
    pair.asked =
    pair.octets =
    pair.answered =
    pair.type =
      0;
  return found;
}

/** How sure a tunnel is: what crossed the line is likely one; long names, odd types and haste make it surer. */
function sure({ names, length, seconds, type }: TunnelEvidence): number {
  const long = Math.min(1, length / 120),
    odd = isOrdinary(type) ? 0 : 1,
    fast = Math.min(1, names / (seconds + 1));
  return Math.round(60 + 18 * long + 13 * odd + 8 * fast);
}
