/**
 * Finished answers by raw query bytes: a repeated question costs a hash, a comparison and a copy.
 * The key includes the version of the client's policy, so a policy change is never answered from
 * here.
 */
import { copyBytes } from "./memory/exact_arrays.ts";
import { AdmissionFilter } from "./admission_filter.ts";
import { copyWords, equalWords, hashWords, WORD_BYTES, WordView } from "./journal/word_view.ts";

const SETS = 2048;
const WAYS = 8;
const SLOTS = SETS * WAYS;
/** Bytes of the log, and the most bytes of a query, an answer, TTLs and a text in it. */
const LOG = 4 * 1024 * 1024;
const QUERY_ROOM = 128;
const ANSWER_ROOM = 1232;
const TTLS = 64;
const TEXT_ROOM = 255;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A query as received. */
export interface CachedQuery {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Its hash (`ResponseCache.hashed`). */
  readonly hash: number;
}

/**
 * A finished answer: its bytes, the offsets of its TTLs, its journal metadata and the text of its
 * rule.
 */
export interface CachedAnswer<Facts> {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly length: number;
  readonly ttlAt: ArrayLike<number>;
  readonly ttlCount: number;
  readonly facts: Facts;
  readonly text: string;
}

/**
 * The response cache of one worker: about 5 MB when full, paged in as it fills. Slots refer to
 * entries in one circular log; entries that the log overwrote are gone.
 */
export class ResponseCache<Facts> {
  readonly #log = new Uint8Array(LOG);
  readonly #logWords = new DataView(this.#log.buffer);
  readonly #queryWords = new WordView();
  readonly #answerWords = new WordView();
  readonly #hash = new Uint32Array(SLOTS);
  readonly #version = new Uint32Array(SLOTS);
  /**
   * Bytes written to the log before the entry, and the position of its query, answer, TTL offsets
   * and text.
   */
  readonly #written = new Float64Array(SLOTS);
  readonly #place = new Uint32Array(SLOTS);
  readonly #queryLength = new Uint8Array(SLOTS);
  readonly #answerLength = new Uint16Array(SLOTS);
  readonly #ttlCount = new Uint8Array(SLOTS);
  readonly #textLength = new Uint8Array(SLOTS);
  readonly #expires = new Uint32Array(SLOTS);
  readonly #stamped = new Uint32Array(SLOTS);
  readonly #facts = new Array<Facts | undefined>(SLOTS).fill(undefined);
  /**
   * Hashes of queries. An answer is stored at the second query, so that names queried once evict
   * nothing.
   */
  readonly #seen = new AdmissionFilter();
  readonly #text = new Uint8Array(TEXT_ROOM);
  #hashed = 0;
  #head = 0;
  #total = 0;

  /**
   * The slot of the finished answer to `bytes[start, end)` under a policy version, or -1. `seconds`
   * is monotonic.
   */
  find(bytes: Uint8Array, start: number, end: number, version: number, seconds: number): number {
    const length = end - start - 2;
    if (length > QUERY_ROOM || length < WORD_BYTES) return -1;
    const words = this.#queryWords.of(bytes);
    const hash = this.#hashed = hashWords(words, start + 2, end, version);
    const first = (hash & (SETS - 1)) * WAYS;
    for (let slot = first; slot < first + WAYS; slot++) {
      if (
        this.#hash[slot] !== hash || this.#queryLength[slot] !== length ||
        this.#version[slot] !== version
      ) continue;
      if (this.#expires[slot] <= seconds || this.#isGone(slot)) continue;
      if (equalWords(this.#logWords, this.#place[slot], words, start + 2, length)) return slot;
    }
    return -1;
  }

  /**
   * Copies the answer of a slot to `out[at]` with the id of the query and current TTLs. Returns its
   * length.
   */
  copy(
    slot: number,
    bytes: Uint8Array,
    start: number,
    out: Uint8Array,
    at: number,
    seconds: number,
  ): number {
    if (this.#stamped[slot] !== seconds) this.#age(slot, seconds);
    const from = this.#place[slot] + this.#queryLength[slot];
    const length = this.#answerLength[slot];
    copyWords(this.#logWords, from, length, this.#answerWords.of(out), at);
    out[at] = bytes[start];
    out[at + 1] = bytes[start + 1];
    return length;
  }

  /** The journal metadata of the answer in a slot. */
  metadata(slot: number): Facts {
    return this.#facts[slot]!;
  }

  /** The text stored with the answer in a slot. */
  text(slot: number): string {
    const at = this.#ttlsAt(slot) + this.#ttlCount[slot] * 2;
    return decoder.decode(this.#log.subarray(at, at + this.#textLength[slot]));
  }

  /** The hash of the query that was last looked up, under which its answer is stored. */
  get lastHash(): number {
    return this.#hashed;
  }

  /** Whether the query with this hash was seen before, so that its answer is worth storing. */
  admits(hash: number): boolean {
    return this.#seen.testAndAdd(hash);
  }

  /** Stores the answer to a query until monotonic second `expires`, unless it is too large. */
  store(
    query: CachedQuery,
    version: number,
    answer: CachedAnswer<Facts>,
    seconds: number,
    expires: number,
  ): void {
    const length = query.end - query.start - 2;
    const { hash } = query;
    const { ttlCount } = answer;
    if (
      length > QUERY_ROOM || length < WORD_BYTES || answer.length > ANSWER_ROOM ||
      answer.length < WORD_BYTES
    ) return;
    if (ttlCount > TTLS || expires <= seconds) return;
    const text = answer.text === "" ? 0 : encoder.encodeInto(answer.text, this.#text).written;
    const slot = this.#victim((hash & (SETS - 1)) * WAYS, seconds);
    this.#reserve(slot, length + answer.length + ttlCount * 2 + text);
    this.#hash[slot] = hash;
    this.#version[slot] = version;
    this.#queryLength[slot] = length;
    this.#answerLength[slot] = answer.length;
    this.#ttlCount[slot] = ttlCount;
    this.#textLength[slot] = text;
    this.#expires[slot] = expires;
    this.#stamped[slot] = seconds;
    this.#facts[slot] = answer.facts;
    const log = this.#log;
    const place = this.#place[slot];
    copyBytes(query.bytes, query.start + 2, query.end, log, place);
    copyBytes(answer.bytes, answer.at, answer.at + answer.length, log, place + length);
    let to = this.#ttlsAt(slot);
    for (let i = 0; i < ttlCount; i++) {
      log[to++] = answer.ttlAt[i];
      log[to++] = answer.ttlAt[i] >> 8;
    }
    copyBytes(this.#text, 0, text, log, to);
  }

  /** Removes all entries, because the cache was flushed. */
  clear(): void {
    this.#expires.fill(0);
    this.#facts.fill(undefined);
  }

  /** Reserves the next bytes of the log for a slot. */
  #reserve(slot: number, length: number): void {
    if (this.#head + length > LOG) {
      this.#total += LOG - this.#head;
      this.#head = 0;
    }
    this.#place[slot] = this.#head;
    this.#written[slot] = this.#total;
    this.#head += length;
    this.#total += length;
  }

  /** Whether the log has overwritten the entry of a slot. */
  #isGone(slot: number): boolean {
    return this.#total - this.#written[slot] > LOG;
  }

  #ttlsAt(slot: number): number {
    return this.#place[slot] + this.#queryLength[slot] + this.#answerLength[slot];
  }

  #victim(first: number, seconds: number): number {
    let victim = first;
    for (let slot = first; slot < first + WAYS; slot++) {
      if (this.#expires[slot] <= seconds || this.#isGone(slot)) return slot;
      if (this.#stamped[slot] < this.#stamped[victim]) victim = slot;
    }
    return victim;
  }

  /** Subtracts the seconds since the last update from every TTL, at most once a second. */
  #age(slot: number, seconds: number): void {
    const log = this.#log;
    const passed = seconds - this.#stamped[slot];
    const answerAt = this.#place[slot] + this.#queryLength[slot];
    const ttlsAt = this.#ttlsAt(slot);
    for (let i = 0; i < this.#ttlCount[slot]; i++) {
      const at = answerAt + (log[ttlsAt + i * 2] | log[ttlsAt + i * 2 + 1] << 8);
      const ttl = ((log[at] << 24 | log[at + 1] << 16 | log[at + 2] << 8 | log[at + 3]) >>> 0) -
        passed;
      const left = ttl > 0 ? ttl : 0;
      log[at] = left >>> 24;
      log[at + 1] = left >>> 16;
      log[at + 2] = left >>> 8;
      log[at + 3] = left;
    }
    this.#stamped[slot] = seconds;
  }
}
