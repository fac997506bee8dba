/**
 * The writer of the journal: one worker writes a row per query to a shared ring, and updates
 * counters. It never blocks. Rows that exceed the ring or the rate are only counted, so that the
 * counters stay exact.
 */
import * as layout from "./journal_layout.ts";
import { copyAnswerRecords } from "./journal_answer.ts";
import type { ObservationFields } from "./observation.ts";

/** Rows per second in the long run. */
export const ROWS_PER_SECOND = 2000;
/** Maximum burst of rows. */
export const ROW_BURST = 65_536;

const TYPE_SLOTS = new Uint8Array(257).fill(layout.COUNTED_TYPES.length - 1);
layout.COUNTED_TYPES.forEach(([, type], slot) => type >= 0 && (TYPE_SLOTS[type] = slot));
const OTHER_RCODE = layout.COUNTED_RCODES.length - 1;
const encoder = new TextEncoder();

/** Writes rows and counters. Each ring has one writer. */
export class JournalWriter {
  readonly #control: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #words: Int32Array;
  readonly #counters: Float64Array;
  readonly #size: number;
  #head: number;
  #generation: number;
  #texts = new Map<string, number>();
  #tokens = ROW_BURST;
  #refilled = 0;
  readonly #scratch = new Uint8Array(layout.MAX_TEXT);

  /** Continues a ring and counters where the previous writer stopped. */
  constructor(ring: SharedArrayBuffer, counters: SharedArrayBuffer) {
    this.#control = new Int32Array(ring, 0, layout.CONTROL_BYTES / 4);
    this.#bytes = new Uint8Array(ring, layout.CONTROL_BYTES);
    this.#words = new Int32Array(ring, layout.CONTROL_BYTES);
    this.#size = this.#bytes.length;
    this.#counters = new Float64Array(counters);
    this.#head = Atomics.load(this.#control, layout.HEAD);
    this.#generation = Atomics.load(this.#control, layout.GENERATION);
  }

  /** Counts a packet that was dropped silently. */
  drop(cause: layout.DropCause): void {
    this.#counters[layout.COUNTER.dropped + layout.DROP_CAUSES.indexOf(cause)]++;
  }

  /** Counts a query and writes its row if `admitsRow` returned true just before. Never throws. */
  record(fields: ObservationFields, row: boolean): void {
    this.#count(fields);
    if (!row) this.#counters[layout.COUNTER.overRate + fields.status]++;
    else if (this.#write(fields)) this.#tokens--;
    else this.#counters[layout.COUNTER.full + fields.status]++;
  }

  #count(fields: ObservationFields): void {
    const counters = this.#counters;
    const at = layout.COUNTER;
    counters[at.queries]++;
    counters[at.status + fields.status]++;
    counters[at.transport + fields.transport]++;
    counters[at.reason + fields.reason]++;
    counters[at.rcode + Math.min(fields.rcode, OTHER_RCODE)]++;
    counters[at.type + TYPE_SLOTS[Math.min(fields.type, 256)]]++;
  }

  /**
   * Whether the rate limit allows a row for the next query at this Unix millisecond. The caller
   * then measures what only rows need. A token bucket by the time of queries; a clock that runs
   * backwards only skips one refill.
   */
  admitsRow(time: number): boolean {
    const passed = time - this.#refilled;
    if (passed !== 0) {
      if (passed > 0) {
        this.#tokens = Math.min(this.#tokens + passed * (ROWS_PER_SECOND / 1000), ROW_BURST);
      }
      this.#refilled = time;
    }
    return this.#tokens >= 1;
  }

  #write(fields: ObservationFields): boolean {
    if (this.#control[layout.GENERATION] !== this.#generation) {
      this.#generation = this.#control[layout.GENERATION];
      this.#texts.clear();
    }
    // A row refers to up to three texts. Their numbers must not be reassigned between them.
    if (this.#texts.size > layout.MAX_TEXTS - 3) this.#texts.clear();
    const upstream = this.#intern(fields.upstream);
    const origin = this.#intern(fields.origin);
    const spyware = this.#intern(fields.spyware);
    if (upstream < 0 || origin < 0 || spyware < 0) return false;
    const at = this.#reserve(layout.MAX_ROW);
    if (at < 0) return false;
    const bytes = this.#bytes;
    const nameAt = at + layout.ROW_HEAD;
    const addressAt = nameAt + fields.nameLength;
    for (let i = 0; i < fields.nameLength; i++) {
      bytes[nameAt + i] = fields.name[fields.nameStart + i];
    }
    for (let i = 0; i < fields.addressLength; i++) {
      bytes[addressAt + i] = fields.address[fields.addressStart + i];
    }
    const ruleAt = addressAt + fields.addressLength;
    const answerAt = fields.match === undefined ? ruleAt : this.#text(fields.match.rule, ruleAt);
    const end = fields.size === 0 ? answerAt : copyAnswerRecords(fields, bytes, answerAt);
    const length = end - at + 3 & ~3;
    const word = at >> 2;
    const words = this.#words;
    words[word] = layout.ROW << 24 | length;
    words[word + 1] = fields.time | 0;
    words[word + 2] = Math.floor(fields.time / 0x100000000) & 0xffff | fields.status << 16 |
      fields.transport << 20 |
      fields.reason << 24;
    words[word + 3] = Math.min(fields.duration, 0x7fffffff);
    words[word + 4] = fields.type | fields.rcode << 16;
    words[word + 5] = fields.list;
    words[word + 6] = fields.size | upstream << 16;
    words[word + 7] = origin | spyware << 16;
    words[word + 8] = fields.nameLength | fields.addressLength << 8 | answerAt - ruleAt << 16;
    words[word + 9] = end - answerAt;
    this.#publish(length);
    return true;
  }

  /** Writes a text as UTF-8 at an offset of the ring, cut to 255 bytes. Returns the next offset. */
  #text(text: string, at: number): number {
    const bytes = this.#bytes;
    const length = Math.min(text.length, layout.MAX_RULE);
    let i = 0;
    for (; i < length && text.charCodeAt(i) < 0x80; i++) bytes[at + i] = text.charCodeAt(i);
    if (i === length) return at + length;
    const { written } = encoder.encodeInto(text, this.#scratch.subarray(0, layout.MAX_RULE));
    for (let j = 0; j < written; j++) bytes[at + j] = this.#scratch[j];
    return at + written;
  }

  #publish(length: number): void {
    this.#head = this.#head + length | 0;
    Atomics.store(this.#control, layout.HEAD, this.#head);
  }

  /**
   * Reserves `length` contiguous bytes, -1 when the ring is full. Pads the end of the ring when
   * they do not fit there.
   */
  #reserve(length: number): number {
    const size = this.#size;
    const used = this.#head - Atomics.load(this.#control, layout.TAIL) >>> 0;
    const at = this.#head & size - 1;
    const left = size - at;
    const needed = left < length ? left + length : length;
    if (used + needed > size) return -1;
    if (left >= length) return at;
    this.#words[at >> 2] = layout.PADDING << 24 | left;
    this.#publish(left);
    return 0;
  }

  /**
   * The number of a text, defined for the reader at its first use; 0 for "", -1 when the ring is
   * full.
   */
  #intern(text: string): number {
    if (text === "") return 0;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const { written } = encoder.encodeInto(text, this.#scratch);
    const length = 8 + written + 3 & ~3;
    const at = this.#reserve(length);
    if (at < 0) return -1;
    const number = this.#texts.size + 1;
    this.#words[at >> 2] = layout.DEFINITION << 24 | length;
    this.#words[(at >> 2) + 1] = number | written << 16;
    for (let i = 0; i < written; i++) this.#bytes[at + 8 + i] = this.#scratch[i];
    this.#publish(length);
    this.#texts.set(text, number);
    return number;
  }
}
