/**
 * Reads databases in the format of MaxMind (MMDB 2.0). A value may refer to others and to itself,
 * so the work of reading one is bounded: no file ends or blocks the process.
 */
import { Buffer } from "node:buffer";

/** Values, nesting (a reference counts too) and bytes of text of one record, at most. */
const MOST_VALUES = 500;
const MOST_DEPTH = 16;
const MOST_TEXT = 16_384;
/** Bytes at the end in which the metadata may begin. */
const METADATA_WITHIN = 131_072;
const MARKER = Buffer.from("abcdef4d61784d696e642e636f6d", "hex");
/** Bytes between the tree and the data. */
const SEPARATOR = 16;
/** The latest time of a build, in Unix seconds. */
const LATEST = 1e11;

const EXTENDED = 0;
const POINTER = 1;
const TEXT = 2;
const MAP = 7;
const ARRAY = 11;
const BOOLEAN = 14;
/** Unsigned numbers of 16, 32, 64 and 128 bits, with their bytes. */
const UNSIGNED: ReadonlyMap<number, number> = new Map([[5, 2], [6, 4], [9, 8], [10, 16]]);
/** Double, bytes, signed number, float: no database of countries needs them. */
const SKIPPED: ReadonlySet<number> = new Set([3, 4, 8, 15]);
/** Added to references of one to four bytes. */
const POINTER_FROM = [0, 2048, 526_336, 0];

/** A value of a file; undefined = of a kind that is skipped. */
export type MmdbValue =
  | string
  | number
  | boolean
  | undefined
  | readonly MmdbValue[]
  | ReadonlyMap<MmdbValue, MmdbValue>;

/** A database. */
export class Mmdb {
  /** Whether its tree is for IPv6 (with IPv4 inside) or for IPv4. */
  readonly ipVersion: 4 | 6;
  /** Unix milliseconds at which its owner made it. */
  readonly built: number;
  readonly #bytes: Buffer;
  readonly #recordBits: number;
  readonly #nodes: number;
  /** Where the data begins and ends. */
  readonly #data: number;
  readonly #end: number;
  /** The node at which the addresses of IPv4 begin. */
  readonly #start: number;

  /** Throws an Error if the file is not such a database. */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const from = Math.max(0, bytes.length - METADATA_WITHIN);
    const marker = this.#bytes.subarray(from).lastIndexOf(MARKER);
    if (marker < 0) throw new Error("it has no metadata");
    this.#end = from + marker;
    const at = this.#end + MARKER.length;
    const metadata = new RecordReader(this.#bytes, at, bytes.length).read(at);
    if (!(metadata instanceof Map)) throw new Error("its metadata is no map");
    const ipVersion = metadata.get("ip_version");
    if (ipVersion !== 4 && ipVersion !== 6) throw new Error("it is not for IPv4 or IPv6");
    this.ipVersion = ipVersion;
    this.built = wholeIn(metadata, "build_epoch", LATEST) * 1000;
    this.#recordBits = wholeIn(metadata, "record_size", 32);
    if (![24, 28, 32].includes(this.#recordBits)) throw new Error("its records have another size");
    this.#nodes = wholeIn(metadata, "node_count", 0xffff_ffff);
    this.#data = this.#nodes * this.#recordBits / 4 + SEPARATOR;
    if (this.#nodes === 0 || this.#data >= this.#end) throw new Error("it is not complete");
    this.#start = this.ipVersion === 4 ? 0 : this.#walk(new Uint8Array(12), 0);
  }

  /** The record of an address of 4 or 16 bytes; undefined = none. */
  get(address: Uint8Array): MmdbValue {
    if (address.length === 16 && this.ipVersion === 4) return undefined;
    const found = this.#walk(address, address.length === 4 ? this.#start : 0);
    if (found <= this.#nodes) return undefined;
    const at = found - this.#nodes + this.#data - SEPARATOR;
    return new RecordReader(this.#bytes, this.#data, this.#end).read(at);
  }

  /** Follows the bits of an address from a node as far as the tree goes. */
  #walk(address: Uint8Array, from: number): number {
    let node = from;
    for (let bit = 0; bit < address.length * 8 && node < this.#nodes; bit++) {
      node = this.#next(node, address[bit >> 3] >> (7 - (bit & 7)) & 1);
    }
    return node;
  }

  /** The left or right record of a node. */
  #next(node: number, side: number): number {
    const at = node * this.#recordBits / 4;
    if (this.#recordBits === 24) return this.#bytes.readUIntBE(at + side * 3, 3);
    if (this.#recordBits === 32) return this.#bytes.readUInt32BE(at + side * 4);
    const middle = this.#bytes[at + 3];
    const high = side === 0 ? middle >> 4 : middle & 15;
    return high * 0x100_0000 + this.#bytes.readUIntBE(at + side * 4, 3);
  }
}

/** Reads one record within bounds of space, nesting and work. */
class RecordReader {
  readonly #bytes: Buffer;
  readonly #from: number;
  readonly #to: number;
  #at = 0;
  #values = MOST_VALUES;
  #text = MOST_TEXT;

  /** References count from `from`; nothing outside of `from` and `to` is read. */
  constructor(bytes: Buffer, from: number, to: number) {
    this.#bytes = bytes;
    this.#from = from;
    this.#to = to;
  }

  /** The value at a place. */
  read(at: number): MmdbValue {
    if (at < this.#from) throw new Error("a record lies outside of the data");
    this.#at = at;
    return this.#value(MOST_DEPTH);
  }

  #value(depth: number, mayRefer = true): MmdbValue {
    if (--this.#values < 0 || depth === 0) throw new Error("a record is too large");
    const control = this.#bytes[this.#skip(1)];
    const type = control >> 5 === EXTENDED ? 7 + this.#bytes[this.#skip(1)] : control >> 5;
    if (type === POINTER) {
      if (!mayRefer) throw new Error("a reference leads to a reference");
      return this.#referred(control, depth);
    }
    const size = this.#size(control & 31);
    if (type === TEXT) return this.#textOf(size);
    if (type === MAP) return this.#map(size, depth);
    if (type === ARRAY) return this.#array(size, depth);
    if (type === BOOLEAN) return size !== 0;
    const most = UNSIGNED.get(type);
    if (most !== undefined && size <= most) return this.#number(size);
    if (!SKIPPED.has(type)) throw new Error("a value is of no known kind");
    this.#skip(size);
    return undefined;
  }

  /** Moves on, and returns the place before. */
  #skip(count: number): number {
    const at = this.#at;
    if (at + count > this.#to) throw new Error("a value goes beyond the end");
    this.#at += count;
    return at;
  }

  #number(size: number): number {
    let value = 0;
    for (const byte of this.#bytes.subarray(this.#skip(size), this.#at)) value = value * 256 + byte;
    return value;
  }

  #size(short: number): number {
    if (short < 29) return short;
    const more = this.#number(short - 28);
    return more + [29, 285, 65_821][short - 29];
  }

  #textOf(size: number): string {
    this.#text -= size;
    if (this.#text < 0) throw new Error("a record is too large");
    const at = this.#skip(size);
    return this.#bytes.toString("utf8", at, this.#at);
  }

  #referred(control: number, depth: number): MmdbValue {
    const length = control >> 3 & 3;
    const high = length === 3 ? 0 : (control & 7) * 256 ** (length + 1);
    const target = this.#from + POINTER_FROM[length] + high + this.#number(length + 1);
    const next = this.#at;
    this.#at = target;
    const value = this.#value(depth - 1, false);
    this.#at = next;
    return value;
  }

  #map(size: number, depth: number): ReadonlyMap<MmdbValue, MmdbValue> {
    const map = new Map<MmdbValue, MmdbValue>();
    for (let i = 0; i < size; i++) {
      const key = this.#value(depth - 1);
      map.set(key, this.#value(depth - 1));
    }
    return map;
  }

  #array(size: number, depth: number): readonly MmdbValue[] {
    const array: MmdbValue[] = [];
    for (let i = 0; i < size; i++) array.push(this.#value(depth - 1));
    return array;
  }
}

function wholeIn(
  metadata: ReadonlyMap<MmdbValue, MmdbValue>,
  key: string,
  most: number,
): number {
  const value = metadata.get(key);
  if (typeof value === "number" && value <= most) return value;
  throw new Error(`its metadata has no valid ${key}`);
}
