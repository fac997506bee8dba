/** Responses that carry an RCODE and nothing else (RFC 8906), SERVFAIL with its reason (RFC 8914). */
import { EDE, RCODE } from "../wire/codes.ts";
import { beginResponse, endResponse, extendedError, type ResponseTerms } from "../wire/edns.ts";
import type { ParsedQuery } from "../wire/query.ts";
import { MessageWriter } from "../wire/writer.ts";

const writer = new MessageWriter();

/** What a SERVFAIL tells as extended error: upstreams out of reach (22), or an error on the way to them (23). */
export const UPSTREAM_ERRORS = {
  unreachable: extendedError(EDE.NO_REACHABLE_AUTHORITY, "No upstream could be reached"),
  network: extendedError(EDE.NETWORK_ERROR, "Error on the way to the upstreams"),
} as const;

/** Told beside a stale answer (RFC 8767 4, RFC 8914 4.4). */
export const STALE_ERROR: Uint8Array = extendedError(EDE.STALE, "Upstreams did not answer");
/** Told beside a failure answered again from memory (RFC 9520, RFC 8914 4.14). */
export const CACHED_ERROR: Uint8Array = extendedError(EDE.CACHED_ERROR);

/**
 * Writes a response with this RCODE (the value of parseQuery, or NOERROR for a cookie alone, RFC 7873 5.4) into `out[at]`; its
 * octets. The question is repeated when it could be read.
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

/** Writes SERVFAIL with the extended error of an UpstreamError's code into `out[at]`; its octets. */
export function writeServfail(
  query: ParsedQuery,
  code: keyof typeof UPSTREAM_ERRORS,
  terms: ResponseTerms,
  out: Uint8Array,
  at: number,
): number {
  const before = terms.errors;
  terms.errors = [...before, UPSTREAM_ERRORS[code]];
  const length = writeError(query, RCODE.SERVFAIL, terms, out, at);
  terms.errors = before;
  return length;
}
