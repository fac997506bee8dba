/**
 * Server cookies (RFC 7873, RFC 9018) for clients that send a cookie. A client recognizes genuine
 * responses by its own part. The box does not verify cookies, because no decision depends on them:
 * TCP proves the address as well, and the same rate limits apply.
 */
import type { ParsedQuery } from "./query.ts";
import { writeUint32 } from "./ttl.ts";

/** Bytes of the client part and of the server part. */
const CLIENT = 8;
const SERVER = 16;
/** Lifetime of a key in seconds. RFC 7873 7.1 allows at most 26 hours. */
const KEY_LIFE = 86_400;

/**
 * Returns the 16-byte key of each day since 1970, derived from a 16-byte secret. Boxes that share
 * the secret have equal keys.
 */
export function createDailyKeys(secret: Uint8Array): (day: number) => Uint8Array {
  const hash = new SipHash(secret);
  const input = new Uint8Array(5);
  return (day) => {
    const key = new Uint8Array(16);
    writeUint32(input, 0, day);
    for (const half of [0, 1]) {
      input[4] = half;
      hash.digest(input, input.length, key, 8 * half);
    }
    return key;
  };
}

/**
 * Creates server cookies. `seconds` is Unix time, `address` has 4 or 16 bytes. The time in a cookie
 * gives the day and therefore its key.
 */
export class ServerCookies {
  readonly #keys: (day: number) => Uint8Array;
  #hash: SipHash | undefined;
  #day = -1;
  readonly #input = new Uint8Array(32);
  readonly #cookie = new Uint8Array(CLIENT + SERVER);

  /** `keys` returns the key of a day. */
  constructor(keys: (day: number) => Uint8Array) {
    this.#keys = keys;
  }

  /**
   * The cookie of the response, 24 bytes, valid until the next call. The query must have a cookie.
   */
  make(query: ParsedQuery, address: Uint8Array, seconds: number): Uint8Array {
    const input = this.#fill(query.bytes, query.cookieAt, address);
    const cookie = this.#cookie;
    input[8] = 1;
    input[9] = input[10] = input[11] = 0;
    writeUint32(input, 12, seconds);
    for (let i = 0; i < 16; i++) cookie[i] = input[i];
    this.#hashOf(seconds).digest(input, 16 + address.length, cookie, 16);
    return cookie;
  }

  #hashOf(seconds: number): SipHash {
    const day = Math.floor((seconds >>> 0) / KEY_LIFE);
    if (this.#hash !== undefined && day === this.#day) return this.#hash;
    this.#day = day;
    return this.#hash = new SipHash(this.#keys(day));
  }

  #fill(bytes: Uint8Array, cookieAt: number, address: Uint8Array): Uint8Array {
    const input = this.#input;
    for (let i = 0; i < CLIENT; i++) input[i] = bytes[cookieAt + i];
    input.set(address, 16);
    return input;
  }
}

/**
 * SipHash-2-4. The 64-bit words are pairs of 32 bits (v[2i] low, v[2i + 1] high), which avoids
 * BigInt.
 */
export class SipHash {
  readonly #key: Uint32Array;
  readonly #v = new Int32Array(8);

  /** A key of 16 bytes. */
  constructor(key: Uint8Array) {
    this.#key = Uint32Array.from({ length: 4 }, (_, i) => littleEndian(key, 4 * i));
  }

  /** Writes the 8 bytes of the hash of `data[0, length)` to `out[at]`. */
  digest(data: Uint8Array, length: number, out: Uint8Array, at: number): void {
    const v = this.#v;
    const key = this.#key;
    const magic = [
      0x70736575,
      0x736f6d65,
      0x6e646f6d,
      0x646f7261,
      0x6e657261,
      0x6c796765,
      0x79746573,
      0x74656462,
    ];
    for (let i = 0; i < 8; i++) v[i] = magic[i] ^ key[i & 3];
    const whole = length - length % 8;
    for (let from = 0; from < whole; from += 8) {
      this.#word(littleEndian(data, from), littleEndian(data, from + 4));
    }
    let low = 0;
    let high = length << 24;
    for (let i = 0; i < length % 8; i++) {
      if (i < 4) low |= data[whole + i] << 8 * i;
      else high |= data[whole + i] << 8 * (i - 4);
    }
    this.#word(low, high);
    v[4] ^= 0xff;
    for (let i = 0; i < 4; i++) this.#round();
    const lowHash = v[0] ^ v[2] ^ v[4] ^ v[6];
    const highHash = v[1] ^ v[3] ^ v[5] ^ v[7];
    for (let i = 0; i < 4; i++) {
      out[at + i] = lowHash >>> 8 * i;
      out[at + 4 + i] = highHash >>> 8 * i;
    }
  }

  #word(low: number, high: number): void {
    const v = this.#v;
    v[6] ^= low;
    v[7] ^= high;
    this.#round();
    this.#round();
    v[0] ^= low;
    v[1] ^= high;
  }

  #round(): void {
    const v = this.#v;
    add(v, 0, 2);
    add(v, 4, 6);
    rotate(v, 2, 13);
    rotate(v, 6, 16);
    mix(v, 2, 0);
    mix(v, 6, 4);
    rotate(v, 0, 32);
    add(v, 4, 2);
    add(v, 0, 6);
    rotate(v, 2, 17);
    rotate(v, 6, 21);
    mix(v, 2, 4);
    mix(v, 6, 0);
    rotate(v, 4, 32);
  }
}

function littleEndian(bytes: Uint8Array, at: number): number {
  return (bytes[at] | bytes[at + 1] << 8 | bytes[at + 2] << 16 | bytes[at + 3] << 24) >>> 0;
}

function add(v: Int32Array, a: number, b: number): void {
  const low = (v[a] >>> 0) + (v[b] >>> 0);
  v[a] = low;
  v[a + 1] = v[a + 1] + v[b + 1] + (low > 0xffffffff ? 1 : 0);
}

function mix(v: Int32Array, a: number, b: number): void {
  v[a] ^= v[b];
  v[a + 1] ^= v[b + 1];
}

function rotate(v: Int32Array, a: number, bits: number): void {
  const low = v[a];
  const high = v[a + 1];
  if (bits === 32) {
    v[a] = high;
    v[a + 1] = low;
    return;
  }
  v[a] = low << bits | high >>> 32 - bits;
  v[a + 1] = high << bits | low >>> 32 - bits;
}
