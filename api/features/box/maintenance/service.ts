/** Maintenance: three actions that put something of the box back to its beginning, one at a time (A 4.9, 7.11). */
import type { ResolverHandle } from "../../../../resolver/protocol.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { Database } from "../../../store/database.ts";
import type { Table } from "../../../store/table.ts";

/** The actions: the resolver restarted, the network table emptied, the journal deleted. */
export const MAINTENANCE_ACTIONS = ["resolver", "network", "logs"] as const;
/** One action. */
export type MaintenanceAction = typeof MAINTENANCE_ACTIONS[number];

/** What the service needs. */
export interface MaintenanceDeps {
  readonly resolver: Pick<ResolverHandle, "statistics"> & { readonly restart: () => Promise<void> };
  readonly databases: Readonly<Record<Table["database"], Database>>;
  readonly tables: readonly Table[];
  /** Deletes the journal and the live view; the queries deleted. */
  readonly deleteJournal: () => Promise<number>;
  /** Forgets the machines that are known, and the devices of which nobody ever said anything; how many of each. */
  readonly forgetNetwork: () => Promise<RemovedCounts>;
}

/** The refusal of an action while another one runs. */
export function runsAlready(action: MaintenanceAction): DomainError {
  return new DomainError(
    "conflict",
    `One maintenance at a time; wait until this one is done: ${action}`,
  );
}

/** What an action removed: how many of what. */
export type RemovedCounts = Record<string, number>;

/** Runs the actions. */
export class Maintenance {
  readonly #deps: MaintenanceDeps;
  #running: MaintenanceAction | undefined;

  constructor(deps: MaintenanceDeps) {
    this.#deps = deps;
  }

  /** The action that runs now. */
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
        return { queries: await this.#deps.deleteJournal(), ...await this.#empty("logs") };
      }
      return { ...await this.#empty("network"), ...await this.#deps.forgetNetwork() };
    } finally {
      this.#running = undefined;
    }
  }

  /** Cache and connections go with the threads; the handle keeps the statistics of upstreams over it. */
  async #restartResolver(): Promise<RemovedCounts> {
    const { resolver } = this.#deps;
    // One that hangs is restarted all the more: what it held is not known then.
    const before = await resolver.statistics().catch(() => undefined);
    await resolver.restart();
    return { answers: before?.cache.entries ?? 0 };
  }

  /** Empties the tables that say that this action does so; those of the journal are the journal's own to empty. */
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
