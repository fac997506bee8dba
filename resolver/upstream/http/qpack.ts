/**
 * Heads of HTTP/3 (RFC 9204). There is no dynamic table: servers may use only literals and the
 * static table, of which the relevant fields are known here. Pure.
 */
import { FieldBytes, writeNumber, writeText } from "../../wire/field_bytes.ts";
import type { FieldSink } from "../../wire/hpack.ts";
import { DNS_MESSAGE } from "./doh_response.ts";

/**
 * Entries of the static table (RFC 9204 appendix A), and maximum fields in one head, because few
 * bytes may represent many fields.
 */
const STATIC_SIZE = 99;
const MOST_FIELDS = 1024;

/**
 * The relevant entries by their index: status, content type and content length. All others are
 * ignored.
 */
const STATUSES: readonly (readonly [index: number, status: string])[] = [
  ...[[24, "103"], [25, "200"], [26, "304"], [27, "404"], [28, "503"], [63, "100"], [64, "204"], [
    65,
    "206",
  ]] as const,
  ...[[66, "302"], [67, "400"], [68, "403"], [69, "421"], [70, "425"], [71, "500"]] as const,
];
const CONTENT_TYPES: readonly string[] = [
  DNS_MESSAGE,
  "application/javascript",
  "application/json",
  "application/x-www-form-urlencoded",
  "image/gif",
  "image/jpeg",
  "image/png",
  "text/css",
  "text/html; charset=utf-8",
  "text/plain",
  "text/plain;charset=utf-8",
];
const CONTENT_LENGTH = 4;
const FIRST_CONTENT_TYPE = 44;
const STATIC: ReadonlyMap<number, readonly [name: string, value: string]> = new Map<
  number,
  readonly [name: string, value: string]
>([
  [CONTENT_LENGTH, ["content-length", "0"]],
  ...STATUSES.map(([index, status]) => [index, [":status", status]] as const),
  ...CONTENT_TYPES.map((type, i) => [FIRST_CONTENT_TYPE + i, ["content-type", type]] as const),
]);
const OTHER = ["", ""] as const;

/** Reads heads; each is independent of the others. */
export class QpackReader extends FieldBytes {
  /** Reads `bytes[from, to)`; false = invalid, or it needs a dynamic table, which was refused. */
  read(bytes: Uint8Array, from: number, to: number, head: FieldSink): boolean {
    this.begin(bytes, from, to);
    // The prefix: no dynamic table entry is required, so the base is meaningless (RFC 9204 4.5.1).
    if (this.number(8) !== 0 || Number.isNaN(this.number(7))) return false;
    for (let fields = 0; this.at < to; fields++) {
      const field = fields < MOST_FIELDS ? this.#field(bytes[this.at]) : undefined;
      if (field === undefined) return false;
      head.take(field[0], field[1]);
    }
    return true;
  }

  #field(first: number): readonly [string, string] | undefined {
    if (first >= 0xc0) return known(this.number(6));
    const name = this.#name(first);
    const value = name === undefined ? undefined : this.text(7);
    return name === undefined || value === undefined ? undefined : [name, value];
  }

  /** The name of a literal field; undefined = it needs the dynamic table (RFC 9204 4.5). */
  #name(first: number): string | undefined {
    if ((first & 0xd0) === 0x50) return known(this.number(4))?.[0];
    return (first & 0xe0) === 0x20 ? this.text(3) : undefined;
  }
}

function known(index: number): readonly [string, string] | undefined {
  return index < STATIC_SIZE ? STATIC.get(index) ?? OTHER : undefined;
}

/** Indexes in the static table of the fields in a query's head. */
const AUTHORITY = 0;
const PATH = 1;
const POST = 20;
const HTTPS = 23;
const ACCEPT = 30;
const CONTENT_TYPE = 44;

/** The head of a query: POST, as in every other version of HTTP, and `length` bytes of content. */
export function encodeQueryHead(authority: string, path: string, length: number): Uint8Array {
  const bytes: number[] = [0, 0];
  for (const index of [POST, HTTPS]) writeNumber(bytes, 0xc0, 6, index);
  writeField(bytes, AUTHORITY, authority);
  writeField(bytes, PATH, path);
  for (const index of [CONTENT_TYPE, ACCEPT]) writeNumber(bytes, 0xc0, 6, index);
  writeField(bytes, CONTENT_LENGTH, String(length));
  return Uint8Array.from(bytes);
}

function writeField(bytes: number[], name: number, value: string): void {
  writeNumber(bytes, 0x50, 4, name);
  writeText(bytes, value);
}
