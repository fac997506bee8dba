/** Shortens a finished response when the network accepts no datagram of its size (RFC 9715 3.1). */
import { FLAG, TYPE } from "./codes.ts";
import { readUint16, RecordCursor, SECTION } from "./message.ts";
import { writeUint16 } from "./ttl.ts";

const cursor = new RecordCursor();

/**
 * Reduces the response `bytes[start, start + length)` to the header with TC set, the question and
 * the OPT record, so that the client retries over TCP. Returns the remaining length in bytes, or 0
 * when it is malformed.
 */
export function truncateResponse(bytes: Uint8Array, start: number, length: number): number {
  if (!cursor.reset(bytes, start, start + length)) return 0;
  const end = cursor.next;
  let optAt = end;
  let optEnd = end;
  for (let more = cursor.read(); more !== 0; more = cursor.read()) {
    if (more < 0) return 0;
    if (cursor.section !== SECTION.ADDITIONAL || cursor.type !== TYPE.OPT) continue;
    optAt = cursor.at;
    optEnd = cursor.next;
  }
  bytes.copyWithin(end, optAt, optEnd);
  writeUint16(bytes, start + 2, readUint16(bytes, start + 2) | FLAG.TC);
  writeUint16(bytes, start + 6, 0);
  writeUint16(bytes, start + 8, 0);
  writeUint16(bytes, start + 10, optEnd > optAt ? 1 : 0);
  return end + optEnd - optAt - start;
}
