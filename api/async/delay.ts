/** A delay that a signal can end early. */
import type { Runtime } from "../system/runtime.ts";

/** Waits `ms` milliseconds with the timer `after`; resolves immediately when the signal aborts. */
export function delay(
  after: Runtime["after"],
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    callOff();
    signal.removeEventListener("abort", end);
    resolve();
  };
  const callOff = after(ms, end);
  signal.addEventListener("abort", end);
  return promise;
}
