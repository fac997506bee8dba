/** The outcome of resolving a question through the cache and upstreams. */

/**
 * A response that was found, without OPT and with current TTLs. Valid only during the call that
 * receives it.
 */
export interface FoundAnswer {
  /** Its length is that of the response. */
  readonly bytes: Uint8Array;
  readonly status: "answered" | "cached" | "stale";
  /** The upstream line that answered; "" for an answer from the cache. */
  readonly upstream: string;
  /** Seconds for which the answer may be repeated without a new lookup. */
  readonly keep: number;
}

/**
 * No response, with the reason as an EDE code (RFC 8914): the code of the upstream, else 22, 23, or
 * 13 for a cached failure.
 */
export interface ResolutionFailure {
  readonly failed: number;
  readonly text: string;
  /** The upstream that answered with an error; absent when none answered. */
  readonly upstream?: string;
  /** The RCODE of its OPT record (BADVERS, BADCOOKIE), which a response to a client cannot have. */
  readonly extendedRcode?: number;
}

/** The outcome of a question. */
export type Resolution = FoundAnswer | ResolutionFailure;

/** The DNSSEC bits of a query (RFC 4035 3.2). */
export interface DnssecBits {
  readonly dnssecOk: boolean;
  readonly checkingDisabled: boolean;
}
