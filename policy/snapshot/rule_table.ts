/**
 * Rules that are no plain names as octets, with what finds them: records, a map from fingerprints of names and prefixes to
 * records, the texts. Opening is a check of numbers; a rule becomes an object when it is first wanted. So a snapshot with
 * 100,000 rules takes milliseconds to read, and a worker goes on answering.
 */
import type { Trigger } from "../model/rule.ts";
import { type AddressOf, PrefixKey, type PrefixLengths } from "./address_index.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import { FingerprintMap } from "./fingerprint_map.ts";
import { KEY_OCTETS, KeyChooser } from "./pattern_index.ts";
import {
  hasKey,
  listOfBits,
  readRule,
  RECORD_WORDS,
  TextWriter,
  WORD,
  writeKeyAt,
  writeRule,
} from "./rule_record.ts";
import type { ListRule } from "./snapshot.ts";

/** Words before the records: rules, words of the map, homes of the map, prefix lengths, octets of the texts. */
const HEAD_WORDS = 5;
/** A prefix length in use: 1 for addresses of clients, the octets of an address, the length. */
const CLIENT = 1 << 16, OCTETS_SHIFT = 8;

/** The rules of a snapshot. */
export class RuleTable {
  /** How many rules there are. */
  readonly length: number;
  /** All of it, as it is kept and sent. */
  readonly octets: Uint8Array;
  /** The records, `RECORD_WORDS` a rule. */
  readonly words: Int32Array;
  /** The texts that the records speak of. */
  readonly texts: Uint8Array;
  /** Fingerprint of a name or a prefix -> its first rule + 1. */
  readonly map: FingerprintMap;
  readonly #lengths: Int32Array;

  /**
   * Opens what `encodeRules` wrote; the octets begin at a multiple of 4 in their buffer. Throws a RangeError when the numbers in
   * it do not fit together or a rule stands in a list beyond `lists`.
   */
  constructor(octets: Uint8Array, lists: number) {
    const all = new Int32Array(octets.buffer, octets.byteOffset, octets.length >> 2);
    const [length, mapWords, homes, lengths, textOctets] = all;
    const mapAt = HEAD_WORDS + length * RECORD_WORDS,
      lengthsAt = mapAt + mapWords,
      textsAt = lengthsAt + lengths;
    const whole = [length, mapWords, lengths, textOctets].every((size) => size >= 0) &&
      all.length >= HEAD_WORDS;
    if (!whole || textsAt + Math.ceil(textOctets / 4) !== all.length) {
      throw new RangeError(`${length} rules cut short`);
    }
    this.length = length;
    this.octets = octets;
    this.words = all.subarray(HEAD_WORDS, mapAt);
    this.map = FingerprintMap.open(all.subarray(mapAt, lengthsAt), homes);
    this.#lengths = all.subarray(lengthsAt, textsAt);
    this.texts = octets.subarray(textsAt * 4, textsAt * 4 + textOctets);
    this.#check(lists);
  }

  /** Every walk along a chain of rules must rise, so that it ends. */
  #check(lists: number): void {
    const { words, length } = this;
    if (this.map.greatest() > length) throw new RangeError("a name with a rule that is not there");
    for (let rule = 0, at = 0; rule < length; rule++, at += RECORD_WORDS) {
      const next = words[at + WORD.next], list = listOfBits(words[at + WORD.bits]);
      if (next !== 0 && (next <= rule + 1 || next > length)) {
        throw new RangeError(`a rule after ${rule} out of order`);
      }
      if (list >= lists) throw new RangeError(`a rule of list ${list}, which is not there`);
    }
  }

  /** The rule with this number, made anew at each call. Throws when its texts make no sense. */
  rule(index: number): ListRule {
    return readRule(this.words, index * RECORD_WORDS, this.texts);
  }

  /** What the rule is, as bits (rule_record.ts). */
  bits(index: number): number {
    return this.words[index * RECORD_WORDS + WORD.bits];
  }

  /** The lengths of the prefixes that rules on these addresses have, longest first. */
  prefixLengths(of: AddressOf): PrefixLengths {
    const found = { 4: [] as number[], 16: [] as number[] };
    for (const word of this.#lengths) {
      const octets = word >> OCTETS_SHIFT & 0xff, length = word & 0xff;
      if ((word & CLIENT) !== (of === "client" ? CLIENT : 0) || length > octets * 8) continue;
      if (octets === 4 || octets === 16) found[octets].push(length);
    }
    found[4].sort((a, b) => b - a);
    found[16].sort((a, b) => b - a);
    return found;
  }
}

/** Writes rules with what finds them; the fingerprinter is that of the snapshot's secret and is overwritten. */
export function encodeRules(rules: readonly ListRule[], fingerprinter: Fingerprinter): Uint8Array {
  const words = new Int32Array(rules.length * RECORD_WORDS), texts = new TextWriter();
  rules.forEach((rule, index) => writeRule(rule, words, index * RECORD_WORDS, texts));
  const octets = texts.octets;
  chooseKeys(words, octets);
  const lengths = new Set<number>(),
    map = mapOf(rules, words, fingerprinter, lengths),
    packed = map.packed();
  const mapAt = HEAD_WORDS + words.length,
    lengthsAt = mapAt + packed.words.length,
    textsAt = lengthsAt + lengths.size;
  const all = new Int32Array(textsAt + Math.ceil(octets.length / 4));
  all.set([rules.length, packed.words.length, packed.homes, lengths.size, octets.length]);
  all.set(words, HEAD_WORDS);
  all.set(packed.words, mapAt);
  all.set([...lengths], lengthsAt);
  const out = new Uint8Array(all.buffer);
  out.set(octets, textsAt * 4);
  return out;
}

/** Decides by which octets each pattern is found, from the last rule to the first, so that equal ones come in order. */
function chooseKeys(words: Int32Array, octets: Uint8Array): void {
  const chooser = new KeyChooser();
  const each = (take: (at: number, start: number, size: number) => void) => {
    for (let at = 0; at < words.length; at += RECORD_WORDS) {
      const size = words[at + WORD.literalOctets];
      if (hasKey(words[at + WORD.bits]) && size >= KEY_OCTETS) {
        take(at, words[at + WORD.literal], size);
      }
    }
  };
  each((_, start, size) => chooser.count(octets, start, size));
  each((at, start, size) => writeKeyAt(words, at, chooser.choose(octets, start, size)));
}

/** Files rules under their names and prefixes, the first of each before the others. */
function mapOf(
  rules: readonly ListRule[],
  words: Int32Array,
  fingerprinter: Fingerprinter,
  lengths: Set<number>,
): FingerprintMap {
  const map = new FingerprintMap(
    rules.reduce((count, { trigger }) => trigger.on === "pattern" ? count : count + 1, 0),
  );
  const filing = new Filing(fingerprinter, lengths);
  for (let index = rules.length - 1; index >= 0; index--) {
    if (!filing.take(rules[index].trigger)) continue;
    const [h1, h2] = [fingerprinter.h1[0], fingerprinter.h2[0]];
    words[index * RECORD_WORDS + WORD.next] = map.get(h1, h2);
    map.set(h1, h2, index + 1);
  }
  return map;
}

/** Reads the fingerprints that rules are filed under. */
class Filing {
  readonly #fingerprinter: Fingerprinter;
  readonly #lengths: Set<number>;
  readonly #prefix: PrefixKey;
  readonly #encoder = new TextEncoder();

  constructor(fingerprinter: Fingerprinter, lengths: Set<number>) {
    this.#fingerprinter = fingerprinter;
    this.#lengths = lengths;
    this.#prefix = new PrefixKey(fingerprinter);
  }

  /** Whether the trigger is found by a fingerprint, which is read then. */
  take(trigger: Trigger): boolean {
    if (trigger.on === "pattern") return false;
    if (trigger.on === "name") {
      const octets = this.#encoder.encode(trigger.name);
      this.#fingerprinter.ofText(octets, 0, octets.length);
      return true;
    }
    const prefix = this.#prefix.takeText(trigger.on, trigger.prefix);
    if (prefix === undefined) return false;
    this.#lengths.add(
      (trigger.on === "client" ? CLIENT : 0) | prefix.octets << OCTETS_SHIFT | prefix.length,
    );
    return true;
  }
}
