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
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

/** Data in wire format and in stored form, in which names have no final dot. */
export interface ParsedValue {
  readonly text: string;
  readonly rdata: Uint8Array;
}

/** Data of each type as a person writes it, for a refusal. */
const EXAMPLES: Readonly<Record<RecordType, string>> = {
  A: "192.168.1.5",
  AAAA: "fd00::5",
  CNAME: "nas.lab.example",
  MX: "10 mail.lab.example",
  TXT: '"v=spf1 -all"',
  SRV: "0 5 389 nas.lab.example",
  PTR: "nas.lab.example",
  HTTPS: "1 . alpn=h2,h3",
  SVCB: "1 dns.lab.example alpn=dot",
  CAA: '0 issue "ca.example"',
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
export function readValue(type: RecordType, text: string): ParsedValue | Sentence {
  const written = text.trim();
  const { valueCharacters } = LIMITS.records;
  if (written === "") {
    return sentence`Give the data of the record, such as ${EXAMPLES[type]}`;
  }
  if (written.length > valueCharacters) {
    return sentence`The data of a record can have at most ${valueCharacters} characters, these have: ${written.length}`;
  }
  if (type === "A" || type === "AAAA") return readAddress(type, written);
  const fields = fieldsOf(type, written);
  const named = fields && withName(type, fields);
  if (typeof named === "string") return named;
  const rdata = named && rdataFromFields(TYPE[type], named);
  if (rdata === undefined) return notThis(type, written);
  return { text: shown(type, rdata), rdata };
}

function readAddress(type: "A" | "AAAA", written: string): ParsedValue | Sentence {
  const rdata = parseAddress(written);
  if (rdata === undefined) return notThis(type, written);
  const other = rdata.length === 4 ? "A" : "AAAA";
  if (other !== type) {
    return sentence`This is an address for the type ${other}; choose that type: ${written}`;
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
): readonly string[] | Sentence | undefined {
  const at = NAME_AT[type];
  if (at === undefined) return fields;
  const text = fields[at];
  if (text === undefined) return undefined;
  if (text === "." && type !== "CNAME" && type !== "PTR") return fields;
  if (parseAddress(text) !== undefined) {
    return sentence`A record of type ${type} leads to a name, not to an address; give that address a name first: ${text}`;
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

function notThis(type: RecordType, written: string): Sentence {
  return sentence`The data of ${type} records are written like ${EXAMPLES[type]}, not: ${written}`;
}
