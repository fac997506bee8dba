/**
 * Converts upstream responses to the stored form of the cache, and the stored form to responses for
 * clients (RFC 4035 3.2, RFC 2181 9).
 */
import { cutChain, isOrderedChain, MAX_NAMES, orderChain } from "./answer_chain.ts";
import { FLAG, RCODE, TYPE } from "./codes.ts";
import { beginResponse, type EdnsParameters, endResponse, optLength, writeOpt } from "./edns.ts";
import { hasValidNames, readUint16, RecordCursor, SECTION } from "./message.ts";
import { equalNamesIgnoringCase, expandName, skipName } from "./names.ts";
import type { ParsedQuery } from "./query.ts";
import { patchId, patchTtl, writeUint16 } from "./ttl.ts";
import { MessageWriter } from "./writer.ts";

const cursor = new RecordCursor();
const writer = new MessageWriter();
const whole = new Uint8Array(65_535);
const nameRoom = new Uint8Array(256);

/**
 * The stored form of an upstream response. Takes ownership of the array. OPT, TSIG, trailing bytes
 * and answer records outside the chain of the question are removed, the chain is put in order, and
 * every name is proved to expand. Of a chain that is too long only CNAMEs remain. Undefined when it is
 * malformed, has no single uncompressed question, or its OPT extends the RCODE (BADVERS, BADCOOKIE).
 */
export function toStoredResponse(response: Uint8Array): Uint8Array | undefined {
  if (response.length > whole.length || response.length < 12 || readUint16(response, 4) !== 1) {
    return undefined;
  }
  // Names are checked in a copy with invalid label bytes as TTLs. A name that points into a TTL
  // would change with the TTL.
  whole.set(response);
  if (!cursor.reset(whole, 0, response.length)) return undefined;
  const nameLength = expandName(response, 0, 12, response.length, nameRoom);
  if (nameLength < 0 || skipName(response, 12, response.length) !== 12 + nameLength) {
    return undefined;
  }
  let dropped = 0;
  let firstDropped = 0;
  let aliases = 0;
  let last = cursor.next;
  for (let more = cursor.read(); more !== 0; more = cursor.read()) {
    if (more < 0) return undefined;
    whole.fill(0xff, cursor.ttlAt, cursor.ttlAt + 4);
    if (!hasValidNames(cursor)) return undefined;
    last = cursor.next;
    if (cursor.type === TYPE.CNAME && cursor.section === SECTION.ANSWER) aliases++;
    if (!isHop(cursor.type)) continue;
    if (cursor.section !== SECTION.ADDITIONAL) return undefined;
    if (cursor.type === TYPE.OPT && response[cursor.ttlAt] !== 0) return undefined;
    if (dropped++ === 0) firstDropped = cursor.at;
  }
  const cut = aliases > MAX_NAMES ? cutChain(response) : undefined;
  if (cut !== undefined) return rewritten(response, cut, false);
  if (!isOrderedChain(response)) return rewritten(response);
  if (dropped === 0) return response.subarray(0, last);
  if (!hopsStandLast(response, firstDropped, dropped)) return rewritten(response);
  writeUint16(response, 10, readUint16(response, 10) - dropped);
  return response.subarray(0, firstDropped);
}

/** Whether a record belongs to one hop only: OPT (RFC 6891 6.2.6) or TSIG (RFC 8945 4.2). */
function isHop(type: number): boolean {
  return type === TYPE.OPT || type === TYPE.TSIG;
}

function hopsStandLast(response: Uint8Array, from: number, dropped: number): boolean {
  cursor.reset(response);
  let behind = 0;
  while (cursor.read() > 0) if (cursor.at >= from) behind++;
  return behind === dropped;
}

/** The response with the records at `answers`, and with the other sections if it `isWhole`. */
function rewritten(
  response: Uint8Array,
  answers = orderChain(response),
  isWhole = true,
): Uint8Array | undefined {
  cursor.reset(response);
  const nameLength = skipName(response, 12, response.length) - 12;
  writer.begin(whole, 0, whole.length, readUint16(response, 0), readUint16(response, 2));
  writer.question(
    response,
    12,
    nameLength,
    readUint16(response, 12 + nameLength),
    readUint16(response, 14 + nameLength),
  );
  for (const at of answers) {
    cursor.reset(response);
    cursor.next = at;
    cursor.read();
    if (!writer.copy(cursor, SECTION.ANSWER, cursor.ttl)) return undefined;
  }
  cursor.reset(response);
  while (isWhole && cursor.read() > 0) {
    if (cursor.section === SECTION.ANSWER || isHop(cursor.type)) continue;
    if (!writer.copy(cursor, cursor.section, cursor.ttl)) return undefined;
  }
  return whole.slice(0, writer.length);
}

/**
 * Writes the client's response from a stored one at `out[at]` and returns its length in bytes.
 *
 * Id, question, RD and CD are those of the query. RA is set, AA is clear. AD is set only if the
 * stored response has it and the client understands it (RFC 6840 5.8). DNSSEC records are sent only
 * if requested (RFC 4035 3.2.1), an OPT only if the query has one. Every TTL is reduced by `age`
 * seconds and limited to `atMost`. Above `edns.limit`, whole RRsets are omitted and TC is set.
 */
export function finishResponse(
  stored: Uint8Array,
  query: ParsedQuery,
  edns: EdnsParameters,
  age: number,
  atMost: number,
  out: Uint8Array,
  at: number,
): number {
  const more = (readUint16(stored, 2) & FLAG.TC) | (authentic(stored, query) ? FLAG.AD : 0);
  const opt = optLength(query, edns);
  if (stored.length + opt <= edns.limit && copyWhole(stored, query, more, age, atMost, out, at)) {
    const end = at + stored.length;
    if (opt === 0) return stored.length;
    writeUint16(out, at + 10, readUint16(stored, 10) + 1);
    return writeOpt(out, at, end, query, 0, edns) - at;
  }
  return copyRecords(stored, query, edns, more, age, atMost, out, at);
}

function authentic(stored: Uint8Array, query: ParsedQuery): boolean {
  return (stored[3] & FLAG.AD) !== 0 && (query.authenticData || query.dnssecOk);
}

/**
 * Copies and patches all bytes. Returns false when the question differs or a record must be
 * removed.
 */
function copyWhole(
  stored: Uint8Array,
  query: ParsedQuery,
  more: number,
  age: number,
  atMost: number,
  out: Uint8Array,
  at: number,
): boolean {
  const { nameLength, bytes, nameAt } = query;
  const end = at + stored.length;
  if (end > out.length || stored.length < 16 + nameLength) return false;
  if (!equalNamesIgnoringCase(stored, 12, query.name, 0, nameLength)) return false;
  out.set(stored, at);
  for (let i = 0; i < nameLength; i++) out[at + 12 + i] = bytes[nameAt + i];
  patchId(out, at, query.id);
  writeUint16(
    out,
    at + 2,
    FLAG.QR | FLAG.RA | query.flags & (FLAG.RD | FLAG.CD) | stored[3] & 15 | more,
  );
  if (!cursor.reset(out, at, end)) return false;
  for (let left = cursor.read(); left !== 0; left = cursor.read()) {
    if (left < 0 || isStripped(cursor.type, query)) return false;
    patchTtl(out, cursor.ttlAt, age, atMost);
  }
  return true;
}

function isStripped(type: number, query: ParsedQuery): boolean {
  if (type !== TYPE.RRSIG && type !== TYPE.NSEC && type !== TYPE.NSEC3) return type === TYPE.OPT;
  return !query.dnssecOk && query.type !== type && query.type !== TYPE.ANY;
}

/** Copies record by record, without those that the client does not want or that do not fit. */
function copyRecords(
  stored: Uint8Array,
  query: ParsedQuery,
  edns: EdnsParameters,
  more: number,
  age: number,
  atMost: number,
  out: Uint8Array,
  at: number,
): number {
  const rcode = cursor.reset(stored) ? stored[3] & 15 : RCODE.SERVFAIL;
  beginResponse(writer, out, at, query, rcode, more, edns);
  if (stored.length >= 12 && cursor.next <= stored.length) appendRecords(query, age, atMost);
  return endResponse(writer, query, rcode, edns);
}

const setOwner = new Uint8Array(256);

/**
 * Writes the records of the cursor's message. The first RRset that does not fit ends it (RFC 2181
 * 9).
 */
function appendRecords(query: ParsedQuery, age: number, atMost: number): void {
  let setAt = writer.at;
  let setType = -1;
  let setSection = 0;
  let setLength = 0;
  let answers = 0;
  let authorities = 0;
  let additionals = 0;
  while (cursor.read() > 0) {
    if (isStripped(cursor.type, query)) continue;
    const length = expandName(cursor.bytes, cursor.start, cursor.at, cursor.end, nameRoom);
    if (length < 0) return;
    const same = cursor.type === setType && cursor.section === setSection && length === setLength &&
      equalNamesIgnoringCase(nameRoom, 0, setOwner, 0, length);
    if (!same) {
      setAt = writer.at;
      setType = cursor.type;
      setSection = cursor.section;
      setLength = length;
      setOwner.set(nameRoom.subarray(0, length));
      [answers, authorities, additionals] = [writer.count(1), writer.count(2), writer.count(3)];
    }
    const ttl = Math.min(cursor.ttl > age ? cursor.ttl - age : 0, atMost);
    if (writer.copy(cursor, cursor.section, ttl)) continue;
    writer.rewind(setAt, answers, authorities, additionals);
    if (cursor.section !== SECTION.ADDITIONAL) writer.setFlags(FLAG.TC);
    return;
  }
}

/**
 * Appends the answer section of a stored response to a response for another name. Returns false
 * when it does not fit (TC is set).
 */
export function appendAnswers(
  into: MessageWriter,
  stored: Uint8Array,
  query: ParsedQuery,
  age: number,
  atMost: number,
): boolean {
  if (!cursor.reset(stored)) return true;
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    if (isStripped(cursor.type, query)) continue;
    const ttl = Math.min(cursor.ttl > age ? cursor.ttl - age : 0, atMost);
    if (into.copy(cursor, SECTION.ANSWER, ttl)) continue;
    into.setFlags(FLAG.TC);
    return false;
  }
  return true;
}
