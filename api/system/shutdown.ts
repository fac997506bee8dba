/** Shuts the box down, by a signal or an administrator, permanently or for a restart. */
import type { Runtime } from "./runtime.ts";

/** The kind of end: permanent, or a restart. */
export type ShutdownKind = "end" | "restart";

/** Dependencies of an end. */
export interface ShutdownDeps {
  readonly runtime: Runtime;
  /** Restarts the box in place; returns only on failure. */
  readonly restart: () => void;
  readonly exit: (code: number) => void;
}

/**
 * Whether the process was started to outlive its terminal (nohup(1)), that is with SIGHUP ignored;
 * `status` = the text of /proc/self/status. Without a listener the runtime ends at a hangup even
 * then.
 */
export function outlivesTerminal(status: string): boolean {
  const ignored = /^SigIgn:\s*[0-9a-f]*([0-9a-f])$/m.exec(status)?.[1] ?? "0";
  const SIGHUP = 1;
  return (parseInt(ignored, 16) & SIGHUP) !== 0;
}

/** Milliseconds after which pending work is aborted. */
const PATIENCE = 30_000;

/**
 * The shutdown of a box. `shutdownRequested` resolves at the first request with a function that
 * returns the kind of shutdown, to be called once everything is closed. "end" takes precedence over
 * "restart". A box that does not end within 30 seconds is aborted, and restarted if that was
 * requested.
 */
export function createShutdown({ runtime, restart, exit }: ShutdownDeps) {
  const { promise: requested, resolve } = Promise.withResolvers<void>();
  let ending: ShutdownKind = "restart";
  let cutOff: (() => void) | undefined;
  const shutdown = (how: ShutdownKind) => {
    if (how === "end") ending = how;
    resolve();
    cutOff ??= runtime.after(PATIENCE, () => {
      runtime.log("error", "The box did not end within 30 seconds and is cut off");
      if (ending === "restart") restart();
      exit(1);
    });
  };
  const shutdownRequested = requested.then((): () => ShutdownKind => () => ending);

  return { shutdown, shutdownRequested };
}
