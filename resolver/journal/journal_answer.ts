/**
 * The first records of an answer, as stored in a journal row: (type, length, bytes), names
 * uncompressed.
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
  for (
    let i = 0;
    i < ANSWER_RECORDS && cursor.read() > 0 && cursor.section === SECTION.ANSWER;
    i++
  ) {
    const { type, rdataAt, rdataLength, end } = cursor;
    out[at] = type >> 8;
    out[at + 1] = type;
    let written = Math.min(rdataLength, ANSWER_BYTES);
    if (isName(type)) written = Math.max(0, expandName(response, start, rdataAt, end, out, at + 3));
    else for (let k = 0; k < written; k++) out[at + 3 + k] = response[rdataAt + k];
    out[at + 2] = written;
    at += 3 + written;
  }
  return at;
}

function isName(type: number): boolean {
  return type === TYPE.CNAME || type === TYPE.PTR || type === TYPE.NS;
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
  return isName(type) && length > 0
    ? `${typeToText(type)} ${nameToText(bytes, at)}`
    : typeToText(type);
}
