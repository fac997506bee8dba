/** The exact rules of look-alike names (A 7.5), for names that the index suspects. */
import {
  CARRIER_DOMAINS,
  ENDING_LABELS,
  FAVOURED_ENDINGS,
  GENERIC_LABELS,
  ORDINARY_LABELS,
  ORDINARY_WORDS,
  TRAP_WORDS,
} from "../catalogue/lookalike_words.ts";
import { POPULAR_NAMES } from "../catalogue/popular_names.ts";
import { PROTECTED_NAMES } from "../catalogue/protected_names.ts";
import { isWellKnown } from "../catalogue/well_known.ts";
import { LIMITS } from "../limits.ts";
import { hostNameFromText } from "../lists/host_name.ts";
import { decodePunycode } from "./punycode.ts";
import { readLabel, shapeOf, shownOrder } from "./reading.ts";
import { registrableDomain } from "./registrable.ts";
import { mixesAlphabets } from "./scripts.ts";

/**
 * How a name imitates: look-alike letters, a typing error, a protected name in front of another
 * domain, or a protected name with a trap word.
 */
export type LookalikeKind = "homograph" | "typosquat" | "brandsub" | "combosquat";

/** A name that imitates another. */
export interface Lookalike {
  readonly kind: LookalikeKind;
  /** The protected name; "" = the name mixes alphabets and reads as no protected name. */
  readonly imitates: string;
  /** The domain that imitates: registrable, or the name itself for a label of another domain. */
  readonly domain: string;
}

/** What the rules compare with, beside the catalogue. */
export interface LookalikeNames {
  /** The registrable domains that the household asks most, the most asked first (A 7.5.1). */
  readonly visited: readonly string[];
  /** Domains that are no imitations, each with its subdomains. */
  readonly allowed: readonly string[];
}

const { typoLetters: TYPO_LETTERS, editLetters: EDIT_LETTERS } = LIMITS.lookalikes;
/** The shortest protected label that counts beside a trap word without a hyphen. */
const JOINED_LETTERS = 3;
/** Beside a label shorter than this, a trap word needs some letters. */
const LONG_LABEL = 5;
const JOINED_WORD = 4;

/** Bits of the rules. */
export const RULE = { homograph: 1, typosquat: 2, brandsub: 4, combosquat: 8 } as const;
const ALL_RULES = 15;

/** A protected name. */
interface Target {
  readonly name: string;
  readonly label: string;
  /** Whether it is one of the household's most asked names. */
  readonly isVisited: boolean;
  readonly endings: ReadonlySet<string>;
}

const FAVOURED: ReadonlySet<string> = new Set(FAVOURED_ENDINGS);
const ORDINARY: ReadonlySet<string> = new Set(ORDINARY_LABELS);
const GENERIC: ReadonlySet<string> = new Set(GENERIC_LABELS);
const WORD_ENDINGS: ReadonlySet<string> = new Set(ENDING_LABELS);
const REAL_WORDS: ReadonlySet<string> = new Set(ORDINARY_WORDS);
const TRAPS: ReadonlySet<string> = new Set(TRAP_WORDS);
const LONGEST_TRAP = Math.max(...TRAP_WORDS.map(({ length }) => length));
const CARRIERS: ReadonlySet<string> = new Set(CARRIER_DOMAINS);
const POPULAR: ReadonlySet<string> = new Set(POPULAR_NAMES);
const OWN: ReadonlySet<string> = new Set(PROTECTED_NAMES.flatMap(({ domains }) => domains));

const BUILT_IN: readonly Target[] = PROTECTED_NAMES.map(({ name, domains }) => {
  const label = firstLabel(name);
  const endings = domains.filter((domain) => firstLabel(domain) === label).map(endingOf);
  return { name, label, isVisited: false, endings: new Set(endings) };
});

/** The rules under one set of names. */
export class LookalikeRules {
  readonly #byLabel = new Map<string, Target>();
  readonly #byShape = new Map<string, Target>();
  /** Targets whose label is long enough that one edit of it is a typing error. */
  readonly #edited: Target[] = [];
  readonly #byName = new Map<string, Target>();
  /** Targets whose label has hyphens or digits. */
  readonly #compound: Target[] = [];
  readonly #visited: ReadonlySet<string>;
  readonly #allowed: ReadonlySet<string>;

  /** `genuine` are the names of `visited` that imitate no service of the catalogue. */
  constructor({ visited, allowed }: LookalikeNames, genuine: readonly string[] = visited) {
    this.#visited = new Set(visited);
    this.#allowed = new Set(allowed.map((domain) => hostNameFromText(domain) ?? domain));
    for (const target of BUILT_IN) this.#add(target);
    for (const name of genuine) {
      // An international name is never protected.
      if (name.includes("xn--") || OWN.has(name)) continue;
      const label = firstLabel(name);
      // `www.gov.uk` is a domain of its own, but its label says nothing.
      if (label.length < 3 || label === "www" || this.#byLabel.has(label)) continue;
      this.#add({ name, label, isVisited: true, endings: new Set([endingOf(name)]) });
    }
  }

  /** The labels of all protected names. */
  get labels(): Iterable<string> {
    return this.#byLabel.keys();
  }

  /** Number of protected services of the catalogue. */
  get protectedCount(): number {
    return BUILT_IN.length;
  }

  /** Whether the household allowed the name or a domain above it. */
  isAllowed(name: string): boolean {
    if (this.#allowed.size === 0) return false;
    for (let at = 0; at >= 0; at = name.indexOf(".", at) + 1 || -1) {
      if (this.#allowed.has(name.slice(at))) return true;
    }
    return false;
  }

  /** What the name imitates according to some rules, bits of `RULE`; undefined = nothing. */
  judge(name: string, rules: number = ALL_RULES): Lookalike | undefined {
    const domain = registrableDomain(name);
    if (domain === "") return undefined;
    const found = (rules & RULE.homograph) !== 0 && name.includes("xn--")
      ? this.#homograph(name, domain)
      : undefined;
    return found ?? this.#asciiName(name, domain, rules);
  }

  #add(target: Target): void {
    const { label, name } = target;
    if (!this.#byLabel.has(label)) this.#byLabel.set(label, target);
    this.#byName.set(name, target);
    if (/[-\d]/.test(label)) this.#compound.push(target);
    const shape = shapeOf(label);
    if (!this.#byShape.has(shape)) this.#byShape.set(shape, target);
    if (label.length >= EDIT_LETTERS) this.#edited.push(target);
  }

  /** An international label that mixes alphabets, or reads as a protected name (A 7.5.2). */
  #homograph(name: string, domain: string): Lookalike | undefined {
    const ownAt = name.length - domain.length;
    const endingAt = ownAt + firstLabel(domain).length;
    for (let at = endingAt; at > 0;) {
      const from = name.lastIndexOf(".", at - 1) + 1;
      const label = name.slice(from, at);
      at = from - 1;
      if (!label.startsWith("xn--")) continue;
      const found = from === ownAt ? domain : name.slice(from);
      const imitates = this.#imitatedByLabel(label, found);
      if (imitates !== undefined) return { kind: "homograph", imitates, domain: found };
    }
    return undefined;
  }

  #imitatedByLabel(label: string, domain: string): string | undefined {
    const codes = decodePunycode(label.slice(4));
    if (codes === undefined) return undefined;
    const shown = shownOrder(codes);
    const target = this.#readAs(codes) ?? (shown && this.#readAs(shown));
    const imitated = target && this.#nearest(target, domain);
    if (mixesAlphabets(codes)) return imitated ?? "";
    // What the household itself asks often is no imitation unless it mixes alphabets.
    if (target === undefined || this.#visited.has(domain)) return undefined;
    const text = String.fromCodePoint(...codes);
    // `café` under another ending than a `cafe` that the household asks often is another company.
    const isOther = target.isVisited && !isNear(target, endingOf(domain)) && isOnlyMarked(text);
    return isOther || REAL_WORDS.has(text) ? undefined : imitated;
  }

  /** The target that letters read as. */
  #readAs(codes: readonly number[]): Target | undefined {
    const reading = readLabel(codes);
    return reading === undefined ? undefined : this.#byShape.get(shapeOf(reading));
  }

  #asciiName(name: string, domain: string, rules: number): Lookalike | undefined {
    if (isFamiliar(domain)) return undefined;
    const isVisited = this.#visited.has(domain);
    // Two names that the household asks often are both real; one of the catalogue stays protected.
    const isReal = (target: Target) => isVisited && target.isVisited;
    const label = firstLabel(domain);
    if ((rules & RULE.typosquat) !== 0) {
      const target = this.#typo(label, endingOf(domain));
      if (target !== undefined && !isReal(target)) {
        return { kind: "typosquat", imitates: this.#nearest(target, domain), domain };
      }
    }
    if ((rules & RULE.brandsub) !== 0) {
      const above = name.slice(0, Math.max(0, name.length - domain.length - 1));
      const found = this.#nameInFront(above);
      if (found !== undefined && !isReal(found.target)) {
        return { kind: "brandsub", imitates: found.imitates, domain };
      }
    }
    const added = (rules & RULE.combosquat) === 0 ? undefined : this.#withTrapWord(label);
    return added === undefined || isReal(added)
      ? undefined
      : { kind: "combosquat", imitates: this.#nearest(added, domain), domain };
  }

  /** The protected name of a target under the ending of a domain, if there is one. */
  #nearest({ label, name, endings }: Target, domain: string): string {
    const ending = endingOf(domain);
    const near = `${label}.${ending}`;
    return endings.has(ending) || this.#visited.has(near) ? near : name;
  }

  /** A label that looks like a protected one, or differs from it by one edit (A 7.5.3). */
  #typo(label: string, ending: string): Target | undefined {
    if (label.length < TYPO_LETTERS || label.startsWith("xn--")) return undefined;
    // The same name under another ending.
    if (this.#byLabel.has(label) || ORDINARY.has(label)) return undefined;
    const alike = this.#byShape.get(shapeOf(label));
    if (alike !== undefined && isNear(alike, ending)) return alike;
    if (label.length < EDIT_LETTERS - 1) return undefined;
    return this.#edited.find((target) => isNear(target, ending) && isOneEdit(label, target));
  }

  /** A protected name, or one of its endings, among the labels in front of a domain (A 7.5.4). */
  #nameInFront(
    above: string,
  ): { readonly imitates: string; readonly target: Target } | undefined {
    if (!above.includes(".")) return undefined;
    const labels = above.split(".");
    for (let from = 0; from < labels.length - 1; from++) {
      for (let to = from + 2; to <= Math.min(labels.length, from + 3); to++) {
        const imitates = labels.slice(from, to).join(".");
        const ofLabel = this.#byLabel.get(labels[from]);
        const target = this.#byName.get(imitates) ??
          (ofLabel?.endings.has(endingOf(imitates)) ? ofLabel : undefined);
        if (target !== undefined) return { imitates, target };
      }
    }
    return undefined;
  }

  /** A protected label with nothing but trap words and digits (A 7.5.4). */
  #withTrapWord(label: string): Target | undefined {
    const parts = label.split(/[-\d]+/).filter((part) => part !== "");
    let target: Target | undefined;
    let traps = 0;
    for (const part of parts) {
      if (TRAPS.has(part)) {
        traps++;
        continue;
      }
      const whole = this.#protectedPart(part);
      const joined = whole === undefined ? this.#joined(part) : undefined;
      const found = whole ?? joined;
      if (found === undefined || target !== undefined) return this.#hyphenated(label);
      target = found;
      if (joined !== undefined) traps++;
    }
    return traps > 0 ? target ?? this.#hyphenated(label) : undefined;
  }

  /** A protected label that itself has hyphens or digits, with trap words around it. */
  #hyphenated(label: string): Target | undefined {
    return this.#compound.find((target) => {
      const at = label.indexOf(target.label);
      if (at < 0) return false;
      const around = `${label.slice(0, at)}-${label.slice(at + target.label.length)}`;
      const words = around.split(/[-\d]+/).filter((word) => word !== "");
      return words.length > 0 && words.every(isTrapText);
    });
  }

  #protectedPart(part: string): Target | undefined {
    const target = this.#byLabel.get(part);
    return target === undefined || GENERIC.has(part) || target.isVisited && part.length < 6
      ? undefined
      : target;
  }

  /** A protected label written together with trap words: `paypallogin`, `securepaypal`. */
  #joined(part: string): Target | undefined {
    let shortest: Target | undefined;
    for (let from = 0; from <= part.length - JOINED_LETTERS; from++) {
      // The text before is the first to be looked at: it leaves few places.
      if (!isTrapText(part.slice(0, from))) continue;
      const longest = Math.min(part.length - from, (shortest?.label.length ?? part.length) - 1);
      for (let length = JOINED_LETTERS; length <= longest; length++) {
        const text = part.slice(from, from + length);
        const target = this.#protectedPart(text);
        if (target === undefined || isTooShort(part.length, length)) continue;
        if (from > 0 && WORD_ENDINGS.has(text)) continue;
        if (!isTrapText(part.slice(from + length))) continue;
        shortest = target;
        break;
      }
    }
    return shortest;
  }
}

/** Whether a short label has too little beside it: `uspss` is no word with `usps`. */
function isTooShort(whole: number, label: number): boolean {
  return label < LONG_LABEL && whole - label < JOINED_WORD;
}

/** Whether a text consists of at most two trap words. */
function isTrapText(text: string): boolean {
  if (text === "" || TRAPS.has(text)) return true;
  const last = Math.min(text.length - 2, LONGEST_TRAP);
  for (let cut = Math.max(2, text.length - LONGEST_TRAP); cut <= last; cut++) {
    if (TRAPS.has(text.slice(0, cut)) && TRAPS.has(text.slice(cut))) return true;
  }
  return false;
}

/** Whether a domain belongs to a service that is known, or carries names of others. */
function isFamiliar(domain: string): boolean {
  return OWN.has(domain) || POPULAR.has(domain) || CARRIERS.has(domain) || isWellKnown(domain);
}

function firstLabel(domain: string): string {
  return domain.slice(0, domain.indexOf("."));
}

/** Whether an ending is one of a target, or one that imitations favour. */
function isNear({ endings }: Target, ending: string): boolean {
  return FAVOURED.has(ending) || endings.has(ending);
}

/** Whether nothing but marks makes a label differ from ASCII. */
function isOnlyMarked(label: string): boolean {
  return /^[\0-\x7f]*$/.test(label.normalize("NFD").replace(/\p{M}/gu, ""));
}

function endingOf(domain: string): string {
  return domain.slice(domain.indexOf(".") + 1);
}

/**
 * Whether a label differs from that of a target by one letter added, missing or changed, or two
 * swapped. For names that the household asks most, digits and hyphens are no letters: such names are
 * often those of one owner.
 */
function isOneEdit(a: string, { label: b, isVisited }: Target): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (isVisited && /[-\d]/.test(left + right)) return false;
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
