/** Stores restricted mode: the modes, the names of each scope, and what was blocked (A 7.2). */
import { LIMITS } from "../../../../policy/limits.ts";
import { RESTRICT_MODES, type RestrictMode } from "../../../../policy/model/household.ts";
import type { Database, Row, Statement } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

/** The declarations of the tables. */
export const RESTRICT_TABLES: readonly Table[] = [
  {
    name: "restrict_modes",
    database: "box",
    doc: "Restricted mode of devices and groups: what it is, since when and until when it learns",
    keep: "forever",
    inBackups: true,
    toSecondary: true,
  },
  {
    name: "restrict_names",
    database: "box",
    doc: "Domains of restricted mode, by device and group, with their questions",
    keep: "bounded",
    inBackups: true,
    toSecondary: true,
  },
  {
    name: "restrict_before",
    database: "box",
    doc: "Modes before a new learning, which can be undone for a day",
    keep: "bounded",
    inBackups: true,
    toSecondary: true,
  },
  {
    name: "restrict_forgotten",
    database: "box",
    doc: "Domains that a new learning or a person removed, which can come back for a day",
    keep: "bounded",
    inBackups: true,
    toSecondary: true,
  },
  {
    name: "restrict_blocked",
    database: "box",
    doc: "Domains that restricted mode blocked in the last seven days, by device and day",
    keep: "bounded",
    inBackups: false,
    toSecondary: false,
    emptiedBy: "logs",
  },
];

/** Why a learning stopped by itself: it found too many names; "" = it did not. */
export type LearningStop = "" | "toomany";

/** Restricted mode of a scope; times in Unix seconds, 0 = none. */
export interface StoredMode {
  readonly scope: string;
  readonly mode: RestrictMode;
  readonly days: number;
  readonly started: number;
  readonly ends: number;
  readonly stopped: LearningStop;
  /** When the learning would end that a person ended, so that it can go on. */
  readonly undoEnds: number;
  /** Until when the last new learning can be undone. */
  readonly restoreUntil: number;
}

/** What removed a name that can come back: a new learning, or a person. */
export type ForgottenBy = "learning" | "person";

/** A name that can come back, and when it was removed. */
export interface ForgottenName extends StoredName {
  readonly removed: number;
}

/** A domain of a scope; times in Unix seconds, 0 = never. */
export interface StoredName {
  readonly domain: string;
  readonly source: "learned" | "admin";
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly hits: number;
}

/** Questions for a domain that were blocked on a day; "" = further domains of that day. */
export interface BlockedName {
  readonly scope: string;
  /** Days since 1970 in the time zone of the household. */
  readonly day: number;
  readonly domain: string;
  readonly hits: number;
  /** Unix seconds. */
  readonly last: number;
}

/** A domain with its questions; times in Unix seconds. */
export interface CountedName {
  readonly domain: string;
  readonly hits: number;
  readonly first: number;
  readonly last: number;
}

/** Seconds during which a change of a person can be undone. */
export const UNDO_SECONDS = 86_400;

/** The rows of the tables. Every method rejects with DatabaseUnavailableError. */
export class RestrictTables {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Runs statements in one transaction. */
  async write(statements: readonly Statement[]): Promise<void> {
    if (statements.length > 0) await this.#db.batch(statements);
  }

  /** The modes by scope. */
  async modes(): Promise<Map<string, StoredMode>> {
    const rows = await this.#db.all(
      "select restrict_modes.*, coalesce(restrict_before.until, 0) as until " +
        "from restrict_modes left join restrict_before using (scope) order by scope",
    );
    return new Map(rows.map((row) => [String(row.scope), toMode(row)]));
  }

  /** The modes before new learnings, by scope. */
  async before(): Promise<Map<string, StoredMode>> {
    const rows = await this.#db.all("select * from restrict_before order by scope");
    return new Map(rows.map((row) => [String(row.scope), toMode(row)]));
  }

  /** The names of a scope that can come back. */
  async forgotten(scope: string, cause: ForgottenBy): Promise<ForgottenName[]> {
    const sql = "select * from restrict_forgotten where scope = ? and cause = ? order by domain";
    const rows = await this.#db.all(sql, [scope, cause]);
    return rows.map((row) => ({ ...toName(row), removed: Number(row.removed) }));
  }

  /** Whether something is kept whose day is over; `now` in Unix seconds. */
  async isUndoOver(now: number): Promise<boolean> {
    const rows = await this.#db.all(
      "select 1 from restrict_before where until <= ? union all " +
        "select 1 from restrict_forgotten where removed <= ? limit 1",
      [now, now - UNDO_SECONDS],
    );
    return rows.length > 0;
  }

  /** The names of a scope, in order. */
  async names(scope: string): Promise<StoredName[]> {
    const sql = "select * from restrict_names where scope = ? order by domain";
    return (await this.#db.all(sql, [scope])).map(toName);
  }

  /** The number of names of each scope that has some. */
  async counts(): Promise<Map<string, number>> {
    const rows = await this.#db.all(
      "select scope, count(*) as names from restrict_names group by scope",
    );
    return new Map(rows.map(({ scope, names }) => [String(scope), Number(names)]));
  }

  /** The number of these domains that each scope has already. */
  async known(pairs: readonly (readonly [scope: string, domain: string])[]): Promise<
    Map<string, number>
  > {
    if (pairs.length === 0) return new Map();
    const rows = await this.#db.all(
      "select scope, count(*) as names from restrict_names where (scope, domain) in " +
        "(select value ->> 0, value ->> 1 from json_each(?)) group by scope",
      [JSON.stringify(pairs)],
    );
    return new Map(rows.map(({ scope, names }) => [String(scope), Number(names)]));
  }

  /**
   * The domains of scopes for the snapshot; of those that learn, only what was added by hand. With
   * `scopes`, only of these.
   */
  async inForce(scopes?: readonly string[]): Promise<Map<string, string[]>> {
    const within = scopes === undefined ? "" : "scope in (select value from json_each(?)) and ";
    const rows = await this.#db.all(
      `select scope, domain from restrict_names where ${within}(source = 'admin' or scope not in ` +
        "(select scope from restrict_modes where mode = 'learning')) order by scope, domain",
      scopes === undefined ? [] : [JSON.stringify(scopes)],
    );
    const byScope = Map.groupBy(rows, ({ scope }) => String(scope));
    return new Map(
      [...byScope].map(([scope, rows]) => [scope, rows.map(({ domain }) => String(domain))]),
    );
  }

  /** What was blocked since a day, the last first. */
  async blocked(since: number): Promise<BlockedName[]> {
    const sql = "select * from restrict_blocked where day >= ? order by last desc, domain";
    return (await this.#db.all(sql, [since])).map(toBlocked);
  }
}

/** Writes the mode of a scope. */
export function keepMode(
  { scope, mode, days, started, ends, stopped, undoEnds }: StoredMode,
): Statement {
  return {
    sql: "insert or replace into restrict_modes " +
      "(scope, mode, days, started, ends, stopped, undo_ends) values (?, ?, ?, ?, ?, ?, ?)",
    args: [scope, mode, days, started, ends, stopped, undoEnds],
  };
}

/** Removes the mode of a scope. */
export function dropMode(scope: string): Statement {
  return { sql: "delete from restrict_modes where scope = ?", args: [scope] };
}

/**
 * Begins a mode. A learning forgets what was learned before; what was added by hand stays. "Off" is
 * kept only where something can be undone.
 */
export function beginMode(mode: StoredMode): Statement[] {
  switch (mode.mode) {
    case "off": {
      const canUndo = mode.undoEnds > 0 || mode.restoreUntil > 0;
      return [canUndo ? keepMode(mode) : dropMode(mode.scope)];
    }
    case "learning":
      return [forgetLearned(mode.scope), keepMode(mode)];
    case "restricted":
      return [keepMode(mode)];
  }
}

function forgetLearned(scope: string): Statement {
  const sql = "delete from restrict_names where scope = ? and source = 'learned'";
  return { sql, args: [scope] };
}

/** Keeps the mode before a new learning and what was learned, until `restoreUntil` of the mode. */
export function keepBefore(mode: StoredMode): Statement[] {
  const { scope, restoreUntil } = mode;
  return [...dropBefore(scope), writeBefore(mode), {
    sql: "insert into restrict_forgotten " +
      "(scope, cause, domain, source, first_seen, last_seen, hits, removed) " +
      "select scope, 'learning', domain, source, first_seen, last_seen, hits, ? " +
      "from restrict_names where scope = ? and source = 'learned'",
    args: [restoreUntil - UNDO_SECONDS, scope],
  }];
}

/** Writes the mode before a new learning, whose names are kept already. */
export function writeBefore(
  { scope, mode, days, started, ends, stopped, undoEnds, restoreUntil }: StoredMode,
): Statement {
  return {
    sql: "insert or replace into restrict_before " +
      "(scope, mode, days, started, ends, stopped, undo_ends, until) " +
      "values (?, ?, ?, ?, ?, ?, ?, ?)",
    args: [scope, mode, days, started, ends, stopped, undoEnds, restoreUntil],
  };
}

/** Drops what was kept of the time before a new learning. */
export function dropBefore(scope: string): Statement[] {
  return [
    { sql: "delete from restrict_before where scope = ?", args: [scope] },
    { sql: "delete from restrict_forgotten where scope = ? and cause = 'learning'", args: [scope] },
  ];
}

/** Takes a new learning back: the mode and the names of before replace what it learned. */
export function restoreBefore(mode: StoredMode, names: readonly StoredName[]): Statement[] {
  const { scope, undoEnds, stopped } = mode;
  const isKept = mode.mode !== "off" || undoEnds > 0 || stopped !== "";
  return [
    forgetLearned(scope),
    restoreNames(scope, names),
    isKept ? keepMode(mode) : dropMode(scope),
    ...dropBefore(scope),
  ];
}

/** Adds names that were removed. One that is there again keeps the questions of both. */
export function restoreNames(scope: string, names: readonly StoredName[]): Statement {
  const rows = names.map(({ domain, source, firstSeen, lastSeen, hits }) => [
    domain,
    source,
    firstSeen,
    lastSeen,
    hits,
  ]);
  return {
    sql: "insert into restrict_names (scope, domain, source, first_seen, last_seen, hits) " +
      "select ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 " +
      "from json_each(?) where true on conflict (scope, domain) do update set " +
      "source = min(source, excluded.source), hits = hits + excluded.hits, " +
      "last_seen = max(last_seen, excluded.last_seen), first_seen = case " +
      "when excluded.first_seen = 0 then first_seen when first_seen = 0 then excluded.first_seen " +
      "else min(first_seen, excluded.first_seen) end",
    args: [scope, JSON.stringify(rows)],
  };
}

/** Keeps a name that a person removes; `now` in Unix seconds. */
export function forgetName(scope: string, name: StoredName, now: number): Statement[] {
  const { domain, source, firstSeen, lastSeen, hits } = name;
  const { names: MOST } = LIMITS.restricted;
  return [dropName(scope, domain), {
    sql: "insert or replace into restrict_forgotten " +
      "(scope, cause, domain, source, first_seen, last_seen, hits, removed) " +
      "values (?, 'person', ?, ?, ?, ?, ?, ?)",
    args: [scope, domain, source, firstSeen, lastSeen, hits, now],
  }, {
    sql: "delete from restrict_forgotten where scope = ?1 and cause = 'person' and domain in " +
      "(select domain from restrict_forgotten where scope = ?1 and cause = 'person' " +
      "order by removed desc limit -1 offset ?2)",
    args: [scope, MOST],
  }];
}

/** Drops what was kept of a name that a person removed. */
export function dropForgotten(scope: string, domain: string): Statement {
  return {
    sql: "delete from restrict_forgotten where scope = ? and cause = 'person' and domain = ?",
    args: [scope, domain],
  };
}

/** Drops everything that cannot be undone any more; `now` in Unix seconds. */
export function dropUndoOver(now: number): Statement[] {
  return [
    { sql: "delete from restrict_before where until <= ?", args: [now] },
    { sql: "delete from restrict_forgotten where removed <= ?", args: [now - UNDO_SECONDS] },
  ];
}

/** Moves the times of names that were removed between two times, in seconds. */
export function shiftForgotten(from: number, to: number, by: number): Statement {
  return {
    sql: "update restrict_forgotten set removed = removed + ? where removed between ? and ?",
    args: [by, from, to],
  };
}

/** Adds the questions of domains that a scope learned. */
export function addLearned(scope: string, names: readonly CountedName[]): Statement {
  const rows = names.map(({ domain, hits, first, last }) => [domain, hits, first, last]);
  return {
    sql: "insert into restrict_names (scope, domain, source, first_seen, last_seen, hits) " +
      "select ?, value ->> 0, 'learned', value ->> 2, value ->> 3, value ->> 1 " +
      "from json_each(?) where true on conflict (scope, domain) do update set " +
      "hits = hits + excluded.hits, last_seen = max(last_seen, excluded.last_seen), " +
      "first_seen = case first_seen when 0 then excluded.first_seen else first_seen end",
    args: [scope, JSON.stringify(rows)],
  };
}

/** Adds a domain by hand; one that was learned stays with its questions. */
export function addByHand(scope: string, domain: string): Statement {
  return {
    sql: "insert into restrict_names (scope, domain, source, first_seen, last_seen, hits) " +
      "values (?, ?, 'admin', 0, 0, 0) on conflict (scope, domain) do update set source = 'admin'",
    args: [scope, domain],
  };
}

function dropName(scope: string, domain: string): Statement {
  return {
    sql: "delete from restrict_names where scope = ? and domain = ?",
    args: [scope, domain],
  };
}

/** Adds questions that were blocked. */
export function addBlocked({ scope, day, domain, hits, last }: BlockedName): Statement {
  return {
    sql: "insert into restrict_blocked (scope, day, domain, hits, last) values (?, ?, ?, ?, ?) " +
      "on conflict (scope, day, domain) do update set hits = hits + excluded.hits, " +
      "last = max(last, excluded.last)",
    args: [scope, day, domain, hits, last],
  };
}

/** Removes what was blocked before a day. */
export function expireBlocked(before: number): Statement {
  return { sql: "delete from restrict_blocked where day < ?", args: [before] };
}

function toMode(row: Row): StoredMode {
  const { scope, mode, days, started, ends, stopped, undo_ends, until } = row;
  return {
    scope: String(scope),
    mode: RESTRICT_MODES.find((each) => each === mode) ?? "off",
    days: Number(days),
    started: Number(started),
    ends: Number(ends),
    stopped: stopped === "toomany" ? stopped : "",
    undoEnds: Number(undo_ends),
    restoreUntil: Number(until),
  };
}

function toName({ domain, source, first_seen, last_seen, hits }: Row): StoredName {
  return {
    domain: String(domain),
    source: source === "admin" ? "admin" : "learned",
    firstSeen: Number(first_seen),
    lastSeen: Number(last_seen),
    hits: Number(hits),
  };
}

function toBlocked({ scope, day, domain, hits, last }: Row): BlockedName {
  return {
    scope: String(scope),
    day: Number(day),
    domain: String(domain),
    hits: Number(hits),
    last: Number(last),
  };
}
