/**
 * Upstreams of groups, ages, people and devices. Pages, commands and imports use this; the snapshot
 * is built from `rows()`. Those of everyone are the setting `upstreams`.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import type { ScopeUpstreamsRow } from "../../../../policy/model/household.ts";
import { EVERYONE } from "../../../../policy/model/personal_rule.ts";
import { parseUpstreams } from "../../../../policy/model/upstream_line.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database } from "../../../store/database.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { ScopeUpstreamsTable, type StoredScopeUpstreams } from "./table.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

export type { StoredScopeUpstreams } from "./table.ts";

/** The dependencies of the service. */
export interface ScopeUpstreamsOptions {
  readonly db: Database;
  readonly runtime: Runtime;
}

/**
 * The upstreams of scopes. Methods reject with DomainError for invalid input, and
 * DatabaseUnavailableError.
 */
export class ScopeUpstreams {
  readonly #table: ScopeUpstreamsTable;
  readonly #runtime: Runtime;
  #known: readonly ScopeUpstreamsRow[] = [];

  constructor({ db, runtime }: ScopeUpstreamsOptions) {
    this.#table = new ScopeUpstreamsTable(db);
    this.#runtime = runtime;
  }

  /** Returns all rows for the snapshot. */
  async rows(): Promise<readonly ScopeUpstreamsRow[]> {
    return this.#known = await this.#table.rows();
  }

  /** The lines in the last snapshot, from memory. */
  get knownLines(): readonly string[] {
    return this.#known.flatMap(({ lines }) => lines);
  }

  /** Returns the upstreams of every scope that has some. */
  async list(): Promise<readonly StoredScopeUpstreams[]> {
    return await this.#table.rows();
  }

  /** Writes the upstreams of a scope. The caller checks that the scope exists. */
  async set(scope: string, given: readonly string[], by: string): Promise<StoredScopeUpstreams> {
    if (scope === EVERYONE) {
      throw new DomainError(
        "bad_value",
        programSentence`The upstreams of everyone are the setting upstreams; name a group, an age, a person or a device`,
      );
    }
    const row = { scope, lines: readLines(given) };
    const at = this.#runtime.now();
    const { most } = LIMITS.scopeUpstreams;
    if (await this.#table.set(row, { by, at, most })) return { ...row, changed: at, by };
    throw new DomainError(
      "conflict",
      sentence`At most ${most} groups, people and devices can have their own upstreams; remove some first`,
    );
  }

  /** Removes the upstreams of a scope: it uses those of the next wider scope again. */
  async remove(scope: string): Promise<void> {
    if (await this.#table.remove(scope)) return;
    throw new DomainError("not_found", sentence`There are no upstreams for: ${scope}`);
  }
}

/** Returns the lines without empty ones. Throws DomainError if one is no upstream. */
function readLines(given: readonly string[]): readonly string[] {
  const lines = given.map((line) => line.trim()).filter((line) => line !== "");
  const { lines: most } = LIMITS.scopeUpstreams;
  if (lines.length > most) {
    throw new DomainError(
      "bad_value",
      sentence`There can be ${most} lines, these are ${lines.length}`,
    );
  }
  const { defaults, routes, errors } = parseUpstreams(lines);
  if (errors.length > 0) throw new DomainError("bad_value", errors[0]);
  if (defaults.length + routes.length === 0) {
    throw new DomainError(
      "bad_value",
      sentence`There is no upstream in these lines; add one, such as quad9`,
    );
  }
  return lines;
}
