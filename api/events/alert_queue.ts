/** Queues alerts that are raised before the database is open. */
import type { AlertToRaise, RaiseAlert } from "./alert_kinds.ts";

/** A queue in front of the service that stores alerts. */
export interface AlertQueue {
  readonly raise: RaiseAlert;
  /** Passes on the queued alerts, and every later one. */
  forwardTo(raise: RaiseAlert): void;
}

/** Maximum number of queued alerts. */
const MAX_WAITING = 100;

/** Creates the queue. Alerts beyond 100 are dropped. */
export function createAlertQueue(): AlertQueue {
  const waiting: AlertToRaise[] = [];
  let target: RaiseAlert | undefined;

  return {
    raise(alert) {
      if (target !== undefined) target(alert);
      else if (waiting.length < MAX_WAITING) waiting.push(alert);
    },
    forwardTo(raise) {
      target = raise;
      waiting.splice(0).forEach(raise);
    },
  };
}
