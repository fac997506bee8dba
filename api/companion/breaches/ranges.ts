/**
 * Ranges of breached addresses for boxes, from the provider of the operator (A 4.1, 7.3). They are
 * cached in memory by prefix alone: no prefix is stored with a box, and none is logged.
 */
import { Semaphore } from "../../../resolver/threads/semaphore.ts";
import type { Runtime } from "../../system/runtime.ts";
import { COMPANION_LIMITS } from "../limits.ts";
import { PacedLog } from "../paced_log.ts";
import { type BreachedSuffix, type BreachProvider, ProviderBusyError } from "./provider.ts";

const {
  kept: KEPT,
  remembered: MOST_RANGES,
  rememberedCharacters: MOST_CHARACTERS,
  atOnce: AT_ONCE,
  waiting: MOST_WAITING,
  queueFullFor: QUEUE_FULL_FOR,
} = COMPANION_LIMITS.breaches;

/** Dependencies of the ranges. */
export interface BreachRangesDeps {
  /** Absent = the operator configured none. */
  readonly provider?: BreachProvider;
  readonly runtime: Runtime;
}

interface KeptRange {
  readonly suffixes: readonly BreachedSuffix[];
  readonly characters: number;
  /** Monotonic milliseconds. */
  readonly until: number;
}

/** Serves ranges from the cache or the provider. */
export class BreachRanges {
  readonly #deps: BreachRangesDeps;
  /** Oldest first. */
  readonly #kept = new Map<string, KeptRange>();
  readonly #running = new Map<string, Promise<readonly BreachedSuffix[]>>();
  readonly #requests = new Semaphore(AT_ONCE, MOST_WAITING);
  readonly #log: PacedLog;
  #characters = 0;
  /** Monotonic milliseconds until which the provider is busy. */
  #busyUntil = -Infinity;

  constructor(deps: BreachRangesDeps) {
    this.#deps = deps;
    this.#log = new PacedLog(deps.runtime);
  }

  /** Whether the operator configured a provider. */
  get isConfigured(): boolean {
    return this.#deps.provider !== undefined;
  }

  /** The range of a prefix. Rejects with a ProviderBusyError or another Error of the provider. */
  async find(prefix: string): Promise<readonly BreachedSuffix[]> {
    const kept = this.#kept.get(prefix);
    if (kept !== undefined && kept.until > this.#deps.runtime.monotonic()) return kept.suffixes;
    const running = this.#running.get(prefix);
    if (running !== undefined) return await running;
    if (this.#running.size >= AT_ONCE + MOST_WAITING) throw new ProviderBusyError(QUEUE_FULL_FOR);
    const found = this.#requests.run(() => this.#ask(prefix)).finally(() =>
      this.#running.delete(prefix)
    );
    this.#running.set(prefix, found);
    return await found;
  }

  async #ask(prefix: string): Promise<readonly BreachedSuffix[]> {
    const { provider, runtime } = this.#deps;
    if (provider === undefined) throw new Error("no provider is configured");
    const left = this.#busyUntil - runtime.monotonic();
    if (left > 0) throw new ProviderBusyError(Math.ceil(left / 1000));
    try {
      const suffixes = await provider.range(prefix);
      this.#keep(prefix, suffixes);
      return suffixes;
    } catch (error) {
      if (error instanceof ProviderBusyError) {
        this.#busyUntil = runtime.monotonic() + error.delay * 1000;
      }
      const { message } = error as Error;
      this.#log.log("warn", `The provider of breaches gave no range: ${message}`);
      throw error;
    }
  }

  #keep(prefix: string, suffixes: readonly BreachedSuffix[]): void {
    const characters = suffixes.reduce(
      (sum, { suffix, breaches }) => sum + suffix.length + breaches.join().length,
      0,
    );
    this.#forget(prefix);
    const until = this.#deps.runtime.monotonic() + KEPT * 1000;
    this.#kept.set(prefix, { suffixes, characters, until });
    this.#characters += characters;
    while (this.#kept.size > MOST_RANGES || this.#characters > MOST_CHARACTERS) {
      const [oldest] = this.#kept.keys();
      this.#forget(oldest);
    }
  }

  #forget(prefix: string): void {
    this.#characters -= this.#kept.get(prefix)?.characters ?? 0;
    this.#kept.delete(prefix);
  }
}
