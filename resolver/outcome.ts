/** What comes of a question that is put to cache and upstreams. */

/** A response found: no OPT in it, TTLs of now. Valid during the call that hands it out only. */
export interface Found {
  /** Ends where the response ends. */
  readonly bytes: Uint8Array;
  readonly status: "answered" | "cached" | "stale";
  /** The upstream line that answered; "" from the cache. */
  readonly upstream: string;
  /** Seconds for which the answer may be given again without asking here. */
  readonly keep: number;
}

/** No response: why, as an EDE code (RFC 8914: that of the upstream, else 22, 23, or 13 for a failure remembered). */
export interface NotFound {
  readonly failed: number;
  readonly text: string;
}

/** What came of a question. */
export type Outcome = Found | NotFound;

/** What the DNSSEC bits of a query ask for (RFC 4035 3.2). */
export interface Bits {
  readonly dnssecOk: boolean;
  readonly checkingDisabled: boolean;
}
