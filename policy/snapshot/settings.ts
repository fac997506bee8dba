/** The settings that the resolver needs; the snapshot carries them, so that names are answered with the database gone (DESIGN 1). */

/** How several upstreams share the work: ask several and take the first, prefer the quickest, or keep the order. */
export type UpstreamStrategy = "parallel" | "weighted" | "strict";
/** How a blocked name is answered (A 7.6.1); `page` = with an address of the box, where a page says why. */
export type BlockedResponse = "null" | "nxdomain" | "refused" | "page";

/** Encrypted DNS as the box tells systems of it (RFC 9462). */
export interface EncryptedDns {
  /** The name of its certificate, which is answered with the addresses of the box and never published; "" = there is none. */
  readonly name: string;
  /** Ports of DNS over TLS, HTTPS and QUIC; 0 = not offered. */
  readonly tls: number;
  readonly https: number;
  readonly quic: number;
}

/** A rate limit by client prefix; 0 queries a second = no limit. */
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
  /** Longest life of NXDOMAIN and NODATA (RFC 2308). */
  readonly negativeMaxTtl: number;
  /** How long an expired answer may still be served (RFC 8767); 0 = never. */
  readonly staleSeconds: number;
  readonly prefetch: boolean;
}

/** Settings of the resolver, one immutable value a snapshot. */
export interface ResolverSettings {
  /** Upstream lines: `1.1.1.1`, `tls://`, `https://`, `quic://`, `h3://`, `sdns://`, `[/domain/]upstream`, `[//]`, `#` = the default ones (migration D3). */
  readonly upstreams: readonly string[];
  /** Of the domains named there, those that only the network of a home can know (policy/snapshot/home_domains.ts). */
  readonly homeDomains: readonly string[];
  /** Asked when every upstream failed. */
  readonly fallbackUpstreams: readonly string[];
  /** Plain addresses that resolve the names of upstreams. */
  readonly bootstrap: readonly string[];
  /** Upstreams for reverse names of private ranges; none = answered locally (RFC 6303). */
  readonly privateUpstreams: readonly string[];
  readonly upstreamStrategy: UpstreamStrategy;
  /** Milliseconds for one try at one upstream. */
  readonly upstreamTimeout: number;
  /** CIDR ranges that may ask, beside those of the box's own interfaces; `private` stands for the private ranges. */
  readonly allowedRanges: readonly string[];
  readonly rateLimit: RateLimit;
  readonly cache: CacheSettings;
  readonly blockedResponse: BlockedResponse;
  /** Seconds (BOX_BLOCKED_TTL). */
  readonly blockedTtl: number;
  /** `box` and `home.arpa` by default: the box answers to `box`, `box.home.arpa`. */
  readonly boxName: string;
  readonly localDomain: string;
  /** Addresses given for the names of the box, first ones preferred (BOX_ADVERTISE_ADDR, then those of the interfaces). */
  readonly boxAddresses: readonly string[];
  /** Those of `boxAddresses` that the household gave itself (BOX_ADVERTISE_ADDR). */
  readonly advertised: readonly string[];
  /** CIDR of the addresses of the box, those of one network interface together; none that is link-local. */
  readonly boxNetworks: readonly (readonly string[])[];
  readonly encrypted: EncryptedDns;
  /** `version.bind` answer and NSID, empty = refused. */
  readonly versionText: string;
  /** Canary names answered NXDOMAIN so that browsers and phones keep to this resolver. */
  readonly canaries: boolean;
  /** Filtering as a whole; false = everything is resolved, nothing blocked. */
  readonly filtering: boolean;
}

/** Settings of a new box (A 8, DESIGN 11). */
export const DEFAULT_RESOLVER_SETTINGS: ResolverSettings = {
  upstreams: ["https://dns.quad9.net/dns-query", "tls://dns.quad9.net"],
  homeDomains: [],
  fallbackUpstreams: ["9.9.9.9", "149.112.112.112"],
  bootstrap: ["9.9.9.9", "1.1.1.1", "2620:fe::fe"],
  privateUpstreams: [],
  upstreamStrategy: "weighted",
  upstreamTimeout: 2000,
  allowedRanges: ["private"],
  rateLimit: { perSecond: 0, burst: 0, prefix4: 32, prefix6: 64 },
  cache: {
    // Some 45,000 answers: all of 20,000 names that a household asks for in a day, and of 43,000 those of 94 % of the questions.
    bytes: 8 * 1024 * 1024,
    minTtl: 0,
    maxTtl: 86_400,
    negativeMaxTtl: 3600,
    staleSeconds: 86_400,
    prefetch: true,
  },
  blockedResponse: "null",
  blockedTtl: 10,
  boxName: "box",
  localDomain: "home.arpa",
  boxAddresses: [],
  advertised: [],
  boxNetworks: [],
  encrypted: { name: "", tls: 0, https: 0, quic: 0 },
  versionText: "",
  canaries: true,
  filtering: true,
};
