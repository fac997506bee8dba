/**
 * The fast path for lines that contain only one name, which most lines of most lists do. Bytes are
 * passed directly to the sink without creating a string or an object. Any other line is left to the
 * full parsers (complex_line.ts).
 */
import type { Coverage, RuleSink } from "../model/rule.ts";
import { isPublicSuffix } from "./public_suffix.ts";

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const DOLLAR = 0x24;
const STAR = 0x2a;
const DOT = 0x2e;
const ZERO = 0x30;
const ONE = 0x31;
const COLON = 0x3a;
const AT = 0x40;
const CARET = 0x5e;
const PIPE = 0x7c;
/** Presentation form without final dot (RFC 1035 2.3.4). */
const MAX_NAME_TEXT = 253;
const MAX_LABEL = 63;
/** With more blanks between address and name, the line is left to the full parsers. */
const MAX_BLANKS = 64;
const NO_NAME = -1;

/** 1 = allowed in a label, in either case. */
const IN_LABEL = new Uint8Array(256);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") {
  IN_LABEL[char.charCodeAt(0)] = 1;
}
/** 1 = allowed at the end of a label without a letter. */
const NO_LETTER = new Uint8Array(256);
for (const char of "0123456789-_") NO_LETTER[char.charCodeAt(0)] = 1;
/**
 * 1 = possible start of a top-level label that may end a suffix of two labels (aero, arpa, int,
 * pro, xn--…), or of `localdomain`.
 */
const RARE_START = new Uint8Array(256);
for (const char of "aAiIpPxXlL") RARE_START[char.charCodeAt(0)] = 1;

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const IMPORTANT = bytes("$important");
const NULL4 = bytes("0.0.0.0");
const LOOPBACK4 = bytes("127.0.0.1");

/** The meaning of a bare name and of `*.name` in the format of the list. */
export interface PlainMeaning {
  readonly bare: Coverage;
  readonly star: Coverage;
}

/**
 * Parses the line at `at` if it is plain: `name`, `*.name`, `||name^`, `@@||name^`, each of the
 * last two with `$important`, or a null or loopback address and one name. `bytes` must contain a
 * line feed after it. Returns the index after the line feed, or -1 without calling the sink.
 */
export function parsePlainLine(
  bytes: Uint8Array,
  at: number,
  meaning: PlainMeaning,
  sink: RuleSink,
): number {
  let start = at;
  let covers = meaning.bare;
  let allow = false;
  let important = false;
  let marked = false;
  const first = bytes[at];
  if (first === PIPE || first === AT) {
    allow = first === AT;
    start = allow ? at + 2 : at;
    if (allow && bytes[at + 1] !== AT || bytes[start] !== PIPE || bytes[start + 1] !== PIPE) {
      return NO_NAME;
    }
    start += 2;
    covers = "tree";
    marked = true;
  } else if (first === STAR) {
    if (bytes[at + 1] !== DOT) return NO_NAME;
    start = at + 2;
    covers = meaning.star;
  } else if (first === ZERO || first === ONE || first === COLON) {
    start = afterNullAddress(bytes, at);
    if (start !== at) covers = "exact";
  }
  const end = endOfName(bytes, start);
  if (end === NO_NAME) return NO_NAME;
  let i = end;
  if (marked) {
    if (bytes[i++] !== CARET) return NO_NAME;
    if (bytes[i] === DOLLAR) {
      if (!standsAt(bytes, i, IMPORTANT)) return NO_NAME;
      important = true;
      i += IMPORTANT.length;
    }
  }
  if (bytes[i] === CR) i++;
  if (bytes[i] !== LF) return NO_NAME;
  sink.name(bytes, start, end, covers, allow, important);
  return i + 1;
}

/**
 * The end of the name of two or more labels at `start`; -1 = not a name, a public suffix, an
 * address or unclear.
 */
function endOfName(bytes: Uint8Array, start: number): number {
  let i = start;
  let label = start;
  let dots = 0;
  for (;; i++) {
    const byte = bytes[i];
    if (IN_LABEL[byte] === 1) continue;
    if (byte !== DOT) break;
    const length = i - label;
    if (length === 0 || length > MAX_LABEL) return NO_NAME;
    dots++;
    label = i + 1;
  }
  const last = i - label;
  const lastByte = bytes[i - 1];
  if (dots === 0 || last === 0 || last > MAX_LABEL || i - start > MAX_NAME_TEXT) return NO_NAME;
  if (NO_LETTER[lastByte] === 1) return NO_NAME;
  if (dots === 1 && (last === 2 || RARE_START[bytes[label]] === 1) && isDoubtful(bytes, start, i)) {
    return NO_NAME;
  }
  return i;
}

function isDoubtful(bytes: Uint8Array, start: number, end: number): boolean {
  let name = "";
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    name += String.fromCharCode(byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);
  }
  return name === "localhost.localdomain" || isPublicSuffix(name);
}

/**
 * The start of the name after a null or loopback address and blanks, or `at` if there is no such
 * address.
 */
function afterNullAddress(bytes: Uint8Array, at: number): number {
  let i = at;
  if (bytes[at] === COLON) {
    if (bytes[at + 1] !== COLON) return at;
    i = bytes[at + 2] === ONE ? at + 3 : at + 2;
  } else if (standsAt(bytes, at, NULL4)) i = at + NULL4.length;
  else if (standsAt(bytes, at, LOOPBACK4)) i = at + LOOPBACK4.length;
  else return at;
  const blanks = i;
  while ((bytes[i] === SPACE || bytes[i] === TAB) && i - blanks < MAX_BLANKS) i++;
  return i === blanks ? at : i;
}

function standsAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}
