/**
 * The memory of the answer cache: one circular log of entries, oldest first. The array is allocated
 * whole, but the system provides memory only for written pages, so that an idle box stays small.
 *
 * An entry consists of eight words, the name, padding to an even address, the offsets of its TTLs
 * (16 bits each), the response, and padding.
 */
import type { CacheKey } from "./key.ts";

/** Header word of an entry: the hash of its key. The value is the offset from the first word. */
export const HASH = 0;
/** Header word: seconds at which the response was stored. */
export const STORED = 1;
/** Header word: seconds at which the response expires. */
export const EXPIRY = 2;
/** Header word: seconds from which a failed refresh may be repeated; 0 = none failed. */
export const RETRY_AT = 3;
/** Header word: the route of the key. */
export const ROUTE = 4;
/** Header word: type and class of the key, 16 bits each. */
export const TYPE_CLASS = 5;
/** Header word: length of the response in bytes. */
export const LENGTH = 6;
/** Header word: lengths and flags, as bits. */
export const SHAPE = 7;
/** Bytes of the header. */
export const HEADER_BYTES = 32;
/**
 * Flag of the SHAPE word: the entry was used. Flags are above the name length (8 bits), the key
 * flags (2 bits) and the number of TTL offsets (13 bits).
 */
export const TOUCHED = 1 << 23;
/** Flag of the SHAPE word: the entry was prefetched once. */
export const PREFETCHED = 1 << 24;
/** Flag of the SHAPE word: the entry was removed from the index. */
export const DEAD = 1 << 25;
/** Maximum number of TTL offsets of an entry. */
export const MAX_TTL_OFFSETS = 0x1fff;

/**
 * Called when the space of the oldest entry is needed: true = keep it for another round, false =
 * remove it.
 */
export type EvictionFilter = (entry: number) => boolean;

/**
 * A circular log in one buffer. An entry is identified by its first byte, always a multiple of 4.
 */
export class CacheLog {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly capacity: number;
  /**
   * Offsets of the next entry, of the oldest entry, and of the end of the entries before the wrap.
   */
  #head = 0;
  #tail = 0;
  #wrapEnd = 0;
  #wrapped = false;

  constructor(capacity: number) {
    this.capacity = capacity & ~7;
    const buffer = new ArrayBuffer(this.capacity);
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
  }

  /** Bytes between the oldest and the newest entry. */
  get used(): number {
    return this.#wrapped ? this.#wrapEnd - this.#tail + this.#head : this.#head - this.#tail;
  }

  /** Whether the log has no entries. */
  get empty(): boolean {
    return !this.#wrapped && this.#head === this.#tail;
  }

  /** Size in bytes of an entry with these parts. */
  static size(nameLength: number, ttlOffsets: number, responseLength: number): number {
    return HEADER_BYTES + (nameLength + 1 & ~1) + ttlOffsets * 2 + responseLength + 3 & ~3;
  }

  /** Size of the entry in bytes. */
  sizeOf(entry: number): number {
    const shape = this.words[(entry >> 2) + SHAPE];
    return CacheLog.size(
      shape & 0xff,
      shape >>> 10 & MAX_TTL_OFFSETS,
      this.words[(entry >> 2) + LENGTH],
    );
  }

  /** The key hash of the entry. */
  hashOf(entry: number): number {
    return this.words[(entry >> 2) + HASH] | 0;
  }

  /** Offset of the TTL offsets of the entry. */
  ttlOffsetsOf(entry: number): number {
    return entry + HEADER_BYTES + ((this.words[(entry >> 2) + SHAPE] & 0xff) + 1 & ~1);
  }

  /** Offset of the response of the entry. */
  responseOf(entry: number): number {
    return this.ttlOffsetsOf(entry) +
      (this.words[(entry >> 2) + SHAPE] >>> 10 & MAX_TTL_OFFSETS) * 2;
  }

  /** Whether the entry has this key. */
  holds(entry: number, key: CacheKey): boolean {
    const word = entry >> 2;
    const { words, bytes } = this;
    const shape = words[word + SHAPE];
    const length = key.nameLength;
    if ((shape & 0x3ff) !== (length | key.flags << 8)) return false;
    if (
      words[word + TYPE_CLASS] !== (key.type | key.class << 16) >>> 0 ||
      words[word + ROUTE] !== key.route >>> 0
    ) {
      return false;
    }
    const { name, nameStart } = key;
    for (let i = 0, at = entry + HEADER_BYTES; i < length; i++) {
      if (bytes[at + i] !== name[nameStart + i]) return false;
    }
    return true;
  }

  /**
   * Reserves `size` contiguous bytes, evicting the oldest entries. Returns their offset. `size` is
   * at most a quarter of the log.
   */
  reserve(size: number, keep: EvictionFilter, moved: (from: number, to: number) => void): number {
    if (this.empty) this.#head = this.#tail = 0;
    while (!this.#fits(size)) {
      if (!this.#wrapped && this.capacity - this.#head < size) this.#wrap();
      else this.evictOldest(keep, moved);
    }
    const entry = this.#head;
    this.#head += size;
    return entry;
  }

  #fits(size: number): boolean {
    return this.#wrapped ? this.#tail - this.#head >= size : this.capacity - this.#head >= size;
  }

  #wrap(): void {
    this.#wrapEnd = this.#head;
    this.#head = 0;
    this.#wrapped = true;
    this.#unwrapAtEnd();
  }

  #unwrapAtEnd(): void {
    if (!this.#wrapped || this.#tail !== this.#wrapEnd) return;
    this.#tail = 0;
    this.#wrapped = false;
  }

  /** Removes the oldest entry, or moves it to the newest end when `keep` returns true. */
  evictOldest(keep: EvictionFilter, moved: (from: number, to: number) => void): void {
    const entry = this.#tail;
    const size = this.sizeOf(entry);
    const again = keep(entry);
    this.#tail += size;
    if (again) {
      // The space of this entry is free already, so a kept entry always fits after the log has
      // wrapped.
      if (!this.#wrapped && !this.#fits(size)) this.#wrap();
      this.bytes.copyWithin(this.#head, entry, entry + size);
      if (this.#head !== entry) moved(entry, this.#head);
      this.#head += size;
    }
    this.#unwrapAtEnd();
  }

  /**
   * Calls back for every entry, oldest first, dead entries included. `visit` must not reserve
   * space.
   */
  each(visit: (entry: number) => void): void {
    if (this.#wrapped) {
      for (let at = this.#tail; at < this.#wrapEnd; at += this.sizeOf(at)) visit(at);
      for (let at = 0; at < this.#head; at += this.sizeOf(at)) visit(at);
    } else {
      for (let at = this.#tail; at < this.#head; at += this.sizeOf(at)) visit(at);
    }
  }
}
