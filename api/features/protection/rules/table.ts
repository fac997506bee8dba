/** Table `rules`: one row for a domain in a scope. */
import type { PersonalRule, RuleAction, RuleKind } from "../../../../policy/model/personal_rule.ts";
import type { Database, Row } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

/** The declaration of the table. */
export const RULES_TABLE: Table = {
  name: "rules",
  database: "box",
  doc: "Rules of the household: names allowed, blocked or rewritten, with their scope",
  keep: "forever",
  inBackups: true,
  toSecondary: true,
};

/** A rule with its origin. */
export interface StoredRule extends PersonalRule {
  /** Increases with each rule. */
  readonly id: number;
  /** Unix milliseconds. */
  readonly created: number;
  /** Unix milliseconds. */
  readonly changed: number;
  /** Name of the account that last changed it. */
  readonly by: string;
}

/** The filter of a page. */
export interface RuleFilter {
  /** Part of the domain, lower case. */
  readonly name?: string;
  readonly action?: RuleAction;
  /** The scope; absent = all scopes. */
  readonly scope?: string;
  /** The scopes, beside `scope`; absent = all. */
  readonly scopes?: ReadonlySet<string>;
  /** Only rules that may cover one of these names, lower case; absent = all. */
  readonly covers?: readonly string[];
}

/**
 * Maximum number of rules, maximum number of expired ones that are kept, and their retention in
 * seconds.
 */
export interface RuleBounds {
  readonly most: number;
  readonly endedKept: number;
}

const IN_FORCE = "(until = 0 or until > ?)";
const ENDED = "(until > 0 and until <= ?)";
const REPLACE =
  "on conflict (scope, domain) do update set action = excluded.action, kind = excluded.kind, " +
  "types = excluded.types, target = excluded.target, except_names = excluded.except_names, " +
  "until = excluded.until, changed = excluded.changed, changed_by = excluded.changed_by";

/**
 * The rows of the table. Expired rules are not shown; they stay for a while, since the clock may
 * have jumped. Times are Unix seconds unless stated otherwise. Every method rejects with
 * DatabaseUnavailableError when the database cannot be used.
 */
export class RuleTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns all rules active at `now`, or those of one action. */
  async inForce(now: number, action?: RuleAction): Promise<StoredRule[]> {
    const only = action === undefined ? "" : " and action = ?";
    const args = action === undefined ? [now] : [now, action];
    return (await this.#db.all(`select * from rules where ${IN_FORCE}${only} order by id`, args))
      .map(toRule);
  }

  /** Returns the active rule of one of these domains in a scope. */
  async find(
    scope: string,
    domains: readonly string[],
    now: number,
  ): Promise<StoredRule | undefined> {
    const sql =
      `select * from rules where scope = ? and domain in (select value from json_each(?)) and ${IN_FORCE}`;
    return (await this.#db.all(sql, [scope, JSON.stringify(domains), now])).map(toRule)[0];
  }

  /**
   * Writes a rule, replacing that of its domain and scope, at Unix milliseconds `at`; resolves with
   * the stored rule, undefined when there are too many.
   */
  async set(
    rule: PersonalRule,
    by: string,
    at: number,
    { most, endedKept }: RuleBounds,
  ): Promise<StoredRule | undefined> {
    const now = Math.floor(at / 1000);
    const { scope, domain, action, kind, until } = rule;
    const values = [
      scope,
      domain,
      action,
      kind,
      JSON.stringify(rule.types),
      JSON.stringify(rule.to),
      JSON.stringify(rule.except ?? []),
      until,
      at,
      at,
      by,
    ];
    await this.#db.batch([
      {
        sql:
          `delete from rules where ${ENDED} or (scope = ? and domain = ? and ${ENDED}) or id in ` +
          `(select id from rules where ${ENDED} order by until desc limit -1 offset ?)`,
        args: [now - endedKept, scope, domain, now, now, most],
      },
      {
        sql:
          "insert into rules (scope, domain, action, kind, types, target, except_names, until, created, changed, changed_by) " +
          `select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? where (select count(*) from rules where ${IN_FORCE}) < ? ` +
          "or exists (select 1 from rules where scope = ? and domain = ?) " +
          REPLACE,
        args: [...values, now, most, scope, domain],
      },
    ]);
    return await this.find(scope, [domain], now);
  }

  /**
   * Writes several rules in one transaction, each in the place of that of its domain and scope;
   * resolves with the stored ones.
   */
  async setAll(rules: readonly PersonalRule[], by: string, at: number): Promise<StoredRule[]> {
    const now = Math.floor(at / 1000);
    const rows = rules.map(({ scope, domain, action, kind, types, to, except = [], until }) => [
      scope,
      domain,
      action,
      kind,
      JSON.stringify(types),
      JSON.stringify(to),
      JSON.stringify(except),
      until,
    ]);
    const values = rows[0]?.map((_, index) => `value ->> ${index}`).join(", ");
    if (values === undefined) return [];
    const places = JSON.stringify(rows.map(([scope, domain]) => [scope, domain]));
    const named = "(scope, domain) in (select value ->> 0, value ->> 1 from json_each(?))";
    await this.#db.batch([
      { sql: `delete from rules where ${ENDED} and ${named}`, args: [now, places] },
      {
        sql:
          "insert into rules (scope, domain, action, kind, types, target, except_names, until, created, changed, changed_by) " +
          `select ${values}, ?, ?, ? from json_each(?) where true ` + REPLACE,
        args: [at, at, by, JSON.stringify(rows)],
      },
    ]);
    return (await this.#db.all(`select * from rules where ${named}`, [places])).map(toRule);
  }

  /** Removes a rule. */
  async remove(id: number): Promise<void> {
    await this.#db.run("delete from rules where id = ?", [id]);
  }
}

function toRule(row: Row): StoredRule {
  const except: string[] = JSON.parse(String(row.except_names));
  return {
    id: Number(row.id),
    scope: String(row.scope),
    domain: String(row.domain),
    action: String(row.action) as RuleAction,
    kind: String(row.kind) as RuleKind,
    types: JSON.parse(String(row.types)),
    to: JSON.parse(String(row.target)),
    ...(except.length > 0 && { except }),
    until: Number(row.until),
    created: Number(row.created),
    changed: Number(row.changed),
    by: String(row.changed_by),
  };
}
