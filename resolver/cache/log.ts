/**
 * The memory of the answer cache: one circular log of entries, oldest first. The array is allocated whole, but the system gives
 * memory only to the pages that were written, so that an idle box stays small.
 *
 * An entry: eight words, the name, padding to an even address, the offsets of its TTLs (16 bits each), the response, padding.
 */
import type { CacheKey } from "./key.ts";

/** Words of an entry's head, as offsets from its first word. */
export const HASH = 0,
  STORED = 1,
  EXPIRY = 2,
  RETRY_AT = 3,
  ROUTE = 4,
  TYPE_CLASS = 5,
  LENGTH = 6,
  SHAPE = 7;
/** Bytes of the head. */
export const HEAD = 32;
/** Bits of the SHAPE word above the name length (8 bits), flags of the key (2) and count of TTL offsets (13). */
export const TOUCHED = 1 << 23, PREFETCHED = 1 << 24, DEAD = 1 << 25;
/** The most TTL offsets of an entry. */
export const MAX_TTL_OFFSETS = 0x1fff;

/** What becomes of the oldest entry when its place is needed: kept for another round, or gone. */
export type Eviction = (entry: number) => boolean;

/** A circular log in one buffer. Entries are named by the byte at which they start, always a multiple of 4. */
export class EntryLog {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly capacity: number;
  /** Where the next entry goes, where the oldest is, and where the entries before the wrap end. */
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

  /** Bytes between the oldest entry and the newest. */
  get used(): number {
    return this.#wrapped ? this.#wrapEnd - this.#tail + this.#head : this.#head - this.#tail;
  }

  /** Whether nothing is held. */
  get empty(): boolean {
    return !this.#wrapped && this.#head === this.#tail;
  }

  /** Bytes that an entry of these parts takes. */
  static size(nameLength: number, ttlOffsets: number, responseLength: number): number {
    return HEAD + (nameLength + 1 & ~1) + ttlOffsets * 2 + responseLength + 3 & ~3;
  }

  /** Bytes that the entry takes. */
  sizeOf(entry: number): number {
    const shape = this.words[(entry >> 2) + SHAPE];
    return EntryLog.size(
      shape & 0xff,
      shape >>> 10 & MAX_TTL_OFFSETS,
      this.words[(entry >> 2) + LENGTH],
    );
  }

  /** The hash of the key of the entry. */
  hashOf(entry: number): number {
    return this.words[(entry >> 2) + HASH] | 0;
  }

  /** Where the TTL offsets of the entry start. */
  ttlOffsetsOf(entry: number): number {
    return entry + HEAD + ((this.words[(entry >> 2) + SHAPE] & 0xff) + 1 & ~1);
  }

  /** Where the response of the entry starts. */
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
    for (let i = 0, at = entry + HEAD; i < length; i++) {
      if (bytes[at + i] !== name[nameStart + i]) return false;
    }
    return true;
  }

  /** Makes room for `size` bytes in a row, evicting the oldest; where they start. `size` is at most a quarter of the log. */
  reserve(size: number, keep: Eviction, moved: (from: number, to: number) => void): number {
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

  /** Takes the oldest entry away, or moves it to the newest end when `keep` says so. */
  evictOldest(keep: Eviction, moved: (from: number, to: number) => void): void {
    const entry = this.#tail;
    const size = this.sizeOf(entry);
    const again = keep(entry);
    this.#tail += size;
    if (again) {
      // Its own place has just become free, so that a kept entry always fits once the log has wrapped.
      if (!this.#wrapped && !this.#fits(size)) this.#wrap();
      this.bytes.copyWithin(this.#head, entry, entry + size);
      if (this.#head !== entry) moved(entry, this.#head);
      this.#head += size;
    }
    this.#unwrapAtEnd();
  }

  /** Calls back for every entry, oldest first, dead ones too; nothing may be reserved meanwhile. */
  each(visit: (entry: number) => void): void {
    if (this.#wrapped) {
      for (let at = this.#tail; at < this.#wrapEnd; at += this.sizeOf(at)) visit(at);
      for (let at = 0; at < this.#head; at += this.sizeOf(at)) visit(at);
    } else {
      for (let at = this.#tail; at < this.#head; at += this.sizeOf(at)) visit(at);
    }
  }
}
