/** RDATA from its presentation form (RFC 1035 3.3, RFC 2782, RFC 8659, RFC 9460, RFC 3597), for answers written in lists. */
import { parseAddress } from "../model/address.ts";
import { nameFromText } from "../model/name.ts";
import { TYPE } from "./record_types.ts";
import { concat, uint16, unescapeText } from "./rdata_parts.ts";
import { svcRdata } from "./svcb_rdata.ts";

/** The longest RDATA in octets (RFC 1035 3.2.1). */
const MAX_RDATA = 65_535;
const MAX_CHARACTER_STRING = 255;
const encoder = new TextEncoder();

/**
 * Encodes the fields of a record, quotes taken off and escapes (`\"`, `\ddd`) left in; names are absolute. Undefined when
 * the type is not one of those a list may answer with, or a field is wrong.
 */
export function rdataFromFields(type: number, fields: readonly string[]): Uint8Array | undefined {
  const rdata = fields[0] === "\\#" ? generic(fields.slice(1)) : encode(type, fields);
  return rdata === undefined || rdata.length > MAX_RDATA ? undefined : rdata;
}

function encode(type: number, fields: readonly string[]): Uint8Array | undefined {
  switch (type) {
    case TYPE.A:
    case TYPE.AAAA:
      return address(type === TYPE.A ? 4 : 16, fields);
    case TYPE.NS:
    case TYPE.CNAME:
    case TYPE.PTR:
    case TYPE.DNAME:
      return fields.length === 1 ? nameFromText(fields[0]) : undefined;
    case TYPE.MX:
      return fields.length === 2 ? concat([uint16(fields[0]), nameFromText(fields[1])]) : undefined;
    case TYPE.SRV:
      return fields.length === 4
        ? concat([uint16(fields[0]), uint16(fields[1]), uint16(fields[2]), nameFromText(fields[3])])
        : undefined;
    case TYPE.TXT:
      return fields.length > 0 ? concat(fields.map(characterStrings)) : undefined;
    case TYPE.CAA:
      return caa(fields);
    case TYPE.SVCB:
    case TYPE.HTTPS:
      return svcRdata(fields);
    default:
      return undefined;
  }
}

function address(length: number, fields: readonly string[]): Uint8Array | undefined {
  const bytes = fields.length === 1 ? parseAddress(fields[0]) : undefined;
  return bytes?.length === length ? bytes : undefined;
}

function caa(fields: readonly string[]): Uint8Array | undefined {
  if (fields.length !== 3 || !/^\d{1,3}$/.test(fields[0]) || Number(fields[0]) > 255) return undefined;
  if (!/^[a-z0-9]{1,255}$/i.test(fields[1])) return undefined;
  const tag = encoder.encode(fields[1]), value = unescapeText(fields[2]);
  return value && concat([Uint8Array.of(Number(fields[0]), tag.length), tag, value]);
}

/** `\# length hex…` of RFC 3597. */
function generic(fields: readonly string[]): Uint8Array | undefined {
  const hex = fields.slice(1).join("");
  if (!/^\d{1,5}$/.test(fields[0] ?? "") || !/^(?:[0-9a-f]{2})*$/i.test(hex)) return undefined;
  return hex.length === Number(fields[0]) * 2 ? Uint8Array.fromHex(hex) : undefined;
}

/** One text as character strings of at most 255 octets each (RFC 1035 3.3.14). */
function characterStrings(text: string): Uint8Array | undefined {
  const bytes = unescapeText(text);
  if (bytes === undefined) return undefined;
  const count = Math.max(1, Math.ceil(bytes.length / MAX_CHARACTER_STRING));
  const out = new Uint8Array(bytes.length + count);
  for (let i = 0, at = 0; i < count; i++) {
    const piece = bytes.subarray(i * MAX_CHARACTER_STRING, (i + 1) * MAX_CHARACTER_STRING);
    out[at++] = piece.length;
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
