/**
 * Finished answers by raw query bytes: a repeated question costs a hash, a comparison and a copy (DESIGN 4).
 * Keyed by the version of the client's policy as well, so that no policy change is ever answered from here. UDP only: streams
 * and encrypted transports finish their answers differently.
 */
import { copyOctets } from "./exact.ts";

const SETS = 4096, WAYS = 4, SLOTS = SETS * WAYS;
const SEEN = 65_536;
const QUERY_ROOM = 128, ANSWER_ROOM = 576, SLOT_ROOM = QUERY_ROOM + ANSWER_ROOM, TTLS = 24;

/** The answer memo of one worker: about 12 MB when full, paged in as it fills. */
export class AnswerMemo<Facts> {
  readonly #arena = new Uint8Array(SLOTS * SLOT_ROOM);
  readonly #hash = new Uint32Array(SLOTS);
  readonly #version = new Uint32Array(SLOTS);
  readonly #queryLength = new Uint16Array(SLOTS);
  readonly #answerLength = new Uint16Array(SLOTS);
  readonly #expires = new Uint32Array(SLOTS);
  readonly #stamped = new Uint32Array(SLOTS);
  readonly #ttlCount = new Uint8Array(SLOTS);
  readonly #ttlAt = new Uint16Array(SLOTS * TTLS);
  readonly #facts: (Facts | undefined)[] = [];
  /** Hashes of queries seen once: an answer is kept at the second, so that names asked once push nothing out. */
  readonly #seen = new Uint32Array(SEEN);
  #admitted = 0;

  /** The slot of the finished answer to `bytes[start, end)` under a policy version, or -1. `seconds` is monotonic. */
  find(bytes: Uint8Array, start: number, end: number, version: number, seconds: number): number {
    const length = end - start - 2;
    if (length > QUERY_ROOM) return -1;
    const hash = hashOf(bytes, start + 2, end, version);
    const first = (hash & (SETS - 1)) * WAYS;
    for (let slot = first; slot < first + WAYS; slot++) {
      if (this.#hash[slot] !== hash || this.#queryLength[slot] !== length || this.#version[slot] !== version) continue;
      if (this.#expires[slot] <= seconds) continue;
      if (this.#same(slot, bytes, start + 2, length)) return slot;
    }
    return -1;
  }

  /** Copies the answer of a slot to `out[at]` with the id of the query and TTLs of now; its length. */
  copy(slot: number, bytes: Uint8Array, start: number, out: Uint8Array, at: number, seconds: number): number {
    if (this.#stamped[slot] !== seconds) this.#age(slot, seconds);
    const from = slot * SLOT_ROOM + QUERY_ROOM, length = this.#answerLength[slot];
    copyOctets(this.#arena, from, from + length, out, at);
    out[at] = bytes[start];
    out[at + 1] = bytes[start + 1];
    return length;
  }

  /** What the journal says of the answer in a slot. */
  facts(slot: number): Facts {
    return this.#facts[slot]!;
  }

  /** Whether the answer to a query is worth keeping: it came before. `store` follows at once. */
  admits(bytes: Uint8Array, start: number, end: number, version: number): boolean {
    const hash = this.#admitted = hashOf(bytes, start + 2, end, version), place = hash % SEEN;
    if (this.#seen[place] === hash) return true;
    this.#seen[place] = hash;
    return false;
  }

  /**
   * Keeps the answer to the query that was admitted last, until monotonic second `expires`.
   * `ttlAt` gives the offsets of the TTLs in the answer. Answers too large for a slot are left out.
   */
  store(
    query: { bytes: Uint8Array; start: number; end: number },
    version: number,
    answer: { bytes: Uint8Array; at: number; length: number; ttlAt: ArrayLike<number>; ttlCount: number },
    seconds: number,
    expires: number,
    facts: Facts,
  ): void {
    const length = query.end - query.start - 2;
    if (length > QUERY_ROOM || answer.length > ANSWER_ROOM || answer.ttlCount > TTLS || expires <= seconds) return;
    const hash = this.#admitted, slot = this.#victim((hash & (SETS - 1)) * WAYS, seconds);
    const from = slot * SLOT_ROOM;
    copyOctets(query.bytes, query.start + 2, query.end, this.#arena, from);
    copyOctets(answer.bytes, answer.at, answer.at + answer.length, this.#arena, from + QUERY_ROOM);
    this.#hash[slot] = hash;
    this.#version[slot] = version;
    this.#queryLength[slot] = length;
    this.#answerLength[slot] = answer.length;
    this.#expires[slot] = expires;
    this.#stamped[slot] = seconds;
    this.#ttlCount[slot] = answer.ttlCount;
    for (let i = 0; i < answer.ttlCount; i++) this.#ttlAt[slot * TTLS + i] = answer.ttlAt[i];
    this.#facts[slot] = facts;
  }

  /** Forgets everything: the cache was flushed. */
  clear(): void {
    this.#expires.fill(0);
    this.#facts.length = 0;
  }

  #same(slot: number, bytes: Uint8Array, at: number, length: number): boolean {
    const arena = this.#arena, from = slot * SLOT_ROOM;
    for (let i = 0; i < length; i++) if (arena[from + i] !== bytes[at + i]) return false;
    return true;
  }

  #victim(first: number, seconds: number): number {
    let victim = first;
    for (let slot = first; slot < first + WAYS; slot++) {
      if (this.#expires[slot] <= seconds) return slot;
      if (this.#stamped[slot] < this.#stamped[victim]) victim = slot;
    }
    return victim;
  }

  /** Takes the seconds since the last stamp off every TTL, once a second at most. */
  #age(slot: number, seconds: number): void {
    const arena = this.#arena, passed = seconds - this.#stamped[slot];
    for (let i = 0; i < this.#ttlCount[slot]; i++) {
      const at = slot * SLOT_ROOM + QUERY_ROOM + this.#ttlAt[slot * TTLS + i];
      const ttl = ((arena[at] << 24 | arena[at + 1] << 16 | arena[at + 2] << 8 | arena[at + 3]) >>> 0) - passed;
      const left = ttl > 0 ? ttl : 0;
      arena[at] = left >>> 24;
      arena[at + 1] = left >>> 16;
      arena[at + 2] = left >>> 8;
      arena[at + 3] = left;
    }
    this.#stamped[slot] = seconds;
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = seed ^ 0x9e3779b9;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ hash >>> 13) >>> 0;
}
