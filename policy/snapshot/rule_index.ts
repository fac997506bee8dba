/**
 * Finds rules that are not plain names by the fingerprints of their names, the literals of their
 * patterns, or their addresses. A rule is decoded on first use, and its regular expression is
 * compiled when first tested.
 */
import { parsePrefix, type Prefix, prefixContains } from "../model/address.ts";
import { isWithin, nameFromText, type WireName } from "../model/name.ts";
import type { RuleConditions } from "../model/rule.ts";
import { AddressIndex } from "./address_index.ts";
import { isZone, rankOf } from "./device_policy.ts";
import { Fingerprinter } from "./fingerprint.ts";
import { toLinearRegex } from "../lists/linear_regex.ts";
import { KEY_BYTES, PatternIndex } from "./pattern_index.ts";
import {
  coversOfBits,
  hasKey,
  listOfBits,
  onAddressesOfBits,
  readKeyAt,
  readsClientOfBits,
  RECORD_FIELD,
  RECORD_WORDS,
  TRIGGER_KINDS,
  triggerKindOfBits,
} from "./rule_record.ts";
import type { RuleTable } from "./rule_table.ts";
import type { ListInfo, ListRule } from "./snapshot_parts.ts";

/** The client as rule conditions see it. */
export interface RuleClient {
  /** 4 or 16 bytes. */
  readonly address: Uint8Array;
  /** Name of the device, lower case. */
  readonly name?: string | undefined;
  /** Client tags of the device, lower case. */
  readonly tags: readonly string[];
}

/** A decoded rule with its rank in the list protection and its conditions parsed. */
export class DecodedRule {
  /** The rule as in its list. */
  readonly rule: ListRule;
  /** Rank of a block or allow (policy/snapshot/device_policy.ts). */
  readonly rank: number;
  /** Whether it belongs to a response policy zone, where the most precise trigger decides. */
  readonly zone: boolean;
  readonly #conditions: RuleConditions | undefined;
  readonly #only: ClientMatcher | undefined;
  readonly #except: ClientMatcher | undefined;
  readonly #denyallow: readonly WireName[];
  #regex: RegExp | null | undefined;

  /** `list` must be the list of the rule. */
  constructor(rule: ListRule, list: ListInfo) {
    this.rule = rule;
    this.zone = isZone(list);
    this.rank = rankOf(list.kind, rule.effect.do === "allow", rule.important);
    this.#conditions = rule.conditions;
    const clients = rule.conditions?.clients;
    this.#only = clients?.only === undefined ? undefined : new ClientMatcher(clients.only);
    this.#except = clients?.except === undefined ? undefined : new ClientMatcher(clients.except);
    this.#denyallow = (rule.conditions?.denyallow ?? []).flatMap((text) =>
      nameFromText(text) ?? []
    );
  }

  /**
   * Whether the conditions apply to a record of this type and its name, undefined = an address.
   * `askedType` is the type of the question. Exclusions are tested first (rule-syntax E3).
   */
  applies(
    name: WireName | undefined,
    recordType: number,
    asker: RuleClient,
    askedType: number = recordType,
  ): boolean {
    const conditions = this.#conditions;
    if (conditions === undefined) return true;
    const types = conditions.types;
    const type = types?.asked === true ? askedType : recordType;
    if (
      types?.only !== undefined
        ? !types.only.includes(type)
        : types?.except?.includes(type) === true
    ) return false;
    const tags = conditions.tags;
    if (tags?.except?.some((tag) => asker.tags.includes(tag)) === true) return false;
    if (tags?.only !== undefined && !tags.only.some((tag) => asker.tags.includes(tag))) {
      return false;
    }
    if (this.#except?.matches(asker) === true) return false;
    if (this.#only !== undefined && !this.#only.matches(asker)) return false;
    if (this.#denyallow.length === 0) return true;
    return name !== undefined && !this.#denyallow.some((parent) => isWithin(name, parent));
  }

  /**
   * Whether the pattern matches the name as text. An expression that cannot be compiled matches
   * nothing.
   */
  matchesText(text: string): boolean {
    const trigger = this.rule.trigger;
    if (trigger.on !== "pattern") return false;
    if (this.#regex === undefined) this.#regex = compileRegex(trigger.regex);
    return this.#regex !== null && this.#regex.test(text) !== (trigger.invert === true);
  }
}

/**
 * The regular expression of a rule, for names in lower case; null if it is invalid or too long for
 * the linear engine.
 */
export function compileRegex(source: string): RegExp | null {
  try {
    new RegExp(source);
    const linear = toLinearRegex(source);
    return linear === undefined ? null : new RegExp(linear);
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

  matches(asker: RuleClient): boolean {
    if (asker.name !== undefined && this.#names.has(asker.name)) return true;
    for (const prefix of this.#prefixes) if (prefixContains(prefix, asker.address)) return true;
    return false;
  }
}

/** Replaces a rule with an invalid record: it never applies. */
const NEVER: Omit<ListRule, "list"> = {
  trigger: { on: "name", name: "", covers: "exact" },
  effect: { do: "block" },
  important: false,
  conditions: { types: { only: [] } },
  text: "",
};

/** All rules of a snapshot, indexed by trigger. */
export class RuleIndex {
  readonly #table: RuleTable;
  readonly #lists: readonly ListInfo[];
  readonly #ready = new Map<number, DecodedRule>();
  /** Whether any rule is triggered by a name. */
  readonly hasNames: boolean;
  /** Patterns by their literals; the numbers that it returns are rule numbers. */
  readonly patterns: PatternIndex;
  /** Whether any rule is triggered by a pattern. */
  readonly hasPatterns: boolean;
  /** Whether any rule tests the address or the name of the client. */
  readonly readsClients: boolean;
  /** Rules on the addresses of an answer. */
  readonly answers: AddressIndex;
  /** Numbers of the response policy zones with rules on answer addresses. */
  readonly answerZones: readonly number[];
  /** Patterns that are also matched against addresses of answers. */
  readonly addressPatterns: readonly number[];
  /** Rules on the address of the client. */
  readonly clients: AddressIndex;

  /** `secret` keys the fingerprints of the table. */
  constructor(table: RuleTable, lists: readonly ListInfo[], secret: Uint8Array) {
    this.#table = table;
    this.#lists = lists;
    const { words, length } = table;
    let names = 0;
    let patterns = 0;
    let clients = 0;
    const zones = new Set<number>();
    const addressPatterns: number[] = [];
    for (let at = 0; at < words.length; at += RECORD_WORDS) {
      const on = TRIGGER_KINDS[triggerKindOfBits(words[at])];
      if (readsClientOfBits(words[at])) clients++;
      if (onAddressesOfBits(words[at])) addressPatterns.push(at / RECORD_WORDS);
      if (on === "name") names++;
      else if (on === "pattern") patterns++;
      else if (on === "answer" && isZone(lists[listOfBits(words[at])])) {
        zones.add(listOfBits(words[at]));
      }
    }
    this.answerZones = [...zones];
    this.addressPatterns = addressPatterns;
    this.hasNames = names > 0;
    this.hasPatterns = patterns > 0;
    this.readsClients = clients > 0;
    this.patterns = new PatternIndex(patterns === 0 ? 0 : length, table.texts);
    for (let rule = length - 1; rule >= 0 && patterns > 0; rule--) this.#addPattern(rule);
    const after = (link: number) => this.after(link);
    const own = new Fingerprinter(secret);
    this.answers = new AddressIndex("answer", table.prefixLengths("answer"), table.map, own, after);
    this.clients = new AddressIndex("client", table.prefixLengths("client"), table.map, own, after);
  }

  /** Whether any rule tests the addresses of answers. */
  get readsAnswers(): boolean {
    return !this.answers.empty || this.addressPatterns.length > 0;
  }

  #addPattern(rule: number): void {
    const { words } = this.#table;
    const at = rule * RECORD_WORDS;
    const bits = words[at];
    if (TRIGGER_KINDS[triggerKindOfBits(bits)] !== "pattern") return;
    const size = words[at + RECORD_FIELD.literalBytes];
    if (!hasKey(bits) || size < KEY_BYTES) this.patterns.addAlways(rule);
    else this.patterns.add(rule, words[at + RECORD_FIELD.literal], size, readKeyAt(words, at));
  }

  /**
   * The first rule on the name with this fingerprint as its number + 1, 0 = none; `after` gives the
   * others.
   */
  first(h1: number, h2: number): number {
    return this.#table.map.get(h1, h2);
  }

  /** The rule after `link` on the same name or prefix, as its number + 1, 0 = none. */
  after(link: number): number {
    return this.#table.words[(link - 1) * RECORD_WORDS + RECORD_FIELD.next];
  }

  /** The list of a rule, without decoding the rule. */
  list(index: number): number {
    return listOfBits(this.#table.bits(index));
  }

  /**
   * Whether a rule on a name covers the name itself (`whole`) or its subdomains, without decoding
   * the rule.
   */
  covers(index: number, whole: boolean): boolean {
    return coversOfBits(this.#table.bits(index), whole);
  }

  /** The rule with this number, decoded on first use. An invalid rule never applies. */
  rule(index: number): DecodedRule {
    let ready = this.#ready.get(index);
    if (ready === undefined) this.#ready.set(index, ready = this.#make(index));
    return ready;
  }

  #make(index: number): DecodedRule {
    const list = this.list(index);
    try {
      return new DecodedRule(this.#table.rule(index), this.#lists[list]);
    } catch {
      return new DecodedRule({ ...NEVER, list }, this.#lists[list]);
    }
  }
}
