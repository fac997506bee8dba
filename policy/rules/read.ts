/**
 * Validates rules entered by people and converts them to canonical form. Errors are returned as a
 * sentence.
 */
import { patternToTrigger } from "../lists/pattern.ts";
import { asciiName } from "../lists/host_name.ts";
import { findNameFault } from "../lists/line_outcome.ts";
import { rcodeFromText, RULE_TTL, TYPE, typeFromText } from "../lists/record_types.ts";
import { translateRegex } from "../lists/regex.ts";
import { LIMITS } from "../limits.ts";
import { addressToText, parseAddress } from "../model/address.ts";
import { isRewriteCode, type PersonalRule, type RuleKind } from "../model/personal_rule.ts";
import { nameFromText } from "../model/name.ts";
import type { RuleEffect, Trigger } from "../model/rule.ts";
import { Fingerprinter, SECRET_BYTES } from "../snapshot/fingerprint.ts";
import { ProtectedNames } from "../snapshot/protected_names.ts";
import { type Sentence, sentence } from "../model/sentence.ts";

/** Context for validating a rule. */
export interface RuleContext {
  /** Names that no rule may block: those of the box and of the hosts of its upstreams. */
  readonly protectedNames: readonly string[];
  /** Unix seconds. */
  readonly now: number;
}

/** The trigger of a rule: its name, or the meaning of its pattern. */
export type RuleTrigger = Extract<Trigger, { on: "name" | "pattern" }>;

/** Returns the rule in canonical form, or an error sentence. */
export function parsePersonalRule(
  input: PersonalRule,
  { protectedNames, now }: RuleContext,
): PersonalRule | Sentence {
  const domain = readDomain(input.domain, input.kind);
  if ("problem" in domain) return domain.problem;
  const rule = { ...input, domain: domain.domain };
  const { trigger } = domain;
  const problem = input.action === "allow" ? "" : untouchable(trigger, rule.domain, protectedNames);
  if (problem !== "") return problem;
  if (input.until !== 0 && input.until <= now) {
    return sentence`The end of the rule is in the past: ${input.until}`;
  }
  const types = readTypes(input.types);
  if (typeof types === "string") return types;
  const except = readExceptions(input.except ?? []);
  if (typeof except === "string") return except;
  const to = readTarget(rule);
  if (typeof to === "string") return to;
  const { except: _, ...plain } = rule;
  return { ...plain, types, to, ...(except.length > 0 && { except }) };
}

/** The trigger of a rule from `parsePersonalRule`; undefined if it is invalid. */
export function triggerOf(
  { domain, kind }: Pick<PersonalRule, "domain" | "kind">,
): RuleTrigger | undefined {
  if (kind === "exact" || kind === "subdomains") {
    return { on: "name", name: domain, covers: kind === "exact" ? "exact" : "tree" };
  }
  if (kind === "regex") {
    const regex = translateRegex(domain);
    return typeof regex === "string" ? undefined : { on: "pattern", ...regex };
  }
  const below = domain.startsWith("*.") ? asciiName(domain.slice(2)) : undefined;
  if (below !== undefined) return { on: "name", name: below, covers: "below" };
  const trigger = patternToTrigger(`|${domain}|`, { namesOnly: true });
  return typeof trigger === "object" && (trigger.on === "name" || trigger.on === "pattern")
    ? trigger
    : undefined;
}

/** The effect of a rule from `parsePersonalRule`; undefined if it is invalid. */
export function effectOf(
  { action, to }: Pick<PersonalRule, "action" | "to">,
): RuleEffect | undefined {
  if (action !== "rewrite") return { do: action };
  if (to.length === 1 && isRewriteCode(to[0])) {
    return { do: "rewrite", to: { rcode: rcodeFromText(to[0])!, records: [] } };
  }
  const records = to.flatMap((text) => {
    const rdata = parseAddress(text);
    return rdata === undefined
      ? []
      : [{ type: rdata.length === 4 ? TYPE.A : TYPE.AAAA, rdata, ttl: RULE_TTL }];
  });
  if (records.length > 0) return { do: "rewrite", to: { rcode: 0, records } };
  const cname = to.length === 0 ? undefined : nameFromText(to[0]);
  return cname && { do: "rewrite", to: { rcode: 0, cname, records } };
}

/**
 * The canonical forms of a domain, by kind, to find a rule that was entered in another notation.
 */
export function canonicalDomains(text: string): string[] {
  const canonical = (["exact", "wildcard", "regex"] as const).flatMap((kind) =>
    plainDomain(text, kind) ?? []
  );
  return [...new Set([text, ...canonical])];
}

interface ReadDomain {
  readonly domain: string;
  readonly trigger: RuleTrigger;
}

function readDomain(text: string, kind: RuleKind): ReadDomain | { readonly problem: Sentence } {
  const domain = plainDomain(text, kind);
  if (domain === undefined) return { problem: wrongDomain(text, kind) };
  if (domain.length > LIMITS.rules.domainCharacters) {
    return {
      problem:
        sentence`A rule has at most ${LIMITS.rules.domainCharacters} characters, this one has: ${domain.length}`,
    };
  }
  if (kind === "wildcard" && !domain.includes("*")) {
    return {
      problem: sentence`A wildcard needs a *; without one, choose exact or subdomains: ${domain}`,
    };
  }
  const trigger = triggerOf({ domain, kind });
  if (trigger !== undefined) return { domain, trigger };
  if (kind === "wildcard") {
    return {
      problem:
        sentence`This wildcard is no name, or too wide; keep at least three letters beside the *: ${domain}`,
    };
  }
  return { problem: wrongRegex(domain) };
}

/** The canonical form of a domain; undefined if it is invalid. */
function plainDomain(text: string, kind: RuleKind): string | undefined {
  if (kind === "regex") return text.replace(/^\/(.+)\/$/s, "$1");
  if (kind !== "wildcard") return asciiName(text);
  const below = text.startsWith("*.") ? asciiName(text.slice(2)) : undefined;
  if (below !== undefined) return `*.${below}`;
  const plain = text.toLowerCase().replace(/\.$/, "");
  return /^[a-z0-9_.*-]+$/.test(plain) ? plain : undefined;
}

function wrongDomain(text: string, kind: RuleKind): Sentence {
  if (text.includes("*") && kind !== "wildcard") {
    return sentence`A name with a * is a wildcard; choose that kind: ${text}`;
  }
  if (/^\/.*\/$/.test(text)) {
    return sentence`This is a regular expression; choose that kind: ${text}`;
  }
  if (parseAddress(text) !== undefined) {
    return sentence`Rules are for names, not for addresses: ${text}`;
  }
  return sentence`This is not a domain name: ${text}`;
}

function wrongRegex(source: string): Sentence {
  return translateRegex(source) === "unsupported-regex"
    ? sentence`Rules take no regular expression with lookaround, back references or this many repeats: ${source}`
    : sentence`This is not a regular expression: ${source}`;
}

/** Why only an allow is permitted on these names; "" = any action is permitted. */
function untouchable(
  trigger: RuleTrigger,
  domain: string,
  protectedNames: readonly string[],
): Sentence | "" {
  const { checker, fingerprinter } = checkerOf(protectedNames);
  const covers = trigger.on === "pattern"
    ? checker.matchedBy(trigger).length > 0
    : covered(trigger, checker, fingerprinter);
  if (covers) {
    return sentence`This would block the box itself or one of its upstreams: ${domain}`;
  }
  const unwanted = trigger.on === "name" ? findNameFault(trigger.name) : undefined;
  if (unwanted === "local-name") {
    return sentence`Every machine answers this name itself: ${domain}`;
  }
  return unwanted === undefined
    ? ""
    : sentence`This ending belongs to many owners; give one domain: ${domain}`;
}

interface Checker {
  readonly checker: ProtectedNames;
  readonly fingerprinter: Fingerprinter;
}

/** The checkers of lists of names: a thousand rules that are written at once share a list. */
const checkers = new WeakMap<readonly string[], Checker>();

function checkerOf(protectedNames: readonly string[]): Checker {
  let known = checkers.get(protectedNames);
  if (known === undefined) {
    const fingerprinter = new Fingerprinter(new Uint8Array(SECRET_BYTES));
    known = { checker: new ProtectedNames(protectedNames, fingerprinter), fingerprinter };
    checkers.set(protectedNames, known);
  }
  return known;
}

function covered(
  { name, covers }: Extract<RuleTrigger, { on: "name" }>,
  checker: ProtectedNames,
  fingerprinter: Fingerprinter,
): boolean {
  const bytes = new TextEncoder().encode(name);
  fingerprinter.ofText(bytes, 0, bytes.length);
  return checker.coveredBy(fingerprinter.h1[0], fingerprinter.h2[0], covers);
}

/** The types in order; where some are included, excluded ones have no effect (rule-syntax E3). */
function readTypes(texts: readonly string[]): string[] | Sentence {
  const types = new Map<number, string>();
  const included = texts.filter((text) => !text.startsWith("~"));
  for (const text of included.length > 0 ? included : texts) {
    const type = typeFromText(text.replace("~", ""));
    if (type === undefined) return sentence`There is no such record type: ${text}`;
    if (!types.has(type)) types.set(type, text.toUpperCase());
  }
  return [...types].sort(([a], [b]) => a - b).map(([, text]) => text);
}

/** The names that a rule leaves alone, in canonical form. */
function readExceptions(texts: readonly string[]): string[] | Sentence {
  const names = new Set<string>();
  for (const text of texts) {
    const name = asciiName(text);
    if (name === undefined) return sentence`This is not a domain name: ${text}`;
    names.add(name);
  }
  return [...names].sort();
}

/** The target of a rewrite: addresses in canonical form, or a name. */
function readTarget({ action, domain, to }: PersonalRule): string[] | Sentence {
  if (action !== "rewrite") {
    return to.length === 0 ? [] : sentence`Only a rule that rewrites has an answer`;
  }
  if (to.length === 0) return sentence`Give the answer: addresses, or a name`;
  const addresses = to.map((text) => parseAddress(text));
  if (!addresses.includes(undefined)) {
    return [...new Set(addresses.map((address) => addressToText(address!)))];
  }
  if (to.length === 1 && isRewriteCode(to[0])) return [to[0]];
  if (to.length > 1) return sentence`Answer with addresses, or with one name`;
  const name = asciiName(to[0]);
  if (name === undefined) return sentence`This is neither an address nor a name: ${to[0]}`;
  return name === domain ? sentence`The rule would answer a name with itself: ${name}` : [name];
}
