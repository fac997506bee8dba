/**
 * Raises the alerts about dangerous names and answers that were blocked (A 6, 7.4.1, 7.6.9), about
 * spyware, blocked or not (A 7.4.2), and about programs for remote access (A 7.4.3).
 */
import { findRemoteTool } from "../../../../policy/catalogue/remote_tools.ts";
import { categoryOfOrigin, findBlockCause } from "../../../../policy/reasons.ts";
import type { Observation } from "../../../../resolver/protocol.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";

/** Dependencies of the monitor. */
export interface ThreatMonitorOptions {
  /** The number of the device at an address; 0 = no known device. */
  readonly deviceAt: (address: string) => number;
  /** The people who use a device. */
  readonly peopleOf: (device: number) => readonly number[];
  /** The server of spyware that a name belongs to; undefined = none. */
  readonly findSpyware: (name: string) => string | undefined;
  readonly raise: RaiseAlert;
  /** Whether programs for remote access are reported (setting `remote_tools`). */
  readonly tellsRemoteTools: () => boolean;
}

const REBINDING = "rebinding:";
const SPYWARE = "spyware:";

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
      this.#takeSpyware(seen);
      if (tellsTools) this.#takeTool(seen);
    }
  }

  /**
   * Reports spyware, whether the query was blocked or not. Each person of the device also gets a
   * notice, which nobody else can hide.
   */
  #takeSpyware(seen: Observation): void {
    const { deviceAt, peopleOf, raise } = this.#options;
    const { client, status } = seen;
    const listed = this.#spywareOf(seen);
    if (listed === undefined) return;
    const deviceId = deviceAt(client);
    const detail = status === "blocked" ? "blocked" : "";
    raise({ kind: "spyware", deviceId, name: listed, detail });
    for (const personId of peopleOf(deviceId)) {
      raise({ kind: "spyware.mine", deviceId, personId, name: listed, detail });
    }
  }

  /** The listed server that the name belongs to or leads to, sent or withheld. */
  #spywareOf({ name, reason, origin, spyware }: Observation): string | undefined {
    const listed = this.#options.findSpyware(name);
    if (listed !== undefined) return listed;
    // The list may have changed since the query.
    if (reason === "spyware") return origin.slice(SPYWARE.length);
    return spyware === "" ? undefined : spyware;
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
