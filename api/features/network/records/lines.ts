/**
 * Parses lines of other products into records: hosts files, zone files (RFC 1035 5), and dnsmasq's
 * address=, host-record=, cname= and others.
 */
import { parseAddress } from "../../../../policy/model/address.ts";
import { readDnsmasq } from "./dnsmasq_line.ts";
import type { LineRecords } from "./line_records.ts";
import { RECORD_TYPES, type RecordType } from "./record_type.ts";
import { draftOf, RECORD_TTL } from "./record.ts";

/** The content of a line, with its line number. */
export interface ParsedLine extends LineRecords {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** The state that lines of a zone file set for the next ones. */
interface Zone {
  /** Text without final dot; "" = names are absolute. */
  origin: string;
  ttl: number;
  owner: string;
}

const NOTHING: LineRecords = { drafts: [] };
/** Names that hosts files define for every machine. */
const OF_EVERY_MACHINE = /^(?:localhost|localhost\.localdomain|broadcasthost|ip6-\w+)$/i;
/** Maximum characters of a line in a report. */
const MOST_SHOWN = 200;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Returns the content of each line, without empty ones and comments. Never throws. */
export function readLines(lines: readonly string[]): ParsedLine[] {
  const zone: Zone = { origin: "", ttl: RECORD_TTL, owner: "" };
  const read: ParsedLine[] = [];
  for (const { line, text } of wholeLines(lines)) {
    const said = readLine(text, zone);
    if (said.drafts.length > 0 || said.problem !== undefined) {
      read.push({ line, text: text.trim().slice(0, MOST_SHOWN), ...said });
    }
  }
  return read;
}

/** Yields lines without comments; a line with an open parenthesis continues in the next. */
function* wholeLines(lines: readonly string[]): Generator<{ line: number; text: string }> {
  let open: { line: number; text: string } | undefined;
  for (const [at, raw] of lines.entries()) {
    const text = withoutComment(raw);
    if (open !== undefined) open.text += ` ${text}`;
    else if (/^[^"]*\([^)"]*$/.test(text)) open = { line: at + 1, text };
    else yield { line: at + 1, text };
    if (open === undefined || !text.includes(")")) continue;
    yield { line: open.line, text: open.text.replace(/[()]/g, " ") };
    open = undefined;
  }
  if (open !== undefined) yield open;
}

function withoutComment(raw: string): string {
  if (/^\s*[#;!]/.test(raw)) return "";
  let quoted = false;
  for (let i = 0; i < raw.length; i++) {
    if (raw[i] === "\\") i++;
    else if (raw[i] === '"') quoted = !quoted;
    else if (!quoted && (raw[i] === ";" || (raw[i] === "#" && /\s/.test(raw[i - 1])))) {
      return raw.slice(0, i).trimEnd();
    }
  }
  return raw.trimEnd();
}

function readLine(text: string, zone: Zone): LineRecords {
  const fields = text.trim().split(/\s+/);
  if (fields[0] === "") return NOTHING;
  const pair = /^\s*([a-z-]+)\s*=\s*(.*)$/.exec(text);
  if (pair !== null) return readDnsmasq(pair[1], pair[2].trim());
  if (fields[0].startsWith("$")) return readDirective(fields, zone);
  const address = parseAddress(fields[0].replace(/%.*/, ""));
  if (address !== undefined && typeOf(fields[1] ?? "") === undefined) {
    return readHosts(address, fields);
  }
  return readZoneLine(text, zone);
}

function readHosts(address: Uint8Array, [text, ...names]: readonly string[]): LineRecords {
  const named = names.filter((name) => !OF_EVERY_MACHINE.test(name));
  if (names.length === 0) return { drafts: [], problem: `Say a name behind the address: ${text}` };
  if (address.every((byte) => byte === 0) && named.length > 0) {
    return { drafts: [], problem: `This line blocks a name, which is for the rules: ${named[0]}` };
  }
  const type = address.length === 4 ? "A" : "AAAA";
  return { drafts: named.map((name) => draftOf(name, type, text.replace(/%.*/, ""))) };
}

/** `$ORIGIN` and `$TTL` (RFC 1035 5.1, RFC 2308 4). */
function readDirective([word, value = ""]: readonly string[], zone: Zone): LineRecords {
  const seconds = word === "$TTL" ? secondsOf(value) : undefined;
  if (word === "$ORIGIN" && value !== "") zone.origin = value.replace(/\.$/, "");
  else if (seconds !== undefined) zone.ttl = seconds;
  else {return {
      drafts: [],
      problem: `Only $ORIGIN with a name and $TTL with seconds are understood: ${word} ${value}`
        .trim(),
    };}
  return NOTHING;
}

/** `name [ttl] [IN] type data`, in any order that RFC 1035 5.1 allows. */
function readZoneLine(text: string, zone: Zone): LineRecords {
  const more = /^\s/.test(text) && zone.owner !== "";
  let left = text.trim();
  const next = () => {
    const [word] = /^\S+/.exec(left) ?? [""];
    left = left.slice(word.length).trimStart();
    return word;
  };
  const owner = more ? zone.owner : absolute(next(), zone.origin);
  let ttl = zone.ttl;
  let word = next();
  for (let i = 0; i < 2 && typeOf(word) === undefined; i++) {
    const seconds = secondsOf(word);
    if (seconds !== undefined) ttl = seconds;
    else if (word.toUpperCase() !== "IN") break;
    word = next();
  }
  zone.owner = owner;
  const type = typeOf(word);
  if (type === "SOA") return NOTHING;
  if (type === undefined) return { drafts: [], problem: problemOf(word, text.trim()) };
  const value = zone.origin === "" ? left : withAbsolute(type, left, zone.origin);
  return {
    drafts: [
      draftOf(owner, type, type === "TXT" && !left.includes('"') ? quoted(left) : value, ttl),
    ],
  };
}

function typeOf(word: string): RecordType | "SOA" | undefined {
  const upper = word.toUpperCase();
  return upper === "SOA" ? upper : RECORD_TYPES.find((type) => type === upper);
}

function problemOf(word: string, text: string): string {
  if (/^(?:NS|DNAME|DS|DNSKEY|RRSIG|NSEC3?|NSEC3PARAM|CDS|CDNSKEY)$/i.test(word)) {
    return `Records of this type are of use to the server of a whole zone only: ${word.toUpperCase()}`;
  }
  const shown = text.slice(0, MOST_SHOWN);
  return `This is no line of a hosts file, a zone or dnsmasq with a type among ${
    RECORD_TYPES.join(", ")
  }: ${shown}`;
}

function secondsOf(word: string): number | undefined {
  if (!/^(?:\d{1,9}[smhdw]?)+$/i.test(word)) return undefined;
  const parts = [...word.toLowerCase().matchAll(/(\d+)([smhdw]?)/g)];
  return parts.reduce((sum, [, digits, unit]) => sum + Number(digits) * (UNITS[unit] ?? 1), 0);
}

/**
 * Makes a name of a zone file absolute: `@` is the origin, and a name without final dot is relative
 * to it.
 */
function absolute(name: string, origin: string): string {
  if (name === "@") return origin;
  return origin === "" || name.endsWith(".") ? name : `${name}.${origin}`;
}

/** Makes the name at the end of the data absolute. */
function withAbsolute(type: RecordType, value: string, origin: string): string {
  if (type !== "CNAME" && type !== "PTR" && type !== "MX" && type !== "SRV") return value;
  return value.replace(/\S+$/, (name) => absolute(name, origin));
}

/** Each word of an unquoted text is a separate text (RFC 1035 5.1). */
function quoted(text: string): string {
  return text.split(/\s+/).map((word) => `"${word}"`).join(" ");
}
