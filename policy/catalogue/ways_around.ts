/** What kind of way around the box a name of the category `bypass` is, as far as its service or the name itself tells (A 7.1.2). */
import { PUBLIC_RESOLVERS } from "./resolver_rows.ts";

/** The ways: a virtual private network, a proxy, a resolver that nobody on the way can read. */
export const WAYS_AROUND = ["vpn", "proxy", "dns"] as const;
/** A way of `WAYS_AROUND`. */
export type WayAround = (typeof WAYS_AROUND)[number];

/** Services of the group `privacy` that are no virtual private network. */
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
const DNS_LABEL = /(^|[.-])(doh|dot|doq|dns\d*|\w+-dns|resolver\d*)(?=[.-])/,
  PROXY_LABEL = /proxy|proxies|unblock|relay/;

/** The way that a name is; `service` = the one that it belongs to, "" = none that is known. */
export function wayAround(name: string, service: string): WayAround {
  const told = BY_SERVICE.get(service);
  if (told !== undefined || service !== "") return told ?? "vpn";
  if (RESOLVERS.has(name) || DNS_LABEL.test(name)) return "dns";
  return PROXY_LABEL.test(name) ? "proxy" : "vpn";
}
