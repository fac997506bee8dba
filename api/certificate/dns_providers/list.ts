/** The DNS providers that records can be written at, in the order that people see. */
import { CLOUDFLARE } from "./cloudflare.ts";
import { DESEC } from "./desec.ts";
import { OVH } from "./ovh.ts";
import type { DnsProvider } from "./provider.ts";
import { RFC2136 } from "./rfc2136.ts";

/** All of them; a new one is a file and a line here. */
export const DNS_PROVIDERS: readonly DnsProvider[] = [CLOUDFLARE, DESEC, OVH, RFC2136];

/** The provider of an identifier; undefined = there is none. */
export function dnsProvider(id: string): DnsProvider | undefined {
  return DNS_PROVIDERS.find((provider) => provider.id === id);
}
