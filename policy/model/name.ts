/**
 * Domain names in their internal form: wire format, lower case, uncompressed, with the root label
 * (RFC 1035 3.1, RFC 9499). They are converted from and to text only at the edges (lists, settings,
 * journal, pages).
 */

/**
 * A domain name in wire format: lower case, uncompressed, root label included, at most 255 bytes.
 */
export type WireName = Uint8Array;

/** The longest name in bytes, root label included (RFC 1035 2.3.4). */
export const MAX_NAME_BYTES = 255;
/** The longest label in bytes (RFC 1035 2.3.4). */
export const MAX_LABEL_BYTES = 63;

const DOT = 0x2e;
const BACKSLASH = 0x5c;
const encoder = new TextEncoder();

/**
 * Parses a name from text: optional final dot, `\.` and `\ddd` escapes of RFC 1035 5.1, ASCII
 * lower-cased, other letters converted to A-labels (RFC 5891). Undefined when it is invalid (empty
 * label, too long, bad escape).
 */
export function nameFromText(text: string): WireName | undefined {
  const ascii = isAscii(text) ? text : asciiFromUnicode(text);
  if (ascii === undefined) return undefined;
  if (ascii === ".") return new Uint8Array(1);
  if (ascii.length === 0) return undefined;
  const bytes = encoder.encode(ascii);
  const out = new Uint8Array(Math.min(bytes.length + 2, MAX_NAME_BYTES + 1));
  const end = writeLabels(bytes, out);
  return end < 0 ? undefined : out.slice(0, end);
}

/**
 * Writes the labels of a presentation name. Returns the number of bytes written, or -1 if it is not
 * a valid name.
 */
function writeLabels(bytes: Uint8Array, out: Uint8Array): number {
  let labelAt = 0;
  let at = 1;
  for (let i = 0; i < bytes.length; i++) {
    let byte = bytes[i]!;
    if (byte === DOT) {
      if (!closeLabel(out, labelAt, at)) return -1;
      labelAt = at++;
      if (i === bytes.length - 1) return finish(out, labelAt);
      continue;
    }
    if (byte === BACKSLASH) {
      const escape = readEscape(bytes, i);
      if (escape === undefined) return -1;
      byte = escape.byte;
      i += escape.length - 1;
    }
    if (at >= MAX_NAME_BYTES) return -1;
    out[at++] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
  }
  return closeLabel(out, labelAt, at) ? finish(out, at) : -1;
}

function closeLabel(out: Uint8Array, labelAt: number, at: number): boolean {
  const length = at - labelAt - 1;
  if (length < 1 || length > MAX_LABEL_BYTES) return false;
  out[labelAt] = length;
  return true;
}

function finish(out: Uint8Array, at: number): number {
  if (at >= MAX_NAME_BYTES) return -1;
  out[at] = 0;
  return at + 1;
}

function readEscape(bytes: Uint8Array, at: number): { byte: number; length: number } | undefined {
  const next = bytes[at + 1];
  if (next === undefined) return undefined;
  if (next < 0x30 || next > 0x39) return { byte: next, length: 2 };
  const digits = String.fromCharCode(...bytes.subarray(at + 1, at + 4));
  const value = /^\d{3}$/.test(digits) ? Number(digits) : 256;
  return value > 255 ? undefined : { byte: value, length: 4 };
}

/**
 * The text of a name without its final dot ("." for the root). Dots, backslashes and unprintable
 * bytes are escaped (RFC 1035 5.1).
 */
export function nameToText(name: Uint8Array, offset = 0): string {
  if (name[offset] === 0) return ".";
  let text = "";
  for (let at = offset; name[at] !== 0 && at < name.length;) {
    const end = at + 1 + name[at]!;
    if (text !== "") text += ".";
    for (at++; at < end; at++) text += byteToText(name[at]!);
  }
  return text;
}

function byteToText(byte: number): string {
  if (byte === DOT || byte === BACKSLASH) return "\\" + String.fromCharCode(byte);
  if (byte > 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  return "\\" + String(byte).padStart(3, "0");
}

/**
 * Writes a name as text into `out`, without its final dot and without escapes. Returns the number
 * of bytes written. Labels that would need escapes are rare, so searches by this text may be
 * imprecise for them.
 */
export function writePlainText(name: WireName, out: Uint8Array): number {
  const length = name.length - 2;
  if (length < 1) return 0;
  // The first length byte is dropped and the others become dots.
  for (let at = 0, next = 0; at <= length; at++) {
    const boundary = at === next;
    if (boundary) next = at + name[at] + 1;
    if (at > 0) out[at - 1] = boundary ? DOT : name[at];
  }
  return length;
}

/** Whether `name` is `parent` or a subdomain of it. Both in lower-case wire format. */
export function isWithin(name: WireName, parent: WireName): boolean {
  for (let at = 0; at < name.length; at += name[at]! + 1) {
    if (name.length - at === parent.length) return equalFrom(name, at, parent);
    if (name[at] === 0) return false;
  }
  return false;
}

/** A name, as text, and the names above it, the longest first. */
export function domainsOf(name: string): string[] {
  const labels = name.split(".");
  return labels.map((_, from) => labels.slice(from).join("."));
}

/** Whether a name is a domain or below it. Both are lower-case text. */
export function isTextWithin(name: string, domain: string): boolean {
  const rest = name.length - domain.length;
  return name.endsWith(domain) && (rest === 0 || name[rest - 1] === ".");
}

/** Whether two names in lower-case wire format are equal. */
export function equalNames(a: WireName, b: WireName): boolean {
  return a.length === b.length && equalFrom(a, 0, b);
}

function equalFrom(name: Uint8Array, at: number, other: Uint8Array): boolean {
  for (let i = 0; i < other.length; i++) if (name[at + i] !== other[i]) return false;
  return true;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** What a parser of URLs takes for something else than a part of the host, or leaves out. */
// deno-lint-ignore no-control-regex
const BESIDE_HOST = /[\x00-\x20\x7f/?#@:\\%]/;

function asciiFromUnicode(text: string): string | undefined {
  if (BESIDE_HOST.test(text)) return undefined;
  const host = URL.parse(`http://${text}/`)?.hostname;
  return host === undefined || host === "" || host.includes("[") ||
      /^\d+\.\d+\.\d+\.\d+$/.test(host)
    ? undefined
    : host;
}
