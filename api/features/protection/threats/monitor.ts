/**
 * Raises the alerts about dangerous names and answers that were blocked (A 6, 7.4.1, 7.6.9), and
 * about programs for remote access (A 7.4.3).
 */
import { findRemoteTool } from "../../../../policy/catalogue/remote_tools.ts";
import { categoryOfOrigin, findBlockCause } from "../../../../policy/reasons.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";

/** Dependencies of the monitor. */
export interface ThreatMonitorOptions {
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  readonly raise: RaiseAlert;
  /** Whether programs for remote access are reported (setting `remote_tools`). */
  readonly tellsRemoteTools: () => boolean;
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
    const tellsTools = this.#options.tellsRemoteTools();
    for (const seen of batch) {
      if (seen.transport === "ask") continue;
      if (seen.status === "blocked") this.#takeBlocked(seen);
      if (tellsTools) this.#takeTool(seen);
    }
  }

  /** A program that is blocked was started all the same. */
  #takeTool({ client, name }: Observation): void {
    const tool = findRemoteTool(name);
    if (tool === undefined) return;
    const { deviceAt, raise } = this.#options;
    raise({ kind: "remote", deviceId: deviceAt(client), name: tool, detail: tool });
  }

  #takeBlocked({ client, name, reason, origin }: Observation): void {
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
