/** Maintenance: three actions that reset a part of the box, one at a time (A 4.9, 7.11). */
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The actions: restart the resolver, empty the network table, delete the journal. */
export const MAINTENANCE_ACTIONS = ["resolver", "network", "logs"] as const;
/** One action. */
export type MaintenanceAction = typeof MAINTENANCE_ACTIONS[number];

/** The dependencies of the service. */
export interface MaintenanceDeps {
  readonly resolver: Pick<ResolverHandle, "statistics"> & { readonly restart: () => Promise<void> };
  readonly databases: Readonly<Record<Table["database"], Database>>;
  readonly tables: readonly Table[];
  /** Deletes the journal and the live view; resolves with the number of deleted queries. */
  readonly deleteJournal: () => Promise<number>;
  /** Drops the names that restricted mode blocked and that are not written yet. */
  readonly forgetBlocked: () => Promise<void>;
  /**
   * Deletes the known machines and the devices that nobody edited; resolves with the number of
   * each.
   */
  readonly forgetNetwork: () => Promise<RemovedCounts>;
}

/** Returns the error for an action while another one runs. */
export function runsAlready(action: MaintenanceAction): DomainError {
  return new DomainError(
    "conflict",
    sentence`Another maintenance is running; wait until it ends: ${action}`,
  );
}

/** Number of removed rows or entries, by what they are. */
export type RemovedCounts = Record<string, number>;

/** Runs the actions. */
export class Maintenance {
  readonly #deps: MaintenanceDeps;
  #running: MaintenanceAction | undefined;

  constructor(deps: MaintenanceDeps) {
    this.#deps = deps;
  }

  /** The action that is running. */
  get running(): MaintenanceAction | undefined {
    return this.#running;
  }

  /** Runs an action to its end. Rejects with DomainError while another one runs. */
  async run(action: MaintenanceAction): Promise<RemovedCounts> {
    if (this.#running !== undefined) throw runsAlready(this.#running);
    this.#running = action;
    try {
      if (action === "resolver") return await this.#restartResolver();
      if (action === "logs") {
        const queries = await this.#deps.deleteJournal();
        // What is not written yet goes first, so that it is not written after its table was emptied.
        await this.#deps.forgetBlocked();
        return { queries, ...await this.#empty("logs") };
      }
      return { ...await this.#empty("network"), ...await this.#deps.forgetNetwork() };
    } finally {
      this.#running = undefined;
    }
  }

  /**
   * Restarts the threads of the resolver, which drops its cache and connections; the handle keeps
   * the statistics of upstreams.
   */
  async #restartResolver(): Promise<RemovedCounts> {
    const { resolver } = this.#deps;
    // A resolver that does not respond is restarted too; the number of its cached answers is then
    // unknown.
    const before = await resolver.statistics().catch(() => undefined);
    await resolver.restart();
    return { answers: before?.cache.entries ?? 0 };
  }

  /**
   * Empties the tables that belong to the action, except those in journal.db, which the journal
   * deletes itself.
   */
  async #empty(action: "network" | "logs"): Promise<RemovedCounts> {
    const { tables, databases } = this.#deps;
    const removed: Record<string, number> = {};
    const emptied = tables.filter((table) =>
      table.emptiedBy === action && table.database !== "journal"
    );
    for (const database of new Set(emptied.map((table) => table.database))) {
      const names = emptied.filter((table) => table.database === database).map(({ name }) => name);
      for (const name of names) {
        const [{ rows }] = await databases[database].all(`select count(*) as rows from "${name}"`);
        removed[name] = Number(rows);
      }
      await databases[database].batch(names.map((name) => ({ sql: `delete from "${name}"` })));
    }
    return removed;
  }
}
