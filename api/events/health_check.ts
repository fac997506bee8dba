/** Checks lists, upstreams and disk of the box, and raises alerts (A 7.11). */
import type { UpstreamStatistics } from "../../resolver/protocol.ts";
import type { ListHealth } from "../schema/lists.ts";
import type { RaiseAlert } from "./alert_kinds.ts";
import type { Runtime } from "../system/runtime.ts";

/** The state of a list that the health check uses. */
export interface CheckedListState {
  readonly name: string;
  readonly health: ListHealth;
  /** Unix milliseconds of the last good download and of the subscription. */
  readonly lastSuccess: number;
  readonly created: number;
  /** The error, and the copy in use meanwhile; "" = it does not fail. */
  readonly trouble: string;
  readonly lines: number;
  /** A new copy that lost most of its lines, or has concerns, and waits for a decision. */
  readonly held?:
    | { readonly lines: number; readonly concerns?: readonly { readonly kind: string }[] }
    | undefined;
}

/** Dependencies of HealthCheck. */
export interface HealthCheckDeps {
  readonly lists: { list(): Promise<readonly CheckedListState[]> };
  readonly resolver: {
    statistics(): Promise<{ readonly upstreams: readonly UpstreamStatistics[] }>;
  };
  /** Free bytes of the disk that holds the data directory. */
  readonly freeBytes: () => Promise<number>;
  readonly dataDir: string;
  readonly raise: RaiseAlert;
  readonly runtime: Runtime;
}

/**
 * Milliseconds for which a list may fail before it is reported, and free bytes below which the disk
 * is reported.
 */
const FAILING = 3 * 86_400_000;
const LOW_DISK = 200 * 1024 * 1024;

/** The health check of the box. */
export class HealthCheck {
  readonly #deps: HealthCheckDeps;

  constructor(deps: HealthCheckDeps) {
    this.#deps = deps;
  }

  /** Checks once (task `health.watch`). Rejects when a check failed, after all others have run. */
  async look(): Promise<void> {
    const looked = await Promise.allSettled([this.#lists(), this.#upstreams(), this.#disk()]);
    const failed = looked.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  async #lists(): Promise<void> {
    const { lists, raise, runtime } = this.#deps;
    for (
      const { name, health, lastSuccess, created, trouble, lines, held } of await lists.list()
    ) {
      const since = runtime.now() - Math.max(lastSuccess, created);
      if (health === "failing" && since > FAILING) {
        raise({
          kind: "list.failing",
          name,
          detail: trouble,
        });
      }
      if (held === undefined) continue;
      const concerns = (held.concerns ?? []).map(({ kind }) => kind);
      if (concerns.length > 0) raise({ kind: "list.doubtful", name, detail: concerns.join(", ") });
      else raise({ kind: "list.held", name, detail: `${lines}|${held.lines}` });
    }
  }

  async #upstreams(): Promise<void> {
    const { resolver, raise, runtime } = this.#deps;
    const { upstreams } = await resolver.statistics();
    const down = upstreams.filter(({ downUntil }) => downUntil > runtime.now());
    if (down.length > 0 && down.length === upstreams.length) {
      raise({ kind: "upstreams.down", detail: String(down.length) });
    }
  }

  async #disk(): Promise<void> {
    const { freeBytes, dataDir, raise } = this.#deps;
    const free = await freeBytes();
    if (free < LOW_DISK) {
      raise({ kind: "disk.full", name: dataDir, detail: String(Math.floor(free / 1024 / 1024)) });
    }
  }
}
