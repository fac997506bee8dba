/**
 * Rules that people write: set, removed, and ended at their expiry (A 7.2.3). Pages, commands and
 * requests use this.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { PersonalRule } from "../../../../policy/model/personal_rule.ts";
import { findRewriteLoop } from "../../../../policy/rules/rewrite_loop.ts";
import { canonicalDomains, parsePersonalRule } from "../../../../policy/rules/read.ts";
import { ExpiryTimer } from "../../../async/expiry_timer.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database } from "../../../store/database.ts";
import { type RuleFilter, RuleTable, type StoredRule } from "./table.ts";
import type { Runtime } from "../../../system/runtime.ts";

export type { RuleFilter, StoredRule } from "./table.ts";

/** The dependencies of the service. */
export interface RuleServiceOptions {
  readonly db: Database;
  readonly runtime: Runtime;
  /** Names that no rule may block: those of the box and of the hosts of its upstreams. */
  readonly protectedNames: () => readonly string[];
  /** Called when a rule has expired, to publish the policy. */
  readonly ended: () => void;
}

/**
 * The rules of the household. Methods reject with DomainError for invalid input, and
 * DatabaseUnavailable.
 */
export class RuleService {
  readonly #options: RuleServiceOptions;
  readonly #table: RuleTable;
  readonly #ends: ExpiryTimer;

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
    return await this.#table.page(filter, this.#seconds(), limit, before);
  }

  /**
   * Writes a rule, replacing that of its domain and scope; it applies once the policy is published.
   */
  async set(given: PersonalRule, by: string): Promise<StoredRule> {
    const surroundings = { protectedNames: this.#options.protectedNames(), now: this.#seconds() };
    const rule = parsePersonalRule(given, surroundings);
    if (typeof rule === "string") throw new DomainError("bad_value", rule);
    if (rule.action === "rewrite") await this.#refuseCircle(rule);
    const { most, endedKept } = LIMITS.rules;
    const kept = await this.#table.set(rule, by, this.#options.runtime.now(), { most, endedKept });
    if (kept === undefined) {
      throw new DomainError("conflict", `There can be ${most} rules; remove one first`);
    }
    return kept;
  }

  /** Removes the rule of a domain in any notation; resolves with the removed rule. */
  async remove(scope: string, domain: string): Promise<StoredRule> {
    const rule = await this.#table.find(scope, canonicalDomains(domain), this.#seconds());
    if (rule === undefined) throw new DomainError("not_found", `There is no rule for: ${domain}`);
    await this.#table.remove(rule.id);
    return rule;
  }

  /**
   * Returns the rules for the snapshot: the active ones, and those that recently expired, in case
   * the clock is set back. From the first call on, a timer waits for the next expiry, so that no
   * answer of a rule is cached beyond it.
   */
  async forSnapshot(): Promise<readonly PersonalRule[]> {
    const now = this.#seconds();
    const rules = await this.#table.inForce(now - LIMITS.rules.endedKept);
    this.#ends.waitFor(rules.filter(({ until }) => until > now).map(({ until }) => until * 1000));
    return rules;
  }

  /** Stops waiting for expiries. */
  close(): void {
    this.#ends.close();
  }

  async #refuseCircle(rule: PersonalRule): Promise<void> {
    const circle = findRewriteLoop(rule, await this.#table.inForce(this.#seconds(), "rewrite"));
    if (circle === undefined) return;
    const path = [rule.domain, ...circle].join(" → ");
    throw new DomainError(
      "bad_value",
      `Together with other rules, this one leads in a circle: ${path}`,
    );
  }

  #seconds(): number {
    return Math.floor(this.#options.runtime.now() / 1000);
  }
}
