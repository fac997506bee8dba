/**
 * Reads the server name from the ClientHello of TLS (RFC 8446, 4.1.2; RFC 6066, 3), before TLS
 * starts.
 */

/** Longest ClientHello in bytes, including its record headers; real ones have some 2,000. */
export const LONGEST_HELLO = 32_768;

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HOST_NAME = 0;
const RECORD_HEADER = 5;
const LONGEST_RECORD = 16_384;

/**
 * Collects the first bytes of a connection until they contain the name. They may arrive one by one
 * and in many records.
 */
export class ClientHello {
  readonly #received = new Bytes();
  /** The content of the records, joined. */
  readonly #message = new Bytes();
  /** Where the next record begins, or continues. */
  #at = 0;
  /** Bytes of the current record still to come. */
  #left = 0;

  /** All bytes that came. */
  get bytes(): Uint8Array {
    return this.#received.all;
  }

  /**
   * Takes bytes and returns the name, "" = none is sent; undefined = more bytes are needed; false =
   * this is no ClientHello.
   */
  push(bytes: Uint8Array): string | undefined | false {
    this.#received.add(bytes);
    if (!this.#readRecords()) return false;
    const message = this.#message.all;
    const isTooLong = this.#received.length >= LONGEST_HELLO;
    const length = message.length < 4
      ? LONGEST_HELLO
      : message[1] << 16 | message[2] << 8 | message[3];
    if ((message.length > 0 && message[0] !== CLIENT_HELLO) || length > LONGEST_HELLO) return false;
    if (message.length < 4 + length) return isTooLong ? false : undefined;
    return nameOf(new Cursor(message.subarray(4, 4 + length)));
  }

  /** Joins the content of the records; false when they are not handshake records. */
  #readRecords(): boolean {
    const bytes = this.#received.all;
    while (this.#at < bytes.length) {
      if (this.#left > 0) {
        const part = bytes.subarray(this.#at, this.#at + this.#left);
        this.#message.add(part);
        this.#at += part.length;
        this.#left -= part.length;
        continue;
      }
      const at = this.#at;
      if (bytes[at] !== HANDSHAKE || (bytes[at + 1] ?? 3) !== 3) return false;
      if (bytes.length - at < RECORD_HEADER) return true;
      this.#left = bytes[at + 3] << 8 | bytes[at + 4];
      if (this.#left === 0 || this.#left > LONGEST_RECORD) return false;
      this.#at += RECORD_HEADER;
    }
    return true;
  }
}

/** A buffer that grows. */
class Bytes {
  #room = new Uint8Array(0);
  length = 0;

  get all(): Uint8Array {
    return this.#room.subarray(0, this.length);
  }

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.#room.length) {
      const larger = new Uint8Array(length + (this.length > 0 ? length : 0));
      larger.set(this.all);
      this.#room = larger;
    }
    this.#room.set(bytes, this.length);
    this.length = length;
  }
}

function nameOf(hello: Cursor): string | false {
  // legacy_version, random
  hello.skip(2 + 32);
  // legacy_session_id
  hello.skip(hello.number(1));
  // cipher_suites
  hello.skip(hello.number(2));
  // legacy_compression_methods
  hello.skip(hello.number(1));
  if (hello.isBroken) return false;
  if (hello.left === 0) return "";
  const extensions = hello.part(hello.number(2));
  while (extensions.left > 0) {
    const type = extensions.number(2);
    const extension = extensions.part(extensions.number(2));
    if (extensions.isBroken) return false;
    if (type !== SERVER_NAME) continue;
    const list = extension.part(extension.number(2));
    if (list.number(1) !== HOST_NAME) return "";
    const name = list.text(list.number(2));
    return list.isBroken ? false : name;
  }
  return hello.isBroken ? false : "";
}

/** Reads sequentially; bytes beyond the end read as 0 and mark the input as invalid. */
class Cursor {
  readonly #bytes: Uint8Array;
  #at = 0;
  isBroken = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  number(size: number): number {
    let value = 0;
    for (const byte of this.#take(size)) value = value << 8 | byte;
    return value;
  }

  skip(size: number): void {
    this.#take(size);
  }

  part(size: number): Cursor {
    return new Cursor(this.#take(size));
  }

  /** Printable ASCII in lower case; "" for anything else. */
  text(size: number): string {
    const bytes = this.#take(size);
    return bytes.every((byte) => byte > 0x20 && byte < 0x7f)
      ? String.fromCharCode(...bytes).toLowerCase()
      : "";
  }

  #take(size: number): Uint8Array {
    if (size > this.left) {
      this.isBroken = true;
      this.#at = this.#bytes.length;
      return new Uint8Array(0);
    }
    return this.#bytes.subarray(this.#at, this.#at += size);
  }
}
