/** Responses that carry an RCODE, or that they were cut, and nothing else (RFC 8906), and what stands beside a stale answer (RFC 8914). */
import { EDE, FLAG, RCODE } from "../wire/codes.ts";
import { beginResponse, endResponse, extendedError, type ResponseTerms } from "../wire/edns.ts";
import type { ParsedQuery } from "../wire/query.ts";
import { MessageWriter } from "../wire/writer.ts";

const writer = new MessageWriter();

/** Told beside a stale answer (RFC 8767 4, RFC 8914 4.4). */
export const STALE_ERROR: Uint8Array = extendedError(EDE.STALE, "Upstreams did not answer");

/**
 * Writes a response with this RCODE (the value of parseQuery, or NOERROR for a cookie alone, RFC 7873 5.4) into `out[at]`; its
 * bytes. The question is repeated when it could be read.
 */
export function writeError(
  query: ParsedQuery,
  rcode: number,
  terms: ResponseTerms,
  out: Uint8Array,
  at: number,
): number {
  beginResponse(writer, out, at, query, rcode, 0, terms);
  return endResponse(writer, query, rcode, terms);
}

/** Writes a response without records that says that it was cut (TC), so that who asked asks again over TCP; its bytes. */
export function writeTruncated(
  query: ParsedQuery,
  terms: ResponseTerms,
  out: Uint8Array,
  at: number,
): number {
  beginResponse(writer, out, at, query, RCODE.NOERROR, FLAG.TC, terms);
  return endResponse(writer, query, RCODE.NOERROR, terms);
}
