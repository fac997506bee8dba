/** A delay that can be ended early. */
import type { Runtime } from "../system/runtime.ts";

/** Waits some milliseconds by `after`; resolves at once when the signal aborts. */
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
