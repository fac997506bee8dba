/** How the box ends: told by a signal or by an administrator, for good or to be started again. */
import type { Log } from "./log.ts";

/** For good, or to be started again. */
export type Ending = "end" | "restart";

/** What an end needs. */
export interface EndingDeps {
  readonly after: (ms: number, run: () => void) => () => void;
  readonly log: Log;
  /** Starts the box again in the place of this one; comes back only when that failed. */
  readonly restart: () => void;
  readonly exit: (code: number) => void;
}

/**
 * Whether the process was started to outlive its terminal (nohup(1)), that is with SIGHUP ignored; `status` = /proc/self/status.
 * The runtime ends itself at a hangup all the same, unless somebody listens.
 */
export function outlivesTerminal(status: string): boolean {
  const ignored = /^SigIgn:\s*[0-9a-f]*([0-9a-f])$/m.exec(status)?.[1] ?? "0", SIGHUP = 1;
  return (parseInt(ignored, 16) & SIGHUP) !== 0;
}

/** Milliseconds after which what hangs is cut off. */
const PATIENCE = 30_000;

/**
 * The end of a box: `told` resolves when it is asked for, and its value says how once everything is closed. Whoever ends the box
 * for good has the last word over a restart; what hangs is cut off, and started again all the same.
 */
export function boxEnding({ after, log, restart, exit }: EndingDeps) {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let ending: Ending = "restart", cutOff: (() => void) | undefined;
  const stop = (how: Ending) => {
    if (how === "end") ending = how;
    resolve();
    cutOff ??= after(PATIENCE, () => {
      log("error", "The box did not end within 30 seconds and is cut off");
      if (ending === "restart") restart();
      exit(1);
    });
  };
  return { stop, told: asked.then((): () => Ending => () => ending) };
}
