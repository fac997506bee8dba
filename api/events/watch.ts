/** Looks at the box itself, and raises what a person should know of: lists, upstreams, disk (A 7.11, DESIGN 9). */
import type { UpstreamStatistics } from "../../resolver/protocol.ts";
import type { ListState } from "../features/protection/lists/service.ts";
import type { Raise } from "./alert_kinds.ts";

/** What is looked at. */
export interface WatchDeps {
  readonly lists: { list(): Promise<readonly Pick<ListState, WatchedOfList>[]> };
  readonly resolver: {
    statistics(): Promise<{ readonly upstreams: readonly UpstreamStatistics[] }>;
  };
  /** Free octets of the disk that holds the data directory. */
  readonly freeOctets: () => Promise<number>;
  readonly dataDir: string;
  readonly raise: Raise;
  /** Unix milliseconds. */
  readonly now: () => number;
}

type WatchedOfList = "name" | "health" | "lastSuccess" | "created" | "lastError" | "lines" | "held";

/** Milliseconds for which a list may fail before it is told, and octets of the disk below which it is. */
const FAILING = 3 * 86_400_000, LOW_DISK = 200 * 1024 * 1024;

/** The watch over the box. */
export class Watch {
  readonly #deps: WatchDeps;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** Looks once (task `health.watch`). Rejects when something could not be looked at, after it looked at the rest. */
  async look(): Promise<void> {
    const looked = await Promise.allSettled([this.#lists(), this.#upstreams(), this.#disk()]);
    const failed = looked.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  async #lists(): Promise<void> {
    const { lists, raise, now } = this.#deps;
    for (
      const { name, health, lastSuccess, created, lastError, lines, held } of await lists.list()
    ) {
      const since = now() - Math.max(lastSuccess, created);
      if (health === "failing" && since > FAILING) {
        raise({
          kind: "list.failing",
          name,
          detail: lastError,
        });
      }
      if (held !== undefined) raise({ kind: "list.held", name, detail: `${lines}|${held.lines}` });
    }
  }

  async #upstreams(): Promise<void> {
    const { resolver, raise, now } = this.#deps, { upstreams } = await resolver.statistics();
    const down = upstreams.filter(({ downUntil }) => downUntil > now());
    if (down.length > 0 && down.length === upstreams.length) {
      raise({ kind: "upstreams.down", detail: String(down.length) });
    }
  }

  async #disk(): Promise<void> {
    const { freeOctets, dataDir, raise } = this.#deps, free = await freeOctets();
    if (free < LOW_DISK) {
      raise({ kind: "disk.full", name: dataDir, detail: String(Math.floor(free / 1024 / 1024)) });
    }
  }
}
