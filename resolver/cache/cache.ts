/**
 * The answer cache: upstream responses as received, without OPT. Policy is applied to every hit
 * elsewhere.
 *
 * Memory is one log and one index of fixed maximum size. Eviction is first in, first out; entries
 * that were used since they were written get another round.
 */
import type { CacheSettings } from "../../policy/snapshot/settings.ts";
import { copyBytes } from "../memory/exact_arrays.ts";
import type { CacheStatistics } from "../protocol.ts";
import { HashIndex } from "./hash_index.ts";
import type { CacheKey } from "./key.ts";
import {
  CacheLog,
  DEAD,
  EXPIRY,
  HEADER_BYTES,
  LENGTH,
  PREFETCHED,
  RETRY_AT,
  SHAPE,
  STORED,
  TOUCHED,
} from "./cache_log.ts";
import { TYPE } from "../wire/codes.ts";
import { RecordCursor, SECTION } from "../wire/message.ts";
import { readName } from "../wire/names.ts";
import {
  type CacheableResponse,
  isStorable,
  MAX_TTL,
  writeEntry,
  writeTtl,
} from "./entry_writer.ts";

/** TTL of a stale answer in seconds (RFC 8767 4). */
export const STALE_TTL = 30;
/**
 * Minimum seconds between two refreshes of a stale answer after a failure. RFC 8767 5 recommends 30
 * for resolvers that query authoritative servers. Here the pool limits what dead upstreams receive,
 * and a stale answer must not outlive an outage for long.
 */
export const REFRESH_PAUSE = 1;
/** Entries that one store may move to another round, so that no store takes long. */
const MOST_KEPT = 16;

const cursor = new RecordCursor();

/**
 * Upstream answers by question. `now` is in seconds of a monotonic clock (fractions are ignored).
 * An entry is a number, valid until the next `store` or `flush`; -1 = none.
 */
export class AnswerCache {
  #settings: CacheSettings;
  #log!: CacheLog;
  #index!: HashIndex;
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  #kept = 0;
  #now = 0;
  readonly #keep = (entry: number): boolean => this.#keepOrDrop(entry);
  readonly #moved = (from: number, to: number): void =>
    this.#index.move(this.#log.hashOf(to), from >> 2, to >> 2);

  constructor(settings: CacheSettings) {
    this.#settings = settings;
    this.#empty();
  }

  /** Applies new settings; a changed size empties the cache. */
  configure(settings: CacheSettings): void {
    const resized = settings.bytes !== this.#settings.bytes;
    this.#settings = settings;
    if (resized) this.#empty();
  }

  #empty(): void {
    // An answer takes about 150 bytes of the log and 11 to 21 bytes of the index, which doubles
    // briefly while it grows.
    this.#log = new CacheLog(Math.max(this.#settings.bytes, 4096) * 7 / 8);
    this.#index = new HashIndex(Math.max(this.#settings.bytes, 4096) / 8);
  }

  /** The entry for a question, fresh or stale (see `isStale`). Counts a hit when it is fresh. */
  lookup(key: CacheKey, now: number): number {
    const entry = this.find(key, now);
    if (entry < 0) {
      this.#misses++;
      return -1;
    }
    const words = this.#log.words;
    const word = entry >> 2;
    words[word + SHAPE] |= TOUCHED;
    if (now < words[word + EXPIRY]) this.#hits++;
    else this.#misses++;
    return entry;
  }

  /** Like `lookup`, without counting: finds an entry again after waiting. */
  find(key: CacheKey, now: number): number {
    const entry = this.#held(key);
    if (entry < 0) return -1;
    return now < this.#log.words[(entry >> 2) + EXPIRY] + this.#settings.staleSeconds ? entry : -1;
  }

  #held(key: CacheKey): number {
    const index = this.#index;
    const { hash } = key;
    for (let slot = index.start(hash);; slot = index.next(slot)) {
      const position = index.positionAt(slot, hash);
      if (position === -1) return -1;
      if (position >= 0 && this.#log.holds(position * 4, key)) return position * 4;
    }
  }

  /**
   * Stores a response and replaces the earlier one for the question. Returns false when its TTL or
   * size does not allow that.
   */
  store(key: CacheKey, from: CacheableResponse, now: number): boolean {
    const held = this.#held(key);
    const ttl = this.#lifetime(from);
    const size = CacheLog.size(key.nameLength, from.ttlCount, from.length);
    if (ttl <= 0 || size > this.#log.capacity / 4 || !isStorable(key, from)) {
      if (held >= 0) this.#drop(held);
      return false;
    }
    if (held >= 0 && this.#log.sizeOf(held) === size) {
      writeEntry(this.#log, held, key, from, ttl, now, this.#settings);
      this.#log.words[(held >> 2) + SHAPE] |= TOUCHED;
      return true;
    }
    if (held >= 0) this.#drop(held);
    this.#kept = 0;
    this.#now = now;
    while (this.#index.full) this.#log.evictOldest(this.#keep, this.#moved);
    const entry = this.#log.reserve(size, this.#keep, this.#moved);
    writeEntry(this.#log, entry, key, from, ttl, now, this.#settings);
    this.#index.add(key.hash, entry >> 2);
    return true;
  }

  #lifetime(from: CacheableResponse): number {
    if (from.ttl < 0) return 0;
    const { minTtl, maxTtl, negativeMaxTtl } = this.#settings;
    const ttl = Math.min(Math.max(from.ttl, minTtl), maxTtl, MAX_TTL);
    return Math.floor(from.negative ? Math.min(ttl, negativeMaxTtl) : ttl);
  }

  /**
   * Copies the response to `out` at `at` with aged TTLs, or a TTL of 30 s when it is stale. Returns
   * its length in bytes, or -1 when `out` is too short.
   */
  copyAnswer(entry: number, out: Uint8Array, at: number, now: number): number {
    const { words, bytes } = this.#log;
    const word = entry >> 2;
    const length = words[word + LENGTH];
    const start = this.#log.responseOf(entry);
    if (at + length > out.length) return -1;
    copyBytes(bytes, start, start + length, out, at);
    const age = this.age(entry, now);
    const stale = now >= words[word + EXPIRY];
    if (age === 0 && !stale) return length;
    for (let offset = this.#log.ttlOffsetsOf(entry); offset < start; offset += 2) {
      const field = at + (bytes[offset] | bytes[offset + 1] << 8);
      const ttl =
        (out[field] << 24 | out[field + 1] << 16 | out[field + 2] << 8 | out[field + 3]) >>> 0;
      writeTtl(out, field, stale ? STALE_TTL : Math.max(ttl - age, 0));
    }
    return length;
  }

  /** Length of the response in bytes. */
  responseLength(entry: number): number {
    return this.#log.words[(entry >> 2) + LENGTH];
  }

  /** Whole seconds since the response was stored. */
  age(entry: number, now: number): number {
    return Math.max(Math.floor(now) - this.#log.words[(entry >> 2) + STORED], 0);
  }

  /** Seconds for which the answer is fresh, 0 when stale. */
  remaining(entry: number, now: number): number {
    return Math.max(this.#log.words[(entry >> 2) + EXPIRY] - Math.floor(now), 0);
  }

  /**
   * Seconds until the answer enters the last tenth of its life. Before that no lookup here is
   * needed, because only the last tenth shows whether the answer is popular.
   */
  secondsUntilPrefetch(entry: number, now: number): number {
    const words = this.#log.words;
    const word = entry >> 2;
    const left = this.remaining(entry, now);
    if (!this.#settings.prefetch || words[word + SHAPE] & PREFETCHED) return left;
    return Math.max(Math.floor(left - (words[word + EXPIRY] - words[word + STORED]) / 10), 0);
  }

  /** Whether the answer has expired and is served with EDE 3 (RFC 8767). */
  isStale(entry: number, now: number): boolean {
    return now >= this.#log.words[(entry >> 2) + EXPIRY];
  }

  /**
   * Whether the answer is in the last tenth of its life, when only popular names are still queried.
   * Returns true once per life, so that one query refreshes it. Uses are not counted, because the
   * response cache (response_cache.ts) answers most of them.
   */
  wantsPrefetch(entry: number, now: number): boolean {
    const words = this.#log.words;
    const word = entry >> 2;
    if (!this.#settings.prefetch || words[word + SHAPE] & PREFETCHED) return false;
    const left = words[word + EXPIRY] - now;
    if (left <= 0 || left * 10 > words[word + EXPIRY] - words[word + STORED]) return false;
    words[word + SHAPE] |= PREFETCHED;
    return true;
  }

  /**
   * Whether to query upstreams before this stale answer is served; not within a second of a
   * failure.
   */
  wantsRefresh(entry: number, now: number): boolean {
    return now >= this.#log.words[(entry >> 2) + RETRY_AT];
  }

  /** Whether a refresh of this stale answer failed or took too long for a client. */
  hasRefreshFailed(entry: number): boolean {
    return this.#log.words[(entry >> 2) + RETRY_AT] !== 0;
  }

  /**
   * Records that a refresh that started at `began` failed or takes too long. The next refresh
   * starts at least one second after `began`.
   */
  markRefreshFailed(key: CacheKey, began: number, now: number): void {
    const entry = this.find(key, now);
    if (entry >= 0) this.#log.words[(entry >> 2) + RETRY_AT] = Math.floor(began) + REFRESH_PAUSE;
  }

  /**
   * Removes a name (lower-case wire format), the names below it and the names that lead to them by
   * a CNAME; without a name, everything. Returns the number of removed entries.
   */
  flush(name?: Uint8Array): number {
    const before = this.#index.size;
    if (name === undefined) this.#empty();
    else {this.#log.each((entry) =>
        this.#isDead(entry) || !this.#concerns(entry, name) || this.#drop(entry)
      );}
    return before - this.#index.size;
  }

  #concerns(entry: number, name: Uint8Array): boolean {
    const { bytes, words } = this.#log;
    const start = entry + HEADER_BYTES;
    if (isBelow(bytes, start, start + (words[(entry >> 2) + SHAPE] & 0xff), name)) return true;
    const at = this.#log.responseOf(entry);
    if (!cursor.reset(bytes, at, at + this.responseLength(entry))) return false;
    while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
      const target = cursor.type === TYPE.CNAME
        ? readName(bytes, at, cursor.rdataAt, cursor.end)
        : undefined;
      if (target !== undefined && isBelow(target, 0, target.length, name)) return true;
    }
    return false;
  }

  /** Size and usage since the cache was created. */
  statistics(): CacheStatistics {
    return {
      entries: this.#index.size,
      bytes: this.#log.used + this.#index.bytes,
      capacity: this.#settings.bytes,
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
    };
  }

  #isDead(entry: number): boolean {
    return (this.#log.words[(entry >> 2) + SHAPE] & DEAD) !== 0;
  }

  #drop(entry: number): void {
    const word = entry >> 2;
    this.#index.remove(this.#log.hashOf(entry), word);
    this.#log.words[word + SHAPE] |= DEAD;
  }

  #keepOrDrop(entry: number): boolean {
    const words = this.#log.words;
    const word = entry >> 2;
    if (words[word + SHAPE] & DEAD) return false;
    const usable = this.#now < words[word + EXPIRY] + this.#settings.staleSeconds;
    if (usable && words[word + SHAPE] & TOUCHED && this.#kept < MOST_KEPT) {
      words[word + SHAPE] &= ~TOUCHED;
      this.#kept++;
      return true;
    }
    this.#evictions++;
    this.#drop(entry);
    return false;
  }
}

/** Whether the name in bytes[start, end) equals another name or is below it. */
function isBelow(bytes: Uint8Array, start: number, end: number, other: Uint8Array): boolean {
  for (let at = start; end - at >= other.length; at += bytes[at] + 1) {
    if (end - at > other.length) continue;
    for (let i = 0; i < other.length; i++) if (bytes[at + i] !== other[i]) return false;
    return true;
  }
  return false;
}
