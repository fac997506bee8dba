/** How much a query speaks for data inside DNS: octets of information, weighed by what ordinary programs do as well. */
import type { Shape } from "./shape.ts";

/** A query and its answer, as far as the detector looks at them; an Observation of the resolver is one. */
export interface Asked {
  /** Unix milliseconds. */
  readonly time: number;
  /** IP text of the client. */
  readonly client: string;
  /** Presentation form, lower case, without final dot. */
  readonly name: string;
  readonly type: number;
  readonly rcode: number;
  readonly status: "answered" | "cached" | "stale" | "local" | "blocked" | "failed";
  /** Octets of the response. */
  readonly size: number;
  /** First records of the answer in short, or "". */
  readonly answer: string;
}

const NXDOMAIN = 3;

/**
 * By type: what ordinary programs ask for with names that were never met before. Those of the first group are asked for by
 * hardly anybody else; resolvers follow CNAME by themselves; MX, TXT and SRV belong to servers of mail and services.
 */
const KINDS = new Uint8Array(65_536).fill(4);
for (const type of [1, 28, 64, 65, 2, 6, 43, 48, 52, 257]) KINDS[type] = 1;
for (const type of [16, 33, 35, 99]) KINDS[type] = 2;
for (const type of [5, 15]) KINDS[type] = 3;

/** Whether a type is one of addresses and ordinary facts, whose answer carries little data. */
export function isOrdinary(type: number): boolean {
  return KINDS[type & 0xffff] === 1;
}

/** Octets that a response of an ordinary look-up has beside its question; what is beyond counts as data. */
const ORDINARY_ANSWER = 100;
/** An identifier: a hash of up to 256 bits in hexadecimal has 64 characters, and is one label but for what is around it. */
const IDENTIFIER_OCTETS = 64;

/** A name that an address is answered with as an alias: longer ones are no names of machines. */
const ORDINARY_ALIAS = 64;

/**
 * Octets of data that came back in the response. Types of addresses bring chains of CNAME and signatures, so that there only
 * a first alias below the very domain counts, and what of it is beyond a name.
 */
export function answeredOctets({ type, size, name, answer }: Asked, domain: string): number {
  if (!isOrdinary(type)) return Math.max(0, size - name.length - ORDINARY_ANSWER);
  if (!answer.startsWith("CNAME ")) return 0;
  const end = answer.indexOf(","), alias = answer.slice(6, end < 0 ? answer.length : end);
  return alias.endsWith(domain) ? Math.max(0, alias.length - domain.length - ORDINARY_ALIAS) : 0;
}

/** The weight of a query whose name has this shape, and whose answer brought so many octets of data. */
export function weightOf(asked: Asked, shape: Shape, answered: number): number {
  const kind = KINDS[asked.type & 0xffff], down = 0.1 * kind * answered;
  const weight = shape.information * kind * identifierShare(asked, shape, kind) + down;
  return shape.address ? weight * 0.005 : shape.service ? weight * 0.02 : weight;
}

/**
 * Programs of all kinds put an identifier or a hash in a name: pages that count visitors, content networks, and most of all
 * reputation services, whose answer is NXDOMAIN or 127.0.0.0/8 (RFC 5782). The shorter it is, the more of them have it and the
 * less a tunnel gains by it. More than one identifier, or a rare type, fits no such use; but where nothing answers it weighs
 * little, since any page of the Web can have a browser ask for such names.
 */
function identifierShare(
  { rcode, answer }: Asked,
  { newOctets, longLabels }: Shape,
  kind: number,
): number {
  const listed = rcode === NXDOMAIN || answer.startsWith("127.");
  if (kind > 2) return 1;
  if (newOctets > IDENTIFIER_OCTETS && longLabels > 1) return listed && kind === 1 ? 0.1 : 1;
  if (kind === 2 && !listed) return 0.5;
  const length = Math.min(1, newOctets / IDENTIFIER_OCTETS);
  return (listed ? 0.02 : 0.06) * length * length;
}
