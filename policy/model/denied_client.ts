/** Clients that get no answer: addresses, networks and hardware addresses. */
import { addressToText, parseAddress, parsePrefix, type Prefix } from "./address.ts";
import { isMachineMac, normalizeMac, parseMac } from "./mac.ts";

/** Denied clients by kind. */
export interface DeniedClients {
  readonly prefixes: readonly Prefix[];
  /** Canonical hardware addresses. */
  readonly macs: ReadonlySet<string>;
}

/**
 * Returns an entry in canonical form: an address or network as CIDR, a hardware address with colons;
 * undefined if it is none of these.
 */
export function normalizeDeniedClient(text: string): string | undefined {
  const mac = normalizeMac(text);
  if (mac !== undefined) return isMachineMac(parseMac(mac)!) ? mac : undefined;
  const address = parseAddress(text);
  if (address !== undefined) return `${addressToText(address)}/${address.length * 8}`;
  return parsePrefix(text) === undefined ? undefined : text;
}

/** Parses entries; invalid ones are ignored, because the setting refuses them. */
export function parseDeniedClients(entries: readonly string[]): DeniedClients {
  const texts = entries.flatMap((entry) => normalizeDeniedClient(entry) ?? []);
  return {
    prefixes: texts.flatMap((text) => parsePrefix(text) ?? []),
    macs: new Set(texts.filter((text) => parseMac(text) !== undefined)),
  };
}
