/**
 * Parses and formats the data of a record; every fault is a sentence (RFC 1035 3.3, 2782, 9460,
 * 8659).
 */
import { rdataFromFields } from "../../../../policy/lists/rdata.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { addressToText, parseAddress } from "../../../../policy/model/address.ts";
import { TYPE } from "../../../../resolver/wire/codes.ts";
import { rdataToText } from "../../../../resolver/wire/rdata_text.ts";
import { readName } from "./owner.ts";
import type { RecordType } from "./record_type.ts";

/** Data in wire format and in stored form, in which names have no final dot. */
export interface ParsedValue {
  readonly text: string;
  readonly rdata: Uint8Array;
}

/** The content of each type, as worded in a refusal. */
const HOLDS: Readonly<Record<RecordType, string>> = {
  A: "an IPv4 address such as 192.168.1.5",
  AAAA: "an IPv6 address such as fd00::5",
  CNAME: "one name such as nas.lab.example",
  MX: "a preference and a name such as 10 mail.lab.example",
  TXT: "a text",
  SRV: "priority, weight, port and a name such as 0 5 389 nas.lab.example",
  PTR: "one name such as nas.lab.example",
  HTTPS: "a priority, a name or a dot, and parameters such as 1 . alpn=h2,h3",
  SVCB: "a priority, a name or a dot, and parameters such as 1 dns.lab.example alpn=dot",
  CAA: 'a flag, a word and a text such as 0 issue "ca.example"',
};

/** The position of the name among the fields, for the types that have one. */
const NAME_AT: Partial<Record<RecordType, number>> = {
  CNAME: 0,
  PTR: 0,
  MX: 1,
  SRV: 3,
  HTTPS: 1,
  SVCB: 1,
};

/** Returns the data of a type, or why it is invalid, in a sentence. */
export function readValue(type: RecordType, text: string): ParsedValue | string {
  const written = text.trim();
  const { valueCharacters } = LIMITS.records;
  if (written === "") return `${article(type)} record holds ${HOLDS[type]}; nothing was given`;
  if (written.length > valueCharacters) {
    return `The data of a record has at most ${valueCharacters} characters, these have: ${written.length}`;
  }
  if (type === "A" || type === "AAAA") return readAddress(type, written);
  const fields = fieldsOf(type, written);
  const named = fields && withName(type, fields);
  if (typeof named === "string") return named;
  const rdata = named && rdataFromFields(TYPE[type], named);
  if (rdata === undefined) return `${article(type)} record holds ${HOLDS[type]}, not: ${written}`;
  return { text: shown(type, rdata), rdata };
}

function readAddress(type: "A" | "AAAA", written: string): ParsedValue | string {
  const rdata = parseAddress(written);
  if (rdata === undefined) return `${article(type)} record holds ${HOLDS[type]}, not: ${written}`;
  const other = rdata.length === 4 ? "A" : "AAAA";
  if (other !== type) {
    return `${article(type)} record holds ${HOLDS[type]}; take the type ${other} for: ${written}`;
  }
  return { text: addressToText(rdata), rdata };
}

/**
 * The fields without quotes; a text without quotes is one unchanged field. Undefined when a quote
 * is left open.
 */
function fieldsOf(type: RecordType, written: string): string[] | undefined {
  if (type === "TXT" && !written.startsWith('"')) return [written.replaceAll("\\", "\\\\")];
  const fields: string[] = [];
  let left = written;
  while (left !== "") {
    const field = /^(?:"((?:[^"\\]|\\.)*)"|([a-z0-9-]+="(?:[^"\\]|\\.)*"|[^\s"]+))(?:\s+|$)/is.exec(
      left,
    );
    if (field === null) return undefined;
    fields.push(field[1] ?? field[2]);
    left = left.slice(field[0].length);
  }
  return type === "MX" && fields.length === 1 ? ["10", ...fields] : fields;
}

/** Returns the fields with their name in ASCII, or the fault of the name. */
function withName(
  type: RecordType,
  fields: readonly string[],
): readonly string[] | string | undefined {
  const at = NAME_AT[type];
  if (at === undefined) return fields;
  const text = fields[at];
  if (text === undefined) return undefined;
  if (text === "." && type !== "CNAME" && type !== "PTR") return fields;
  if (parseAddress(text) !== undefined) {
    return `${
      article(type)
    } record points to a name, and an address is none; give it a name by an A or AAAA record: ${text}`;
  }
  const read = readName(text);
  return "problem" in read ? read.problem : fields.with(at, read.name);
}

function shown(type: RecordType, rdata: Uint8Array): string {
  const text = rdataToText(rdata, TYPE[type], 0, rdata.length);
  const at = NAME_AT[type];
  if (at === undefined) return text;
  const fields = text.split(" ");
  return fields.with(at, fields[at].replace(/(?<=.)\.$/, "")).join(" ");
}

function article(type: RecordType): string {
  return /^[AHMS]/.test(type) ? `An ${type}` : `A ${type}`;
}
