/**
 * The layout that the journal's writer and reader share: numbers of statuses, transports and
 * reasons, counters, records.
 */
import type { Reason } from "../../policy/reasons.ts";
import type { QueryStatus, QueryTransport } from "../protocol.ts";

/** Statuses by number. */
export const STATUSES: readonly QueryStatus[] = [
  "answered",
  "cached",
  "stale",
  "local",
  "blocked",
  "failed",
];
/** Transports by number. */
export const TRANSPORTS: readonly QueryTransport[] = [
  "udp",
  "tcp",
  "tls",
  "https",
  "quic",
  "relay",
  "ask",
];

const REASON_NUMBERS: Readonly<Record<Reason | "", number>> = {
  "": 0,
  quarantine: 1,
  schedule: 2,
  service: 3,
  rule: 4,
  tunnel: 5,
  spyware: 6,
  lookalike: 7,
  category: 8,
  list: 9,
  dlp: 10,
  restricted: 11,
  rebinding: 12,
};
/** Reasons by number; 0 = no reason. */
export const REASONS = Object.keys(REASON_NUMBERS) as readonly (Reason | "")[];

const STATUS_NUMBERS = Object.fromEntries(STATUSES.map((status, i) => [status, i])) as Readonly<
  Record<QueryStatus, number>
>;

/** The number of a status. */
export const statusNumber = (status: QueryStatus): number => STATUS_NUMBERS[status];
/** The number of a transport. */
export const transportNumber = (transport: QueryTransport): number => TRANSPORTS.indexOf(transport);
/** The number of a reason, 0 for "". */
export const reasonNumber = (reason: Reason | ""): number => REASON_NUMBERS[reason];

/** Causes of silently dropped datagrams or connections. */
export const DROP_CAUSES = ["not_allowed", "rate", "malformed", "discard_prefix", "loop"] as const;
/** A cause of DROP_CAUSES. */
export type DropCause = typeof DROP_CAUSES[number];
/** Query types with their own counter; the last counter is for all others. */
export const COUNTED_TYPES: readonly (readonly [text: string, type: number])[] = [
  ["A", 1],
  ["NS", 2],
  ["CNAME", 5],
  ["SOA", 6],
  ["PTR", 12],
  ["MX", 15],
  ["TXT", 16],
  ["AAAA", 28],
  ["SRV", 33],
  ["SVCB", 64],
  ["HTTPS", 65],
  ["ANY", 255],
  ["other", -1],
];
/** RCODEs with their own counter, by number; the last counter is for all others. */
export const COUNTED_RCODES = [
  "NOERROR",
  "FORMERR",
  "SERVFAIL",
  "NXDOMAIN",
  "NOTIMP",
  "REFUSED",
  "other",
] as const;

/**
 * Offsets of the counter groups: 64-bit floats, exact up to 2^53, each written by one worker only.
 */
export const COUNTER = (() => {
  const sizes = {
    queries: 1,
    status: STATUSES.length,
    transport: TRANSPORTS.length,
    reason: REASONS.length,
    rcode: COUNTED_RCODES.length,
    type: COUNTED_TYPES.length,
    dropped: DROP_CAUSES.length,
    /**
     * Rows that were not journalled because the ring was full, and because of the rate limit; each
     * by status.
     */
    full: STATUSES.length,
    overRate: STATUSES.length,
  };
  let end = 0;
  const at = Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, (end += size) - size]),
  );
  return { ...at, end } as Readonly<Record<keyof typeof sizes | "end", number>>;
})();

/** Bytes of control words before the data of the ring. Each word has its own cache line. */
export const CONTROL_BYTES = 256;
/** Control word: bytes written, modulo 2^32. The value is the offset of the word. */
export const HEAD = 0;
/** Control word: bytes read, modulo 2^32. */
export const TAIL = 16;
/** Control word: number of resets by the reader. */
export const GENERATION = 32;

/**
 * Kind of record: unused bytes. The kind is the top byte of the first word; the other 24 bits are
 * the length of the record in bytes, a multiple of 4.
 */
export const PADDING = 0;
/** Kind of record: the row of a query. */
export const ROW = 1;
/** Kind of record: the number of a text. */
export const DEFINITION = 2;
/** Bytes of the fixed part of a row. */
export const ROW_HEAD = 40;
/** Maximum bytes of a row: name, address, rule and three records of the answer. */
export const MAX_ROW = ROW_HEAD + 256 + 16 + 255 + 3 * 260;
/** Maximum bytes of the text of a rule in a row. */
export const MAX_RULE = 255;
/** Maximum number of interned texts, numbered from 1. After the last one, numbering restarts. */
export const MAX_TEXTS = 4096;
/** Maximum bytes of an interned text. */
export const MAX_TEXT = 1024;
/** Maximum records of the answer in a row. */
export const ANSWER_RECORDS = 3;
/** Maximum bytes of RDATA of such a record, unless it is a name. */
export const ANSWER_BYTES = 16;

/** Creates a ring of `bytes` (a power of two) for one worker. */
export function createJournalRing(bytes = 4 * 1024 * 1024): SharedArrayBuffer {
  if (bytes < 8192 || (bytes & bytes - 1) !== 0) {
    throw new RangeError(`Ring size must be a power of two: ${bytes}`);
  }
  return new SharedArrayBuffer(CONTROL_BYTES + bytes);
}

/** Creates the counters of one worker, all zero. */
export function createJournalCounters(): SharedArrayBuffer {
  return new SharedArrayBuffer(COUNTER.end * 8);
}
