/** The supported DNS providers, in the order of the interface. */
import { CLOUDFLARE } from "./cloudflare.ts";
import { DESEC } from "./desec.ts";
import { OVH } from "./ovh.ts";
import type { DnsProvider } from "./provider.ts";
import { RFC2136 } from "./rfc2136.ts";

/** All providers; a new one is added here. */
export const DNS_PROVIDERS: readonly DnsProvider[] = [CLOUDFLARE, DESEC, OVH, RFC2136];

/** The provider with an identifier; undefined = unknown. */
export function dnsProvider(id: string): DnsProvider | undefined {
  return DNS_PROVIDERS.find((provider) => provider.id === id);
}
