/** RDATA of SVCB and HTTPS records from its presentation form (RFC 9460 2.1, 2.2). */
import { parseAddress } from "../model/address.ts";
import { nameFromText } from "../model/name.ts";
import { concat, uint16, unescapeText } from "./rdata_parts.ts";

/**
 * Keys of RFC 9460 14.3.2, RFC 9461 (dohpath) and RFC 9540 (ohttp); others are written `key123`.
 */
const KEYS: readonly string[] = [
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
const encoder = new TextEncoder();

/**
 * Encodes `priority target key=value…`, with keys in any order. undefined if a part is invalid or a
 * key is repeated.
 */
export function svcRdata(fields: readonly string[]): Uint8Array | undefined {
  if (fields.length < 2) return undefined;
  const params = new Map<number, Uint8Array>();
  for (const field of fields.slice(2)) {
    const equals = field.indexOf("=");
    const key = keyFromText(equals < 0 ? field : field.slice(0, equals));
    const value = key === undefined
      ? undefined
      : valueOf(key, equals < 0 ? "" : field.slice(equals + 1));
    if (key === undefined || value === undefined || params.has(key)) return undefined;
    params.set(key, value);
  }
  const sorted = [...params].sort(([a], [b]) => a - b);
  return concat([
    uint16(fields[0]),
    nameFromText(fields[1]),
    ...sorted.flatMap(([key, value]) => [uint16(String(key)), uint16(String(value.length)), value]),
  ]);
}

function keyFromText(text: string): number | undefined {
  const known = KEYS.indexOf(text.toLowerCase());
  if (known >= 0) return known;
  const generic = /^key(\d{1,5})$/i.exec(text);
  return generic !== null && Number(generic[1]) < 0xffff ? Number(generic[1]) : undefined;
}

function valueOf(key: number, quoted: string): Uint8Array | undefined {
  const text = quoted.replace(/^"(.*)"$/s, "$1");
  const items = text.split(",");
  switch (KEYS[key]) {
    case "mandatory":
      return mandatory(items);
    case "alpn":
      return concat(items.map(alpnId));
    case "no-default-alpn":
    case "ohttp":
      return text === "" ? new Uint8Array(0) : undefined;
    case "port":
      return uint16(text);
    case "ipv4hint":
    case "ipv6hint": {
      const length = KEYS[key] === "ipv4hint" ? 4 : 16;
      return concat(items.map((item) => {
        const address = parseAddress(item);
        return address?.length === length ? address : undefined;
      }));
    }
    case "ech":
      return fromBase64(text);
    default:
      return unescapeText(text);
  }
}

function mandatory(items: readonly string[]): Uint8Array | undefined {
  const keys = items.map(keyFromText);
  if (keys.some((key) => key === undefined || key === 0) || new Set(keys).size !== keys.length) {
    return undefined;
  }
  return concat(keys.sort((a, b) => a! - b!).map((key) => uint16(String(key))));
}

function alpnId(text: string): Uint8Array | undefined {
  const bytes = encoder.encode(text);
  return bytes.length === 0 || bytes.length > 255
    ? undefined
    : concat([Uint8Array.of(bytes.length), bytes]);
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return text === "" ? undefined : Uint8Array.fromBase64(text);
  } catch {
    return undefined;
  }
}
