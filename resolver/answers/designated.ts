/**
 * Records of the encrypted DNS of the box, for clients that use plain DNS or know its name (RFC
 * 9462, RFC 9461).
 */
import { svcRdata } from "../../policy/lists/svcb_rdata.ts";
import { parseAddress } from "../../policy/model/address.ts";
import type { LocalRecord } from "../../policy/model/decision.ts";
import type { ResolverSettings } from "../../policy/snapshot/settings.ts";
import { TYPE } from "../wire/codes.ts";

/** TTL in seconds. It is short because protocols are turned on and off. */
const TTL = 60;
/** Maximum number of address hints per family. */
const MOST_HINTS = 4;
/** The path of DNS over HTTPS as a template (RFC 8484 4.1.1, RFC 9461 5). */
const PATH = "/dns-query{?dns}";

/** The SVCB records of the enabled protocols, fastest first; none without a name. */
export function createDesignatedRecords(
  { encrypted, advertised, boxAddresses }: Pick<
    ResolverSettings,
    "encrypted" | "advertised" | "boxAddresses"
  >,
): LocalRecord[] {
  const { name, tls, https, quic } = encrypted;
  if (name === "") return [];
  // Addresses that the household configured are reachable. Inside a container the addresses of
  // interfaces are not.
  const known = advertised.length > 0 ? advertised : boxAddresses;
  const hints = [hint("ipv4hint", 4, known), hint("ipv6hint", 16, known)].flat();
  const protocols: readonly (readonly string[])[] = [
    tls > 0 ? ["alpn=dot", `port=${tls}`] : [],
    https > 0 ? ["alpn=h2", `port=${https}`, `dohpath=${PATH}`] : [],
    quic > 0 ? ["alpn=doq", `port=${quic}`] : [],
  ];
  return protocols.filter((parameters) => parameters.length > 0).flatMap((parameters, i) => {
    const rdata = svcRdata([String(i + 1), name, ...parameters, ...hints]);
    return rdata === undefined ? [] : [{ type: TYPE.SVCB, rdata, ttl: TTL }];
  });
}

function hint(key: string, bytes: number, addresses: readonly string[]): string[] {
  const of = addresses.filter((text) => parseAddress(text)?.length === bytes).slice(0, MOST_HINTS);
  return of.length === 0 ? [] : [`${key}=${of.join(",")}`];
}
