/**
 * Classifies names of the category `bypassProtection` by the kind of way around the box, from the service or
 * the name itself (A 7.1.2).
 */
import { PUBLIC_RESOLVERS } from "./resolver_rows.ts";

/** The kinds: a virtual private network, a proxy, an encrypted resolver. */
export const WAYS_AROUND = ["vpn", "proxy", "dns"] as const;
/** A way of `WAYS_AROUND`. */
export type WayAround = (typeof WAYS_AROUND)[number];

/** Services of the group `privacy` that are not virtual private networks. */
const BY_SERVICE: ReadonlyMap<string, WayAround> = new Map([
  ["web_proxies", "proxy"],
  ["croxyproxy", "proxy"],
  ["hola", "proxy"],
  ["icloud_private_relay", "proxy"],
  ["tor", "proxy"],
  ["psiphon", "proxy"],
  ["lantern", "proxy"],
  ["ultrasurf", "proxy"],
  ["encrypted_dns", "dns"],
]);

const RESOLVERS = new Set(PUBLIC_RESOLVERS.flatMap(({ tls, https }) => [
  ...(tls === undefined ? [] : [tls]),
  ...(https === undefined ? [] : [new URL(https).hostname]),
]));
const DNS_LABEL = /(^|[.-])(doh|dot|doq|dns\d*|\w+-dns|resolver\d*)(?=[.-])/;
const PROXY_LABEL = /proxy|proxies|unblock|relay/;

/** The kind of a name; `service` = its service, "" = none known. */
export function classifyWayAround(name: string, service: string): WayAround {
  const kind = BY_SERVICE.get(service);
  if (kind !== undefined || service !== "") return kind ?? "vpn";
  if (RESOLVERS.has(name) || DNS_LABEL.test(name)) return "dns";
  return PROXY_LABEL.test(name) ? "proxy" : "vpn";
}
