/**
 * The format of exported tables (docs/decisions/0062): lines of JSON in UTF-8. The first line is
 * the header, the last one the trailer with the SHA-256 of all bytes before it, and between them is
 * one line for each row, in the order of the tables.
 */
import { z } from "@hono/zod-openapi";
import type { SqlValue } from "../database.ts";
import { TransferError } from "./refused.ts";

/** The name of the format in the header. */
export const FORMAT = "box-tables";
/** The version of the format, the only one that is written and read. */
export const FORMAT_VERSION = 1;

/** Limits of an import; a stream beyond them is refused. */
export interface TransferLimits {
  /** Maximum bytes of one line. */
  readonly line: number;
  /** Maximum rows of all tables. */
  readonly rows: number;
  /** Maximum bytes of the stream. */
  readonly bytes: number;
}

/** The default limits: far beyond any household, far below what fills a disk. */
export const TRANSFER_LIMITS: TransferLimits = {
  line: 8 << 20,
  rows: 5_000_000,
  bytes: 1 << 30,
};

/** Maximum number of tables and of columns in a header. */
const MOST_NAMES = 200;
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,63}$/);
const whole = z.int().min(0);

const header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.int(),
  database: name,
  purpose: z.enum(["backup", "secondary"]),
  schema: whole,
  tables: z.array(z.strictObject({
    name,
    columns: z.array(name).min(1).max(MOST_NAMES),
    rows: whole,
    sequence: whole,
  })).max(MOST_NAMES),
});
const trailer = z.strictObject({
  end: z.literal(true),
  rows: whole,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The first line: the origin and the shape of the rows. */
export type TransferHeader = z.infer<typeof header>;
/** The last line. */
export type TransferTrailer = z.infer<typeof trailer>;

/** Reads the first line. Throws TransferError. */
export function readHeader(line: string): TransferHeader {
  const value = jsonOf(line);
  const { format, version } = (value ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) {
    throw new TransferError("This is no export of a box: its first line is not that of one");
  }
  if (version !== FORMAT_VERSION) {
    throw new TransferError(
      `The export has format ${
        String(version).slice(0, 20)
      }, and this program reads ${FORMAT_VERSION} only`,
    );
  }
  const read = header.safeParse(value);
  if (!read.success) throw new TransferError("The first line of the export is malformed");
  const { tables } = read.data;
  const isTwice = (names: readonly string[]) => new Set(names).size < names.length;
  if (isTwice(tables.map((table) => table.name))) {
    throw new TransferError("The export names a table twice");
  }
  if (tables.some(({ columns }) => isTwice(columns))) {
    throw new TransferError("The export names a column twice");
  }
  return read.data;
}

/** Reads the last line; undefined when the line is a row. Throws TransferError. */
export function readTrailer(line: string): TransferTrailer | undefined {
  if (!line.startsWith("{")) return undefined;
  const read = trailer.safeParse(jsonOf(line));
  if (!read.success) throw new TransferError("The last line of the export is malformed");
  return read.data;
}

/**
 * A sealed secret, opened for the transfer: bytes in base64, or null when it could not be opened.
 */
export interface OpenedSecret {
  readonly s: string | null;
}

/** The line of a row; `table` is the index of its table in the header. */
export function rowLine(table: number, values: readonly (SqlValue | OpenedSecret)[]): string {
  return JSON.stringify([table, ...values.map(jsonValue)]);
}

function jsonValue(value: SqlValue | OpenedSecret): unknown {
  if (typeof value === "bigint") return { i: String(value) };
  if (value instanceof Uint8Array) return { b: value.toBase64() };
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TransferError("A number that is infinite cannot be exported");
  }
  return value;
}

/**
 * Reads the line of a row: the index of its table, and its unchecked values. `at` is the line
 * number. Throws TransferError.
 */
export function readRow(line: string, at: number): { table: number; values: readonly unknown[] } {
  const value = line.startsWith("[") ? jsonOf(line) : undefined;
  if (!Array.isArray(value) || !Number.isSafeInteger(value[0]) || value[0] < 0) {
    throw new TransferError(`Line ${at} of the export is no row`);
  }
  return { table: value[0], values: value.slice(1) };
}

/** The SQLite value for a column; undefined when it does not match the column's type. */
export function columnValue(type: string, value: unknown): SqlValue | undefined {
  if (value === null) return null;
  switch (type) {
    case "integer":
      return Number.isSafeInteger(value) ? value as number : bigOf(value);
    case "real":
      return typeof value === "number" ? value : undefined;
    case "text":
      return typeof value === "string" && value.isWellFormed() ? value : undefined;
    case "blob":
      return bytesOf(value, "b");
    default:
      return undefined;
  }
}

/** The bytes of `{"b": base64}` or `{"s": base64}`; undefined for anything else. */
export function bytesOf(value: unknown, key: "b" | "s"): Uint8Array | undefined {
  const text = onlyField(value, key);
  if (typeof text !== "string") return undefined;
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return undefined;
  }
}

/** The field of an object with this one field; undefined for anything else. */
export function onlyField(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 1) {
    return undefined;
  }
  return (value as Record<string, unknown>)[key];
}

/** Reads an integer beyond 2^53, which is written as text. */
function bigOf(value: unknown): bigint | undefined {
  const text = onlyField(value, "i");
  if (typeof text !== "string" || !/^-?[1-9]\d{15,18}$/.test(text)) return undefined;
  const big = BigInt(text);
  return BigInt.asIntN(64, big) === big ? big : undefined;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The lines of a stream with their bytes, within the limits. Throws TransferError. */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
  limits: TransferLimits,
): AsyncIterable<{ readonly text: string; readonly bytes: Uint8Array }> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  for await (const chunk of stream) {
    total += chunk.length;
    if (total > limits.bytes) {
      throw new TransferError(`The export is larger than ${limits.bytes} bytes`);
    }
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      parts.push(chunk.subarray(from, end + 1));
      length += end + 1 - from;
      from = end + 1;
      checkLength(length, limits);
      const bytes = joinedParts(parts, length);
      yield { text: decoded(decoder, bytes.subarray(0, -1)), bytes };
      parts = [];
      length = 0;
    }
    if (from === chunk.length) continue;
    // The chunk may be a view of a buffer that its owner reuses.
    parts.push(chunk.slice(from));
    length += chunk.length - from;
    checkLength(length, limits);
  }
  if (length > 0) throw new TransferError("The export ends in the middle of a line");
}

function checkLength(length: number, limits: TransferLimits): void {
  if (length > limits.line) {
    throw new TransferError(`A line of the export is longer than ${limits.line} bytes`);
  }
}

function joinedParts(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function decoded(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new TransferError("The export contains a text that is not UTF-8");
  }
}
