/**
 * A rule as ten words: what it is as bits, the next rule found by the same key, and where its texts stand in the octets that
 * all rules share. A name or an expression is most often a part of the line itself and then takes no room of its own.
 */
import type { BlockedAnswer } from "../model/decision.ts";
import type { Conditions, Covers, Effect, Trigger } from "../model/rule.ts";
import { type PlainRewrite, plainRewrite, rewriteOf } from "./plain_records.ts";
import type { ListRule } from "./snapshot.ts";

/** Words of a record. */
export const RECORD_WORDS = 10;
/** Where the fields stand in a record: texts as offset and octets; the highest octet of `moreOctets` holds `keyAt`. */
export const WORD = {
  bits: 0,
  next: 1,
  text: 2,
  textOctets: 3,
  trigger: 4,
  triggerOctets: 5,
  literal: 6,
  literalOctets: 7,
  more: 8,
  moreOctets: 9,
} as const;

/** What triggers a rule, by number. */
export const ON = ["name", "pattern", "answer", "client"] as const;
const COVERS: readonly Covers[] = ["exact", "tree", "below"];
const DO = ["block", "allow", "rewrite", "cancel-rewrite"] as const;
const ANSWERS: readonly (BlockedAnswer | undefined)[] = [
  undefined,
  "null",
  "nxdomain",
  "refused",
  "nodata",
  "drop",
];
const ON_MASK = 3,
  COVERS_SHIFT = 2,
  INVERT = 1 << 4,
  DO_SHIFT = 5,
  ANSWER_SHIFT = 7,
  IMPORTANT = 1 << 10;
const LITERAL = 1 << 11, CLIENTS = 1 << 12, LIST_SHIFT = 13;
/** In the place of a block's answer, for what is let through, and for rewrites. */
const TCP_ONLY = 1, HOSTS = 1;
/** In the place of what a rule on a name covers, for patterns. */
const ADDRESSES = 1;
const MORE_OCTETS = 0xffffff;

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** Conditions and rewrite of a rule, which few rules have, in terms of JSON. */
interface More {
  readonly conditions?: Conditions;
  readonly to?: PlainRewrite;
}

/** The list of a rule, from its bits. */
export function listOfBits(bits: number): number {
  return bits >>> LIST_SHIFT;
}

/** Whether a rule looks at the address or the name of who asks, from its bits. */
export function readsClientOfBits(bits: number): boolean {
  return (bits & CLIENTS) !== 0;
}

/** What triggers a rule, from its bits: a number of `ON`. */
export function onOfBits(bits: number): number {
  return bits & ON_MASK;
}

/** Whether a rule on a name concerns the very name (`whole`) or names below it, from its bits. */
export function coversOfBits(bits: number, whole: boolean): boolean {
  // A label of a name asked may look like the key of a prefix.
  if ((bits & ON_MASK) !== 0) return false;
  const covers = COVERS[bits >> COVERS_SHIFT & 3];
  return covers === "tree" || (covers === "exact") === whole;
}

/** Whether a rule is a pattern that is matched against addresses too, from its bits. */
export function onAddressesOfBits(bits: number): boolean {
  return ON[bits & ON_MASK] === "pattern" && (bits >> COVERS_SHIFT & 3) === ADDRESSES;
}

/** Whether a pattern may be looked for by its literal, from its bits. */
export function hasKey(bits: number): boolean {
  return (bits & (LITERAL | INVERT)) === LITERAL;
}

/** Writes texts one after the other into octets that grow. */
export class TextWriter {
  #octets = new Uint8Array(4096);
  #length = 0;
  /** Texts that many rules share: conditions above all. */
  readonly #shared = new Map<string, number>();

  /** The octets written so far. */
  get octets(): Uint8Array {
    return this.#octets.subarray(0, this.#length);
  }

  /** Writes a text and sets offset and octets of it at `words[at]`. */
  add(text: string, words: Int32Array, at: number): void {
    while (this.#length + text.length * 3 > this.#octets.length) {
      const grown = new Uint8Array(this.#octets.length * 2);
      grown.set(this.octets);
      this.#octets = grown;
    }
    words[at] = this.#length;
    words[at + 1] = encoder.encodeInto(text, this.#octets.subarray(this.#length)).written;
    this.#length += words[at + 1];
  }

  /** The same for a text that may stand in `whole`, whose offset and octets are at `words[from]` already. */
  addPart(text: string, whole: string, words: Int32Array, from: number, at: number): void {
    // Characters and octets are the same count when all is ASCII.
    const found = words[from + 1] === whole.length ? whole.indexOf(text) : -1;
    if (found < 0) return this.add(text, words, at);
    words[at] = words[from] + found;
    words[at + 1] = text.length;
  }

  /** The same for a text that comes again and again. */
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

/** Writes a rule at `words[at]`; `next` and `keyAt` are left 0. Throws a RangeError for conditions beyond 16 MB. */
export function writeRule(rule: ListRule, words: Int32Array, at: number, texts: TextWriter): void {
  const { trigger, effect, conditions } = rule;
  const literal = trigger.on === "pattern" ? trigger.literal : undefined;
  words[at + WORD.bits] = rule.list << LIST_SHIFT | ON.indexOf(trigger.on) |
    (trigger.on === "name" ? COVERS.indexOf(trigger.covers) << COVERS_SHIFT : 0) |
    (trigger.on === "pattern" && trigger.addresses === true ? ADDRESSES << COVERS_SHIFT : 0) |
    (trigger.on === "pattern" && trigger.invert === true ? INVERT : 0) |
    DO.indexOf(effect.do) << DO_SHIFT |
    (effect.do === "block" ? ANSWERS.indexOf(effect.answer) << ANSWER_SHIFT : 0) |
    (effect.do === "allow" && effect.tcpOnly === true ? TCP_ONLY << ANSWER_SHIFT : 0) |
    (effect.do === "rewrite" && effect.hosts === true ? HOSTS << ANSWER_SHIFT : 0) |
    (rule.important ? IMPORTANT : 0) | (literal === undefined ? 0 : LITERAL) |
    (trigger.on === "client" || conditions?.clients !== undefined ? CLIENTS : 0);
  texts.add(rule.text, words, at + WORD.text);
  const key = keyOf(trigger);
  texts.addPart(key, rule.text, words, at + WORD.text, at + WORD.trigger);
  if (literal !== undefined) {
    texts.addPart(literal, key, words, at + WORD.trigger, at + WORD.literal);
  }
  const to = effect.do === "rewrite" || effect.do === "cancel-rewrite" ? effect.to : undefined;
  if (conditions === undefined && to === undefined) return;
  const more: More = { ...(conditions && { conditions }), ...(to && { to: plainRewrite(to) }) };
  texts.addShared(JSON.stringify(more), words, at + WORD.more);
  if (words[at + WORD.moreOctets] > MORE_OCTETS) {
    throw new RangeError(`A rule is too long: ${words[at + WORD.moreOctets]} octets`);
  }
}

/** Keeps where in the literal the three octets begin by which a pattern is found: below 256. */
export function writeKeyAt(words: Int32Array, at: number, keyAt: number): void {
  words[at + WORD.moreOctets] |= keyAt << 24;
}

/** Where in the literal the three octets begin by which a pattern is found. */
export function readKeyAt(words: Int32Array, at: number): number {
  return words[at + WORD.moreOctets] >>> 24;
}

/** Reads the rule at `words[at]`. Throws when what stands there cannot have been written by `writeRule`. */
export function readRule(words: Int32Array, at: number, octets: Uint8Array): ListRule {
  const bits = words[at + WORD.bits];
  const text = (from: number, size: number) => decoder.decode(octets.subarray(from, from + size));
  const moreOctets = words[at + WORD.moreOctets] & MORE_OCTETS;
  const more: More = moreOctets === 0 ? {} : JSON.parse(text(words[at + WORD.more], moreOctets));
  const key = text(words[at + WORD.trigger], words[at + WORD.triggerOctets]);
  const literal = (bits & LITERAL) === 0
    ? undefined
    : text(words[at + WORD.literal], words[at + WORD.literalOctets]);
  return {
    trigger: triggerOf(bits, key, literal),
    effect: effectOf(bits, more.to),
    important: (bits & IMPORTANT) !== 0,
    ...(more.conditions && { conditions: more.conditions }),
    text: text(words[at + WORD.text], words[at + WORD.textOctets]),
    list: listOfBits(bits),
  };
}

function keyOf(trigger: Trigger): string {
  return trigger.on === "name"
    ? trigger.name
    : trigger.on === "pattern"
    ? trigger.regex
    : trigger.prefix;
}

function triggerOf(bits: number, key: string, literal: string | undefined): Trigger {
  const on = ON[bits & ON_MASK];
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

function effectOf(bits: number, to: PlainRewrite | undefined): Effect {
  const what = DO[bits >> DO_SHIFT & 3], how = bits >> ANSWER_SHIFT & 7, answer = ANSWERS[how];
  if (what === "allow") return how === TCP_ONLY ? { do: what, tcpOnly: true } : { do: what };
  if (what === "block") return answer === undefined ? { do: what } : { do: what, answer };
  if (what === "rewrite") {
    return { do: what, to: rewriteOf(to!), ...(how === HOSTS && { hosts: true }) };
  }
  return to === undefined ? { do: what } : { do: what, to: rewriteOf(to) };
}
