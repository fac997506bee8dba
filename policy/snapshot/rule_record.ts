/**
 * Encodes a rule as ten words: its properties as bits, the next rule with the same key, and the
 * positions of its texts in the shared bytes. A name or an expression is usually a part of the line
 * itself and then needs no extra space.
 */
import type { BlockedAnswer } from "../model/decision.ts";
import type { Coverage, RuleConditions, RuleEffect, Trigger } from "../model/rule.ts";
import { fromPlainRewrite, type PlainRewrite, toPlainRewrite } from "./plain_records.ts";
import type { ListRule } from "./snapshot_parts.ts";

/** Words of a record. */
export const RECORD_WORDS = 10;
/**
 * Positions of the fields in a record: texts as offset and bytes; the highest byte of `moreOctets`
 * contains `keyAt`.
 */
export const RECORD_FIELD = {
  bits: 0,
  next: 1,
  text: 2,
  textBytes: 3,
  trigger: 4,
  triggerBytes: 5,
  literal: 6,
  literalBytes: 7,
  more: 8,
  moreBytes: 9,
} as const;

/** The triggers of rules, by number. */
export const TRIGGER_KINDS = ["name", "pattern", "answer", "client"] as const;
const COVERS: readonly Coverage[] = ["exact", "tree", "below"];
const DO = ["block", "allow", "rewrite", "cancel-rewrite"] as const;
const ANSWERS: readonly (BlockedAnswer | undefined)[] = [
  undefined,
  "null",
  "nxdomain",
  "refused",
  "nodata",
  "drop",
];
const ON_MASK = 3;
const COVERS_SHIFT = 2;
const INVERT = 1 << 4;
const DO_SHIFT = 5;
const ANSWER_SHIFT = 7;
const IMPORTANT = 1 << 10;
const LITERAL = 1 << 11;
const CLIENTS = 1 << 12;
const LIST_SHIFT = 13;
/** Used in place of the answer of a block, for allows and rewrites. */
const TCP_ONLY = 1;
const HOSTS = 1;
/** Used in place of the names that a rule covers, for patterns. */
const ADDRESSES = 1;
const MORE_BYTES = 0xffffff;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Conditions and rewrite of a rule, and what cancels it, as JSON values; few rules have them. */
interface More {
  readonly conditions?: RuleConditions;
  readonly cancelledBy?: readonly number[];
  readonly to?: PlainRewrite;
}

/** The list of a rule, from its bits. */
export function listOfBits(bits: number): number {
  return bits >>> LIST_SHIFT;
}

/** Whether a rule tests the address or the name of the client, from its bits. */
export function readsClientOfBits(bits: number): boolean {
  return (bits & CLIENTS) !== 0;
}

/** The trigger of a rule, from its bits: a number of `TRIGGER_KINDS`. */
export function triggerKindOfBits(bits: number): number {
  return bits & ON_MASK;
}

/** Whether a rule on a name covers the name itself (`whole`) or its subdomains, from its bits. */
export function coversOfBits(bits: number, whole: boolean): boolean {
  // A label of a queried name may look like the key of a prefix.
  if ((bits & ON_MASK) !== 0) return false;
  const covers = COVERS[bits >> COVERS_SHIFT & 3];
  return covers === "tree" || (covers === "exact") === whole;
}

/** Whether a rule is a pattern that is also matched against addresses, from its bits. */
export function onAddressesOfBits(bits: number): boolean {
  return TRIGGER_KINDS[bits & ON_MASK] === "pattern" && (bits >> COVERS_SHIFT & 3) === ADDRESSES;
}

/** Whether a pattern may be indexed by its literal, from its bits. */
export function hasKey(bits: number): boolean {
  return (bits & (LITERAL | INVERT)) === LITERAL;
}

/** Appends texts to a growing byte buffer. */
export class TextWriter {
  #bytes: Uint8Array;
  #length = 0;
  /** Texts shared by many rules, mainly conditions. */
  readonly #shared = new Map<string, number>();

  /** `expected` is how many bytes there will be, about. */
  constructor(expected = 0) {
    this.#bytes = new Uint8Array(expected + 4096);
  }

  /** Number of bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** The bytes written so far. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Appends a text and stores its offset and length in bytes at `words[at]`. */
  add(text: string, words: Int32Array, at: number): void {
    this.#makeRoom(text.length * 3);
    words[at] = this.#length;
    words[at + 1] = encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
    this.#length += words[at + 1];
  }

  /** Appends bytes. */
  append(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #makeRoom(size: number): void {
    while (this.#length + size > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.bytes);
      this.#bytes = grown;
    }
  }

  /**
   * Does the same for a text that may be a part of `whole`, whose offset and length are already at
   * `words[from]`.
   */
  addPart(text: string, whole: string, words: Int32Array, from: number, at: number): void {
    // If all is ASCII, character counts equal byte counts.
    const found = words[from + 1] === whole.length ? whole.indexOf(text) : -1;
    if (found < 0) return this.add(text, words, at);
    words[at] = words[from] + found;
    words[at + 1] = text.length;
  }

  /** Does the same for a text that occurs repeatedly. */
  addShared(text: string, words: Int32Array, at: number): void {
    const known = this.#shared.get(text);
    if (known === undefined) {
      this.add(text, words, at);
      this.#shared.set(text, words[at]);
    } else {
      words[at] = known;
      words[at + 1] = encoder.encode(text).length;
    }
  }
}

/**
 * Encodes a rule at `words[at]`; `next` and `keyAt` are left 0. Throws a RangeError for conditions
 * beyond 16 MB.
 */
export function writeRule(rule: ListRule, words: Int32Array, at: number, texts: TextWriter): void {
  const { trigger, effect, conditions } = rule;
  const literal = trigger.on === "pattern" ? trigger.literal : undefined;
  words[at + RECORD_FIELD.bits] = rule.list << LIST_SHIFT | TRIGGER_KINDS.indexOf(trigger.on) |
    (trigger.on === "name" ? COVERS.indexOf(trigger.covers) << COVERS_SHIFT : 0) |
    (trigger.on === "pattern" && trigger.addresses === true ? ADDRESSES << COVERS_SHIFT : 0) |
    (trigger.on === "pattern" && trigger.invert === true ? INVERT : 0) |
    DO.indexOf(effect.do) << DO_SHIFT |
    (effect.do === "block" ? ANSWERS.indexOf(effect.answer) << ANSWER_SHIFT : 0) |
    (effect.do === "allow" && effect.tcpOnly === true ? TCP_ONLY << ANSWER_SHIFT : 0) |
    (effect.do === "rewrite" && effect.hosts === true ? HOSTS << ANSWER_SHIFT : 0) |
    (rule.important ? IMPORTANT : 0) |
    (literal === undefined ? 0 : LITERAL) |
    (trigger.on === "client" || conditions?.clients !== undefined ? CLIENTS : 0);
  texts.add(rule.text, words, at + RECORD_FIELD.text);
  const key = keyOf(trigger);
  texts.addPart(key, rule.text, words, at + RECORD_FIELD.text, at + RECORD_FIELD.trigger);
  if (literal !== undefined) {
    texts.addPart(literal, key, words, at + RECORD_FIELD.trigger, at + RECORD_FIELD.literal);
  }
  const to = effect.do === "rewrite" || effect.do === "cancel-rewrite" ? effect.to : undefined;
  const { cancelledBy } = rule;
  if (conditions === undefined && to === undefined && cancelledBy === undefined) return;
  const more: More = {
    ...(conditions && { conditions }),
    ...(cancelledBy && { cancelledBy }),
    ...(to && { to: toPlainRewrite(to) }),
  };
  texts.addShared(JSON.stringify(more), words, at + RECORD_FIELD.more);
  if (words[at + RECORD_FIELD.moreBytes] > MORE_BYTES) {
    throw new RangeError(`A rule is too long: ${words[at + RECORD_FIELD.moreBytes]} bytes`);
  }
}

/** The end of the texts that a record has for itself: its line, and what is no part of it. */
export function ownTextsEnd(words: Int32Array, at: number): number {
  const text = words[at + RECORD_FIELD.text] + words[at + RECORD_FIELD.textBytes];
  const trigger = words[at + RECORD_FIELD.trigger] + words[at + RECORD_FIELD.triggerBytes];
  const literal = words[at + RECORD_FIELD.literal] + words[at + RECORD_FIELD.literalBytes];
  return Math.max(text, trigger, literal);
}

/** The shared text of a record, as it was given to `TextWriter.addShared`; undefined = none. */
export function moreTextOf(
  words: Int32Array,
  at: number,
  texts: Uint8Array,
): string | undefined {
  const size = words[at + RECORD_FIELD.moreBytes] & MORE_BYTES;
  const start = words[at + RECORD_FIELD.more];
  return size === 0 ? undefined : decoder.decode(texts.subarray(start, start + size));
}

/**
 * Makes a copied record one of another list whose own texts are `moved` bytes further on. What
 * depends on the other rules is left 0, as by `writeRule`: `next`, `keyAt` and the shared text.
 */
export function moveRecord(words: Int32Array, at: number, moved: number, list: number): void {
  const bits = words[at + RECORD_FIELD.bits];
  words[at + RECORD_FIELD.bits] = list << LIST_SHIFT | bits & (1 << LIST_SHIFT) - 1;
  words[at + RECORD_FIELD.next] = 0;
  words[at + RECORD_FIELD.text] += moved;
  words[at + RECORD_FIELD.trigger] += moved;
  if ((bits & LITERAL) !== 0) words[at + RECORD_FIELD.literal] += moved;
  words[at + RECORD_FIELD.more] = 0;
  words[at + RECORD_FIELD.moreBytes] = 0;
}

/** Stores where in its literal the three-byte key of a pattern begins: below 256. */
export function writeKeyAt(words: Int32Array, at: number, keyAt: number): void {
  words[at + RECORD_FIELD.moreBytes] |= keyAt << 24;
}

/** Reads where in its literal the three-byte key of a pattern begins. */
export function readKeyAt(words: Int32Array, at: number): number {
  return words[at + RECORD_FIELD.moreBytes] >>> 24;
}

/** Decodes the rule at `words[at]`. Throws if `writeRule` cannot have written it. */
export function readRule(words: Int32Array, at: number, bytes: Uint8Array): ListRule {
  const bits = words[at + RECORD_FIELD.bits];
  const text = (from: number, size: number) => decoder.decode(bytes.subarray(from, from + size));
  const moreBytes = words[at + RECORD_FIELD.moreBytes] & MORE_BYTES;
  const more: More = moreBytes === 0
    ? {}
    : JSON.parse(text(words[at + RECORD_FIELD.more], moreBytes));
  const key = text(words[at + RECORD_FIELD.trigger], words[at + RECORD_FIELD.triggerBytes]);
  const literal = (bits & LITERAL) === 0
    ? undefined
    : text(words[at + RECORD_FIELD.literal], words[at + RECORD_FIELD.literalBytes]);
  return {
    trigger: triggerOf(bits, key, literal),
    effect: effectOf(bits, more.to),
    important: (bits & IMPORTANT) !== 0,
    ...(more.conditions && { conditions: more.conditions }),
    ...(more.cancelledBy && { cancelledBy: more.cancelledBy }),
    text: text(words[at + RECORD_FIELD.text], words[at + RECORD_FIELD.textBytes]),
    list: listOfBits(bits),
  };
}

function keyOf(trigger: Trigger): string {
  if (trigger.on === "name") return trigger.name;
  return trigger.on === "pattern" ? trigger.regex : trigger.prefix;
}

function triggerOf(bits: number, key: string, literal: string | undefined): Trigger {
  const on = TRIGGER_KINDS[bits & ON_MASK];
  if (on === "name") return { on, name: key, covers: COVERS[bits >> COVERS_SHIFT & 3] ?? "exact" };
  if (on !== "pattern") return { on, prefix: key };
  return {
    on,
    regex: key,
    ...((bits & INVERT) !== 0 && { invert: true }),
    ...(literal !== undefined && { literal }),
    ...(onAddressesOfBits(bits) && { addresses: true }),
  };
}

function effectOf(bits: number, to: PlainRewrite | undefined): RuleEffect {
  const what = DO[bits >> DO_SHIFT & 3];
  const how = bits >> ANSWER_SHIFT & 7;
  const answer = ANSWERS[how];
  if (what === "allow") return how === TCP_ONLY ? { do: what, tcpOnly: true } : { do: what };
  if (what === "block") return answer === undefined ? { do: what } : { do: what, answer };
  if (what === "rewrite") {
    return { do: what, to: fromPlainRewrite(to!), ...(how === HOSTS && { hosts: true }) };
  }
  return to === undefined ? { do: what } : { do: what, to: fromPlainRewrite(to) };
}
