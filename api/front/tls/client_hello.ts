/** Reads which name a client asks for in the ClientHello of TLS (RFC 8446, 4.1.2; RFC 6066, 3), before TLS is begun. */

/** Octets of a ClientHello at most, with those of its records; real ones have some 2,000. */
export const LONGEST_HELLO = 32_768;

const HANDSHAKE = 22, CLIENT_HELLO = 1, SERVER_NAME = 0, HOST_NAME = 0;
const RECORD_HEADER = 5, LONGEST_RECORD = 16_384;

/** Collects the first octets of a connection, which may come one by one and in many records, until they tell the name. */
export class ClientHello {
  readonly #received = new Octets();
  /** What the records hold, joined. */
  readonly #message = new Octets();
  /** Where the next record begins, or goes on. */
  #at = 0;
  /** Octets of the record at hand that are still to come. */
  #left = 0;

  /** All octets that came. */
  get octets(): Uint8Array {
    return this.#received.all;
  }

  /** Takes octets: the name, "" = none is asked for; undefined = more octets are needed; false = this is no hello of TLS. */
  push(octets: Uint8Array): string | undefined | false {
    this.#received.add(octets);
    if (!this.#readRecords()) return false;
    const message = this.#message.all, isTooLong = this.#received.length >= LONGEST_HELLO;
    const length = message.length < 4
      ? LONGEST_HELLO
      : message[1] << 16 | message[2] << 8 | message[3];
    if ((message.length > 0 && message[0] !== CLIENT_HELLO) || length > LONGEST_HELLO) return false;
    if (message.length < 4 + length) return isTooLong ? false : undefined;
    return nameOf(new Cursor(message.subarray(4, 4 + length)));
  }

  /** Joins what the records hold; false when they are none of a handshake. */
  #readRecords(): boolean {
    const octets = this.#received.all;
    while (this.#at < octets.length) {
      if (this.#left > 0) {
        const part = octets.subarray(this.#at, this.#at + this.#left);
        this.#message.add(part);
        this.#at += part.length;
        this.#left -= part.length;
        continue;
      }
      const at = this.#at;
      if (octets[at] !== HANDSHAKE || (octets[at + 1] ?? 3) !== 3) return false;
      if (octets.length - at < RECORD_HEADER) return true;
      this.#left = octets[at + 3] << 8 | octets[at + 4];
      if (this.#left === 0 || this.#left > LONGEST_RECORD) return false;
      this.#at += RECORD_HEADER;
    }
    return true;
  }
}

/** Octets that grow. */
class Octets {
  #room = new Uint8Array(0);
  length = 0;

  get all(): Uint8Array {
    return this.#room.subarray(0, this.length);
  }

  add(octets: Uint8Array): void {
    const length = this.length + octets.length;
    if (length > this.#room.length) {
      const larger = new Uint8Array(length + (this.length > 0 ? length : 0));
      larger.set(this.all);
      this.#room = larger;
    }
    this.#room.set(octets, this.length);
    this.length = length;
  }
}

function nameOf(hello: Cursor): string | false {
  hello.skip(2 + 32); // legacy_version, random
  hello.skip(hello.number(1)); // legacy_session_id
  hello.skip(hello.number(2)); // cipher_suites
  hello.skip(hello.number(1)); // legacy_compression_methods
  if (hello.isBroken) return false;
  if (hello.left === 0) return "";
  const extensions = hello.part(hello.number(2));
  while (extensions.left > 0) {
    const type = extensions.number(2), extension = extensions.part(extensions.number(2));
    if (extensions.isBroken) return false;
    if (type !== SERVER_NAME) continue;
    const list = extension.part(extension.number(2));
    if (list.number(1) !== HOST_NAME) return "";
    const name = list.text(list.number(2));
    return list.isBroken ? false : name;
  }
  return hello.isBroken ? false : "";
}

/** Reads from front to back; what lies beyond the end reads as 0 and breaks it. */
class Cursor {
  readonly #octets: Uint8Array;
  #at = 0;
  isBroken = false;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  get left(): number {
    return this.#octets.length - this.#at;
  }

  number(size: number): number {
    let value = 0;
    for (const octet of this.#take(size)) value = value << 8 | octet;
    return value;
  }

  skip(size: number): void {
    this.#take(size);
  }

  part(size: number): Cursor {
    return new Cursor(this.#take(size));
  }

  /** Printable ASCII in small letters; "" for anything else. */
  text(size: number): string {
    const octets = this.#take(size);
    return octets.every((octet) => octet > 0x20 && octet < 0x7f)
      ? String.fromCharCode(...octets).toLowerCase()
      : "";
  }

  #take(size: number): Uint8Array {
    if (size > this.left) {
      this.isBroken = true;
      this.#at = this.#octets.length;
      return new Uint8Array(0);
    }
    return this.#octets.subarray(this.#at, this.#at += size);
  }
}
