/**
 * Encodes RDATA from its presentation form, for answers in lists: a table of the fields of each
 * type, or RFC 3597 for any type.
 */
import { mapAddress, parseAddress } from "../model/address.ts";
import { nameFromText } from "../model/name.ts";
import { TYPE } from "./record_types.ts";
import { concat, uint16, uint8, unescapeText } from "./rdata_parts.ts";
import { svcRdata } from "./svcb_rdata.ts";

/** The longest RDATA in bytes (RFC 1035 3.2.1). */
const MAX_RDATA = 65_535;
const MAX_CHARACTER_STRING = 255;

/**
 * Encodes the fields of a record, which are without quotes but with escapes (`\"`, `\ddd`); names
 * are absolute. undefined if a list may not answer with the type, or a field is invalid.
 */
export function rdataFromFields(type: number, fields: readonly string[]): Uint8Array | undefined {
  const rdata = fields[0] === "\\#" ? generic(fields.slice(1)) : encode(type, fields);
  return rdata === undefined || rdata.length > MAX_RDATA ? undefined : rdata;
}

/** Encodes one field; undefined = invalid. */
type Field = (text: string) => Uint8Array | undefined;

/** The fields of a type. `rest` encodes all remaining fields, at least one. */
interface Layout {
  readonly fields: readonly Field[];
  readonly rest?: (fields: readonly string[]) => Uint8Array | undefined;
}

const name: Field = (text) => nameFromText(text);
const address4: Field = (text) => {
  const bytes = parseAddress(text);
  return bytes?.length === 4 ? bytes : undefined;
};
/** An AAAA record holds a mapped address as it is written (RFC 4291 2.5.5.2). */
const address6: Field = (text) => {
  const bytes = parseAddress(text);
  if (bytes?.length === 4) return text.includes(":") ? mapAddress(bytes) : undefined;
  return bytes;
};
const names = (count: number): Layout => ({ fields: Array.from({ length: count }, () => name) });
const texts: Layout["rest"] = (fields) => concat(fields.map(characterStrings));
const hex: Layout["rest"] = (fields) => {
  const digits = fields.join("");
  return /^(?:[0-9a-f]{2})+$/i.test(digits) ? Uint8Array.fromHex(digits) : undefined;
};
const digest: Layout = { fields: [uint16, uint8, uint8], rest: hex };
const association: Layout = { fields: [uint8, uint8, uint8], rest: hex };

/**
 * The types that a list may answer with, in addition to SVCB and HTTPS: RFC 1035, 2782, 3403, 4034,
 * 4255, 6698, 7553, 8659.
 */
const LAYOUTS: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [TYPE.A, { fields: [address4] }],
  [TYPE.AAAA, { fields: [address6] }],
  [TYPE.NS, names(1)],
  [TYPE.CNAME, names(1)],
  [TYPE.PTR, names(1)],
  [TYPE.DNAME, names(1)],
  [TYPE.RP, names(2)],
  [TYPE.MX, { fields: [uint16, name] }],
  [TYPE.AFSDB, { fields: [uint16, name] }],
  [TYPE.KX, { fields: [uint16, name] }],
  [TYPE.SRV, { fields: [uint16, uint16, uint16, name] }],
  [TYPE.NAPTR, {
    fields: [uint16, uint16, characterString, characterString, characterString, name],
  }],
  [TYPE.TXT, { fields: [], rest: texts }],
  [TYPE.SPF, { fields: [], rest: texts }],
  [TYPE.HINFO, { fields: [characterString, characterString] }],
  [TYPE.URI, { fields: [uint16, uint16, unescapeText] }],
  [TYPE.CAA, { fields: [uint8, tag, unescapeText] }],
  [TYPE.DS, digest],
  [TYPE.CDS, digest],
  [TYPE.TLSA, association],
  [TYPE.SMIMEA, association],
  [TYPE.SSHFP, { fields: [uint8, uint8], rest: hex }],
]);

/** Indexes of the fields of a type that are names. */
export function nameFields(type: number): readonly number[] {
  if (type === TYPE.SVCB || type === TYPE.HTTPS) return [1];
  return LAYOUTS.get(type)?.fields.flatMap((field, place) => field === name ? [place] : []) ?? [];
}

function encode(type: number, texts: readonly string[]): Uint8Array | undefined {
  if (type === TYPE.SVCB || type === TYPE.HTTPS) return svcRdata(texts);
  const layout = LAYOUTS.get(type);
  if (layout === undefined) return undefined;
  const { fields, rest } = layout;
  const count = fields.length;
  if (rest === undefined ? texts.length !== count : texts.length <= count) return undefined;
  const parts = fields.map((field, place) => field(texts[place]));
  if (rest !== undefined) parts.push(rest(texts.slice(count)));
  return concat(parts);
}

/** The tag of a CAA record (RFC 8659 4.1). */
function tag(text: string): Uint8Array | undefined {
  return /^[a-z0-9]{1,255}$/i.test(text) ? characterString(text) : undefined;
}

/** `\# length hex…` of RFC 3597. */
function generic(fields: readonly string[]): Uint8Array | undefined {
  const hex = fields.slice(1).join("");
  if (!/^\d{1,5}$/.test(fields[0] ?? "") || !/^(?:[0-9a-f]{2})*$/i.test(hex)) return undefined;
  return hex.length === Number(fields[0]) * 2 ? Uint8Array.fromHex(hex) : undefined;
}

/** One text as one character string (RFC 1035 3.3). */
function characterString(text: string): Uint8Array | undefined {
  const bytes = unescapeText(text);
  return bytes === undefined || bytes.length > MAX_CHARACTER_STRING
    ? undefined
    : concat([Uint8Array.of(bytes.length), bytes]);
}

/** One text as character strings of at most 255 bytes each (RFC 1035 3.3.14). */
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
