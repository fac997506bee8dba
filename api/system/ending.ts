/** How the box ends: by a signal or by an administrator, permanently or for a restart. */
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
 * `status` = /proc/self/status. The runtime ends at a hangup all the same, unless a listener is
 * registered.
 */
export function outlivesTerminal(status: string): boolean {
  const ignored = /^SigIgn:\s*[0-9a-f]*([0-9a-f])$/m.exec(status)?.[1] ?? "0";
  const SIGHUP = 1;
  return (parseInt(ignored, 16) & SIGHUP) !== 0;
}

/** Milliseconds after which pending work is aborted. */
const PATIENCE = 30_000;

/**
 * The shutdown of a box. `shutdownRequested` resolves at the first request; its value gives the kind of shutdown once all is
 * closed. "end" outranks "restart". A box that does not end within 30 seconds is cut off, and restarted if that was requested.
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
