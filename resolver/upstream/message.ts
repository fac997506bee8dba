/**
 * Queries to upstreams, and the checks that their responses must pass. Works on bytes in place:
 * this is the hot path.
 */
import { copyBytes } from "../memory/exact_arrays.ts";
import { EDE, OPTION, TYPE } from "../wire/codes.ts";
import { toStoredResponse } from "../wire/finish.ts";
import { rcodeOf, readUint16, RecordCursor, SECTION } from "../wire/message.ts";
import type { ForwardQuestion } from "./exchange.ts";

const HEADER = 12;
const FLAG_AD = 0x20;
const FLAG_CD = 0x10;
/** Payload size that avoids fragments (RFC 9715). */
const PAYLOAD = 1232;
/** Block length of padded queries (RFC 8467 4.1). */
const PADDING_BLOCK = 128;
/** Room for the largest query: name, OPT with a cookie of 40 bytes, padding. */
export const QUERY_ROOM = 512;

/** The extended errors about validation lie between these two (RFC 8914 4.6, 4.13). */
const DNSSEC_INDETERMINATE = 5;
const NSEC_MISSING = 12;

/** The form of a query to one upstream; callers may reuse one object. */
export interface QueryForm {
  id: number;
  /** Bit i & 31 turns the letter at byte i of the name into upper case; 0 = all lower case. */
  caseBits: number;
  edns: boolean;
  /** Client and server cookie together (RFC 7873 4), only with `edns`. */
  cookie?: Uint8Array | undefined;
  /** Padded to a multiple of 128 bytes, only with `edns`. */
  readonly padded?: boolean;
}

/**
 * Writes a query at `at` and returns the bytes written. AD requests the AD bit in the response (RFC
 * 6840 5.7).
 */
export function writeQuery(
  into: Uint8Array,
  at: number,
  question: ForwardQuestion,
  form: QueryForm,
): number {
  const { name, nameLength } = question;
  into[at] = form.id >> 8;
  into[at + 1] = form.id & 0xff;
  into[at + 2] = 0x01;
  into[at + 3] = 0;
  if (!question.dnssecOk) into[at + 3] |= FLAG_AD;
  if (question.checkingDisabled) into[at + 3] |= FLAG_CD;
  for (let i = at + 4; i < at + HEADER; i++) into[i] = 0;
  into[at + 5] = 1;
  let to = at + HEADER;
  for (let i = 0; i < nameLength; i++) into[to++] = cased(name[i], i, form.caseBits);
  to = write16(into, write16(into, to, question.type), question.class);
  if (form.edns) {
    into[at + 11] = 1;
    to = writeOpt(into, at, to, question.dnssecOk, form);
  }
  return to - at;
}

function writeOpt(
  into: Uint8Array,
  start: number,
  at: number,
  dnssecOk: boolean,
  form: QueryForm,
): number {
  into[at] = 0;
  write16(into, at + 1, TYPE.OPT);
  write16(into, at + 3, PAYLOAD);
  into[at + 5] = into[at + 6] = into[at + 8] = 0;
  into[at + 7] = dnssecOk ? 0x80 : 0;
  let to = at + 11;
  if (form.cookie !== undefined) {
    to = write16(into, write16(into, to, OPTION.COOKIE), form.cookie.length);
    copyBytes(form.cookie, 0, form.cookie.length, into, to);
    to += form.cookie.length;
  }
  if (form.padded === true) {
    const rest = (to - start + 4) % PADDING_BLOCK;
    const length = rest === 0 ? 0 : PADDING_BLOCK - rest;
    to = write16(into, write16(into, to, OPTION.PADDING), length);
    into.fill(0, to, to + length);
    to += length;
  }
  write16(into, at + 9, to - at - 11);
  return to;
}

function write16(into: Uint8Array, at: number, value: number): number {
  into[at] = value >> 8;
  into[at + 1] = value & 0xff;
  return at + 2;
}

/** Length bytes are at most 63, so they are never mistaken for a letter. */
function cased(byte: number, i: number, bits: number): number {
  return byte >= 0x61 && byte <= 0x7a && ((bits >>> (i & 31)) & 1) === 1 ? byte - 0x20 : byte;
}

/**
 * How a message compares with a question: equal, equal except for letter case, header only, or
 * different.
 */
export type QuestionMatch = "same" | "case" | "headless" | "other";

/**
 * Compares a response in bytes[start, end) with the question and the letter case it was sent in.
 * The caller compares the id.
 */
export function compareResponse(
  bytes: Uint8Array,
  start: number,
  end: number,
  question: ForwardQuestion,
  caseBits: number,
): QuestionMatch {
  if (end - start < HEADER || (bytes[start + 2] & 0xf8) !== 0x80) return "other";
  if (bytes[start + 4] !== 0 || bytes[start + 5] !== 1) {
    return end - start === HEADER && bytes[start + 5] === 0 ? "headless" : "other";
  }
  const { name, nameLength } = question;
  const at = start + HEADER;
  const tail = at + nameLength;
  if (tail + 4 > end) return "other";
  let exact = true;
  for (let i = 0; i < nameLength; i++) {
    const got = bytes[at + i];
    if (got === cased(name[i], i, caseBits)) continue;
    if ((got >= 0x41 && got <= 0x5a ? got + 0x20 : got) !== name[i]) return "other";
    exact = false;
  }
  if ((bytes[tail] << 8 | bytes[tail + 1]) !== question.type) return "other";
  if ((bytes[tail + 2] << 8 | bytes[tail + 3]) !== question.class) return "other";
  return exact ? "same" : "case";
}

/**
 * A copy of a response with its question name in lower case. It has an array of its own unless one
 * of its length is given.
 */
export function copyResponse(
  bytes: Uint8Array,
  start: number,
  end: number,
  question: ForwardQuestion,
  copy: Uint8Array = new Uint8Array(end - start),
): Uint8Array {
  copyBytes(bytes, start, end, copy, 0);
  if (copy[5] === 1) copyBytes(question.name, 0, question.nameLength, copy, HEADER);
  return copy;
}

const cursor = new RecordCursor();

/** The offset of the TYPE of the OPT record; -1 = none, or the message is malformed. */
export function findOpt(bytes: Uint8Array, start: number, end: number): number {
  if (
    end - start < HEADER || readUint16(bytes, start + 10) === 0 || !cursor.reset(bytes, start, end)
  ) {
    return -1;
  }
  while (cursor.read() > 0) {
    if (
      cursor.section === SECTION.ADDITIONAL && cursor.type === TYPE.OPT && bytes[cursor.at] === 0
    ) {
      return cursor.at + 1;
    }
  }
  return -1;
}

/** The RCODE with the upper bits that the OPT record found at `opt` carries (RFC 6891 6.1.3). */
export function extendedRcode(bytes: Uint8Array, start: number, opt: number): number {
  return opt < 0 ? rcodeOf(bytes, start) : bytes[opt + 4] << 4 | rcodeOf(bytes, start);
}

/** The RCODE of a whole response with its upper bits. */
export function fullRcode(response: Uint8Array): number {
  return extendedRcode(response, 0, findOpt(response, 0, response.length));
}

/**
 * The offset of the data of an EDNS option, whose length is in the two bytes before it; -1 =
 * missing or malformed.
 */
export function findOption(bytes: Uint8Array, opt: number, code: number): number {
  if (opt < 0) return -1;
  const end = opt + 10 + (bytes[opt + 8] << 8 | bytes[opt + 9]);
  for (let at = opt + 10; at + 4 <= end;) {
    const length = bytes[at + 2] << 8 | bytes[at + 3];
    if (at + 4 + length > end) return -1;
    if ((bytes[at] << 8 | bytes[at + 1]) === code) return at + 4;
    at += 4 + length;
  }
  return -1;
}

/** The code of the extended error in a response (RFC 8914 2); 0 = none, or one without meaning. */
export function readExtendedError(response: Uint8Array): number {
  const option = findOption(response, findOpt(response, 0, response.length), OPTION.EDE);
  return option < 0 || readUint16(response, option - 2) < 2 ? 0 : readUint16(response, option);
}

/**
 * Whether an error is final for the question: the upstream found the answer bogus or filters the
 * name (RFC 8914 4.6 to 4.13, 4.16 to 4.19). Another upstream would only return the refused answer.
 */
export function isDeliberate(response: Uint8Array): boolean {
  const code = readExtendedError(response);
  return code >= DNSSEC_INDETERMINATE && code <= NSEC_MISSING ||
    code >= EDE.BLOCKED && code <= EDE.PROHIBITED;
}

/**
 * Whether a response is a referral in place of an answer, as from a server that knows only its own
 * zones (RFC 2308 2.1.1, 2.2.1). A client that requested recursion cannot use it.
 */
export function isReferral(response: Uint8Array): boolean {
  if (
    rcodeOf(response) !== 0 || readUint16(response, 6) > 0 || readUint16(response, 8) === 0 ||
    !cursor.reset(response)
  ) {
    return false;
  }
  let names = false;
  while (cursor.read() > 0 && cursor.section <= SECTION.AUTHORITY) {
    if (cursor.type === TYPE.SOA) return false;
    names ||= cursor.type === TYPE.NS;
  }
  return names;
}

/**
 * The addresses of type A or AAAA on the chain of the question, and the least TTL of the answer in
 * seconds. A malformed response has none.
 */
export function readAnswerAddresses(
  response: Uint8Array,
  type: number,
): { addresses: Uint8Array[]; ttl: number } {
  const addresses: Uint8Array[] = [];
  const size = type === TYPE.A ? 4 : 16;
  let ttl = 86_400;
  const stored = toStoredResponse(response.slice());
  if (stored === undefined || !cursor.reset(stored)) return { addresses, ttl };
  while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
    ttl = Math.min(ttl, cursor.ttl);
    if (cursor.type !== type || cursor.rdataLength !== size) continue;
    addresses.push(stored.slice(cursor.rdataAt, cursor.rdataAt + size));
  }
  return { addresses, ttl };
}
