/**
 * Scans of the network: rate-limited, one at a time, with progress, and stoppable by a person (A
 * 4.8).
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { parseAddress, parsePrefix, prefixContains } from "../../../../policy/model/address.ts";
import { DomainError } from "../../../schema/errors.ts";
import { delay } from "../../../async/delay.ts";
import type { MachineService } from "../machines/service.ts";
import { ownNetworks, planScan, type ScanPlan } from "./plan.ts";
import { runScan, type ScanAccess, type ScanProgress } from "./run.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export { type OwnNetwork, ownNetworks } from "./plan.ts";

/** Steps of a scan: addresses are probed, then announced services, then names. */
export const SCAN_STAGES = ["addresses", "services", "names"] as const;

/** The state of a scan, or the result of the last one. Times are Unix milliseconds, 0 = never. */
export interface ScanState {
  readonly running: boolean;
  readonly started: number;
  readonly ended: number;
  readonly stage: "" | (typeof SCAN_STAGES)[number];
  /** Of `total`; both increase. */
  readonly done: number;
  readonly total: number;
  /** Machines that were found, and how many of them were new. */
  readonly found: number;
  readonly new: number;
  readonly networks: readonly string[];
  /** Sentences about what was left out. */
  readonly skipped: readonly string[];
  /** Whether a person ended it early. */
  readonly stopped: boolean;
  /** Why it failed; "" = it did not. */
  readonly error: string;
}

/** The dependencies of the service. */
export interface ScanOptions extends ScanAccess {
  readonly machines: Pick<MachineService, "learn" | "all" | "macOf" | "addressesOf">;
  /** Whether the box may scan automatically; people can always start a scan. */
  readonly byItself: () => boolean;
}

/** Returns the error of a scan while another one runs. */
export function runsAlready(): DomainError {
  return new DomainError(
    "conflict",
    sentence`A scan is already running; wait until it ends, or stop it`,
  );
}

/** The state of a box that never scanned. */
export const NO_SCAN: ScanState = {
  running: false,
  started: 0,
  ended: 0,
  stage: "",
  done: 0,
  total: 0,
  found: 0,
  new: 0,
  networks: [],
  skipped: [],
  stopped: false,
  error: "",
};
const { probeEvery } = LIMITS.scan;
const POKED_OF_LATE = 24 * 3_600_000;

/** The service of scans. */
export class Scan {
  readonly #options: ScanOptions;
  #state: ScanState = NO_SCAN;
  #running: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  /** The IPv4 networks of the box. */
  networks(): ReturnType<typeof ownNetworks> {
    return ownNetworks(this.#options.runtime.interfaces());
  }

  /** Returns the state. */
  state(): ScanState {
    return this.#state;
  }

  /** Starts a scan of the box's networks, or of some in them. Throws DomainError. */
  start(wanted: readonly string[] = []): ScanState {
    if (this.#running !== undefined) throw runsAlready();
    const plan = planScan(this.networks(), wanted);
    const abort = new AbortController();
    const { runtime } = this.#options;
    this.#state = {
      ...NO_SCAN,
      running: true,
      started: runtime.now(),
      networks: plan.parts.map(({ network }) => network),
      skipped: plan.skipped,
    };
    const done = this.#run(plan, abort.signal).catch((error: Error) => {
      runtime.log("warn", `The scan of the network ended early: ${error.message}`);
      this.#state = { ...this.#state, error: error.message };
    }).finally(() => {
      this.#running = undefined;
      this.#state = {
        ...this.#state,
        running: false,
        stage: "",
        ended: runtime.now(),
        stopped: abort.signal.aborted,
      };
    });
    this.#running = { abort, done };
    return this.#state;
  }

  /**
   * Scans the box's networks to the end, for the task. Does nothing where automatic scans are off,
   * while another scan runs, or where there is no network.
   */
  async runWhole(signal: AbortSignal): Promise<IdleReason | void> {
    if (!this.#options.byItself()) return "off";
    if (this.#running !== undefined) return "running";
    if (this.networks().length === 0) return "no_network";
    if (signal.aborted) return;
    this.start();
    const { abort, done } = this.#running!;
    const stop = () => abort.abort();
    signal.addEventListener("abort", stop);
    await done.finally(() => signal.removeEventListener("abort", stop));
    if (this.#state.error !== "") throw new Error(this.#state.error);
  }

  /** Stops the running scan, and waits until it has ended. */
  async stop(): Promise<ScanState> {
    this.#running?.abort.abort();
    await this.#running?.done;
    return this.#state;
  }

  /** Returns the progress as text, for the list of tasks. */
  progress(): string {
    const { running, done, total, found } = this.#state;
    return running
      ? `${total === 0 ? 0 : Math.floor(done * 100 / total)} %, devices found: ${found}`
      : "";
  }

  /**
   * Checks whether machines that were recently present still are: a datagram to an unused port
   * makes the kernel probe them. Machines that send queries to the box are skipped.
   */
  async poke(signal: AbortSignal): Promise<IdleReason | void> {
    if (!this.#options.byItself()) return "off";
    if (this.#running !== undefined) return "running";
    const { machines, runtime, openSocket } = this.#options;
    const own = this.networks();
    const quiet = machines.all().filter(({ seenAt }) =>
      runtime.now() - seenAt > probeEvery * 500 && runtime.now() - seenAt < POKED_OF_LATE
    );
    const plan = own.length === 0
      ? undefined
      : planPokes(own, quiet.flatMap((machine) => machines.addressesOf(machine)));
    if (plan === undefined) return "no_network";
    for (const [from, targets] of plan ?? []) {
      const socket = openSocket(from, () => {});
      try {
        for (const target of targets) {
          if (signal.aborted) return;
          await socket.send(new Uint8Array(1), target, DISCARD_PORT);
          await this.#pause(1000 / LIMITS.scan.perSecond, signal);
        }
      } finally {
        socket.close();
      }
    }
  }

  async #run(plan: ScanPlan, signal: AbortSignal): Promise<void> {
    const before = new Set(this.#options.machines.all().map(({ mac }) => mac));
    const report = (progress: ScanProgress) => {
      const { found, ...rest } = progress;
      const macs = new Set(
        found.map((address) => this.#options.machines.macOf(address)).filter((mac) =>
          mac !== undefined
        ),
      );
      this.#state = {
        ...this.#state,
        ...rest,
        found: macs.size,
        new: [...macs].filter((mac) => !before.has(mac)).length,
      };
    };
    await runScan(
      plan,
      { ...this.#options, pause: (ms, end) => this.#pause(ms, end) },
      report,
      signal,
    );
  }

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return delay(this.#options.runtime.after, ms, signal);
  }
}

/** RFC 863. */
const DISCARD_PORT = 9;

/** Addresses to probe, by the address of the box that sends. */
function planPokes(
  own: ReturnType<typeof ownNetworks>,
  addresses: readonly string[],
): Map<string, string[]> {
  const plan = new Map<string, string[]>();
  for (const address of addresses) {
    const network = own.find((one) =>
      prefixContains(parsePrefix(one.network)!, parseAddress(address)!)
    );
    if (network === undefined) continue;
    const targets = plan.get(network.address);
    if (targets === undefined) plan.set(network.address, [address]);
    else targets.push(address);
  }
  return plan;
}
