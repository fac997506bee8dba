/**
 * Encodes rules as a table (policy/snapshot/rule_table.ts). A household may have thousands of rules
 * and a change touches one, so runs of unchanged rules are copied from the previous table.
 */
import type { Trigger } from "../model/rule.ts";
import { MAX_NAME_BYTES } from "../model/name.ts";
import { PrefixKey } from "./address_index.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import { FingerprintMap } from "./fingerprint_map.ts";
import { KEY_BYTES, KeyChooser } from "./pattern_index.ts";
import {
  hasKey,
  listOfBits,
  moreTextOf,
  moveRecord,
  ownTextsEnd,
  RECORD_FIELD,
  RECORD_WORDS,
  TextWriter,
  TRIGGER_KINDS,
  triggerKindOfBits,
  writeKeyAt,
  writeRule,
} from "./rule_record.ts";
import { BYTES_SHIFT, CLIENT, HEAD_WORDS, RuleTable } from "./rule_table.ts";
import { createSharedBytes, wordsFor, wordsOf } from "./sections.ts";
import type { ListRule } from "./snapshot_parts.ts";

/** A table with the fingerprints that its rules are filed under. */
export interface KeptRules {
  readonly table: RuleTable;
  /** Two words per rule, zero for those that have no name. */
  readonly lanes: Int32Array;
}

/** A new rule, or the rules of the earlier table from one number up to another. */
export type RuleRun = ListRule | { readonly from: number; readonly to: number };

/** The earlier table, and the new numbers of its lists. */
export interface EarlierRules extends KeptRules {
  readonly listOf: (list: number) => number;
}

const LANES = 2;
const NAME = TRIGGER_KINDS.indexOf("name");
const PATTERN = TRIGGER_KINDS.indexOf("pattern");
const decoder = new TextDecoder();

/**
 * Encodes rules with their indexes. The fingerprinter must be that of the secret of the snapshot;
 * it is overwritten.
 */
export function encodeRules(rules: readonly ListRule[], fingerprinter: Fingerprinter): Uint8Array {
  return encodeRuns(rules, fingerprinter).bytes;
}

/**
 * Does the same for new rules and runs of earlier ones. The bytes are those of all rules encoded
 * anew; they are in shared memory.
 */
export function encodeRuns(
  runs: readonly RuleRun[],
  fingerprinter: Fingerprinter,
  earlier?: EarlierRules,
): { readonly bytes: Uint8Array; readonly lanes: Int32Array } {
  const length = runs.reduce((sum, run) => sum + ("from" in run ? run.to - run.from : 1), 0);
  const words = new Int32Array(length * RECORD_WORDS);
  const lanes = new Int32Array(length * LANES);
  const texts = new TextWriter(earlier?.table.texts.length);
  const filing = new Filing(fingerprinter);
  let rule = 0;
  for (const run of runs) {
    if ("from" in run) {
      copyRun(run, earlier!, words, rule * RECORD_WORDS, texts);
      lanes.set(earlier!.lanes.subarray(run.from * LANES, run.to * LANES), rule * LANES);
      rule += run.to - run.from;
      continue;
    }
    writeRule(run, words, rule * RECORD_WORDS, texts);
    if (run.trigger.on === "name") {
      filing.take(run.trigger);
      lanes.set(filing.found, rule * LANES);
    }
    rule++;
  }
  const { bytes } = texts;
  chooseKeys(words, bytes);
  const map = mapOf(words, lanes, bytes, filing);
  return { bytes: joined(words, map, filing.lengths, bytes), lanes };
}

function joined(
  words: Int32Array,
  map: FingerprintMap,
  lengths: ReadonlySet<number>,
  texts: Uint8Array,
): Uint8Array {
  const packed = map.packed();
  const mapAt = HEAD_WORDS + words.length;
  const lengthsAt = mapAt + packed.words.length;
  const textsAt = lengthsAt + lengths.size;
  const out = createSharedBytes((textsAt + wordsFor(texts.length)) * 4);
  const all = wordsOf(out);
  const rules = words.length / RECORD_WORDS;
  all.set([rules, packed.words.length, packed.homes, lengths.size, texts.length]);
  all.set(words, HEAD_WORDS);
  all.set(packed.words, mapAt);
  all.set([...lengths], lengthsAt);
  out.set(texts, textsAt * 4);
  return out;
}

/** Copies the records of a run to `words[at]`. Texts next to each other are copied together. */
function copyRun(
  { from, to }: { readonly from: number; readonly to: number },
  { table, listOf }: EarlierRules,
  words: Int32Array,
  at: number,
  texts: TextWriter,
): void {
  words.set(table.words.subarray(from * RECORD_WORDS, to * RECORD_WORDS), at);
  /** The texts that wait to be copied, and how far they move. */
  let begin = 0;
  let end = 0;
  let moved = texts.length;
  const copy = () => {
    texts.append(table.texts.subarray(begin, end));
    begin = end = -1;
  };
  for (let rule = from; rule < to; rule++, at += RECORD_WORDS) {
    const start = words[at + RECORD_FIELD.text];
    if (start !== end) {
      copy();
      begin = start;
      moved = texts.length - start;
    }
    end = ownTextsEnd(words, at);
    const more = moreTextOf(words, at, table.texts);
    moveRecord(words, at, moved, listOf(listOfBits(words[at])));
    if (more === undefined) continue;
    copy();
    texts.addShared(more, words, at + RECORD_FIELD.more);
  }
  copy();
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

/** Maps names and prefixes to their rules, in order. */
function mapOf(
  words: Int32Array,
  lanes: Int32Array,
  texts: Uint8Array,
  filing: Filing,
): FingerprintMap {
  let filed = 0;
  for (let at = 0; at < words.length; at += RECORD_WORDS) {
    if (triggerKindOfBits(words[at]) !== PATTERN) filed++;
  }
  const map = new FingerprintMap(filed);
  for (let rule = words.length / RECORD_WORDS - 1; rule >= 0; rule--) {
    const at = rule * RECORD_WORDS;
    const kind = triggerKindOfBits(words[at]);
    let h1 = lanes[rule * LANES];
    let h2 = lanes[rule * LANES + 1];
    if (kind !== NAME) {
      if (!filing.take(triggerAt(words, at, texts))) continue;
      [h1, h2] = filing.found;
    }
    words[at + RECORD_FIELD.next] = map.get(h1, h2);
    map.set(h1, h2, rule + 1);
  }
  return map;
}

/** What a rule without a name is filed by. */
function triggerAt(words: Int32Array, at: number, texts: Uint8Array): Trigger {
  const on = TRIGGER_KINDS[triggerKindOfBits(words[at])];
  const start = words[at + RECORD_FIELD.trigger];
  const bytes = texts.subarray(start, start + words[at + RECORD_FIELD.triggerBytes]);
  if (on === "answer" || on === "client") return { on, prefix: decoder.decode(bytes) };
  return { on: "pattern", regex: "" };
}

/** Computes the fingerprints that rules are filed under. */
class Filing {
  /** The lengths of the prefixes so far. */
  readonly lengths = new Set<number>();
  readonly #fingerprinter: Fingerprinter;
  readonly #prefix: PrefixKey;
  readonly #encoder = new TextEncoder();
  readonly #bytes = new Uint8Array(MAX_NAME_BYTES);

  constructor(fingerprinter: Fingerprinter) {
    this.#fingerprinter = fingerprinter;
    this.#prefix = new PrefixKey(fingerprinter);
  }

  /** The fingerprint that was computed last. */
  get found(): [h1: number, h2: number] {
    return [this.#fingerprinter.h1[0], this.#fingerprinter.h2[0]];
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
    this.lengths.add(
      (trigger.on === "client" ? CLIENT : 0) | prefix.bytes << BYTES_SHIFT | prefix.length,
    );
    return true;
  }
}
