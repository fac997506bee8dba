/** Reads which name a client asks for in the ClientHello of TLS (RFC 8446, 4.1.2; RFC 6066, 3), before TLS is begun. */

/** Octets of a ClientHello at most, with those of its records; real ones have some 2,000. */
export const LONGEST_HELLO = 32_768;

const HANDSHAKE = 22, CLIENT_HELLO = 1, SERVER_NAME = 0, HOST_NAME = 0;
const RECORD_HEADER = 5, LONGEST_RECORD = 16_384;

/** The name in the first octets of a connection, "" = it asks for none; undefined = more octets are needed; false = this is no TLS. */
export function readClientHello(octets: Uint8Array): string | undefined | false {
  const message = handshakeOf(octets);
  if (message === false || message.length < 4) return message === false ? false : undefined;
  const length = message[1] << 16 | message[2] << 8 | message[3];
  if (message[0] !== CLIENT_HELLO || length > LONGEST_HELLO) return false;
  if (message.length < 4 + length) return octets.length >= LONGEST_HELLO ? false : undefined;
  return nameOf(new Cursor(message.subarray(4, 4 + length)));
}

/** What the records hold up to now, joined; false when they are none of a handshake. */
function handshakeOf(octets: Uint8Array): Uint8Array | false {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < octets.length;) {
    if (octets[at] !== HANDSHAKE || (octets[at + 1] ?? 3) !== 3) return false;
    if (octets.length - at < RECORD_HEADER) break;
    const length = octets[at + 3] << 8 | octets[at + 4];
    if (length === 0 || length > LONGEST_RECORD) return false;
    parts.push(octets.subarray(at + RECORD_HEADER, at + RECORD_HEADER + length));
    at += RECORD_HEADER + length;
  }
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
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
    return octets.every((octet) => octet > 0x20 && octet < 0x7f) ? String.fromCharCode(...octets).toLowerCase() : "";
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
