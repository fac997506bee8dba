/** When failed checks are repeated, and which prefix comes first (A 3.3, docs/decisions/0166). */
import { LIMITS } from "../../../../policy/limits.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { addressHash } from "./address.ts";
import { FailedCheck, type FoundRange } from "./range.ts";
import { isNew, newDueAt } from "./schedule.ts";
import type { CheckState, WatchedAddress } from "./table.ts";

const { addresses: MOST_PREFIXES, retryFirst, retryLast } = LIMITS.breaches;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const RETRY_FIRST = retryFirst * SECOND;
const RETRY_LAST = retryLast * SECOND;

/** Dependencies of the retries. */
export interface BreachRetriesDeps {
  /** The URL of the online service; empty = none. */
  readonly serviceUrl: () => string;
  readonly runtime: Pick<Runtime, "now" | "log">;
}

/** The failures of this process; `CheckState` holds those that outlast it. */
export class BreachRetries {
  readonly #deps: BreachRetriesDeps;
  /** The online service of the last failure. */
  #failedService: string | undefined;
  /** Prefixes whose last range was unusable; the oldest failure first. */
  readonly #unusable = new Set<string>();
  /** Unix milliseconds until which no range is requested, because storing a result failed. */
  #storeUntil = 0;

  constructor(deps: BreachRetriesDeps) {
    this.#deps = deps;
  }

  /**
   * The next prefix to request, except those that failed in this run; undefined = none is left.
   * Prefixes whose last range was unusable come last.
   */
  nextPrefix(due: readonly WatchedAddress[], failed: ReadonlySet<string>): string | undefined {
    const left = due.map(({ address }) => addressHash(address).prefix)
      .filter((prefix) => !failed.has(prefix));
    return left.find((prefix) => !this.#unusable.has(prefix)) ??
      [...this.#unusable].find((prefix) => left.includes(prefix));
  }

  /** Remembers whether the range of a prefix was usable, for the order of the next requests. */
  noteOutcome(prefix: string, outcome: FoundRange | FailedCheck): void {
    this.#unusable.delete(prefix);
    if (!(outcome instanceof FailedCheck) || outcome.status !== "error") return;
    this.#unusable.add(prefix);
    if (this.#unusable.size <= MOST_PREFIXES) return;
    const [oldest] = this.#unusable;
    this.#unusable.delete(oldest);
  }

  /** The state after a failed check, which is logged. */
  failedState({ status, delay }: FailedCheck, before: CheckState): CheckState {
    const { runtime, serviceUrl } = this.#deps;
    const at = runtime.now();
    const isFault = status === "unreachable" || status === "error";
    const failures = isFault ? before.failures + 1 : 0;
    const wait = Math.min(RETRY_LAST, waitOf(status, delay * SECOND, failures));
    this.#failedService = serviceUrl();
    const minutes = Math.round(wait / 60_000);
    runtime.log(
      "warn",
      `A check for data breaches did not work (${status}), the next try is in ${minutes} minutes`,
    );
    return { ...before, status, at, retryAt: at + wait, failures };
  }

  /** Forgets the last failure, because a check worked. */
  clear(): void {
    this.#failedService = undefined;
  }

  /** Whether the retry is still ahead; with another online service it is due at once. */
  isWaiting({ retryAt }: CheckState): boolean {
    const { runtime, serviceUrl } = this.#deps;
    const left = retryAt - runtime.now();
    const isSame = this.#failedService === undefined || this.#failedService === serviceUrl();
    return isSame && left > 0 && left <= RETRY_LAST;
  }

  /**
   * Whether an address is checked although a retry is ahead: an unusable range concerns no address
   * that was added since, and was not due yet when it failed.
   */
  isFree(one: WatchedAddress, { status, at }: CheckState): boolean {
    return status === "error" && isNew(one) && newDueAt(one) > at &&
      !this.#unusable.has(addressHash(one.address).prefix);
  }

  /** Runs a task that stores a result; if it fails, as on a full disk, requests wait a while. */
  async storing<T>(store: () => Promise<T>): Promise<T> {
    this.#storeUntil = this.#deps.runtime.now() + RETRY_FIRST;
    const result = await store();
    this.#storeUntil = 0;
    return result;
  }

  /** Whether requests wait because the last result could not be stored. */
  isStoreFailing(): boolean {
    const left = this.#storeUntil - this.#deps.runtime.now();
    return left > 0 && left <= RETRY_FIRST;
  }
}

/** Milliseconds to wait after a failure (A 3.3). */
function waitOf(status: FailedCheck["status"], delay: number, failures: number): number {
  switch (status) {
    case "not_configured":
      return RETRY_LAST;
    case "limit":
      return Math.max(RETRY_FIRST, delay);
    case "busy":
      return delay > 0 ? delay : HOUR;
    default:
      return HOUR * 2 ** Math.min(failures - 1, 10);
  }
}
