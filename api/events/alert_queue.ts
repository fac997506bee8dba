/** Alerts that are raised before the database is open. */
import type { AlertToRaise, RaiseAlert } from "./alert_kinds.ts";

/** Queued alerts on their way to the service that stores them. */
export interface AlertQueue {
  readonly raise: RaiseAlert;
  /** Passes on the queued alerts, and every later one. */
  forwardTo(raise: RaiseAlert): void;
}

/** Alerts that may wait for the database. */
const MAX_WAITING = 100;

/** Makes a queue for alerts that are raised before the database is open. Alerts beyond 100 are dropped. */
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
