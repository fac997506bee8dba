/** The task that sends the anonymous statistics (A 7.12.3). */
import type { Telemetry } from "../api/features/box/telemetry/service.ts";
import type { Task } from "./task.ts";

const MINUTE = 60_000, HOUR = 60 * MINUTE;

/** Sends the signal 1 to 60 minutes after the start or the acceptance of the terms, then every 24 hours give or take one. */
export function telemetrySend(telemetry: Telemetry): Task {
  return {
    name: "telemetry.send",
    doc:
      "Sends the anonymous statistics to the online service, when they are on and the terms accepted",
    when: { every: 23 * HOUR },
    jitter: 2 * HOUR,
    first: { from: MINUTE, to: HOUR },
    deadline: 20_000,
    run: (signal) => telemetry.send(signal),
  };
}
