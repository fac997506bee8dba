/** The first records of an answer, as a row of the journal keeps them: (type, length, octets), names uncompressed. */
import { addressToText } from "../policy/model/address.ts";
import { nameToText } from "../policy/model/name.ts";
import type { ObservationFields } from "./journal.ts";
import { ANSWER_OCTETS, ANSWER_RECORDS } from "./journal_layout.ts";

const A = 1, NS = 2, CNAME = 5, PTR = 12, MX = 15, TXT = 16, AAAA = 28, SRV = 33, SVCB = 64, HTTPS = 65;
const TYPE_TEXTS: Readonly<Record<number, string>> = {
  [NS]: "NS",
  [CNAME]: "CNAME",
  [PTR]: "PTR",
  6: "SOA",
  [MX]: "MX",
  [TXT]: "TXT",
  [SRV]: "SRV",
  43: "DS",
  46: "RRSIG",
  47: "NSEC",
  48: "DNSKEY",
  50: "NSEC3",
  [SVCB]: "SVCB",
  [HTTPS]: "HTTPS",
  257: "CAA",
};

/** Copies up to three records of the answer section to `at`; where they end. A response that makes no sense gives none. */
export function copyAnswerRecords(fields: ObservationFields, out: Uint8Array, at: number): number {
  const { response, responseStart: start } = fields, end = Math.min(start + fields.size, response.length);
  if (end - start < 12) return at;
  let from = start + 12;
  for (let count = response[start + 4] << 8 | response[start + 5]; count > 0; count--) {
    from = skipName(response, from, end) + 4;
    if (from > end) return at;
  }
  const answers = Math.min(response[start + 6] << 8 | response[start + 7], ANSWER_RECORDS);
  for (let i = 0; i < answers; i++) {
    const head = skipName(response, from, end);
    if (head + 10 > end) return at;
    const type = response[head] << 8 | response[head + 1], length = response[head + 8] << 8 | response[head + 9];
    from = head + 10 + length;
    if (from > end) return at;
    out[at] = type >> 8;
    out[at + 1] = type;
    const named = type === CNAME || type === PTR || type === NS;
    const written = named ? copyName(response, start, head + 10, end, out, at + 3) : Math.min(length, ANSWER_OCTETS);
    if (!named) { for (let k = 0; k < written; k++) out[at + 3 + k] = response[head + 10 + k]; }
    out[at + 2] = written;
    at += 3 + written;
  }
  return at;
}

/** Where a name ends, or past `end` when it is none. */
function skipName(message: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const length = message[at];
    if (length === 0) return at + 1;
    if (length >= 0xc0) return at + 2;
    if (length > 63) return end + 1;
    at += length + 1;
  }
  return end + 1;
}

/** Copies a name without compression; its octets, 0 when it is none. Pointers go backward only (RFC 1035 4.1.4). */
function copyName(message: Uint8Array, start: number, at: number, end: number, out: Uint8Array, to: number): number {
  let written = 0, before = at;
  while (at < end) {
    const length = message[at];
    if (length >= 0xc0) {
      at = start + ((length & 0x3f) << 8 | message[at + 1]);
      if (at >= before) return 0;
      before = at;
      continue;
    }
    if (length > 63 || written + length + 1 > 255 || at + length + 1 > end) return 0;
    for (let i = 0; i <= length; i++) out[to + written + i] = message[at + i];
    written += length + 1;
    if (length === 0) return written;
    at += length + 1;
  }
  return 0;
}

/** The text of records that `copyAnswerRecords` wrote, such as `CNAME a.example, 192.0.2.1`. */
export function answerRecordsToText(octets: Uint8Array, at: number, end: number): string {
  let text = "";
  while (at + 3 <= end) {
    const type = octets[at] << 8 | octets[at + 1], length = octets[at + 2], from = at + 3;
    at = from + length;
    if (at > end) break;
    text += (text === "" ? "" : ", ") + recordToText(type, octets, from, length);
  }
  return text;
}

function recordToText(type: number, octets: Uint8Array, at: number, length: number): string {
  if (type === A && length === 4) return addressToText(octets, at, 4);
  if (type === AAAA && length === 16) return addressToText(octets, at, 16);
  const label = TYPE_TEXTS[type] ?? `TYPE${type}`;
  if ((type === CNAME || type === PTR || type === NS) && length > 0) return `${label} ${nameToText(octets, at)}`;
  return label;
}
