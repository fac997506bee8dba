/**
 * The binary form of rules that are not plain names: records, a map from fingerprints of names and
 * prefixes to records, and texts. Opening only validates numbers; a rule becomes an object on first
 * use. A snapshot with 100,000 rules is therefore read in milliseconds, while a worker continues to
 * answer queries.
 */
import type { AddressOf, PrefixLengths } from "./address_index.ts";
import { FingerprintMap } from "./fingerprint_map.ts";
import { listOfBits, readRule, RECORD_FIELD, RECORD_WORDS } from "./rule_record.ts";
import type { ListRule } from "./snapshot_parts.ts";

/**
 * Words before the records: rules, words of the map, homes of the map, prefix lengths, bytes of the
 * texts.
 */
export const HEAD_WORDS = 5;
/** An encoded prefix length: 1 for client addresses, the bytes of an address, the length. */
export const CLIENT: number = 1 << 16;
/** Where the bytes of an address are in an encoded prefix length. */
export const BYTES_SHIFT = 8;

/** The rules of a snapshot. */
export class RuleTable {
  /** Number of rules. */
  readonly length: number;
  /** The encoded table, as stored and sent. */
  readonly bytes: Uint8Array;
  /** The records, `RECORD_WORDS` per rule. */
  readonly words: Int32Array;
  /** The texts that the records refer to. */
  readonly texts: Uint8Array;
  /** Fingerprint of a name or a prefix -> its first rule + 1. */
  readonly map: FingerprintMap;
  readonly #lengths: Int32Array;

  /**
   * Opens the output of `encodeRules` (policy/snapshot/rule_encoder.ts), which must be aligned to 4
   * bytes in its buffer. Throws a RangeError if its numbers are inconsistent or a rule belongs to a
   * list beyond `lists`.
   */
  constructor(bytes: Uint8Array, lists: number) {
    const all = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    const [length, mapWords, homes, lengths, textBytes] = all;
    const mapAt = HEAD_WORDS + length * RECORD_WORDS;
    const lengthsAt = mapAt + mapWords;
    const textsAt = lengthsAt + lengths;
    const whole = [length, mapWords, lengths, textBytes].every((size) => size >= 0) &&
      all.length >= HEAD_WORDS;
    if (!whole || textsAt + Math.ceil(textBytes / 4) !== all.length) {
      throw new RangeError(`${length} rules cut short`);
    }
    this.length = length;
    this.bytes = bytes;
    this.words = all.subarray(HEAD_WORDS, mapAt);
    this.map = FingerprintMap.open(all.subarray(mapAt, lengthsAt), homes);
    this.#lengths = all.subarray(lengthsAt, textsAt);
    this.texts = bytes.subarray(textsAt * 4, textsAt * 4 + textBytes);
    this.#check(lists);
  }

  /** Every chain of rules must be ascending, so that it terminates. */
  #check(lists: number): void {
    const { words, length } = this;
    if (this.map.greatest() > length) throw new RangeError("a name with a rule that is not there");
    for (let rule = 0, at = 0; rule < length; rule++, at += RECORD_WORDS) {
      const next = words[at + RECORD_FIELD.next];
      const list = listOfBits(words[at + RECORD_FIELD.bits]);
      if (next !== 0 && (next <= rule + 1 || next > length)) {
        throw new RangeError(`a rule after ${rule} out of order`);
      }
      if (list >= lists) throw new RangeError(`a rule of list ${list}, which is not there`);
    }
  }

  /** The rule with this number, decoded at each call. Throws if its texts are invalid. */
  rule(index: number): ListRule {
    return readRule(this.words, index * RECORD_WORDS, this.texts);
  }

  /** The properties of the rule, as bits (rule_record.ts). */
  bits(index: number): number {
    return this.words[index * RECORD_WORDS + RECORD_FIELD.bits];
  }

  /** The prefix lengths of rules on these addresses, longest first. */
  prefixLengths(of: AddressOf): PrefixLengths {
    const found = { 4: [] as number[], 16: [] as number[] };
    for (const word of this.#lengths) {
      const bytes = word >> BYTES_SHIFT & 0xff;
      const length = word & 0xff;
      if ((word & CLIENT) !== (of === "client" ? CLIENT : 0) || length > bytes * 8) continue;
      if (bytes === 4 || bytes === 16) found[bytes].push(length);
    }
    found[4].sort((a, b) => b - a);
    found[16].sort((a, b) => b - a);
    return found;
  }
}
