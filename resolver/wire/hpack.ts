/**
 * Header compression of HTTP/2: reads header sections of clients, and writes those of DNS responses
 * (RFC 7541). Pure.
 */
import { FieldBytes, writeNumber, writeText } from "./field_bytes.ts";

/** The static table (RFC 7541 appendix A); index 1 is first. */
const STATIC: readonly (readonly [name: string, value: string])[] = [
  ...[[":authority", ""], [":method", "GET"], [":method", "POST"], [":path", "/"], [
    ":path",
    "/index.html",
  ]] as const,
  ...[[":scheme", "http"], [":scheme", "https"], [":status", "200"], [":status", "204"], [
    ":status",
    "206",
  ]] as const,
  ...[[":status", "304"], [":status", "400"], [":status", "404"], [":status", "500"], [
    "accept-charset",
    "",
  ]] as const,
  ...[["accept-encoding", "gzip, deflate"], ["accept-language", ""], ["accept-ranges", ""], [
    "accept",
    "",
  ]] as const,
  ...[["access-control-allow-origin", ""], ["age", ""], ["allow", ""], [
    "authorization",
    "",
  ]] as const,
  ...[["cache-control", ""], ["content-disposition", ""], ["content-encoding", ""], [
    "content-language",
    "",
  ]] as const,
  ...[["content-length", ""], ["content-location", ""], ["content-range", ""], [
    "content-type",
    "",
  ]] as const,
  ...[["cookie", ""], ["date", ""], ["etag", ""], ["expect", ""], ["expires", ""], ["from", ""], [
    "host",
    "",
  ]] as const,
  ...[["if-match", ""], ["if-modified-since", ""], ["if-none-match", ""], [
    "if-range",
    "",
  ]] as const,
  ...[["if-unmodified-since", ""], ["last-modified", ""], ["link", ""], ["location", ""]] as const,
  ...[["max-forwards", ""], ["proxy-authenticate", ""], ["proxy-authorization", ""], [
    "range",
    "",
  ]] as const,
  ...[["referer", ""], ["refresh", ""], ["retry-after", ""], ["server", ""], [
    "set-cookie",
    "",
  ]] as const,
  ...[["strict-transport-security", ""], ["transfer-encoding", ""], ["user-agent", ""], [
    "vary",
    "",
  ], [
    "via",
    "",
  ]] as const,
  ["www-authenticate", ""],
];

/**
 * Size of the dynamic table that every client may assume, and the overhead of an entry, in bytes
 * (RFC 7541 4.1).
 */
const TABLE_SIZE = 4096;
const ENTRY = 32;
/**
 * Maximum size of a header section, counted as entries, because few bytes may encode many long
 * fields.
 */
const LONGEST_HEAD = 65_536;

/** Receives the fields of a header section in order. */
export interface FieldSink {
  take(name: string, value: string): void;
}

/** Reads the header sections of one client in order, because each may refer to earlier ones. */
export class HpackReader extends FieldBytes {
  /** Newest first. */
  readonly #entries: (readonly [name: string, value: string])[] = [];
  #size = 0;
  #capacity = TABLE_SIZE;

  /**
   * Reads `bytes[from, to)`. Returns false when it is invalid; then nothing after it can be read.
   */
  read(bytes: Uint8Array, from: number, to: number, head: FieldSink): boolean {
    this.begin(bytes, from, to);
    let counted = 0;
    let fields = 0;
    while (this.at < to) {
      const first = bytes[this.at];
      if ((first & 0xe0) === 0x20) {
        // Size updates of the table precede the first field (RFC 7541 4.2).
        if (fields > 0 || !this.#resize(this.number(5))) return false;
        continue;
      }
      const field = (first & 0x80) !== 0 ? this.#entry(this.number(7)) : this.#literal(first);
      if (field === undefined) return false;
      counted += sizeOf(field);
      if (counted > LONGEST_HEAD) return false;
      fields++;
      head.take(field[0], field[1]);
    }
    return this.at === to;
  }

  #literal(first: number): readonly [string, string] | undefined {
    const isKept = (first & 0x40) !== 0;
    const index = this.number(isKept ? 6 : 4);
    const name = index === 0 ? this.text(7) : this.#entry(index)?.[0];
    const value = name === undefined ? undefined : this.text(7);
    if (name === undefined || value === undefined) return undefined;
    const field = [name, value] as const;
    if (isKept) this.#keep(field);
    return field;
  }

  #entry(index: number): readonly [string, string] | undefined {
    return index <= STATIC.length ? STATIC[index - 1] : this.#entries[index - STATIC.length - 1];
  }

  #keep(field: readonly [string, string]): void {
    this.#entries.unshift(field);
    this.#size += sizeOf(field);
    this.#evict();
  }

  #resize(capacity: number): boolean {
    if (!(capacity >= 0 && capacity <= TABLE_SIZE)) return false;
    this.#capacity = capacity;
    this.#evict();
    return true;
  }

  #evict(): void {
    while (this.#size > this.#capacity) this.#size -= sizeOf(this.#entries.pop()!);
  }
}

function sizeOf([name, value]: readonly [string, string]): number {
  return ENTRY + name.length + value.length;
}

/** Indexes of names in the static table, for literals without indexing. */
const STATUS_200 = 0x88;
const NAME_STATUS = 8;
const NAME_CONTENT_LENGTH = 28;

/**
 * The name content-length as a literal: its index exceeds the prefix of four bits and continues in
 * a second byte.
 */
const CONTENT_LENGTH = [0x0f, NAME_CONTENT_LENGTH - 0x0f] as const;
/** Maximum bytes of a content-length field: its name, its number of digits, and ten digits. */
export const MAX_CONTENT_LENGTH_BYTES = 13;

/**
 * Writes the field content-length at the end of a header section, without allocating. It is the
 * field that differs most between the responses of one connection. Returns the next offset. `bytes`
 * has room for LONGEST_CONTENT_LENGTH bytes from `at` on.
 */
export function writeContentLength(bytes: Uint8Array, at: number, length: number): number {
  let digits = 1;
  for (let rest = length; rest >= 10; rest = Math.floor(rest / 10)) digits++;

  bytes[at] = CONTENT_LENGTH[0];
  bytes[at + 1] = CONTENT_LENGTH[1];
  bytes[at + 2] = digits;

  const end = at + 3 + digits;
  for (let place = end - 1, rest = length; place > at + 2; place--) {
    bytes[place] = 0x30 + rest % 10;
    rest = Math.floor(rest / 10);
  }
  return end;
}

/**
 * Writes the header section of a response: fields by name and value without dynamic table, which
 * every client accepts.
 */
export function encodeHead(
  status: number,
  fields: readonly (readonly [name: string, value: string])[],
): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  if (status === 200) bytes.push(STATUS_200);
  else writeLiteral(bytes, NAME_STATUS, `${status}`);
  for (const [name, value] of fields) {
    const index = STATIC.findIndex(([known]) => known === name) + 1;
    if (index === 0) throw new Error(`There is no such name in the static table: ${name}`);
    writeLiteral(bytes, index, value);
  }
  return Uint8Array.from(bytes);
}

function writeLiteral(bytes: number[], index: number, value: string): void {
  writeNumber(bytes, 0, 4, index);
  writeText(bytes, value);
}
