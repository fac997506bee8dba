/**
 * DNS messages written and read by the tests themselves, so that messages of the box are checked by
 * independent code. Names are written uncompressed; compression is understood when reading. It
 * supports the types of the scenarios; others are written as `TYPEn \# length hex` (RFC 3597).
 */
import type { TextRecord } from "./text_record.ts";

const TYPES: Readonly<Record<string, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  HINFO: 13,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DNAME: 39,
  OPT: 41,
  DS: 43,
  RRSIG: 46,
  SVCB: 64,
  HTTPS: 65,
  ANY: 255,
  CAA: 257,
};
const EXTENDED_RCODES = new Map([[16, "BADVERS"], [23, "BADCOOKIE"]]);
const RCODES = ["NOERROR", "FORMERR", "SERVFAIL", "NXDOMAIN", "NOTIMP", "REFUSED", "YXDOMAIN"];
const CLASSES: Readonly<Record<string, number>> = { IN: 1, CH: 3, HS: 4, NONE: 254, ANY: 255 };

/** The number of a type: a mnemonic or TYPEn. */
export function typeNumber(text: string): number {
  const number = TYPES[text] ?? Number(/^TYPE(\d+)$/.exec(text)?.[1]);
  if (!Number.isInteger(number)) throw new SyntaxError(`no type: ${text}`);
  return number;
}

/** The number of an RCODE: a mnemonic or RCODEn. */
export function rcodeNumber(text: string): number {
  const at = RCODES.indexOf(text);
  if (at >= 0) return at;
  if (text === "BADVERS") return 16;
  if (text === "BADCOOKIE") return 23;
  return Number(/^RCODE(\d+)$/.exec(text)?.[1]);
}

/** The number of a class. */
export function classNumber(text: string): number {
  return CLASSES[text] ?? Number(text);
}

function typeName(type: number): string {
  return Object.keys(TYPES).find((name) => TYPES[name] === type) ?? `TYPE${type}`;
}

/** A name in wire format, with its case preserved. */
export function wireName(text: string): number[] {
  const labels = text.replace(/\.$/, "").split(".").filter((label) => label !== "");
  return [...labels.flatMap((label) => [label.length, ...new TextEncoder().encode(label)]), 0];
}

const two = (n: number) => [n >> 8 & 255, n & 255];
const four = (n: number) => [...two(n >>> 16), ...two(n & 0xffff)];

function address6(text: string): number[] {
  const [head = "", tail] = text.split("::");
  const words = (part: string) =>
    part === "" ? [] : part.split(":").map((word) => parseInt(word, 16));
  const [front, back] = [words(head), tail === undefined ? [] : words(tail)];
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back].flatMap(two);
}

/** RDATA of a record in text. */
export function rdata(type: string, data: string): Uint8Array {
  const words = data.match(/"[^"]*"|\S+/g) ?? [];
  const string = (word: string) => {
    const bytes = new TextEncoder().encode(word.replace(/^"|"$/g, ""));
    return [bytes.length, ...bytes];
  };
  const numbers: Record<string, () => number[]> = {
    A: () => data.split(".").map(Number),
    AAAA: () => address6(data),
    TXT: () => words.flatMap(string),
    HINFO: () => words.flatMap(string),
    MX: () => [...two(Number(words[0])), ...wireName(words[1]!)],
    SRV: () => [...words.slice(0, 3).flatMap((word) => two(Number(word))), ...wireName(words[3]!)],
    SOA: () => [
      ...wireName(words[0]!),
      ...wireName(words[1]!),
      ...words.slice(2, 7).flatMap((word) => four(Number(word))),
    ],
  };
  for (const name of ["NS", "CNAME", "PTR", "DNAME"]) numbers[name] = () => wireName(data);
  if (words[0] === "\\#") return Uint8Array.fromHex(words.slice(2).join(""));
  const write = numbers[type];
  if (write === undefined) throw new SyntaxError(`write this type as \\# length hex: ${type}`);
  return Uint8Array.from(write());
}

/** A record in wire format, from its type on. */
export function recordRest(type: string, ttl: number, data: Uint8Array): number[] {
  return [...two(typeNumber(type)), 0, 1, ...four(ttl), ...two(data.length), ...data];
}

/** A header and its sections; each record is already in wire format. */
export function wireMessage(
  head: {
    id: number;
    flags: number;
    question: number[];
    sections: readonly (readonly number[])[][];
  },
): Uint8Array {
  const counts = head.sections.map((section) => two(section.length)).flat();
  const questions = head.question.length === 0 ? 0 : 1;
  return Uint8Array.from([
    ...two(head.id),
    ...two(head.flags),
    ...two(questions),
    ...counts,
    ...head.question,
    ...head.sections.flat(2),
  ]);
}

/** A parsed record. */
export interface ReadRecord extends TextRecord {
  readonly owner: string;
  readonly ttl: number;
  readonly class: number;
  readonly raw: Uint8Array;
}

/** A parsed message. */
export interface ReadMessage {
  readonly id: number;
  readonly flags: number;
  /** Extended by the OPT record, if present (RFC 6891 6.1.3). */
  readonly rcode: string;
  readonly question: { readonly name: string; readonly type: string } | undefined;
  readonly answer: readonly ReadRecord[];
  readonly authority: readonly ReadRecord[];
  readonly additional: readonly ReadRecord[];
  /** EDNS options by code; undefined without OPT record. */
  readonly options: ReadonlyMap<number, Uint8Array> | undefined;
}

class Reader {
  at = 12;
  constructor(
    readonly bytes: Uint8Array,
    readonly view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
  ) {}

  name(): string {
    const [text, end] = this.nameAt(this.at);
    this.at = end;
    return text;
  }

  nameAt(start: number): [string, number] {
    const labels: string[] = [];
    let at = start;
    let end = -1;
    for (let jumps = 0; this.bytes[at] !== 0;) {
      const length = this.view.getUint8(at);
      if (length >= 0xc0) {
        if (++jumps > 100) throw new SyntaxError("a compression loop");
        if (end < 0) end = at + 2;
        at = this.view.getUint16(at) & 0x3fff;
        continue;
      }
      labels.push(String.fromCharCode(...this.bytes.subarray(at + 1, at + 1 + length)));
      at += length + 1;
    }
    return [labels.join(".") || ".", end < 0 ? at + 1 : end];
  }

  record(): ReadRecord {
    const owner = this.name();
    const type = typeName(this.view.getUint16(this.at));
    const class_ = this.view.getUint16(this.at + 2);
    const ttl = this.view.getUint32(this.at + 4);
    const length = this.view.getUint16(this.at + 8);
    const start = this.at + 10;
    this.at = start + length;
    if (this.at > this.bytes.length) throw new SyntaxError("a record runs past the end");
    const raw = this.bytes.slice(start, this.at);
    return { owner, type, class: class_, ttl, raw, data: this.data(type, start, raw) };
  }

  data(type: string, start: number, raw: Uint8Array): string {
    if (type === "A") return raw.join(".");
    if (type === "AAAA") return compress(raw);
    if (["NS", "CNAME", "PTR", "DNAME"].includes(type)) return this.nameAt(start)[0];
    if (type === "MX") return `${this.view.getUint16(start)} ${this.nameAt(start + 2)[0]}`;
    if (type === "SRV") {
      return `${[0, 2, 4].map((at) => this.view.getUint16(start + at)).join(" ")} ${
        this.nameAt(start + 6)[0]
      }`;
    }
    if (type === "SOA") {
      const [primary, next] = this.nameAt(start);
      const [contact, end] = this.nameAt(next);
      return `${primary} ${contact} ${
        [0, 4, 8, 12, 16].map((at) => this.view.getUint32(end + at)).join(" ")
      }`;
    }
    if (type === "TXT" || type === "HINFO") return strings(raw);
    return `\\# ${raw.length} ${raw.toHex()}`;
  }
}

function compress(raw: Uint8Array): string {
  const words = Array.from(
    { length: 8 },
    (_, i) => (raw[2 * i]! << 8 | raw[2 * i + 1]!).toString(16),
  );
  const zeros = words.join(":").match(/(?:^|:)0(?::0)+(?=:|$)/g)?.sort((a, b) =>
    b.length - a.length
  )[0];
  return zeros === undefined
    ? words.join(":")
    : words.join(":").replace(zeros, "::").replace(":::", "::");
}

function strings(raw: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < raw.length; at += raw[at]! + 1) {
    parts.push(`"${new TextDecoder().decode(raw.subarray(at + 1, at + 1 + raw[at]!))}"`);
  }
  return parts.join(" ");
}

/** Parses a message. Throws on a malformed one, which the box must never send. */
export function readMessage(bytes: Uint8Array): ReadMessage {
  const reader = new Reader(bytes);
  const word = (at: number) => reader.view.getUint16(at);
  let question;
  for (let i = 0; i < word(4); i++) {
    question = { name: reader.name(), type: typeName(word(reader.at)) };
    reader.at += 4;
  }
  const section = (count: number) => Array.from({ length: count }, () => reader.record());
  const [answer, authority, additional] = [section(word(6)), section(word(8)), section(word(10))];
  if (reader.at !== bytes.length) {
    throw new SyntaxError(`${bytes.length - reader.at} bytes after the end of the message`);
  }
  const opt = additional.find((record) => record.type === "OPT");
  const code = (word(2) & 15) | (opt === undefined ? 0 : opt.ttl >>> 24 << 4);
  const rcode = RCODES[code] ?? EXTENDED_RCODES.get(code) ?? `RCODE${code}`;
  const rest = additional.filter((record) => record !== opt);
  return {
    id: word(0),
    flags: word(2),
    rcode,
    question,
    answer,
    authority,
    additional: rest,
    options: opt && optionsOf(opt.raw),
  };
}

function optionsOf(raw: Uint8Array): Map<number, Uint8Array> {
  const options = new Map<number, Uint8Array>();
  const view = new DataView(raw.buffer, raw.byteOffset, raw.length);
  for (let at = 0; at < raw.length; at += 4 + view.getUint16(at + 2)) {
    options.set(view.getUint16(at), raw.slice(at + 4, at + 4 + view.getUint16(at + 2)));
  }
  return options;
}
