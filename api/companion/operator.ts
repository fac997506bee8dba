/** What the operator of the service sees and does: status, metrics, release of a name. */
import type { Metric } from "../schema/metrics_text.ts";
import type { Runtime } from "../system/runtime.ts";
import { VERSION } from "../system/version.ts";
import type { BackgroundTasks, BackgroundTaskState } from "./background_tasks.ts";
import type { CallLimits, LimitState } from "./call_limits.ts";
import { type CallMetrics, routeText } from "./call_metrics.ts";
import type { DirectoryCounts, NameDirectory } from "./directory.ts";
import type { Names } from "./names.ts";
import type { CompanionDatabase } from "./store/database.ts";

/** State of the parts of the service. */
export interface CompanionHealth {
  readonly database: boolean;
  readonly dns: boolean;
}

/** The state of the service; times in Unix seconds. */
export interface CompanionStatus {
  readonly version: string;
  readonly started: number;
  readonly dns_domain: string;
  readonly listeners: readonly string[];
  readonly database: boolean;
  readonly dns: boolean;
  /** Bytes of the database; null = unknown. */
  readonly store_bytes: number | null;
  /** Numbers of rows; null = the database is unavailable. */
  readonly counts: DirectoryCounts | null;
  /** Calls that were answered since the start. */
  readonly calls: number;
  readonly limits: readonly LimitState[];
  readonly tasks: readonly BackgroundTaskState[];
}

/** Dependencies of the operator's services. */
export interface OperatorDeps {
  readonly names: Names;
  readonly directory: NameDirectory;
  readonly database: CompanionDatabase;
  readonly limits: CallLimits;
  readonly tasks: BackgroundTasks;
  readonly calls: CallMetrics;
  readonly health: () => Promise<CompanionHealth>;
  readonly listeners: () => readonly string[];
  readonly dnsDomain: string;
  readonly runtime: Runtime;
}

/** The services of the operator. */
export class Operator {
  readonly #deps: OperatorDeps;
  readonly #started: number;

  constructor(deps: OperatorDeps) {
    this.#deps = deps;
    this.#started = Math.floor(deps.runtime.now() / 1000);
  }

  /** Pages of names and boxes. */
  get directory(): NameDirectory {
    return this.#deps.directory;
  }

  /** Releases a name; false = it is not assigned. */
  async release(name: string): Promise<boolean> {
    const released = await this.#deps.names.release(name);
    if (released) this.#deps.runtime.log("info", `The operator released the name ${name}.`);
    return released;
  }

  /** The state of the service. */
  async status(): Promise<CompanionStatus> {
    const { health, listeners, dnsDomain, calls, limits, tasks } = this.#deps;
    const { database, dns } = await health();
    const { counts, bytes } = await this.#stored();
    return {
      version: VERSION,
      started: this.#started,
      dns_domain: dnsDomain,
      listeners: listeners(),
      database,
      dns,
      store_bytes: bytes ?? null,
      counts: counts ?? null,
      calls: calls.total,
      limits: limits.states(),
      tasks: tasks.states(),
    };
  }

  /** The metrics of the service. */
  async metrics(): Promise<readonly Metric[]> {
    const { calls, limits, tasks, health } = this.#deps;
    const { database, dns } = await health();
    const { counts, bytes } = await this.#stored();
    const states = limits.states();
    const taskStates = tasks.states();
    return [
      gauge("build_info", "The version", [[{ version: VERSION }, 1]]),
      gauge("start_time_seconds", "When the service started", [[{}, this.#started]]),
      gauge("up", "Whether a part of the service works", [
        [{ part: "database" }, Number(database)],
        [{ part: "dns" }, Number(dns)],
      ]),
      ...calls.metrics(),
      gauge("names", "Assigned names", counted(counts?.names)),
      gauge("names_unused", "Names freed after a long time without calls", counted(counts?.unused)),
      gauge(
        "names_released",
        "Released names whose box accepted no other yet",
        counted(counts?.released),
      ),
      counter("names_assigned_total", "Names assigned since the start", [
        [{}, calls.calls(routeText({ method: "POST", path: "/v1/names" }), 201)],
      ]),
      gauge("challenges", "DNS-01 values now in the zone", counted(counts?.challenges)),
      counter("challenges_written_total", "DNS-01 records written since the start", [
        [{}, calls.calls(routeText({ method: "PUT", path: "/v1/names/own/challenge" }), 200)],
      ]),
      gauge(
        "limit",
        "The figure of a limit",
        states.map(({ limit, figure }) => [{ limit }, figure]),
      ),
      counter(
        "limit_refusals_total",
        "Calls refused by a limit",
        states.map(({ limit, refused }) => [{ limit }, refused]),
      ),
      gauge("store_bytes", "Size of the database", counted(bytes)),
      gauge(
        "task_last_success_seconds",
        "When a background task last succeeded, 0 = never",
        taskStates.map(({ task, last_success }) => [{ task }, last_success]),
      ),
      counter(
        "task_failures_total",
        "Failures of a background task",
        taskStates.map(({ task, failures }) => [{ task }, failures]),
      ),
    ];
  }

  /** Numbers of the database; undefined = unavailable. */
  async #stored(): Promise<{ readonly counts?: DirectoryCounts; readonly bytes?: number }> {
    try {
      const counts = await this.#deps.directory.counts();
      // A server may refuse to return the size.
      const bytes = await this.#deps.database.bytes().catch(() => undefined);
      return bytes === undefined ? { counts } : { counts, bytes };
    } catch {
      return {};
    }
  }
}

function gauge(name: string, help: string, values: Metric["values"]): Metric {
  return { name: `box_companion_${name}`, help, type: "gauge", values };
}

function counter(name: string, help: string, values: Metric["values"]): Metric {
  return { name: `box_companion_${name}`, help, type: "counter", values };
}

function counted(value: number | undefined): Metric["values"] {
  return value === undefined ? [] : [[{}, value]];
}
