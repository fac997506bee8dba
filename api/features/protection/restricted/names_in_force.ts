/**
 * The domains of scopes in the snapshot. Only those that changed are read again; the others stay the
 * same arrays, so that what was compiled from them is reused.
 */
import { Mutex } from "../../../async/mutex.ts";
import type { RestrictTables } from "./table.ts";

/** The domains by scope. */
export class NamesInForce {
  readonly #tables: Pick<RestrictTables, "inForce">;
  readonly #reading = new Mutex();
  /** The domains that were read last; undefined = none were read yet. */
  #names: ReadonlyMap<string, readonly string[]> | undefined;
  /** The scopes whose domains changed since then. */
  #changed = new Set<string>();
  /** Incremented when the database is replaced. */
  #generation = 0;

  constructor(tables: Pick<RestrictTables, "inForce">) {
    this.#tables = tables;
  }

  /** The domains. Rejects with DatabaseUnavailableError. */
  read(): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#reading.take(async () => {
      const known = this.#names;
      if (known !== undefined && this.#changed.size === 0) return known;
      const changed = this.#changed;
      this.#changed = new Set();
      const generation = this.#generation;
      try {
        const read = await this.#tables.inForce(known === undefined ? undefined : [...changed]);
        const names = new Map<string, readonly string[]>(known);
        for (const scope of changed) names.delete(scope);
        for (const [scope, domains] of read) names.set(scope, domains);
        if (generation === this.#generation) this.#names = names;
        return names;
      } catch (error) {
        this.changed(changed);
        throw error;
      }
    });
  }

  /** Takes scopes whose domains changed. */
  changed(scopes: Iterable<string>): void {
    for (const scope of scopes) this.#changed.add(scope);
  }

  /** Reads everything again, because the database was replaced. */
  reload(): void {
    this.#names = undefined;
    this.#generation++;
  }
}
