/** Logs faults that may affect every call, at most once a minute. */
import type { Runtime } from "../system/runtime.ts";

const LOG_AGAIN = 60_000;

/** A log that drops messages within a minute after the last one. */
export class PacedLog {
  readonly #runtime: Pick<Runtime, "log" | "monotonic">;
  #loggedAt = -Infinity;

  constructor(runtime: Pick<Runtime, "log" | "monotonic">) {
    this.#runtime = runtime;
  }

  /** Logs a message unless another one was logged within the last minute. */
  log(...message: Parameters<Runtime["log"]>): void {
    const now = this.#runtime.monotonic();
    if (now - this.#loggedAt < LOG_AGAIN) return;
    this.#loggedAt = now;
    this.#runtime.log(...message);
  }
}
