/**
 * Resource record types and response codes by name (IANA DNS parameters), for lists in text form.
 */

/** Type numbers that the parsers need by name. */
export const TYPE = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  HINFO: 13,
  MX: 15,
  TXT: 16,
  RP: 17,
  AFSDB: 18,
  AAAA: 28,
  SRV: 33,
  NAPTR: 35,
  KX: 36,
  DNAME: 39,
  DS: 43,
  SSHFP: 44,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  TLSA: 52,
  SMIMEA: 53,
  CDS: 59,
  SVCB: 64,
  HTTPS: 65,
  SPF: 99,
  ANY: 255,
  URI: 256,
  CAA: 257,
} as const;

/** TTL in seconds of answers written in lists, as in AdGuard Home (rule-syntax E6). */
export const RULE_TTL = 10;

const TYPES: ReadonlyMap<string, number> = new Map(
  ("A:1 NS:2 MD:3 MF:4 CNAME:5 SOA:6 MB:7 MG:8 MR:9 NULL:10 WKS:11 PTR:12 HINFO:13 MINFO:14 MX:15 TXT:16 RP:17 " +
    "AFSDB:18 X25:19 ISDN:20 RT:21 NSAP:22 NSAP-PTR:23 SIG:24 KEY:25 PX:26 GPOS:27 AAAA:28 LOC:29 NXT:30 EID:31 " +
    "NIMLOC:32 SRV:33 ATMA:34 NAPTR:35 KX:36 CERT:37 A6:38 DNAME:39 SINK:40 OPT:41 APL:42 DS:43 SSHFP:44 " +
    "IPSECKEY:45 RRSIG:46 NSEC:47 DNSKEY:48 DHCID:49 NSEC3:50 NSEC3PARAM:51 TLSA:52 SMIMEA:53 HIP:55 NINFO:56 " +
    "RKEY:57 TALINK:58 CDS:59 CDNSKEY:60 OPENPGPKEY:61 CSYNC:62 ZONEMD:63 SVCB:64 HTTPS:65 SPF:99 NID:104 L32:105 " +
    "L64:106 LP:107 EUI48:108 EUI64:109 TKEY:249 TSIG:250 IXFR:251 AXFR:252 MAILB:253 MAILA:254 ANY:255 URI:256 " +
    "CAA:257 AVC:258 DOA:259 AMTRELAY:260 TA:32768 DLV:32769")
    .split(" ").map((pair) => pair.split(":")).map(([name, number]) => [name, Number(number)]),
);

const RCODES: ReadonlyMap<string, number> = new Map(
  [
    "NOERROR",
    "FORMERR",
    "SERVFAIL",
    "NXDOMAIN",
    "NOTIMP",
    "REFUSED",
    "YXDOMAIN",
    "YXRRSET",
    "NXRRSET",
    "NOTAUTH",
  ]
    .map((name, number) => [name, number]),
);

/**
 * The number of a type such as `AAAA` or `TYPE28` (RFC 3597), in any case; undefined when it is
 * invalid.
 */
export function typeFromText(text: string): number | undefined {
  const name = text.toUpperCase();
  const generic = /^TYPE(\d{1,5})$/.exec(name);
  if (generic !== null) return Number(generic[1]) <= 0xffff ? Number(generic[1]) : undefined;
  return TYPES.get(name);
}

/** The number of an upper-case response code such as `NXDOMAIN`; undefined when it is invalid. */
export function rcodeFromText(text: string): number | undefined {
  return RCODES.get(text);
}
