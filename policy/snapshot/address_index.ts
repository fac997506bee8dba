/** Finds the rules whose prefix holds an address (RPZ rpz-ip and rpz-client-ip, adblock rules whose pattern is an address). */
import { parsePrefix } from "../model/address.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import type { FingerprintMap } from "./fingerprint_map.ts";

/** Whose address a rule is about. */
export type AddressOf = "answer" | "client";

const SLASH = 0x2f, ZERO = 0x30, LETTER_A = 0x61;
/** A letter for whose address it is, two hexadecimal digits an octet, a slash and three digits. */
const MAX_KEY = 1 + 32 + 4;
const FIRST: Readonly<Record<AddressOf, number>> = { answer: LETTER_A, client: LETTER_A + 2 };

/** Prefix lengths in use by family, longest first. */
export interface PrefixLengths {
  /** Of IPv4 prefixes. */
  readonly 4: readonly number[];
  /** Of IPv6 prefixes. */
  readonly 16: readonly number[];
}

/** Writes prefixes as short texts that no name can be, so that they are found as names are. */
export class PrefixKey {
  readonly #octets = new Uint8Array(MAX_KEY);
  readonly #fingerprinter: Fingerprinter;

  /** The fingerprinter is overwritten at its first place. */
  constructor(fingerprinter: Fingerprinter) {
    this.#fingerprinter = fingerprinter;
  }

  /** Reads the fingerprint of the prefix of that length which holds the address into the fingerprinter. */
  take(of: AddressOf, address: Uint8Array, length: number): void {
    const key = this.#octets;
    let at = 0;
    key[at++] = FIRST[of];
    for (let i = 0; i < address.length; i++) {
      const kept = Math.min(8, Math.max(0, length - i * 8)),
        octet = address[i] & (0xff << 8 - kept & 0xff);
      key[at++] = digit(octet >> 4);
      key[at++] = digit(octet & 15);
    }
    key[at++] = SLASH;
    key[at++] = ZERO + Math.floor(length / 100);
    key[at++] = ZERO + Math.floor(length / 10) % 10;
    key[at++] = ZERO + length % 10;
    this.#fingerprinter.ofText(key, 0, at);
  }

  /** The same for a prefix as text; its length and the octets of its address, undefined when it is none. */
  takeText(
    of: AddressOf,
    text: string,
  ): { readonly length: number; readonly octets: number } | undefined {
    const prefix = parsePrefix(text);
    if (prefix === undefined) return undefined;
    this.take(of, prefix.address, prefix.length);
    return { length: prefix.length, octets: prefix.address.length };
  }
}

function digit(value: number): number {
  return value < 10 ? ZERO + value : LETTER_A + value - 10;
}

/** The rules on one kind of address; one look-up per prefix length in use. */
export class AddressIndex {
  readonly #of: AddressOf;
  readonly #lengths: PrefixLengths;
  readonly #map: FingerprintMap;
  readonly #fingerprinter: Fingerprinter;
  readonly #key: PrefixKey;
  readonly #after: (link: number) => number;
  /** Whether there is nothing to find. */
  readonly empty: boolean;

  /** `map` gives the first rule of a prefix as its number + 1, `after` the others; the fingerprinter is its own. */
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

  /** Gives the rules whose prefix holds the address (4 or 16 octets) with the length of the prefix, longest first. */
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
