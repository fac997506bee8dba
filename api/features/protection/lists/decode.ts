/**
 * Decodes the body of a list as a stream, within limits: a decompression bomb or an endless or
 * truncated body stops it.
 */
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { DomainError } from "../../../schema/errors.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** Limits of one list. */
export interface ListBounds {
  /** Bytes as sent. */
  readonly compressed: number;
  /** Bytes after decoding. */
  readonly raw: number;
  readonly lines: number;
  /** Decoded bytes per received byte, checked beyond `ratioFrom` bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

/** The default limits: 64 MB received, 256 MB decoded (as in AdGuard Home), ten million lines. */
export const LIST_BOUNDS: ListBounds = {
  compressed: 64 * 1024 * 1024,
  raw: 256 * 1024 * 1024,
  lines: 10_000_000,
  ratio: 150,
  ratioFrom: 8 * 1024 * 1024,
};

const NEWLINE = 0x0a;

/** The compression of a body. */
type Packing = "" | "gzip" | "br";

/**
 * The decoded body in pieces, with a line count. Throws DomainError when a limit is exceeded or
 * decoding fails.
 */
export class ListBody {
  /** Decoded bytes so far. */
  raw = 0;
  /** Bytes received so far. */
  received = 0;
  /** Lines so far, including an incomplete last one. */
  lines = 0;
  #open = false;
  readonly #bounds: ListBounds;

  constructor(bounds: ListBounds) {
    this.#bounds = bounds;
  }

  /**
   * Decodes `body` by its Content-Encoding, and a file that is itself compressed by its first
   * bytes. `expected` is the announced length, if any: a different length means that the list is
   * incomplete.
   */
  async *decode(
    body: AsyncIterable<Uint8Array>,
    encoding: string,
    expected: number | undefined,
  ): AsyncGenerator<Uint8Array> {
    const counted = this.#count(body, expected);
    const unpacked = unpack(counted, packingOf(encoding));
    yield* this.#bound(unpackFile(unpacked));
  }

  async *#count(
    body: AsyncIterable<Uint8Array>,
    expected: number | undefined,
  ): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      this.received += piece.length;
      if (this.received > this.#bounds.compressed) {
        throw new DomainError(
          "list_refused",
          sentence`the list is larger than ${megabytes(this.#bounds.compressed)} as sent`,
        );
      }
      yield piece;
    }
    if (expected !== undefined && expected !== this.received) {
      throw new DomainError(
        "list_refused",
        sentence`the download ended early: ${this.received} of ${expected} bytes arrived`,
      );
    }
  }

  async *#bound(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { raw, ratio, ratioFrom, lines } = this.#bounds;
    for await (const piece of pieces) {
      this.raw += piece.length;
      if (this.raw > raw) {
        throw new DomainError(
          "list_refused",
          sentence`the list is larger than ${megabytes(raw)} once unpacked`,
        );
      }
      if (this.raw > ratioFrom && this.raw > ratio * this.received) {
        throw new DomainError(
          "list_refused",
          sentence`the list unpacks to more than ${ratio} times its size`,
        );
      }
      this.#countLines(piece);
      if (this.lines > lines) {
        throw new DomainError("list_refused", sentence`the list has more than ${lines} lines`);
      }
      yield piece;
    }
  }

  #countLines(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.#open) this.lines--;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) {
      this.lines++;
    }
    this.#open = piece[piece.length - 1] !== NEWLINE;
    if (this.#open) this.lines++;
  }
}

function packingOf(encoding: string): Packing {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return "";
  if (name === "gzip" || name === "x-gzip") return "gzip";
  if (name === "br") return "br";
  throw new DomainError(
    "list_refused",
    sentence`the server compressed the list in an unknown way: ${name.slice(0, 40)}`,
  );
}

async function* unpack(
  pieces: AsyncIterable<Uint8Array>,
  packing: Packing,
): AsyncGenerator<Uint8Array> {
  if (packing === "") return yield* pieces;
  const source = Readable.from(pieces, { objectMode: false });
  const unpacker = packing === "gzip" ? createGunzip() : createBrotliDecompress();
  // pipe() does not forward errors, so a truncated download would wait forever.
  let cut: Error | undefined;
  source.on("error", (error) => {
    cut = error;
    unpacker.destroy(error);
  });
  try {
    for await (const piece of source.pipe(unpacker)) yield piece as Uint8Array;
  } catch {
    throw cut ?? new DomainError("list_refused", sentence`the packed list is damaged or cut`);
  } finally {
    source.destroy();
    unpacker.destroy();
  }
}

/** Lists are also served as .gz files, which are recognised by their bytes, not by their name. */
async function* unpackFile(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const packed = first.value[0] === 0x1f && first.value[1] === 0x8b;
  yield* unpack(resume(first.value, iterator), packed ? "gzip" : "");
}

async function* resume(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MB`;
}
