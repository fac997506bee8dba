/**
 * Addresses of upstreams that are given by host name. Published addresses are used at once; others
 * come from the bootstrap servers over plain DNS, never through the box itself. They are cached for
 * their TTL, and longer while no look-up succeeds.
 */
import { publicResolverAddresses } from "../../policy/catalogue/resolvers.ts";
import { type Address, parseAddress } from "../../policy/model/address.ts";
import { maskHost } from "../../policy/model/masked_address.ts";
import { nameFromText } from "../../policy/model/name.ts";
import type { Clock } from "../clock.ts";
import { type Exchange, exchange, type Upstreams } from "./exchange.ts";
import { readAnswerAddresses } from "./message.ts";

const A = 1;
const AAAA = 28;
const IN = 1;
/** Milliseconds for a look-up, and limits of the time its result is cached. */
const LOOKUP_DEADLINE = 4000;
const LEAST_KEPT = 60_000;
const FAILURE_KEPT = 2000;

interface Entry {
  readonly addresses: readonly Address[];
  /** False for addresses that are used because a look-up failed. */
  readonly isFound: boolean;
  /** Monotonic milliseconds. */
  readonly until: number;
}

interface FoundAddresses {
  readonly addresses: readonly Address[];
  /** Seconds. */
  readonly ttl: number;
}

/** Finds the addresses of upstreams that are given by host name. */
export interface HostResolver {
  /**
   * The addresses of a host, best first, alternating families. Rejects with a sentence when none
   * can be found.
   */
  resolve(host: string): Promise<readonly Address[]>;
  /**
   * Reports that no address of a host could be reached: published addresses may be outdated, and
   * cached ones are looked up again.
   */
  reportUnreachable(host: string): void;
}

/** Resolves the host names of upstreams by plain DNS. */
export class Bootstrap implements HostResolver {
  readonly #servers: Pick<Upstreams, "forward"> | undefined;
  readonly #clock: Clock;
  readonly #known = new Map<string, Entry>();
  readonly #lookups = new Map<string, Promise<readonly Address[]>>();
  readonly #unreachable = new Set<string>();

  /** `servers` are the bootstrap servers, undefined when none is configured. */
  constructor(servers: Pick<Upstreams, "forward"> | undefined, clock: Clock) {
    this.#servers = servers;
    this.#clock = clock;
  }

  resolve(host: string): Promise<readonly Address[]> {
    const known = this.#known.get(host);
    if (known !== undefined && this.#clock.ms < known.until) {
      return Promise.resolve(known.addresses);
    }
    const published = this.#unreachable.has(host) ? undefined : publicResolverAddresses(host);
    if (published !== undefined) {
      return Promise.resolve(alternated(published.map((text) => parseAddress(text)!)));
    }
    let lookup = this.#lookups.get(host);
    if (lookup === undefined) {
      lookup = this.#lookUp(host, known?.addresses).finally(() => this.#lookups.delete(host));
      this.#lookups.set(host, lookup);
    }
    return lookup;
  }

  reportUnreachable(host: string): void {
    if (publicResolverAddresses(host) !== undefined && this.#servers !== undefined) {
      this.#unreachable.add(host);
    }
    const known = this.#known.get(host);
    if (known !== undefined) this.#known.set(host, { ...known, until: 0 });
  }

  async #lookUp(host: string, stale: readonly Address[] | undefined): Promise<readonly Address[]> {
    const name = nameFromText(host);
    if (this.#servers === undefined || name === undefined) {
      throw new Error(
        `Set bootstrap servers so that the address of an upstream can be found: ${maskHost(host)}`,
      );
    }
    const ask = async (type: number) => {
      const question = {
        name,
        nameLength: name.length,
        type,
        class: IN,
        dnssecOk: false,
        checkingDisabled: false,
      };
      const onLate = ({ response }: Exchange) =>
        this.#foundLate(host, readAnswerAddresses(response, type));
      const { response } = await exchange(this.#servers!, question, LOOKUP_DEADLINE, onLate);
      return readAnswerAddresses(response, type);
    };
    const results = await Promise.allSettled([ask(A), ask(AAAA)]);
    const found = results.filter((result) => result.status === "fulfilled").map((result) =>
      result.value
    );
    const addresses = alternated(found.flatMap((each) => each.addresses));
    if (addresses.length > 0) {
      const ttl = Math.min(
        ...found.filter((each) => each.addresses.length > 0).map((each) => each.ttl),
      );
      this.#found(host, { addresses, ttl });
      return addresses;
    }
    const last = stale ?? publicResolverAddresses(host)?.map((text) => parseAddress(text)!);
    if (last === undefined) {
      throw new Error(`The bootstrap servers know no address of the upstream: ${maskHost(host)}`);
    }
    this.#known.set(host, {
      addresses: last,
      isFound: false,
      until: this.#clock.ms + FAILURE_KEPT,
    });
    return last;
  }

  #found(host: string, { addresses, ttl }: FoundAddresses): void {
    this.#unreachable.delete(host);
    this.#known.set(host, {
      addresses,
      isFound: true,
      until: this.#clock.ms + Math.max(ttl * 1000, LEAST_KEPT),
    });
  }

  /** A response that arrives after its look-up failed is used by the next look-up. */
  #foundLate(host: string, found: FoundAddresses): void {
    const known = this.#known.get(host);
    const isKnown = known?.isFound === true && this.#clock.ms < known.until;
    if (found.addresses.length > 0 && !isKnown) this.#found(host, found);
  }
}

/**
 * Alternates the address families, so that a family that does not work costs a single wait (RFC
 * 8305 4).
 */
function alternated(addresses: readonly Address[]): readonly Address[] {
  const v4 = addresses.filter((address) => address.length === 4);
  const v6 = addresses.filter((address) => address.length === 16);
  const out: Address[] = [];
  for (let i = 0; i < Math.max(v4.length, v6.length); i++) {
    if (v4[i] !== undefined) out.push(v4[i]);
    if (v6[i] !== undefined) out.push(v6[i]);
  }
  return out;
}
