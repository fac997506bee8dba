/** A time limit for work that an AbortSignal can end. */
import type { Runtime } from "../system/runtime.ts";

/** A signal that aborts when the time is over; disposing it cancels the timer. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** Creates a signal that aborts after `ms` milliseconds with an Error of this message. */
export function createDeadline(after: Runtime["after"], ms: number, message: string): Deadline {
  const controller = new AbortController();
  const cancel = after(ms, () => controller.abort(new Error(message)));
  return { signal: controller.signal, [Symbol.dispose]: cancel };
}
