/**
 * Writes a message to a buffer of the caller, with names compressed against earlier names (RFC 1035
 * 4.1.4).
 */
import { MAX_NAME_BYTES } from "../../policy/model/name.ts";
import { findRdataLayout } from "./layout.ts";
import type { RecordCursor } from "./message.ts";
import { equalNamesIgnoringCase, expandName, skipName } from "./names.ts";
import { writeUint16, writeUint32 } from "./ttl.ts";

/** Number of name offsets remembered for compression. */
const PLACES = 64;
/** The first offset that a pointer cannot express. */
const POINTER_REACH = 0x4000;

/**
 * Builds one message at a time; reusable. Methods return false and change nothing when an item does
 * not fit.
 */
export class MessageWriter {
  buffer: Uint8Array = new Uint8Array(0);
  /** Offset of the message in the buffer. */
  start = 0;
  /** Offset of the next byte. */
  at = 0;
  /** End offset of records in the buffer. */
  limit = 0;
  readonly #places = new Uint16Array(PLACES);
  #known = 0;
  readonly #name = new Uint8Array(MAX_NAME_BYTES + 1);

  /**
   * Starts a message of at most `room` bytes at `start` with this id and these flags. Every count
   * is 0.
   */
  begin(buffer: Uint8Array, start: number, room: number, id: number, flags: number): void {
    this.buffer = buffer;
    this.start = start;
    this.at = start + 12;
    this.limit = Math.min(start + room, buffer.length);
    this.#known = 0;
    writeUint16(buffer, start, id);
    writeUint16(buffer, start + 2, flags);
    for (let i = start + 4; i < start + 12; i++) buffer[i] = 0;
  }

  /** Length in bytes. */
  get length(): number {
    return this.at - this.start;
  }

  /** Writes the question. `name[from, from + length)` is its name in the case to send. */
  question(name: Uint8Array, from: number, length: number, type: number, class_: number): boolean {
    const mark = this.at;
    // The name contains no suffix twice, and no name precedes it.
    if (!this.#writeName(name, from, length, false) || this.at + 4 > this.limit) {
      return this.#undo(mark);
    }
    this.#words(type, class_);
    return this.#count(0);
  }

  /** Writes a record owned by the question name, as a pointer to it. `ttl` in seconds. */
  recordOfQuestion(
    section: number,
    type: number,
    class_: number,
    ttl: number,
    rdata: Uint8Array,
  ): boolean {
    const { buffer, start, at } = this;
    const root = buffer[start + 12] === 0;
    if (at + 12 + rdata.length > this.limit) return false;
    if (root) buffer[this.at++] = 0;
    else this.#word(0xc000 | 12);
    return this.#data(section, type, class_, ttl, rdata);
  }

  /**
   * Writes a record whose owner and RDATA are uncompressed. `section` as in SECTION, `ttl` in
   * seconds.
   */
  record(
    section: number,
    owner: Uint8Array,
    type: number,
    class_: number,
    ttl: number,
    rdata: Uint8Array,
  ): boolean {
    const mark = this.at;
    if (!this.#writeName(owner, 0, owner.length, true)) return this.#undo(mark);
    if (this.at + 10 + rdata.length > this.limit) return this.#undo(mark);
    return this.#data(section, type, class_, ttl, rdata);
  }

  #data(section: number, type: number, class_: number, ttl: number, rdata: Uint8Array): true {
    this.#words(type, class_);
    writeUint32(this.buffer, this.at, ttl);
    writeUint16(this.buffer, this.at + 4, rdata.length);
    this.at += 6;
    // Most are addresses. For such short data a loop is faster than `set`.
    for (let i = 0; i < rdata.length; i++) this.buffer[this.at++] = rdata[i];
    return this.#count(section);
  }

  /**
   * Copies the cursor's current record. Names are expanded, and compressed again where RFC 3597
   * allows it.
   */
  copy(from: RecordCursor, section: number, ttl: number): boolean {
    const mark = this.at;
    const length = expandName(from.bytes, from.start, from.at, from.end, this.#name);
    if (length < 0 || !this.#writeName(this.#name, 0, length, true)) return this.#undo(mark);
    if (this.at + 10 > this.limit) return this.#undo(mark);
    this.#words(from.type, from.class);
    writeUint32(this.buffer, this.at, ttl);
    const lengthAt = this.at + 4;
    this.at += 6;
    if (!this.#copyRdata(from)) return this.#undo(mark);
    writeUint16(this.buffer, lengthAt, this.at - lengthAt - 2);
    return this.#count(section);
  }

  /** Restores an earlier state: `at` and the counts of sections 1 to 3. */
  rewind(at: number, answers: number, authorities: number, additionals: number): void {
    this.#undo(at);
    writeUint16(this.buffer, this.start + 6, answers);
    writeUint16(this.buffer, this.start + 8, authorities);
    writeUint16(this.buffer, this.start + 10, additionals);
  }

  /** Number of records written to a section. */
  count(section: number): number {
    const at = this.start + 4 + 2 * section;
    return this.buffer[at] << 8 | this.buffer[at + 1];
  }

  /** Sets bits in the header flags. */
  setFlags(bits: number): void {
    this.buffer[this.start + 2] |= bits >>> 8;
    this.buffer[this.start + 3] |= bits;
  }

  #copyRdata(from: RecordCursor): boolean {
    const layout = findRdataLayout(from.type, from.bytes, from.rdataAt, from.rdataLength);
    const rdataEnd = from.rdataAt + from.rdataLength;
    if (layout === undefined) return this.#bytes(from.bytes, from.rdataAt, rdataEnd);
    let at = from.rdataAt + layout.before;
    if (at > rdataEnd || !this.#bytes(from.bytes, from.rdataAt, at)) return false;
    for (let i = 0; i < layout.names; i++) {
      const length = expandName(from.bytes, from.start, at, from.end, this.#name);
      if (length < 0 || !this.#writeName(this.#name, 0, length, layout.compress)) return false;
      at = skipName(from.bytes, at, from.end);
    }
    return at <= rdataEnd && this.#bytes(from.bytes, at, rdataEnd);
  }

  #bytes(bytes: Uint8Array, from: number, end: number): boolean {
    if (this.at + end - from > this.limit) return false;
    this.buffer.set(bytes.subarray(from, end), this.at);
    this.at += end - from;
    return true;
  }

  #word(value: number): void {
    writeUint16(this.buffer, this.at, value);
    this.at += 2;
  }

  #words(first: number, second: number): void {
    writeUint16(this.buffer, this.at, first);
    writeUint16(this.buffer, this.at + 2, second);
    this.at += 4;
  }

  #count(section: number): true {
    writeUint16(this.buffer, this.start + 4 + 2 * section, this.count(section) + 1);
    return true;
  }

  #undo(mark: number): false {
    this.at = mark;
    while (this.#known > 0 && this.start + this.#places[this.#known - 1] >= mark) this.#known--;
    return false;
  }

  /** Writes a name; its longest known suffix becomes a pointer if `compress`. */
  #writeName(name: Uint8Array, from: number, length: number, compress: boolean): boolean {
    const end = from + length;
    for (let label = from; label < end && name[label] !== 0; label += name[label] + 1) {
      const place = compress ? this.#find(name, label, end - label) : -1;
      if (place >= 0) {
        if (this.at + 2 > this.limit) return false;
        writeUint16(this.buffer, this.at, 0xc000 | place);
        this.at += 2;
        return true;
      }
      const bytes = name[label] + 1;
      if (this.at + bytes > this.limit) return false;
      this.#remember();
      for (let i = 0; i < bytes; i++) this.buffer[this.at++] = name[label + i];
    }
    if (this.at >= this.limit) return false;
    this.buffer[this.at++] = 0;
    return true;
  }

  #remember(): void {
    const place = this.at - this.start;
    if (this.#known < PLACES && place < POINTER_REACH) this.#places[this.#known++] = place;
  }

  /** A remembered offset of exactly this name, or -1. */
  #find(name: Uint8Array, from: number, length: number): number {
    for (let i = 0; i < this.#known; i++) {
      if (this.#standsAt(this.#places[i], name, from, length)) return this.#places[i];
    }
    return -1;
  }

  #standsAt(place: number, name: Uint8Array, from: number, length: number): boolean {
    const { buffer, start } = this;
    let at = start + place;
    for (let label = from; label < from + length;) {
      // The current name is incomplete: bytes after `this.at` belong to an older message.
      while (at < this.at && buffer[at] >= 0xc0) {
        at = start + ((buffer[at] & 0x3f) << 8 | buffer[at + 1]);
      }
      if (at >= this.at || buffer[at] !== name[label]) return false;
      const bytes = name[label] + 1;
      if (!equalNamesIgnoringCase(buffer, at, name, label, bytes)) return false;
      if (bytes === 1) return true;
      at += bytes;
      label += bytes;
    }
    return false;
  }
}
