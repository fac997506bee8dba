/**
 * Special-use names, answered by the box and never sent upstream, unless a record or a forward rule
 * exists for them (RFC 6761, 6303, 6762, 7686, 7793, 8375, 9462, 9476, 9665).
 */
import type { ResolverSettings } from "../snapshot/settings.ts";

/**
 * How a special name is answered: the loopback addresses, NXDOMAIN below an apex that has NODATA,
 * NXDOMAIN, or NODATA.
 */
export type SpecialAnswer = "loopback" | "zone" | "nxdomain" | "nodata";

const list = (names: string): readonly string[] => names.trim().split(/\s+/);

/**
 * Top-level names that do not exist in DNS: RFC 6761 6.4, 6762 3, 7686, 9476. `test` is from RFC
 * 6761 6.2.
 */
const ABSENT = list("invalid test onion local alt");

/** Zones that exist and are empty until records are added: RFC 8375 4, RFC 9462 8, RFC 9665 10. */
const EMPTY = list("home.arpa resolver.arpa service.arpa");

/** Reverse zones served locally: RFC 6303 4, RFC 7793 (100.64.0.0/10). */
const REVERSE = [
  ...list(
    "10.in-addr.arpa 168.192.in-addr.arpa 0.in-addr.arpa 127.in-addr.arpa 254.169.in-addr.arpa",
  ),
  ...Array.from({ length: 16 }, (_, i) => `${16 + i}.172.in-addr.arpa`),
  ...Array.from({ length: 64 }, (_, i) => `${64 + i}.100.in-addr.arpa`),
  ...list(
    "2.0.192.in-addr.arpa 100.51.198.in-addr.arpa 113.0.203.in-addr.arpa 255.255.255.255.in-addr.arpa",
  ),
  `${"0.".repeat(32)}ip6.arpa`,
  `1.${"0.".repeat(31)}ip6.arpa`,
  ...list(
    "d.f.ip6.arpa 8.e.f.ip6.arpa 9.e.f.ip6.arpa a.e.f.ip6.arpa b.e.f.ip6.arpa 8.b.d.0.1.0.0.2.ip6.arpa",
  ),
];

/**
 * The reverse zones of private networks, which private upstreams may answer instead of the box;
 * fc00::/8 too (RFC 4193 3.2).
 */
export const PRIVATE_REVERSE: ReadonlySet<string> = new Set([
  ...REVERSE.filter((name) =>
    /^(10|168\.192|\d+\.172|\d+\.100|254\.169)\.in-addr\.arpa$/.test(name)
  ),
  ...list("c.f.ip6.arpa d.f.ip6.arpa 8.e.f.ip6.arpa 9.e.f.ip6.arpa a.e.f.ip6.arpa b.e.f.ip6.arpa"),
]);

/**
 * The reverse zones that private upstreams answer under these settings; none without such
 * upstreams.
 */
export function privateReverseZones(
  { privateUpstreams }: Pick<ResolverSettings, "privateUpstreams">,
): string[] {
  return privateUpstreams.length === 0 ? [] : [...PRIVATE_REVERSE];
}

/** Names that browsers and phones query before they bypass this resolver (setting `canaries`). */
export const CANARIES = list("use-application-dns.net mask.icloud.com mask-h2.icloud.com");

/** The name that clients query to discover encrypted resolvers (RFC 9462 4). */
export const DESIGNATED_RESOLVER = "_dns.resolver.arpa";
/** The zone that it belongs to (RFC 9462 8). */
export const RESOLVER_ZONE = "resolver.arpa";

const ANSWERS: ReadonlyMap<string, SpecialAnswer> = new Map([
  ["localhost", "loopback" as const],
  ...ABSENT.map((name) => [name, "nxdomain"] as const),
  ...[...EMPTY, ...REVERSE].map((name) => [name, "zone"] as const),
  [DESIGNATED_RESOLVER, "nodata"] as const,
  ...CANARIES.map((name) => [name, "nxdomain"] as const),
]);

/** A special-use name that covers a queried name. */
export interface SpecialUse {
  /** The special-use name, as text. */
  readonly zone: string;
  /** How the name and its subdomains are answered. */
  readonly answer: SpecialAnswer;
}

/**
 * The closest special-use name that covers a name (lower-case text without the final dot), or
 * undefined. The caller checks whether a record or a forward rule takes precedence
 * (policy/snapshot/local_index.ts).
 */
export function findSpecialUse(name: string): SpecialUse | undefined {
  for (let at = 0; at >= 0;) {
    const zone = at === 0 ? name : name.slice(at);
    const answer = ANSWERS.get(zone);
    if (answer !== undefined) return { zone, answer };
    const dot = name.indexOf(".", at);
    at = dot < 0 ? -1 : dot + 1;
  }
  return undefined;
}

/**
 * The active special-use names under these settings: canaries only if enabled, and private reverse
 * zones only without private upstreams for them.
 */
export function specialNames(settings: ResolverSettings): readonly string[] {
  return [...ANSWERS.keys()].filter((name) =>
    (settings.canaries || !CANARIES.includes(name)) &&
    (settings.privateUpstreams.length === 0 || !PRIVATE_REVERSE.has(name))
  );
}
