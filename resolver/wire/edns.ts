/**
 * The OPT record of responses: EDE, cookie, NSID, keepalive, padding (RFC 6891, 8914, 7873, 5001,
 * 7828, 8467).
 */
import { FLAG, OPTION, RCODE, TYPE } from "./codes.ts";
import { EDNS_SIZE, type ParsedQuery } from "./query.ts";
import { writeUint16 } from "./ttl.ts";
import type { MessageWriter } from "./writer.ts";

/**
 * EDNS parameters of the response to one client, beside its query. Callers reuse one object per
 * transport.
 */
export interface EdnsParameters {
  /** Maximum length of the response in bytes: `query.size` over UDP, 65,535 on streams. */
  limit: number;
  /**
   * Responses to clients that pad are padded to a multiple of this on encrypted transports (RFC
   * 8467: 468); 0 = never.
   */
  padBlock: number;
  /** Idle time for TCP clients that request it, in units of 100 ms (RFC 7828); -1 = omitted. */
  keepalive: number;
  /** The NSID (RFC 5001), of which at most NSID_ROOM bytes are sent; undefined = none. */
  nsid: Uint8Array | undefined;
  /** Client and server cookie, 24 bytes (RFC 7873, RFC 9018); undefined = none. */
  cookie: Uint8Array | undefined;
  /** Extended errors, each an option from `encodeExtendedError`. */
  errors: readonly Uint8Array[];
}

/** Maximum bytes of an NSID. */
export const NSID_ROOM = 64;
/** Maximum bytes of extended errors. Header, any question and OPT then fit into 512 bytes. */
const ERRORS_ROOM = 108;
const encoder = new TextEncoder();

/** Parameters without any option. */
export function createEdnsParameters(limit: number): EdnsParameters {
  return { limit, padBlock: 0, keepalive: -1, nsid: undefined, cookie: undefined, errors: [] };
}

/**
 * The complete option of an extended error, with code and length (RFC 8914 2). The text is cut to
 * 100 bytes.
 */
export function encodeExtendedError(code: number, text = ""): Uint8Array {
  const option = new Uint8Array(ERRORS_ROOM - 2);
  const { written } = encoder.encodeInto(text, option.subarray(6));
  writeUint16(option, 0, OPTION.EDE);
  writeUint16(option, 2, 2 + written);
  writeUint16(option, 4, code);
  return option.slice(0, 6 + written);
}

/** Length in bytes of the response's OPT record without padding; 0 when the query has none. */
export function optLength(query: ParsedQuery, edns: EdnsParameters): number {
  if (!query.edns) return 0;
  let length = 11 + errorsLength(edns);
  if (edns.cookie !== undefined && query.cookieLength > 0) length += 4 + edns.cookie.length;
  if (query.nsid && edns.nsid !== undefined) length += 4 + Math.min(edns.nsid.length, NSID_ROOM);
  if (query.keepalive && edns.keepalive >= 0) length += 6;
  return length;
}

function errorsLength(edns: EdnsParameters): number {
  let length = 0;
  for (const error of edns.errors) {
    if (length + error.length <= ERRORS_ROOM) length += error.length;
  }
  return length;
}

/**
 * Writes the OPT record at `at` of a message that starts at `start`, padding included. Returns the
 * next offset. The caller has reserved `optLength` bytes and counts the record.
 */
export function writeOpt(
  out: Uint8Array,
  start: number,
  at: number,
  query: ParsedQuery,
  rcode: number,
  edns: EdnsParameters,
): number {
  out.fill(0, at, at + 11);
  writeUint16(out, at + 1, TYPE.OPT);
  writeUint16(out, at + 3, EDNS_SIZE);
  out[at + 5] = rcode >>> 4;
  if (query.dnssecOk) out[at + 7] = 0x80;
  let end = at + 11;
  let errors = 0;
  for (const error of edns.errors) {
    if (errors + error.length > ERRORS_ROOM) continue;
    out.set(error, end);
    end += error.length;
    errors += error.length;
  }
  if (edns.cookie !== undefined && query.cookieLength > 0) {
    end = writeOption(out, end, OPTION.COOKIE, edns.cookie);
  }
  if (query.nsid && edns.nsid !== undefined) {
    end = writeOption(out, end, OPTION.NSID, edns.nsid.subarray(0, NSID_ROOM));
  }
  if (query.keepalive && edns.keepalive >= 0) {
    writeUint16(out, end, OPTION.KEEPALIVE);
    writeUint16(out, end + 2, 2);
    writeUint16(out, end + 4, edns.keepalive);
    end += 6;
  }
  if (query.padding && edns.padBlock > 0) end = writePadding(out, start, end, edns);
  writeUint16(out, at + 9, end - at - 11);
  return end;
}

function writeOption(out: Uint8Array, at: number, code: number, data: Uint8Array): number {
  writeUint16(out, at, code);
  writeUint16(out, at + 2, data.length);
  out.set(data, at + 4);
  return at + 4 + data.length;
}

function writePadding(out: Uint8Array, start: number, at: number, edns: EdnsParameters): number {
  const length = at + 4 - start;
  const wanted = Math.ceil(length / edns.padBlock) * edns.padBlock;
  const full = Math.min(wanted, edns.limit, out.length - start);
  if (full < length) return at;
  writeUint16(out, at, OPTION.PADDING);
  writeUint16(out, at + 2, full - length);
  out.fill(0, at + 4, start + full);
  return start + full;
}

/**
 * The flags of a response: QR, RA, and RD, CD and opcode of the query, with an RCODE and further
 * bits. NOTIMP has no RA: recursion is not available for this kind of query (RFC 1035 4.1.1).
 */
export function responseFlags(query: ParsedQuery, rcode: number, more: number): number {
  const kept = query.opcode === 0 ? FLAG.RD | FLAG.CD : FLAG.RD;
  const available = rcode === RCODE.NOTIMP ? 0 : FLAG.RA;
  return FLAG.QR | available | (query.flags & (0x7800 | kept)) | rcode & 15 | more;
}

/**
 * Starts a response: header, the question as the client wrote it if known, and space for the OPT
 * record. `more` are bits of FLAG to set beside QR and RA.
 */
export function beginResponse(
  writer: MessageWriter,
  out: Uint8Array,
  at: number,
  query: ParsedQuery,
  rcode: number,
  more: number,
  edns: EdnsParameters,
): void {
  writer.begin(
    out,
    at,
    edns.limit - optLength(query, edns),
    query.id,
    responseFlags(query, rcode, more),
  );
  if (query.hasQuestion) {
    writer.question(query.bytes, query.nameAt, query.nameLength, query.type, query.class);
  }
}

/** Ends a response, with an OPT record if the query had one. Returns its length in bytes. */
export function endResponse(
  writer: MessageWriter,
  query: ParsedQuery,
  rcode: number,
  edns: EdnsParameters,
): number {
  if (!query.edns && rcode > 15) rcode = RCODE.SERVFAIL;
  if (!query.edns) return writer.length;
  const end = writeOpt(writer.buffer, writer.start, writer.at, query, rcode, edns);
  writeUint16(writer.buffer, writer.start + 10, writer.count(3) + 1);
  return end - writer.start;
}
