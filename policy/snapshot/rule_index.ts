/**
 * The rules that are no plain names, found without walking them: by the fingerprints of their names, the literals of their
 * patterns, their addresses. Built when a snapshot is read; regular expressions are compiled when they are first tried.
 */
import { parsePrefix, type Prefix, prefixContains } from "../model/address.ts";
import { isWithin, nameFromText, type WireName } from "../model/name.ts";
import type { Conditions } from "../model/rule.ts";
import { AddressIndex } from "./address_index.ts";
import { isZone, rankOf } from "./device_policy.ts";
import type { Fingerprinter } from "./fingerprint.ts";
import { FingerprintMap } from "./fingerprint_map.ts";
import { PatternIndex } from "./pattern_index.ts";
import type { ListInfo, ListRule } from "./snapshot.ts";

/** Who asks, as conditions see it. */
export interface Asker {
  /** 4 or 16 octets. */
  readonly address: Uint8Array;
  /** Name of the device, lower case. */
  readonly name?: string | undefined;
  readonly tags: readonly string[];
}

/** A rule made ready: its rank in the list row and its conditions parsed. */
export class ReadyRule {
  readonly rule: ListRule;
  /** Rank of a block or allow (policy/snapshot/device_policy.ts). */
  readonly rank: number;
  /** Whether it stands in a response policy zone, where the most precise trigger decides. */
  readonly zone: boolean;
  readonly #conditions: Conditions | undefined;
  readonly #only: ClientMatcher | undefined;
  readonly #except: ClientMatcher | undefined;
  readonly #denyallow: readonly WireName[];
  #regex: RegExp | null | undefined;

  constructor(rule: ListRule, list: ListInfo) {
    this.rule = rule;
    this.zone = isZone(list);
    this.rank = rankOf(list.kind, rule.effect.do === "allow", rule.important);
    this.#conditions = rule.conditions;
    const clients = rule.conditions?.clients;
    this.#only = clients?.only === undefined ? undefined : new ClientMatcher(clients.only);
    this.#except = clients?.except === undefined ? undefined : new ClientMatcher(clients.except);
    this.#denyallow = (rule.conditions?.denyallow ?? []).flatMap((text) => nameFromText(text) ?? []);
  }

  /** Whether the conditions hold for this question; exclusions are looked at first (rule-syntax E3). */
  applies(name: WireName, type: number, asker: Asker): boolean {
    const conditions = this.#conditions;
    if (conditions === undefined) return true;
    const types = conditions.types;
    if (types?.only !== undefined ? !types.only.includes(type) : types?.except?.includes(type) === true) return false;
    const tags = conditions.tags;
    if (tags?.except?.some((tag) => asker.tags.includes(tag)) === true) return false;
    if (tags?.only !== undefined && !tags.only.some((tag) => asker.tags.includes(tag))) return false;
    if (this.#except?.matches(asker) === true) return false;
    if (this.#only !== undefined && !this.#only.matches(asker)) return false;
    return !this.#denyallow.some((parent) => isWithin(name, parent));
  }

  /** Whether the pattern matches the name given as text; an expression that cannot be compiled matches nothing. */
  matchesText(text: string): boolean {
    const trigger = this.rule.trigger;
    if (trigger.on !== "pattern") return false;
    if (this.#regex === undefined) this.#regex = compileRegex(trigger.regex);
    return this.#regex !== null && this.#regex.test(text) !== (trigger.invert === true);
  }
}

/** The regular expression of a rule, null when it is none. */
export function compileRegex(source: string): RegExp | null {
  try {
    return new RegExp(source, "i");
  } catch {
    return null;
  }
}

class ClientMatcher {
  readonly #prefixes: Prefix[] = [];
  readonly #names = new Set<string>();

  constructor(values: readonly string[]) {
    for (const value of values) {
      const prefix = parsePrefix(value);
      if (prefix === undefined) this.#names.add(value.toLowerCase());
      else this.#prefixes.push(prefix);
    }
  }

  matches(asker: Asker): boolean {
    if (asker.name !== undefined && this.#names.has(asker.name)) return true;
    for (const prefix of this.#prefixes) if (prefixContains(prefix, asker.address)) return true;
    return false;
  }
}

/** All rules of a snapshot by what triggers them. */
export class RuleIndex {
  readonly #rules: readonly ListRule[];
  readonly #lists: readonly ListInfo[];
  readonly #ready: (ReadyRule | undefined)[];
  /** Fingerprint of a name -> its first rule + 1; `#next` links the others. */
  readonly #names: FingerprintMap;
  readonly #next: Int32Array;
  /** Patterns by what they contain; `patternRules` turns its numbers into rules. */
  readonly patterns: PatternIndex;
  readonly #patternRules: number[] = [];
  /** Rules on the addresses of an answer. */
  readonly answers: AddressIndex = new AddressIndex();
  /** Rules on the address of the client. */
  readonly clients: AddressIndex = new AddressIndex();

  constructor(rules: readonly ListRule[], lists: readonly ListInfo[], fingerprinter: Fingerprinter) {
    this.#rules = rules;
    this.#lists = lists;
    this.#ready = new Array(rules.length);
    this.#next = new Int32Array(rules.length);
    this.#names = new FingerprintMap(rules.filter((rule) => rule.trigger.on === "name").length);
    const literals: string[] = [], encoder = new TextEncoder();
    rules.forEach((rule, index) => {
      const trigger = rule.trigger;
      if (trigger.on === "name") {
        const octets = encoder.encode(trigger.name);
        fingerprinter.ofText(octets, 0, octets.length);
        const [h1, h2] = [fingerprinter.h1[0], fingerprinter.h2[0]];
        this.#next[index] = this.#names.get(h1, h2);
        this.#names.set(h1, h2, index + 1);
      } else if (trigger.on === "pattern") {
        literals.push(trigger.invert === true ? "" : trigger.literal ?? "");
        this.#patternRules.push(index);
      } else (trigger.on === "answer" ? this.answers : this.clients).add(trigger.prefix, index);
    });
    this.patterns = new PatternIndex(literals);
  }

  /** Whether any rule is triggered by a name. */
  get hasNames(): boolean {
    return this.#names.size > 0;
  }

  /** The first rule on the name with this fingerprint as its number + 1, 0 = none; `after` gives the others. */
  first(h1: number, h2: number): number {
    return this.#names.get(h1, h2);
  }

  /** The rule after `link` on the same name, as its number + 1, 0 = none. */
  after(link: number): number {
    return this.#next[link - 1];
  }

  /** The rule behind the number of a pattern. */
  pattern(number: number): ReadyRule {
    return this.rule(this.#patternRules[number]);
  }

  /** The rule with this number, made ready when it is first wanted. */
  rule(index: number): ReadyRule {
    return this.#ready[index] ??= new ReadyRule(this.#rules[index], this.#lists[this.#rules[index].list]);
  }
}
