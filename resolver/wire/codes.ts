/** Code points of DNS and their names (IANA "Domain Name System (DNS) Parameters"). */

/** RR types by mnemonic. */
export const TYPE = {
  A: 1,
  NS: 2,
  MD: 3,
  MF: 4,
  CNAME: 5,
  SOA: 6,
  MB: 7,
  MG: 8,
  MR: 9,
  NULL: 10,
  WKS: 11,
  PTR: 12,
  HINFO: 13,
  MINFO: 14,
  MX: 15,
  TXT: 16,
  RP: 17,
  AFSDB: 18,
  X25: 19,
  ISDN: 20,
  RT: 21,
  NSAP: 22,
  "NSAP-PTR": 23,
  SIG: 24,
  KEY: 25,
  PX: 26,
  GPOS: 27,
  AAAA: 28,
  LOC: 29,
  NXT: 30,
  EID: 31,
  NIMLOC: 32,
  SRV: 33,
  ATMA: 34,
  NAPTR: 35,
  KX: 36,
  CERT: 37,
  A6: 38,
  DNAME: 39,
  SINK: 40,
  OPT: 41,
  APL: 42,
  DS: 43,
  SSHFP: 44,
  IPSECKEY: 45,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  DHCID: 49,
  NSEC3: 50,
  NSEC3PARAM: 51,
  TLSA: 52,
  SMIMEA: 53,
  HIP: 55,
  NINFO: 56,
  RKEY: 57,
  TALINK: 58,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  CSYNC: 62,
  ZONEMD: 63,
  SVCB: 64,
  HTTPS: 65,
  DSYNC: 66,
  SPF: 99,
  UINFO: 100,
  UID: 101,
  GID: 102,
  UNSPEC: 103,
  NID: 104,
  L32: 105,
  L64: 106,
  LP: 107,
  EUI48: 108,
  EUI64: 109,
  NXNAME: 128,
  TKEY: 249,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  MAILB: 253,
  MAILA: 254,
  ANY: 255,
  URI: 256,
  CAA: 257,
  AVC: 258,
  DOA: 259,
  AMTRELAY: 260,
  RESINFO: 261,
  WALLET: 262,
  TA: 32768,
  DLV: 32769,
} as const;

/** RCODEs (RFC 6895 2.3); values above 15 need an OPT record. */
export const RCODE = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  YXDOMAIN: 6,
  YXRRSET: 7,
  NXRRSET: 8,
  NOTAUTH: 9,
  NOTZONE: 10,
  DSOTYPENI: 11,
  BADVERS: 16,
  BADKEY: 17,
  BADTIME: 18,
  BADMODE: 19,
  BADNAME: 20,
  BADALG: 21,
  BADTRUNC: 22,
  BADCOOKIE: 23,
} as const;

/** Opcodes (RFC 6895 2.2). */
export const OPCODE = { QUERY: 0, IQUERY: 1, STATUS: 2, NOTIFY: 4, UPDATE: 5, DSO: 6 } as const;

/** Classes (RFC 6895 3.2). */
export const CLASS = { IN: 1, CH: 3, HS: 4, NONE: 254, ANY: 255 } as const;

/** EDNS option codes (RFC 6891 9). */
export const OPTION = {
  NSID: 3,
  DAU: 5,
  DHU: 6,
  N3U: 7,
  ECS: 8,
  EXPIRE: 9,
  COOKIE: 10,
  KEEPALIVE: 11,
  PADDING: 12,
  CHAIN: 13,
  EDE: 15,
} as const;

/** Extended DNS error codes (RFC 8914 4). */
export const EDE = {
  OTHER: 0,
  STALE: 3,
  FORGED: 4,
  BOGUS: 6,
  CACHED_ERROR: 13,
  NOT_READY: 14,
  BLOCKED: 15,
  CENSORED: 16,
  FILTERED: 17,
  PROHIBITED: 18,
  STALE_NXDOMAIN: 19,
  NOT_AUTHORITATIVE: 20,
  NOT_SUPPORTED: 21,
  NO_REACHABLE_AUTHORITY: 22,
  NETWORK_ERROR: 23,
} as const;

/** Header bits of the third and fourth bytes as one 16-bit word (RFC 1035 4.1.1, RFC 4035 3). */
export const FLAG = {
  QR: 0x8000,
  AA: 0x0400,
  TC: 0x0200,
  RD: 0x0100,
  RA: 0x0080,
  AD: 0x0020,
  CD: 0x0010,
} as const;

const TYPE_NAMES = new Map<number, string>(
  Object.entries(TYPE).map(([name, code]) => [code, name]),
);
const RCODE_NAMES = new Map<number, string>(
  Object.entries(RCODE).map(([name, code]) => [code, name]),
);
const OPCODE_NAMES = new Map<number, string>(
  Object.entries(OPCODE).map(([name, code]) => [code, name]),
);
const CLASS_NAMES = new Map<number, string>(
  Object.entries(CLASS).map(([name, code]) => [code, name]),
);
const OPTION_NAMES = new Map<number, string>(
  Object.entries(OPTION).map(([name, code]) => [code, name]),
);

/** The mnemonic of a type, `TYPE123` when it has none (RFC 3597 5). */
export function typeToText(type: number): string {
  return TYPE_NAMES.get(type) ?? `TYPE${type}`;
}

/**
 * The type of a mnemonic in any case, or of `TYPE123` (RFC 3597 5); undefined when it is invalid.
 */
export function typeFromText(text: string): number | undefined {
  return codeFromText(text, TYPE, "TYPE");
}

/** The mnemonic of a class, `CLASS123` when it has none (RFC 3597 5). */
export function classToText(code: number): string {
  return CLASS_NAMES.get(code) ?? `CLASS${code}`;
}

/** The class of a mnemonic in any case, or of `CLASS123`; undefined when it is invalid. */
export function classFromText(text: string): number | undefined {
  return codeFromText(text, CLASS, "CLASS");
}

/** The mnemonic of an RCODE, `RCODE99` when it has none. */
export function rcodeToText(rcode: number): string {
  return RCODE_NAMES.get(rcode) ?? `RCODE${rcode}`;
}

/** The RCODE of a mnemonic in any case; undefined when it is invalid. */
export function rcodeFromText(text: string): number | undefined {
  return codeFromText(text, RCODE, "RCODE");
}

/** The mnemonic of an opcode, `OPCODE9` when it has none. */
export function opcodeToText(opcode: number): string {
  return OPCODE_NAMES.get(opcode) ?? `OPCODE${opcode}`;
}

/** The mnemonic of an EDNS option, `OPT99` when it has none. */
export function optionToText(option: number): string {
  return OPTION_NAMES.get(option) ?? `OPT${option}`;
}

function codeFromText(
  text: string,
  table: Readonly<Record<string, number>>,
  generic: string,
): number | undefined {
  const upper = text.toUpperCase();
  if (Object.hasOwn(table, upper)) return table[upper];
  const digits = upper.startsWith(generic) ? upper.slice(generic.length) : "";
  return /^\d{1,5}$/.test(digits) && Number(digits) <= 0xffff ? Number(digits) : undefined;
}
