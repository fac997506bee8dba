/**
 * The first records of an answer, as stored in a journal row: (type, length, bytes), names
 * uncompressed. Of SVCB and HTTPS records the target is stored.
 */
import { addressToText } from "../../policy/model/address.ts";
import { nameToText } from "../../policy/model/name.ts";
import type { ObservationFields } from "./observation.ts";
import { ANSWER_BYTES, ANSWER_RECORDS } from "./journal_layout.ts";
import { TYPE, typeToText } from "../wire/codes.ts";
import { RecordCursor, SECTION } from "../wire/message.ts";
import { expandName } from "../wire/names.ts";

const cursor = new RecordCursor();

/**
 * Copies up to three records of the answer section to `at` and returns the end offset. A malformed
 * response yields none.
 */
export function copyAnswerRecords(fields: ObservationFields, out: Uint8Array, at: number): number {
  const { response, responseStart: start, size } = fields;
  if (!cursor.reset(response, start, Math.min(start + size, response.length))) return at;
  for (let i = 0; i < ANSWER_RECORDS; i++) {
    if (cursor.read() <= 0 || cursor.section !== SECTION.ANSWER) break;
    at = copyRecord(response, start, out, at);
  }
  return at;
}

/** Copies the record at the cursor. */
function copyRecord(response: Uint8Array, start: number, out: Uint8Array, at: number): number {
  const { type, rdataAt, rdataLength, end } = cursor;
  const nameAt = nameOffset(type);
  out[at] = type >> 8;
  out[at + 1] = type;
  let written = Math.min(rdataLength, ANSWER_BYTES);
  if (nameAt >= 0) {
    written = Math.max(0, expandName(response, start, rdataAt + nameAt, end, out, at + 3));
  } else for (let k = 0; k < written; k++) out[at + 3 + k] = response[rdataAt + k];
  out[at + 2] = written;
  return at + 3 + written;
}

/** The offset of the name in the data of a record; -1 = it has none that is stored. */
function nameOffset(type: number): number {
  if (isService(type)) return 2;
  const isName = type === TYPE.CNAME || type === TYPE.DNAME || type === TYPE.PTR ||
    type === TYPE.NS;
  return isName ? 0 : -1;
}

function isService(type: number): boolean {
  return type === TYPE.SVCB || type === TYPE.HTTPS;
}

/** The text of records that `copyAnswerRecords` wrote, such as `CNAME a.example, 192.0.2.1`. */
export function answerRecordsToText(bytes: Uint8Array, at: number, end: number): string {
  let text = "";
  while (at + 3 <= end) {
    const type = bytes[at] << 8 | bytes[at + 1];
    const length = bytes[at + 2];
    const from = at + 3;
    at = from + length;
    if (at > end) break;
    text += (text === "" ? "" : ", ") + recordToText(type, bytes, from, length);
  }
  return text;
}

function recordToText(type: number, bytes: Uint8Array, at: number, length: number): string {
  if (type === TYPE.A && length === 4) return addressToText(bytes, at, 4);
  if (type === TYPE.AAAA && length === 16) return addressToText(bytes, at, 16);
  // The root as the target of a service means the owner itself (RFC 9460 2.5).
  const least = isService(type) ? 2 : 1;
  return nameOffset(type) >= 0 && length >= least
    ? `${typeToText(type)} ${nameToText(bytes, at)}`
    : typeToText(type);
}
