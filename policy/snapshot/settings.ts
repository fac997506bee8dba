/**
 * The settings that the resolver needs. They are part of the snapshot, so that queries are answered
 * without the database.
 */

/**
 * How several upstreams are used: query several and take the first response, prefer the fastest, or
 * keep the order.
 */
export type UpstreamStrategy = "parallel" | "weighted" | "strict";
/**
 * How a blocked name is answered (A 7.6.1); `page` = with an address of the box, where a page
 * displays the reason.
 */
export type BlockedResponse = "null" | "nxdomain" | "refused" | "page";

/** Encrypted DNS as the box advertises it to clients (RFC 9462). */
export interface EncryptedDns {
  /**
   * The name in its certificate, answered with the addresses of the box and never published; "" =
   * none.
   */
  readonly name: string;
  /** Ports of DNS over TLS, HTTPS and QUIC; 0 = not offered. */
  readonly tls: number;
  readonly https: number;
  readonly quic: number;
}

/** A rate limit by client prefix; 0 queries per second = no limit. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
  /** Prefix lengths that share one allowance. */
  readonly prefix4: number;
  readonly prefix6: number;
}

/** The answer cache. Times in seconds, size in bytes. */
export interface CacheSettings {
  readonly bytes: number;
  readonly minTtl: number;
  readonly maxTtl: number;
  /** Maximum lifetime of NXDOMAIN and NODATA (RFC 2308). */
  readonly negativeMaxTtl: number;
  /** How long an expired answer may still be served (RFC 8767); 0 = never. */
  readonly staleSeconds: number;
  readonly prefetch: boolean;
}

/** Settings of the resolver, one immutable value per snapshot. */
export interface ResolverSettings {
  /**
   * Upstream lines: `1.1.1.1`, `tls://`, `https://`, `quic://`, `h3://`, `sdns://`,
   * `[/domain/]upstream`, `[//]`, `#` = the default ones.
   */
  readonly upstreams: readonly string[];
  /**
   * The subset of these domains that only the network of a home can resolve
   * (policy/snapshot/home_domains.ts).
   */
  readonly homeDomains: readonly string[];
  /** Used when every upstream has failed. */
  readonly fallbackUpstreams: readonly string[];
  /** Plain addresses that resolve the names of upstreams. */
  readonly bootstrap: readonly string[];
  /** Upstreams for reverse names of private ranges; none = answered locally (RFC 6303). */
  readonly privateUpstreams: readonly string[];
  readonly upstreamStrategy: UpstreamStrategy;
  /** Milliseconds for one attempt at one upstream. */
  readonly upstreamTimeout: number;
  /**
   * CIDR ranges that may send queries, in addition to those of the box's own interfaces; `private`
   * means the private ranges.
   */
  readonly allowedRanges: readonly string[];
  /** Addresses, networks and hardware addresses that get no answer, also if they are allowed. */
  readonly deniedClients: readonly string[];
  readonly rateLimit: RateLimit;
  readonly cache: CacheSettings;
  /** Addresses and CIDR ranges that mean NXDOMAIN when an upstream answers with them. */
  readonly bogusNxdomain: readonly string[];
  readonly blockedResponse: BlockedResponse;
  /** Seconds (BOX_BLOCKED_TTL). */
  readonly blockedTtl: number;
  /** `box` and `home.arpa` by default: the box answers to `box`, `box.home.arpa`. */
  readonly boxName: string;
  readonly localDomain: string;
  /**
   * Addresses returned for the names of the box, preferred ones first (BOX_ADVERTISE_ADDR, then
   * those of the interfaces).
   */
  readonly boxAddresses: readonly string[];
  /** The subset of `boxAddresses` that the household configured (BOX_ADVERTISE_ADDR). */
  readonly advertised: readonly string[];
  /** CIDR of the addresses of the box, grouped by network interface, including link-local ones. */
  readonly boxNetworks: readonly (readonly string[])[];
  /** Prefixes of the NAT64 of the network beside the well-known one, in CIDR (RFC 7050). */
  readonly nat64Prefixes: readonly string[];
  readonly encrypted: EncryptedDns;
  /** `version.bind` answer and NSID, empty = refused. */
  readonly versionText: string;
  /**
   * Whether canary names are answered with NXDOMAIN so that browsers and phones continue to use
   * this resolver.
   */
  readonly canaries: boolean;
  /** Whether public names with addresses of the home are blocked (A 7.4.1). */
  readonly rebinding: boolean;
  /** Domains that may answer with such addresses, each with its subdomains. */
  readonly rebindingAllowed: readonly string[];
  /** Whether the servers of commercial spyware are blocked (A 7.4.2). */
  readonly spyware: boolean;
  /** Whether names that imitate others are looked for (A 7.5). */
  readonly lookalike: boolean;
  /** Whether typing errors are. */
  readonly lookalikeTypos: boolean;
  /** Whether the age of a domain that imitates can be asked for. */
  readonly lookalikeAsk: boolean;
  /** Domains that are no imitations, each with its subdomains. */
  readonly lookalikeAllowed: readonly string[];
  /**
   * Registrable domains of the online service and of the updates of the box: restricted mode never
   * blocks them (A 7.2.3).
   */
  readonly serviceDomains: readonly string[];
  /** The global filtering switch; false = everything is resolved, nothing blocked. */
  readonly filtering: boolean;
}

/** Settings of a new box (A 8). */
export const DEFAULT_RESOLVER_SETTINGS: ResolverSettings = {
  upstreams: ["https://dns.quad9.net/dns-query", "tls://dns.quad9.net"],
  homeDomains: [],
  fallbackUpstreams: ["9.9.9.9", "149.112.112.112"],
  bootstrap: ["9.9.9.9", "1.1.1.1", "2620:fe::fe"],
  privateUpstreams: [],
  upstreamStrategy: "weighted",
  upstreamTimeout: 2000,
  allowedRanges: ["private"],
  deniedClients: [],
  rateLimit: { perSecond: 0, burst: 0, prefix4: 32, prefix6: 64 },
  cache: {
    // Some 45,000 answers: all of the 20,000 names that a household queries in a day. With 43,000
    // names, those of 94 % of the queries.
    bytes: 8 * 1024 * 1024,
    minTtl: 0,
    maxTtl: 86_400,
    negativeMaxTtl: 3600,
    staleSeconds: 86_400,
    prefetch: true,
  },
  bogusNxdomain: [],
  blockedResponse: "null",
  blockedTtl: 10,
  boxName: "box",
  localDomain: "home.arpa",
  boxAddresses: [],
  advertised: [],
  boxNetworks: [],
  nat64Prefixes: [],
  encrypted: { name: "", tls: 0, https: 0, quic: 0 },
  versionText: "",
  canaries: true,
  rebinding: true,
  rebindingAllowed: [],
  spyware: true,
  lookalike: true,
  lookalikeTypos: true,
  lookalikeAsk: false,
  lookalikeAllowed: [],
  serviceDomains: [],
  filtering: true,
};
