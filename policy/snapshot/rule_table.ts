/**
 * The binary form of rules that are not plain names: records, a map from fingerprints of names and
 * prefixes to records, and texts. Opening only validates numbers; a rule becomes an object on first
 * use. A snapshot with 100,000 rules is therefore read in milliseconds, while a worker continues to
 * answer queries.
 */
import type { Trigger } from "../model/rule.ts";
import { type AddressOf, PrefixKey, type PrefixLengths } from "./address_index.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import { MAX_NAME_BYTES } from "../model/name.ts";
import { FingerprintMap } from "./fingerprint_map.ts";
import { KEY_BYTES, KeyChooser } from "./pattern_index.ts";
import {
  hasKey,
  listOfBits,
  readRule,
  RECORD_FIELD,
  RECORD_WORDS,
  TextWriter,
  writeKeyAt,
  writeRule,
} from "./rule_record.ts";
import type { ListRule } from "./snapshot_parts.ts";

/**
 * Words before the records: rules, words of the map, homes of the map, prefix lengths, bytes of the
 * texts.
 */
const HEAD_WORDS = 5;
/** An encoded prefix length: 1 for client addresses, the bytes of an address, the length. */
const CLIENT = 1 << 16;
const BYTES_SHIFT = 8;

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
   * Opens the output of `encodeRules`, which must be aligned to 4 bytes in its buffer. Throws a
   * RangeError if its numbers are inconsistent or a rule belongs to a list beyond `lists`.
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

/**
 * Encodes rules with their indexes. The fingerprinter must be that of the secret of the snapshot;
 * it is overwritten. `known` are fingerprints that are kept from one call to the next.
 */
export function encodeRules(
  rules: readonly ListRule[],
  fingerprinter: Fingerprinter,
  known?: KnownFingerprints,
): Uint8Array {
  const words = new Int32Array(rules.length * RECORD_WORDS);
  const texts = new TextWriter();
  rules.forEach((rule, index) => writeRule(rule, words, index * RECORD_WORDS, texts));
  const bytes = texts.bytes;
  chooseKeys(words, bytes);
  const lengths = new Set<number>();
  const map = mapOf(rules, words, fingerprinter, lengths, known);
  const packed = map.packed();
  const mapAt = HEAD_WORDS + words.length;
  const lengthsAt = mapAt + packed.words.length;
  const textsAt = lengthsAt + lengths.size;
  const all = new Int32Array(textsAt + Math.ceil(bytes.length / 4));
  all.set([rules.length, packed.words.length, packed.homes, lengths.size, bytes.length]);
  all.set(words, HEAD_WORDS);
  all.set(packed.words, mapAt);
  all.set([...lengths], lengthsAt);
  const out = new Uint8Array(all.buffer);
  out.set(bytes, textsAt * 4);
  return out;
}

/**
 * Chooses the key of each pattern, from the last rule to the first, so that patterns with equal
 * keys are found in order.
 */
function chooseKeys(words: Int32Array, bytes: Uint8Array): void {
  const chooser = new KeyChooser();
  const each = (take: (at: number, start: number, size: number) => void) => {
    for (let at = 0; at < words.length; at += RECORD_WORDS) {
      const size = words[at + RECORD_FIELD.literalBytes];
      if (hasKey(words[at + RECORD_FIELD.bits]) && size >= KEY_BYTES) {
        take(at, words[at + RECORD_FIELD.literal], size);
      }
    }
  };
  each((_, start, size) => chooser.count(bytes, start, size));
  each((at, start, size) => writeKeyAt(words, at, chooser.choose(bytes, start, size)));
}

/** Fingerprints of names by their triggers, under one secret. */
export type KnownFingerprints = WeakMap<Trigger, readonly [h1: number, h2: number]>;

/** Maps names and prefixes to their rules, in order. */
function mapOf(
  rules: readonly ListRule[],
  words: Int32Array,
  fingerprinter: Fingerprinter,
  lengths: Set<number>,
  fingerprintsOf: KnownFingerprints | undefined,
): FingerprintMap {
  const map = new FingerprintMap(
    rules.reduce((count, { trigger }) => trigger.on === "pattern" ? count : count + 1, 0),
  );
  const filing = new Filing(fingerprinter, lengths);
  for (let index = rules.length - 1; index >= 0; index--) {
    const { trigger } = rules[index];
    const known = fingerprintsOf?.get(trigger);
    if (known === undefined && !filing.take(trigger)) continue;
    const [h1, h2] = known ?? [fingerprinter.h1[0], fingerprinter.h2[0]];
    if (known === undefined && trigger.on === "name") fingerprintsOf?.set(trigger, [h1, h2]);
    words[index * RECORD_WORDS + RECORD_FIELD.next] = map.get(h1, h2);
    map.set(h1, h2, index + 1);
  }
  return map;
}

/** Computes the fingerprints that rules are filed under. */
class Filing {
  readonly #fingerprinter: Fingerprinter;
  readonly #lengths: Set<number>;
  readonly #prefix: PrefixKey;
  readonly #encoder = new TextEncoder();
  readonly #bytes = new Uint8Array(MAX_NAME_BYTES);

  constructor(fingerprinter: Fingerprinter, lengths: Set<number>) {
    this.#fingerprinter = fingerprinter;
    this.#lengths = lengths;
    this.#prefix = new PrefixKey(fingerprinter);
  }

  /** Whether the trigger is found by a fingerprint. If so, it is computed. */
  take(trigger: Trigger): boolean {
    if (trigger.on === "pattern") return false;
    if (trigger.on === "name") {
      const { read, written } = this.#encoder.encodeInto(trigger.name, this.#bytes);
      if (read === trigger.name.length) this.#fingerprinter.ofText(this.#bytes, 0, written);
      else {
        const bytes = this.#encoder.encode(trigger.name);
        this.#fingerprinter.ofText(bytes, 0, bytes.length);
      }
      return true;
    }
    const prefix = this.#prefix.takeText(trigger.on, trigger.prefix);
    if (prefix === undefined) return false;
    this.#lengths.add(
      (trigger.on === "client" ? CLIENT : 0) | prefix.bytes << BYTES_SHIFT | prefix.length,
    );
    return true;
  }
}
