/**
 * RDATA in presentation format (RFC 1035 5.1, RFC 9460 2.1). Other types use the generic format
 * (RFC 3597 5).
 */
import { Buffer } from "node:buffer";
import { addressToText } from "../../policy/model/address.ts";
import { MAX_NAME_BYTES, nameToText } from "../../policy/model/name.ts";
import { TYPE, typeToText } from "./codes.ts";
import { findRdataLayout } from "./layout.ts";
import { readUint16, readUint32 } from "./message.ts";
import { expandName, skipName } from "./names.ts";

/**
 * The text of the RDATA at `at` of a message at offset 0; names may be compressed. Never throws.
 */
export function rdataToText(bytes: Uint8Array, type: number, at: number, length: number): string {
  return known(bytes, type, at, at + length) ?? generic(bytes, at, length);
}

function known(bytes: Uint8Array, type: number, at: number, end: number): string | undefined {
  const length = end - at;
  switch (type) {
    case TYPE.A:
      return length === 4 ? addressToText(bytes, at, 4) : undefined;
    case TYPE.AAAA:
      return length === 16 ? addressToText(bytes, at, 16) : undefined;
    case TYPE.TXT:
    case TYPE.SPF:
    case TYPE.HINFO:
      return strings(bytes, at, end)?.map(quoted).join(" ");
    case TYPE.CAA:
      return caa(bytes, at, end);
    case TYPE.DS:
    case TYPE.CDS:
      return length < 5
        ? undefined
        : `${readUint16(bytes, at)} ${bytes[at + 2]} ${bytes[at + 3]} ${hex(bytes, at + 4, end)}`;
    case TYPE.DNSKEY:
    case TYPE.CDNSKEY:
      return length < 5
        ? undefined
        : `${readUint16(bytes, at)} ${bytes[at + 2]} ${bytes[at + 3]} ${
          base64(bytes, at + 4, end)
        }`;
    case TYPE.TLSA:
    case TYPE.SMIMEA:
      return length < 4
        ? undefined
        : `${bytes[at]} ${bytes[at + 1]} ${bytes[at + 2]} ${hex(bytes, at + 3, end)}`;
    case TYPE.SSHFP:
      return length < 3 ? undefined : `${bytes[at]} ${bytes[at + 1]} ${hex(bytes, at + 2, end)}`;
    case TYPE.RRSIG:
      return signature(bytes, at, end);
    case TYPE.NSEC:
      return nextSecure(bytes, at, end);
    case TYPE.SVCB:
    case TYPE.HTTPS:
      return service(bytes, at, end);
    case TYPE.NAPTR:
      return namingPointer(bytes, at, end);
    default:
      return withNames(bytes, type, at, end);
  }
}

/** RDATA that consists of 16-bit numbers, names and 32-bit numbers. */
function withNames(bytes: Uint8Array, type: number, at: number, end: number): string | undefined {
  const layout = findRdataLayout(type, bytes, at, end - at);
  if (layout === undefined || layout.after < 0 || at + layout.before > end) return undefined;
  const parts: string[] = [];
  for (let i = 0; i < layout.before; i += 2) parts.push(String(readUint16(bytes, at + i)));
  let next = at + layout.before;
  for (let i = 0; i < layout.names; i++) {
    const name = nameToAbsoluteText(bytes, next);
    next = name === undefined ? -1 : skipName(bytes, next, end);
    if (name === undefined || next < 0) return undefined;
    parts.push(name);
  }
  if (next + layout.after !== end) return undefined;
  for (; next < end; next += 4) parts.push(String(readUint32(bytes, next)));
  return parts.join(" ");
}

const room = new Uint8Array(MAX_NAME_BYTES + 1);

/** The name at `at` with its final dot; undefined when it is invalid. */
export function nameToAbsoluteText(bytes: Uint8Array, at: number): string | undefined {
  const length = expandName(bytes, 0, at, bytes.length, room);
  if (length < 0) return undefined;
  return length === 1 ? "." : `${nameToText(room.subarray(0, length))}.`;
}

function strings(bytes: Uint8Array, at: number, end: number): Uint8Array[] | undefined {
  const parts: Uint8Array[] = [];
  while (at < end) {
    const next = at + 1 + bytes[at];
    if (next > end) return undefined;
    parts.push(bytes.subarray(at + 1, next));
    at = next;
  }
  return parts.length === 0 ? undefined : parts;
}

function quoted(bytes: Uint8Array): string {
  return `"${escaped(bytes)}"`;
}

function escaped(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    if (byte === 0x22 || byte === 0x5c) text += "\\" + String.fromCharCode(byte);
    else if (byte >= 0x20 && byte < 0x7f) text += String.fromCharCode(byte);
    else text += "\\" + String(byte).padStart(3, "0");
  }
  return text;
}

function caa(bytes: Uint8Array, at: number, end: number): string | undefined {
  const valueAt = at + 2 + bytes[at + 1];
  if (end - at < 2 || valueAt > end) return undefined;
  return `${bytes[at]} ${escaped(bytes.subarray(at + 2, valueAt))} ${
    quoted(bytes.subarray(valueAt, end))
  }`;
}

function namingPointer(bytes: Uint8Array, at: number, end: number): string | undefined {
  const parts = [String(readUint16(bytes, at)), String(readUint16(bytes, at + 2))];
  let next = at + 4;
  for (let i = 0; i < 3; i++) {
    const after = next + 1 + (next < end ? bytes[next] : 0xffff);
    if (after > end) return undefined;
    parts.push(quoted(bytes.subarray(next + 1, after)));
    next = after;
  }
  const name = nameToAbsoluteText(bytes, next);
  return name === undefined ? undefined : [...parts, name].join(" ");
}

function signature(bytes: Uint8Array, at: number, end: number): string | undefined {
  const signer = end - at < 19 ? undefined : nameToAbsoluteText(bytes, at + 18);
  const next = signer === undefined ? -1 : skipName(bytes, at + 18, end);
  if (signer === undefined || next < 0) return undefined;
  const [expires, made] = [moment(readUint32(bytes, at + 8)), moment(readUint32(bytes, at + 12))];
  const head = `${typeToText(readUint16(bytes, at))} ${bytes[at + 2]} ${bytes[at + 3]} ${
    readUint32(bytes, at + 4)
  }`;
  return `${head} ${expires} ${made} ${readUint16(bytes, at + 16)} ${signer} ${
    base64(bytes, next, end)
  }`;
}

/** YYYYMMDDHHmmSS (RFC 4034 3.2). */
function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\..*|[-:T]/g, "");
}

function nextSecure(bytes: Uint8Array, at: number, end: number): string | undefined {
  const name = nameToAbsoluteText(bytes, at);
  const next = name === undefined ? -1 : skipName(bytes, at, end);
  if (name === undefined || next < 0) return undefined;
  const parts = [name];
  for (let from = next; from + 2 <= end;) {
    const block = bytes[from];
    const length = bytes[from + 1];
    if (from + 2 + length > end) return undefined;
    for (let bit = 0; bit < 8 * length; bit++) {
      if ((bytes[from + 2 + (bit >> 3)] & 0x80 >> (bit & 7)) !== 0) {
        parts.push(typeToText(256 * block + bit));
      }
    }
    from += 2 + length;
  }
  return parts.join(" ");
}

const SVC_KEYS = [
  "mandatory",
  "alpn",
  "no-default-alpn",
  "port",
  "ipv4hint",
  "ech",
  "ipv6hint",
  "dohpath",
  "ohttp",
];

function service(bytes: Uint8Array, at: number, end: number): string | undefined {
  const target = end - at < 3 ? undefined : nameToAbsoluteText(bytes, at + 2);
  let next = target === undefined ? -1 : skipName(bytes, at + 2, end);
  if (target === undefined || next < 0) return undefined;
  const parts = [String(readUint16(bytes, at)), target];
  while (next < end) {
    const valueAt = next + 4;
    const after = valueAt + (valueAt <= end ? readUint16(bytes, next + 2) : 0xffff);
    if (after > end) return undefined;
    parts.push(parameter(readUint16(bytes, next), bytes.subarray(valueAt, after)));
    next = after;
  }
  return parts.join(" ");
}

/** One SvcParam as `key=value` (RFC 9460 2.1, 7). */
function parameter(key: number, value: Uint8Array): string {
  const name = SVC_KEYS[key] ?? `key${key}`;
  if (value.length === 0) return name;
  if (key === 1) {
    return `${name}="${(strings(value, 0, value.length) ?? []).map(escaped).join(",")}"`;
  }
  if (key === 0 && value.length % 2 === 0) {
    return `${name}=${
      chunks(value, 2).map((part) => SVC_KEYS[readUint16(part, 0)] ?? `key${readUint16(part, 0)}`)
        .join(",")
    }`;
  }
  if (key === 3 && value.length === 2) return `${name}=${readUint16(value, 0)}`;
  if (key === 4 && value.length % 4 === 0) {
    return `${name}=${chunks(value, 4).map((part) => addressToText(part)).join(",")}`;
  }
  if (key === 6 && value.length % 16 === 0) {
    return `${name}=${chunks(value, 16).map((part) => addressToText(part)).join(",")}`;
  }
  return key === 5 ? `${name}=${base64(value, 0, value.length)}` : `${name}=${quoted(value)}`;
}

function chunks(value: Uint8Array, size: number): Uint8Array[] {
  return Array.from(
    { length: value.length / size },
    (_, i) => value.subarray(i * size, (i + 1) * size),
  );
}

function generic(bytes: Uint8Array, at: number, length: number): string {
  return length === 0 ? "\\# 0" : `\\# ${length} ${hex(bytes, at, at + length)}`;
}

function hex(bytes: Uint8Array, at: number, end: number): string {
  return Buffer.from(bytes.subarray(at, end)).toString("hex").toUpperCase();
}

function base64(bytes: Uint8Array, at: number, end: number): string {
  return Buffer.from(bytes.subarray(at, end)).toString("base64");
}
