/**
 * The index of protected names. `suspects` reads the bytes of a queried name and dismisses nearly
 * all names without allocation; `find` applies the exact rules to the rest (judge.ts).
 */
import { TRAP_WORDS } from "../catalogue/lookalike_words.ts";
import { LIMITS } from "../limits.ts";
import { nameFromText, nameToText, type WireName } from "../model/name.ts";
import { FACTOR, INVERSE, TextFilter, textHash } from "./filter.ts";
import { type Lookalike, type LookalikeNames, LookalikeRules, RULE } from "./judge.ts";
import { shapeOf } from "./reading.ts";

export type { Lookalike, LookalikeKind, LookalikeNames } from "./judge.ts";

const { typoLetters: TYPO_LETTERS, editLetters: EDIT_LETTERS } = LIMITS.lookalikes;

/** The shortest protected label that counts beside a trap word without a hyphen. */
const JOINED_LETTERS = 3;
/** Trap words that may stand in front of a protected label. */
const MOST_TRAPS = 3;

const ROOT: WireName = new Uint8Array(1);
const HYPHEN = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const [E, I, L, M, N, O, R, S, V, W] = [..."eilmnorsvw"].map((letter) => letter.charCodeAt(0));

/** The byte that a byte looks like. */
const SHAPE = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [from, to] of [[0x31, L], [I, L], [0x7c, L], [ZERO, O], [0x35, S], [0x33, E]]) {
  SHAPE[from] = to;
}

const TRAPS = new TextFilter(17, TRAP_WORDS);
const LONGEST_TRAP = Math.max(...TRAP_WORDS.map(({ length }) => length));

/** The protected names of a policy, with an index. */
export class LookalikeIndex {
  readonly #rules: LookalikeRules;
  /** Labels of protected names, and their shapes. */
  readonly #labels = new TextFilter(18);
  readonly #shapes = new TextFilter(18);
  /** The first and the last three letters of labels near a protected one. */
  readonly #starts = new TextFilter(15);
  readonly #ends = new TextFilter(15);
  /** Protected labels that count as typing errors when edited, whole and without one letter. */
  readonly #edited = new TextFilter(21);
  readonly #longest: number;

  constructor(names: LookalikeNames) {
    this.#rules = new LookalikeRules(names, genuineOf(names.visited));
    let longest = 0;
    for (const label of this.#rules.labels) {
      this.#labels.add(textHash(label));
      this.#shapes.add(textHash(shapeOf(label)));
      if (label.length >= EDIT_LETTERS) this.#addEdits(label);
      longest = Math.max(longest, label.length);
    }
    this.#longest = longest;
  }

  /** Number of protected services, without the names that the household asks most. */
  get protectedCount(): number {
    return this.#rules.protectedCount;
  }

  /** Whether a name, lower-case text, is below a domain that is no imitation. */
  isAllowed(name: string): boolean {
    return this.#rules.isAllowed(name);
  }

  /**
   * What the name imitates; undefined = nothing. `name` is in lower-case wire format. Whether it is
   * allowed is not considered.
   */
  find(name: WireName): Lookalike | undefined {
    const rules = this.suspicions(name);
    return rules === 0 ? undefined : this.#rules.judge(nameToText(name), rules);
  }

  /** Like `find`, for lower-case text. */
  findText(name: string): Lookalike | undefined {
    return this.#rules.judge(name);
  }

  /** The rules that must look at the name, bits of `RULE`; 0 = none. No allocation. */
  suspicions(name: WireName): number {
    let rules = 0;
    let left = 0;
    for (let at = 0; name[at] !== 0 && at < name.length; at += name[at] + 1) left++;
    for (let at = 0; left > 1; at += name[at] + 1, left--) {
      const length = name[at];
      const first = at + 1;
      if (length > 4 && isInternational(name, first)) rules |= RULE.homograph;
      // The label of a registrable domain is followed by at most three labels.
      if (length < 3 || left < 4 && length < TYPO_LETTERS || isWww(name, at)) continue;
      rules |= this.#suspectsLabel(name, first, first + length, left);
    }
    return rules;
  }

  #suspectsLabel(name: WireName, first: number, end: number, left: number): number {
    let hash = 0;
    let power = 1;
    let shape = 0;
    let shapePower = 1;
    for (let i = first; i < end; i++) {
      const byte = name[i];
      hash = hash + Math.imul(byte, power) | 0;
      power = Math.imul(power, FACTOR);
      const next = i + 1 < end ? name[i + 1] : 0;
      let seen = SHAPE[byte];
      if (byte === R && next === N || byte === V && next === V) {
        seen = byte === R ? M : W;
        hash = hash + Math.imul(name[++i], power) | 0;
        power = Math.imul(power, FACTOR);
      }
      shape = shape + Math.imul(seen, shapePower) | 0;
      shapePower = Math.imul(shapePower, FACTOR);
    }
    // A protected name in front of another domain has at least three labels after its first.
    // A protected label is in both filters; one alone may be a coincidence.
    if (this.#labels.has(hash) && this.#shapes.has(shape)) return left > 3 ? RULE.brandsub : 0;
    const length = end - first;
    if (left > 4 || length < TYPO_LETTERS) return 0;
    let rules = 0;
    if (this.#shapes.has(shape) || this.#isEdit(name, first, end, hash)) rules |= RULE.typosquat;
    if (length > EDIT_LETTERS && this.#hasTrap(name, first, end, 0)) rules |= RULE.combosquat;
    return rules;
  }

  /** Whether the label may differ from a protected one by one edit. */
  #isEdit(name: WireName, first: number, end: number, hash: number): boolean {
    const length = end - first;
    if (length > this.#longest + 1) return false;
    const start = threeHash(name[first], name[first + 1], name[first + 2]);
    if (
      !this.#starts.has(start) &&
      !this.#ends.has(threeHash(name[end - 3], name[end - 2], name[end - 1]))
    ) return false;
    if (this.#edited.has(hash)) return true;
    let before = 0;
    let power = 1;
    for (let i = first; i < end; i++) {
      const own = Math.imul(name[i], power);
      // The letters after the removed one move forward by one place.
      const after = Math.imul(hash - before - own | 0, INVERSE);
      if (this.#edited.has(before + after | 0)) return true;
      before = before + own | 0;
      power = Math.imul(power, FACTOR);
    }
    return false;
  }

  /**
   * One edit leaves the first or the last three letters of a label unchanged, except that of the two
   * letters in the middle of six.
   */
  #addEdits(label: string): void {
    const at = (index: number) => label.charCodeAt(index);
    const { length } = label;
    this.#starts.add(threeHash(at(0), at(1), at(2)));
    this.#ends.add(threeHash(at(length - 3), at(length - 2), at(length - 1)));
    if (length === EDIT_LETTERS) this.#starts.add(threeHash(at(0), at(1), at(3)));
    const hash = textHash(label);
    this.#edited.add(hash);
    let before = 0;
    let power = 1;
    for (let i = 0; i < length; i++) {
      const own = Math.imul(at(i), power);
      this.#edited.add(before + Math.imul(hash - before - own | 0, INVERSE) | 0);
      before = before + own | 0;
      power = Math.imul(power, FACTOR);
    }
  }

  /**
   * Whether a label may consist of trap words and a protected label: from a place, a protected label
   * that a trap word follows or precedes.
   */
  #hasTrap(name: WireName, at: number, end: number, traps: number): boolean {
    while (at < end && isFiller(name[at])) at++;
    const last = Math.min(end, at + Math.max(this.#longest, LONGEST_TRAP));
    let hash = 0;
    let power = 1;
    for (let i = at; i < last; i++) {
      hash = hash + Math.imul(name[i], power) | 0;
      power = Math.imul(power, FACTOR);
      const length = i + 1 - at;
      if (length < 2) continue;
      const isWhole = i + 1 === end || isFiller(name[i + 1]);
      if ((isWhole || length >= JOINED_LETTERS) && this.#labels.has(hash)) {
        if (startsWithTrap(name, i + 1, end) || traps > 0 && isEnd(name, i + 1, end)) return true;
      }
      if (traps < MOST_TRAPS && i + 1 < end && TRAPS.has(hash)) {
        if (this.#hasTrap(name, i + 1, end, traps + 1)) return true;
      }
    }
    return false;
  }
}

function startsWithTrap(name: WireName, at: number, end: number): boolean {
  while (at < end && isFiller(name[at])) at++;
  let hash = 0;
  let power = 1;
  for (let i = at; i < end && i < at + LONGEST_TRAP; i++) {
    hash = hash + Math.imul(name[i], power) | 0;
    power = Math.imul(power, FACTOR);
    if (i > at && TRAPS.has(hash)) return true;
  }
  return false;
}

/** Whether only digits and hyphens are left. */
function isEnd(name: WireName, at: number, end: number): boolean {
  while (at < end && isFiller(name[at])) at++;
  return at === end;
}

let catalogue: LookalikeIndex | undefined;

/** Names that imitate no service of the catalogue: a look-alike that is asked often is still one. */
function genuineOf(visited: readonly string[]): readonly string[] {
  if (visited.length === 0) return visited;
  const index = catalogue ??= new LookalikeIndex({ visited: [], allowed: [] });
  return visited.filter((name) => index.find(nameFromText(name) ?? ROOT) === undefined);
}

function threeHash(a: number, b: number, c: number): number {
  return a + Math.imul(b, FACTOR) + Math.imul(c, Math.imul(FACTOR, FACTOR)) | 0;
}

function isInternational(name: WireName, first: number): boolean {
  return name[first + 2] === HYPHEN && name[first + 3] === HYPHEN && name[first] === 0x78 &&
    name[first + 1] === 0x6e;
}

/** Whether the most frequent of all labels is at a place. No protected name has it. */
function isWww(name: WireName, at: number): boolean {
  return name[at] === 3 && name[at + 1] === W && name[at + 2] === W && name[at + 3] === W;
}

function isFiller(byte: number): boolean {
  return byte === HYPHEN || byte >= ZERO && byte <= NINE;
}
