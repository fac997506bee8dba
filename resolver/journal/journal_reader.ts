/**
 * The reader of the journal, on the main thread: reads rows from the ring of a worker, and sums its
 * counters.
 */
import { addressToText } from "../../policy/model/address.ts";
import { nameToText } from "../../policy/model/name.ts";
import type { Reason } from "../../policy/reasons.ts";
import { answerRecordsToText } from "./journal_answer.ts";
import * as layout from "./journal_layout.ts";
import type { Observation, QueryStatus, QueryTransport } from "../protocol.ts";
import { TextCache } from "../memory/text_cache.ts";

/** Exact counts since the counters were created. */
export interface JournalTotals {
  readonly queries: number;
  readonly byStatus: Readonly<Record<QueryStatus, number>>;
  readonly byTransport: Readonly<Record<QueryTransport, number>>;
  /** "" = no protection decided against the question. */
  readonly byReason: Readonly<Record<Reason | "", number>>;
  readonly byRcode: Readonly<Record<typeof layout.COUNTED_RCODES[number], number>>;
  readonly byType: Readonly<Record<string, number>>;
  /** Packets that were dropped silently. */
  readonly dropped: Readonly<Record<layout.DropCause, number>>;
  /** Queries without a row because the ring was full. */
  readonly full: Readonly<Record<QueryStatus, number>>;
  /** Queries without a row because they exceeded 2,000 a second. */
  readonly overRate: Readonly<Record<QueryStatus, number>>;
  /** How often the ring was invalid and was emptied. */
  readonly resets: number;
}

const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const LOWER = 0x20;
const DOT = 0x2e;
const BACKSLASH = 0x5c;

/** Whether a name is complete and its text needs no escapes (policy/model/name.ts). */
function isPlain(bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 3) return false;
  for (let i = at; i < end;) {
    const next = i + 1 + bytes[i];
    if (next === i + 1) return next === end;
    for (i++; i < next; i++) {
      const byte = bytes[i];
      if (byte <= 0x20 || byte >= 0x7f || byte === DOT || byte === BACKSLASH) return false;
    }
  }
  return false;
}

/** Reads one ring. Each ring has one reader. A timer polls `drain`, which never blocks. */
export class JournalReader {
  readonly #control: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;
  readonly #counters: Float64Array;
  readonly #scratch = new Uint8Array(layout.MAX_ROW + 8);
  readonly #decoder = new TextDecoder();
  readonly #texts: string[] = [""];
  // A household queries the same names again and again.
  readonly #names = new TextCache(4096, 64, (bytes, at, end) => this.#nameOf(bytes, at, end));
  readonly #clients = new TextCache(
    512,
    16,
    (bytes, at, end) => addressToText(bytes, at, end - at),
  );
  readonly #rules = new TextCache(
    512,
    64,
    (bytes, at, end) => this.#decoder.decode(bytes.subarray(at, end)),
  );
  readonly #answers = new TextCache(2048, 48, answerRecordsToText);
  #resets = 0;

  /**
   * Continues a ring where the previous reader stopped. Earlier text definitions are lost, so rows
   * may lack texts until they are defined again.
   */
  constructor(ring: SharedArrayBuffer, counters: SharedArrayBuffer) {
    this.#control = new Int32Array(ring, 0, layout.CONTROL_BYTES / 4);
    this.#bytes = new Uint8Array(ring, layout.CONTROL_BYTES);
    this.#words = new Int32Array(ring, layout.CONTROL_BYTES);
    this.#counters = new Float64Array(counters);
    Atomics.add(this.#control, layout.GENERATION, 1);
  }

  /** Returns pending rows, oldest first, at most `max`. */
  drain(max: number): Observation[] {
    const rows: Observation[] = [];
    const head = Atomics.load(this.#control, layout.HEAD);
    const size = this.#bytes.length;
    let tail = Atomics.load(this.#control, layout.TAIL);
    if ((head - tail >>> 0) > size) tail = this.#reset(head);
    while (tail !== head && rows.length < max) {
      const at = tail & size - 1;
      const word = this.#words[at >> 2];
      const length = word & 0xffffff;
      const available = Math.min(head - tail >>> 0, size - at);
      if (
        length < 4 || length % 4 !== 0 || length > available ||
        !this.#take(word >>> 24, at, length, rows)
      ) {
        tail = this.#reset(head);
        break;
      }
      tail = tail + length | 0;
    }
    Atomics.store(this.#control, layout.TAIL, tail);
    return rows;
  }

  #reset(head: number): number {
    this.#resets++;
    this.#texts.length = 1;
    Atomics.add(this.#control, layout.GENERATION, 1);
    return head;
  }

  /** Reads one record; false when it is invalid. */
  #take(kind: number, at: number, length: number, rows: Observation[]): boolean {
    if (kind === layout.PADDING) return true;
    if (kind === layout.DEFINITION) return this.#define(at, length);
    if (kind !== layout.ROW || length < layout.ROW_HEAD || length > layout.MAX_ROW) return false;
    const row = this.#row(at, length);
    if (row === undefined) return false;
    rows.push(row);
    return true;
  }

  #define(at: number, length: number): boolean {
    const word = this.#words[(at >> 2) + 1];
    const number = word & 0xffff;
    const bytes = word >>> 16;
    if (length < 8 || bytes > length - 8 || bytes > layout.MAX_TEXT) return false;
    if (number === 0 || number > layout.MAX_TEXTS) return false;
    // The decoder does not accept shared memory.
    for (let i = 0; i < bytes; i++) this.#scratch[i] = this.#bytes[at + 8 + i];
    this.#texts[number] = this.#decoder.decode(this.#scratch.subarray(0, bytes));
    return true;
  }

  #row(at: number, length: number): Observation | undefined {
    const words = this.#words;
    const word = at >> 2;
    const packed = words[word + 2];
    const status = layout.STATUSES[packed >>> 16 & 15];
    const transport = layout.TRANSPORTS[packed >>> 20 & 15];
    const reason = layout.REASONS[packed >>> 24];
    const nameLength = words[word + 8] & 0xff;
    const addressLength = words[word + 8] >>> 8 & 0xff;
    const addressAt = layout.ROW_HEAD + nameLength;
    const ruleAt = addressAt + addressLength;
    const answerAt = ruleAt + (words[word + 8] >>> 16 & 0xff);
    const answerEnd = answerAt + words[word + 9];
    if (
      status === undefined || transport === undefined || reason === undefined || nameLength === 0
    ) return undefined;
    if (
      answerEnd < answerAt || answerEnd > length || (addressLength !== 4 && addressLength !== 16)
    ) return undefined;
    const scratch = this.#scratch;
    const bytes = this.#bytes;
    // Rows from the response cache keep the case of the query (0x20). No length byte has the value
    // of a letter.
    for (let i = layout.ROW_HEAD; i < addressAt; i++) {
      const byte = bytes[at + i];
      scratch[i] = byte >= UPPER_A && byte <= UPPER_Z ? byte | LOWER : byte;
    }
    for (let i = addressAt; i < answerEnd; i++) scratch[i] = bytes[at + i];
    return {
      time: (packed & 0xffff) * 0x100000000 + (words[word + 1] >>> 0),
      duration: words[word + 3],
      client: this.#clients.of(scratch, addressAt, ruleAt),
      transport,
      name: this.#names.of(scratch, layout.ROW_HEAD, addressAt),
      type: words[word + 4] & 0xffff,
      rcode: words[word + 4] >>> 16,
      status,
      reason,
      origin: this.#texts[words[word + 7] & 0xffff] ?? "",
      spyware: this.#texts[words[word + 7] >>> 16] ?? "",
      list: words[word + 5],
      rule: answerAt === ruleAt ? "" : this.#rules.of(scratch, ruleAt, answerAt),
      upstream: this.#texts[words[word + 6] >>> 16] ?? "",
      size: words[word + 6] & 0xffff,
      answer: answerEnd === answerAt ? "" : this.#answers.of(scratch, answerAt, answerEnd),
    };
  }

  /** The text of a name. In plain names the label lengths become dots. */
  #nameOf(bytes: Uint8Array, at: number, end: number): string {
    if (!isPlain(bytes, at, end)) return nameToText(bytes, at);
    for (let i = at, next = at; i < end; i++) {
      if (i !== next) continue;
      next = i + 1 + bytes[i];
      bytes[i] = DOT;
    }
    return this.#decoder.decode(bytes.subarray(at + 1, end - 1));
  }

  /** Number of queries. While it is unchanged, so are the other counters. */
  get queries(): number {
    return this.#counters[layout.COUNTER.queries];
  }

  /** The current counters. */
  totals(): JournalTotals {
    const counters = this.#counters;
    const at = layout.COUNTER;
    const group = <K extends string>(names: readonly K[], start: number) =>
      Object.fromEntries(names.map((name, i) => [name, counters[start + i]])) as Record<K, number>;
    return {
      queries: counters[at.queries],
      byStatus: group(layout.STATUSES, at.status),
      byTransport: group(layout.TRANSPORTS, at.transport),
      byReason: group(layout.REASONS, at.reason),
      byRcode: group(layout.COUNTED_RCODES, at.rcode),
      byType: group(layout.COUNTED_TYPES.map(([text]) => text), at.type),
      dropped: group(layout.DROP_CAUSES, at.dropped),
      full: group(layout.STATUSES, at.full),
      overRate: group(layout.STATUSES, at.overRate),
      resets: this.#resets,
    };
  }
}
