/** Raises the alerts about dangerous names and answers that were blocked (A 6, 7.4.1, 7.6.9). */
import { categoryOfOrigin, findBlockCause } from "../../../../policy/reasons.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";

/** Dependencies of the monitor. */
export interface ThreatMonitorOptions {
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  readonly raise: RaiseAlert;
}

const REBINDING = "rebinding:";

/** The monitor. Observing never throws and never waits; repeated alerts are only counted. */
export class ThreatMonitor {
  readonly #options: ThreatMonitorOptions;

  constructor(options: ThreatMonitorOptions) {
    this.#options = options;
  }

  /** Examines answered queries. Questions of pages and commands of the box raise nothing. */
  observe(batch: readonly Observation[]): void {
    for (const seen of batch) {
      if (seen.status === "blocked" && seen.transport !== "ask") this.#take(seen);
    }
  }

  #take({ client, name, reason, origin }: Observation): void {
    const { deviceAt, raise } = this.#options;
    if (reason === "rebinding") {
      const detail = origin.slice(REBINDING.length);
      raise({ kind: "rebinding", deviceId: deviceAt(client), name, detail });
    } else if (findBlockCause(reason, origin) === "security") {
      const detail = categoryOfOrigin(origin);
      raise({ kind: "malicious", deviceId: deviceAt(client), name, detail });
    }
  }
}
