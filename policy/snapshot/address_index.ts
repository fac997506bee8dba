/**
 * Finds the rules whose prefix contains an address (RPZ rpz-ip and rpz-client-ip, adblock rules
 * whose pattern is an address).
 */
import { parsePrefix } from "../model/address.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import type { FingerprintMap } from "./fingerprint_map.ts";

/** Which address a rule tests. */
export type AddressOf = "answer" | "client";

const SLASH = 0x2f;
const ZERO = 0x30;
const LETTER_A = 0x61;
/**
 * A letter for the kind of address, two hexadecimal digits for each byte, a slash and three digits.
 */
const MAX_KEY = 1 + 32 + 4;
const FIRST: Readonly<Record<AddressOf, number>> = { answer: LETTER_A, client: LETTER_A + 2 };

/** Prefix lengths in use by family, longest first. */
export interface PrefixLengths {
  /** Of IPv4 prefixes. */
  readonly 4: readonly number[];
  /** Of IPv6 prefixes. */
  readonly 16: readonly number[];
}

/**
 * Encodes prefixes as short texts that are not valid names, so that they can be looked up like
 * names.
 */
export class PrefixKey {
  readonly #bytes = new Uint8Array(MAX_KEY);
  readonly #fingerprinter: Fingerprinter;

  /** The key overwrites the first entry of the fingerprinter. */
  constructor(fingerprinter: Fingerprinter) {
    this.#fingerprinter = fingerprinter;
  }

  /** Computes the fingerprint of the prefix of this length that contains the address. */
  take(of: AddressOf, address: Uint8Array, length: number): void {
    const key = this.#bytes;
    let at = 0;
    key[at++] = FIRST[of];
    for (let i = 0; i < address.length; i++) {
      const kept = Math.min(8, Math.max(0, length - i * 8));
      const byte = address[i] & (0xff << 8 - kept & 0xff);
      key[at++] = digit(byte >> 4);
      key[at++] = digit(byte & 15);
    }
    key[at++] = SLASH;
    key[at++] = ZERO + Math.floor(length / 100);
    key[at++] = ZERO + Math.floor(length / 10) % 10;
    key[at++] = ZERO + length % 10;
    this.#fingerprinter.ofText(key, 0, at);
  }

  /**
   * Does the same for a prefix as text. Returns its length and address bytes; undefined = not a
   * prefix.
   */
  takeText(
    of: AddressOf,
    text: string,
  ): { readonly length: number; readonly bytes: number } | undefined {
    const prefix = parsePrefix(text);
    if (prefix === undefined) return undefined;
    this.take(of, prefix.address, prefix.length);
    return { length: prefix.length, bytes: prefix.address.length };
  }
}

function digit(value: number): number {
  return value < 10 ? ZERO + value : LETTER_A + value - 10;
}

/** The rules on one kind of address, found by one look-up per prefix length in use. */
export class AddressIndex {
  readonly #of: AddressOf;
  readonly #lengths: PrefixLengths;
  readonly #map: FingerprintMap;
  readonly #fingerprinter: Fingerprinter;
  readonly #key: PrefixKey;
  readonly #after: (link: number) => number;
  /** Whether there are no rules. */
  readonly empty: boolean;

  /**
   * `map` gives the first rule of a prefix as its number + 1, `after` the others. The index uses
   * its own fingerprinter.
   */
  constructor(
    of: AddressOf,
    lengths: PrefixLengths,
    map: FingerprintMap,
    fingerprinter: Fingerprinter,
    after: (link: number) => number,
  ) {
    this.#of = of;
    this.#lengths = lengths;
    this.#map = map;
    this.#fingerprinter = fingerprinter;
    this.#key = new PrefixKey(fingerprinter);
    this.#after = after;
    this.empty = lengths[4].length === 0 && lengths[16].length === 0;
  }

  /**
   * Passes each rule whose prefix contains the address (4 or 16 bytes), with the prefix length,
   * longest first.
   */
  each(address: Uint8Array, take: (rule: number, length: number) => void): void {
    if (this.empty || (address.length !== 4 && address.length !== 16)) return;
    for (const length of this.#lengths[address.length]) {
      this.#key.take(this.#of, address, length);
      const { h1, h2 } = this.#fingerprinter;
      for (let link = this.#map.get(h1[0], h2[0]); link !== 0; link = this.#after(link)) {
        take(link - 1, length);
      }
    }
  }
}
