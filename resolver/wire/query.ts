/** Parses client queries on the hot path, without allocating (RFC 1035 4.1, RFC 6891, RFC 8906). */
import { CLASS, OPCODE, OPTION, RCODE, TYPE } from "./codes.ts";
import { RecordCursor } from "./message.ts";
import { skipName } from "./names.ts";

/** The query is well-formed and may be resolved. */
export const QUERY_OK = 0;
/** No response: the message is a response or has no id. */
export const QUERY_DROP = -1;
/** No question, but a cookie: the client requests only the server's cookie (RFC 7873 5.4). */
export const QUERY_COOKIE = -2;

/** UDP payload size that the box offers and accepts, in bytes (DNS flag day 2020). */
export const EDNS_SIZE = 1232;
/** Maximum response over UDP to a client without EDNS (RFC 1035 4.2.1), in bytes. */
export const PLAIN_SIZE = 512;

/**
 * The result of parseQuery: one object, reused. Offsets are into `bytes`, which belongs to the
 * listener.
 */
export class ParsedQuery {
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  id = 0;
  /** The third and fourth bytes of the header. */
  flags = 0;
  opcode = 0;
  recursionDesired = false;
  authenticData = false;
  checkingDisabled = false;
  /** Whether name, type and class are known. Error responses then repeat the question. */
  hasQuestion = false;
  /** Offset of the question name as the client wrote it. */
  nameAt = 0;
  nameLength = 0;
  /** Lower-case copy of the name, `nameLength` bytes. */
  readonly name: Uint8Array;
  type = 0;
  class = 0;
  /** Whether the query has an OPT record. The response has one exactly in that case. */
  edns = false;
  version = 0;
  dnssecOk = false;
  /** Maximum bytes of a response over UDP: 512 to 1,232. */
  size = PLAIN_SIZE;
  /** Offset of the data of the cookie option; length 0 = none (RFC 7873 4). */
  cookieAt = 0;
  cookieLength = 0;
  nsid = false;
  padding = false;
  keepalive = false;
  clientSubnet = false;

  /** `name` is the array for the lower-case copy: 256 bytes for any query, or that of one name. */
  constructor(name: Uint8Array = new Uint8Array(256)) {
    this.name = name;
  }

  /**
   * A copy with the query in `bytes`, an array that persists, and its lower-case name in `name`.
   */
  retained(bytes: Uint8Array, name: Uint8Array): ParsedQuery {
    const copy = new ParsedQuery(name);
    const { start } = this;
    copy.bytes = bytes;
    copy.end = this.end - start;
    copy.id = this.id;
    copy.flags = this.flags;
    copy.opcode = this.opcode;
    copy.recursionDesired = this.recursionDesired;
    copy.authenticData = this.authenticData;
    copy.checkingDisabled = this.checkingDisabled;
    copy.hasQuestion = this.hasQuestion;
    copy.nameAt = this.nameAt - start;
    copy.nameLength = this.nameLength;
    copy.type = this.type;
    copy.class = this.class;
    copy.edns = this.edns;
    copy.version = this.version;
    copy.dnssecOk = this.dnssecOk;
    copy.size = this.size;
    copy.cookieAt = this.cookieAt - start;
    copy.cookieLength = this.cookieLength;
    copy.nsid = this.nsid;
    copy.padding = this.padding;
    copy.keepalive = this.keepalive;
    copy.clientSubnet = this.clientSubnet;
    return copy;
  }
}

/**
 * Parses `bytes[start, end)` into `out`. Returns QUERY_OK, QUERY_DROP, QUERY_COOKIE or the RCODE of
 * the response (FORMERR, NOTIMP, REFUSED, BADVERS).
 */
export function parseQuery(
  bytes: Uint8Array,
  start: number,
  end: number,
  out: ParsedQuery,
): number {
  if (end - start < 12 || (bytes[start + 2] & 0x80) !== 0) return QUERY_DROP;
  readHeader(bytes, start, end, out);
  if (out.opcode !== OPCODE.QUERY) return refused(RCODE.NOTIMP, out);
  const questions = word(bytes, start + 4);
  if (questions > 1) return refused(RCODE.FORMERR, out);
  let at = start + 12;
  if (questions === 1) {
    at = readQuestion(bytes, at, end, out);
    if (at < 0) return RCODE.FORMERR;
  }
  at = skipRecords(bytes, at, end, word(bytes, start + 6) + word(bytes, start + 8), out.type);
  if (at < 0) return refused(RCODE.FORMERR, out);
  at = readAdditional(bytes, at, end, word(bytes, start + 10), out);
  if (at !== end) return RCODE.FORMERR;
  if (out.edns && out.version !== 0) return RCODE.BADVERS;
  if (questions === 0) return out.cookieLength > 0 ? QUERY_COOKIE : RCODE.FORMERR;
  return judge(out.type, out.class);
}

const cursor = new RecordCursor();

/**
 * Rejects a message with `code`. Only checks whether it has an OPT record: a response without OPT
 * would mean that the box lacks EDNS (RFC 6891 6.1.1, 7).
 */
function refused(code: number, out: ParsedQuery): number {
  const { bytes, start, end } = out;
  if (!cursor.reset(bytes, start, end)) return code;
  for (let before = word(bytes, start + 6) + word(bytes, start + 8); before > 0; before--) {
    if (cursor.read() <= 0) return code;
  }
  readAdditional(bytes, cursor.next, end, word(bytes, start + 10), out);
  return code;
}

function readHeader(bytes: Uint8Array, start: number, end: number, out: ParsedQuery): void {
  const flags = word(bytes, start + 2);
  out.bytes = bytes;
  out.start = start;
  out.end = end;
  out.id = word(bytes, start);
  out.flags = flags;
  out.opcode = flags >> 11 & 15;
  out.recursionDesired = (flags & 0x100) !== 0;
  out.authenticData = (flags & 0x20) !== 0;
  out.checkingDisabled = (flags & 0x10) !== 0;
  out.hasQuestion =
    out.edns =
    out.dnssecOk =
    out.nsid =
    out.padding =
    out.keepalive =
    out.clientSubnet =
      false;
  out.nameAt = start + 12;
  out.nameLength =
    out.type =
    out.class =
    out.version =
    out.cookieAt =
    out.cookieLength =
      0;
  out.size = PLAIN_SIZE;
}

/**
 * The offset after the question; -1 = malformed. No pointer is possible, because no name precedes
 * it.
 */
function readQuestion(bytes: Uint8Array, at: number, end: number, out: ParsedQuery): number {
  const from = at;
  const name = out.name;
  for (;;) {
    const length = at < end ? bytes[at] : 64;
    const next = at + length + 1;
    if (length > 63 || next > end || next - from > 255) return -1;
    name[at - from] = length;
    for (let i = at + 1; i < next; i++) {
      const byte = bytes[i];
      name[i - from] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    }
    at = next;
    if (length === 0) break;
  }
  if (at + 4 > end) return -1;
  out.nameLength = at - from;
  out.type = word(bytes, at);
  out.class = word(bytes, at + 2);
  out.hasQuestion = true;
  return at + 4;
}

/** A query has no answer and authority records, except the SOA of an IXFR (RFC 1995 3). */
function skipRecords(
  bytes: Uint8Array,
  at: number,
  end: number,
  count: number,
  type: number,
): number {
  if (count === 0) return at;
  if (count > 1 || type !== TYPE.IXFR) return -1;
  return skipRecord(bytes, at, end);
}

function skipRecord(bytes: Uint8Array, at: number, end: number): number {
  at = skipName(bytes, at, end);
  if (at < 0 || at + 10 > end) return -1;
  const next = at + 10 + word(bytes, at + 8);
  return next > end ? -1 : next;
}

function readAdditional(
  bytes: Uint8Array,
  at: number,
  end: number,
  count: number,
  out: ParsedQuery,
): number {
  for (; count > 0; count--) {
    const nameEnd = skipName(bytes, at, end);
    if (nameEnd < 0 || nameEnd + 10 > end) return -1;
    const next = nameEnd + 10 + word(bytes, nameEnd + 8);
    const isSecond = out.edns;
    if (word(bytes, nameEnd) === TYPE.OPT) {
      // A query with an OPT record gets one in the response, even if its own is invalid (RFC 6891
      // 7).
      out.edns = true;
      // A second OPT, or an owner other than the root, is malformed (RFC 6891 6.1.1, 6.1.2).
      if (isSecond || bytes[at] !== 0 || next > end) return -1;
      out.size = Math.min(Math.max(word(bytes, nameEnd + 2), PLAIN_SIZE), EDNS_SIZE);
      out.version = bytes[nameEnd + 5];
      out.dnssecOk = (bytes[nameEnd + 6] & 0x80) !== 0;
      if (out.version === 0 && !readOptions(bytes, nameEnd + 10, next, out)) return -1;
    }
    at = next;
  }
  return at;
}

function readOptions(bytes: Uint8Array, at: number, end: number, out: ParsedQuery): boolean {
  while (at < end) {
    if (at + 4 > end) return false;
    const code = word(bytes, at);
    const length = word(bytes, at + 2);
    at += 4;
    if (at + length > end) return false;
    switch (code) {
      case OPTION.COOKIE:
        // Only the first cookie counts (RFC 7873 5.2).
        if (out.cookieLength > 0) break;
        // 8 bytes, or 8 bytes and a server cookie of 8 to 32 bytes (RFC 7873 5.2.2).
        if (length !== 8 && (length < 16 || length > 40)) return false;
        out.cookieAt = at;
        out.cookieLength = length;
        break;
      case OPTION.NSID:
        out.nsid = true;
        break;
      case OPTION.PADDING:
        out.padding = true;
        break;
      case OPTION.KEEPALIVE:
        out.keepalive = true;
        break;
      case OPTION.ECS:
        out.clientSubnet = true;
        break;
    }
    at += length;
  }
  return true;
}

/**
 * Rejects types that cannot be resolved, and classes that the box does not serve (RFC 8906 3.1, RFC
 * 9824 3.4).
 */
function judge(type: number, class_: number): number {
  if (class_ !== CLASS.IN && class_ !== CLASS.CH) return RCODE.REFUSED;
  if (type < 128) return type === 0 || type === TYPE.OPT ? RCODE.FORMERR : QUERY_OK;
  if (type > 255 || type === TYPE.ANY) return type === 0xffff ? RCODE.FORMERR : QUERY_OK;
  if (type === TYPE.NXNAME || type === TYPE.TSIG || type === TYPE.TKEY) return RCODE.FORMERR;
  return type === TYPE.AXFR || type === TYPE.IXFR ? RCODE.REFUSED : RCODE.NOTIMP;
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at] << 8 | bytes[at + 1];
}
