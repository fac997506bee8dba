/**
 * Computes the weight of a query as evidence for data inside DNS: bytes of information, reduced by
 * what ordinary programs also send.
 */
import type { NameShape } from "./name_shape.ts";

/** A query and its answer as the detector uses them; an Observation of the resolver is one. */
export interface TunnelQuery {
  /** Unix milliseconds. */
  readonly time: number;
  /** IP text of the client. */
  readonly client: string;
  /** Presentation form, lower case, without the final dot. */
  readonly name: string;
  readonly type: number;
  readonly rcode: number;
  readonly status: "answered" | "cached" | "stale" | "local" | "blocked" | "failed";
  /** Bytes of the response. */
  readonly size: number;
  /** First records of the answer in short form, or "". */
  readonly answer: string;
}

const NXDOMAIN = 3;

/**
 * Weight factor by type, lower for types that ordinary programs query for new names; 4 for all
 * other types. Resolvers follow CNAME automatically; MX, TXT and SRV belong to servers of mail and
 * services.
 */
const KINDS = new Uint8Array(65_536).fill(4);
for (const type of [1, 28, 64, 65, 2, 6, 43, 48, 52, 257]) KINDS[type] = 1;
for (const type of [16, 33, 35, 99]) KINDS[type] = 2;
for (const type of [5, 15]) KINDS[type] = 3;

/**
 * Whether a type is for addresses or other ordinary data, so that its answer carries little hidden
 * data.
 */
export function isOrdinary(type: number): boolean {
  return KINDS[type & 0xffff] === 1;
}

/** Bytes of an ordinary response in addition to its question; the excess counts as data. */
const ORDINARY_ANSWER = 100;
/**
 * Length of an identifier: a hash of up to 256 bits in hexadecimal has 64 characters, mostly in one
 * label.
 */
const IDENTIFIER_BYTES = 64;

/** Maximum length of an alias for an address; longer ones are not names of machines. */
const ORDINARY_ALIAS = 64;

/**
 * Bytes of data in the response. Address types return chains of CNAME and signatures. For these
 * only a first alias below the same domain counts, and only its excess over an ordinary name.
 */
export function answeredBytes({ type, size, name, answer }: TunnelQuery, domain: string): number {
  if (!isOrdinary(type)) return Math.max(0, size - name.length - ORDINARY_ANSWER);
  if (!answer.startsWith("CNAME ")) return 0;
  const end = answer.indexOf(",");
  const alias = answer.slice(6, end < 0 ? answer.length : end);
  return alias.endsWith(domain) ? Math.max(0, alias.length - domain.length - ORDINARY_ALIAS) : 0;
}

/** The weight of a query from the shape of its name and the number of data bytes in its answer. */
export function weightOf(asked: TunnelQuery, shape: NameShape, answered: number): number {
  const kind = KINDS[asked.type & 0xffff];
  const down = 0.1 * kind * answered;
  const weight = shape.information * kind * identifierShare(asked, shape, kind) + down;
  if (shape.address) return weight * 0.005;
  return shape.service ? weight * 0.02 : weight;
}

/**
 * The share that counts when a name contains an identifier or a hash. Many programs send these:
 * pages that count visitors, content networks, and above all reputation services, whose answer is
 * NXDOMAIN or 127.0.0.0/8 (RFC 5782).
 *
 * A shorter identifier is more common and less useful for a tunnel. More than one identifier, or a
 * rare type, does not fit such a use. Without an answer the weight is low, since any web page can
 * make a browser query such names.
 */
function identifierShare(
  { rcode, answer }: TunnelQuery,
  { newBytes, longLabels }: NameShape,
  kind: number,
): number {
  const listed = rcode === NXDOMAIN || answer.startsWith("127.");
  if (kind > 2) return 1;
  if (newBytes > IDENTIFIER_BYTES && longLabels > 1) return listed && kind === 1 ? 0.1 : 1;
  if (kind === 2 && !listed) return 0.5;
  const length = Math.min(1, newBytes / IDENTIFIER_BYTES);
  return (listed ? 0.02 : 0.06) * length * length;
}
