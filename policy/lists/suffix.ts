/** Names that no list may cover as a whole: public suffixes and the machine's own names. */
import { parse } from "tldts";

/** Names that hosts files give to the machine itself (rule-syntax E7); they count for nothing in a block list. */
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

/** Domains that routers give to a home although the public suffix `box` covers them (FRITZ!Box, EasyBox, HomeBox). */
const ROUTER_DOMAINS: readonly string[] = ["fritz.box", "easy.box", "o2.box"];

/** Whether the name is a public suffix of the ICANN part of the list (com, co.uk); `name` is lower-case ASCII text. */
export function isPublicSuffix(name: string): boolean {
  const found = parse(name, OPTIONS);
  return found.isIcann === true && found.publicSuffix === name;
}

/** The part of the name that somebody registered (`example.co.uk`); "" = none, as for a local name or an address. */
export function registrableName(name: string): string {
  return parse(name, OPTIONS).domain ?? "";
}

/**
 * Whether only the network of a home can know the name: it lies below `arpa`, below a domain of routers, or below an ending that
 * no public suffix covers (`lan`, `local`, `internal`…), or in the local domain of the home; names are lower-case ASCII text.
 */
export function isHomeName(name: string, localDomain: string): boolean {
  const domains = ["arpa", localDomain, ...ROUTER_DOMAINS];
  if (domains.some((domain) => name === domain || name.endsWith(`.${domain}`))) return true;
  const { isIcann, isPrivate } = parse(name, OPTIONS);
  return isIcann !== true && isPrivate !== true;
}

/** Whether the name is one of the machine's own; `name` is lower-case ASCII text. */
export function isLocalName(name: string): boolean {
  return LOCAL_NAMES.has(name);
}
