/** Names that no list may cover entirely: public suffixes and the names of the machine itself. */
import { parse } from "tldts";
import { ROUTER_DOMAINS } from "../catalogue/router_domains.ts";
import { isTextWithin } from "../model/name.ts";

/**
 * Names that hosts files assign to the machine itself (rule-syntax E7); block lists with them have
 * no effect on these.
 */
const LOCAL_NAMES: ReadonlySet<string> = new Set([
  "localhost",
  "localhost.localdomain",
  "localdomain",
  "local",
  "broadcasthost",
  "ip6-localhost",
  "ip6-loopback",
  "ip6-localnet",
  "ip6-mcastprefix",
  "ip6-allnodes",
  "ip6-allrouters",
  "ip6-allhosts",
  "0.0.0.0",
]);

const OPTIONS = { extractHostname: false, validateHostname: false } as const;

/**
 * Whether the name is a public suffix of the ICANN part of the list (com, co.uk); `name` is
 * lower-case ASCII text.
 */
export function isPublicSuffix(name: string): boolean {
  const found = parse(name, OPTIONS);
  return found.isIcann === true && found.publicSuffix === name;
}

/**
 * Whether the name is a public suffix of any part of the list: of registries, or of providers such
 * as github.io.
 */
export function isAnyPublicSuffix(name: string): boolean {
  const found = parse(name, { ...OPTIONS, allowPrivateDomains: true });
  return (found.isIcann === true || found.isPrivate === true) && found.publicSuffix === name;
}

/**
 * The registrable domain of the name (`example.co.uk`); "" = none, as for a local name or an
 * address.
 */
export function registrableName(name: string): string {
  return parse(name, OPTIONS).domain ?? "";
}

/**
 * Whether only the network of a home can resolve the name. It is below `arpa`, a router domain, or
 * a top-level label that is no public suffix (`lan`, `local`, `internal`…), or in the local domain.
 * Names are lower-case ASCII text.
 */
export function isHomeName(name: string, localDomain: string): boolean {
  const domains = ["arpa", localDomain, ...ROUTER_DOMAINS];
  if (domains.some((domain) => isTextWithin(name, domain))) return true;
  const { isIcann, isPrivate } = parse(name, OPTIONS);
  return isIcann !== true && isPrivate !== true;
}

/** Whether the name is one of the machine itself; `name` is lower-case ASCII text. */
export function isLocalName(name: string): boolean {
  return LOCAL_NAMES.has(name);
}
