/** Decodes the body of a list as it comes, within bounds: a bomb, an endless body or a cut one stops it. */
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { DomainError } from "../../../schema/errors.ts";

/** Bounds of one list. */
export interface ListBounds {
  /** Bytes as sent. */
  readonly compressed: number;
  /** Bytes once decoded. */
  readonly raw: number;
  readonly lines: number;
  /** Bytes decoded for each byte sent, looked at beyond `ratioFrom` bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

/** The bounds of the box: 64 MB sent, 256 MB decoded (as AdGuard Home), ten million lines. */
export const LIST_BOUNDS: ListBounds = {
  compressed: 64 * 1024 * 1024,
  raw: 256 * 1024 * 1024,
  lines: 10_000_000,
  ratio: 150,
  ratioFrom: 8 * 1024 * 1024,
};

const NEWLINE = 0x0a;

/** How a body is packed. */
type Packing = "" | "gzip" | "br";

/** The decoded body in pieces. Throws DomainError past a bound or on data that cannot be decoded; counts the lines. */
export class ListBody {
  /** Bytes decoded so far. */
  raw = 0;
  /** Bytes received so far. */
  received = 0;
  /** Lines so far; an unfinished last one counts. */
  lines = 0;
  #open = false;
  readonly #bounds: ListBounds;

  constructor(bounds: ListBounds) {
    this.#bounds = bounds;
  }

  /**
   * Decodes `body` by its Content-Encoding, and a file that is itself packed by its first bytes. `expected` is the length
   * that was promised, if any: another one means that the list is not whole.
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
          `the list is larger than ${megabytes(this.#bounds.compressed)} as sent`,
        );
      }
      yield piece;
    }
    if (expected !== undefined && expected !== this.received) {
      throw new DomainError(
        "list_refused",
        `the download was cut: ${this.received} of ${expected} octets came`,
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
          `the list is larger than ${megabytes(raw)} once unpacked`,
        );
      }
      if (this.raw > ratioFrom && this.raw > ratio * this.received) {
        throw new DomainError(
          "list_refused",
          `the list unpacks to more than ${ratio} times its size, which no list does`,
        );
      }
      this.#countLines(piece);
      if (this.lines > lines) {
        throw new DomainError("list_refused", `the list has more than ${lines} lines`);
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
    `the server packed the list in a way that was not asked for: ${name.slice(0, 40)}`,
  );
}

async function* unpack(
  pieces: AsyncIterable<Uint8Array>,
  packing: Packing,
): AsyncGenerator<Uint8Array> {
  if (packing === "") return yield* pieces;
  const source = Readable.from(pieces, { objectMode: false });
  const unpacker = packing === "gzip" ? createGunzip() : createBrotliDecompress();
  // pipe() does not carry errors on: without this a cut download would wait for ever.
  let cut: Error | undefined;
  source.on("error", (error) => {
    cut = error;
    unpacker.destroy(error);
  });
  try {
    for await (const piece of source.pipe(unpacker)) yield piece as Uint8Array;
  } catch {
    throw cut ?? new DomainError("list_refused", "the packed list is damaged or cut");
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
