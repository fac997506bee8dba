/**
 * The fast path: lines that are nothing but one name, which most lines of most lists are. Octets go straight to the sink;
 * no string or object is made. Whatever is not plain beyond doubt is left to the careful parsers (careful_line.ts).
 */
import type { Covers, RuleSink } from "../model/rule.ts";
import { isPublicSuffix } from "./suffix.ts";

const TAB = 0x09, LF = 0x0a, CR = 0x0d, SPACE = 0x20, DOLLAR = 0x24, STAR = 0x2a, DOT = 0x2e;
const ZERO = 0x30, ONE = 0x31, COLON = 0x3a, AT = 0x40, CARET = 0x5e, PIPE = 0x7c;
/** Presentation form without final dot (RFC 1035 2.3.4). */
const MAX_NAME_TEXT = 253, MAX_LABEL = 63;
/** More blanks than this between address and name go the careful way. */
const MAX_BLANKS = 64;
const NO_NAME = -1;

/** 1 = may stand in a label, in either case. */
const IN_LABEL = new Uint8Array(256);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") {
  IN_LABEL[char.charCodeAt(0)] = 1;
}
/** 1 = a suffix of two labels may end in a top-level label that starts so (aero, arpa, int, pro, xn--…), or `localdomain`. */
const RARE_START = new Uint8Array(256);
for (const char of "aAiIpPxXlL") RARE_START[char.charCodeAt(0)] = 1;

const octets = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const IMPORTANT = octets("$important"), NULL4 = octets("0.0.0.0"), LOOPBACK4 = octets("127.0.0.1");

/** What a bare name and `*.name` mean in the list's format. */
export interface PlainMeaning {
  readonly bare: Covers;
  readonly star: Covers;
}

/**
 * Takes the line that starts at `at` when it is plain: `name`, `*.name`, `||name^`, `@@||name^`, each of the last two with
 * `$important`, or a null or loopback address and one name. A line feed must follow in `bytes`. Gives the index after the
 * line feed, or -1 with nothing told to the sink.
 */
export function takePlainLine(
  bytes: Uint8Array,
  at: number,
  meaning: PlainMeaning,
  sink: RuleSink,
): number {
  let start = at, covers = meaning.bare, allow = false, important = false, marked = false;
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

/** The end of the name of two or more labels at `start`, or -1: no name, a public suffix, an address or doubtful. */
function endOfName(bytes: Uint8Array, start: number): number {
  let i = start, label = start, dots = 0;
  for (;; i++) {
    const octet = bytes[i];
    if (IN_LABEL[octet] === 1) continue;
    if (octet !== DOT) break;
    const length = i - label;
    if (length === 0 || length > MAX_LABEL) return NO_NAME;
    dots++;
    label = i + 1;
  }
  const last = i - label, lastOctet = bytes[i - 1];
  if (dots === 0 || last === 0 || last > MAX_LABEL || i - start > MAX_NAME_TEXT) return NO_NAME;
  if (lastOctet >= ZERO && lastOctet <= 0x39) return NO_NAME;
  if (dots === 1 && (last === 2 || RARE_START[bytes[label]] === 1) && isDoubtful(bytes, start, i)) {
    return NO_NAME;
  }
  return i;
}

function isDoubtful(bytes: Uint8Array, start: number, end: number): boolean {
  let name = "";
  for (let i = start; i < end; i++) {
    const octet = bytes[i];
    name += String.fromCharCode(octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet);
  }
  return name === "localhost.localdomain" || isPublicSuffix(name);
}

/** The start of the name after a null or loopback address and blanks, or `at` when there is no such address. */
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
