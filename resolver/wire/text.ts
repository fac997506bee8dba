/** A whole message as text for the command line, in the layout of `dig`. */
import { Buffer } from "node:buffer";
import {
  classToText,
  FLAG,
  opcodeToText,
  OPTION,
  optionToText,
  rcodeToText,
  typeToText,
} from "./codes.ts";
import { type Message, type MessageRecord, readMessage, readUint16 } from "./message.ts";
import { nameToAbsoluteText, rdataToText } from "./rdata_text.ts";

const SECTIONS = ["", "ANSWER", "AUTHORITY", "ADDITIONAL"];

/** A message as multi-line text; one line for a malformed message. */
export function messageToText(bytes: Uint8Array): string {
  const message = readMessage(bytes);
  if (message === undefined) return ";; Malformed message\n";
  const lines = [...headerLines(message), ...optLines(message), ";; QUESTION SECTION:"];
  for (const question of message.questions) {
    lines.push(
      `;${nameToAbsoluteText(bytes, question.nameAt)}\t\t${classToText(question.class)}\t${
        typeToText(question.type)
      }`,
    );
  }
  for (const section of [1, 2, 3]) {
    const records = message.records.filter((record) =>
      record.section === section && record !== message.opt
    );
    if (records.length === 0) continue;
    lines.push(
      "",
      `;; ${SECTIONS[section]} SECTION:`,
      ...records.map((record) => recordToText(bytes, record)),
    );
  }
  return lines.join("\n") + "\n";
}

/** One record in zone file format: owner, TTL, class, type, RDATA, separated by tabs. */
export function recordToText(bytes: Uint8Array, record: MessageRecord): string {
  const rdata = rdataToText(bytes, record.type, record.rdataAt, record.rdataLength);
  const owner = nameToAbsoluteText(bytes, record.nameAt) ?? ".";
  return [owner, record.ttl, classToText(record.class), typeToText(record.type), rdata].join("\t");
}

function headerLines({ bytes, id, flags, opcode, rcode, questions }: Message): string[] {
  const set = Object.entries(FLAG).filter(([, bit]) => (flags & bit) !== 0).map(([name]) =>
    name.toLowerCase()
  );
  const counts = `QUERY: ${questions.length}, ANSWER: ${readUint16(bytes, 6)}, AUTHORITY: ${
    readUint16(bytes, 8)
  }`;
  return [
    `;; ->>HEADER<<- opcode: ${opcodeToText(opcode)}, status: ${rcodeToText(rcode)}, id: ${id}`,
    `;; flags: ${set.join(" ")}; ${counts}, ADDITIONAL: ${readUint16(bytes, 10)}`,
    "",
  ];
}

function optLines({ bytes, opt }: Message): string[] {
  if (opt === undefined) return [];
  const dnssecOk = (bytes[opt.ttlAt + 2] & 0x80) !== 0 ? " do" : "";
  const lines = [
    ";; OPT PSEUDOSECTION:",
    `; EDNS: version: ${bytes[opt.ttlAt + 1]}, flags:${dnssecOk}; udp: ${opt.class}`,
  ];
  const end = opt.rdataAt + opt.rdataLength;
  for (let at = opt.rdataAt; at + 4 <= end;) {
    const code = readUint16(bytes, at);
    const next = at + 4 + readUint16(bytes, at + 2);
    if (next > end) break;
    lines.push(`; ${optionToText(code)}: ${optionValue(code, bytes.subarray(at + 4, next))}`);
    at = next;
  }
  return lines;
}

function optionValue(code: number, data: Uint8Array): string {
  if (code === OPTION.EDE && data.length >= 2) {
    const text = new TextDecoder().decode(data.subarray(2)).replace(/\p{Cc}/gu, " ");
    return text === "" ? String(readUint16(data, 0)) : `${readUint16(data, 0)} (${text})`;
  }
  if (code === OPTION.PADDING) return `(${data.length} bytes)`;
  return Buffer.from(data).toString("hex");
}
