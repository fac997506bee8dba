/**
 * Responses with only an RCODE or the TC flag (RFC 8906), and the extended error of stale answers
 * (RFC 8914).
 */
import { EDE, FLAG, RCODE } from "../wire/codes.ts";
import {
  beginResponse,
  type EdnsParameters,
  encodeExtendedError,
  endResponse,
} from "../wire/edns.ts";
import type { ParsedQuery } from "../wire/query.ts";
import { MessageWriter } from "../wire/writer.ts";

const writer = new MessageWriter();

/** The extended error of a stale answer (RFC 8767 4, RFC 8914 4.4). */
export const STALE_ERROR: Uint8Array = encodeExtendedError(EDE.STALE, "Upstreams did not answer");

/**
 * Writes a response with this RCODE at `out[at]` and returns its length in bytes. `rcode` is the
 * result of parseQuery, or NOERROR for a query with only a cookie (RFC 7873 5.4). The question is
 * repeated if it could be parsed.
 */
export function writeError(
  query: ParsedQuery,
  rcode: number,
  edns: EdnsParameters,
  out: Uint8Array,
  at: number,
): number {
  beginResponse(writer, out, at, query, rcode, 0, edns);
  return endResponse(writer, query, rcode, edns);
}

/**
 * Writes a truncated response (TC) without records, so that the client retries over TCP. Returns
 * its length in bytes.
 */
export function writeTruncated(
  query: ParsedQuery,
  edns: EdnsParameters,
  out: Uint8Array,
  at: number,
): number {
  beginResponse(writer, out, at, query, RCODE.NOERROR, FLAG.TC, edns);
  return endResponse(writer, query, RCODE.NOERROR, edns);
}
