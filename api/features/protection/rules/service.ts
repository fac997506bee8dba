/**
 * Rules that people write: set, removed, and ended at their expiry (A 7.2.3). Pages, commands and
 * requests use this.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { findRewriteLoop } from "../../../../policy/rules/rewrite_loop.ts";
import { canonicalDomains, parsePersonalRule } from "../../../../policy/rules/read.ts";
import { ExpiryTimer } from "../../../async/expiry_timer.ts";
import { Mutex } from "../../../async/mutex.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database } from "../../../store/database.ts";
import { domainsOf } from "../../../../policy/model/name.ts";
import { type RuleFilter, RuleTable, type StoredRule } from "./table.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export { ruleForDomain, ruleWithinDomain } from "./rule_scopes.ts";
export type { RuleFilter, StoredRule } from "./table.ts";

/** The dependencies of the service. */
export interface RuleServiceOptions {
  readonly db: Database;
  readonly runtime: Runtime;
  /** Names that no rule may block: those of the box and of the hosts of its upstreams. */
  readonly protectedNames: () => readonly string[];
  /** Whether the box answers each name itself, before any rule; absent = none. */
  readonly answersItself?: (names: readonly string[]) => Promise<readonly boolean[]>;
  /** Called when a rule has expired, to publish the policy. */
  readonly ended: () => void;
}

/**
 * The rules of the household. Methods reject with DomainError for invalid input, and
 * DatabaseUnavailableError.
 */
export class RuleService {
  readonly #options: RuleServiceOptions;
  readonly #table: RuleTable;
  readonly #ends: ExpiryTimer;
  /** Rules are written one after another, so that their number is known. */
  readonly #writes = new Mutex();
  /**
   * All rules as in the table, except for those that ended long ago; read once, since each change of
   * the policy needs them.
   */
  #kept: Promise<readonly StoredRule[]> | undefined;
  /** The last selection of those in memory. */
  #left: { readonly of: readonly StoredRule[]; readonly rules: readonly StoredRule[] } = {
    of: [],
    rules: [],
  };

  constructor(options: RuleServiceOptions) {
    this.#options = options;
    this.#table = new RuleTable(options.db);
    this.#ends = new ExpiryTimer({
      runtime: options.runtime,
      onExpiry: options.ended,
    });
  }

  /** Returns active rules, newest first, before an id. */
  async page(
    filter: RuleFilter,
    limit: number,
    before: number = Number.MAX_SAFE_INTEGER,
  ): Promise<StoredRule[]> {
    const now = this.#seconds();
    const rules = await this.#all(now - LIMITS.rules.endedKept);
    const { covers } = filter;
    const domains = covers && new Set(covers.flatMap(domainsOf));
    const found: StoredRule[] = [];
    for (let at = rules.length - 1; at >= 0 && found.length < limit; at--) {
      const rule = rules[at];
      const isActive = rule.until === 0 || rule.until > now;
      const mayCover = domains === undefined || isPattern(rule) || domains.has(rule.domain);
      if (rule.id < before && isActive && mayCover && isFound(rule, filter)) found.push(rule);
    }
    return found;
  }

  /**
   * Writes a rule, replacing that of its domain and scope; it applies once the policy is published.
   */
  set(given: PersonalRule, by: string): Promise<StoredRule> {
    return this.#writes.take(() => this.#set(given, by));
  }

  /**
   * Writes several rules at once, as lines that were pasted. The result has a stored rule or a
   * refusal for each.
   */
  setAll(given: readonly PersonalRule[], by: string): Promise<(StoredRule | DomainError)[]> {
    return this.#writes.take(() => this.#setAll(given, by));
  }

  async #setAll(
    given: readonly PersonalRule[],
    by: string,
  ): Promise<(StoredRule | DomainError)[]> {
    const { most } = LIMITS.rules;
    const now = this.#seconds();
    const context = { protectedNames: this.#options.protectedNames(), now };
    const keyOf = ({ scope, domain }: PersonalRule) => `${scope} ${domain}`;
    const active = (await this.#all(now - LIMITS.rules.endedKept)).filter(({ until }) =>
      until === 0 || until > now
    );
    const wanted = new Map<string, PersonalRule>();
    const parsed = given.map((each) => parsePersonalRule(each, context));
    // Of thousands of rules, keys are made of those that are written again.
    const domains = new Set(parsed.map((rule) => typeof rule === "string" ? "" : rule.domain));
    const held = new Set(active.filter(({ domain }) => domains.has(domain)).map(keyOf));
    let count = active.length;
    const refusals = await this.#withoutEffect(
      parsed.map((rule) => typeof rule === "string" ? undefined : rule),
    );
    const rewrites = () =>
      [...active, ...wanted.values()].filter(({ action }) => action === "rewrite");
    const results = parsed.map((rule, at) => {
      if (typeof rule === "string") return new DomainError("bad_value", rule);
      const refusal = refusals[at] ?? (rule.action === "rewrite" && circleOf(rule, rewrites()));
      if (refusal) return refusal;
      const key = keyOf(rule);
      if (!held.has(key)) {
        if (count >= most) return tooMany(most);
        held.add(key);
        count++;
      }
      wanted.set(key, rule);
      return rule;
    });
    const at = this.#options.runtime.now();
    const stored = await this.#table.setAll([...wanted.values()], by, at);
    if (stored.length > 0) this.#follow((rules) => withRules(rules, stored));
    const byKey = new Map(stored.map((rule) => [keyOf(rule), rule]));
    return results.map((rule) => rule instanceof DomainError ? rule : byKey.get(keyOf(rule))!);
  }

  async #set(given: PersonalRule, by: string): Promise<StoredRule> {
    const surroundings = { protectedNames: this.#options.protectedNames(), now: this.#seconds() };
    const rule = parsePersonalRule(given, surroundings);
    if (typeof rule === "string") throw new DomainError("bad_value", rule);
    const [refusedEffect] = await this.#withoutEffect([rule]);
    const refusal = await this.#circleOf(rule) ?? refusedEffect;
    if (refusal !== undefined) throw refusal;
    const { most, endedKept } = LIMITS.rules;
    const kept = await this.#table.set(rule, by, this.#options.runtime.now(), { most, endedKept });
    if (kept === undefined) throw tooMany(most);
    // The table forgets those that ended long ago with each written rule.
    const oldest = this.#seconds() - endedKept;
    const isKept = ({ until }: StoredRule) => until === 0 || until > oldest;
    this.#follow((rules) => withRules(only(rules, isKept), [kept]));
    return kept;
  }

  /** Removes the rule of a domain in any notation; resolves with the removed rule. */
  remove(scope: string, domain: string): Promise<StoredRule> {
    return this.#writes.take(() => this.#remove(scope, domain));
  }

  async #remove(scope: string, domain: string): Promise<StoredRule> {
    const rule = await this.#table.find(scope, canonicalDomains(domain), this.#seconds());
    if (rule === undefined) {
      throw new DomainError("not_found", sentence`There is no rule for: ${domain}`);
    }
    await this.#table.remove(rule.id);
    this.#follow((rules) => rules.filter(({ id }) => id !== rule.id));
    return rule;
  }

  /**
   * Returns the rules for the snapshot: the active ones, and those that recently expired, in case
   * the clock is set back. From the first call on, a timer waits for the next expiry, so that no
   * answer of a rule is cached beyond it.
   */
  async forSnapshot(): Promise<readonly PersonalRule[]> {
    const now = this.#seconds();
    const rules = await this.#all(now - LIMITS.rules.endedKept);
    this.#ends.waitFor(rules.filter(({ until }) => until > now).map(({ until }) => until * 1000));
    return rules;
  }

  /** Reads the rules again, after others have changed the table. */
  reload(): void {
    this.#kept = undefined;
  }

  /** Forgets the rules of scopes whose rows were removed with their person, group or device. */
  forget(scopes: ReadonlySet<string>): void {
    this.#follow((rules) => {
      const left = rules.filter(({ scope }) => !scopes.has(scope));
      return left.length === rules.length ? rules : left;
    });
  }

  /** Stops waiting for expiries. */
  close(): void {
    this.#ends.close();
  }

  /** The rules in memory that are active at `from`; the same array while nothing changes. */
  async #all(from: number): Promise<readonly StoredRule[]> {
    const reading = this.#kept ??= this.#table.inForce(from);
    try {
      const rules = await reading;
      const left = only(rules, ({ until }) => until === 0 || until > from);
      if (left === rules) return rules;
      // Those that ended stay in memory: the clock may be set back.
      const { of, rules: before } = this.#left;
      if (of === rules && before.length === left.length) return before;
      this.#left = { of: rules, rules: left };
      return left;
    } catch (error) {
      if (this.#kept === reading) this.#kept = undefined;
      throw error;
    }
  }

  /** Applies a written change to the rules in memory. */
  #follow(change: (rules: readonly StoredRule[]) => readonly StoredRule[]): void {
    this.#kept = this.#kept?.then(change);
    this.#kept?.catch(() => {});
  }

  /** The refusal of a rewrite that leads in a circle. */
  async #circleOf(rule: PersonalRule): Promise<DomainError | undefined> {
    if (rule.action !== "rewrite") return undefined;
    return circleOf(rule, await this.#table.inForce(this.#seconds(), "rewrite"));
  }

  /**
   * The refusals of rules for names that the box answers itself. A rule with subdomains is refused
   * if it answers those too.
   */
  async #withoutEffect(
    rules: readonly (PersonalRule | undefined)[],
  ): Promise<(DomainError | undefined)[]> {
    const { answersItself } = this.#options;
    const names = rules.map((rule) => rule === undefined ? [] : exampleNames(rule));
    const answered = await answersItself?.(names.flat()) ?? [];
    let from = 0;
    return names.map((its, index) => {
      const ofRule = answered.slice(from, from += its.length);
      const isAnswered = ofRule.length > 0 && !ofRule.includes(false);
      return isAnswered ? noEffect(rules[index]!) : undefined;
    });
  }

  #seconds(): number {
    return Math.floor(this.#options.runtime.now() / 1000);
  }
}

/** The rules that meet a condition: mostly all of thousands, which then stay the same array. */
function only(
  rules: readonly StoredRule[],
  isWanted: (rule: StoredRule) => boolean,
): readonly StoredRule[] {
  return rules.every(isWanted) ? rules : rules.filter(isWanted);
}

/** Whether a rule may cover names other than its domain and those below it. */
function isPattern({ kind }: PersonalRule): boolean {
  return kind === "regex" || kind === "wildcard";
}

function isFound(rule: StoredRule, filter: RuleFilter): boolean {
  const { name = "", action, scope, scopes } = filter;
  return (action === undefined || rule.action === action) &&
    (scope === undefined || rule.scope === scope) &&
    (scopes === undefined || scopes.has(rule.scope)) &&
    (name === "" || rule.domain.toLowerCase().includes(name));
}

function circleOf(rule: PersonalRule, others: readonly PersonalRule[]): DomainError | undefined {
  const circle = findRewriteLoop(rule, others);
  if (circle === undefined) return undefined;
  const path = [rule.domain, ...circle].join(" → ");
  return new DomainError(
    "bad_value",
    sentence`Together with other rules, this one would lead in a circle: ${path}`,
  );
}

/** Names that a rule covers: the name itself, and one below it where it covers those. */
function exampleNames({ kind, domain }: PersonalRule): string[] {
  if (kind === "regex") return [];
  const name = kind === "wildcard" ? domain.replaceAll("*", "x") : domain;
  return kind === "subdomains" ? [name, `x.${name}`] : [name];
}

function noEffect({ domain }: PersonalRule): DomainError {
  return new DomainError(
    "no_effect",
    sentence`The box answers this name itself; change its local record instead: ${domain}`,
  );
}

function tooMany(most: number): DomainError {
  return new DomainError("conflict", sentence`There can be ${most} rules; remove one first`);
}

/**
 * The rules with others, each in the place of that with its number or at the end. A new
 * rule replaces an ended one of its domain and scope.
 */
function withRules(
  rules: readonly StoredRule[],
  written: readonly StoredRule[],
): readonly StoredRule[] {
  const places = Map.groupBy(written, ({ domain }) => domain);
  const others = only(
    rules,
    ({ scope, domain }) => places.get(domain)?.some((rule) => rule.scope === scope) !== true,
  );
  const added = written.toSorted((a, b) => a.id - b.id);
  const isLast = others.length === 0 || others.at(-1)!.id < (added[0]?.id ?? Infinity);
  const all = [...others, ...added];
  return isLast ? all : all.sort((a, b) => a.id - b.id);
}
