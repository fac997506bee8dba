/**
 * The CNAME chain in the answer section of a response: from the question name over each CNAME to
 * the records of the question type (RFC 1034 3.6.2).
 */
import { MAX_NAME_BYTES, type WireName } from "../../policy/model/name.ts";
import { FLAG, RCODE, TYPE } from "./codes.ts";
import { rcodeOf, readUint16, RecordCursor, SECTION } from "./message.ts";
import { equalNamesIgnoringCase, expandName, lowerCase } from "./names.ts";

/** Names of a chain that are put in order, and CNAMEs that an answer may have. */
export const MAX_NAMES = 64;

/** The end of a chain that has no answer: the response names it, but not what it holds. */
export interface OpenEnd {
  /** The target of the last CNAME. */
  readonly name: WireName;
  /** CNAMEs in the chain. */
  readonly aliases: number;
  /** Whether the target is an owner in the chain itself. */
  readonly circular: boolean;
}

const cursor = new RecordCursor();
const owner = new Uint8Array(MAX_NAME_BYTES + 1);

/** A name of the chain in lower case, in a buffer of its own. */
class ChainName {
  readonly bytes = new Uint8Array(MAX_NAME_BYTES + 1);
  length = 0;

  /** Reads the name at `at`; an invalid one is empty and matches no owner. */
  read(message: Uint8Array, at: number): void {
    this.length = Math.max(0, expandName(message, 0, at, message.length, this.bytes));
    lowerCase(this.bytes, 0, this.length);
  }

  copyFrom(other: ChainName): void {
    this.length = other.length;
    for (let i = 0; i < other.length; i++) this.bytes[i] = other.bytes[i];
  }

  /** Whether it is the name of `length` bytes in `owner`. */
  isOwner(length: number): boolean {
    return length === this.length && equalNamesIgnoringCase(owner, 0, this.bytes, 0, length);
  }

  /** Whether it is below the name of `length` bytes in `owner`. */
  isBelowOwner(length: number): boolean {
    for (let at = 0; this.length - at >= length && at < this.length;) {
      if (at > 0 && this.length - at === length) {
        return equalNamesIgnoringCase(owner, 0, this.bytes, at, length);
      }
      at += this.bytes[at] + 1;
    }
    return false;
  }

  toName(): WireName {
    return this.bytes.slice(0, this.length);
  }

  /** Texts of the names above it, as of `AnswerRecord.owner`. */
  parents(): Set<string> {
    const found = new Set<string>();
    for (let at = 0; at < this.length;) {
      at += this.bytes[at] + 1;
      found.add(textOf(this.bytes, at, this.length));
    }
    return found;
  }
}

const current = new ChainName();
const previous = new ChainName();

/** Whether a CNAME leads on from its owner, because the question is for another type. */
function leadsOn(questionType: number): boolean {
  return questionType !== TYPE.CNAME && questionType !== TYPE.ANY;
}

/**
 * Whether each record of the answer section belongs to the chain and follows the CNAME that leads
 * to it. The message must be valid, with one question (toStoredResponse).
 */
export function isOrderedChain(message: Uint8Array): boolean {
  if (!cursor.reset(message)) return true;
  const typeAt = cursor.next - 4;
  const follows = leadsOn(readUint16(message, typeAt));
  const questionClass = readUint16(message, typeAt + 2);
  current.read(message, 12);
  previous.length = 0;
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    if (cursor.class !== questionClass) return false;
    const length = expandName(message, 0, cursor.at, message.length, owner);
    if (current.isOwner(length)) {
      if (cursor.type !== TYPE.CNAME || !follows) continue;
      previous.copyFrom(current);
      current.read(message, cursor.rdataAt);
    } else if (!isSignature(length) && !isRedirection(current, length)) return false;
  }
  return true;
}

/** Whether the current record signs the CNAME that led to the current name. */
function isSignature(length: number): boolean {
  return cursor.type === TYPE.RRSIG && previous.isOwner(length);
}

/** Whether the current record is a DNAME above a name of the chain, or its signature (RFC 6672). */
function isRedirection(name: ChainName, length: number): boolean {
  return redirects(cursor.type) && name.isBelowOwner(length);
}

/** A record of the answer section. Owners are read once, because a long chain compares them often. */
interface AnswerRecord {
  readonly at: number;
  readonly type: number;
  readonly rdataAt: number;
  /** The lower-case bytes of its owner as characters. */
  readonly owner: string;
  taken: boolean;
}

/**
 * The offsets of the records of the answer section that belong to the chain, in its order. Of
 * several CNAMEs at one name the first applies (RFC 2181 10.1).
 */
export function orderChain(message: Uint8Array): number[] {
  const order: number[] = [];
  const seen = new Set<string>();
  if (!cursor.reset(message)) return order;
  const typeAt = cursor.next - 4;
  const follows = leadsOn(readUint16(message, typeAt));
  const records = readAnswerRecords(message, readUint16(message, typeAt + 2));
  current.read(message, 12);
  while (seen.size < MAX_NAMES) {
    const name = textOf(current.bytes, 0, current.length);
    if (seen.has(name)) break;
    seen.add(name);
    const parents = current.parents();
    let targetAt = -1;
    for (const record of records) {
      const { type, owner } = record;
      if (record.taken || owner !== name && !(redirects(type) && parents.has(owner))) continue;
      if (type === TYPE.CNAME && follows) {
        if (targetAt >= 0) continue;
        targetAt = record.rdataAt;
      }
      record.taken = true;
      order.push(record.at);
    }
    if (targetAt < 0) break;
    current.read(message, targetAt);
  }
  return order;
}

/**
 * The offsets of the first CNAMEs of an answer that has more than `MAX_NAMES`, so that it is not put
 * in order and its end counts as endless; undefined if its question does not follow CNAMEs.
 */
export function cutChain(message: Uint8Array): number[] | undefined {
  if (!cursor.reset(message) || !leadsOn(readUint16(message, cursor.next - 4))) return undefined;
  const aliases: number[] = [];
  while (aliases.length < MAX_NAMES && cursor.read() > 0) {
    if (cursor.type === TYPE.CNAME) aliases.push(cursor.at);
  }
  return aliases;
}

/** The records of the answer section in a class. */
function readAnswerRecords(message: Uint8Array, inClass: number): AnswerRecord[] {
  const records: AnswerRecord[] = [];
  cursor.reset(message);
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    if (cursor.class !== inClass) continue;
    const { at, type, rdataAt } = cursor;
    const length = expandName(message, 0, at, message.length, owner);
    lowerCase(owner, 0, length);
    records.push({ at, type, rdataAt, owner: textOf(owner, 0, length), taken: false });
  }
  return records;
}

function textOf(bytes: Uint8Array, from: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(from, end));
}

/** Whether records of a type may redirect names below their owner (RFC 6672). */
function redirects(type: number): boolean {
  return type === TYPE.DNAME || type === TYPE.RRSIG;
}

/**
 * The end of a chain that the response leaves open: no record of the question type, and no SOA that
 * states its absence (RFC 2308 2.2). Undefined for other responses. The message is in stored form.
 */
export function findOpenEnd(stored: Uint8Array): OpenEnd | undefined {
  if (rcodeOf(stored) !== RCODE.NOERROR || (readUint16(stored, 2) & FLAG.TC) !== 0) {
    return undefined;
  }
  if (readUint16(stored, 6) === 0 || !cursor.reset(stored)) return undefined;
  const type = readUint16(stored, cursor.next - 4);
  if (!leadsOn(type)) return undefined;
  let aliases = 0;
  while (cursor.read() > 0) {
    if (cursor.section > SECTION.AUTHORITY) break;
    if (cursor.section === SECTION.ANSWER) {
      if (cursor.type === type) return undefined;
      if (cursor.type !== TYPE.CNAME) continue;
      aliases++;
      current.read(stored, cursor.rdataAt);
    } else if (cursor.type === TYPE.SOA && aliases > 0) {
      const length = expandName(stored, 0, cursor.at, stored.length, owner);
      if (current.isOwner(length) || current.isBelowOwner(length)) return undefined;
    }
  }
  if (aliases === 0 || current.length === 0) return undefined;
  return { name: current.toName(), aliases, circular: isOwnerInChain(stored) };
}

/** Whether the current name is the owner of a CNAME in the answer. */
function isOwnerInChain(stored: Uint8Array): boolean {
  cursor.reset(stored);
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    if (cursor.type !== TYPE.CNAME) continue;
    if (current.isOwner(expandName(stored, 0, cursor.at, stored.length, owner))) return true;
  }
  return false;
}
