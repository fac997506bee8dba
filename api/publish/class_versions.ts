/**
 * Assigns versions to policy classes. A class keeps its version while everything that its responses
 * depend on is unchanged, so that workers keep the cached responses of its devices. Renaming a
 * device changes no version.
 */
import { hash } from "node:crypto";
import { differenceOf, hasSameItems } from "../../policy/model/items.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import type { UnversionedClass } from "../../policy/snapshot/household_memory.ts";
import { withVersion } from "../../policy/snapshot/snapshot_file.ts";
import type { ClassParts } from "../../policy/snapshot/snapshot_parts.ts";

const NONE: readonly number[] = [];

/** Everything that the answers of a class depend on, in parts and as one text. */
interface Stamp {
  readonly common: string;
  readonly digests: readonly string[];
  readonly whole: string;
}

/** Assigns versions to classes, from one snapshot to the next. */
export class ClassVersions {
  #known = new Map<string, ClassParts>();
  /** The classes of the last snapshot by their own keys, without rules and what all depend on. */
  #byKey = new Map<string, ClassParts>();
  /** What the versions of unchanged classes were last derived from. */
  readonly #stamps = new WeakMap<UnversionedClass, Stamp>();
  #next = 1;

  /**
   * Ensures that no version up to this one is assigned again, because an earlier snapshot uses
   * them.
   */
  after(version: number): void {
    this.#next = Math.max(this.#next, version + 1);
  }

  /**
   * The classes with their versions. `common` is a digest of everything that all of them depend on,
   * `scopes` the digests of the rules by scope number.
   */
  stamp(
    classes: readonly UnversionedClass[],
    common: string,
    scopes: readonly string[],
  ): ClassParts[] {
    const known = new Map<string, ClassParts>();
    const byKey = new Map<string, ClassParts>();
    const stamped = classes.map((unversioned) => {
      const { parts, key } = unversioned;
      const last = this.#stamps.get(unversioned);
      const isSame = last?.common === common && hasDigests(last.digests, parts, classes, scopes);
      const stamp = isSame ? last : stampOf(unversioned, common, classes, scopes);
      const { whole } = stamp;
      // Versions have 32 bits, as memos store them; none is reused while a response under it can
      // exist.
      const before = this.#known.get(whole) ?? known.get(whole);
      const version = before?.version ?? this.#next++ >>> 0;
      const stampedClass = stampedOf(parts, version, before ?? this.#byKey.get(key));
      known.set(whole, stampedClass);
      byKey.set(key, stampedClass);
      if (!isSame) this.#stamps.set(unversioned, stamp);
      return stampedClass;
    });
    this.#known = known;
    this.#byKey = byKey;
    return stamped;
  }
}

function stampOf(
  { parts, key }: UnversionedClass,
  common: string,
  classes: readonly UnversionedClass[],
  scopes: readonly string[],
): Stamp {
  const digests = rulesOf(parts, classes).map((scope) => scopes[scope]);
  return { common, digests, whole: [common, key, ...digests].join("\n") };
}

/** Whether these are the digests of `rulesOf`; makes no object, as most classes are unchanged. */
function hasDigests(
  digests: readonly string[],
  { scopes = [], views = [] }: UnversionedClass["parts"],
  classes: readonly UnversionedClass[],
  current: readonly string[],
): boolean {
  let at = 0;
  for (const view of views) {
    at = afterDigests(digests, at, classes[view].parts.scopes ?? [], current);
    if (at < 0) return false;
  }
  return afterDigests(digests, at, scopes, current) === digests.length;
}

/** The place after the digests of these scopes; -1 = others are at this place. */
function afterDigests(
  digests: readonly string[],
  from: number,
  covered: readonly number[],
  current: readonly string[],
): number {
  let at = from;
  for (let each = 0; each < covered.length; each += 2) {
    if (digests[at++] !== current[covered[each]]) return -1;
  }
  return at;
}

/** The numbers of the scopes whose rules a class depends on. */
function rulesOf(
  { scopes = [], views = [] }: UnversionedClass["parts"],
  classes: readonly UnversionedClass[],
): number[] {
  const numbers: number[] = [];
  const add = (covered: readonly number[]) => {
    for (let at = 0; at < covered.length; at += 2) numbers.push(covered[at]);
  };
  for (const view of views) add(classes[view].parts.scopes ?? []);
  add(scopes);
  return numbers;
}

/**
 * A class under its version. An unchanged class stays the same object, and one with a new version
 * keeps its encoded form. Its key does not contain the numbers of views, upstreams and restricted
 * names.
 */
function stampedOf(
  parts: UnversionedClass["parts"],
  version: number,
  before: ClassParts | undefined,
): ClassParts {
  const isSame = before !== undefined && before.upstreams === parts.upstreams &&
    hasSameItems(before.views ?? NONE, parts.views ?? NONE) &&
    hasSameItems(before.restricted ?? NONE, parts.restricted ?? NONE);
  if (!isSame) return { version, ...parts };
  return before.version === version ? before : withVersion(before, version);
}

/** Digests of the rules of each scope. Only those of scopes whose rules changed are computed. */
export class RuleDigests {
  #rules: readonly PersonalRule[] = [];
  readonly #known = new Map<string, string>();

  /** The digests by scope number. */
  of(rules: readonly PersonalRule[], scopes: readonly string[]): string[] {
    if (rules !== this.#rules) {
      const { removed, added } = differenceOf(this.#rules, rules);
      const changed = new Set([...removed, ...added].map(({ scope }) => scope));
      const byScope = Map.groupBy(
        rules.filter(({ scope }) => changed.has(scope)),
        ({ scope }) => scope,
      );
      for (const scope of changed) {
        const its = byScope.get(scope);
        if (its === undefined) this.#known.delete(scope);
        else this.#known.set(scope, digest(its.map(digestOfRule).join()));
      }
      this.#rules = rules;
    }
    return scopes.map((scope) => this.#known.get(scope) ?? "");
  }
}

/** The digest of each rule: of thousands, one differs from those of the previous snapshot. */
const ruleDigests = new WeakMap<PersonalRule, string>();

function digestOfRule(rule: PersonalRule): string {
  let known = ruleDigests.get(rule);
  if (known === undefined) ruleDigests.set(rule, known = digest(JSON.stringify(rule)));
  return known;
}

/** A short digest of a text or bytes. */
export function digest(content: string | Uint8Array): string {
  return hash("sha256", content, "base64").slice(0, 24);
}
