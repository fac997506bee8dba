/**
 * Reads whole messages, mainly of upstreams: sections, records, names in RDATA, TTLs (RFC 1035 4,
 * RFC 2308, RFC 3597).
 */
import { TYPE } from "./codes.ts";
import { expandName, skipName } from "./names.ts";
import { findRdataLayout } from "./layout.ts";
import { MAX_NAME_BYTES } from "../../policy/model/name.ts";

/** Numbers of the sections of a message, as in `RecordCursor.section`. */
export const SECTION = { ANSWER: 1, AUTHORITY: 2, ADDITIONAL: 3 } as const;

/** Iterates over the records of a message without allocating. `reset` reuses it. */
export class RecordCursor {
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  /** Offset of the next record. */
  next = 0;
  /** 1 answer, 2 authority, 3 additional. */
  section = 0;
  /** Offset of the record's owner name. */
  at = 0;
  type = 0;
  class = 0;
  /** Seconds; a value with the top bit set is 0 (RFC 2181 8). */
  ttl = 0;
  ttlAt = 0;
  rdataAt = 0;
  rdataLength = 0;
  #left = 0;

  /**
   * Moves to the first record after the questions. Returns false when the header or questions are
   * malformed.
   */
  reset(bytes: Uint8Array, start = 0, end: number = bytes.length): boolean {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.section = 0;
    this.#left = 0;
    if (end - start < 12) return false;
    let at = start + 12;
    for (let questions = readUint16(bytes, start + 4); questions > 0; questions--) {
      at = skipName(bytes, at, end) + 4;
      if (at < 5 || at > end) return false;
    }
    this.next = at;
    return true;
  }

  /** Reads the next record. Returns 1, 0 after the last one, -1 when the message is malformed. */
  read(): number {
    const { bytes, end } = this;
    while (this.#left === 0) {
      if (this.section === 3) return 0;
      this.section++;
      this.#left = readUint16(bytes, this.start + 4 + 2 * this.section);
    }
    this.#left--;
    const at = this.at = this.next;
    const fixed = skipName(bytes, at, end);
    if (fixed < 0 || fixed + 10 > end) return -1;
    this.type = readUint16(bytes, fixed);
    this.class = readUint16(bytes, fixed + 2);
    this.ttlAt = fixed + 4;
    this.ttl = bytes[fixed + 4] > 127 ? 0 : readUint32(bytes, fixed + 4);
    this.rdataAt = fixed + 10;
    this.rdataLength = readUint16(bytes, fixed + 8);
    this.next = fixed + 10 + this.rdataLength;
    return this.next > end ? -1 : 1;
  }
}

/** One record of a message. Offsets are into the bytes of the message. */
export interface MessageRecord {
  readonly section: number;
  readonly nameAt: number;
  readonly type: number;
  readonly class: number;
  /** Seconds. */
  readonly ttl: number;
  readonly ttlAt: number;
  readonly rdataAt: number;
  readonly rdataLength: number;
}

/** A complete message; every name in it can be expanded. */
export interface Message {
  readonly bytes: Uint8Array;
  readonly id: number;
  readonly flags: number;
  readonly opcode: number;
  /** With the upper bits of the OPT record (RFC 6891 6.1.3). */
  readonly rcode: number;
  /** Offset of the name of each question. */
  readonly questions: readonly {
    readonly nameAt: number;
    readonly type: number;
    readonly class: number;
  }[];
  readonly records: readonly MessageRecord[];
  /** The OPT record; undefined without EDNS. */
  readonly opt: MessageRecord | undefined;
}

/**
 * Parses a message; undefined when it is malformed (a wrong count, an invalid pointer, RDATA that
 * does not fit its type).
 */
export function readMessage(bytes: Uint8Array): Message | undefined {
  const cursor = new RecordCursor();
  if (!cursor.reset(bytes)) return undefined;
  const questions = readQuestions(bytes);
  if (questions === undefined) return undefined;
  const records: MessageRecord[] = [];
  let opt: MessageRecord | undefined;
  for (let more = cursor.read(); more !== 0; more = cursor.read()) {
    if (more < 0 || !hasValidNames(cursor)) return undefined;
    const record = recordOf(cursor);
    records.push(record);
    if (record.type === TYPE.OPT) {
      if (
        opt !== undefined || record.section !== SECTION.ADDITIONAL || bytes[record.nameAt] !== 0
      ) return undefined;
      opt = record;
    }
  }
  const flags = readUint16(bytes, 2);
  const upper = opt === undefined ? 0 : bytes[opt.ttlAt] << 4;
  const rcode = upper | flags & 15;
  return {
    bytes,
    id: readUint16(bytes, 0),
    flags,
    opcode: flags >> 11 & 15,
    rcode,
    questions,
    records,
    opt,
  };
}

function readQuestions(bytes: Uint8Array): Message["questions"] | undefined {
  const questions: { nameAt: number; type: number; class: number }[] = [];
  let at = 12;
  for (let left = readUint16(bytes, 4); left > 0; left--) {
    if (expandName(bytes, 0, at, bytes.length, scratch) < 0) return undefined;
    const fixed = skipName(bytes, at, bytes.length);
    questions.push({
      nameAt: at,
      type: readUint16(bytes, fixed),
      class: readUint16(bytes, fixed + 2),
    });
    at = fixed + 4;
  }
  return questions;
}

function recordOf(cursor: RecordCursor): MessageRecord {
  const { section, at, type, ttl, ttlAt, rdataAt, rdataLength } = cursor;
  return { section, nameAt: at, type, class: cursor.class, ttl, ttlAt, rdataAt, rdataLength };
}

const scratch = new Uint8Array(MAX_NAME_BYTES + 1);

/**
 * Whether the owner and the names in RDATA can be expanded, and the RDATA of addresses has the
 * right length.
 */
export function hasValidNames(cursor: RecordCursor): boolean {
  const { bytes, start, rdataAt, rdataLength, type } = cursor;
  // No name may depend on bytes after its record, because these may be removed later.
  const end = cursor.next;
  if (expandName(bytes, start, cursor.at, end, scratch) < 0) return false;
  if (type === TYPE.A && cursor.class === 1) return rdataLength === 4;
  if (type === TYPE.AAAA) return rdataLength === 16;
  const layout = findRdataLayout(type, bytes, rdataAt, rdataLength);
  if (layout === undefined) return true;
  const rdataEnd = rdataAt + rdataLength;
  let at = rdataAt + layout.before;
  for (let i = 0; i < layout.names; i++) {
    if (at >= rdataEnd || expandName(bytes, start, at, end, scratch) < 0) return false;
    at = skipName(bytes, at, rdataEnd);
    if (at < 0) return false;
  }
  return layout.after < 0 ? at <= rdataEnd : at + layout.after === rdataEnd;
}

/** The RCODE of a message without the upper bits of its OPT record. */
export function rcodeOf(bytes: Uint8Array, start = 0): number {
  return bytes[start + 3] & 15;
}

/** Whether the TC bit is set, so that the query must be repeated over TCP. */
export function isTruncated(bytes: Uint8Array, start = 0): boolean {
  return (bytes[start + 2] & 2) !== 0;
}

/** The 16-bit number at an offset. */
export function readUint16(bytes: Uint8Array, at: number): number {
  return bytes[at] << 8 | bytes[at + 1];
}

/** The unsigned 32-bit number at an offset. */
export function readUint32(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]) >>> 0;
}
